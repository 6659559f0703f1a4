"""Text that is as tall as what it says: no scroll bar of its own, selectable, its links reachable by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QByteArray, QEvent, QSizeF, Qt, QUrl, Signal
from PySide6.QtGui import QHelpEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QTextBrowser, QToolTip, QWidget

from app.ui.theme import Theme


class FlowText(QTextBrowser):
    """A block of rendered text inside a column. ``followed`` carries the address of a clicked link.

    ``limit`` (pixels, 0: none) cuts the height; ``is_cut`` says whether something is hidden.
    """

    followed = Signal(str)

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._limit = 0
        self._tip: Callable[[str], str] = str
        self.setAccessibleName(name)
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction
                                     | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)
        self.document().documentLayout().documentSizeChanged.connect(self._grow)
        self.anchorClicked.connect(lambda url: self.followed.emit(url.toString()))

    @property
    def is_cut(self) -> bool:
        """Whether the limit hides a part of the text."""
        return bool(self._limit) and self.document().size().height() > self._limit

    def say(self, html: str) -> None:
        """Replace the text by HTML made by this program."""
        self.document().setDefaultFont(self._theme.font())
        self.document().setDefaultStyleSheet(self._theme.text_sheet())
        self.setHtml(html)
        self._grow()

    def set_limit(self, pixels: int) -> None:
        """Cut the height at ``pixels``; 0 shows everything."""
        self._limit = pixels
        self._grow()

    def set_tip(self, tip: Callable[[str], str]) -> None:
        """Text shown when the pointer rests on a link, from the link's address."""
        self._tip = tip

    def loadResource(self, _type: int, _name: QUrl | str) -> object:
        """Nothing is ever loaded."""
        return QByteArray()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._grow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            link = self.anchorAt(self.viewport().mapFrom(self, event.pos()))
            QToolTip.showText(event.globalPos(), self._tip(link) if link else "", self)
            return True
        return super().event(event)

    def _grow(self, _size: QSizeF | None = None) -> None:
        height = ceil(self.document().size().height())
        wanted = min(height, self._limit) if self._limit else height
        if wanted != self.minimumHeight():
            self.setFixedHeight(wanted)
