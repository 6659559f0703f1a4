"""The folders of the library with their products, versions and counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QLocale
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from app.said import said
from app.ui.faces import moment_words, root_face
from app.ui.theme import Theme
from engine.types import Catalogue, IngestState, LedgerEntry, Root, RootId, RootState, WatchState

_READ = frozenset({IngestState.INDEXED, IngestState.INDEXED_FLAGGED, IngestState.PARTIAL, IngestState.METADATA_ONLY})


class FolderList(QTreeWidget):
    """Folders first, each with where it lies; below them what products and versions the documents speak of."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roots: tuple[Root, ...] = ()
        self.setColumnCount(3)
        self.setRootIsDecorated(True)
        self.setHeaderLabels([self.tr("Folder or product"), self.tr("Documents"), self.tr("State")])
        self.setAccessibleName(self.tr("Folders and products"))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            self.header().setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)

    @property
    def chosen(self) -> Root | None:
        """The folder whose line is selected."""
        item = self.currentItem()
        wanted = item.data(0, 256) if item is not None else None
        return next((root for root in self._roots if root.id == wanted), None)

    def lines(self) -> list[str]:
        """All lines as a person reads them."""
        top = [self.topLevelItem(index) for index in range(self.topLevelItemCount())]
        below = [item.child(index) for item in top if item for index in range(item.childCount())]
        return [" ".join(filter(None, (item.text(column) for column in range(3)))) for item in (*top, *below) if item]

    def show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...],
                       states: Mapping[RootId, WatchState]) -> None:
        """Show what the library holds now; the selected folder stays selected."""
        before = self.chosen
        self._roots = catalogue.roots
        self.clear()
        read = Counter(entry.root for entry in ledger if entry.state in _READ)
        for root in catalogue.roots:
            item = self._folder(root, read[root.id], states.get(root.id), is_overdue=root in catalogue.overdue)
            if before is not None and root.id == before.id:
                self.setCurrentItem(item)
        for product in (*catalogue.products, ""):
            self._product(product, catalogue)

    def _folder(self, root: Root, count: int, state: WatchState | None, *, is_overdue: bool) -> QTreeWidgetItem:
        words, tone = self._state(root, is_overdue=is_overdue)
        item = QTreeWidgetItem(self, [root.label or root.path, _count(count), words])
        item.setData(0, 256, root.id)
        item.setToolTip(0, root.path)
        item.setForeground(2, QBrush(QColor(getattr(self._theme.colours, tone))))
        if root.held_files:
            item.setToolTip(2, self.tr("So much vanished at once that the folder is looked at a second time before "
                                       "anything is forgotten; until then it can be asked."))
        QTreeWidgetItem(item, [root.path, "", ""])
        for words in (*self._settings(root), self._watched(root, state)):
            if words:
                QTreeWidgetItem(item, [words, "", ""])
        return item

    def _state(self, root: Root, *, is_overdue: bool) -> tuple[str, str]:
        """The words for how a folder stands, and their tone; what matters most comes first."""
        face = root_face(root.state)
        words = f"{face.icon}  {face.word}"
        moment = moment_words(root.synced_at) if root.synced_at is not None else ""
        if root.state is RootState.ONLINE and root.held_files:
            return self.tr("⚠ {0} files vanished at once, kept for now").format(_count(root.held_files)), "warn"
        if root.state is RootState.ONLINE and is_overdue:
            return self.tr("⚠ not read since {0}").format(moment), "warn"
        return (self.tr("{0}, read {1}").format(words, moment) if moment else words), face.tone

    def _watched(self, root: Root, state: WatchState | None) -> str:
        """How changes in a folder are seen."""
        if state is None or root.state is not RootState.ONLINE:
            return ""
        if state.reason:
            return self.tr("Looked at from time to time: {0}").format(said(state.reason))
        if state.is_polled:
            return self.tr("On a network drive: looked at every few minutes")
        return self.tr("Changes are seen at once")

    def _settings(self, root: Root) -> list[str]:
        parts = ((self.tr("Product: {0}"), root.product), (self.tr("Version: {0}"), root.version),
                 (self.tr("Version rule: {0}"), root.version_regex), (self.tr("Audience: {0}"), root.audience))
        return [words.format(value) for words, value in parts if value]

    def _product(self, product: str, catalogue: Catalogue) -> None:
        entries = [entry for entry in catalogue.entries if entry.product == product]
        if not entries:
            return
        total = sum(entry.documents for entry in entries)
        name = self.tr("Product {0}").format(product) if product else self.tr("No product")
        item = QTreeWidgetItem(self, [name, _count(total), ""])
        for entry in sorted(entries, key=lambda entry: (entry.applies_to.low, entry.applies_to.high), reverse=True):
            old = self.tr("{0} deprecated").format(_count(entry.deprecated)) if entry.deprecated else ""
            QTreeWidgetItem(item, [entry.applies_to.raw or self.tr("no version"), _count(entry.documents), old])


def _count(number: int) -> str:
    return QLocale().toString(number)
