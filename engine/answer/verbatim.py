"""The verbatim layer: the blocks that answer, as they stand in the document, shown before anything is generated.

Up to ``MAX_EVIDENCE`` blocks of the best passages, best first, each with its table header and with what must be read
with it. A further block is shown only while it is nearly as good as the first, and from another section or another
entry of the same list. A comparison shows each version's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.answer.asked import Asked
from engine.answer.companions import companions
from engine.answer.quotable import Quotable, grown, quotables, scored
from engine.answer.surroundings import Surroundings
from engine.types import Citation, Evidence, Passage, QueryKind, Retrieved, VersionRange

MAX_EVIDENCE = 3
MAX_SIDES = 4
"""Versions of a comparison that are quoted."""
LOOKED_AT = 5
"""Passages whose sections are read."""
NEARLY = 0.8
Meaning = Callable[[str, Sequence[str]], Sequence[float]]
"""Cosines of a text with several others, by the embedder."""


def evidence(question: str, retrieved: Retrieved, *, around: Callable[[Passage], Surroundings],
             meaning: Meaning) -> tuple[Evidence, ...]:
    """The blocks that answer, best first; empty when nothing documents the question."""
    if not retrieved.documented:
        return ()
    asked = Asked.of(question, retrieved)

    def ranked(passages: Sequence[Passage]) -> list[tuple[float, Quotable]]:
        blocks = {(passage.document, block.span): block
                  for passage in reversed(passages) for block in quotables(around(passage))}
        return scored(asked, list(blocks.values()), meaning)

    sides: list[Sequence[Passage]] = [result.passages[:LOOKED_AT] for result in retrieved.by_version if result.passage]
    if retrieved.kind is QueryKind.COMPARE:
        sides = [*_sides(retrieved.passages)]
    if sides:
        each = max(1, MAX_SIDES // len(sides))
        chosen = [block for side in sides for block in _chosen(ranked(side))[:each]]
    else:
        chosen = _chosen(ranked(retrieved.passages[:LOOKED_AT]))
    return tuple(_evidence(block, is_procedure=asked.is_doing or block.is_steps) for block in map(grown, chosen))


def _sides(passages: Sequence[Passage]) -> list[list[Passage]]:
    """The passages of a comparison by version, each side's best ones."""
    sides: dict[VersionRange, list[Passage]] = {}
    for passage in passages:
        sides.setdefault(passage.applies_to, []).append(passage)
    return [side[:LOOKED_AT] for side in sides.values()][:MAX_SIDES]


def _chosen(best: Sequence[tuple[float, Quotable]]) -> list[Quotable]:
    """The best block, and those of other sections, or other entries of the same list, that are nearly as good."""
    chosen: list[Quotable] = []
    for score, block in best:
        if chosen and score < NEARLY * best[0][0]:
            break
        if not any(_is_same(block, other) for other in chosen):
            chosen.append(block)
    return chosen[:MAX_EVIDENCE]


def _is_same(block: Quotable, other: Quotable) -> bool:
    """Whether two blocks would be shown as one: of one section, unless both are entries."""
    if block.around.passage.document != other.around.passage.document:
        return False
    if block.is_entry and other.is_entry:
        return block.span.start < other.span.end and other.span.start < block.span.end
    return block.part.section.ordinal == other.part.section.ordinal


def _evidence(block: Quotable, *, is_procedure: bool) -> Evidence:
    around = block.around
    return Evidence(
        passage=around.passage, text=around.cut(block.span), span=block.span, header=block.header,
        companions=tuple(around.cut(span) for span in companions(block, is_procedure=is_procedure)))


def cited_block(block: Evidence) -> Citation:
    """A quoted block as a citation."""
    passage = block.passage
    return Citation(
        label=passage.label, document=passage.document, root=passage.root, path=passage.path,
        revision=passage.revision, applies_to=passage.applies_to, heading_path=passage.heading_path,
        anchor=passage.anchor, line=passage.line, span=block.span, quote=block.text, page=passage.page)
