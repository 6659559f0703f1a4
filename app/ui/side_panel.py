"""The side panel: the document itself at the cited place, what must be known about it, and the list of places.

It shows what it is handed and asks for other places by a signal; opening them is the window's business.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.ui.banner import Banner
from app.ui.document_view import DocumentView
from app.ui.elided import ElidedLabel
from app.ui.icons import icon
from app.ui.place_list import PlaceList
from app.ui.theme import Theme
from engine.types import UNVERSIONED, Answer, Citation, CitationState, DocumentId, OpenedDocument, Passage


class SidePanel(QFrame):
    """``place_chosen`` carries the Citation or Passage that a person wants to see."""

    place_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side_panel")
        self._theme = theme
        self._current: Citation | Passage | None = None
        self._address = ""
        self._previous = self._tool(self.tr("Previous citation (Alt+Up)"), lambda: self.step(-1))
        self._next = self._tool(self.tr("Next citation (Alt+Down)"), lambda: self.step(1))
        self._title = ElidedLabel(parent=self)
        self._version = QLabel(self)
        self._version.setProperty("role", "muted")
        self.deprecation = Banner(theme, self, closable=False)
        self.state = Banner(theme, self, closable=False)
        self.link = Banner(theme, self)
        self.link.chosen.connect(lambda: QGuiApplication.clipboard().setText(self._address))
        self.view = DocumentView(theme, self)
        self.view.left.connect(self._say_link)
        self.places = PlaceList(theme, self)
        self.places.chosen.connect(self.place_chosen)
        self._lay_out()
        theme.changed.connect(self._recolour)
        self._recolour()
        self.show_nothing()

    @property
    def title(self) -> str:
        """What the title line says."""
        return self._title.text()

    def show_nothing(self) -> None:
        """Before anything was opened."""
        self._current = None
        self._title.setText(self.tr("The cited document opens here"))
        self._version.clear()
        for banner in (self.deprecation, self.state, self.link):
            banner.hide()
        self.view.close_document()
        self.places.show_passages(())

    def expect(self, target: Citation | Passage) -> None:
        """A place has been asked for; it is shown when its document has been read."""
        self._current = target
        self.places.mark(target)

    def list_answer(self, answer: Answer) -> None:
        """List what an answer cites and what else was found."""
        self.places.show_answer(answer)
        if self._current is not None:
            self.places.mark(self._current)

    def list_passages(self, passages: tuple[Passage, ...]) -> None:
        """List what was found; nothing is cited yet."""
        self.places.show_passages(passages)

    def show_document(self, opened: OpenedDocument) -> None:
        """The document at its place, with what must be known about it."""
        self._title.setText(" › ".join(part for part in (opened.path, *opened.heading_path[-1:]) if part))
        self._title.setToolTip(" › ".join((opened.path, *opened.heading_path)))
        self._version.setText(" ".join(part for part in (opened.product, opened.applies_to.raw) if part))
        self.link.hide()
        self.deprecation.say(self._deprecation_words(opened), "warn")
        is_found = self.view.open(opened)
        self.state.say(*self._state_words(opened, is_found))

    def show_page(self, title: str, markdown: str) -> None:
        """A page of our own, such as the list of failed files."""
        self.show_document(OpenedDocument(
            document=DocumentId(0), path=title, title=title, product="", applies_to=UNVERSIONED,
            media_type="text/markdown", text=markdown, state=CitationState.CURRENT,
        ))

    def say_failed(self, sentence: str) -> None:
        """The place could not be opened, for the reason in ``sentence``."""
        self.view.close_document()
        self.deprecation.hide()
        self.state.say(sentence, "bad")

    def step(self, by: int) -> None:
        """Ask for the next (1) or previous (-1) place of the list, in a ring."""
        targets = self.places.targets
        if targets:
            here = self.places.index_of(self._current) if self._current else None
            self.place_chosen.emit(targets[0 if here is None else (here + by) % len(targets)])

    def _deprecation_words(self, opened: OpenedDocument) -> str:
        if not opened.deprecated:
            return ""
        words = (self.tr("Deprecated since {0}").format(opened.deprecated_at) if opened.deprecated_at
                 else self.tr("Deprecated"))
        return self.tr("{0}, see {1}").format(words, opened.superseded_by) if opened.superseded_by else words

    def _state_words(self, opened: OpenedDocument, is_found: bool) -> tuple[str, str]:
        if opened.state is CitationState.MISSING:
            return self.tr("This document is no longer there. It was cited from an earlier revision."), "bad"
        if opened.state is CitationState.CHANGED:
            return self.tr("Changed since it was indexed: the cited words are no longer in this section."), "warn"
        if opened.quote and not is_found:
            return self.tr("The cited words could not be located in the text shown here."), "warn"
        if opened.state is CitationState.MOVED:
            return self.tr("The cited words have moved to another place in this document."), "info"
        return "", "info"

    def _say_link(self, address: str) -> None:
        self._address = address
        self.link.say(self.tr("This link leads out of the document and is not followed: {0}").format(address),
                      button=self.tr("Copy address"))

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 14, 2)
        top.setSpacing(2)
        top.addWidget(self._previous)
        top.addWidget(self._next)
        top.addSpacing(6)
        top.addWidget(self._title, 1)
        top.addWidget(self._version)
        banners = QVBoxLayout()
        banners.setContentsMargins(12, 0, 12, 8)
        banners.setSpacing(6)
        for banner in (self.deprecation, self.state, self.link):
            banners.addWidget(banner)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 6)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(banners)
        column.addWidget(self.view, 1)
        column.addWidget(self.places)

    def _tool(self, words: str, deed: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(18, 18))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(deed)
        return button

    def _recolour(self) -> None:
        self._previous.setIcon(icon("previous", self._theme.colours.muted))
        self._next.setIcon(icon("next", self._theme.colours.muted))
