"""A choice drawn as a rounded chip. Owns how it looks; what it offers is the scope bar's."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget


class Chip(QComboBox):
    """A choice drawn as a rounded chip: its name, its value and, in a quieter colour, where the value came from."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._shown = ""
        self._origin = ""
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.currentIndexChanged.connect(self._refit)

    def fill(self, entries: list[tuple[str, object]]) -> None:
        """Offer (words, value) pairs; the value chosen before stays chosen if it is among them, else the first."""
        chosen = self.currentData()
        with QSignalBlocker(self):
            self.clear()
            for words, value in entries:
                self.addItem(words, value)
            values = [value for _, value in entries]
            self.setCurrentIndex(values.index(chosen) if chosen in values else 0)
        self._refit()

    @property
    def words(self) -> str:
        """The chip as a person reads it."""
        return " ".join(part for part in (self._name, self._shown or self.currentText(), self._origin) if part)

    def tell(self, shown: str = "", origin: str = "") -> None:
        """Show another value than the chosen entry, and where it came from; empty strings end that."""
        self._shown, self._origin = shown, origin
        self._refit()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.words) + 58, metrics.height() + 14)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self.palette()
        has_focus = self.hasFocus()
        painter.setPen(QPen(palette.accent().color() if has_focus else palette.mid().color(), 2 if has_focus else 1))
        painter.setBrush(palette.base())
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        left = 12
        value = self._shown or self.currentText()
        for text, colour in ((self._name, palette.placeholderText()), (value, palette.text()),
                             (self._origin, palette.placeholderText())):
            if text:
                painter.setPen(colour.color())
                painter.drawText(left, 0, self.width(), self.height(), Qt.AlignmentFlag.AlignVCenter, text)
                left += self.fontMetrics().horizontalAdvance(text) + 7
        painter.setPen(QPen(palette.placeholderText().color(), 1.6))
        x, y = self.width() - 19, self.height() // 2 - 2
        painter.drawPolyline([QPointF(x, y), QPointF(x + 4.5, y + 4.5), QPointF(x + 9, y)])

    def _refit(self) -> None:
        self.setAccessibleDescription(self.words)
        self.updateGeometry()
        self.update()
