"""The library: its folders and what is in them, how reading goes, and every file with what became of it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from app.ui.banner import Banner
from app.ui.faces import moment_words
from app.ui.folder_list import FolderList
from app.ui.ledger_table import PROBLEMS, UNREAD, LedgerTable
from app.ui.theme import Theme
from engine.types import Catalogue, IngestState, LedgerEntry, Root, RootId, WatchState

_PERMILLE = 1000


class LibraryView(QFrame):
    """``adding``: a folder shall be added; ``reading`` True to read the folders, False to pause; ``removing`` carries a
    Root, ``retrying``, ``opening`` and ``opening_outside`` (nothing of it was read) a LedgerEntry; ``closed``: back to
    the questions.
    """

    adding = Signal()
    reading = Signal(bool)
    removing = Signal(object)
    retrying = Signal(object)
    opening = Signal(object)
    opening_outside = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_card")
        self._is_running = False
        self._removed: Root | None = None
        self._summary = QLabel(self, wordWrap=True)
        self._summary.setProperty("role", "muted")
        self.progress = QLabel(self)
        self.progress.setAccessibleName(self.tr("Progress of reading"))
        self._bar = QProgressBar(self, textVisible=False, maximum=_PERMILLE)
        self._bar.setAccessibleName(self.tr("Indexing progress"))
        self.question = Banner(theme, self)
        self.question.chosen.connect(self._remove)
        self.folders = FolderList(theme, self)
        self.table = LedgerTable(theme)
        self.files = QTableView(self)
        self.add_button = self._button(self.tr("Add a folder"), "primary")
        self.read_button = self._button(self.tr("Read the folders now"))
        self.remove_button = self._button(self.tr("Remove folder"))
        self.retry_button = self._button(self.tr("Read again"))
        self.open_button = self._button(self.tr("Open"))
        self._close = self._button(self.tr("Back to the questions  Esc"))
        self.filter = QComboBox(self)
        self.search = QLineEdit(self)
        self._lay_out()
        self._set_up_files()
        self._connect()
        self.show_stopped()
        self._allow()

    def show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...],
                       states: Mapping[RootId, WatchState]) -> None:
        """What the library holds now."""
        locale = QLocale()
        words = [self.tr("{0} documents").format(locale.toString(catalogue.documents)),
                 self.tr("{0} passages").format(locale.toString(catalogue.chunks))]
        if catalogue.chunks_waiting:
            words.append(self.tr("{0} not yet searchable by meaning").format(locale.toString(catalogue.chunks_waiting)))
        if catalogue.oldest_ingested_at:
            words.append(self.tr("oldest reading {0}").format(moment_words(
                catalogue.oldest_ingested_at)))
        self._summary.setText(" · ".join(words))
        self.folders.show_catalogue(catalogue, ledger, states)
        self.table.show_ledger(ledger)
        self._allow()

    def show_progress(self, words: str, permille: int) -> None:
        """How far reading is, as the status line says it."""
        self._run(True)
        self._bar.setValue(permille)
        self.progress.setText(words)

    def show_stopped(self, words: str = "") -> None:
        """Reading has ended or rests."""
        self._run(False)
        self.progress.setText(words)

    def _run(self, is_running: bool) -> None:
        self._is_running = is_running
        self._bar.setVisible(is_running)
        self.read_button.setText(self.tr("Pause") if is_running else self.tr("Read the folders now"))

    def _ask_to_remove(self) -> None:
        self._removed = self.folders.chosen
        if self._removed is not None:
            name = self._removed.label or self._removed.path
            words = self.tr("Remove “{0}” from the library? Its files stay where they are; what was read is deleted.")
            self.question.say(words.format(name), "warn", button=self.tr("Remove it"))

    def _remove(self) -> None:
        self.question.hide()
        if self._removed is not None:
            self.removing.emit(self._removed)

    def _entry(self) -> LedgerEntry | None:
        row = self.files.currentIndex().row()
        return self.table.shown[row] if 0 <= row < len(self.table.shown) else None

    def _with_entry(self, signal: object) -> None:
        entry = self._entry()
        if entry is not None:
            opening = self.opening_outside if entry.state in UNREAD else self.opening
            (self.retrying if signal is self.retry_button else opening).emit(entry)

    def _allow(self) -> None:
        entry = self._entry()
        self.retry_button.setEnabled(entry is not None)
        self.open_button.setEnabled(entry is not None and entry.state is not IngestState.GONE)
        self.open_button.setText(self.tr("Open in the system's viewer") if entry is not None and entry.state in UNREAD
                                 else self.tr("Open"))
        self.remove_button.setEnabled(self.folders.chosen is not None)

    def _button(self, words: str, kind: str = "small") -> QPushButton:
        button = QPushButton(words, self)
        button.setProperty("kind", kind)
        return button

    def _set_up_files(self) -> None:
        self.files.setModel(self.table)
        self.files.setAccessibleName(self.tr("Files"))
        self.files.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.files.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.files.verticalHeader().hide()
        self.files.setShowGrid(False)
        self.files.setWordWrap(False)
        self.files.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.files.horizontalHeader()
        header.setResizeContentsPrecision(0)  # by what is seen: measuring every file would hold the window
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.filter.setAccessibleName(self.tr("Which files"))
        self.filter.setProperty("kind", "field")
        for words, states in ((self.tr("Files with problems"), PROBLEMS),
                              (self.tr("Not read"), frozenset({IngestState.FAILED})),
                              (self.tr("Left out by rule"), frozenset({IngestState.SKIPPED})),
                              (self.tr("Waiting"), frozenset({IngestState.WAITING})), (self.tr("All files"), None)):
            self.filter.addItem(words, states)
        self.search.setPlaceholderText(self.tr("Filter by path or reason"))
        self.search.setAccessibleName(self.tr("Filter by path or reason"))

    def _connect(self) -> None:
        self.add_button.clicked.connect(self.adding)
        self.read_button.clicked.connect(lambda: self.reading.emit(not self._is_running))
        self.remove_button.clicked.connect(self._ask_to_remove)
        self.retry_button.clicked.connect(lambda: self._with_entry(self.retry_button))
        self.open_button.clicked.connect(lambda: self._with_entry(self.open_button))
        self.files.activated.connect(lambda _: self._with_entry(self.open_button))
        self._close.clicked.connect(self.closed)
        self.filter.currentIndexChanged.connect(lambda _: self.table.only(self.filter.currentData()))
        self.search.textChanged.connect(self.table.containing)
        self.folders.currentItemChanged.connect(lambda *_: self._allow())
        self.files.selectionModel().currentChanged.connect(lambda *_: self._allow())
        self.table.modelReset.connect(self._allow)

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Library"), self)
        title.setProperty("role", "title")
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch(1)
        for button in (self.add_button, self.read_button, self._close):
            top.addWidget(button)
        middle = QSplitter(Qt.Orientation.Vertical, self)
        middle.setChildrenCollapsible(False)
        above = QWidget(middle)
        upper = QVBoxLayout(above)
        upper.setContentsMargins(0, 0, 0, 0)
        upper.addWidget(self.folders)
        upper.addWidget(self.remove_button, 0, Qt.AlignmentFlag.AlignLeading)
        below = QWidget(middle)
        lower = QVBoxLayout(below)
        lower.setContentsMargins(0, 6, 0, 0)
        filters = QHBoxLayout()
        filters.addWidget(self.filter)
        filters.addWidget(self.search, 1)
        filters.addWidget(self.retry_button)
        filters.addWidget(self.open_button)
        lower.addLayout(filters)
        lower.addWidget(self.files)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(8)
        column.addLayout(top)
        for widget in (self._summary, self.progress, self._bar, self.question):
            column.addWidget(widget)
        column.addWidget(middle, 1)
