"""Threads beside the window, and how what they report gets back to it. Knows no Qt.

A ``Lane`` is one thread that does one thing after the other; a ``Mailbox`` collects reports until the GUI thread
takes them; ``coalesce`` tells the same story in fewer reports.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from engine.types import AnswerEvent, AnswerStage


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """One thing for the window to hear: the name of the signal, the ticket (0: none) and the payload.

    A tuple is the several arguments of a signal. Without a signal the payload is what the GUI thread shall call.
    """

    signal: str = ""
    ticket: int = 0
    payload: object = None


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


class Mailbox:
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


class Lane:
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
