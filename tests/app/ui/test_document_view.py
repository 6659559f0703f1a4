"""A document opens at its place, with the quote highlighted in the text that is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QPixmap, QTextCursor, QTextDocument
from pytestqt.qtbot import QtBot

from app.ui.document_view import DocumentView
from app.ui.theme import Mode, Theme
from engine.types import CitationState, OpenedDocument, Span
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import PAGES, Page, between, citation


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> DocumentView:
    """An empty view of a usual size."""
    made = DocumentView(theme)
    qtbot.addWidget(made)
    made.resize(720, 420)
    made.show()
    return made


def opened(page: Page, quote: str, heading: str) -> OpenedDocument:
    """A page opened at a quote."""
    return FakeAssistant().open(citation(page, quote, (page.title, heading), "1"))


def highlighted(view: DocumentView) -> list[str]:
    """The highlighted stretches, one for each block."""
    return [selection.cursor.selectedText() for selection in view.extraSelections()]


def first_highlight(view: DocumentView) -> QTextCursor:
    """The first highlighted stretch."""
    selections = view.extraSelections()
    return QTextCursor(selections[0].cursor)


def test_the_heading_is_at_the_top_and_the_quote_below_it(view: DocumentView) -> None:
    quote = between(PAGES["2.4"].text, "To let a pool go", "need it.")
    assert view.open(opened(PAGES["2.4"], quote, "Close a pool at night"))
    at_top = view.cursorForPosition(view.viewport().rect().topLeft()).block()
    assert "Close a pool at night" in (at_top.text(), at_top.next().text())
    assert highlighted(view) == [
        "To let a pool go to nothing outside working hours, set floor: 0 and give the pool a close time. Workers then "
        "finish what they hold and leave; the last one is gone 10 minutes after the close time at the latest. Set "
        "drain to a longer time when your jobs need it."]


def test_a_quote_far_below_its_heading_is_scrolled_to_itself(view: DocumentView) -> None:
    filler = "Filler line.\n\n" * 60
    page = replace(PAGES["limits"], text=f"# Limits\n\n## Draining\n\n{filler}The one that counts.\n")
    document = opened(PAGES["limits"], "## Draining", "Draining")
    assert view.open(replace(document, text=page.text, quote="The one that counts.",
                             span=page.span("The one that counts.")))
    assert view.viewport().rect().contains(view.cursorRect(first_highlight(view)))


def test_table_rows_are_highlighted_cell_by_cell(view: DocumentView) -> None:
    row = between(PAGES["2.4"].text, "| `floor` |", "open hours |")
    assert view.open(opened(PAGES["2.4"], row, "Fields"))
    assert highlighted(view) == ["floor", "number", "1", "workers kept outside the open hours"]


def test_lines_of_code_are_highlighted_without_their_fence(view: DocumentView) -> None:
    lines = between(PAGES["2.4"].text, "   pool: nightly", "weekdays at six")
    assert view.open(opened(PAGES["2.4"], lines, "Close a pool at night"))
    assert [line.strip() for line in highlighted(view)] == [
        "pool: nightly-reports", "floor: 0", "schedule:", 'open: "0 6 * * 1-5"    # weekdays at six']


def test_characters_beyond_the_basic_plane_do_not_shift_the_highlight(view: DocumentView) -> None:
    page = replace(PAGES["limits"], text="# Limits 💡💡\n\nOne 💡 two. The third 🛠️ sentence.\n")
    document = replace(opened(PAGES["limits"], "## Workers", "Workers"), text=page.text,
                       quote="The third 🛠️ sentence.", span=page.span("The third 🛠️ sentence."))
    assert view.open(document)
    assert highlighted(view) == ["The third 🛠️ sentence."]


def test_a_quote_that_is_not_in_the_text_is_not_pretended(view: DocumentView) -> None:
    document = replace(opened(PAGES["2.4"], "## Time zones", "Time zones"), quote="Words of another page.")
    assert not view.open(document)
    assert highlighted(view) == []
    assert view.quote_span is None
    assert "Time zones" in view.cursorForPosition(view.viewport().rect().center()).document().toPlainText()
    first = view.cursorForPosition(view.viewport().rect().topLeft()).block()
    assert view.verticalScrollBar().value() > 0, "it opens at the section all the same"
    assert first.text() != "Schedules"


def test_without_a_span_nothing_is_highlighted_even_if_the_words_occur(view: DocumentView) -> None:
    quote = "While a worker drains it takes no new job."
    assert not view.open(replace(opened(PAGES["limits"], quote, "Draining"), span=None, state=CitationState.CHANGED))
    assert highlighted(view) == []


def test_plain_text_is_shown_as_it_is_and_highlighted(view: DocumentView) -> None:
    text = "# not a heading\n* not a list\nThe line.\n"
    document = replace(opened(PAGES["limits"], "## Workers", "Workers"), media_type="text/plain", text=text,
                       quote="* not a list", span=Span(16, 28))
    assert view.open(document)
    assert view.toPlainText().rstrip() == text.rstrip()
    assert highlighted(view) == ["not a list"]


def test_the_highlight_stays_on_its_words_when_the_colours_change(view: DocumentView, theme: Theme) -> None:
    quote = "While a worker drains it takes no new job."
    view.open(opened(PAGES["limits"], quote, "Draining"))
    theme.set_mode(Mode.DARK)
    assert highlighted(view) == [quote]
    selections = view.extraSelections()
    assert selections[0].format.background().color().name() == theme.colours.highlight


def test_the_place_is_kept_when_the_panel_is_resized(view: DocumentView, qtbot: QtBot) -> None:
    quote = between(PAGES["2.4"].text, "Times are read", "`zone`.")
    view.open(opened(PAGES["2.4"], quote, "Time zones"))
    view.resize(420, 300)
    qtbot.wait(20)
    assert view.viewport().rect().contains(view.cursorRect(first_highlight(view)).center())


@pytest.mark.parametrize("address", ["file:///etc/passwd", "https://elsewhere.example/x.png", "pool.png", "../x.png"])
def test_no_picture_or_sheet_is_ever_loaded(view: DocumentView, address: str) -> None:
    picture = view.loadResource(QTextDocument.ResourceType.ImageResource.value, QUrl(address))
    assert isinstance(picture, QPixmap)
    other = view.loadResource(QTextDocument.ResourceType.StyleSheetResource.value, QUrl(address))
    assert not other


def test_links_that_lead_out_are_told_and_not_followed(view: DocumentView, qtbot: QtBot) -> None:
    view.open(opened(PAGES["2.4"], "## Fields", "Fields"))
    before = view.toPlainText()
    with qtbot.waitSignal(view.left) as left:
        view.anchorClicked.emit(QUrl("https://elsewhere.example/page"))
    assert left.args == ["https://elsewhere.example/page"]
    assert view.toPlainText() == before


def test_links_inside_the_document_go_to_their_heading(view: DocumentView) -> None:
    view.open(opened(PAGES["2.4"], "## Fields", "Fields"))
    view.anchorClicked.emit(QUrl("#time-zones"))
    at_top = view.cursorForPosition(view.viewport().rect().center()).block()
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum() or "zone" in at_top.text().lower()


def test_each_block_of_text_runs_in_the_direction_of_its_own_script(view: DocumentView) -> None:
    text = "# مضخة المياه\n\nأغلق الصمام قبل فتح الغطاء.\n\nAn English paragraph.\n"
    view.open(replace(opened(PAGES["limits"], "Limits", "Limits"), text=text, quote="", span=None, heading_path=()))
    blocks = [view.document().findBlockByNumber(number) for number in range(view.document().blockCount())]
    directions = {words: block.textDirection() for block in blocks if (words := block.text().strip())}
    assert directions == {
        "مضخة المياه": Qt.LayoutDirection.RightToLeft, "أغلق الصمام قبل فتح الغطاء.": Qt.LayoutDirection.RightToLeft,
        "An English paragraph.": Qt.LayoutDirection.LeftToRight}
