"""The column of answer cards, newest last, and the empty state before the first question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedLayout, QVBoxLayout, QWidget

from app.ui.theme import Theme
from app.ui.welcome import Welcome

if TYPE_CHECKING:
    from app.ui.answer_card import AnswerCard


class Conversation(QWidget):
    """Cards are made here and told what happens by the window."""

    place_chosen = Signal(object)
    version_chosen = Signal(str)
    why_asked = Signal(str)
    approved = Signal(object)
    said = Signal(object, object)
    """The card, and for ``said`` a FeedbackKind."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cards: list[AnswerCard] = []
        self._is_following = False
        self.welcome = Welcome(self)
        self._area = QScrollArea(self, widgetResizable=True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        bar = self._area.verticalScrollBar()
        bar.rangeChanged.connect(self._show_bar)
        bar.actionTriggered.connect(self._stop_following)
        self._area.setAccessibleName(self.tr("Conversation"))
        self._area.viewport().setAutoFillBackground(False)
        self._area.viewport().installEventFilter(self)
        inside = QWidget(self._area)
        inside.setObjectName("conversation_column")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 2, 0)
        self._column.setSpacing(12)
        self._area.setWidget(inside)
        self._show_bar(0, 0)
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self.welcome)
        self._stack.addWidget(self._area)

    @property
    def last(self) -> AnswerCard | None:
        """The newest card."""
        return self._cards[-1] if self._cards else None

    @property
    def cards(self) -> tuple[AnswerCard, ...]:
        """All cards, oldest first."""
        return tuple(self._cards)

    def begin(self, question: str) -> AnswerCard:
        """A new card for a question. An unfinished card of the same question gives way, any other is stopped."""
        last = self.last
        if last is not None and last.is_open and last.question == question:
            self._cards.remove(last)
            self._column.removeWidget(last)
            last.hide()
            last.deleteLater()
        elif last is not None:
            last.stop()
            last.setMinimumHeight(0)
        from app.ui.answer_card import AnswerCard

        card = AnswerCard(self._theme, question, self._area.widget())
        card.place_chosen.connect(self.place_chosen)
        card.version_chosen.connect(self.version_chosen)
        card.why_asked.connect(self.why_asked)
        card.approved.connect(lambda: self.approved.emit(card))
        card.said.connect(lambda kind: self.said.emit(card, kind))
        card.installEventFilter(self)
        self._cards.append(card)
        self._column.addWidget(card)
        self._stack.setCurrentWidget(self._area)
        self._is_following = True
        self._make_room()
        return card

    def markdown(self) -> str:
        """All settled questions as one Markdown document, empty when there is none."""
        from app.ui.export import conversation_markdown

        sections = [section for card in self._cards if (section := card.section())]
        return conversation_markdown(sections) if sections else ""

    def start_anew(self) -> None:
        """Put all cards away and show the welcome page again."""
        for card in self._cards:
            card.stop()
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        self._cards = []
        self._stack.setCurrentWidget(self.welcome)

    def focus_text(self) -> None:
        """Put the keyboard into the conversation."""
        (self._area if self._cards else self.welcome.sample).setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._area.viewport() and event.type() is QEvent.Type.Resize:
            self._make_room()
        elif watched is self.last and event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._bring_up()
        return super().eventFilter(watched, event)

    def _show_bar(self, first: int, last: int) -> None:
        """Bring a new question to the top; draw the bar only when it can scroll.

        The bar keeps its room all the time, so that text does not reflow.
        """
        bar = self._area.verticalScrollBar()
        bar.setProperty("idle", last <= first)
        bar.style().unpolish(bar)
        bar.style().polish(bar)
        self._bring_up()

    def _bring_up(self) -> None:
        """The range may change before or after the card has its place, so this is called on both."""
        if self._is_following and self.last is not None:
            self._area.verticalScrollBar().setValue(self.last.y())

    def _make_room(self) -> None:
        """The newest card is at least as tall as the view, so that its question can stand at the top."""
        if self.last is not None:
            self.last.setMinimumHeight(self._area.viewport().height())

    def _stop_following(self) -> None:
        """The person scrolls: from now on the view stays where they put it, until the next question."""
        self._is_following = False
