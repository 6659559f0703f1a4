"""The draft of an answer while it is being written: set apart, named a draft, in a quieter colour."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.ui.flow_text import FlowText
from app.ui.markdown_html import markdown_html
from app.ui.theme import Theme


class DraftBlock(QFrame):
    """Hidden until there is something to say."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("draft")
        self._theme = theme
        self._written = ""
        self._name = QLabel(self)
        self._name.setProperty("role", "eyebrow")
        self._text = FlowText(theme, self.tr("Draft, not checked"), self)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 2, 0, 4)
        column.setSpacing(4)
        column.addWidget(self._name)
        column.addWidget(self._text)
        theme.changed.connect(self._render)
        self.hide()

    @property
    def words(self) -> str:
        """What is shown, empty when hidden."""
        return "" if self.isHidden() else f"{self._name.text()}\n{self._text.toPlainText()}"

    def wait(self) -> None:
        """The generator has been asked and has not written yet."""
        self._name.setText(self.tr("✎ Draft · reading the passages …"))
        self.show()

    def add(self, delta: str) -> None:
        """The generator wrote on."""
        self._written += delta
        self._name.setText(self.tr("✎ Draft · not checked yet"))
        self.show()
        self._render()

    def check(self) -> None:
        """Nothing more is written; the sentences are being checked."""
        if self._written:
            self._name.setText(self.tr("✎ Draft · being checked …"))

    def stop(self) -> None:
        """It ends here and will never be checked; without any text it goes away."""
        self._name.setText(self.tr("✎ Draft · stopped, never checked"))
        self.setVisible(bool(self._written))

    def _render(self) -> None:
        colours = self._theme.colours
        self._text.say(f'<div style="color: {colours.muted}">{markdown_html(self._written, colours)}</div>')
