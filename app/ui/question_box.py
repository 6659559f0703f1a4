"""The question field with its two buttons. It grows with the question up to a few lines and knows no engine."""

from __future__ import annotations

from math import ceil

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from app.ui.actions import Act, typed_act
from app.ui.theme import Theme

_MOST_LINES = 6


class QuestionBox(QWidget):
    """``asked`` and ``searched`` carry the question; ``stopped`` is the running question's end."""

    asked = Signal(str)
    searched = Signal(str)
    stopped = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("question_bar")
        self._is_busy = False
        self._frame = QFrame(self)
        self._frame.setObjectName("question_frame")
        self.field = QPlainTextEdit(self._frame)
        self.field.setPlaceholderText(self.tr("Ask or search …"))
        self.field.setAccessibleName(self.tr("Question"))
        self.field.setTabChangesFocus(True)
        self.field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.field.document().setDocumentMargin(2)
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._grow)
        self.search_button = QPushButton(self.tr("Search only  Ctrl+⏎"), self._frame)
        self.search_button.setToolTip(self.tr("Passages without an answer (Ctrl+Enter)"))
        self.ask_button = QPushButton(self.tr("Ask  ⏎"), self._frame)
        self.ask_button.setProperty("kind", "primary")
        self.ask_button.setMinimumWidth(self.ask_button.sizeHint().width() + 24)
        self.search_button.clicked.connect(lambda: self._send(Act.SEARCH))
        self.ask_button.clicked.connect(self._press)
        self._lay_out()
        theme.changed.connect(self._grow)
        self.set_busy(False)
        self._grow()

    def set_busy(self, is_busy: bool) -> None:
        """While a question runs, the main button stops it."""
        self._is_busy = is_busy
        self.ask_button.setText(self.tr("Stop  Esc") if is_busy else self.tr("Ask  ⏎"))
        self.ask_button.setToolTip(self.tr("Stop the answer (Esc)") if is_busy else self.tr("Ask (Enter)"))

    def set_text(self, text: str) -> None:
        """Put a question into the field, ready to be edited."""
        self.field.setPlainText(text)
        self.field.selectAll()

    def clear(self) -> None:
        """Empty the field."""
        self.field.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self._frame.setProperty("focused", event.type() is QEvent.Type.FocusIn)
            self._frame.style().unpolish(self._frame)
            self._frame.style().polish(self._frame)
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            act = typed_act(QKeySequence(modifiers.value | event.key()))
            if act is Act.NEWLINE:
                self.field.insertPlainText("\n")
            elif act is not None:
                self._send(act)
            return act is not None
        return super().eventFilter(watched, event)

    def _press(self) -> None:
        if self._is_busy:
            self.stopped.emit()
        else:
            self._send(Act.ASK)

    def _send(self, act: Act) -> None:
        question = self.field.toPlainText().strip()
        if question:
            (self.searched if act is Act.SEARCH else self.asked).emit(question)
        self.field.setFocus()

    def _lay_out(self) -> None:
        inner = QHBoxLayout(self._frame)
        inner.setContentsMargins(12, 8, 8, 8)
        inner.setSpacing(8)
        inner.addWidget(self.field, 1)
        for button in (self.search_button, self.ask_button):
            inner.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        outer = QHBoxLayout(self)
        outer.setContentsMargins(14, 4, 14, 10)
        outer.addWidget(self._frame)

    def _grow(self) -> None:
        lines = min(max(self.field.document().size().height(), 1), _MOST_LINES)
        self.field.setFixedHeight(ceil(lines * self.field.fontMetrics().lineSpacing()) + 8)
