"""Joins the window to the engine; the only module that knows both Qt and the engine.

The window calls methods here, all of which return at once, and listens to signals, all of which arrive in the GUI
thread. Engine calls run on threads of this module: one for answers and searches, one that follows the folders for as
long as the window is open, one for adding folders, one for opening documents and reading the catalogue, and more by
name for what is fetched beside these (``fetch``). What they report is collected and handed over by one queued signal,
at most 30 times a second: the text of a draft is joined, of progress only the newest is kept, nothing else is lost and
the order stays.

The engine itself is opened on the first of these threads that needs it, so that the window is there before. While it
cannot be opened every wish is answered with the sentence that says why, and the next wish tries again.

A new question cancels the one before it. Every question and every opening has a ticket, a number that its reports
carry.

Stopping, in this order (``close``; doing it twice is fine):
1. take no more work;
2. tell the running answer that it is cancelled and the follower of the folders that it is to stop;
3. drop what waits in the queues and send each thread its end;
4. wait for the threads, a few seconds in all; one that does not end in time is left to end with the process;
5. shut the mailbox, so that a late report reaches no destroyed window.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from app.engine_port import Assistant
from app.lanes import Lane, Mailbox, Report, coalesce
from app.once import Once
from app.pictures import document_pictures
from app.said import said
from engine.errors import CitesideError
from engine.types import (
    Address,
    AnswerEvent,
    Citation,
    Passage,
    Request,
    SyncReport,
)

INTERVAL_MS = 34
"""Shortest time between two hand-overs to the window, in milliseconds."""

_PATIENCE_S = 4.0
T = TypeVar("T")
logger = logging.getLogger(__name__)


class Bridge(QObject):
    """Runs the engine beside the window. Signals with an ``int`` carry the ticket first."""

    catalogue_read = Signal(object, object, object)
    """Catalogue, tuple of LedgerEntry, WatchState by RootId."""
    answer_event = Signal(int, object)
    """Ticket, AnswerEvent."""
    answer_settled = Signal(int, object)
    """Ticket, Answer."""
    answer_failed = Signal(int, str)
    """Ticket, sentence for a person."""
    search_found = Signal(int, object)
    """Ticket, Retrieved."""
    opened = Signal(int, object, object)
    """Ticket, OpenedDocument, its pictures as QImage by address."""
    open_failed = Signal(int, str)
    """Ticket, sentence for a person."""
    sync_progress = Signal(object)
    """SyncProgress."""
    sync_done = Signal(object)
    """SyncReport."""
    root_added = Signal(object)
    """Root."""
    library_failed = Signal(str)
    """Sentence for a person: reading the catalogue, adding a folder or synchronising failed."""
    noticed = Signal(str)
    """Sentence of the engine: what a person should know of following the folders."""

    _posted = Signal()

    def __init__(self, open_assistant: Callable[[], Assistant], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._late = Once(open_assistant)
        self._mailbox = Mailbox(self._posted.emit)
        self._answers = Lane("answers")
        self._library = Lane("library")
        self._reading = Lane("reading")
        self._folders = Lane("folders")
        self._is_following = False
        self._beside = {"answers": self._answers, "library": self._library, "folders": self._folders,
                        "reading": self._reading}
        self._newest: dict[str, int] = {}
        self._tickets = 0
        self._answer_cancel = threading.Event()
        self._newest_opening = 0
        self._closed = False
        self._handed_over = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._hand_over)
        self._posted.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def refresh(self) -> None:
        """Read the catalogue and the ledger; answered by ``catalogue_read``."""
        def work() -> None:
            assistant = self._late.get()
            self._mailbox.post(Report(signal="catalogue_read", payload=(
                assistant.catalogue(), assistant.ledger(), assistant.follower.states())))
        self._reading.put(self._guarded(work, "library_failed"))

    def ask(self, request: Request, *, generate: bool = True) -> int:
        """Ask a question, cancelling the one before; returns its ticket."""
        ticket, cancel = self._next_question()

        def hear(event: AnswerEvent) -> None:
            if not cancel.is_set():
                self._mailbox.post(Report(signal="answer_event", ticket=ticket, payload=event))

        def work() -> None:
            if not cancel.is_set():
                answer = self._late.get().ask(request, generate=generate, on_event=hear, is_cancelled=cancel.is_set)
                self._mailbox.post(Report(signal="answer_settled", ticket=ticket, payload=answer))
        self._answers.put(self._guarded(work, "answer_failed", ticket))
        return ticket

    def search(self, request: Request) -> int:
        """Search without an answer, cancelling the question before; returns its ticket."""
        ticket, cancel = self._next_question()

        def work() -> None:
            if not cancel.is_set():
                found = self._late.get().search(request)
                self._mailbox.post(Report(signal="search_found", ticket=ticket, payload=found))
        self._answers.put(self._guarded(work, "answer_failed", ticket))
        return ticket

    def stop(self) -> None:
        """Cancel the running question; what it has drafted is no longer reported, its settled answer is."""
        self._answer_cancel.set()

    def open(self, place: Citation | Passage | Address) -> int:
        """Open a place; an opening that still waits is dropped for a newer one. Returns its ticket."""
        ticket = self._newest_opening = self._next_ticket()

        def work() -> None:
            if ticket != self._newest_opening:
                return
            assistant = self._late.get()
            opened = (assistant.open(place) if isinstance(place, Citation)
                      else assistant.open_passage(place) if isinstance(place, Passage)
                      else assistant.open_address(place))
            self._mailbox.post(Report(signal="opened", ticket=ticket, payload=(opened, document_pictures(opened))))
        self._reading.put(self._guarded(work, "open_failed", ticket))
        return ticket

    def fetch(self, work: Callable[[Assistant], T], then: Callable[[T], None], *,
              failed: Callable[[str], None], lane: str = "beside", key: str = "") -> None:
        """Run ``work`` on the open engine as ``beside`` does."""
        self.beside(lambda: work(self._late.get()), then, failed=failed, lane=lane, key=key)

    def beside(self, work: Callable[[], T], then: Callable[[T], None], *,
               failed: Callable[[str], None], lane: str = "beside", key: str = "") -> None:
        """Run ``work`` on the thread named ``lane``; ``then`` hears its result, or ``failed`` a sentence, in the GUI
        thread. Of several with one ``key`` only the newest is run and heard.
        """
        ticket = self._next_ticket()
        if key:
            self._newest[key] = ticket

        def is_old() -> bool:
            return bool(key) and self._newest[key] != ticket

        def hand(deed: Callable[[], None]) -> None:
            self._mailbox.post(Report(payload=lambda: None if is_old() else deed()))

        def run() -> None:
            if is_old():
                return
            try:
                result = work()
            except Exception as trouble:  # noqa: BLE001  # put into words, and logged where it is ours
                sentence = self._sentence(trouble)
                hand(lambda: failed(sentence))
            else:
                hand(lambda: then(result))
        if not self._closed:
            self._beside.setdefault(lane, Lane(lane)).put(run)

    def add_root(self, path: str, *, product: str = "", version: str = "", version_regex: str = "") -> None:
        """Register a folder; answered by ``root_added`` or ``library_failed``."""
        def work() -> None:
            root = self._late.get().add_root(path, product=product, version=version, version_regex=version_regex)
            self._mailbox.post(Report(signal="root_added", payload=root))
        self._folders.put(self._guarded(work, "library_failed"))

    def sync(self) -> None:
        """Look at all folders after what is already queued for them, and follow them from then on.

        Each pass that was asked for or changed something is answered by ``sync_done``, a notice by ``noticed``.
        """
        def work() -> None:
            self._late.get().follower.ask()
            if not self._is_following and not self._closed:
                self._is_following = True
                self._library.put(self._guarded(self._follow, "library_failed"))
        if not self._closed:
            self._folders.put(self._guarded(work, "library_failed"))

    def stop_sync(self) -> None:
        """Pause reading and following folders until ``sync``; what is done stays done. Answered by ``sync_done``."""
        self._folders.put(self._guarded(lambda: self._late.get().follower.pause(), "library_failed"))

    def _follow(self) -> None:
        def hear(report: SyncReport) -> None:
            self._mailbox.post(Report(signal="sync_done", payload=report))

        def tell(signal: str) -> Callable[[object], None]:
            return lambda payload: self._mailbox.post(Report(signal=signal, payload=payload))

        try:
            self._late.get().follower.run(on_progress=tell("sync_progress"), on_report=hear,
                                          on_notice=tell("noticed"))
        finally:
            self._is_following = False

    def close(self) -> bool:
        """Stop everything in the order of the module's docstring; returns whether all threads have ended."""
        self._closed = True
        self._answer_cancel.set()
        if (assistant := self._late.made) is not None:
            assistant.follower.stop()
        lanes = tuple(self._beside.values())
        for lane in lanes:
            lane.end()
        deadline = monotonic() + _PATIENCE_S
        ended = [lane.join(max(0.0, deadline - monotonic())) for lane in lanes]
        self._mailbox.shut()
        self._timer.stop()
        if not all(ended):
            logger.warning("An engine call was still running when the window closed; it ends with the process.")
        return all(ended)

    def _next_ticket(self) -> int:
        self._tickets += 1
        return self._tickets

    def _next_question(self) -> tuple[int, threading.Event]:
        self._answer_cancel.set()
        self._answer_cancel = threading.Event()
        if self._closed:
            self._answer_cancel.set()
        return self._next_ticket(), self._answer_cancel

    def _guarded(self, work: Callable[[], None], failure: str, ticket: int = 0) -> Callable[[], None]:
        """``work`` with every failure turned into one sentence on the ``failure`` signal."""
        def run() -> None:
            try:
                work()
            except Exception as trouble:  # noqa: BLE001  # put into words, and logged where it is ours
                self._mailbox.post(Report(signal=failure, ticket=ticket, payload=self._sentence(trouble)))
        return run

    def _sentence(self, trouble: Exception) -> str:
        """What went wrong, for a person; what should not happen goes into the log as well."""
        if isinstance(trouble, CitesideError):
            return said(str(trouble))
        logger.error("The engine failed in a way it should not", exc_info=trouble)
        return self.tr("Something inside Citeside went wrong. The details are in the log; please report them.")

    def _schedule(self) -> None:
        if not self._timer.isActive() and not self._closed:
            since = (monotonic() - self._handed_over) * 1000
            self._timer.start(max(0, INTERVAL_MS - int(since)))

    def _hand_over(self) -> None:
        self._handed_over = monotonic()
        for report in coalesce(self._mailbox.take()):
            self._emit(report)

    def _emit(self, report: Report) -> None:
        if not report.signal:
            assert callable(report.payload)
            report.payload()
            return
        payload = report.payload if isinstance(report.payload, tuple) else (report.payload,)
        ticket = (report.ticket,) if report.ticket else ()
        getattr(self, report.signal).emit(*ticket, *payload)
