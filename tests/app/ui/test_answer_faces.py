"""Each kind of answer has its own face, can be taken along, and is found again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.ui.answer_card import AnswerCard
from app.ui.export import answer_section, conversation_markdown, write
from app.ui.theme import Theme
from app.ui.version_cards import VersionCard
from app.ui.window import Window
from engine.types import AnswerState, FeedbackKind, Request, Verdict
from tests.app.ui.sample import FakeAssistant, answer_to
from tests.app.ui.sample_pages import PAGES, QUESTION, passage
from tests.app.ui.states import answer_in
from tests.app.ui.steps import ask_and_wait

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def card(qtbot: QtBot, theme: Theme) -> AnswerCard:
    made = AnswerCard(theme, QUESTION)
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    return made


def test_an_answer_that_depends_on_the_version_has_a_card_for_each_and_one_click_settles_it(
        qtbot: QtBot, card: AnswerCard) -> None:
    card.settle(answer_in(AnswerState.NEEDS_VERSION, "needs_version"))
    cards = card.findChildren(VersionCard)
    assert [made.words.split(":")[0] for made in cards] == ["2.4", "2.3", "2.2"]
    assert "10 minutes" in cards[0].words
    assert "5 minutes" in cards[1].words
    assert "not documented in this version" in cards[2].words
    with qtbot.waitSignal(card.version_chosen) as chosen:
        cards[1].button.click()
    assert chosen.args == ["2.3"]


def test_what_other_versions_say_stands_apart_from_what_is_nearest(card: AnswerCard) -> None:
    elsewhere = (passage(PAGES["old"], "Set `night: on`.", ("Night mode",)),)
    answer = replace(answer_in(AnswerState.DECLINED, "below_floor"), elsewhere=elsewhere)
    card.settle(answer)
    near, other = card.words().split("In other versions")
    assert "Nearest sections" in near
    assert "limits.md" in near
    assert "night-mode.md" in other
    link = card._place(f"passage:{len(card._listed) - 1}")
    assert link == elsewhere[0]


def test_a_word_for_word_answer_says_why_nothing_was_written(card: AnswerCard) -> None:
    card.settle(answer_in(AnswerState.VERBATIM, "no_generator"))
    assert "Word for word from the document" in card.words()
    assert "no text was generated" in card.words()


def test_an_exported_answer_has_scope_verdicts_sources_and_the_passage() -> None:
    text = answer_section(answer_to(Request(question=QUESTION), (Verdict.SUPPORTED,) * 5 + (Verdict.CONTRADICTED,)))
    for words in (f"## {QUESTION}", "Lantern 2.4", "5 of 6 sentences verified", "(contradicted)",
                  "1. operate/schedules", "> To let a pool go"):
        assert words in text
    assert conversation_markdown([text]).startswith("# Questions and answers")


def test_a_conversation_is_written_to_a_file_and_a_bad_place_is_told(
        qtbot: QtBot, window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    QTest.keyClick(window, Qt.Key.Key_E, CTRL)
    assert "nothing to write yet" in window.banner.text
    ask_and_wait(qtbot, window)
    file = tmp_path / "kept.md"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    QTest.keyClick(window, Qt.Key.Key_E, CTRL)
    assert QUESTION in file.read_text("utf-8")
    assert "kept.md" in window.banner.text
    assert "could not be written" in write(str(tmp_path / "no" / "where.md"), "x")


def test_up_brings_back_what_was_asked_and_down_what_was_being_written(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window, "First pool?")
    ask_and_wait(qtbot, window, "Second pool?")
    field = window.question_box.field
    field.insertPlainText("Thi")
    for words in ("Second pool?", "First pool?", "First pool?"):
        QTest.keyClick(field, Qt.Key.Key_Up)
        assert field.toPlainText() == words
    QTest.keyClick(field, Qt.Key.Key_Down)
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert field.toPlainText() == "Thi"


def test_a_new_conversation_begins_with_the_welcome_page(qtbot: QtBot, window: Window) -> None:
    ask_and_wait(qtbot, window)
    QTest.keyClick(window, Qt.Key.Key_N, CTRL)
    assert window.conversation.welcome.isVisible()
    assert window.conversation.markdown() == ""
    ask_and_wait(qtbot, window)


def test_places_are_found_while_typing_and_opened_without_asking(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    window.activateWindow()
    window.question_box.field.setFocus()
    qtbot.waitUntil(window.question_box.field.hasFocus)
    QTest.keyClicks(window.question_box.field, "close pool")
    found = window.typing_list
    qtbot.waitUntil(lambda: len(found.lines()) == 4)
    assert found.lines()[0].startswith("operate/schedules.md › Close a pool at night  2.4")
    assert "⚠ deprecated" in found.lines()[3]
    assert assistant.asked == []
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Down)
    QTest.keyClick(found.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.side_panel.title == "operate/schedules.md › Close a pool at night")
    assert found.lines() == []


def test_the_list_goes_when_nothing_is_found_or_the_question_is_asked(qtbot: QtBot, window: Window) -> None:
    window.question_box.field.setFocus()
    qtbot.waitUntil(window.question_box.field.hasFocus)
    QTest.keyClicks(window.question_box.field, "pool")
    qtbot.waitUntil(lambda: window.typing_list.lines() != [])
    window.question_box.field.setPlainText("zebra")
    qtbot.waitUntil(lambda: window.typing_list.lines() == [])
    window.question_box.field.setPlainText("pool")
    qtbot.waitUntil(lambda: window.typing_list.lines() != [])
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Return)
    assert window.typing_list.lines() == []


def test_what_a_person_says_of_an_answer_is_kept_and_told(
        qtbot: QtBot, window: Window, assistant: FakeAssistant) -> None:
    card = ask_and_wait(qtbot, window)
    card.feedback.buttons[FeedbackKind.WRONG_VERSION].click()
    qtbot.waitUntil(lambda: "Kept on this machine" in card.feedback.note)
    card.feedback.approve_button.click()
    qtbot.waitUntil(lambda: "Approved until" in card.feedback.note)
    assert assistant.feedback == [("t1", "wrong_version"), ("t1", "approved")]


def test_an_answer_without_citations_cannot_be_approved(card: AnswerCard) -> None:
    card.settle(answer_in(AnswerState.DECLINED, "below_floor"))
    assert card.feedback.approve_button.isHidden()
