"""The window never waits for the engine: no step of its event loop takes 100 ms while documents are read and answers
written. Native code of the engine holds a thread of its own; what may hold the window is only what runs in it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.ui.window import Window
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    Catalogue,
    IngestState,
    LedgerEntry,
    Request,
    RootId,
    SyncProgress,
    SyncReport,
)
from tests.app.ui.sample import FakeAssistant, answer_to, library
from tests.app.ui.sample_pages import QUESTION
from tests.app.ui.steps import ask_and_wait

LONGEST_S = 0.1
FILES = 3000


class Busy(FakeAssistant):
    """Reads a large library and writes a long draft at the same time, each call as slow as real ones."""

    def catalogue(self) -> Catalogue:
        time.sleep(0.2)
        return library()

    def ledger(self) -> tuple[LedgerEntry, ...]:
        return tuple(LedgerEntry(root=RootId(1), path=f"guide/{number}.md", state=IngestState.INDEXED)
                     for number in range(FILES))

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        self.synced += 1
        if self.synced > 1:
            for number in range(FILES):
                on_progress(SyncProgress(files_done=number, files_total=FILES, bytes_done=number, bytes_total=FILES,
                                         path=f"guide/{number}.md"))
                time.sleep(0.0005)
        return SyncReport(added=FILES)

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        answer = answer_to(request, self.verdicts)
        on_event(AnswerEvent(stage=AnswerStage.RETRIEVED, retrieved=answer.retrieved))
        on_event(AnswerEvent(stage=AnswerStage.EVIDENCE, evidence=answer.evidence))
        for number in range(400):
            on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=f"Word{number} of the draft, and on. "))
            time.sleep(0.002)
        return answer


def beat(seconds: float, is_done: Callable[[], bool]) -> list[float]:
    """Processor time of the window's thread in each round of its event loop, until something is so.

    Time on the clock would also count what other programs take from this machine.
    """
    spent: list[float] = []
    end = time.monotonic() + seconds
    while not is_done() and time.monotonic() < end:
        start = time.thread_time()
        QCoreApplication.processEvents()
        spent.append(time.thread_time() - start)
        time.sleep(0.001)
    return spent


def test_no_round_of_the_event_loop_takes_100_ms_while_reading_and_writing(
        qtbot: QtBot, open_over: Callable[[FakeAssistant], Window]) -> None:
    window = open_over(Busy())
    ask_and_wait(qtbot, window)  # what is drawn for the first time is made then
    window.show_library(True)
    QCoreApplication.processEvents()
    window.library.filter.setCurrentIndex(4)
    window.librarian.read(True)
    card = window.asking.ask(QUESTION)
    spent = beat(30.0, lambda: not card.is_open and "Up to date" in window.status_line.text)
    assert not card.is_open
    assert len(spent) > 50, "the loop went round all the time"
    assert max(spent) < LONGEST_S, f"the window was held for {max(spent):.3f} s"


@pytest.mark.parametrize("name", ["catalogue", "search", "open_passage", "look_up", "preview_root", "trace"])
def test_the_window_calls_nothing_of_the_engine_in_its_own_thread(
        qtbot: QtBot, open_over: Callable[[FakeAssistant], Window], name: str,
        monkeypatch: pytest.MonkeyPatch) -> None:
    assistant = FakeAssistant()
    threads: list[threading.Thread] = []
    real = getattr(assistant, name)

    def seen(*values: Any, **named: Any) -> Any:
        threads.append(threading.current_thread())
        return real(*values, **named)
    monkeypatch.setattr(assistant, name, seen)
    window = open_over(assistant)
    window.asking.search(QUESTION)
    card = window.asking.ask(QUESTION)
    qtbot.waitUntil(lambda: not card.is_open)
    qtbot.waitUntil(lambda: window.side_panel.view.toPlainText() != "")
    window.ask_why()
    window.folder_form.offer("/srv/docs")
    window.question_box.field.setFocus()
    window.question_box.field.insertPlainText("pool")
    qtbot.waitUntil(lambda: threads != [])
    assert threading.main_thread() not in threads
