"""The library in the window: folders and files, adding with a preview, retrying, removing, pausing; and the pages that
explain an answer and the program."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.ui.handbook import handbook_page, handbook_pages
from app.ui.trace_page import trace_markdown
from app.ui.window import Window
from engine.types import Address, RootId, SyncProgress, SyncReport
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.states import Textless, scanned, troubled
from tests.app.ui.steps import ask_and_wait

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def library(qtbot: QtBot, window: Window) -> Window:
    """The window with the library in front."""
    QTest.keyClick(window, Qt.Key.Key_B, CTRL_SHIFT)
    assert window.library.isVisible()
    return window


def test_the_library_tells_folders_products_versions_and_what_is_away(library: Window) -> None:
    lines = "\n".join(library.library.folders.lines())
    assert "lantern 1 ✓  online" in lines
    assert "ops 0 ⚠  offline" in lines
    assert "Product Lantern 211" in lines
    assert "2.0 0 61 deprecated" in lines


def test_what_is_amiss_with_a_folder_is_told_in_its_line_and_below_the_window(
        open_over: Callable[[FakeAssistant], Window]) -> None:
    window = open_over(troubled())
    lines = window.library.folders.lines()
    told = {line.split(" ")[0]: line for line in lines[:6]}
    assert told["held"].endswith("⚠ 40 files vanished at once, kept for now")
    assert "⚠ not read since" in told["old"]
    assert "✓  online, read" in told["lantern"]
    below = "\n".join(lines[6:])
    assert "Changes are seen at once" in below
    assert "On a network drive: looked at every few minutes" in below
    assert "Looked at from time to time: the system watches no more folders for one person" in below
    status = window.status_line.text
    assert "⚠ 40 files vanished, kept for now: held · ⚠ not read for long: old · ⚠ out of date: 1 file" in status
    window.status_line.failures_asked.emit()
    reasons = [str(window.library.table.data(window.library.table.index(row, 2))) for row in range(2)]
    assert "can still be asked and is out of date." in reasons[1]


def test_a_file_that_was_not_read_opens_in_the_program_that_the_system_has_for_it(
        open_over: Callable[[FakeAssistant], Window], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue = FakeAssistant().catalogue()
    roots = (replace(catalogue.roots[0], path=str(tmp_path)), catalogue.roots[1])
    window = open_over(FakeAssistant(catalogue_now=replace(catalogue, roots=roots)))
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    window.show_library(True)
    view = window.library
    view.files.selectRow(0)
    assert view.open_button.text() == "Open in the system's viewer"
    view.open_button.click()
    assert window.banner.text == "manuals/valve.pdf is not there now."
    (tmp_path / "manuals").mkdir()
    (tmp_path / "manuals" / "valve.pdf").touch()
    view.open_button.click()
    assert opened == [str(tmp_path / "manuals" / "valve.pdf")]


def test_a_document_without_text_says_why_and_offers_the_systems_viewer(
        qtbot: QtBot, open_over: Callable[[FakeAssistant], Window]) -> None:
    window = open_over(Textless(entries=scanned()))
    window.asking.choose(Address(root=RootId(1), path="scans/plate.html"))
    panel = window.side_panel
    qtbot.waitUntil(lambda: panel.nothing.text != "")
    assert panel.nothing.text == ("There is no text to show. The file has no text of its own; only its title and its "
                                  "name can be searched.")
    assert any(button.text() == "Open in the system's viewer" and not button.isHidden()
               for button in panel.nothing.findChildren(QPushButton))
    window.own_pages.show_help()
    assert panel.nothing.text == ""


def test_escape_leads_back_to_the_questions(library: Window) -> None:
    QTest.keyClick(library, Qt.Key.Key_Escape)
    assert library.conversation.isVisible()
    assert library.question_box.field.hasFocus()


def test_files_are_filtered_by_state_and_by_words(library: Window) -> None:
    view = library.library
    view.filter.setCurrentIndex(view.filter.findText("All files"))
    assert view.table.rowCount() == 2
    view.search.setText("password")
    assert [entry.path for entry in view.table.shown] == ["manuals/valve.pdf"]


def test_a_file_that_was_not_read_is_tried_again(qtbot: QtBot, library: Window, assistant: FakeAssistant) -> None:
    before = assistant.synced
    library.library.files.selectRow(0)
    library.library.retry_button.click()
    qtbot.waitUntil(lambda: assistant.synced == before + 1)
    assert assistant.retried == ["manuals/valve.pdf"]


def test_a_file_of_the_ledger_opens_beside_it(qtbot: QtBot, library: Window) -> None:
    view = library.library
    view.filter.setCurrentIndex(view.filter.findText("All files"))
    view.files.selectRow(1)
    view.open_button.click()
    qtbot.waitUntil(lambda: library.side_panel.title == "operate/schedules.md")


def test_removing_a_folder_asks_once_and_says_that_files_stay(
        qtbot: QtBot, library: Window, assistant: FakeAssistant) -> None:
    view = library.library
    folder = view.folders.topLevelItem(0)
    assert folder is not None
    view.folders.setCurrentItem(folder)
    view.remove_button.click()
    assert assistant.removed == []
    assert "Its files stay where they are" in view.question.text
    view.question.chosen.emit()
    qtbot.waitUntil(lambda: assistant.removed == [RootId(1)])
    qtbot.waitUntil(lambda: "was removed" in library.banner.text)


def test_a_dropped_folder_is_offered_with_what_it_holds(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path))])
    window.dropEvent(QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
                                Qt.KeyboardModifier.NoModifier))
    form = window.folder_form
    assert (form.path.text(), form.product.text()) == (str(tmp_path), tmp_path.name)
    qtbot.waitUntil(lambda: "versions in paths: 2.15 (800), 2.8 (400) · 4 without" in form.preview.text())
    assert "2.15/scalers/cron.md → 2.15" in form.preview.text()
    form.rule.setText("(")
    qtbot.waitUntil(lambda: "no regular expression" in form.preview.text())


class Patient(FakeAssistant):
    """Reads until it is told to stop."""

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        self.synced += 1
        wait = threading.Event()
        while self.synced == 2 and not is_cancelled():
            on_progress(SyncProgress(files_done=1, files_total=2, bytes_done=305, bytes_total=1000, path="limits.md"))
            wait.wait(0.01)
        return SyncReport()


def test_reading_is_paused_and_goes_on_where_it_was(
        qtbot: QtBot, open_over: Callable[[FakeAssistant], Window]) -> None:
    assistant = Patient()
    window = open_over(assistant)
    QTest.keyClick(window, Qt.Key.Key_B, CTRL_SHIFT)
    view = window.library
    view.read_button.click()
    qtbot.waitUntil(lambda: "30.5 %" in view.progress.text())
    assert "limits.md" in view.progress.text()
    assert view.read_button.text() == "Pause"
    view.read_button.click()
    qtbot.waitUntil(lambda: "Paused" in window.status_line.text)
    window.status_line.resumed.emit()
    qtbot.waitUntil(lambda: assistant.synced == 3 and "Up to date" in window.status_line.text)


def test_why_an_answer_is_so_can_be_read_and_handed_on(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_T, CTRL_SHIFT)
    qtbot.waitUntil(lambda: "Why this answer" in window.side_panel.title)
    page = window.side_panel.view.toPlainText()
    for words in ("Lantern", "2.4", "operate/schedules.md", "0.810", "same text as S1", "CONTRADICTED", "lexical"):
        assert words in page
    window.side_panel.state.chosen.emit()
    assert "| S1 | operate/schedules.md |" in QGuiApplication.clipboard().text()


def test_a_trace_of_any_age_can_be_read() -> None:
    assert "Why this answer" in trace_markdown({})
    assert trace_markdown({"question": "a | b", "retrieved": {"candidates": [{}]}}).count("\\|") == 1


def test_f1_opens_the_handbook_and_its_links_lead_on(qtbot: QtBot, window: Window) -> None:
    QTest.keyClick(window, Qt.Key.Key_F1)
    panel = window.side_panel
    assert panel.title.startswith("Handbook › ")
    panel.view.left.emit("keyboard.md")
    assert panel.title == "Handbook › Keyboard shortcuts"
    assert "Ctrl+Enter" in panel.view.toPlainText()
    panel.view.left.emit("../../pyproject.toml")
    assert "is not followed" in panel.link.text


def test_every_page_of_the_handbook_can_be_opened() -> None:
    assert all(handbook_page(name) for name in handbook_pages())
    assert handbook_page("../../style/window.qss") is None
