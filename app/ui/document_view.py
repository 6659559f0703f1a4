"""Shows one document at a place: rendered, scrolled to the heading, the quote highlighted. Read only.

Nothing is loaded here: pictures are those that were handed in with the document, any other is a placeholder, links
are reported and never followed. Finding the quote is in ``locate``, turning Markdown into HTML in ``markdown_html``.
"""

from __future__ import annotations

from urllib.parse import unquote

from PySide6.QtCore import QByteArray, QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QPainter,
    QPixmap,
    QResizeEvent,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit, QWidget

from app.ui.locate import locate
from app.ui.markdown_html import PICTURE, markdown_html, plain_html
from app.ui.theme import Theme
from engine.types import OpenedDocument, Span

_MARGIN = 26
_ABOVE = 14
_PLACEHOLDER = QSize(168, 72)
_MOST_MATCHES = 1000


class DocumentView(QTextBrowser):
    """A document, read only. ``left`` carries the address of a link that leads out of it."""

    left = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._opened: OpenedDocument | None = None
        self._quote: Span | None = None
        self._place: int | None = None
        self._pictures: dict[str, QImage] = {}
        self._matches: list[QTextCursor] = []
        self._match = 0
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("Document"))
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction
                                     | Qt.TextInteractionFlag.TextSelectableByKeyboard)
        self.document().setDocumentMargin(_MARGIN)
        self.anchorClicked.connect(self._follow)
        self.verticalScrollBar().actionTriggered.connect(self._forget_place)
        theme.changed.connect(self._render)

    @property
    def quote_span(self) -> Span | None:
        """Characters of ``toPlainText()`` that are highlighted, None when the quote was not found."""
        return self._quote

    @property
    def match_count(self) -> tuple[int, int]:
        """Which match is the current one (from 1), of how many."""
        return (self._match + 1 if self._matches else 0), len(self._matches)

    def open(self, opened: OpenedDocument, pictures: dict[str, QImage] | None = None) -> bool:
        """Show a document at its place. Returns whether its quote was found in what is shown."""
        self._opened = opened
        self._pictures = pictures or {}
        self._render()
        return self._quote is not None

    def close_document(self) -> None:
        """Show nothing."""
        self._opened = self._quote = self._place = None
        self._pictures, self._matches = {}, []
        self.setExtraSelections([])
        self.clear()

    def come_back(self) -> None:
        """Scroll to the place again, after the view was hidden."""
        if self._place is not None:
            self._scroll_to(self._place)

    def seek(self, words: str) -> None:
        """Mark every place of ``words`` (none: nothing) and go to the first one at or below what is shown."""
        self._matches = self._found(words) if words else []
        top = self.cursorForPosition(self.viewport().rect().topLeft()).position()
        below = [index for index, match in enumerate(self._matches) if match.position() >= top]
        self._match = below[0] if below else 0
        self._highlight(self.toPlainText())
        self._go_to_match()

    def step_match(self, by: int) -> None:
        """Go to the next (1) or previous (-1) match, in a ring."""
        if self._matches:
            self._match = (self._match + by) % len(self._matches)
            self._highlight(self.toPlainText())
            self._go_to_match()

    def loadResource(self, type: int, name: QUrl | str) -> object:
        """Nothing from outside the window: a picture that came with the document, a placeholder for any other image,
        an empty text for all else.
        """
        if type == QTextDocument.ResourceType.ImageResource.value:
            address = name if isinstance(name, str) else name.toString(QUrl.ComponentFormattingOption.FullyEncoded)
            picture = self._pictures.get(unquote(address.removeprefix(PICTURE)))
            return self._fitted(picture) if picture is not None else self._placeholder()
        return QByteArray()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._place is not None:
            self._scroll_to(self._place)

    def _render(self) -> None:
        opened = self._opened
        if opened is None:
            return
        self._matches = []
        self._quote = self._place = None  # positions of the text that is about to go
        self.setExtraSelections([])
        colours = self._theme.colours
        document = self.document()
        document.setDefaultFont(self._theme.font())
        document.setDefaultStyleSheet(self._theme.text_sheet())
        is_plain = opened.media_type == "text/plain"
        self.setHtml(plain_html(opened.text, colours) if is_plain
                     else markdown_html(opened.text, colours, title=opened.title))
        self._mark(opened)

    def _mark(self, opened: OpenedDocument) -> None:
        text = self.toPlainText()
        if opened.span is not None:
            self._quote = locate(text, opened.quote, source=opened.text, at=opened.span.start)
        self._highlight(text)
        heading = self._heading(opened, before=self._quote)
        if heading is not None and (self._quote is None or self._fits(heading.position())):
            self._place = heading.position()
        elif self._quote is not None:
            self._place = _units(text, self._quote.start)
        else:
            self._place = 0
        self._scroll_to(self._place)

    def _highlight(self, text: str) -> None:
        """One selection a block: a single one across table cells would take in whole rows."""
        selections: list[QTextEdit.ExtraSelection] = []
        if self._quote is not None:
            start, end = _units(text, self._quote.start), _units(text, self._quote.end)
            block = self.document().findBlock(start)
            while block.isValid() and block.position() < end:
                selections.append(self._selection(max(start, block.position()),
                                                  min(end, block.position() + block.length() - 1)))
                block = block.next()
        colours = self._theme.colours
        for index, match in enumerate(self._matches):
            is_current = index == self._match
            selections.append(self._selection(match.selectionStart(), match.selectionEnd(),
                                              colours.accent if is_current else colours.accent_soft,
                                              colours.accent_text if is_current else colours.text))
        self.setExtraSelections(selections)

    def _found(self, words: str) -> list[QTextCursor]:
        found: list[QTextCursor] = []
        cursor = self.document().find(words)
        while not cursor.isNull() and len(found) < _MOST_MATCHES:
            found.append(cursor)
            cursor = self.document().find(words, cursor)
        return found

    def _go_to_match(self) -> None:
        if self._matches:
            self._place = None
            top = self._y(self._matches[self._match].selectionStart())
            self.verticalScrollBar().setValue(max(0, top - self.viewport().height() // 3))

    def _selection(self, start: int, end: int, ground: str = "", ink: str = "") -> QTextEdit.ExtraSelection:
        style = QTextCharFormat()
        style.setBackground(QColor(ground or self._theme.colours.highlight))
        style.setForeground(QColor(ink or self._theme.colours.highlight_text))
        cursor = QTextCursor(self.document())
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        selection = QTextEdit.ExtraSelection()
        selection.cursor, selection.format = cursor, style
        return selection

    def _heading(self, opened: OpenedDocument, *, before: Span | None) -> QTextBlock | None:
        """The heading that the place belongs to: the last one of that text before the quote, else the first."""
        wanted = opened.heading_path[-1] if opened.heading_path else ""
        limit = _units(self.toPlainText(), before.start) if before else None
        found: QTextBlock | None = None
        block = self.document().begin()
        while block.isValid() and (limit is None or block.position() <= limit):
            if block.blockFormat().headingLevel() and _same(block.text(), wanted):
                found = block
                if limit is None:
                    break
            block = block.next()
        return found

    def _fits(self, top: int) -> bool:
        """Whether the beginning of the quote shows when ``top`` is at the upper edge."""
        if self._quote is None:
            return True
        start = _units(self.toPlainText(), self._quote.start)
        return self._y(start) - self._y(top) < self.viewport().height() * 0.6

    def _y(self, position: int) -> int:
        cursor = QTextCursor(self.document())
        cursor.setPosition(position)
        return self.cursorRect(cursor).top() + self.verticalScrollBar().value()

    def _scroll_to(self, position: int) -> None:
        self.verticalScrollBar().setValue(max(0, self._y(position) - _ABOVE))

    def _forget_place(self) -> None:
        self._place = None

    def _follow(self, url: QUrl) -> None:
        address = url.toString()
        if not address.startswith("#"):
            self.left.emit(address)
            return
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and _same(block.text(), url.fragment()):
                self._scroll_to(block.position())
                return
            block = block.next()

    def _fitted(self, picture: QImage) -> QImage:
        """A picture no wider than the text."""
        room = max(200, self.viewport().width() - 2 * _MARGIN - 20)
        return picture if picture.width() <= room else picture.scaledToWidth(
            room, Qt.TransformationMode.SmoothTransformation)

    def _placeholder(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(_PLACEHOLDER * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(self._theme.colours.code))
        painter = QPainter(picture)
        painter.setPen(QColor(self._theme.colours.muted))
        painter.drawText(picture.rect().adjusted(0, 0, 0, 0), Qt.AlignmentFlag.AlignCenter, self.tr("Image not shown"))
        painter.end()
        return picture


def _same(shown: str, wanted: str) -> bool:
    """Whether two headings have the same letters, whatever their markup, case and marks."""
    first, second = ("".join(filter(str.isalnum, text)).casefold() for text in (shown, wanted))
    return bool(first) and first == second


def _units(text: str, index: int) -> int:
    """Qt's position of a Python index: characters beyond the basic plane count twice there."""
    return index + sum(1 for character in text[:index] if ord(character) > 0xFFFF)
