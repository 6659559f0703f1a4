"""The quality page: a set is run, its figures are kept and drawn, what fails can be asked again."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.window import Window
from tests.app.ui.sample import FakeAssistant

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def test_a_set_is_run_and_what_fails_is_asked_again_in_its_version(
        qtbot: QtBot, window: Window, assistant: FakeAssistant, tmp_path: Path) -> None:
    QTest.keyClick(window, Qt.Key.Key_Q, CTRL_SHIFT)
    view = window.quality
    for count in (1, 2):
        view.running.emit(str(tmp_path / "pump.jsonl"))
        qtbot.waitUntil(lambda count=count: view.runs.topLevelItemCount() == count)  # type: ignore[misc]
    row = view.runs.topLevelItem(0)
    assert row is not None
    assert [row.text(column) for column in range(6)] == ["2026-11-30 10:00", "pump.jsonl", "40", "75.0 %", "92.5 %",
                                                         "90.0 %"]
    assert view.chart.isVisible()
    failing = view.failing.topLevelItem(0)
    assert failing is not None
    assert (failing.text(0), failing.text(2)) == ("How large is a pool?", "✗ not found")
    view.failing.itemActivated.emit(failing, 0)
    qtbot.waitUntil(lambda: assistant.asked != [])
    request = assistant.asked[-1]
    assert (request.question, request.product, request.version) == ("How large is a pool?", "Lantern", "2.4")
    assert window.conversation.isVisible()


def test_a_run_can_be_stopped_and_nothing_of_it_is_kept(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.gate.clear()
    window.show_quality()
    window.quality.running.emit("/srv/set.jsonl")
    assert window.quality.run_button.text() == "Stop the run"
    window.quality.run_button.click()
    qtbot.waitUntil(lambda: "nothing of it was kept" in window.quality.note.text)
    assert window.quality.run_button.text() == "Run a set of questions"
    assert assistant.measured == []
    assistant.gate.set()
