"""A page as a picture, the cited words highlighted on it. Knows no engine: it asks for pages and is handed them.

The picture is asked for in the width of the pane times the zoom; until a new one comes, the old one is stretched.
A page is white paper in every theme, so the highlight is the one made for white.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.ui.theme import LIGHT, Theme
from engine.types import PageImage, Rect

_MARGIN = 14
_SETTLE_MS = 120
_ABOVE = 0.25
_ZOOMS = (0.5, 4.0)
_KEYS = {Qt.Key.Key_PageDown: 1, Qt.Key.Key_PageUp: -1}


class PageView(QScrollArea):
    """``wanted`` carries the number and the width of a page to draw, in device pixels."""

    wanted = Signal(int, int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._page = 1
        self._count = 0
        self._zoom = 1.0
        self._is_placed = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.setAccessibleName(self.tr("Page"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._sheet = _Sheet(theme)
        self.setWidget(self._sheet)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._ask)

    @property
    def page(self) -> int:
        """The number of the page shown or asked for, from 1."""
        return self._page

    @property
    def page_count(self) -> int:
        """How many pages the document has, 0 before the first was drawn."""
        return self._count

    @property
    def marks(self) -> tuple[QRectF, ...]:
        """What is highlighted, in the coordinates of the drawn picture's widget."""
        return self._sheet.marks()

    @property
    def sheet(self) -> QWidget:
        """The widget that draws the page."""
        return self._sheet

    def open(self, page: int) -> None:
        """Begin with a page of another document."""
        self._count = 0
        self._zoom = 1.0
        self._sheet.clear()
        self._turn(page)

    def turn(self, by: int) -> None:
        """Go on or back by pages, as far as there are any."""
        wanted = min(max(self._page + by, 1), self._count or 1)
        if wanted != self._page:
            self._turn(wanted)

    def turn_to(self, page: int) -> None:
        """Go to a page."""
        self.turn(page - self._page)

    def zoom_by(self, factor: float) -> None:
        """Make the page larger or smaller; 1 fits the width of the pane."""
        self._zoom = min(max(self._zoom * factor, _ZOOMS[0]), _ZOOMS[1])
        self._stretch()
        self._settle.start()

    def show_page(self, page: PageImage, picture: QImage) -> None:
        """The page that was asked for."""
        self._page, self._count = page.page, page.page_count
        self._sheet.show_page(page, picture)
        self._sheet.setAccessibleDescription(page.words)
        self.setAccessibleDescription(self.tr("Page {0} of {1}").format(page.page, page.page_count))
        self._stretch()
        if not self._is_placed:
            self._place()

    def show_hits(self, hits: tuple[Rect, ...], current: Rect | None) -> None:
        """Mark what was found on this page (points as drawn), and bring the current find into view."""
        self._sheet.show_hits(hits, current)
        if current is not None and current.page == self._page:
            self._see(self._sheet.on_sheet(current))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()
        self._settle.start()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = _KEYS.get(Qt.Key(event.key()), 0)
        if by and self._is_at_end(by):
            self.turn(by)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_by(1.1 if turned > 0 else 1 / 1.1)
        elif turned and self._is_at_end(-1 if turned > 0 else 1):
            self.turn(-1 if turned > 0 else 1)
        else:
            super().wheelEvent(event)

    def _is_at_end(self, by: int) -> bool:
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() if by > 0 else bar.value() <= bar.minimum()

    def _turn(self, page: int) -> None:
        self._page = page
        self._is_placed = False
        self._settle.stop()
        self._ask()

    def _ask(self) -> None:
        self.wanted.emit(self._page, round(self._width() * self.devicePixelRatioF()))

    def _width(self) -> int:
        return max(120, round((self.viewport().width() - 2 * _MARGIN) * self._zoom))

    def _stretch(self) -> None:
        self._sheet.fit(self._width(), _MARGIN)

    def _place(self) -> None:
        self._is_placed = True
        marks = self._sheet.marks()
        if marks:
            self._see(marks[0])
        else:
            self.verticalScrollBar().setValue(0)

    def _see(self, box: QRectF) -> None:
        """Bring a box a quarter below the upper edge."""
        self.verticalScrollBar().setValue(round(box.top() - self.viewport().height() * _ABOVE))
        self.horizontalScrollBar().setValue(round(box.center().x() - self.viewport().width() / 2))


class _Sheet(QWidget):
    """The paper: a picture with boxes over it, in whatever size it is given."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._page: PageImage | None = None
        self._picture = QImage()
        self._hits: tuple[Rect, ...] = ()
        self._current: Rect | None = None
        self._margin = 0

    def clear(self) -> None:
        self._page, self._picture, self._hits, self._current = None, QImage(), (), None
        self.update()

    def show_page(self, page: PageImage, picture: QImage) -> None:
        self._page, self._picture = page, picture
        self.update()

    def show_hits(self, hits: tuple[Rect, ...], current: Rect | None) -> None:
        self._hits, self._current = hits, current
        self.update()

    def fit(self, width: int, margin: int) -> None:
        self._margin = margin
        ratio = self._page.height / self._page.width if self._page else 1.414
        self.setFixedSize(QSize(width + 2 * margin, round(width * ratio) + 2 * margin))

    def marks(self) -> tuple[QRectF, ...]:
        return tuple(self._placed(mark, 1.0) for mark in self._page.marks) if self._page else ()

    def on_sheet(self, hit: Rect) -> QRectF:
        """Where a box in points as drawn stands on the sheet."""
        return self._placed(hit, self._page.scale) if self._page else QRectF()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        paper = QRectF(self.rect()).adjusted(self._margin, self._margin, -self._margin, -self._margin)
        painter.fillRect(paper, Qt.GlobalColor.white)
        if self._page is None:
            painter.setPen(QColor(LIGHT.muted))
            painter.drawText(paper, Qt.AlignmentFlag.AlignCenter, self.tr("The page is being drawn …"))
            return
        painter.drawImage(paper, self._picture)
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
        for mark in self.marks():
            painter.fillRect(mark, QColor(LIGHT.highlight))
        for hit in self._hits:
            if hit.page == self._page.page:
                painter.fillRect(self.on_sheet(hit), QColor("#bcd7ff"))
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        if self._current is not None and self._current.page == self._page.page:
            painter.setPen(QPen(QColor(LIGHT.accent), 2))
            painter.drawRect(self.on_sheet(self._current).adjusted(-2, -2, 2, 2))
        painter.setPen(QColor(self._theme.colours.border))
        painter.drawRect(paper)

    def _placed(self, box: Rect, scale: float) -> QRectF:
        if self._page is None:
            return QRectF()
        factor = (self.width() - 2 * self._margin) / self._page.width * scale
        corner = QPointF(self._margin + box.x0 * factor, self._margin + box.y0 * factor)
        return QRectF(corner, QPointF(self._margin + box.x1 * factor, self._margin + box.y1 * factor))
