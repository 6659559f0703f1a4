"""What a person says of an answer: vouch for it, or call it good, wrong, or of the wrong version."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from app.ui.flow_layout import FlowLayout
from engine.types import FeedbackKind


class FeedbackBar(QWidget):
    """``approved``: the person vouches for the answer; ``said`` carries a FeedbackKind."""

    approved = Signal()
    said = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.approve_button = self._button(self.tr("Approve"))
        self.approve_button.setToolTip(self.tr("Vouch for this answer; it is then offered first for this question"))
        self.approve_button.clicked.connect(self.approved)
        self._note = QLabel(self)
        self._note.setProperty("role", "muted")
        row = FlowLayout(self)
        row.addWidget(self.approve_button)
        self.buttons = {kind: self._button(words) for kind, words in (
            (FeedbackKind.GOOD, self.tr("Helpful")), (FeedbackKind.BAD, self.tr("Not right")),
            (FeedbackKind.WRONG_VERSION, self.tr("Wrong version")))}
        for kind, button in self.buttons.items():
            button.clicked.connect(lambda _checked=False, kind=kind: self.said.emit(kind))
            row.addWidget(button)
        row.addWidget(self._note)
        self.hide()

    @property
    def note(self) -> str:
        """What is said about the last click."""
        return self._note.text()

    def say(self, words: str) -> None:
        """What came of the last click."""
        self._note.setText(words)

    def _button(self, words: str) -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("kind", "link")
        return button
