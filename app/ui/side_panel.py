"""The side panel: the document itself at the cited place, what must be known about it, and the list of places.

It shows what it is handed and asks for other places by a signal; opening them is the window's business.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSize, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from app.ui.banner import Banner
from app.ui.document_pane import DocumentPane
from app.ui.document_view import DocumentView
from app.ui.elided import ElidedLabel
from app.ui.faces import deprecation_words
from app.ui.icons import icon
from app.ui.ledger_table import reason_words
from app.ui.place_list import PlaceList
from app.ui.theme import Theme
from engine.types import (
    UNVERSIONED,
    Address,
    Answer,
    Citation,
    CitationState,
    DocumentId,
    LedgerEntry,
    OpenedDocument,
    Passage,
    RootId,
)

Target = Citation | Passage | Address


class SidePanel(QFrame):
    """``place_chosen`` carries the place a person wants to see, ``link_chosen`` the document and a link out of it,
    ``moved`` -1 or 1 for back and forward.
    """

    place_chosen = Signal(object)
    link_chosen = Signal(object, str)
    moved = Signal(int)
    own_link_chosen = Signal(str)
    """A link of a page of our own."""
    touched = Signal()
    """A person scrolls or turns what is shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side_panel")
        self._theme = theme
        self._current: Target | None = None
        self._opened: OpenedDocument | None = None
        self._address = ""
        self._ledger: dict[tuple[RootId, str], LedgerEntry] = {}
        self._tools: dict[str, QToolButton] = {}
        self._title = ElidedLabel(parent=self)
        self._version = QLabel(self)
        self._version.setProperty("role", "muted")
        self.deprecation = Banner(theme, self, closable=False)
        self.deprecation.chosen.connect(self._go_to_successor)
        self.state = Banner(theme, self, closable=False)
        self.nothing = Banner(theme, self, closable=False)
        self.nothing.chosen.connect(self.open_outside)
        self.link = Banner(theme, self)
        self.link.chosen.connect(lambda: QGuiApplication.clipboard().setText(self._address))
        self.pane = DocumentPane(theme, self)
        self.pane.view.left.connect(self._leave)
        self.pane.placed.connect(self._say_state)
        self.pane.touched.connect(self.touched)
        self.places = PlaceList(theme, self)
        self.places.chosen.connect(self.place_chosen)
        self._lay_out()
        theme.changed.connect(self._recolour)
        self._recolour()
        self.show_nothing()

    @property
    def view(self) -> DocumentView:
        """The document as text."""
        return self.pane.view

    @property
    def title(self) -> str:
        """What the title line says."""
        return self._title.text()

    def show_nothing(self) -> None:
        """Before anything was opened."""
        self._current = self._opened = None
        self._title.setText(self.tr("The cited document opens here"))
        self._version.clear()
        for banner in (self.deprecation, self.state, self.nothing, self.link):
            banner.hide()
        self.pane.close_document()
        self.places.show_passages(())
        self.show_history(can_go_back=False, can_go_forward=False)
        self._allow_document_tools()

    def know(self, ledger: tuple[LedgerEntry, ...]) -> None:
        """How reading each file went, to say why a document has no text."""
        self._ledger = {(entry.root, entry.path): entry for entry in ledger}

    def expect(self, target: Target) -> None:
        """A place has been asked for; it is shown when its document has been read."""
        self._current = target
        self.places.mark(None if isinstance(target, Address) else target)

    def list_answer(self, answer: Answer) -> None:
        """List what an answer cites and what else was found."""
        self.places.show_answer(answer)

    def list_passages(self, passages: tuple[Passage, ...]) -> None:
        """List what was found; nothing is cited yet."""
        self.places.show_passages(passages)

    def show_document(self, opened: OpenedDocument, pictures: dict[str, QImage] | None = None) -> None:
        """The document at its place, with what must be known about it."""
        self._opened = opened
        place = " › ".join(part for part in (opened.path, *opened.heading_path[-1:]) if part)
        self._title.setText(f"{place} · {opened.range}" if opened.range else place)
        self._title.setToolTip(" › ".join((opened.path, *opened.heading_path)))
        self._version.setText(" ".join(part for part in (opened.product, opened.applies_to.raw) if part))
        self.link.hide()
        self.deprecation.say(deprecation_words(opened), "warn",
                             button=self.tr("Open the successor") if opened.successor else "")
        is_found = self.pane.open(opened, pictures or {})
        self._say_nothing_shown(opened)
        if self.pane.is_paged and opened.state is CitationState.CURRENT:
            self.state.hide()  # the page itself will tell whether the words are on it
        else:
            self._say_state(is_found)
        self._allow_document_tools()

    def show_page(self, title: str, markdown: str) -> None:
        """A page of our own, such as the trace of an answer; no line of the list leads to it."""
        self._current = None
        self.places.mark(None)
        self.show_document(OpenedDocument(
            document=DocumentId(0), path=title, title=title, product="", applies_to=UNVERSIONED,
            media_type="text/markdown", text=markdown, state=CitationState.CURRENT,
        ))

    def say_title(self, title: str) -> None:
        """Another title for a page of our own."""
        self._title.setText(title)

    def say_failed(self, sentence: str) -> None:
        """The place could not be opened, for the reason in ``sentence``."""
        self._opened = None
        self.pane.close_document()
        self.deprecation.hide()
        self.nothing.hide()
        self.state.say(sentence, "bad")
        self._allow_document_tools()

    def say_page_failed(self, sentence: str) -> None:
        """The page could not be drawn; the text stays."""
        self.pane.fail_page()
        self.state.say(sentence, "warn")

    def say_no_place(self, address: str) -> None:
        """A link leads out of the library: it is told and never followed."""
        self._address = address
        self.link.say(self.tr("This link leads out of the library and is not followed: {0}").format(address),
                      button=self.tr("Copy address"))

    def show_history(self, *, can_go_back: bool, can_go_forward: bool) -> None:
        """Whether there is a place to go back or forward to."""
        self._tools["back"].setEnabled(can_go_back)
        self._tools["forward"].setEnabled(can_go_forward)

    def step(self, by: int) -> None:
        """Ask for the next (1) or previous (-1) place of the list, in a ring."""
        targets = self.places.targets
        if targets:
            current = None if isinstance(self._current, Address) else self._current
            here = self.places.index_of(current) if current else None
            beginning = 0 if by > 0 else -1
            self.place_chosen.emit(targets[beginning if here is None else (here + by) % len(targets)])

    def step_match(self, by: int) -> None:
        """The next match of what is sought; when nothing is sought, the next place."""
        if self.pane.find_bar.isHidden():
            self.step(by)
        else:
            self.pane.step_match(by)

    def open_outside(self) -> None:
        """Open the file of the document with the program that the system has for it."""
        if self._opened and self._opened.file and Path(self._opened.file).is_file():
            QDesktopServices.openUrl(QUrl.fromLocalFile(self._opened.file))

    def _say_state(self, is_found: bool) -> None:
        if self._opened is not None:
            self.state.say(*self._state_words(self._opened, is_found))

    def _state_words(self, opened: OpenedDocument, is_found: bool) -> tuple[str, str]:
        if opened.state is CitationState.MISSING:
            return self.tr("This document is no longer there. It was cited from an earlier revision."), "bad"
        if opened.state is CitationState.CHANGED and not opened.quote.strip():
            return self.tr("Changed since it was indexed; this is the file as it is now."), "info"
        if opened.state is CitationState.CHANGED:
            return self.tr("Changed since it was indexed: the cited words are no longer in this section."), "warn"
        if opened.quote.strip() and not is_found:
            return self.tr("The cited words could not be located in the text shown here."), "warn"
        if opened.state is CitationState.MOVED:
            return self.tr("Changed since it was indexed: the cited words have moved to another place."), "info"
        return "", "info"

    def _say_nothing_shown(self, opened: OpenedDocument) -> None:
        """Why the panel is empty, when it is, and the way out."""
        is_empty = not opened.text.strip() and opened.state is not CitationState.MISSING and not self.pane.is_paged
        entry = self._ledger.get((opened.root, opened.path)) if is_empty and opened.root is not None else None
        words = " ".join(filter(None, (self.tr("There is no text to show."), reason_words(entry) if entry else "")))
        button = self.tr("Open in the system's viewer") if opened.file else ""
        self.nothing.say(words if is_empty else "", "warn", button=button)

    def _go_to_successor(self) -> None:
        if self._opened is not None and self._opened.successor is not None:
            self.place_chosen.emit(self._opened.successor)

    def _leave(self, address: str) -> None:
        if self._opened is not None and self._opened.root is not None:
            self.link_chosen.emit(self._opened, address)
        else:
            self.own_link_chosen.emit(address)

    def _allow_document_tools(self) -> None:
        self._tools["find"].setEnabled(self._opened is not None)
        self._tools["outside"].setEnabled(self._opened is not None and bool(self._opened.file))

    def _lay_out(self) -> None:
        tools = (("back", self.tr("Back (Alt+Left)"), lambda: self.moved.emit(-1)),
                 ("forward", self.tr("Forward (Alt+Right)"), lambda: self.moved.emit(1)),
                 ("previous", self.tr("Previous citation (Alt+Up)"), lambda: self.step(-1)),
                 ("next", self.tr("Next citation (Alt+Down)"), lambda: self.step(1)),
                 ("find", self.tr("Find in the document (Ctrl+F)"), self.pane.open_find),
                 ("outside", self.tr("Open in the system's viewer (Ctrl+Shift+O)"), self.open_outside))
        for name, words, deed in tools:
            self._tools[name] = self._tool(words, deed)
        top = QHBoxLayout()
        top.setContentsMargins(8, 6, 8, 2)
        top.setSpacing(2)
        for name in ("back", "forward", "previous", "next"):
            top.addWidget(self._tools[name])
        top.addSpacing(6)
        top.addWidget(self._title, 1)
        top.addWidget(self._version)
        top.addSpacing(4)
        for name in ("find", "outside"):
            top.addWidget(self._tools[name])
        banners = QVBoxLayout()
        banners.setContentsMargins(12, 0, 12, 8)
        banners.setSpacing(6)
        for banner in (self.deprecation, self.state, self.nothing, self.link):
            banners.addWidget(banner)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 6)
        column.setSpacing(0)
        column.addLayout(top)
        column.addLayout(banners)
        column.addWidget(self.pane, 1)
        column.addWidget(self.places)

    def _tool(self, words: str, deed: Callable[[], None]) -> QToolButton:
        button = QToolButton(self)
        button.setIconSize(QSize(18, 18))
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.clicked.connect(deed)
        return button

    def _recolour(self) -> None:
        for name, tool in self._tools.items():
            tool.setIcon(icon(name, self._theme.colours.muted))
