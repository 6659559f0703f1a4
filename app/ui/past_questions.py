"""The questions asked before: Up and Down in the question field bring them back, like in a terminal."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QTextCursor

from app.ui.question_box import QuestionBox

MOST = 200
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class PastQuestions(QObject):
    """Oldest first, each once. Up works from the first line of the field, Down from its last."""

    def __init__(self, box: QuestionBox) -> None:
        super().__init__(box)
        self._box = box
        self._asked: list[str] = []
        self._here = 0
        self._unsent = ""
        box.asked.connect(self.add)
        box.searched.connect(self.add)
        box.field.installEventFilter(self)

    @property
    def asked(self) -> tuple[str, ...]:
        """All that are kept."""
        return tuple(self._asked)

    def restore(self, asked: list[str]) -> None:
        """Take over the questions of an earlier session."""
        self._asked = asked[-MOST:]
        self._here = len(self._asked)

    def add(self, question: str) -> None:
        """A question was asked."""
        self._asked = [*(known for known in self._asked if known != question), question][-MOST:]
        self._here = len(self._asked)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (watched is self._box.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress
                and event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier):
            step = _STEPS.get(Qt.Key(event.key()), 0)
            if step and self._is_at_edge(step):
                return self._go(step)
        return super().eventFilter(watched, event)

    def _is_at_edge(self, step: int) -> bool:
        cursor = self._box.field.textCursor()
        moved = QTextCursor(cursor)
        return not moved.movePosition(QTextCursor.MoveOperation.Up if step < 0 else QTextCursor.MoveOperation.Down)

    def _go(self, step: int) -> bool:
        wanted = self._here + step
        if not 0 <= wanted <= len(self._asked) or not self._asked:
            return False
        if self._here == len(self._asked):
            self._unsent = self._box.field.toPlainText()
        self._here = wanted
        self._box.field.setPlainText(self._unsent if wanted == len(self._asked) else self._asked[wanted])
        self._box.field.moveCursor(QTextCursor.MoveOperation.End)
        return True
