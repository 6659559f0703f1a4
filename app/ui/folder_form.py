"""Adding a folder without a dialog of ours: the folder, and, if the person likes, its product and version."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget


class FolderForm(QFrame):
    """Hidden until a folder was chosen. ``submitted`` carries path, product and version; the latter may be empty."""

    submitted = Signal(str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("banner", "info")
        self.path = self._field(self.tr("Folder"), "")
        self.product = self._field(self.tr("Product"), self.tr("optional"))
        self.version = self._field(self.tr("Version"), self.tr("found from the files"))
        self._add = QPushButton(self.tr("Add folder"), self)
        self._add.setProperty("kind", "primary")
        cancel = QPushButton(self.tr("Cancel"), self)
        self._add.clicked.connect(self._submit)
        cancel.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        for field, stretch in ((self.path, 4), (self.product, 2), (self.version, 2)):
            label = QLabel(field.accessibleName(), self)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, stretch)
        row.addWidget(self._add)
        row.addWidget(cancel)
        for field in (self.path, self.product, self.version):
            field.returnPressed.connect(self._submit)
        self.hide()

    def choose(self) -> None:
        """Let the person pick a folder, then show the form with it."""
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Add a folder of documents"))
        if chosen:
            self.offer(chosen)

    def offer(self, path: str) -> None:
        """Show the form for a folder; its name is the product unless changed."""
        self.path.setText(path)
        self.product.setText(Path(path).name)
        self.version.clear()
        self.show()
        self.product.setFocus()
        self.product.selectAll()

    def _field(self, name: str, placeholder: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(placeholder)
        return field

    def _submit(self) -> None:
        path = self.path.text().strip()
        if path:
            self.hide()
            self.submitted.emit(path, self.product.text().strip(), self.version.text().strip())
