"""Opens a cited place in the document as it is now, and says whether it still holds the quote.

CURRENT: the file has the cited revision. Otherwise the file is read afresh: the quote found again is MOVED, not found
CHANGED; no file is MISSING. A quote that is not there is never pretended. A document whose pages were refined since has
the same revision and another text; the quote is looked for in that.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from engine.answer.links import follow
from engine.answer.pages import PageDrawer
from engine.answer.pictures import pictures_of
from engine.errors import DocumentTrouble, NotFound
from engine.ingest.scan import disk_path
from engine.ports import Parser
from engine.store import readers
from engine.store.connection import Connection
from engine.store.store import Store
from engine.types import (
    UNVERSIONED,
    Address,
    Citation,
    CitationState,
    Document,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    Rect,
    Root,
    RootId,
    Section,
    Span,
)


class Opener:
    """Opens citations, passages and places. Opening and drawing may run on two threads, each one call at a time."""

    def __init__(self, *, store: Store, parser: Parser, drawer: PageDrawer) -> None:
        self._store = store
        self._parser = parser
        self._drawer = drawer

    def open(self, citation: Citation) -> OpenedDocument:
        """The document of a citation with where its quote stands now."""
        with self._store.snapshot() as db:
            root = _root(db, citation.root)
            document = readers.document_at(db, citation.root, citation.path)
            text = readers.document_text(db, document.id) if document else ""
            successor = _successor(db, document)
        file = disk_path(root.path, citation.path) if root else None
        if root is None or file is None or not file.is_file():
            return _opened(citation, document, text="", state=CitationState.MISSING, span=None)
        opened = self._compared(citation, document, text, file)
        return replace(opened, successor=successor, file=str(file),
                       pictures=pictures_of(opened.text, root=Path(root.path), document=file))

    def open_passage(self, passage: Passage) -> OpenedDocument:
        """The document of a passage, at the block that was found."""
        start = passage.focus.start - passage.span.start
        quote = passage.text[start:start + passage.focus.end - passage.focus.start]
        return self.open(Citation(
            label=passage.label, document=passage.document, root=passage.root, path=passage.path,
            revision=passage.revision, applies_to=passage.applies_to, heading_path=passage.heading_path,
            anchor=passage.anchor, line=passage.line, span=passage.focus, quote=quote, page=passage.page,
            rects=passage.rects, range=passage.place.range if passage.place else ""))

    def open_address(self, place: Address) -> OpenedDocument:
        """A document at a heading, or at its beginning. Raises NotFound when the library does not hold it."""
        with self._store.snapshot() as db:
            document = readers.document_at(db, place.root, place.path)
            if document is None:
                raise NotFound(f"{place.path} is not in the library.")
            section = _section(readers.sections(db, document.id), place.anchor) if place.anchor else None
        return self.open(Citation(
            label="", document=document.id, root=place.root, path=place.path, revision=document.revision,
            applies_to=document.applies_to, heading_path=section.heading_path if section else (), line=0,
            anchor=section.anchor if section else "", span=Span(0, 0), quote="",
            page=section.pages[0] if section and section.pages else None))

    def follow(self, root: RootId, path: str, address: str) -> Address | None:
        """Where a link of a document leads within the library, None when it leads out of it."""
        with self._store.snapshot() as db:
            return follow(db, root, path, address)

    def draw_page(self, request: PageRequest) -> PageImage:
        """A page of a document as a picture. Raises NotFound and DocumentTrouble."""
        return self._drawer.draw(self._file(request.root, request.path), request)

    def find_on_pages(self, place: Address, words: str) -> tuple[Rect, ...]:
        """Every place of ``words`` on the pages of a document. Raises NotFound and DocumentTrouble."""
        return self._drawer.find(self._file(place.root, place.path), words)

    def warm_pages(self) -> None:
        """Make ready for drawing pages."""
        self._drawer.warm()

    def _file(self, root_id: RootId, path: str) -> Path:
        with self._store.snapshot() as db:
            root = _root(db, root_id)
            document = readers.document_at(db, root_id, path)
        if root is None or document is None:
            raise NotFound(f"{path} is not in the library.")
        return disk_path(root.path, path)

    def _compared(self, citation: Citation, document: Document | None, text: str, file: Path) -> OpenedDocument:
        revision = hashlib.sha256(file.read_bytes()).hexdigest()
        if document and revision == document.revision == citation.revision:
            now = citation.span if _stands(citation, text) else _located(text, citation)
            state = CitationState.CURRENT if now else CitationState.CHANGED
            return _opened(citation, document, text=text, state=state, span=now)
        if document is None or revision != document.revision:
            try:
                text = self._parser.parse(file, relative_path=citation.path).text
            except DocumentTrouble:
                return _opened(citation, document, text="", state=CitationState.CHANGED, span=None)
        span = _located(text, citation)
        state = CitationState.MOVED if span else CitationState.CHANGED
        return _opened(citation, document, text=text, state=state, span=span)


def _root(db: Connection, wanted: RootId) -> Root | None:
    return next((known for known in readers.roots(db) if known.id == wanted), None)


def _successor(db: Connection, document: Document | None) -> Address | None:
    if document is None or not document.superseded_by:
        return None
    place = follow(db, document.root, document.path, document.superseded_by)
    return place if place and place.path != document.path else None


def _section(sections: tuple[Section, ...], anchor: str) -> Section | None:
    """The section of an anchor, else the first whose heading has the same letters."""
    wanted = _letters(anchor)
    return next((section for section in sections if section.anchor == anchor),
                next((section for section in sections if wanted and _letters(section.heading) == wanted), None))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _stands(citation: Citation, text: str) -> bool:
    return text[citation.span.start:citation.span.end] == citation.quote


def _located(text: str, citation: Citation) -> Span | None:
    """The quote nearest to where it was, or None."""
    places = []
    at = text.find(citation.quote)
    while at >= 0 and citation.quote.strip():
        places.append(at)
        at = text.find(citation.quote, at + 1)
    if not places:
        return None
    start = min(places, key=lambda place: abs(place - citation.span.start))
    return Span(start, start + len(citation.quote))


def _opened(citation: Citation, document: Document | None, *, text: str, state: CitationState,
            span: Span | None) -> OpenedDocument:
    is_current = state is CitationState.CURRENT
    return OpenedDocument(
        document=citation.document, path=citation.path, title=document.title if document else citation.path,
        product=document.product if document else "",
        applies_to=citation.applies_to if citation.applies_to != UNVERSIONED or not document else document.applies_to,
        media_type=document.media_type if document else "", text=text, state=state, quote=citation.quote, span=span,
        heading_path=citation.heading_path, anchor=citation.anchor, line=citation.line,
        deprecated=bool(document and (document.deprecated_at or document.superseded_by)),
        deprecated_at=document.deprecated_at if document else "",
        superseded_by=document.superseded_by if document else "",
        pages=(citation.page,) if citation.page else (), range=citation.range, root=citation.root,
        rects=citation.rects if is_current else ())
