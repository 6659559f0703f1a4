"""From a citation to its place: the section opens, the words are highlighted, and what changed is said."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.ui.faces import deprecation_words
from app.ui.theme import LIGHT, Mode
from app.ui.window import Window
from engine.types import Address, CitationState, Passage, RootId
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import PAGES, QUESTION, citation, passage
from tests.app.ui.steps import ask, ask_and_wait, click_link, first_highlight, highlighted


def test_clicking_a_citation_opens_its_section_with_the_words_highlighted(qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window)
    click_link(qtbot, card, "[4]")
    qtbot.waitUntil(lambda: window.side_panel.title == "reference/limits.md › Draining")
    assert highlighted(window) == "While a worker drains it takes no new job."
    view = window.side_panel.view
    place = view.cursorRect(first_highlight(window))
    assert view.viewport().rect().contains(place), "the words are on screen, not somewhere in the page"


def test_the_highlight_has_its_colour_on_screen(qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window)
    click_link(qtbot, card, "[4]")
    qtbot.waitUntil(lambda: "Draining" in window.side_panel.title)
    view = window.side_panel.view
    cursor = first_highlight(window)
    cursor.setPosition(cursor.selectionStart() + 4)
    edge = view.cursorRect(cursor)
    picture = view.viewport().grab().toImage()
    colours = {picture.pixelColor(edge.left() + across, edge.top() + 2).name() for across in range(20)}
    assert QColor(LIGHT.highlight).name() in colours


@pytest.mark.parametrize(("number", "words"), [(1, "and give the pool a close time."), (5, "put back into the queue.")])
def test_alt_and_a_number_opens_that_citation(qtbot: QtBot, window: Window, number: int, words: str) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_0 + number, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: highlighted(window).endswith(words))


def test_the_passage_opens_first_and_citation_1_takes_its_place_when_the_answer_has_settled(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.draft_gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: highlighted(window).endswith("need it."))
    assert window.side_panel.places.marked_line.startswith("operate/schedules.md › Close a pool at night")
    assistant.draft_gate.set()
    qtbot.waitUntil(lambda: not card.is_open)
    qtbot.waitUntil(lambda: highlighted(window).endswith("close time."))
    assert window.side_panel.places.marked_line.startswith("1   ")


def test_the_passage_opens_by_itself_but_nothing_ever_does_over_what_the_person_picked(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.draft_gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: "Close a pool at night" in window.side_panel.title)
    assert not window.side_panel.isHidden()
    limits = next(target for target in window.side_panel.places.targets if "limits" in target.path)
    window.side_panel.places.chosen.emit(limits)
    qtbot.waitUntil(lambda: "Draining" in window.side_panel.title)
    assistant.draft_gate.set()
    qtbot.waitUntil(lambda: not card.is_open)
    assert "Draining" in window.side_panel.title
    assert window.side_panel.places.marked_line == "", "its section is cited, these words of it are not"


def test_a_page_that_the_person_scrolls_stays_when_the_answer_settles(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.draft_gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: highlighted(window).endswith("need it."))
    window.side_panel.view.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
    assistant.draft_gate.set()
    qtbot.waitUntil(lambda: not card.is_open)
    assert highlighted(window).endswith("need it.")
    assert window.side_panel.places.marked_line == ""


def test_the_selected_line_is_always_the_place_that_is_highlighted(qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window)
    panel = window.side_panel

    def agree(line: str, words: str) -> None:
        qtbot.waitUntil(lambda: words in highlighted(window).replace("\n", " "))
        assert panel.places.marked_line.startswith(line) if line else panel.places.marked_line == ""

    agree("1 ", "give the pool a close time.")
    panel.step(1)
    agree("2 ", "Workers then finish")
    click_link(qtbot, card, "[4]")
    agree("4 ", "While a worker drains it takes no new job.")
    window.asking.places.move(-1)
    agree("2 ", "Workers then finish")
    window.asking.places.move(1)
    agree("4 ", "While a worker drains it takes no new job.")
    window.asking.choose(passage(PAGES["2.4"], "No restart is needed.", ("Schedules", "Close a pool at night")))
    agree("", "No restart is needed.")
    panel.step(1)
    agree("1 ", "give the pool a close time.")
    window._theme.set_mode(Mode.DARK)
    agree("1 ", "give the pool a close time.")
    window.ask_why()
    qtbot.waitUntil(lambda: panel.title == "Why this answer")
    assert panel.places.marked_line == ""


@pytest.mark.parametrize(("state", "words"), [
    (CitationState.CHANGED, "Changed since it was indexed"), (CitationState.MISSING, "no longer there"),
    (CitationState.MOVED, "moved to another place"),
])
def test_a_place_that_is_not_as_it_was_says_so(
        qtbot: QtBot, window: Window, assistant: FakeAssistant, state: CitationState, words: str) -> None:
    card = ask_and_wait(qtbot, window)
    assistant.opened_state = state
    click_link(qtbot, card, "[4]")
    qtbot.waitUntil(lambda: words in window.side_panel.state.text)
    assert bool(highlighted(window)) is (state is CitationState.MOVED)


def test_a_deprecated_page_names_its_successor(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    old = next(target for target in window.side_panel.places.targets if "archive" in target.path)
    assert isinstance(old, Passage)
    assert any("night-mode.md › Night mode ⚠ deprecated" in line for line in window.side_panel.places.lines())
    window.side_panel.places.chosen.emit(old)
    qtbot.waitUntil(lambda: window.side_panel.deprecation.text != "")
    assert window.side_panel.deprecation.text == "Deprecated since 2.2, see operate/schedules.md"


def test_next_and_previous_walk_through_the_places_in_a_ring(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_1, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: highlighted(window).endswith("close time."))
    window.side_panel.step(1)
    qtbot.waitUntil(lambda: highlighted(window).startswith("Workers then finish"))
    window.side_panel.step(-1)
    qtbot.waitUntil(lambda: highlighted(window).endswith("close time."))
    window.side_panel.step(-1)
    qtbot.waitUntil(lambda: "Night mode" in window.side_panel.title)


def test_cited_places_come_first_and_the_rest_is_folded(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    lines = window.side_panel.places.lines()
    assert lines[0] == "Cited (6)"
    assert lines[1].startswith("1   operate/schedules.md › Close a pool at night")
    assert lines[1].endswith("✓  verified")
    assert lines[6].endswith("✗  contradicted")
    assert lines[7] == "Also found (2)"
    folded = window.side_panel.places.topLevelItem(1)
    assert folded is not None
    assert not folded.isExpanded()


def test_failed_files_are_listed_with_their_reasons(qtbot: QtBot, window: Window) -> None:
    window.status_line.failures_asked.emit()
    assert window.library.isVisible()
    table = window.library.table
    assert [table.data(table.index(0, column)) for column in range(3)] == [
        "manuals/valve.pdf", "✗  not read", "The file is protected by a password."]
    assert table.rowCount() == 1


def test_ctrl_b_hides_the_side_panel_and_it_stays_hidden_for_the_next_answer(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    assert window.side_panel.isHidden()
    card = ask_and_wait(qtbot, window)
    assert window.side_panel.isHidden()
    click_link(qtbot, card, "[1]")
    assert not window.side_panel.isHidden()


def test_copying_an_answer_takes_its_citations_along(qtbot: QtBot, window: Window, qapp: QApplication) -> None:
    card = ask_and_wait(qtbot, window)
    button = next(button for button in card.findChildren(QPushButton) if button.text() == "Copy with citations")
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    copied = qapp.clipboard().text()
    assert copied.startswith(f"**{QUESTION}**")
    assert "give the pool a `close` time. [1]" in copied
    assert "10 workers. [6] (contradicted)" in copied
    assert "4. reference/limits.md › Draining (2.4)" in copied


def test_a_deprecated_page_leads_to_its_successor_and_back(qtbot: QtBot, window: Window) -> None:
    window.asking.choose(passage(PAGES["old"], "Set `night: on`.", ("Night mode",)))
    panel = window.side_panel
    qtbot.waitUntil(lambda: "Deprecated since 2.2" in panel.deprecation.text)
    panel.deprecation.chosen.emit()
    qtbot.waitUntil(lambda: panel.title == "operate/schedules.md")
    assert panel.deprecation.text == ""
    QTest.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: panel.title.startswith("archive/night-mode.md"))
    QTest.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: panel.title == "operate/schedules.md")


def test_a_link_to_a_document_of_the_library_opens_it_and_any_other_is_told(qtbot: QtBot, window: Window) -> None:
    window.asking.choose(citation(PAGES["limits"], "While a worker drains it takes no new job.",
                                  ("Limits", "Draining"), "1"))
    panel = window.side_panel
    qtbot.waitUntil(lambda: panel.title.startswith("reference/limits.md"))
    panel.view.left.emit("https://elsewhere.example/")
    qtbot.waitUntil(lambda: "is not followed: https://elsewhere.example/" in panel.link.text)
    panel.view.left.emit("schedules.md#Time zones")
    qtbot.waitUntil(lambda: panel.title == "operate/schedules.md › Time zones")


def test_words_are_found_in_a_text_and_walked_through(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    bar = window.side_panel.pane.find_bar
    QTest.keyClicks(bar.field, "floor")
    first, of, count = bar.count_words.split()
    assert (of, int(count) > 2) == ("of", True)
    QTest.keyClick(window, Qt.Key.Key_F3)
    assert bar.count_words.split()[0] == str(int(first) % int(count) + 1)
    bar.field.setText("zebra")
    assert bar.count_words == "not found"


@pytest.mark.parametrize(("since", "words"), [
    ("deprecated", "Deprecated"), ("2.2", "Deprecated since 2.2"), ("archived", "Archived"),
    ("draft", "Draft, not published"), ("", "Deprecated"),
])
def test_a_word_for_the_state_is_not_taken_for_a_date(since: str, words: str) -> None:
    opened = FakeAssistant().open_address(Address(root=RootId(1), path="archive/night-mode.md"))
    assert deprecation_words(replace(opened, deprecated=True, deprecated_at=since)) == words
