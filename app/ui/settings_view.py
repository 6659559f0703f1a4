"""Settings in one page: how the window looks and speaks, who asks, which model writes; and which models are there."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.preferences import Installation, ModelLine
from app.said import said
from app.ui.banner import Banner
from app.ui.state import LANGUAGES
from app.ui.theme import Mode, Theme

_PERCENT = 100
_FIELD_WIDTH = 420


class SettingsView(QFrame):
    """``mode_chosen``, ``zoomed`` and ``language_chosen`` act by themselves; ``saved`` carries product, version,
    generator and threads; ``importing`` carries a folder with models; ``closed``: back to the questions.
    """

    mode_chosen = Signal(object)
    zoomed = Signal(float)
    language_chosen = Signal(str)
    saved = Signal(str, str, str, int)
    importing = Signal(str)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_card")
        self._theme = theme
        self.note = Banner(theme, self)
        self.mode = self._choice(self.tr("Colours"), (
            (self.tr("As the system"), Mode.SYSTEM), (self.tr("Light"), Mode.LIGHT), (self.tr("Dark"), Mode.DARK),
            (self.tr("High contrast"), Mode.HIGH_CONTRAST)))
        self.language = self._choice(self.tr("Language"), tuple(
            zip((self.tr("As the system"), "English", "简体中文"), LANGUAGES, strict=True)))
        self.zoom = QSpinBox(self, minimum=70, maximum=200, singleStep=10, suffix=" %")
        self.product = QLineEdit(self)
        self.version = QLineEdit(self)
        self.generator = self._choice(self.tr("Model that writes"), ((self.tr("Chosen by memory"), ""),))
        self.threads = QSpinBox(self, minimum=0, maximum=64)
        self.threads.setSpecialValueText(self.tr("as many as cores"))
        self.models = QTreeWidget(self)
        self.save_button = QPushButton(self.tr("Save"), self)
        self.save_button.setProperty("kind", "primary")
        self.import_button = QPushButton(self.tr("Import models from a folder or stick"), self)
        self._close = QPushButton(self.tr("Back to the questions  Esc"), self)
        self._lay_out()
        self._connect()
        theme.changed.connect(self._follow_theme)
        self._follow_theme()

    def show_language(self, language: str) -> None:
        """The language that is kept."""
        self.language.setCurrentIndex(self.language.findData(language))

    def show_installation(self, installation: Installation) -> None:
        """Settings and models as they are."""
        settings = installation.settings
        self.product.setText(settings.profile.product or "")
        self.version.setText(settings.profile.version or "")
        self.threads.setValue(settings.threads or 0)
        while self.generator.count() > 1:
            self.generator.removeItem(1)
        for line in installation.models:
            if line.role == "generator":
                self.generator.addItem(line.name, line.id)
        self.generator.setCurrentIndex(max(0, self.generator.findData(settings.generator or "")))
        self.models.clear()
        for line in installation.models:
            self._add_model(line)
        if installation.why_verbatim:
            self.note.say(said(installation.why_verbatim), "warn")

    def _add_model(self, line: ModelLine) -> None:
        state = (self.tr("✓ in use, on the processor") if line.is_used else self.tr("installed") if line.is_there
                 else self.tr("not installed"))
        memory = self.tr("{0} MiB").format(QLocale().toString(line.memory_mib)) if line.memory_mib else ""
        role = {"embedder": self.tr("search by meaning"), "reranker": self.tr("order of results"),
                "generator": self.tr("written answers")}.get(line.role, line.role)
        QTreeWidgetItem(self.models, [line.name, role, memory, state])

    def _follow_theme(self) -> None:
        self.mode.setCurrentIndex(self.mode.findData(self._theme.mode))
        if not self.zoom.hasFocus():
            self.zoom.setValue(round(self._theme.zoom * _PERCENT))

    def _choose_folder(self) -> None:
        folder = QFileDialog.getExistingDirectory(self, self.tr("Folder with models"))
        if folder:
            self.importing.emit(folder)

    def _choice(self, name: str, entries: tuple[tuple[str, object], ...]) -> QComboBox:
        choice = QComboBox(self)
        choice.setAccessibleName(name)
        for words, value in entries:
            choice.addItem(words, value)
        return choice

    def _connect(self) -> None:
        self.mode.activated.connect(lambda _: self.mode_chosen.emit(self.mode.currentData()))
        self.language.activated.connect(lambda _: self.language_chosen.emit(self.language.currentData()))
        self.zoom.valueChanged.connect(lambda value: self.zoomed.emit(value / _PERCENT))
        self.save_button.clicked.connect(lambda: self.saved.emit(
            self.product.text().strip(), self.version.text().strip(), self.generator.currentData(),
            self.threads.value()))
        self.import_button.clicked.connect(self._choose_folder)
        self._close.clicked.connect(self.closed)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Settings"), self)
        title.setProperty("role", "title")
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch(1)
        self._close.setProperty("kind", "small")
        top.addWidget(self._close)
        for number in (self.zoom, self.threads):
            number.lineEdit().setTextMargins(7, 0, 0, 0)  # a style sheet's padding does not reach the text of a number
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        self.product.setPlaceholderText(self.tr("all products"))
        self.version.setPlaceholderText(self.tr("the latest"))
        for name, field in ((self.tr("Language"), self.language), (self.tr("Colours"), self.mode),
                            (self.tr("Size of text"), self.zoom), (self.tr("Product you work with"), self.product),
                            (self.tr("Version you work with"), self.version),
                            (self.tr("Model that writes"), self.generator), (self.tr("Threads"), self.threads)):
            field.setAccessibleName(name)
            field.setProperty("kind", "field")
            field.setMaximumWidth(_FIELD_WIDTH)
            form.addRow(name, field)
        hint = QLabel(self.tr("Product, version, model and threads hold after the next start."), self, wordWrap=True)
        hint.setProperty("role", "muted")
        save = QHBoxLayout()
        save.addWidget(self.save_button)
        save.addWidget(hint, 1)
        self.models.setHeaderLabels([self.tr("Model"), self.tr("What for"), self.tr("Memory"), self.tr("State")])
        self.models.setRootIsDecorated(False)
        self.models.setAccessibleName(self.tr("Models"))
        self.models.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.note)
        column.addLayout(form)
        column.addLayout(save)
        column.addSpacing(8)
        column.addWidget(self.models, 1)
        column.addWidget(self.import_button, 0, Qt.AlignmentFlag.AlignLeading)
