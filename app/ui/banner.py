"""A message in its place instead of a dialog: icon, sentence, at most one thing to do, and a way to put it away."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QWidget

from app.ui.icons import icon
from app.ui.theme import Theme

_ICONS = {"info": "ⓘ", "warn": "⚠", "bad": "✗"}
_TONES = {"info": "accent", "warn": "warn", "bad": "bad"}


class Banner(QFrame):
    """Hidden until ``say`` is called. ``chosen`` tells that its button was pressed."""

    chosen = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None, *, closable: bool = True) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tone = "info"
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 7, 8, 7)
        row.setSpacing(8)
        self._icon = QLabel(self)
        self._text = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._button = QPushButton(self)
        self._button.setProperty("kind", "small")
        self._button.clicked.connect(self.chosen)
        self._close = QToolButton(self)
        self._close.setAccessibleName(self.tr("Close message"))
        self._close.clicked.connect(self.hide)
        self._close.setVisible(closable)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._text, 1)
        row.addWidget(self._button)
        row.addWidget(self._close)
        theme.changed.connect(self._recolour)
        self.hide()

    @property
    def text(self) -> str:
        """What is said now, empty when hidden."""
        return "" if self.isHidden() else self._text.text()

    def say(self, text: str, tone: str = "info", *, button: str = "") -> None:
        """Show a sentence; ``tone`` is info, warn or bad. An empty text hides the banner."""
        self._tone = tone
        self._text.setText(text)
        self._icon.setText(_ICONS[tone])
        self._button.setText(button)
        self._button.setVisible(bool(button))
        self.setAccessibleName(text)
        self._recolour()
        self.setVisible(bool(text))

    def _recolour(self) -> None:
        colours = self._theme.colours
        self._icon.setStyleSheet(f"color: {getattr(colours, _TONES[self._tone])}; font-weight: bold;")
        self._close.setIcon(icon("close", colours.muted))
        self.setProperty("banner", self._tone)
        self.style().unpolish(self)
        self.style().polish(self)
