"""Whether an answer depends on the version, when nobody named one, and what each version says.

1. A passage is taken apart into lines: rows, list items, sentences. Of the passage found first, the lines that hold
   most of the question's words are what answers.
2. In another version's passages of the same page, each has a counterpart: the line that shares most of its words. What
   a line states are its values: numbers, names in code, and words such as *required* or *false*. Other values: the
   answer depends on the version. Other wording around the same values, or no counterpart, does not make it so.
3. Then every version is given the line that answers there, or nothing where it is not documented.

On 44 development questions without a version to which all versions, or all that know the thing, give the same answer,
none was taken for dependent; of 22 to which they give different ones, 9 were.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.retrieve.compare import section_key
from engine.store.identifiers import fold as identifier_key
from engine.store.identifiers import identifiers
from engine.store.terms import fold, words, words_and_pairs
from engine.types import Catalogue, Passage, Span, VersionRange, VersionResult
from engine.types.struck import without_struck

MOST_VERSIONS = 8
NEARLY = 0.8
ALIKE = 0.5
MOST_LINES = 3
_STATING = frozenset(
    "true false yes no none required optional mandatory enabled disabled always never deprecated removed supported "
    "unsupported unlimited".split())
_LINE = re.compile(r"[^\n]+")
_SENTENCE = re.compile(r"\S.*?(?:[.!?:](?=\s+[A-Z`*\"'(\[])|$)")
_ADDRESS = re.compile(r"\]\([^()\s]*\)|\b[a-z][a-z0-9+.-]*://[^\s)>\]\"'`]*|\{\{.*?\}\}")
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,:]*(?!\w)", re.ASCII)  # no space stands between a number and 小时
_CODE = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionFinding:
    """What one version holds for the question, best first."""

    version: VersionRange
    passages: tuple[Passage, ...]
    is_documented: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """A row, item or sentence: its place in the document, its words, and what it states."""

    passage: Passage
    span: Span
    words: frozenset[str]
    values: frozenset[str]


def other_versions(top: Passage, catalogue: Catalogue) -> tuple[VersionRange, ...]:
    """The versions of a passage's product that its page does not cover, newest first, at most ``MOST_VERSIONS``."""
    if not top.product or top.applies_to.is_unversioned:
        return ()
    return tuple(version for version in catalogue.versions(top.product)
                 if not version.overlaps(top.applies_to))[:MOST_VERSIONS]


def results(first: VersionFinding, others: Sequence[VersionFinding],
            terms: Mapping[str, float], names: Collection[str]) -> tuple[VersionResult, ...]:
    """What each version says, newest first; empty when they say the same.

    ``terms`` are the question's words with their weights, ``names`` its identifiers as they are looked up.
    """
    for line in _answering(first.passages[:1], terms):
        asked = frozenset(name for name in names if name in line.values)
        counterparts = {other.version: _counterpart(line, other, asked) for other in others}
        if any(found and _differ(line, found) for found in counterparts.values()):
            said = [(first, line), *((other, counterparts[other.version] or _best(other, terms)) for other in others)]
            ordered = sorted(said, key=lambda pair: (pair[0].version.low, pair[0].version.high), reverse=True)
            return tuple(_result(finding, found) for finding, found in ordered)
    return ()


def _result(finding: VersionFinding, line: _Line | None) -> VersionResult:
    if line is None:
        return VersionResult(version=finding.version, passages=finding.passages)
    start = line.passage.span.start
    return VersionResult(version=finding.version, passages=finding.passages, passage=line.passage, span=line.span,
                         text=line.passage.text[line.span.start - start:line.span.end - start])


def _best(finding: VersionFinding, terms: Mapping[str, float]) -> _Line | None:
    return next(iter(_answering(finding.passages[:1], terms)), None) if finding.is_documented else None


def _answering(passages: Sequence[Passage], terms: Mapping[str, float]) -> list[_Line]:
    """The lines that hold the most of the terms' weight, best first."""
    lines = [line for passage in passages for line in _lines(passage)]
    held = [sum(weight for term, weight in terms.items() if term in line.words or term.removesuffix("s") in line.words)
            for line in lines]
    best = max(held, default=0.0)
    ranked = sorted((place for place, score in enumerate(held) if score and score >= NEARLY * best),
                    key=lambda place: (-held[place], place))
    return [lines[place] for place in ranked[:MOST_LINES]]


def _counterpart(line: _Line, other: VersionFinding, asked: frozenset[str]) -> _Line | None:
    """The line of another version that is most like it, in the same section or else on the same page.

    It must hold the names that were ``asked`` for: the row of another code is no counterpart.
    """
    page, section = section_key(line.passage)
    on_page = [passage for passage in other.passages if section_key(passage)[0] == page]
    in_section = [passage for passage in on_page if section_key(passage)[1] == section]
    found = max((candidate for passage in in_section or on_page for candidate in _lines(passage)
                 if asked <= candidate.values),
                key=lambda candidate: _alike(line, candidate), default=None)
    return found if found and _alike(line, found) >= ALIKE else None


def _differ(line: _Line, other: _Line) -> bool:
    """Whether one states a value of which the other does not hold the words, in whatever form."""
    return any(not frozenset(words(value)) <= there.words
               for here, there in ((line, other), (other, line)) for value in here.values - there.values)


def _lines(passage: Passage) -> Iterator[_Line]:
    own = passage.applies_to.raw.lstrip("vV")
    # a page that names its own version does not differ by that
    named = re.compile(rf"(?<![\w.])v?{re.escape(own)}(?:\.0)*(?!\w|\.\d)", re.IGNORECASE) if own else None
    for row in _LINE.finditer(passage.text):
        for sentence in _SENTENCE.finditer(row[0]):
            start = passage.span.start + row.start() + sentence.start()
            plain = fold(_ADDRESS.sub(" ", without_struck(sentence[0])))
            plain = named.sub(" ", plain) if named else plain
            said = frozenset(form for word in words_and_pairs(plain) for form in (word, word.removesuffix("s")))
            if said:
                yield _Line(passage=passage, span=Span(start, start + len(sentence[0])), words=said,
                            values=_values(plain, said))


def _values(line: str, said: frozenset[str]) -> frozenset[str]:
    numbers = {number.rstrip(".,:") for number in _NUMBER.findall(line)}
    names = {identifier_key(name) for name in identifiers(line)} | {
        " ".join(code.split()).casefold() for code in _CODE.findall(line)}
    return frozenset(numbers | names | (_STATING & said))


def _alike(line: _Line, other: _Line) -> float:
    """Shared words of two lines (Dice's coefficient), in 0 … 1."""
    return 2 * len(line.words & other.words) / (len(line.words) + len(other.words))
