"""What is found while a person types: a few places above the question, to be opened at once without asking.

It floats over the window, so that nothing moves while typing.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.ui.evidence_block import passage_words
from app.ui.found_html import one_line
from app.ui.question_box import QuestionBox
from engine.types import Passage

_SHOWN = 6
_OPENING = 110
_PASSAGE = Qt.ItemDataRole.UserRole


class TypingList(QFrame):
    """``chosen`` carries the Passage that was picked. Down goes from the question into the list, Escape back."""

    chosen = Signal(object)

    def __init__(self, question_box: QuestionBox, window: QWidget) -> None:
        super().__init__(window)
        self.setObjectName("typing_list")
        self._box = question_box
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Found while typing"))
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self.list.installEventFilter(self)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        question_box.field.installEventFilter(self)
        question_box.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.list)
        self.hide()

    def lines(self) -> list[str]:
        """The lines as a person reads them, empty when hidden."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [] if self.isHidden() else [item.text() for item in items]

    def show_passages(self, passages: tuple[Passage, ...]) -> None:
        """Show the best ones; none hides the list."""
        self.list.clear()
        for passage in passages[:_SHOWN]:
            version = f"  {passage.applies_to.raw}" if passage.applies_to.raw else ""
            old = self.tr("  ⚠ deprecated") if passage.deprecated else ""
            start = max(0, passage.focus.start - passage.span.start)
            words = one_line(passage.text[start:])[:_OPENING]
            item = QListWidgetItem(f"{passage_words(passage)}{version}{old}   —   {words}", self.list)
            item.setData(_PASSAGE, passage)
        self.setVisible(bool(passages))
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._box and event.type() in (QEvent.Type.Move, QEvent.Type.Resize):
            self._place()
        if isinstance(event, QKeyEvent) and self.isVisible():
            if watched is self.list and event.key() == Qt.Key.Key_Escape:
                if event.type() is QEvent.Type.ShortcutOverride:
                    event.accept()
                else:
                    self.hide()
                    self._box.field.setFocus()
                return True
            if watched is self._box.field and event.type() is QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down:
                self.list.setFocus()
                self.list.setCurrentRow(0)
                return True
        return super().eventFilter(watched, event)

    def _choose(self, item: QListWidgetItem) -> None:
        self.hide()
        self.chosen.emit(item.data(_PASSAGE))

    def _place(self) -> None:
        """As wide as the question, right above it."""
        window = self.parentWidget()
        if self.isVisible() and window is not None:
            rows = self.list.count()
            height = rows * max(self.list.sizeHintForRow(0), 24) + 22
            corner = self._box.mapTo(window, self._box.rect().topLeft())
            self.setGeometry(corner.x() + 14, corner.y() - height, self._box.width() - 28, height)
            self.raise_()
