"""The open document: as a page with its picture where there are pages, else as text; with finding in either.

Asks for what only the engine can give (pages, finds on pages) by signals and is handed it.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.ui.document_view import DocumentView
from app.ui.find_bar import FindBar
from app.ui.page_bar import PageBar
from app.ui.page_view import PageView
from app.ui.theme import Theme
from engine.types import Address, CitationState, OpenedDocument, PageImage, PageRequest, Rect

_PAGED = "application/pdf"


class DocumentPane(QWidget):
    """``page_wanted`` carries a PageRequest, ``find_wanted`` Address and words, ``placed`` whether the quote shows;
    ``touched``: a person scrolls, turns or seeks.
    """

    page_wanted = Signal(object)
    find_wanted = Signal(object, str)
    placed = Signal(bool)
    touched = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._opened: OpenedDocument | None = None
        self._hits: tuple[Rect, ...] = ()
        self._hit = 0
        self._is_text_found = False
        self.view = DocumentView(theme, self)
        self.page_view = PageView(theme, self)
        self.page_bar = PageBar(theme, self)
        self.find_bar = FindBar(theme, self)
        self._stack = QStackedWidget(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.page_view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.find_bar)
        column.addWidget(self.page_bar)
        column.addWidget(self._stack, 1)
        self.page_bar.hide()
        self.page_bar.turned.connect(self.page_view.turn_to)
        self.page_bar.zoomed.connect(self.page_view.zoom_by)
        self.page_bar.text_wanted.connect(self._show_text)
        self.page_view.wanted.connect(self._want_page)
        self.find_bar.sought.connect(self._seek)
        self.find_bar.stepped.connect(self.step_match)
        self.find_bar.closed.connect(lambda: self._seek(""))
        for scrolled in (self.view, self.page_view):
            scrolled.verticalScrollBar().actionTriggered.connect(self.touched)
        self.page_bar.turned.connect(self.touched)
        self.find_bar.sought.connect(self.touched)

    @property
    def is_paged(self) -> bool:
        """Whether a page is shown as a picture."""
        return self._stack.currentWidget() is self.page_view

    @property
    def shown(self) -> QWidget:
        """The view that is in front."""
        return self.page_view if self.is_paged else self.view

    def open(self, opened: OpenedDocument, pictures: dict[str, QImage]) -> bool:
        """Show a document at its place. Returns whether its quote was found in its text."""
        self._opened = opened
        self._hits = ()
        self._is_text_found = self.view.open(opened, pictures)
        is_paged = opened.media_type == _PAGED and opened.state is not CitationState.MISSING and bool(opened.file)
        self.page_bar.setVisible(is_paged)
        self._show_text(self.page_bar.text.isChecked() or not is_paged)
        if is_paged:
            page = opened.pages[0] if opened.pages else 1
            self.page_bar.show_page(page, 0)
            self.page_view.open(page)
        if not self.find_bar.isHidden():
            self._seek(self.find_bar.field.text().strip())
        return self._is_text_found

    def close_document(self) -> None:
        """Show nothing."""
        self._opened = None
        self.page_bar.hide()
        self.view.close_document()
        self._stack.setCurrentWidget(self.view)

    def show_page(self, page: PageImage, picture: QImage) -> None:
        """The page that was asked for."""
        self.page_view.show_page(page, picture)
        self.page_bar.show_page(page.page, page.page_count)
        self._show_hit()
        if self._opened and self._opened.quote and self.is_paged and page.page in (self._opened.pages or (1,)):
            self.placed.emit(page.is_exact or bool(page.marks))

    def fail_page(self) -> None:
        """The page cannot be drawn; its text is all there is."""
        self._stack.setCurrentWidget(self.view)

    def show_hits(self, hits: tuple[Rect, ...]) -> None:
        """What was found on the pages."""
        self._hits = hits
        here = [index for index, hit in enumerate(hits) if hit.page >= self.page_view.page]
        self._hit = here[0] if here else 0
        self._turn_to_hit()

    def open_find(self) -> None:
        """Open the field for finding words."""
        self.find_bar.open()

    def step_match(self, by: int) -> None:
        """Go to the next (1) or previous (-1) match, in a ring."""
        if self.is_paged:
            if self._hits:
                self._hit = (self._hit + by) % len(self._hits)
                self._turn_to_hit()
        else:
            self.view.step_match(by)
            self.find_bar.show_count(*self.view.match_count)

    def toggle_text(self) -> None:
        """Page or text."""
        if not self.page_bar.isHidden():
            self.page_bar.text.toggle()

    def _show_text(self, is_text: bool) -> None:
        if is_text:
            self._stack.setCurrentWidget(self.view)
            self.view.come_back()
        elif not self.page_bar.isHidden():
            self._stack.setCurrentWidget(self.page_view)
        if self._opened and not self.find_bar.isHidden():
            self._seek(self.find_bar.field.text().strip())

    def _want_page(self, page: int, width: int) -> None:
        opened = self._opened
        if opened is not None and opened.root is not None and not self.page_bar.isHidden():
            quote = opened.quote if opened.span is not None and page in (opened.pages or (page,)) else ""
            self.page_wanted.emit(PageRequest(root=opened.root, path=opened.path, page=page, width=width, quote=quote,
                                              rects=opened.rects))

    def _seek(self, words: str) -> None:
        self._hits = ()
        self.page_view.show_hits((), None)
        self.view.seek(words)
        if words and self.is_paged and self._opened is not None and self._opened.root is not None:
            self.find_wanted.emit(Address(root=self._opened.root, path=self._opened.path), words)
        else:
            self.find_bar.show_count(*self.view.match_count)

    def _turn_to_hit(self) -> None:
        self.find_bar.show_count(self._hit + 1, len(self._hits))
        if self._hits:
            self.page_view.turn_to(self._hits[self._hit].page)
        self._show_hit()

    def _show_hit(self) -> None:
        self.page_view.show_hits(self._hits, self._hits[self._hit] if self._hits else None)
