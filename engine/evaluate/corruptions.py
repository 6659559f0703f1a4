"""True sentences taken from passages, and the same sentences with one thing changed, to see whether checking notices.

1. True sentences are the units of a passage that say something: they are put to the check as they stand, without
   their markup, and as a short sentence of their own where they give an option's default.
2. A corruption changes one thing and nothing else: a number, a unit, a version, an identifier (for a near miss, or
   for another one of the same passage), or turns the sentence round.
3. Each is checked against its own passage and the others that were found with it, among which the wrong value may
   well stand. A corruption that another unit of those passages happens to say is left out.

Everything is drawn by a seeded generator, so that two runs over the same passages are the same.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from engine.answer.align import context, tokens, units_of
from engine.answer.quantities import dates, quantities, versions
from engine.store.identifiers import identifiers
from engine.types import Passage

SHORTEST, LONGEST = 25, 320
FEWEST_WORDS = 5
OTHERS = 3
_WORD = re.compile(r"[A-Za-z]{2,}")
_MARKUP = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)|[`*]")
_NUMBER = re.compile(r"(?<![\w.\-/:#$])\d+(?:\.\d+)?(?![\w.\-/:]|\.\d)")
_AMOUNT = re.compile(
    r"(?<![\w.\-/:#$])(\d+(?:\.\d+)?)( ?)(ms|milliseconds?|seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|KiB|MiB|"
    r"GiB|kibibytes?|KB|MB|GB|bytes|%|percent|bar|°C|V|mm|cm|kg|Hz|rpm)(?![\w/])")
_OTHER_UNIT = {
    "ms": "s", "millisecond": "second", "milliseconds": "seconds", "second": "minute", "seconds": "minutes",
    "sec": "min", "secs": "mins", "s": "ms", "minute": "hour", "minutes": "hours", "min": "h", "mins": "hours",
    "m": "h", "hour": "minute", "hours": "minutes", "h": "m", "day": "hour", "days": "weeks", "KiB": "MiB",
    "MiB": "GiB", "GiB": "MiB", "kibibyte": "mebibyte", "kibibytes": "mebibytes", "KB": "MB", "MB": "GB", "GB": "MB",
    "bytes": "kilobytes", "%": " MB", "percent": "seconds", "bar": "psi", "°C": "°F", "V": "mV", "mm": "cm",
    "cm": "mm", "kg": "g", "Hz": "kHz", "rpm": "Hz"}
_VERSION = re.compile(r"(?<![\w.\-/])(v?)(\d+)\.(\d+)((?:\.\d+)*)\+?(?![\w%]|\.\d)")
_VERB = r"\b(is|are|was|can|could|will|does|do|must|should|may|has|have)"
_AUXILIARY = re.compile(_VERB + r"\b(?! not\b|n't)", re.IGNORECASE)
_DENIED = re.compile(_VERB + r" not\b", re.IGNORECASE)
_TURNED = (("enabled", "disabled"), ("enable", "disable"), ("enables", "disables"), ("before", "after"),
           ("increase", "decrease"), ("increases", "decreases"), ("minimum", "maximum"), ("required", "optional"),
           ("allowed", "forbidden"), ("at least", "at most"), ("with", "without"), ("always", "never"))
_DEFAULT = re.compile(r"^`([^`\n]+)`\s+[-–:].*\(Default: `?([^`,()\n]+)`?[,)]")


class Change(Enum):
    """What a corruption changes."""

    NUMBER = "numbers"
    UNIT = "units"
    VERSION = "versions"
    IDENTIFIER = "identifiers"
    NEGATION = "negations"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A sentence to check against passages. ``change`` is None for a true one."""

    said: str
    passages: tuple[Passage, ...]
    change: Change | None = None

    @property
    def topic(self) -> frozenset[str]:
        """What the sentence may leave unsaid: the words above its passage."""
        return frozenset(tokens(context(self.passages[0])))


def true_sentences(groups: Sequence[Sequence[Passage]], *, seed: int = 1, limit: int = 400) -> tuple[Planted, ...]:
    """True sentences of passages found together (``groups``), at most ``limit``, in the words of the documents, without
    markup, or as a statement of the default.
    """
    drawn = random.Random(seed)
    made = []
    for sentence, passages in _sentences(groups):
        forms = [sentence, _plain(sentence)]
        if default := _DEFAULT.match(sentence):
            forms.append(f"The default of `{default[1]}` is {default[2].strip()}.")
        made.append(Planted(said=drawn.choice(forms), passages=passages))
    drawn.shuffle(made)
    return tuple(made[:limit])


def corruptions(groups: Sequence[Sequence[Passage]], *, seed: int = 1, each: int = 120) -> tuple[Planted, ...]:
    """Up to ``each`` corruptions of every kind, drawn from passages found together."""
    drawn = random.Random(seed)
    makers: dict[Change, Callable[[str, Sequence[Passage], random.Random], str]] = {
        Change.NUMBER: _other_number, Change.UNIT: _other_unit, Change.VERSION: _other_version,
        Change.IDENTIFIER: _other_identifier, Change.NEGATION: _turned}
    sentences = list(_sentences(groups))
    drawn.shuffle(sentences)
    made: list[Planted] = []
    for change, make in makers.items():
        count = 0
        for sentence, passages in sentences:
            said = make(sentence, passages, drawn)
            if said and said != sentence and not _is_said(said, passages):
                made.append(Planted(said=said, passages=passages, change=change))
                count += 1
            if count == each:
                break
    return tuple(made)


def _sentences(groups: Sequence[Sequence[Passage]]) -> Iterator[tuple[str, tuple[Passage, ...]]]:
    """Units that say something, each once, with their passage and those found with it."""
    seen: set[str] = set()
    for passages in groups:
        for passage in passages:
            others = [other for other in passages if other is not passage][:OTHERS]
            for span in units_of(passage.text):
                sentence = passage.text[span.start:span.end]
                if sentence not in seen and _says_something(sentence):
                    seen.add(sentence)
                    yield sentence, (passage, *others)


def _says_something(sentence: str) -> bool:
    is_prose = sentence[:1].isupper() or sentence.startswith("`")
    return (is_prose and SHORTEST <= len(sentence) <= LONGEST and sentence.rstrip("*)")[-1:] in ".)`"
            and len(_WORD.findall(_plain(sentence))) >= FEWEST_WORDS and "\n" not in sentence and "|" not in sentence)


def _is_said(said: str, passages: Sequence[Passage]) -> bool:
    """Whether a unit of the passages holds every word and value of the sentence, so that it may well be true."""
    wanted = set(tokens(said))
    for passage in passages:
        for span in units_of(passage.text):
            unit = passage.text[span.start:span.end]
            if wanted <= set(tokens(unit)) and _values(said) == _values(unit):
                return True
    return False


def _values(text: str) -> tuple[object, ...]:
    return (tuple((one.value, one.kind) for one in quantities(text)), tuple(sorted(versions(text))),
            tuple(sorted(dates(text))))


def _plain(sentence: str) -> str:
    return _MARKUP.sub(lambda match: match[1] or "", sentence)


def _other_number(sentence: str, passages: Sequence[Passage], drawn: random.Random) -> str:
    """Another number: a near one, or one that stands elsewhere in the same passages."""
    places = list(_NUMBER.finditer(sentence))
    if not places:
        return ""
    place = drawn.choice(places)
    elsewhere = sorted({match[0] for passage in passages for match in _NUMBER.finditer(passage.text)} - {place[0]})
    number = float(place[0])
    near = [number + 1, number * 2 or 2, number * 10 or 10, number + 15]
    values = [f"{value:g}" for value in near if value < 1e6]
    new = drawn.choice(elsewhere) if elsewhere and drawn.random() < 0.5 else drawn.choice(values or ["7"])
    if float(new) == number:
        return ""
    return sentence[:place.start()] + new + sentence[place.end():]


def _other_unit(sentence: str, _passages: Sequence[Passage], drawn: random.Random) -> str:
    places = list(_AMOUNT.finditer(sentence))
    if not places:
        return ""
    place = drawn.choice(places)
    return sentence[:place.start()] + place[1] + place[2] + _OTHER_UNIT[place[3]] + sentence[place.end():]


def _other_version(sentence: str, _passages: Sequence[Passage], drawn: random.Random) -> str:
    places = list(_VERSION.finditer(sentence))
    if not places:
        return ""
    place = drawn.choice(places)
    minor = int(place[3]) + drawn.choice((1, 2, 3))
    return f"{sentence[:place.start()]}{place[1]}{place[2]}.{minor}{place[4]}{sentence[place.end():]}"


def _other_identifier(sentence: str, passages: Sequence[Passage], drawn: random.Random) -> str:
    """Another name in place of one: one of the same passage, or the same with a part changed."""
    names = [name for name in identifiers(sentence) if len(name) > 3 and sentence.count(name) == 1
             and not name[0].isdigit()]
    if not names:
        return ""
    name = drawn.choice(names)
    others = [other for other in identifiers(passages[0].text)
              if other not in sentence and other not in name and name not in other and len(other) > 3]
    if others and drawn.random() < 0.5:
        return sentence.replace(name, drawn.choice(others))
    parts = re.split(r"([-_.])", name)
    if len(parts) >= 3:
        parts[-1] = drawn.choice([part for part in ("timeout", "limit", "mode", "path") if part != parts[-1]])
        return sentence.replace(name, "".join(parts))
    return sentence.replace(name, name[:-1] if name[-1].isalpha() else name + "2")


def _turned(sentence: str, _passages: Sequence[Passage], drawn: random.Random) -> str:
    """The sentence denied, no longer denied, or with one word for its opposite; code is left alone."""
    ways = []
    for first, second in (*_TURNED, *((two, one) for one, two in _TURNED)):
        pattern = re.compile(rf"\b{first}\b(?![^`]*`(?:[^`]*`[^`]*`)*[^`]*$)")
        if len(pattern.findall(sentence)) == 1:
            ways.append(pattern.sub(second, sentence))
    if denied := _DENIED.search(sentence):
        ways.append(sentence[:denied.start()] + denied[1] + sentence[denied.end():])
    elif plain := _AUXILIARY.search(sentence):
        ways.append(f"{sentence[:plain.end()]} not{sentence[plain.end():]}")
    return drawn.choice(ways) if ways else ""
