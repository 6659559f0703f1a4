"""What may be said of a claim after looking at its citation.

A claim for which alignment found no place is NOT_ENOUGH_INFO. One with a place is UNCHECKED: whether the place says
the same has not been examined, and UNCHECKED never looks like passed.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.answer.align import align
from engine.types import Claim, Passage, Span, Verdict


def verified(text: str, spans: Sequence[Span], passages: Sequence[Passage]) -> tuple[Claim, ...]:
    """The claims of an answer with their citations and verdicts; citations are numbered in order of first use."""
    claims: list[Claim] = []
    numbers: dict[tuple[int, int, int], int] = {}
    for span in spans:
        said = text[span.start:span.end]
        citation = align(said, passages, number=len(numbers) + 1)
        if citation is None:
            claims.append(Claim(text=said, span=span, verdict=Verdict.NOT_ENOUGH_INFO, checks=("alignment",)))
            continue
        key = (citation.document, citation.span.start, citation.span.end)
        number = numbers.setdefault(key, len(numbers) + 1)
        if str(number) != citation.label:
            citation = align(said, passages, number=number) or citation
        claims.append(Claim(text=said, span=span, verdict=Verdict.UNCHECKED, citations=(citation,),
                            checks=("alignment",)))
    return tuple(claims)
