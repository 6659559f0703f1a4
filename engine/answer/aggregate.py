"""Questions over many documents ("how many …", "which clusters had …"): answered only when one place states it.

A few passages are no count and no complete list, and a model that is given them makes one up. So such a question is
answered when a sentence, a row or a list of one passage says it: it holds enough of the question's words, with what
stands above it, and for a count a number as well, beside what is counted ("12 error codes", "codes: 12"): "let it cool
for 20 minutes" in a table of error codes is no count of them. What belongs to one named thing is listed where that name
stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.answer.align import context, tokens, units_of, with_parts
from engine.answer.asked import Asked
from engine.answer.quantities import is_number, quantities
from engine.types import Evidence, Passage, Retrieved

STATED = 0.6
_NUMBER_OF = frozenset(("number", "count", "total", "amount"))
BEFORE, AFTER = 3, 4
"""Words that may stand between a number and what it counts."""


def is_unstated(asked: Asked, retrieved: Retrieved, blocks: Sequence[Evidence]) -> bool:
    """Whether a question asks for a count or a collection over documents, and no place states it."""
    if not (asked.is_counting or asked.is_gathering) or not asked.words:
        return False
    wanted = with_parts(" ".join(asked.words))
    for text, above in _places(retrieved.passages, blocks):
        said = with_parts(text) | with_parts(above)
        is_named = not asked.is_counting and bool(asked.names) and asked.names <= said
        is_there = is_named or len(wanted & said) >= STATED * len(wanted)
        if is_there and (not asked.is_counting or _states(asked.counted, text)):
            return False
    return True


def _states(counted: str, text: str) -> bool:
    """Whether a text gives a number, and gives it of what is counted where the question says what that is.

    A row that speaks of the "number of log files" gives it in any of its cells.
    """
    said = tokens(text)
    wanted = tokens(counted)[-1:]
    if not wanted:
        return bool(quantities(text))
    places = [at for at, token in enumerate(said) if token == wanted[0]]
    if any(_NUMBER_OF & set(said[max(0, at - AFTER):at]) for at in places):
        return any(map(is_number, said))
    return any(is_number(token) for at in places for token in said[max(0, at - BEFORE):at + 1 + AFTER])


def _places(passages: Sequence[Passage], blocks: Sequence[Evidence]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        yield block.text, f"{context(block.passage)} {block.header}"
    for passage in passages:
        for span in units_of(passage.text):
            yield passage.text[span.start:span.end], context(passage)
