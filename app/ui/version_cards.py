"""The answer of each version, side by side below each other, when it depends on the version and none was named."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.elided import ElidedLink
from app.ui.evidence_block import passage_words
from app.ui.flow_text import FlowText
from app.ui.markdown_html import markdown_html
from app.ui.theme import Theme
from engine.types import VersionResult


class VersionCard(QFrame):
    """What one version says, word for word. ``opened`` carries its passage, ``chosen`` the version."""

    opened = Signal(object)
    chosen = Signal(str)

    def __init__(self, theme: Theme, result: VersionResult, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidence")
        self._theme = theme
        self._result = result
        version = result.version.raw
        self.setAccessibleName(version)
        name = QLabel(version, self)
        name.setProperty("role", "title")
        self.button = QPushButton(self.tr("Answer for {0}").format(version), self)
        self.button.setProperty("kind", "small")
        self.button.clicked.connect(lambda: self.chosen.emit(version))
        self._text = FlowText(theme, self.tr("What {0} says").format(version), self)
        top = QHBoxLayout()
        top.addWidget(name)
        passage = result.passage
        if passage is not None:
            place = ElidedLink(passage_words(passage), self)
            place.clicked.connect(lambda: self.opened.emit(passage))
            top.addWidget(place, 1)
        else:
            top.addStretch(1)
        top.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 10, 8)
        column.addLayout(top)
        column.addWidget(self._text)
        theme.changed.connect(self._render)
        self._render()

    @property
    def words(self) -> str:
        """What the card says."""
        return f"{self._result.version.raw}: {self._text.toPlainText()}"

    def _render(self) -> None:
        said = self._result.text.strip() or self.tr("not documented in this version")
        self._text.say(markdown_html(said, self._theme.colours))
