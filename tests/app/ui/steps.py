"""Steps of a journey through the window: what a person does, and what they can read or see."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.ui.answer_card import AnswerCard
from app.ui.window import Window
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import QUESTION

Opening = Callable[[FakeAssistant], Window]


def ask(qtbot: QtBot, window: Window, question: str = QUESTION) -> AnswerCard:
    """Put a question into the field and press Enter."""
    window.question_box.field.insertPlainText(question)
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Return)
    card = window.conversation.last
    assert card is not None
    return card


def ask_and_wait(qtbot: QtBot, window: Window, question: str = QUESTION) -> AnswerCard:
    """Ask, and wait until the answer has settled and its document is open."""
    card = ask(qtbot, window, question)
    qtbot.waitUntil(lambda: not card.is_open)
    qtbot.waitUntil(lambda: window.side_panel.view.toPlainText() != "")
    return card


def highlighted(window: Window) -> str:
    """The words that are highlighted in the side panel."""
    return "\n".join(selection.cursor.selectedText() for selection in window.side_panel.view.extraSelections())


def first_highlight(window: Window) -> QTextCursor:
    """The first highlighted stretch."""
    selections = window.side_panel.view.extraSelections()
    return QTextCursor(selections[0].cursor)


def click_link(qtbot: QtBot, card: AnswerCard, words: str) -> None:
    """Click a link of the settled answer where it is drawn."""
    text = card._text
    cursor = text.document().find(words)
    assert not cursor.isNull()
    cursor.setPosition(cursor.selectionStart() + 1)
    place = text.cursorRect(cursor).center() + QPoint(2, 0)
    QTest.mouseClick(text.viewport(), Qt.MouseButton.LeftButton, pos=place)
