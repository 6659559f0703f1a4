"""Places citations by our own alignment: which sentence of which passage says this?

1. Content words of a claim and of each passage sentence are compared; numbers and identifiers weigh ``EXACT`` times
   a word, since they are what a wrong answer gets wrong.
2. The score is the share of the claim's weight that the sentence covers. The best sentence at or above ``FLOOR``
   becomes the citation, as an exact slice of the document; ties go to the better passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from engine.answer.claims import split
from engine.types import Citation, Passage, Span

FLOOR = 0.5
EXACT = 3.0
_TOKEN = re.compile(r"[\w$./:@=+-]*\w|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_STOP = frozenset(
    "a an and are as at be by can do does for from has have if in into is it its may of on or that the their then "
    "there these this to use used was were when which will with you your".split())


def align(claim: str, passages: Sequence[Passage], *, number: int) -> Citation | None:
    """The best supporting place for a claim, labelled with ``number``, or None when nothing covers enough of it."""
    wanted = weights(claim)
    total = sum(wanted.values())
    if not total:
        return None
    best: tuple[float, Passage, Span] | None = None
    for passage in passages:
        for span in split(passage.text, by_code_line=True):
            have = set(tokens(passage.text[span.start:span.end]))
            score = sum(weight for token, weight in wanted.items() if token in have) / total
            if score >= FLOOR and (best is None or score > best[0]):
                best = (score, passage, span)
    return _citation(best[1], best[2], str(number)) if best else None


def weights(text: str) -> dict[str, float]:
    """Content tokens with their weight."""
    return {token: EXACT if is_exact(token) else 1.0 for token in tokens(text) if token not in _STOP}


def tokens(text: str) -> Iterable[str]:
    """Folded tokens of a text; markup and surrounding punctuation are left off."""
    return [found.strip(".:/=-").casefold() for found in _TOKEN.findall(text) if found.strip(".:/=-")]


def is_exact(token: str) -> bool:
    """Whether a token is a number or an identifier rather than a word."""
    return any(c.isdigit() for c in token) or any(c in token for c in "_./:=-$@")


def _citation(passage: Passage, span: Span, label: str) -> Citation:
    placed = Span(passage.span.start + span.start, passage.span.start + span.end)
    return Citation(
        label=label, document=passage.document, root=passage.root, path=passage.path, revision=passage.revision,
        applies_to=passage.applies_to, heading_path=passage.heading_path, anchor=passage.anchor, line=passage.line,
        span=placed, quote=passage.text[span.start:span.end], page=passage.page, rects=passage.rects)
