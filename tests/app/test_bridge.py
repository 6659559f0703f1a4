"""The bridge: nothing blocks the window, events come joined and in order, stopping is clean."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from time import monotonic, sleep

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

import app.bridge
from app.bridge import INTERVAL_MS, Bridge
from app.lanes import Report, coalesce
from engine.errors import GeneratorLost
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Catalogue,
    Citation,
    OpenedDocument,
    Passage,
    Request,
    SyncProgress,
    SyncReport,
)
from tests.app.ui.sample import FakeAssistant, answer_to
from tests.app.ui.sample_pages import PAGES, citation

WORDS = 3000
REQUEST = Request(question="How do I close a pool?")
PLACE = citation(PAGES["limits"], "While a worker drains it takes no new job.", ("Limits", "Draining"), "1")


class Talkative(FakeAssistant):
    """Writes a long draft as fast as it can."""

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        for number in range(WORDS):
            on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=f"{number} "))
            if number % 100 == 0:
                sleep(0.005)
        return answer_to(request, self.verdicts)


class Slow(FakeAssistant):
    """Holds its thread for a while, as native code does, in everything it is asked."""

    naps = 0.4

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        sleep(self.naps)
        return answer_to(request, self.verdicts)

    def catalogue(self) -> Catalogue:
        sleep(self.naps)
        return super().catalogue()

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        sleep(self.naps)
        return super().sync(on_progress=on_progress, is_cancelled=is_cancelled)


@pytest.fixture
def bridge_over(qtbot: QtBot) -> Iterator[Callable[[FakeAssistant], Bridge]]:
    """Makes bridges and closes them."""
    made: list[Bridge] = []

    def make(assistant: FakeAssistant) -> Bridge:
        made.append(Bridge(lambda: assistant))
        return made[-1]

    yield make
    for bridge in made:
        bridge.close()


Making = Callable[[FakeAssistant], Bridge]


def test_a_fast_draft_comes_joined_at_most_thirty_times_a_second_and_complete(
        qtbot: QtBot, bridge_over: Making) -> None:
    bridge = bridge_over(Talkative())
    heard: list[tuple[float, str]] = []
    bridge.answer_event.connect(lambda _ticket, event: heard.append((monotonic(), event.delta)))
    started = monotonic()
    with qtbot.waitSignal(bridge.answer_settled):
        bridge.ask(REQUEST)
    assert "".join(delta for _, delta in heard) == "".join(f"{number} " for number in range(WORDS))
    assert len(heard) <= (monotonic() - started) * 1000 / INTERVAL_MS + 2
    # over several of them: on a busy machine this thread may be held between a hand-over and the note of its time
    spans = [(later - earlier) * 1000 for (earlier, _), (later, _) in zip(heard, heard[5:], strict=False)]
    assert min(spans, default=5 * INTERVAL_MS) > 5 * INTERVAL_MS * 0.7


def test_the_window_lives_on_while_the_engine_is_busy_with_everything(qtbot: QtBot, bridge_over: Making) -> None:
    bridge = bridge_over(Slow())
    beats: list[float] = []
    timer = QTimer(interval=5)
    timer.timeout.connect(lambda: beats.append(monotonic()))
    timer.start()
    with qtbot.waitSignals([bridge.answer_settled, bridge.sync_done, bridge.catalogue_read]):
        bridge.ask(REQUEST)
        bridge.sync()
        bridge.refresh()
    timer.stop()
    assert len(beats) > 20
    assert max(later - earlier for earlier, later in pairwise(beats)) < Slow.naps / 2


def test_reports_arrive_in_the_thread_of_the_window(qtbot: QtBot, bridge_over: Making) -> None:
    bridge = bridge_over(FakeAssistant())
    threads: set[int] = set()
    bridge.answer_event.connect(lambda _ticket, _event: threads.add(threading.get_ident()))
    bridge.sync_progress.connect(lambda _progress: threads.add(threading.get_ident()))
    with qtbot.waitSignals([bridge.answer_settled, bridge.sync_done]):
        bridge.ask(REQUEST)
        bridge.sync()
    assert threads == {threading.get_ident()}


def test_stages_come_in_order_with_their_ticket(qtbot: QtBot, bridge_over: Making) -> None:
    bridge = bridge_over(FakeAssistant())
    heard: list[tuple[int, AnswerStage]] = []
    bridge.answer_event.connect(lambda ticket, event: heard.append((ticket, event.stage)))
    with qtbot.waitSignal(bridge.answer_settled):
        ticket = bridge.ask(REQUEST)
    stages = list(dict.fromkeys(stage for _, stage in heard))
    assert stages == [AnswerStage.RETRIEVED, AnswerStage.EVIDENCE, AnswerStage.DRAFT, AnswerStage.SETTLED]
    assert {number for number, _ in heard} == {ticket}


def test_a_new_question_cancels_the_one_before_and_its_draft_is_heard_no_more(
        qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant()
    assistant.gate.clear()
    bridge = bridge_over(assistant)
    settled: dict[int, AnswerState] = {}
    drafts: set[int] = set()
    bridge.answer_settled.connect(lambda ticket, answer: settled.update({ticket: answer.state}))
    bridge.answer_event.connect(
        lambda ticket, event: drafts.add(ticket) if event.stage is AnswerStage.DRAFT else None)
    first = bridge.ask(REQUEST)
    qtbot.waitUntil(lambda: len(assistant.asked) == 1)
    second = bridge.ask(REQUEST)
    assistant.gate.set()
    qtbot.waitUntil(lambda: second in settled)
    assert settled[first] is AnswerState.CANCELLED
    assert settled[second] is not AnswerState.CANCELLED
    assert drafts == {second}


def test_a_question_that_never_began_is_not_asked_once_it_is_outdated(qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant()
    assistant.gate.clear()
    bridge = bridge_over(assistant)
    for version in ("2.0", "2.3", "2.4"):
        bridge.ask(Request(question="q", version=version))
        qtbot.waitUntil(lambda: len(assistant.asked) == 1)
    assistant.gate.set()
    qtbot.waitUntil(lambda: len(assistant.asked) == 2)
    assert [request.version for request in assistant.asked] == ["2.0", "2.4"]


def test_trouble_reaches_the_person_as_its_own_sentence(qtbot: QtBot, bridge_over: Making) -> None:
    bridge = bridge_over(FakeAssistant(failure=GeneratorLost("The generator stopped; ask again to start it anew.")))
    with qtbot.waitSignal(bridge.answer_failed) as failed:
        ticket = bridge.ask(REQUEST)
    assert failed.args == [ticket, "The generator stopped; ask again to start it anew."]


def test_a_fault_of_ours_is_logged_and_told_without_a_traceback(
        qtbot: QtBot, bridge_over: Making, caplog: pytest.LogCaptureFixture) -> None:
    bridge = bridge_over(FakeAssistant(failure=ZeroDivisionError("division by zero")))
    with caplog.at_level(logging.ERROR), qtbot.waitSignal(bridge.answer_failed) as failed:
        bridge.ask(REQUEST)
    assert failed.args is not None
    assert "went wrong" in failed.args[1]
    assert "division" not in failed.args[1]
    assert "division by zero" in caplog.text


def test_after_a_failure_the_next_question_is_answered(qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant(failure=ZeroDivisionError())
    bridge = bridge_over(assistant)
    with qtbot.waitSignal(bridge.answer_failed):
        bridge.ask(REQUEST)
    assistant.failure = None
    with qtbot.waitSignal(bridge.answer_settled):
        bridge.ask(REQUEST)


def test_of_several_places_asked_for_quickly_the_last_is_opened(qtbot: QtBot, bridge_over: Making) -> None:
    held = threading.Event()

    class Patient(FakeAssistant):
        def open(self, citation: Citation) -> OpenedDocument:
            held.wait(5)
            return super().open(citation)

    assistant = Patient()
    bridge = bridge_over(assistant)
    tickets = [bridge.open(PLACE) for _ in range(6)]
    seen: list[int] = []
    bridge.opened.connect(lambda ticket, _opened, _pictures: seen.append(ticket))
    held.set()
    qtbot.waitUntil(lambda: tickets[-1] in seen)
    assert len(assistant.opened) <= 2


def test_a_passage_and_a_citation_are_both_opened(qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant()
    bridge = bridge_over(assistant)
    passage = answer_to(REQUEST, assistant.verdicts).retrieved.passages[0]
    for place in (PLACE, passage):
        with qtbot.waitSignal(bridge.opened):
            bridge.open(place)
    assert [type(place) for place in assistant.opened] == [Citation, Passage]


def test_an_added_folder_is_there_before_the_synchronisation_asked_for_after_it(
        qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant()
    bridge = bridge_over(assistant)
    order: list[str] = []
    bridge.root_added.connect(lambda _root: order.append("added"))
    bridge.sync_done.connect(lambda _report: order.append("synchronised"))
    with qtbot.waitSignal(bridge.sync_done):
        bridge.add_root("/srv/docs", product="Lantern")
        bridge.sync()
    assert order == ["added", "synchronised"]
    assert assistant.added == [("/srv/docs", "Lantern", "")]


def test_closing_during_an_answer_ends_all_threads_and_nothing_is_heard_after(
        qtbot: QtBot, bridge_over: Making) -> None:
    before = set(threading.enumerate())
    assistant = FakeAssistant()
    assistant.gate.clear()
    bridge = bridge_over(assistant)
    bridge.ask(REQUEST)
    bridge.sync()
    bridge.refresh()
    qtbot.waitUntil(lambda: len(assistant.asked) == 1)
    heard: list[object] = []
    bridge.answer_settled.connect(lambda *report: heard.append(report))
    assert bridge.close()
    assert bridge.close(), "closing twice is fine"
    qtbot.wait(2 * INTERVAL_MS)
    assert heard == []
    assert not [thread for thread in threading.enumerate()
                if thread.name.startswith("citeside-") and thread not in before]


def test_after_closing_no_more_work_is_taken(qtbot: QtBot, bridge_over: Making) -> None:
    assistant = FakeAssistant()
    bridge = bridge_over(assistant)
    bridge.close()
    bridge.ask(REQUEST)
    bridge.sync()
    bridge.refresh()
    bridge.open(PLACE)
    qtbot.wait(2 * INTERVAL_MS)
    assert (assistant.asked, assistant.synced, assistant.opened) == ([], 0, [])


def test_an_engine_that_does_not_end_is_left_behind_and_its_late_report_is_harmless(
        qtbot: QtBot, bridge_over: Making, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(app.bridge, "_PATIENCE_S", 0.05)
    bridge = bridge_over(Slow())
    heard: list[object] = []
    bridge.answer_settled.connect(lambda *report: heard.append(report))
    bridge.ask(REQUEST)
    sleep(0.05)
    assert not bridge.close()
    assert "still running" in caplog.text
    qtbot.wait(int(Slow.naps * 1000) + 50)
    assert heard == []


def test_a_stopped_synchronisation_learns_of_it(qtbot: QtBot, bridge_over: Making) -> None:
    class Endless(FakeAssistant):
        def sync(self, *, on_progress: Callable[[SyncProgress], None],
                 is_cancelled: Callable[[], bool]) -> SyncReport:
            while not is_cancelled():
                sleep(0.005)
            return SyncReport(unchanged=3)

    bridge = bridge_over(Endless())
    bridge.sync()
    with qtbot.waitSignal(bridge.sync_done) as done:
        bridge.stop_sync()
    assert done.args == [SyncReport(unchanged=3)]


_DRAFTS = st.builds(
    lambda ticket, delta: Report(signal="answer_event", ticket=ticket,
                                 payload=AnswerEvent(stage=AnswerStage.DRAFT, delta=delta)),
    st.integers(1, 2), st.text(max_size=3))
_PROGRESS = st.builds(lambda done: Report(signal="sync_progress", payload=SyncProgress(files_done=done)),
                      st.integers(0, 9))
_SETTLED = st.builds(lambda ticket: Report(signal="answer_settled", ticket=ticket), st.integers(1, 2))


def _drafted(reports: list[Report], ticket: int) -> str:
    return "".join(report.payload.delta for report in reports
                   if report.ticket == ticket and isinstance(report.payload, AnswerEvent))


@given(st.lists(st.one_of(_DRAFTS, _PROGRESS, _SETTLED)))
def test_fewer_reports_tell_the_same_story(reports: list[Report]) -> None:
    fewer = coalesce(reports)
    for ticket in (1, 2):
        assert _drafted(fewer, ticket) == _drafted(reports, ticket)
    assert [report for report in fewer if report.signal == "answer_settled"] == [
        report for report in reports if report.signal == "answer_settled"]
    progress = [report for report in reports if report.signal == "sync_progress"]
    assert [report for report in fewer if report.signal == "sync_progress"] == progress[-1:]
    assert not [pair for pair in pairwise(fewer) if _are_joinable(*pair)]


def _are_joinable(first: Report, second: Report) -> bool:
    return first.ticket == second.ticket and all(isinstance(report.payload, AnswerEvent) for report in (first, second))
