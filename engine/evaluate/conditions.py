"""Which texts bind a procedure that is shown, found by the index's own chunks and not by the code that shows them.

These are the notes and warnings in the procedure's section and directly under the headings above it, and all that
stands under a heading that announces prerequisites, beside the section, below it, or beside one above it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.store import readers
from engine.store.connection import Connection
from engine.types import ChunkKind, Evidence, Section, Span

_STEPS = re.compile(r"^[ \t]*(?:1[.)][ \t].*\n(?:.*\n)*?[ \t]*2[.)][ \t])", re.MULTILINE)
_ANNOUNCES = re.compile(r"prerequisite|pre-requisite|before you (?:begin|start)|requirements|preconditions",
                        re.IGNORECASE)


def is_procedure(block: Evidence) -> bool:
    """Whether a shown block holds numbered steps."""
    return bool(_STEPS.search(block.text))


def conditions(db: Connection, block: Evidence) -> tuple[str, ...]:
    """The texts that must be on screen with a shown procedure."""
    document = block.passage.document
    text = readers.document_text(db, document)
    if text[block.span.start:block.span.end] != block.text:
        return ()
    sections = readers.sections(db, document)
    at = max(place for place, section in enumerate(sections) if section.span.start <= block.span.start)
    above = _above(sections, at)
    notes = [section.span for place, section in enumerate(sections) if place == at or place in above]
    announced = [section.span for place, section in enumerate(sections)
                 if place != at and place not in above and _is_announced(sections, place, {at, *above})]
    found = [chunk.span for span in notes for chunk in readers.chunks_within(db, document, span)
             if chunk.kind is ChunkKind.ADMONITION]
    found += [chunk.span for span in announced for chunk in readers.chunks_within(db, document, span)]
    return tuple(text[span.start:span.end] for span in found if not _is_inside(span, block.span))


def _above(sections: Sequence[Section], at: int) -> set[int]:
    level, found = sections[at].level, set()
    for place in range(at - 1, -1, -1):
        if sections[place].level < level:
            level = sections[place].level
            found.add(place)
    return found


def _is_announced(sections: Sequence[Section], place: int, near: set[int]) -> bool:
    """Whether a section, or one it stands in, is named like prerequisites and has its parents among ``near``."""
    return any(_ANNOUNCES.search(sections[named].heading) and named not in near and _above(sections, named) <= near
               for named in (place, *_above(sections, place)))


def _is_inside(span: Span, other: Span) -> bool:
    return other.start <= span.start and span.end <= other.end
