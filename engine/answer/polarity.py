"""What turns a sentence around or narrows it: negation, and words such as only, unless, except, must.

A claim keeps the polarity of its source when both carry the same negations, and loses a condition when the source's
sentence is bound to one that the claim does not name. Looked at in the clause that says the same, since a sentence may
deny one thing and state another.
"""

from __future__ import annotations

import re

from engine.answer.claims import split

_NEGATION = re.compile(
    r"\b(?:not|never|no longer|cannot|can't|won't|don't|doesn't|isn't|aren't|wasn't|weren't|shouldn't|mustn't|without|"
    r"neither|nor|none|nothing|no|disabled?|disables|disallow(?:s|ed)?|forbidden|prohibited|unsupported|impossible|"
    r"unable|fails?|prevents?|avoid|(?:stop|keep)s?(?= (?:\S+ ){1,5}?from\b))\b|n't\b|不|没有|無|ない", re.IGNORECASE)
_OPPOSITES = (
    frozenset({"enable", "enables", "enabled"}), frozenset({"disable", "disables", "disabled"}),
    frozenset({"allow", "allows", "allowed", "permitted"}), frozenset({"forbid", "forbids", "forbidden", "prohibited"}),
    frozenset({"increase", "increases", "increased", "raise", "raises"}),
    frozenset({"decrease", "decreases", "decreased", "reduce", "reduces", "lower", "lowers"}),
    frozenset({"before"}), frozenset({"after"}), frozenset({"minimum", "least"}), frozenset({"maximum", "most"}),
    frozenset({"required", "mandatory"}), frozenset({"optional"}), frozenset({"true"}), frozenset({"false"}),
)
_CLAUSE = re.compile(r"[;,:—–]\s+|\s+(?:but|however|whereas|although|while)\s+", re.IGNORECASE)
_WORD = re.compile(r"[a-z']+", re.IGNORECASE)
WHOLE = 0.8
"""From this share of the source's words on, the claim tells the whole sentence and not only one of its clauses."""


def negations(text: str) -> int:
    """How many negating words a text has."""
    return len(_NEGATION.findall(text))


def without_negations(text: str) -> str:
    """The text without its negating words."""
    return _NEGATION.sub(" ", text)


def is_turned(claim: str, source: str) -> bool:
    """Whether the claim says the opposite of the source: an odd number of negations apart, or an opposite word.

    Looked at in the sentence of the source that is nearest, and in its nearest clause unless the claim tells all of it.
    """
    said = _words(claim)
    source = nearest_sentence(claim, source)
    if _folded(claim) == _folded(source):
        return False
    stands = _words(source)
    if stands and len(said & stands) < WHOLE * len(stands):
        source = _nearest_clause(claim, source)
        stands = _words(source)
    if negations(claim) % 2 != negations(source) % 2:
        return True
    return any(said & one and not said & other and stands & other and not stands & one
               for first, second in zip(_OPPOSITES[::2], _OPPOSITES[1::2], strict=True)
               for one, other in ((first, second), (second, first)))


def nearest_sentence(claim: str, source: str) -> str:
    """The sentence of the source that shares the most words with the claim, the shorter of two that share as many."""
    said = _words(claim)
    return max((source[span.start:span.end] for span in split(source)), default=source,
               key=lambda sentence: (len(said & _words(sentence)), -len(sentence)))


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[`*_.,;:()!?]+", " ", text).casefold().split())


def _nearest_clause(claim: str, source: str) -> str:
    """The clause of the source that shares the most words with the claim."""
    said = _words(claim)
    return max(_CLAUSE.split(source), key=lambda clause: len(said & _words(clause)))


def _words(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}
