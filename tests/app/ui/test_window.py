"""Journeys through the window, in words: what a person does and what they then see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication, QLabel, QPushButton, QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.ui.start import open_window
from app.ui.theme import Theme
from app.ui.window import Window
from engine.errors import UnknownVersion
from engine.types import ALL, AnswerState, Catalogue, SyncProgress, SyncReport, Verdict
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import CHINESE_QUESTION, QUESTION
from tests.app.ui.states import answer_in
from tests.app.ui.steps import ask, ask_and_wait

Opening = Callable[[FakeAssistant], Window]


def test_the_passage_stands_word_for_word_before_the_draft_and_the_draft_before_the_answer(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.gate.clear()
    assistant.draft_gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: "10 minutes" in card.words())
    assert "To let a pool go to nothing outside working hours" in card.words()
    assert "Jobs that take longer than drain" in card.words(), "the warning is read with the passage"
    assert "verified" not in card.words()

    assistant.gate.set()
    qtbot.waitUntil(lambda: "not checked yet" in card.words())
    assert "Draft" in card.words()
    assert "Set floor: 0 in the pool's file" in card.words()
    assert "sentences verified" not in card.words()

    assistant.draft_gate.set()
    qtbot.waitUntil(lambda: not card.is_open)
    assert "5 of 6 sentences verified" in card.words()
    assert "Draft" not in card.words()
    assert "✓ verified [1]" in card.words()
    assert "contradicted: a number differs [6]" in card.words()


def test_what_was_not_checked_never_looks_verified(qtbot: QtBot, open_over: Opening) -> None:
    window = open_over(FakeAssistant(verdicts=(Verdict.UNCHECKED,) * 6))
    card = ask_and_wait(qtbot, window)
    assert "Not checked yet" in card.words()
    assert "✓" not in card.words()
    assert all("verified" not in line for line in window.side_panel.places.lines())


def test_the_answer_says_which_version_it_used_and_where_that_came_from(qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window, f"{QUESTION} (2.3)")
    assert window.scope_bar.version.words == "Version 2.3 from your question"
    assert window.scope_bar.product.words == "Product Lantern"
    assert "version: from your question" in card.words()
    assert "5 minutes" in card.words()


def test_choosing_another_version_asks_the_question_again_for_it(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    first = ask_and_wait(qtbot, window)
    chip = window.scope_bar.version
    chip.setCurrentIndex(chip.findText("2.3"))
    chip.activated.emit(chip.currentIndex())
    second = window.conversation.last
    assert second is not None
    assert second is not first
    qtbot.waitUntil(lambda: not second.is_open)
    assert [request.version for request in assistant.asked] == [None, "2.3"]
    assert "10 minutes" in first.words()
    assert "5 minutes" in second.words()
    assert window.scope_bar.version.words == "Version 2.3"


def test_changing_the_scope_while_an_answer_is_written_replaces_it(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.gate.clear()
    ask(qtbot, window)
    qtbot.waitUntil(lambda: len(assistant.asked) == 1)
    window.scope_bar.deprecated.click()
    assistant.gate.set()
    qtbot.waitUntil(lambda: len(assistant.asked) == 2)
    last = window.conversation.last
    assert last is not None
    qtbot.waitUntil(lambda: not last.is_open)
    assert window.conversation.cards == (last,)
    assert assistant.asked[1].include_deprecated


def test_all_chips_reach_the_request(qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    bar = window.scope_bar
    bar.product.setCurrentIndex(bar.product.findText("Beacon"))
    bar.product.activated.emit(bar.product.currentIndex())
    assert [bar.version.itemText(index) for index in range(bar.version.count())] == ["Automatic", "All", "1.0"]
    bar.version.setCurrentIndex(1)
    bar.audience.setCurrentIndex(bar.audience.findText("operator"))
    bar.deprecated.click()
    ask_and_wait(qtbot, window)
    request = assistant.asked[-1]
    assert (request.product, request.version, request.all_versions) == ("Beacon", None, True)
    assert request.audiences == frozenset({"operator"})
    assert request.include_deprecated


def test_scope_left_alone_leaves_the_choice_to_the_engine(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    ask_and_wait(qtbot, window)
    request = assistant.asked[-1]
    assert (request.product, request.version, request.all_versions, request.audiences) == (None, None, False, ALL)


def test_search_only_lists_passages_and_generates_nothing(qtbot: QtBot, window: Window) -> None:
    QTest.keyClicks(window.question_box.field, QUESTION)
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    card = window.conversation.last
    assert card is not None
    qtbot.waitUntil(lambda: not card.is_open)
    assert "4 passages found" in card.words()
    assert "reference/limits.md › Draining" in card.words()
    assert card.answer is None


def test_stopping_keeps_the_draft_and_says_that_it_was_never_checked(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.draft_gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: "not checked yet" in card.words())
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Escape)
    assert not card.is_open
    assert "stopped, never checked" in card.words()
    assert window.question_box.ask_button.text().startswith("Ask")
    qtbot.waitUntil(lambda: card.answer is not None)
    assert "Stopped" in card.words()
    assert "stopped, never checked" in card.words()


def test_escape_without_a_running_answer_clears_the_question(qtbot: QtBot, window: Window) -> None:
    QTest.keyClicks(window.question_box.field, "half a quest")
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Escape)
    assert window.question_box.field.toPlainText() == ""


def test_a_new_question_ends_the_one_before(qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.gate.clear()
    first = ask(qtbot, window)
    qtbot.waitUntil(lambda: "10 minutes" in first.words())
    second = ask(qtbot, window, CHINESE_QUESTION)
    assert "Stopped" in first.words()
    assistant.gate.set()
    qtbot.waitUntil(lambda: not second.is_open)
    assert "将 floor 设为 0" in second.words()
    assert "3 of 3 sentences verified" not in first.words()


def test_the_newest_question_comes_to_the_top_until_the_person_scrolls(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    first = ask_and_wait(qtbot, window)
    second = ask_and_wait(qtbot, window, CHINESE_QUESTION)
    area = window.conversation.findChild(QScrollArea)
    assert area is not None
    viewport = area.viewport()
    qtbot.waitUntil(lambda: second.mapTo(viewport, QPoint(0, 0)).y() == 0)
    area.verticalScrollBar().triggerAction(QAbstractSlider.SliderAction.SliderToMinimum)
    window.resize(1200, 700)
    qtbot.wait(30)
    assert first.mapTo(viewport, QPoint(0, 0)).y() == 0


def test_larger_text_never_makes_an_answer_wider_than_its_pane(qtbot: QtBot, window: Window, theme: Theme) -> None:
    card = ask_and_wait(qtbot, window)
    window.resize(1100, 700)
    theme.set_zoom(1.6)
    qtbot.wait(30)
    parent = card.parentWidget()
    assert parent is not None
    area = window.conversation.findChild(QScrollArea)
    assert area is not None
    assert parent.width() <= area.viewport().width()


def test_a_card_ends_where_the_question_field_ends_with_and_without_the_side_panel(
        qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window)

    def right(widget: QWidget) -> int:
        return widget.mapTo(window, widget.rect().topRight()).x()

    assert abs(right(window.side_panel) - right(window.question_box) + 14) <= 1
    window.asking.show_panel(False)
    qtbot.waitUntil(lambda: abs(right(card) - right(window.question_box) + 14) <= 1)
    window.show_library(True)
    qtbot.waitUntil(lambda: abs(right(window.library) - right(window.question_box) + 14) <= 1)


def test_shift_enter_makes_a_line_and_an_empty_question_is_not_asked(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    field = window.question_box.field
    QTest.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert field.toPlainText() == "\n"
    assert assistant.asked == []


def test_a_question_that_cannot_be_met_is_told_in_one_sentence(qtbot: QtBot, window: Window,
                                                               assistant: FakeAssistant) -> None:
    assistant.failure = UnknownVersion("No document covers version 9; there are 2.4 and 2.3.")
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: not card.is_open)
    assert card.words() == f"{QUESTION}\nNo document covers version 9; there are 2.4 and 2.3."


def test_closing_during_an_answer_is_clean_and_closing_twice_is_fine(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    assistant.gate.clear()
    card = ask(qtbot, window)
    qtbot.waitUntil(lambda: card.retrieved is not None)
    window.close()
    window.close()
    assert not window.isVisible()


def test_the_first_run_offers_to_add_a_folder_and_holds_the_sample_until_there_is_something_to_ask(
        open_over: Opening) -> None:
    window = open_over(FakeAssistant(catalogue_now=Catalogue()))
    welcome = window.conversation.welcome
    assert welcome.isVisible()
    assert any(button.text() == "Add a folder" for button in welcome.findChildren(QPushButton))
    assert not welcome.sample.isEnabled()
    assert "no documents yet" in window.status_line.text


def test_nothing_is_searched_before_there_is_anything_to_search(qtbot: QtBot, open_over: Opening) -> None:
    assistant = FakeAssistant(catalogue_now=Catalogue(roots=FakeAssistant().catalogue().roots))
    window = open_over(assistant)
    card = ask(qtbot, window)
    assert "Nothing has been read yet. Ask again in a moment" in card.words()
    assert window.question_box.field.toPlainText() == QUESTION, "the question stays ready"
    assert assistant.asked == []
    assistant.catalogue_now = FakeAssistant().catalogue()
    window.librarian.read(True)
    qtbot.waitUntil(lambda: "223 documents" in window.status_line.text)
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(assistant.asked) == 1)


def test_the_first_question_stands_ready_when_the_folders_have_been_read(
        qtbot: QtBot, qapp: QApplication, theme: Theme) -> None:
    assistant = FakeAssistant(catalogue_now=Catalogue())
    assistant.gate.clear()
    read = assistant.sync

    def slow(**parts: Any) -> SyncReport:
        assistant.gate.wait(10)
        assistant.catalogue_now = FakeAssistant().catalogue()
        return read(**parts)

    assistant.sync = slow  # type: ignore[method-assign]
    window, _ = open_window(qapp, lambda: assistant, theme=theme)
    qtbot.addWidget(window)
    window.show()
    window.start(lambda: QUESTION)
    qtbot.waitUntil(lambda: "no documents yet" in window.status_line.text)
    assert window.question_box.field.toPlainText() == ""
    assistant.gate.set()
    qtbot.waitUntil(lambda: window.question_box.field.toPlainText() == QUESTION)
    window.close()


def test_nothing_found_while_folders_are_being_read_says_that_they_are(qtbot: QtBot, window: Window) -> None:
    window._bridge.sync_progress.emit(SyncProgress(files_done=3, files_total=9))
    window.conversation.begin(QUESTION)
    card = window.conversation.last
    assert card is not None
    card.settle(answer_in(AnswerState.NO_EVIDENCE, "no_match"), is_incomplete=window.asking._is_reading)
    assert "what has not been read yet was not searched." in card.words()


def test_the_sample_question_is_one_click_away(qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    QTest.mouseClick(window.conversation.welcome.sample, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: len(assistant.asked) == 1)
    assert assistant.asked[0].question == "How do I add a folder to the library?"


def test_an_added_folder_is_registered_with_its_product_and_then_read(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    form = window.folder_form
    form.offer("/srv/docs/beacon")
    assert form.product.text() == "beacon"
    form.version.setText("1.0")
    QTest.keyClick(form.version, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: assistant.synced == 2)
    assert assistant.added == [("/srv/docs/beacon", "beacon", "1.0")]
    assert "beacon" in window.banner.text


def test_the_status_line_tells_what_is_searchable_what_failed_and_which_folder_is_away(window: Window) -> None:
    words = window.status_line.text
    assert "1,240 of 6,112" in words.replace("1240", "1,240").replace("6112", "6,112")
    assert "1 file failed" in words
    assert "offline: ops" in words


def test_f6_goes_through_the_panes_and_comes_back(qtbot: QtBot, window: Window, qapp: QApplication) -> None:
    ask_and_wait(qtbot, window)
    window.activateWindow()
    window.question_box.field.setFocus()
    seen = []
    for _ in range(5):
        QTest.keyClick(window, Qt.Key.Key_F6)
        focus = qapp.focusWidget()
        assert focus is not None
        seen.append(focus.accessibleName())
    assert seen == ["Product", "Conversation", "Document", "Cited places", "Question"]


def test_zoom_makes_all_text_larger_and_comes_back(qtbot: QtBot, window: Window) -> None:
    card = ask_and_wait(qtbot, window)
    label = card.findChild(QLabel)
    assert label is not None
    before = label.sizeHint().height(), window.side_panel.view.document().defaultFont().pointSizeF()
    QTest.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    larger = window.side_panel.view.document().defaultFont().pointSizeF()
    QTest.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert larger > before[1]
    assert window.side_panel.view.document().defaultFont().pointSizeF() == before[1]


def test_every_input_has_a_name_for_a_screen_reader(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    bar = window.scope_bar
    form = window.folder_form
    named = [bar.product, bar.version, bar.audience, bar.deprecated, window.question_box.field,
             window.side_panel.view, window.side_panel.places, form.path, form.product, form.version]
    assert all(widget.accessibleName() for widget in named)
    assert bar.version.accessibleDescription() == bar.version.words


def test_a_question_is_put_with_the_turn_before_it_and_again_with_the_same(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    ask_and_wait(qtbot, window, f"{QUESTION} (2.3)")
    assert assistant.asked[-1].before is None
    ask_and_wait(qtbot, window, "And its default?")
    before = assistant.asked[-1].before
    assert before is not None
    assert (before.question, before.version) == (f"{QUESTION} (2.3)", "2.3")
    assert before.answer
    window.asking.ask_again()
    qtbot.waitUntil(lambda: len(assistant.asked) == 3)
    assert assistant.asked[-1].before == before
