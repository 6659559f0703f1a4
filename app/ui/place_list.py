"""The list of places beside an answer: what it cites first, what else was found folded below."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QTreeWidgetItemIterator, QWidget

from app.ui.answer_html import Cited, cited, place_words
from app.ui.evidence_block import passage_words
from app.ui.faces import verdicts_face
from app.ui.found_html import one_line
from app.ui.theme import Theme
from engine.types import Answer, Citation, Passage

_TARGET = Qt.ItemDataRole.UserRole
_ROWS_SHOWN = 6
_OPENING = 48


class PlaceList(QTreeWidget):
    """``chosen`` carries the Citation or Passage of a line that a person picked."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._cited: tuple[Cited, ...] = ()
        self._found: tuple[Passage, ...] = ()
        self._marked: Citation | Passage | None = None
        self.setAccessibleName(self.tr("Cited places"))
        self.setHeaderHidden(True)
        self.setColumnCount(2)
        self.setIndentation(14)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemActivated.connect(self._choose)
        self.itemClicked.connect(self._choose)
        self.itemExpanded.connect(self._fit)
        self.itemCollapsed.connect(self._fit)
        theme.changed.connect(self._fill)

    @property
    def targets(self) -> tuple[Citation | Passage, ...]:
        """What the lines lead to, cited ones first; the order of next and previous."""
        return (*(entry.citation for entry in self._cited), *self._found)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The cited places in the order of their numbers."""
        return tuple(entry.citation for entry in self._cited)

    def lines(self) -> list[str]:
        """The lines as a person reads them, groups included."""
        return [" ".join(filter(None, (item.text(0), item.text(1)))) for item in self._items()]

    def show_answer(self, answer: Answer) -> None:
        """The citations of an answer, then the passages it did not use."""
        self._cited = cited(answer.claims)
        used = {(entry.citation.document, entry.citation.heading_path) for entry in self._cited}
        self._found = tuple(passage for passage in answer.retrieved.passages
                            if (passage.document, passage.heading_path) not in used)
        self._fill()

    def show_passages(self, passages: tuple[Passage, ...]) -> None:
        """Passages alone: nothing is cited yet."""
        self._cited, self._found = (), passages
        self._fill()

    def index_of(self, target: Citation | Passage) -> int | None:
        """The line that leads to ``target`` and to nothing else, counted in ``targets``."""
        targets = self.targets
        return targets.index(target) if target in targets else None

    @property
    def marked_line(self) -> str:
        """The selected line as a person reads it, empty when none is."""
        return next((item.text(0) for item in self.selectedItems()), "")

    def mark(self, target: Citation | Passage | None) -> None:
        """Select the line of the place that is open; none when it is not listed, so that line and page agree."""
        self._marked = target
        index = self.index_of(target) if target is not None else None
        if index is None:
            self.clearSelection()
        else:
            self.setCurrentItem([item for item in self._items() if item.data(0, _TARGET) is not None][index])

    def _fill(self) -> None:
        self.clear()
        if self._cited:
            group = self._group(self.tr("Cited ({0})").format(len(self._cited)))
            for entry in self._cited:
                face = verdicts_face(entry.verdicts)
                words = f"{entry.citation.label}   {place_words(entry.citation)}   {_opening(entry.citation.quote)}"
                self._line(group, words, entry.citation, f"{face.icon}  {face.word}", face.tone)
            group.setExpanded(True)
        if self._found:
            words = self.tr("Also found ({0})") if self._cited else self.tr("Found ({0})")
            group = self._group(words.format(len(self._found)))
            for passage in self._found:
                old = self.tr("⚠ deprecated") if passage.deprecated else ""
                self._line(group, passage_words(passage), passage, old or passage.applies_to.raw,
                           "warn" if old else "muted")
            group.setExpanded(not self._cited)
        self.setVisible(bool(self._cited or self._found))
        self.mark(self._marked)
        self._fit()

    def _group(self, words: str) -> QTreeWidgetItem:
        group = QTreeWidgetItem(self, [words])
        font = self.font()
        font.setBold(True)
        group.setFont(0, font)
        return group

    def _line(self, group: QTreeWidgetItem, words: str, target: Citation | Passage, state: str, tone: str) -> None:
        item = QTreeWidgetItem(group, [words, state])
        item.setData(0, _TARGET, target)
        item.setToolTip(0, words)
        item.setForeground(1, QBrush(QColor(getattr(self._theme.colours, tone))))

    def _items(self) -> list[QTreeWidgetItem]:
        lines = QTreeWidgetItemIterator(self)
        found: list[QTreeWidgetItem] = []
        while (item := lines.value()) is not None:
            found.append(item)
            lines += 1
        return found

    def _fit(self) -> None:
        """As tall as its open lines, up to a few; the document has the rest."""
        shown = sum(1 for item in self._items() if (group := item.parent()) is None or group.isExpanded())
        self.setFixedHeight(min(shown, _ROWS_SHOWN) * max(self.sizeHintForRow(0), 20) + 14)

    def _choose(self, item: QTreeWidgetItem) -> None:
        target = item.data(0, _TARGET)
        if target is not None:
            self.chosen.emit(target)


def _opening(quote: str) -> str:
    """The first words of a quote, to tell citations of one section apart."""
    words = one_line(quote)
    return f"“{words[:_OPENING].rstrip()} …”" if len(words) > _OPENING else f"“{words}”"
