"""What can be quoted of a section as one block, and how well each block meets a question.

1. A run of steps is quoted whole, with the words that introduce it. A table gives its rows, a list of options its
   entries, each also as a whole where it is short. Code goes with the paragraph that introduces it.
2. A block's score is the share of the question's words that it holds (rare ones weigh more, those above it count
   ``ABOVE``), its closeness in meaning as far as the embedder reads the question, and how high its passage was ranked.
3. A question that asks how to do something prefers steps, one that asks for a list whole lists; a note is not the
   answer as long as something else is.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from engine.answer.align import tokens, with_parts
from engine.answer.asked import Asked
from engine.answer.surroundings import Part, Piece, Surroundings
from engine.store.terms import alphabetic_share
from engine.types import BlockKind, Span

WHOLE = 1400
"""Characters up to which a list or a table is also quoted whole."""
EMBEDDED = 8
ABOVE = 0.6
EXACT = 1.6
LONG = 0.04
RANK = 0.35
FOUND = 0.3
GROWN = 1400
"""Characters that a paragraph or code grows to with its neighbours, so that it can be understood."""
STEPS, CODE, NOTE, LISTED, REMEDY, NAMED = 0.25, 0.06, -0.2, 0.2, 0.6, 0.4
_LEAD = 320
_REMEDY = re.compile(r"\b(?:mitigat|resolution|resolv|remed|solution|fix|workaround|recover|repair|procedure|steps|"
                     r"how to)\w*|措施|解决", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotable:
    """One block that could be the answer: the slice ``span`` of its document, ``header`` above it (a table's)."""

    around: Surroundings
    part: Part
    span: Span
    plain: str
    kind: BlockKind
    header: str = ""
    is_steps: bool = False
    is_whole_list: bool = False
    is_entry: bool = False
    label: str = ""

    @property
    def length(self) -> int:
        """Characters of the block."""
        return self.span.end - self.span.start

    @property
    def above(self) -> str:
        """Title and headings."""
        return " ".join((self.around.passage.title, *self.part.section.heading_path))


def quotables(around: Surroundings) -> Iterator[Quotable]:
    """All blocks of the passage's own section, and the steps of those below it."""
    yield from _of_part(around, around.own)
    for part in around.below:
        yield from (block for block in _of_part(around, part) if block.is_steps)


def scored(asked: Asked, blocks: Sequence[Quotable],
           meaning: Callable[[str, Sequence[str]], Sequence[float]]) -> list[tuple[float, Quotable]]:
    """The blocks by score, best first. ``meaning`` gives the cosines of a text with several others."""
    said = [with_parts(f"{block.header}\n{block.plain}") for block in blocks]
    above = [set(tokens(block.above)) for block in blocks]
    seen = Counter(token for words in said for token in words & asked.words)
    weight = {token: math.log(1 + (1 + len(blocks)) / (1 + seen[token])) * (EXACT if token in asked.names else 1.0)
              for token in asked.words}
    total = sum(weight.values()) or 1.0
    best = max((block.around.passage.score for block in blocks), default=1.0) or 1.0
    scores = []
    for block, inside, outside in zip(blocks, said, above, strict=True):
        held = sum(weight[token] * (1.0 if token in inside else ABOVE) for token in asked.words & (inside | outside))
        scores.append(held / total + RANK * block.around.passage.score / best + _kind_bonus(block, asked)
                      + FOUND * _share_found(block) - LONG * math.log(max(1.0, block.length / 300)))
    ranked = sorted(zip(scores, range(len(blocks)), strict=True), key=lambda pair: (-pair[0], pair[1]))
    looked_at = [place for _, place in ranked[:EMBEDDED]]
    cosines = meaning(asked.question, [_read(blocks[place]) for place in looked_at])
    read = alphabetic_share(asked.question)
    return sorted(((scores[place] + read * cosine, blocks[place])
                   for place, cosine in zip(looked_at, cosines, strict=True)), key=lambda pair: -pair[0])


def grown(block: Quotable) -> Quotable:
    """A paragraph, code or note with its neighbours in the section, the ones after it first; entries stay alone."""
    if block.is_entry or block.is_steps:
        return block
    pieces = block.part.pieces
    inside = [place for place, piece in enumerate(pieces) if piece.span.start < block.span.end
              and block.span.start < piece.span.end]
    first, last = inside[0], inside[-1]
    grows = True
    while grows:
        grows = False
        room = GROWN if not _is_lead(pieces[last]) else 2 * GROWN
        if last + 1 < len(pieces) and pieces[last + 1].span.end - pieces[first].span.start <= room:
            last, grows = last + 1, True
        if first > 0 and pieces[last].span.end - pieces[first - 1].span.start <= GROWN:
            first, grows = first - 1, True
    start, end = min(block.span.start, pieces[first].span.start), max(block.span.end, pieces[last].span.end)
    return replace(block, span=Span(start, end), is_steps=any(piece.is_steps for piece in pieces[first:last + 1]))


def _share_found(block: Quotable) -> float:
    """The share of the block that was found by the search, in 0 … 1."""
    found = block.around.passage.focus
    shared = min(found.end, block.span.end) - max(found.start, block.span.start)
    return max(0, shared) / max(1, min(block.span.end - block.span.start, found.end - found.start))


def _read(block: Quotable) -> str:
    """What the embedder sees of a block; of a row also the header's words."""
    return "\n".join(part for part in (block.above, block.header.split("\n")[0], block.plain[:600]) if part)


def _kind_bonus(block: Quotable, asked: Asked) -> float:
    if asked.is_doing and _REMEDY.search(block.part.section.heading):
        return REMEDY
    if block.is_steps:
        return STEPS if asked.is_doing else 0.0
    if block.kind is BlockKind.ADMONITION:
        return NOTE
    if block.is_whole_list:
        return LISTED if asked.is_listing else -LISTED
    if block.label and asked.names & set(tokens(block.label)):
        return NAMED
    return CODE if asked.is_doing and block.kind is BlockKind.CODE else 0.0


def _of_part(around: Surroundings, part: Part) -> Iterator[Quotable]:
    for at, piece in enumerate(part.pieces):
        lead = part.pieces[at - 1] if at and _introduces(part.pieces[at - 1], piece) else None
        whole = _quotable(around, part, piece, lead)
        is_long = whole.length > WHOLE
        if not piece.parts or piece.is_steps or not is_long:
            yield whole
        if not piece.is_steps:
            is_list = piece.kind is BlockKind.LIST_ITEM
            for item in piece.parts:
                yield Quotable(around=around, part=part, span=item.span, plain=item.plain, kind=item.kind,
                               header="" if is_list else piece.header, is_steps=item.is_steps,
                               is_entry=not is_list or bool(item.label), label=item.label)


def _quotable(around: Surroundings, part: Part, piece: Piece, lead: Piece | None) -> Quotable:
    return Quotable(
        around=around, part=part, span=Span(lead.span.start if lead else piece.span.start, piece.span.end),
        plain=f"{lead.plain}\n{piece.plain}" if lead else piece.plain, kind=piece.kind, is_steps=piece.is_steps,
        is_whole_list=bool(piece.parts))


def _introduces(lead: Piece, piece: Piece) -> bool:
    """Whether a paragraph belongs to the list, table or code after it."""
    return (lead.kind is BlockKind.PARAGRAPH and len(lead.plain) <= _LEAD
            and piece.kind in (BlockKind.LIST_ITEM, BlockKind.CODE, BlockKind.TABLE, BlockKind.DEFINITION)
            and (_is_lead(lead) or piece.kind is BlockKind.CODE or piece.is_steps))


def _is_lead(piece: Piece) -> bool:
    return piece.kind is BlockKind.PARAGRAPH and piece.plain.rstrip().endswith((":", "："))
