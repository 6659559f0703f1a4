"""Adding a folder without a dialog of ours: the folder, and, if a person likes, its product and how versions are told.

What the folder holds and which versions its paths tell is previewed while the fields are filled.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QTimer, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from app.said import said
from engine.types import FolderPreview

_SETTLE_MS = 250
_VERSIONS_SHOWN = 8


class FolderForm(QFrame):
    """Hidden until a folder was chosen. ``submitted`` carries path, product, version and version rule, all but the
    first may be empty; ``previewed`` carries the same when they have changed.
    """

    submitted = Signal(str, str, str, str)
    previewed = Signal(str, str, str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("banner", "info")
        self.path = self._field(self.tr("Folder"), "")
        self.product = self._field(self.tr("Product"), self.tr("optional"))
        self.version = self._field(self.tr("Version"), self.tr("found from the files"))
        self.rule = self._field(self.tr("Version rule"), self.tr("optional: a regular expression on the path"))
        self.preview = QLabel(self, wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.preview.setProperty("role", "muted")
        self._add = QPushButton(self.tr("Add folder"), self)
        self._add.setProperty("kind", "primary")
        self._cancel = QPushButton(self.tr("Cancel"), self)
        self._add.clicked.connect(self._submit)
        self._cancel.clicked.connect(self.hide)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(lambda: self.previewed.emit(*self._values()))
        self._lay_out()
        for field in (self.path, self.product, self.version, self.rule):
            field.returnPressed.connect(self._submit)
            field.textChanged.connect(lambda _: self._settle.start() if self.isVisible() else None)
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
        self.rule.clear()
        self.preview.setText(self.tr("Looking at the folder …"))
        self.show()
        self.product.setFocus()
        self.product.selectAll()
        self._settle.start()

    def show_preview(self, preview: FolderPreview) -> None:
        """What the folder holds, and what versions were found."""
        if preview.trouble:
            self.preview.setText(f"⚠  {said(preview.trouble)}")
            return
        locale = QLocale()
        more = "" if preview.is_whole else "+"
        words = [self.tr("{0} files, {1}").format(locale.toString(preview.files) + more,
                                                  locale.formattedDataSize(preview.bytes))]
        named = [(version, count) for version, count in preview.versions if version]
        shown = ", ".join(f"{version} ({locale.toString(count)})" for version, count in named[:_VERSIONS_SHOWN])
        if len(named) > _VERSIONS_SHOWN:
            shown += " …"
        without = dict(preview.versions).get("", 0)
        words.append(self.tr("versions in paths: {0}").format(shown) if named
                     else self.tr("no version in any path; versions are then looked for inside the files"))
        if named and without:
            words.append(self.tr("{0} without").format(locale.toString(without)))
        example = next((sample for sample in preview.samples if sample[1]), None)
        if example:
            words.append(self.tr("for example {0} → {1}").format(example[0], example[1]))
        self.preview.setText(" · ".join(words))

    def _values(self) -> tuple[str, str, str, str]:
        path, product, version, rule = (field.text().strip()
                                        for field in (self.path, self.product, self.version, self.rule))
        return path, product, version, rule

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(8)
        places = ((self.path, 0, 0), (self.product, 0, 2), (self.rule, 1, 0), (self.version, 1, 2))
        for field, row, column in places:
            label = QLabel(field.accessibleName(), self)
            label.setBuddy(field)
            grid.addWidget(label, row, column)
            grid.addWidget(field, row, column + 1)
        grid.setColumnStretch(1, 3)
        grid.setColumnStretch(3, 2)
        last = QHBoxLayout()
        last.addWidget(self.preview, 1)
        last.addWidget(self._add)
        last.addWidget(self._cancel)
        column_layout = QGridLayout(self)
        column_layout.setContentsMargins(14, 8, 10, 8)
        column_layout.addLayout(grid, 0, 0)
        column_layout.addLayout(last, 1, 0)

    def _field(self, name: str, placeholder: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setAccessibleName(name)
        field.setPlaceholderText(placeholder)
        return field

    def _submit(self) -> None:
        path, product, version, rule = self._values()
        if path:
            self.hide()
            self.submitted.emit(path, product, version, rule)
