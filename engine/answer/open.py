"""Opens a cited place in the document as it is now, and says whether it still holds the quote.

CURRENT: the file has the cited revision. Otherwise the file is read afresh: the quote found again is MOVED, not found
CHANGED; no file is MISSING. A quote that is not there is never pretended. A document whose pages were refined since has
the same revision and another text; the quote is looked for in that.
"""

from __future__ import annotations

import hashlib

from engine.errors import DocumentTrouble
from engine.ingest.scan import disk_path
from engine.ports import Parser
from engine.store import readers
from engine.store.store import Store
from engine.types import (
    Citation,
    CitationState,
    Document,
    OpenedDocument,
    Passage,
    Span,
)


class Opener:
    """Opens citations and passages; may be used from any thread, one call at a time."""

    def __init__(self, *, store: Store, parser: Parser) -> None:
        self._store = store
        self._parser = parser

    def open(self, citation: Citation) -> OpenedDocument:
        """The document of a citation with where its quote stands now."""
        with self._store.snapshot() as db:
            root = next((known for known in readers.roots(db) if known.id == citation.root), None)
            document = readers.document_at(db, citation.root, citation.path)
            text = readers.document_text(db, document.id) if document else ""
        file = disk_path(root.path, citation.path) if root else None
        if file is None or not file.is_file():
            return _opened(citation, document, text="", state=CitationState.MISSING, span=None)
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

    def open_passage(self, passage: Passage) -> OpenedDocument:
        """The document of a passage, at the block that was found."""
        start = passage.focus.start - passage.span.start
        quote = passage.text[start:start + passage.focus.end - passage.focus.start]
        return self.open(Citation(
            label=passage.label, document=passage.document, root=passage.root, path=passage.path,
            revision=passage.revision, applies_to=passage.applies_to, heading_path=passage.heading_path,
            anchor=passage.anchor, line=passage.line, span=passage.focus, quote=quote, page=passage.page,
            rects=passage.rects, range=passage.place.range if passage.place else ""))


def _stands(citation: Citation, text: str) -> bool:
    return text[citation.span.start:citation.span.end] == citation.quote


def _located(text: str, citation: Citation) -> Span | None:
    """The quote nearest to where it was, or None."""
    places = []
    at = text.find(citation.quote)
    while at >= 0:
        places.append(at)
        at = text.find(citation.quote, at + 1)
    if not places or not citation.quote.strip():
        return None
    start = min(places, key=lambda place: abs(place - citation.span.start))
    return Span(start, start + len(citation.quote))


def _opened(citation: Citation, document: Document | None, *, text: str, state: CitationState,
            span: Span | None) -> OpenedDocument:
    return OpenedDocument(
        document=citation.document, path=citation.path, title=document.title if document else citation.path,
        product=document.product if document else "", applies_to=citation.applies_to,
        media_type=document.media_type if document else "", text=text, state=state, quote=citation.quote, span=span,
        heading_path=citation.heading_path, anchor=citation.anchor, line=citation.line,
        deprecated=bool(document and (document.deprecated_at or document.superseded_by)),
        deprecated_at=document.deprecated_at if document else "",
        superseded_by=document.superseded_by if document else "",
        pages=(citation.page,) if citation.page else (), range=citation.range)
