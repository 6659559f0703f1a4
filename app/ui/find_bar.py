"""Finding words in the document that is open: a field, how many places there are, and steps between them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QToolButton, QWidget

from app.ui.icons import icon
from app.ui.theme import Theme


class FindBar(QFrame):
    """Hidden until opened. ``sought`` carries the words, ``stepped`` 1 or -1, ``closed`` that it was put away."""

    sought = Signal(str)
    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in this document"))
        self.field.setAccessibleName(self.tr("Find in this document"))
        self.field.installEventFilter(self)
        self.field.textChanged.connect(lambda words: self.sought.emit(words.strip()))
        self.field.returnPressed.connect(lambda: self.stepped.emit(1))
        self._count = QLabel(self)
        self._count.setProperty("role", "muted")
        self._tools = {name: self._tool(name, words, by) for name, words, by in (
            ("up", self.tr("Previous match (Shift+F3)"), -1), ("down", self.tr("Next match (F3)"), 1))}
        self._tools["close"] = self._tool("close", self.tr("Close find"), 0)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 10, 4)
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        row.addWidget(self._count)
        for tool in self._tools.values():
            row.addWidget(tool)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.hide()

    @property
    def count_words(self) -> str:
        """How many places were found, as shown."""
        return self._count.text()

    def open(self) -> None:
        """Show it with the keyboard in the field."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        if words := self.field.text().strip():
            self.sought.emit(words)

    def put_away(self) -> None:
        """Hide it; what was marked goes too."""
        self.hide()
        self.closed.emit()

    def show_count(self, current: int, count: int) -> None:
        """``current`` from 1 of ``count`` places; without words nothing is said."""
        if not self.field.text().strip():
            self._count.clear()
        else:
            self._count.setText(self.tr("{0} of {1}").format(current, count) if count else self.tr("not found"))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Escape in the field puts the bar away, before the window takes it for its own."""
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() is QEvent.Type.KeyPress:
                self.put_away()
                return True
        return super().eventFilter(watched, event)

    def _tool(self, name: str, words: str, by: int) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(16, 16))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect((lambda: self.stepped.emit(by)) if by else self.put_away)
        return button

    def _recolour(self) -> None:
        for name, tool in self._tools.items():
            tool.setIcon(icon(name, self._theme.colours.muted))
