"""The line above a page: which page of how many, larger and smaller, picture or text."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QToolButton, QWidget

from app.ui.icons import icon
from app.ui.theme import Theme

_STEP = 1.25


class PageBar(QWidget):
    """``turned`` carries a page number, ``zoomed`` a factor, ``text_wanted`` whether the text shall be shown."""

    turned = Signal(int)
    zoomed = Signal(float)
    text_wanted = Signal(bool)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = QSpinBox(self, minimum=1, maximum=1)
        self._page.setAccessibleName(self.tr("Page"))
        self._page.setKeyboardTracking(False)
        self._page.setMinimumWidth(46)
        self._page.setButtonSymbols(QSpinBox.ButtonSymbols.NoButtons)
        self._page.valueChanged.connect(self.turned)
        self._count = QLabel(self)
        self._tools: dict[str, QToolButton] = {}
        self._add("previous", self.tr("Previous page (Page up)"), lambda: self.turned.emit(self._page.value() - 1))
        self._add("next", self.tr("Next page (Page down)"), lambda: self.turned.emit(self._page.value() + 1))
        self._add("smaller", self.tr("Smaller page"), lambda: self.zoomed.emit(1 / _STEP))
        self._add("larger", self.tr("Larger page"), lambda: self.zoomed.emit(_STEP))
        self._add("text", self.tr("Show the text of the document instead of the page (Ctrl+T)"), lambda: None)
        self.text = self._tools["text"]
        self.text.setCheckable(True)
        self.text.toggled.connect(self.text_wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 10, 4)
        row.setSpacing(2)
        for widget in (self._tools["previous"], self._page, self._count, self._tools["next"]):
            row.addWidget(widget)
        row.addStretch(1)
        for name in ("smaller", "larger", "text"):
            row.addWidget(self._tools[name])
        theme.changed.connect(self._recolour)
        self._recolour()

    @property
    def words(self) -> str:
        """What the line says."""
        return f"{self._page.value()} {self._count.text()}"

    def show_page(self, page: int, count: int) -> None:
        """Which page is shown, of how many."""
        with QSignalBlocker(self._page):
            self._page.setMaximum(max(count, page, 1))
            self._page.setValue(page)
        self._count.setText(self.tr("of {0}").format(count) if count else "")
        self._tools["previous"].setEnabled(page > 1)
        self._tools["next"].setEnabled(page < count)

    def _add(self, name: str, words: str, deed: Callable[[], None]) -> None:
        button = QToolButton(self)
        button.setIconSize(QSize(16, 16))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(deed)
        self._tools[name] = button

    def _recolour(self) -> None:
        for name, tool in self._tools.items():
            tool.setIcon(icon(name, self._theme.colours.muted))
