"""The ledger as a table: every file ever seen, how reading it went, and why. Filters are the view's business."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QCoreApplication, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from app.said import problem_words
from app.ui.faces import Face, ingest_face, moment_words
from app.ui.theme import Theme
from engine.types import IngestState, LedgerEntry

_Index = QModelIndex | QPersistentModelIndex
UNREAD = frozenset({IngestState.FAILED, IngestState.SKIPPED})
"""Nothing of these files is in the library."""
PROBLEMS = frozenset({IngestState.FAILED, IngestState.PARTIAL, IngestState.METADATA_ONLY, IngestState.INDEXED_FLAGGED})


class LedgerTable(QAbstractTableModel):
    """Columns: file, state (icon and word), reason."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._all: tuple[LedgerEntry, ...] = ()
        self._shown: list[LedgerEntry] = []
        self._states: frozenset[IngestState] | None = PROBLEMS
        self._words = ""
        self._faces = {state: ingest_face(state) for state in IngestState}

    @property
    def shown(self) -> tuple[LedgerEntry, ...]:
        """The entries that pass the filters, in order."""
        return tuple(self._shown)

    def show_ledger(self, ledger: tuple[LedgerEntry, ...]) -> None:
        """Take another state of the ledger."""
        self._all = ledger
        self._filter()

    def only(self, states: frozenset[IngestState] | None) -> None:
        """Show entries of these states; None shows all."""
        self._states = states
        self._filter()

    def containing(self, words: str) -> None:
        """Show entries whose path or reason holds these words."""
        self._words = words.casefold()
        self._filter()

    def rowCount(self, parent: _Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def columnCount(self, _parent: _Index | None = None) -> int:
        return 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation is Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        tr = QCoreApplication.translate
        return (tr("LedgerTable", "File"), tr("LedgerTable", "State"), tr("LedgerTable", "Reason"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        entry = self._shown[index.row()]
        face = self._faces[entry.state]
        if role == Qt.ItemDataRole.DisplayRole:
            return (entry.path, f"{face.icon}  {face.word}", reason_words(entry))[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return (entry.path, reason_words(entry), reason_words(entry))[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 1:
            return self._colour(face)
        return None

    def _colour(self, face: Face) -> QColor:
        return QColor(getattr(self._theme.colours, face.tone))

    def _filter(self) -> None:
        self.beginResetModel()
        self._shown = [entry for entry in self._all
                       if (self._states is None or entry.state in self._states)
                       and self._words in f"{entry.path}\n{reason_words(entry)}".casefold()]
        self.endResetModel()


def reason_words(entry: LedgerEntry) -> str:
    """Why a file was not read, or not fully, and whether an earlier reading of it is still there."""
    kept = QCoreApplication.translate(
        "LedgerTable", "What was read of it on {0} can still be asked and is out of date.")
    return " ".join(filter(None, (
        problem_words(entry.problem), kept.format(moment_words(entry.kept_from)) if entry.kept_from else "")))
