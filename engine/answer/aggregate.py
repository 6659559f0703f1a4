"""Questions over many documents ("how many …", "which clusters had …"): answered only when one place states it.

A few passages are no count and no complete list, and a model that is given them makes one up. So such a question is
answered when a sentence, a row or a list of one passage says it: it holds enough of the question's words, with what
stands above it, and for a count a number as well. What belongs to one named thing is listed where that name stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.answer.align import context, units_of, with_parts
from engine.answer.asked import Asked
from engine.answer.quantities import quantities
from engine.types import Evidence, Passage, Retrieved

STATED = 0.6


def is_unstated(asked: Asked, retrieved: Retrieved, blocks: Sequence[Evidence]) -> bool:
    """Whether a question asks for a count or a collection over documents, and no place states it."""
    if not (asked.is_counting or asked.is_gathering) or not asked.words:
        return False
    wanted = with_parts(" ".join(asked.words))
    for text, above in _places(retrieved.passages, blocks):
        said = with_parts(text) | with_parts(above)
        is_named = not asked.is_counting and bool(asked.names) and asked.names <= said
        if (is_named or len(wanted & said) >= STATED * len(wanted)) and (not asked.is_counting or quantities(text)):
            return False
    return True


def _places(passages: Sequence[Passage], blocks: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        yield block.text, f"{context(block.passage)} {block.header}"
    for passage in passages:
        for span in units_of(passage.text):
            yield passage.text[span.start:span.end], context(passage)
