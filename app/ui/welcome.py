"""The empty state: what this is, one button to add documents, one question to try on the handbook."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.types import Catalogue

_WIDTH = 600


class Welcome(QWidget):
    """``adding``: the person wants to add a folder; ``asked`` carries the sample question."""

    adding = Signal()
    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title = self._label(self.tr("Ask your documents"), "hero")
        self._text = self._label(self.tr(
            "Every sentence of an answer leads to the place it came from, in the version you work with. "
            "Nothing leaves this machine."), "")
        self._add = QPushButton(self.tr("Add a folder"), self)
        self._add.setProperty("kind", "primary")
        self._add.clicked.connect(self.adding)
        self.sample = QPushButton(self.tr("How do I add a folder to the library?"), self)
        self.sample.clicked.connect(lambda: self.asked.emit(self.sample.text()))
        self._hint = self._label(self.tr("Try the handbook:"), "muted")
        buttons = QHBoxLayout()
        buttons.addWidget(self._add)
        buttons.addStretch(1)
        samples = QHBoxLayout()
        samples.addWidget(self.sample)
        samples.addStretch(1)
        middle = QWidget(self)
        middle.setMaximumWidth(_WIDTH)
        outer = QHBoxLayout(self)
        outer.addStretch(1)
        outer.addWidget(middle, 100)
        outer.addStretch(1)
        column = QVBoxLayout(middle)
        column.setContentsMargins(20, 20, 20, 60)
        column.setSpacing(12)
        column.addStretch(1)
        column.addWidget(title)
        column.addWidget(self._text)
        column.addLayout(buttons)
        column.addSpacing(18)
        column.addWidget(self._hint)
        column.addLayout(samples)
        column.addStretch(2)
        self.sample.setEnabled(False)

    def show_catalogue(self, catalogue: Catalogue) -> None:
        """Fit the words to what the library holds."""
        if catalogue.documents:
            self._text.setText(self.tr(
                "Every sentence of an answer leads to the place it came from, in the version you work with. "
                "Nothing leaves this machine."))
        else:
            self._text.setText(self.tr(
                "Choose a folder with manuals, runbooks or notes. The files stay where they are and are only read. "
                "Nothing leaves this machine."))
        self.sample.setEnabled(bool(catalogue.documents))
        self._hint.setText(self.tr("Try the handbook:") if catalogue.documents
                           else self.tr("The handbook can be asked as soon as it has been read:"))

    def _label(self, text: str, role: str) -> QLabel:
        label = QLabel(text, self, wordWrap=True)
        label.setProperty("role", role)
        label.setAlignment(Qt.AlignmentFlag.AlignLeading)
        return label
