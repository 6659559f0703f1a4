"""What must be read with a block: prerequisites, warnings and notes, conditions and exceptions.

For a procedure, all of them: the prerequisites of its section and of those above, every note of its section and of
what stands directly under the headings above, and each paragraph of its section that binds it (only, unless, must,
before …). For anything else, the notes of its section that stand next to it, warn, or speak of the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.answer.align import is_exact, tokens
from engine.answer.quotable import Quotable
from engine.answer.surroundings import Piece, is_prerequisite
from engine.types import BlockKind, Span

_WARNS = frozenset({"warning", "caution", "danger", "important", "deprecated", "prerequisite"})
_BINDS = re.compile(
    r"\b(?:only|unless|except|otherwise|provided that|as long as|must|mandatory|required|requires?|need(?:s|ed)? to|"
    r"do not|don't|never|cannot|can't|before|beforehand|first|make sure|ensure|beware|careful|warning|caution|"
    r"attention|important|note that|at least|at most|not supported|irreversible|cannot be undone|permission)\b"
    r"|必须|仅|只有|除非|注意|请勿|不要", re.IGNORECASE)
_NEAR = 200


def companions(block: Quotable, *, is_procedure: bool) -> tuple[Span, ...]:
    """Where they stand, in reading order; what the block itself holds is left out."""
    spans = _of_procedure(block) if is_procedure else _of_statement(block)
    return _merged([span for span in spans if not _overlaps(span, block.span)])


def _of_procedure(block: Quotable) -> Iterator[Span]:
    around = block.around
    for section in around.prerequisites:
        yield section.span
    for part in around.above:
        if part.section.ordinal != block.part.section.ordinal:
            yield from (piece.span for piece in part.pieces if _is_note(piece))
    if is_prerequisite(block.part.section.heading):
        return
    for part in {part.section.ordinal: part for part in (around.own, block.part)}.values():
        yield from (piece.span for piece in part.pieces if _is_note(piece) or _binds(piece))


def _of_statement(block: Quotable) -> Iterator[Span]:
    names = {token for token in tokens(block.plain) if is_exact(token)}
    for piece in block.part.pieces:
        if not _is_note(piece):
            continue
        is_next = abs(piece.span.start - block.span.end) <= _NEAR or abs(block.span.start - piece.span.end) <= _NEAR
        if is_next or piece.label in _WARNS or names & set(tokens(piece.plain)):
            yield piece.span


def _is_note(piece: Piece) -> bool:
    return piece.kind is BlockKind.ADMONITION


def _binds(piece: Piece) -> bool:
    return piece.kind is BlockKind.PARAGRAPH and bool(_BINDS.search(piece.plain))


def _overlaps(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _merged(spans: list[Span]) -> tuple[Span, ...]:
    """Each place once, in order; one that lies in another goes."""
    kept: list[Span] = []
    for span in sorted(set(spans), key=lambda span: (span.start, -span.end)):
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    return tuple(kept)


