"""Places citations by our own alignment: which sentences of which passage say this?

1. A passage is cut into units: sentences of paragraphs, whole list items (an option and its default belong
   together), table rows, single lines of code. Over the sentences of a definition its term stands as a heading does.
2. Content words of a claim are looked for in each unit; numbers and identifiers weigh ``EXACT`` times a word, since
   they are what a wrong answer gets wrong. Words that the unit's headings or title hold count ``CONTEXT`` of their
   weight: "the cron scaler" need not be repeated in every line below "Cron".
3. The best unit of the best passage is taken; further units of the same passage (``UNITS`` at most) join while each
   adds words of the claim that the ones before lack, or a name with its value, and not by a number or a name alone:
   that would let a wrong one find itself a place. Each becomes a citation, an exact slice of the document.
4. A claim that is a sentence of a document, sign for sign but for markup, is said there and nowhere better.
5. A claim such as "The default is 5" leaves its subject to the question; between places that hold as much of it, the
   one that speaks of the question's topic is taken.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.answer.claims import split
from engine.store.identifiers import identifiers
from engine.store.terms import identifier_parts, spaced
from engine.types import Citation, Passage, Span
from engine.types.struck import without_struck

FLOOR = 0.3
EXACT = 3.0
CONTEXT = 0.7
UNITS = 4
GAIN = 0.12
TOPIC = 0.6
LISTED = 3
"""Names from which on a claim is a list of names, each explained in an entry of its own."""
_TOKEN = re.compile(r"[\w$@][\w$./:@=+-]*|--?[A-Za-z][\w-]*")
_MARKUP = re.compile(r"`+|\*\*|[\"“”]")  # single stars and underscores stand in names, globs and products
_SEAM = re.compile(r"[_\W]+")
_MARK = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S.*"
                   r"(?:\n(?![ \t]*(?:[-*+]|\d+[.)])[ \t]|[ \t]*(?:```|~~~)|[ \t]*$).+)*", re.MULTILINE)
_ENTRY = re.compile(r"^(?P<term>(?![ \t]*(?:[-*+>|#:]|\d+[.)])[ \t]*)\S.*)\n:[ \t]+\S.*"
                    r"(?:\n(?:[ \t]+\S.*|[ \t]*(?=\n[ \t]+\S)))*", re.MULTILINE)
_STOP = frozenset(
    "a an and are as at be by can do does for from has have if in into is it its may of on or that the their then "
    "there these this to use used using was were when which will with you your following should must also "
    "set value specify specified".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Where a claim is said: the passage, the units in order of weight, the share of the claim's weight they hold.

    ``nearness`` tells apart places that hold the same: how much of the question's topic stands there. ``above`` is what
    the units stand under: title, headings, table header, the terms that they define.
    ``is_copy``: the claim is a sentence of the document.
    """

    passage: Passage
    units: tuple[Span, ...]
    coverage: float
    above: str
    nearness: float = 0.0
    is_copy: bool = False

    @property
    def best(self) -> str:
        """The text of the unit that says most of the claim."""
        return self.passage.text[self.units[0].start:self.units[0].end]

    @property
    def text(self) -> str:
        """The units' text, in document order."""
        return "\n".join(self.passage.text[span.start:span.end] for span in sorted(self.units, key=lambda s: s.start))


def align(claim: str, passages: Sequence[Passage], topic: frozenset[str] = frozenset()) -> Alignment | None:
    """The best place for a claim, or None when no passage holds enough of it.

    ``topic`` are folded words that the claim leaves to its question; they choose between places, no more.
    """
    wanted = Wanted.of(claim, topic)
    if not wanted.total:
        return None
    if copied := _copied(claim, passages, wanted):
        return copied
    found = [_in_passage(wanted, passage) for passage in passages]
    best = max((one for one in found if one), key=lambda one: one.coverage + one.nearness, default=None)
    return best if best and best.coverage >= FLOOR else None


def _copied(claim: str, passages: Sequence[Passage], wanted: Wanted) -> Alignment | None:
    """The place that holds the claim as a sentence or a whole unit; of several the one nearest to the topic."""
    said = _plain(claim)
    found: list[Alignment] = []
    for passage in passages:
        if not said or said not in _plain(passage.text):
            continue
        for span in units_of(passage.text):
            unit = passage.text[span.start:span.end]
            if said in (_plain(part) for part in (unit, *(unit[one.start:one.end] for one in split(unit)))):
                above = context(passage)
                near = len(wanted.topic & {*tokens(above), *tokens(unit)})
                found.append(Alignment(passage=passage, units=(span,), coverage=1.0, above=above, is_copy=True,
                                       nearness=TOPIC * near / wanted.total))
    return max(found, key=lambda one: one.nearness, default=None)


def _plain(text: str) -> str:
    """The text without markup and struck-out words, on one line and without its last stop; in its own case, as names
    differ by it.
    """
    return " ".join(_MARKUP.sub("", without_struck(text)).split()).rstrip(" .:;")


def citations(alignment: Alignment) -> tuple[Citation, ...]:
    """A citation for each unit; labels are given when the whole answer is known."""
    return tuple(place(alignment.passage, span) for span in alignment.units)


def place(passage: Passage, span: Span) -> Citation:
    """The citation of a slice of a passage's text."""
    placed = Span(passage.span.start + span.start, passage.span.start + span.end)
    where = passage.place_at(placed)
    return Citation(
        label="", document=passage.document, root=passage.root, path=passage.path, revision=passage.revision,
        applies_to=passage.applies_to, heading_path=passage.heading_path, anchor=passage.anchor, line=passage.line,
        span=placed, quote=passage.text[span.start:span.end], page=where.page, rects=where.rects, range=where.range)


def units_of(text: str) -> tuple[Span, ...]:
    """The units of a source, in order: what can be quoted as one."""
    items = [Span(match.start(), match.end()) for match in _ITEM.finditer(text)]
    sentences = split(text, by_code_line=True)
    free = [span for span in sentences if not any(item.start <= span.start < item.end for item in items)]
    kept = [item for item in items if any(item.start <= span.start < item.end for span in sentences)]
    return tuple(sorted([*free, *(_unmarked(text, item) for item in kept)], key=lambda span: span.start))


def context(passage: Passage) -> str:
    """What stands above a passage: title, headings, table header, product and version, also without its last zeros."""
    version = passage.applies_to.raw
    return " ".join((passage.title, *passage.heading_path, passage.header_text, passage.product,
                     version, re.sub(r"(?<=\d)(?:\.0)+\Z", "", version), passage.path))


def weights(text: str) -> dict[str, float]:
    """Content tokens with their weight."""
    return {token: EXACT if is_exact(token) else 1.0 for token in tokens(text) if token not in _STOP}


def tokens(text: str) -> list[str]:
    """Folded tokens of a text; markup, struck-out words, plural endings and surrounding punctuation are left off.

    Where words are not spaced, pairs of characters are the tokens, as in the keyword index.
    """
    found = [token.strip(".:/=,").casefold() for token in _TOKEN.findall(spaced(without_struck(text)))]
    return [_stem(part) for token in found if token.strip("-") for part in _alternatives(token)]


def _alternatives(token: str) -> list[str]:
    """``Cortex/Mimir`` are two names, in whatever order another text has them; a path is one."""
    parts = token.split("/")
    return parts if len(parts) == 2 and all(part.isalpha() for part in parts) else [token]


def with_parts(text: str) -> set[str]:
    """Folded tokens; an identifier counts whole and by its parts."""
    found = set(tokens(text))
    for word in {token.strip("`*.,:;()|") for token in text.split()}:
        if word and not (word.isalpha() and (word.islower() or word.istitle())):
            found.update(tokens(" ".join(_SEAM.split(identifier_parts(word)))))
    return found


def is_exact(token: str) -> bool:
    """Whether a token is a number or an identifier rather than a word."""
    return any(c.isdigit() for c in token) or any(c in token for c in "_./:=$@") or token.startswith("-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for: a claim's tokens with their weights, those that are names, those that are plain words."""

    weights: dict[str, float]
    names: frozenset[str]
    words: frozenset[str]
    topic: frozenset[str]

    @classmethod
    def of(cls, claim: str, topic: frozenset[str]) -> Wanted:
        """Take a claim apart."""
        found = weights(claim)
        named = frozenset(tokens(" ".join(identifiers(claim))))
        names = frozenset(token for token in found if token in named or (is_exact(token) and not token[:1].isdigit()))
        return cls(weights=found, names=names, topic=topic - set(found),
                   words=frozenset(token for token in found if token not in names and not is_exact(token)))

    @property
    def tokens(self) -> frozenset[str]:
        """All of it."""
        return frozenset(self.weights)

    @property
    def total(self) -> float:
        """The weight of all of it."""
        return sum(self.weights.values())

    def weight(self, found: Collection[str]) -> float:
        """The weight of some of it."""
        return sum(self.weights.get(token, 0.0) for token in found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unit:
    """A unit and what of a claim stands in it: ``held`` of its tokens, ``near`` words of its topic. ``term`` is what it
    defines, if it does, and ``under`` the claim's tokens in that.
    """

    span: Span
    first: str
    held: frozenset[str]
    near: int
    term: str
    under: frozenset[str]

    def gain(self, wanted: Wanted, held: frozenset[str]) -> float:
        """What it adds to units that hold ``held``."""
        return (wanted.weight(self.held - held) + TOPIC * self.near
                + CONTEXT * wanted.weight(self.under - self.held - held))


def _units(wanted: Wanted, text: str) -> list[_Unit]:
    terms = [(match.start(), match.end(), match["term"]) for match in _ENTRY.finditer(text)]
    made = []
    for span in units_of(text):
        words = tokens(text[span.start:span.end])
        term = next((term for start, end, term in terms if start <= span.start < end), "")
        made.append(_Unit(span=span, first=next(iter(words), ""), held=wanted.tokens.intersection(words), term=term,
                          near=len(wanted.topic.intersection(words)), under=wanted.tokens.intersection(tokens(term))))
    return made


def _in_passage(wanted: Wanted, passage: Passage) -> Alignment | None:
    units = _units(wanted, passage.text)
    chosen: list[_Unit] = []
    held: frozenset[str] = frozenset()
    while units and len(chosen) < UNITS:
        best = max(units, key=lambda unit: unit.gain(wanted, held))
        news = best.held - held
        if not news or (chosen and (wanted.weight(news) < GAIN * wanted.total or not _is_about(best, news, wanted))):
            break
        chosen.append(best)
        held |= best.held
    if not chosen:
        return None
    above = " ".join((context(passage), *(unit.term for unit in chosen)))
    there = set(tokens(above))
    score = sum(weight if token in held else weight * CONTEXT if token in there else 0.0
                for token, weight in wanted.weights.items())
    near = next((unit.near for unit in chosen if unit.near), 0)
    return Alignment(passage=passage, units=tuple(unit.span for unit in chosen), coverage=score / wanted.total,
                     above=above, nearness=TOPIC * (near + len(wanted.topic & there)) / wanted.total)


def _is_about(unit: _Unit, news: Collection[str], wanted: Wanted) -> bool:
    """Whether a further unit may join: it brings words and shares some, or a name together with its value; in a claim
    that lists names, the entry that explains one. A name or a number alone would find itself a place.
    """
    words = wanted.words & set(news)
    if words and len(wanted.words & unit.held) >= max(2, len(wanted.words) // 4):
        return True
    names = wanted.names & set(news)
    if names and (words or len(news) > 1):
        return True
    return len(wanted.names) >= LISTED and unit.first in names


def _unmarked(text: str, item: Span) -> Span:
    """A list item without its mark and the blanks around it."""
    mark = _MARK.match(text, item.start, item.end)
    start = mark.end() if mark else item.start
    return Span(start, start + len(text[start:item.end].rstrip()))


def _stem(token: str) -> str:
    if is_exact(token) or len(token) < 5:
        return token
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if token.endswith(ending) and len(token) - len(ending) >= 4:
            return token[:-len(ending)]
    return token
