"""A row of widgets that goes on in the next line where the width ends, as words do."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Lays its widgets in lines at their preferred sizes; its height follows its width.

    No wider than its widest widget needs to be, so larger text makes more lines and never a wider window.
    """

    def __init__(self, parent: QWidget | None = None, *, spacing: int = 8) -> None:
        super().__init__(parent) if parent else super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), is_trial=True)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, is_trial=False)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _place(self, rect: QRect, *, is_trial: bool) -> int:
        """Put every widget where it belongs, unless it is only a trial; returns the height that is used."""
        at, line = QPoint(rect.left(), rect.top()), 0
        for item in self._shown():
            size = item.sizeHint()
            size.setWidth(min(size.width(), rect.width()))
            if at.x() > rect.left() and at.x() + size.width() > rect.left() + rect.width():
                at = QPoint(rect.left(), at.y() + line + self.spacing())
                line = 0
            if not is_trial:
                item.setGeometry(QRect(at, size))
            at.setX(at.x() + size.width() + self.spacing())
            line = max(line, size.height())
        return at.y() + line - rect.top()
