"""From chunks to passages: the bounded parent of each, without duplicates.

1. A section that fits ``MAX_CHARACTERS`` is shown whole; a longer one as the run of its chunks around the hit.
2. Several hits in one section become one passage, at the place of the best.
3. Passages of the same normalised text count once; the other places are listed in ``also``.
4. Every part of a passage keeps its place. The place of the whole is that of what was found: in a table that runs over
   pages or cells, the row that holds most of the question's words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.store import readers
from engine.store.connection import Connection
from engine.store.readers import StoredChunk
from engine.store.terms import words_and_pairs
from engine.types import Candidate, Document, Note, Passage, Place, Section, Span

MAX_CHARACTERS = 2400
_NO_TEXT = "The document has no text that can be searched; it was found by its title."


def expand(db: Connection, candidates: Sequence[Candidate], *, terms: Sequence[str],
           limit: int) -> tuple[tuple[Passage, ...], tuple[Note, ...]]:
    """At most ``limit`` passages for the best candidates, labelled S1, S2 …, and what was folded together.

    ``terms`` are the question's words and names.
    """
    passages: list[Passage] = []
    by_text: dict[str, int] = {}
    notes: list[Note] = []
    for candidate, chunk, document in _read(db, candidates, at_once=2 * limit):
        if _is_covered(chunk, passages):
            continue
        passage = _passage(db, chunk, document, candidate, terms, f"S{len(passages) + 1}")
        key = _normalised(passage)
        if key in by_text:
            known = passages[by_text[key]]
            passages[by_text[key]] = _with_place(known, passage)
            notes.append(Note(stage="expand", what=passage.path, why=f"same text as {known.label}"))
            continue
        by_text[key] = len(passages)
        passages.append(passage)
        if len(passages) == limit:
            break
    return tuple(passages), tuple(notes)


def _read(db: Connection, candidates: Sequence[Candidate], *,
          at_once: int) -> Iterator[tuple[Candidate, StoredChunk, Document]]:
    """The candidates with what is stored of them, a few at a time: mostly the first ones are enough."""
    for start in range(0, len(candidates), at_once):
        part = candidates[start:start + at_once]
        chunks = readers.stored_chunks(db, [candidate.chunk for candidate in part])
        documents = readers.documents(db, (chunk.document for chunk in chunks.values()))
        yield from ((candidate, chunks[candidate.chunk], documents[chunks[candidate.chunk].document])
                    for candidate in part if candidate.chunk in chunks)


def _is_covered(chunk: StoredChunk, passages: Sequence[Passage]) -> bool:
    return any(passage.document == chunk.document and passage.span.start <= chunk.span.start
               and chunk.span.end <= passage.span.end for passage in passages)


def _passage(db: Connection, chunk: StoredChunk, document: Document, candidate: Candidate, terms: Sequence[str],
             label: str) -> Passage:
    section = readers.section(db, chunk.section_id)
    if section is None:
        raise LookupError(f"section {chunk.section_id} of a chunk in the same snapshot")
    window = _window(readers.section_chunks(db, chunk.section_id), chunk)
    span = Span(window[0].span.start, window[-1].span.end)
    text = readers.document_text(db, chunk.document)[span.start:span.end]
    made = _made(document, section, window, span, text, chunk, candidate, label)
    place = _found_place(chunk, text, span.start, terms)
    return replace(made, place=place, rects=place.rects, places=tuple(
        place for part in window for place in (_whole(part), *part.places)))


def _made(document: Document, section: Section, window: Sequence[StoredChunk], span: Span, text: str,
          chunk: StoredChunk, candidate: Candidate, label: str) -> Passage:
    return Passage(
        label=label, document=document.id, root=document.root, path=document.path, title=document.title,
        revision=document.revision, product=document.product, applies_to=document.applies_to,
        deprecated=chunk.is_deprecated, superseded_by=document.superseded_by,
        effective_date=document.effective_date, heading=section.heading, heading_path=section.heading_path,
        anchor=section.anchor, line=section.line, text=text, span=span, focus=chunk.span, kind=chunk.kind,
        header_text=window[0].header_text, pages=tuple(sorted({page for part in window for page in part.pages})),
        score=candidate.score, score_parts=candidate.score_parts,
        no_text="" if text.strip() else (document.problem.detail if document.problem else _NO_TEXT))


def _whole(chunk: StoredChunk) -> Place:
    page = chunk.rects[0].page if chunk.rects else chunk.pages[0] if chunk.pages else None
    return Place(span=chunk.span, page=page, rects=chunk.rects)


def _found_place(chunk: StoredChunk, text: str, start: int, terms: Sequence[str]) -> Place:
    """Where the part of a chunk stands that holds most of the question; the whole chunk when all parts are alike."""
    wanted = {word for term in terms for word in words_and_pairs(term)}
    parts = [text[place.span.start - start:place.span.end - start] for place in chunk.places]
    held = [len(wanted & {*words_and_pairs(part)}) for part in parts]
    if not held or not max(held):
        return _whole(chunk)
    return chunk.places[held.index(max(held))]


def _window(chunks: Sequence[StoredChunk], hit: StoredChunk) -> Sequence[StoredChunk]:
    """The longest run of neighbours around the hit that fits, growing to both sides in turn."""
    at = next(i for i, chunk in enumerate(chunks) if chunk.id == hit.id)
    first = last = at
    grows = True
    while grows:
        grows = False
        if last + 1 < len(chunks) and chunks[last + 1].span.end - chunks[first].span.start <= MAX_CHARACTERS:
            last, grows = last + 1, True
        if first > 0 and chunks[last].span.end - chunks[first - 1].span.start <= MAX_CHARACTERS:
            first, grows = first - 1, True
    return chunks[first:last + 1]


def _normalised(passage: Passage) -> str:
    shown = f"{passage.header_text} {passage.text}" if passage.text.strip() else passage.path
    return re.sub(r"\W+", " ", shown).casefold().strip() + passage.applies_to.raw


def _with_place(passage: Passage, other: Passage) -> Passage:
    return replace(passage, also=(*passage.also, other.path))
