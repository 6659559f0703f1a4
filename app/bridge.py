"""Joins the window to the engine; the only module that knows both Qt and the engine.

The window calls methods here, all of which return at once, and listens to signals, all of which arrive in the GUI
thread. Engine calls run on three threads of this module: one for answers and searches, one for indexing, one for
opening documents and reading the catalogue. What they report is collected and handed over by one queued signal, at
most 30 times a second: the text of a draft is joined, of progress only the newest is kept, nothing else is lost and
the order stays.

A new question cancels the one before it. Every question and every opening has a ticket, a number that its reports
carry.

Stopping, in this order (``close``; doing it twice is fine):
1. take no more work;
2. tell the running answer and the running synchronisation that they are cancelled;
3. drop what waits in the queues and send each thread its end;
4. wait for the threads, a few seconds in all; one that does not end in time is left to end with the process;
5. shut the mailbox, so that a late report reaches no destroyed window.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from engine.errors import CitesideError
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    Catalogue,
    Citation,
    LedgerEntry,
    OpenedDocument,
    Passage,
    Request,
    Retrieved,
    Root,
    SyncProgress,
    SyncReport,
)

INTERVAL_MS = 34
"""Shortest time between two hand-overs to the window, in milliseconds."""

_PATIENCE_S = 4.0
logger = logging.getLogger(__name__)


class Assistant(Protocol):
    """The engine as the window needs it. Every call may take long and may raise a ``CitesideError``."""

    def catalogue(self) -> Catalogue:
        """Products, versions, audiences and folders that exist now."""
        ...

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        """Answer a question; events come on the calling thread. Cancelled: an answer in the state CANCELLED."""
        ...

    def search(self, request: Request) -> Retrieved:
        """The passages alone, nothing generated."""
        ...

    def open(self, citation: Citation) -> OpenedDocument:
        """The cited document as it is now, at the citation's place."""
        ...

    def open_passage(self, passage: Passage) -> OpenedDocument:
        """The passage's document as it is now, at the passage."""
        ...

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        """Bring the index up to date with all folders; a cancelled run keeps what it has done."""
        ...

    def add_root(self, path: str, *, product: str, version: str) -> Root:
        """Register a folder; empty product and version are found from the files. Nothing is indexed yet."""
        ...

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """How reading each file went."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One thing for the window to hear: the name of the signal, the ticket (0: none) and the payload."""

    signal: str
    ticket: int = 0
    payload: object = None


class Bridge(QObject):
    """Runs the engine beside the window. Signals with an ``int`` carry the ticket first."""

    catalogue_read = Signal(object, object)
    """Catalogue, tuple of LedgerEntry."""
    answer_event = Signal(int, object)
    """Ticket, AnswerEvent."""
    answer_settled = Signal(int, object)
    """Ticket, Answer."""
    answer_failed = Signal(int, str)
    """Ticket, sentence for a person."""
    search_found = Signal(int, object)
    """Ticket, Retrieved."""
    opened = Signal(int, object)
    """Ticket, OpenedDocument."""
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

    _posted = Signal()

    def __init__(self, assistant: Assistant, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._assistant = assistant
        self._mailbox = _Mailbox(self._posted.emit)
        self._answers = _Lane("answers")
        self._library = _Lane("library")
        self._reading = _Lane("reading")
        self._tickets = 0
        self._answer_cancel = threading.Event()
        self._sync_cancel = threading.Event()
        self._newest_opening = 0
        self._closed = False
        self._handed_over = 0.0
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._hand_over)
        self._posted.connect(self._schedule, Qt.ConnectionType.QueuedConnection)

    def refresh(self) -> None:
        """Read the catalogue and the ledger; answered by ``catalogue_read``."""
        def work() -> None:
            self._mailbox.post(Report(signal="catalogue_read",
                                      payload=(self._assistant.catalogue(), self._assistant.ledger())))
        self._reading.put(self._guarded(work, "library_failed"))

    def ask(self, request: Request, *, generate: bool = True) -> int:
        """Ask a question, cancelling the one before; returns its ticket."""
        ticket, cancel = self._next_question()

        def hear(event: AnswerEvent) -> None:
            if not cancel.is_set():
                self._mailbox.post(Report(signal="answer_event", ticket=ticket, payload=event))

        def work() -> None:
            if not cancel.is_set():
                answer = self._assistant.ask(request, generate=generate, on_event=hear, is_cancelled=cancel.is_set)
                self._mailbox.post(Report(signal="answer_settled", ticket=ticket, payload=answer))
        self._answers.put(self._guarded(work, "answer_failed", ticket))
        return ticket

    def search(self, request: Request) -> int:
        """Search without an answer, cancelling the question before; returns its ticket."""
        ticket, cancel = self._next_question()

        def work() -> None:
            if not cancel.is_set():
                found = self._assistant.search(request)
                self._mailbox.post(Report(signal="search_found", ticket=ticket, payload=found))
        self._answers.put(self._guarded(work, "answer_failed", ticket))
        return ticket

    def stop(self) -> None:
        """Cancel the running question; what it has drafted is no longer reported, its settled answer is."""
        self._answer_cancel.set()

    def open(self, place: Citation | Passage) -> int:
        """Open a place; an opening that still waits is dropped for a newer one. Returns its ticket."""
        ticket = self._newest_opening = self._next_ticket()

        def work() -> None:
            if ticket != self._newest_opening:
                return
            opened = (self._assistant.open(place) if isinstance(place, Citation)
                      else self._assistant.open_passage(place))
            self._mailbox.post(Report(signal="opened", ticket=ticket, payload=opened))
        self._reading.put(self._guarded(work, "open_failed", ticket))
        return ticket

    def add_root(self, path: str, *, product: str = "", version: str = "") -> None:
        """Register a folder; answered by ``root_added`` or ``library_failed``."""
        def work() -> None:
            root = self._assistant.add_root(path, product=product, version=version)
            self._mailbox.post(Report(signal="root_added", payload=root))
        self._library.put(self._guarded(work, "library_failed"))

    def sync(self) -> None:
        """Synchronise all folders after what is already queued for the library."""
        if self._closed:
            return
        cancel = self._sync_cancel = threading.Event()

        def hear(progress: SyncProgress) -> None:
            self._mailbox.post(Report(signal="sync_progress", payload=progress))

        def work() -> None:
            report = self._assistant.sync(on_progress=hear, is_cancelled=cancel.is_set)
            if report.notice:
                self._mailbox.post(Report(signal="library_failed", payload=report.notice))
            self._mailbox.post(Report(signal="sync_done", payload=report))
        self._library.put(self._guarded(work, "library_failed"))

    def stop_sync(self) -> None:
        """Cancel the running synchronisation; what is done stays done."""
        self._sync_cancel.set()

    def close(self) -> bool:
        """Stop everything in the order of the module's docstring; returns whether all threads have ended."""
        self._closed = True
        self._answer_cancel.set()
        self._sync_cancel.set()
        lanes = (self._answers, self._library, self._reading)
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
            except CitesideError as trouble:
                self._mailbox.post(Report(signal=failure, ticket=ticket, payload=str(trouble)))
            except Exception:
                logger.exception("The engine failed in a way it should not")
                self._mailbox.post(Report(signal=failure, ticket=ticket, payload=self.tr(
                    "Something inside Citeside went wrong. The details are in the log; please report them.")))
        return run

    def _schedule(self) -> None:
        if not self._timer.isActive() and not self._closed:
            since = (monotonic() - self._handed_over) * 1000
            self._timer.start(max(0, INTERVAL_MS - int(since)))

    def _hand_over(self) -> None:
        self._handed_over = monotonic()
        for report in coalesce(self._mailbox.take()):
            self._emit(report)

    def _emit(self, report: Report) -> None:
        if report.signal == "catalogue_read":
            assert isinstance(report.payload, tuple)
            self.catalogue_read.emit(*report.payload)
        elif report.ticket:
            getattr(self, report.signal).emit(report.ticket, report.payload)
        else:
            getattr(self, report.signal).emit(report.payload)


def coalesce(reports: list[Report]) -> list[Report]:
    """The same story in fewer reports: neighbouring drafts joined, of progress and catalogues only the newest."""
    newest = {report.signal: index for index, report in enumerate(reports)}
    kept: list[Report] = []
    for index, report in enumerate(reports):
        if report.signal in ("sync_progress", "catalogue_read") and index != newest[report.signal]:
            continue
        joined = _joined(kept[-1], report) if kept else None
        if joined:
            kept[-1] = joined
        else:
            kept.append(report)
    return kept


def _joined(first: Report, second: Report) -> Report | None:
    one, two = first.payload, second.payload
    if (first.ticket == second.ticket and isinstance(one, AnswerEvent) and isinstance(two, AnswerEvent)
            and one.stage is two.stage is AnswerStage.DRAFT):
        return replace(first, payload=replace(one, delta=one.delta + two.delta))
    return None


class _Mailbox:
    """Reports on their way to the GUI thread. ``wake`` is called once per hand-over, from the posting thread."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._lock = threading.Lock()
        self._reports: list[Report] = []
        self._is_shut = False

    def post(self, report: Report) -> None:
        with self._lock:
            if self._is_shut:
                return
            self._reports.append(report)
            if len(self._reports) == 1:
                self._wake()

    def take(self) -> list[Report]:
        with self._lock:
            taken, self._reports = self._reports, []
        return taken

    def shut(self) -> None:
        with self._lock:
            self._is_shut = True
            self._reports.clear()


class _Lane:
    """One thread that does one thing after the other. The thread starts with the first piece of work."""

    def __init__(self, name: str) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name=f"citeside-{name}", daemon=True)
        self._is_ending = False

    def put(self, work: Callable[[], None]) -> None:
        if self._is_ending:
            return
        if not self._thread.is_alive():
            self._thread.start()
        self._queue.put(work)

    def end(self) -> None:
        """Drop what waits; the thread ends after what it is doing."""
        self._is_ending = True
        while True:
            try:
                self._queue.get_nowait()
            except Empty:
                break
        self._queue.put(None)

    def join(self, seconds: float) -> bool:
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            work()
