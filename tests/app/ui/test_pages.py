"""Pages in the side panel: a PDF opens on its page with the cited words marked, and can be read, searched and left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.theme import LIGHT
from app.ui.window import Window
from engine.types import Citation, OpenedDocument, Passage, Span
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import PAGES, citation
from tests.app.ui.steps import ask_and_wait, click_link

QUOTE = "While a worker drains it takes no new job."


class PdfAssistant(FakeAssistant):
    """Every document is a PDF, cited on its second page."""

    def _opened(self, place: Citation | Passage, quote: str, span: Span) -> OpenedDocument:
        opened = super()._opened(place, quote, span)
        return replace(opened, media_type="application/pdf", file="/srv/docs/limits.pdf", pages=(2,))


@pytest.fixture
def assistant() -> FakeAssistant:
    return PdfAssistant()


@pytest.fixture
def opened(qtbot: QtBot, window: Window, assistant: FakeAssistant) -> Window:
    """A window with a citation of a PDF open on its page."""
    card = ask_and_wait(qtbot, window)
    click_link(qtbot, card, "[4]")
    qtbot.waitUntil(lambda: assistant.drawn != [] and assistant.drawn[-1].quote == QUOTE)
    qtbot.waitUntil(lambda: window.side_panel.pane.page_view.page_count == 3)
    return window


def test_a_pdf_opens_on_the_cited_page_with_the_words_in_the_colour_of_the_highlight(
        qtbot: QtBot, opened: Window, qapp: QApplication) -> None:
    pane = opened.side_panel.pane
    assert pane.is_paged
    assert pane.page_bar.words == "2 of 3"
    mark = pane.page_view.marks[0]
    picture = pane.page_view.sheet.grab().toImage()
    ratio = picture.devicePixelRatio()
    assert picture.pixelColor((mark.center() * ratio).toPoint()) == QColor(LIGHT.highlight)
    assert picture.pixelColor((mark.topLeft() * ratio).toPoint() * 0.5) != QColor(LIGHT.highlight)
    assert opened.side_panel.state.text == ""


def test_pages_are_turned_by_bar_and_keys_and_stay_within_the_document(
        qtbot: QtBot, opened: Window, assistant: FakeAssistant) -> None:
    pane = opened.side_panel.pane
    pane.page_bar.turned.emit(3)
    qtbot.waitUntil(lambda: pane.page_bar.words == "3 of 3")
    pane.page_bar.turned.emit(4)
    assert pane.page_view.page == 3
    QTest.keyClick(pane.page_view, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: pane.page_view.page == 2)


def test_a_larger_page_is_drawn_anew_and_not_only_stretched(
        qtbot: QtBot, opened: Window, assistant: FakeAssistant) -> None:
    before = assistant.drawn[-1].width
    opened.side_panel.pane.page_bar.zoomed.emit(2.0)
    qtbot.waitUntil(lambda: assistant.drawn[-1].width == pytest.approx(2 * before, abs=2))


def test_the_text_of_a_page_can_be_read_instead_and_is_scrolled_to_the_quote(qtbot: QtBot, opened: Window) -> None:
    QTest.keyClick(opened, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    pane = opened.side_panel.pane
    assert not pane.is_paged
    assert pane.view.isVisible()
    assert QUOTE in pane.view.toPlainText()
    assert pane.view.extraSelections()
    QTest.keyClick(opened, Qt.Key.Key_T, Qt.KeyboardModifier.ControlModifier)
    assert pane.is_paged
    assert pane.page_view.sheet.accessibleDescription() == "Valve manual", "a screen reader has the words of the page"


def test_words_are_found_across_pages_and_each_is_turned_to(qtbot: QtBot, opened: Window) -> None:
    QTest.keyClick(opened, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    pane = opened.side_panel.pane
    QTest.keyClicks(pane.find_bar.field, "valve")
    qtbot.waitUntil(lambda: pane.find_bar.count_words == "2 of 2")
    assert pane.page_view.page == 3, "the first find at or after the page that is open"
    QTest.keyClick(opened, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: pane.page_view.page == 1)
    assert pane.find_bar.count_words == "1 of 2"
    QTest.keyClick(pane.find_bar.field, Qt.Key.Key_Escape)
    assert pane.find_bar.isHidden()


def test_a_page_that_cannot_be_drawn_leaves_the_text_and_says_so(
        qtbot: QtBot, window: Window, assistant: FakeAssistant, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(request: object) -> None:
        raise OSError("a fault of ours")
    monkeypatch.setattr(assistant, "draw_page", fail)
    ask_and_wait(qtbot, window)
    qtbot.waitUntil(lambda: "went wrong" in window.side_panel.state.text)
    assert not window.side_panel.pane.is_paged
    assert window.side_panel.view.toPlainText() != ""


def test_words_that_are_not_on_their_page_are_not_pretended(
        qtbot: QtBot, window: Window, assistant: FakeAssistant, monkeypatch: pytest.MonkeyPatch) -> None:
    draw = assistant.draw_page
    monkeypatch.setattr(assistant, "draw_page",
                        lambda request: replace(draw(request), marks=(), is_exact=False))
    window.asking.choose(citation(PAGES["limits"], QUOTE, ("Limits", "Draining"), "1"))
    qtbot.waitUntil(lambda: "could not be located" in window.side_panel.state.text)
