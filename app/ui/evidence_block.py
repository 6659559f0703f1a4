"""The verbatim layer of an answer: the passage as it stands in the document, with what must be read with it."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.ui.elided import ElidedLink
from app.ui.flow_text import FlowText
from app.ui.markdown_html import markdown_html, tidy
from app.ui.theme import Colours, Theme
from engine.types import Evidence, Passage

_LIMIT = 270


class EvidenceBlock(QFrame):
    """One passage word for word. ``opened`` carries the passage to be shown in its document."""

    opened = Signal(object)

    def __init__(self, theme: Theme, evidence: Evidence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidence")
        self._theme = theme
        self._evidence = evidence
        passage = evidence.passage
        heading = QLabel(self.tr("From the document"), self)
        heading.setProperty("role", "eyebrow")
        self._place = ElidedLink(passage_words(passage), self)
        self._place.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        self._place.setAccessibleName(self.tr("Open {0}").format(passage_words(passage)))
        self._place.clicked.connect(lambda: self.opened.emit(passage))
        self._text = FlowText(theme, self.tr("Passage from the document"), self)
        self._more = QPushButton(self.tr("Show all"), self)
        self._more.setProperty("kind", "link")
        self._more.clicked.connect(self._unfold)
        self._text.document().documentLayout().documentSizeChanged.connect(self._show_more)
        top = QHBoxLayout()
        top.addWidget(heading)
        top.addSpacing(12)
        top.addWidget(self._place, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 8, 10, 8)
        column.setSpacing(6)
        column.addLayout(top)
        column.addWidget(self._text)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignLeft)
        self._text.set_limit(_LIMIT)
        theme.changed.connect(self._render)
        self._render()

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
        return self._text.toPlainText()

    def _render(self) -> None:
        colours = self._theme.colours
        before = "".join(_companion_html(text, colours) for text in self._evidence.companions)
        header = self._evidence.header
        whole = f"{header}\n{self._evidence.text}" if header else self._evidence.text
        self._text.say(before + markdown_html(whole, colours))
        self._show_more()

    def _unfold(self) -> None:
        self._text.set_limit(0)
        self._show_more()

    def _show_more(self) -> None:
        self._more.setVisible(self._text.is_cut)


def _companion_html(text: str, colours: Colours) -> str:
    """A warning or prerequisite in a box of its own; the box says what the quote marks of the source said."""
    bare = re.sub(r"^>[ \t]?", "", tidy(text), flags=re.MULTILINE)
    return (f'<table width="100%" cellspacing="0" cellpadding="6" bgcolor="{colours.warn_soft}" '
            f'style="margin-bottom: 8px"><tr><td width="22" style="color: {colours.warn}">⚠</td>'
            f"<td>{markdown_html(bare, colours)}</td></tr></table>")


def passage_words(passage: Passage) -> str:
    """Where a passage stands: file, heading, page."""
    page = f" · {passage.page}" if passage.page else ""
    return f"{passage.path} › {passage.heading}{page}" if passage.heading else f"{passage.path}{page}"
