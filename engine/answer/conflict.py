"""Whether current passages give different values for the same thing; the tool shows both and does not choose.

1. Statements are sentences and table rows with a value: a quantity, or a default. What is left of them is their
   subject.
2. Two statements of different documents disagree when their subjects share at least ``SAME`` of their words and their
   values are of the same kinds and not equal; or when they share ``TURNED`` of all words and one denies the other.
3. Both must be valid where the question is asked: same product, overlapping versions, neither deprecated. And both
   must bear on the question: the sentence with its headings holds the same words of it, ``BEARS`` of those that any
   statement holds.

The same value in several documents is one value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from engine.answer.align import context, is_exact, place, tokens, units_of
from engine.answer.asked import Asked
from engine.answer.polarity import negations, without_negations
from engine.answer.quantities import quantities, versions
from engine.types import Claim, Conflict, Passage, QueryKind, Retrieved, Span, Verdict

SAME = 0.75
TURNED = 0.9
BEARS = 0.8
LOOKED_AT = 8
FEWEST_WORDS = 2
_DEFAULT = re.compile(r"\bdefault(?:s|ing)?(?: value)?(?: is| to|:|=)\s*[`\"']?([\w.+-]+)", re.IGNORECASE)
_STOP = frozenset("the a an is are be to of in on for and or it by with as at this that can may default valu".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class _Statement:
    passage: Passage
    span: Span
    subject: frozenset[str]
    values: tuple[tuple[str, object], ...]
    is_denied: bool
    bears_on: frozenset[str]

    @property
    def text(self) -> str:
        return self.passage.text[self.span.start:self.span.end]


def conflicts(asked: Asked, retrieved: Retrieved) -> tuple[Conflict, ...]:
    """Pairs of places that disagree on what is asked, best passages first; each value once."""
    if retrieved.kind is QueryKind.COMPARE or not retrieved.documented:
        return ()
    wanted = asked.words
    found = [statement for passage in retrieved.passages[:LOOKED_AT] if not passage.deprecated
             for statement in _statements(passage, wanted)]
    most = max((len(statement.bears_on) for statement in found), default=0)
    bearing = [one for one in found if one.bears_on and len(one.bears_on) >= BEARS * most
               and most >= BEARS * len(wanted)]
    pairs = [(one, two) for one, two in combinations(bearing, 2) if _disagree(one, two)]
    shown: set[tuple[tuple[str, object], ...]] = set()
    made = []
    for one, two in pairs:
        if not {one.values, two.values} <= shown:
            made.append(Conflict(subject=_subject(one), first=place(one.passage, one.span),
                                 second=place(two.passage, two.span)))
            shown |= {one.values, two.values}
    return tuple(made)


def quoted(found: Sequence[Conflict]) -> tuple[str, tuple[Claim, ...]]:
    """The disagreeing sentences one below the other, and each as a claim with its own place."""
    places = {(side.document, side.span): side for one in found for side in (one.first, one.second)}
    text = ""
    claims = []
    for label, side in enumerate(places.values(), 1):
        lead = f"{side.path}: "
        said = " ".join(side.quote.split())
        start = len(text) + len(lead)
        claims.append(Claim(text=said, span=Span(start, start + len(said)), verdict=Verdict.SUPPORTED,
                            citations=(replace(side, label=str(label)),), checks=("quotes",)))
        text += f"{lead}{said}\n\n"
    return text.rstrip(), tuple(claims)


def _statements(passage: Passage, wanted: frozenset[str]) -> Iterator[_Statement]:
    above = set(tokens(context(passage))) & wanted
    for span in units_of(passage.text):
        text = passage.text[span.start:span.end]
        if versions(text):
            continue
        said = set(tokens(text))
        if not said & wanted:
            continue
        values = _values(text)
        words = frozenset(token for token in tokens(without_negations(text)) if not _is_number(token)) - _STOP
        if len(words) >= FEWEST_WORDS:
            yield _Statement(passage=passage, span=span, subject=words - {str(value) for _, value in values},
                             values=values, is_denied=bool(negations(text) % 2),
                             bears_on=frozenset((said | above) & wanted))


def _disagree(one: _Statement, two: _Statement) -> bool:
    if one.passage.document == two.passage.document or not _are_both_valid(one.passage, two.passage):
        return False
    if one.bears_on != two.bears_on:
        return False
    shared = len(one.subject & two.subject) / max(1, len(one.subject | two.subject))
    if one.is_denied != two.is_denied:
        return shared >= TURNED and one.values == two.values
    kinds = [tuple(kind for kind, _ in side.values) for side in (one, two)]
    return shared >= SAME and bool(one.values) and kinds[0] == kinds[1] and one.values != two.values


def _are_both_valid(one: Passage, two: Passage) -> bool:
    return one.product == two.product and one.applies_to.overlaps(two.applies_to)


def _values(text: str) -> tuple[tuple[str, object], ...]:
    """Quantities by kind, and the word that a default is; sorted by kind, so that order does not matter."""
    found: list[tuple[str, object]] = [(one.kind, one.value) for one in quantities(text)]
    if not found and (default := _DEFAULT.search(text)):
        found.append(("default", default[1].casefold()))
    return tuple(sorted(found, key=str))


def _is_number(token: str) -> bool:
    return is_exact(token) and token[:1].isdigit()


def _subject(statement: _Statement) -> str:
    """What the statement is about: its words, with a gap where the value stands."""
    text = " ".join(statement.text.split()).strip("| ")
    for value in quantities(text):
        text = text.replace(value.written, "…")
    return text if len(text) <= 120 else text[:120].rsplit(" ", 1)[0] + " …"
