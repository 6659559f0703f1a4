"""Questions made of sections: what a heading asks, and what somebody searching for one fact would type.

Three kinds, each with its own risk. ``NATURAL`` are headings that are questions; ``HEADING`` are other headings,
sometimes shortened to keywords; ``KEYWORD`` are made of a section's own text: an identifier with a word beside it, the
rare words of one sentence, or an error line. The passages of the first two are read without their own headings, those
of the third with them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random

from models.train.sections import Section

_WORD = re.compile(r"\w+")
_IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:--[a-z][a-z0-9-]{2,}|[A-Za-z]\w*(?:[._-][A-Za-z]\w*)*_\w+|[a-z]+[A-Z]\w+|[A-Z]{2,}_[A-Z0-9_]+"
    r"|[a-z]\w+(?:\.[a-z]\w+)+|[a-z]{3,}(?:-[a-z]{2,}){2,})(?![\w/])")
_ERROR = re.compile(r"^.{0,60}\b(?:error|failed|cannot|unable|denied|refused|not found|timed out|invalid)\b.{0,80}$",
                    re.IGNORECASE)
_DEFAULT = re.compile(r"\bdefaults?\b", re.IGNORECASE)
_MARKUP = re.compile(r"^(?:[\d.]+\s+|question\s*\d*\s*:\s*)|[*`#]|\{\s*[#.]?[\w-]+\s*\}\s*$", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?:])\s+|\n")
_GENERIC = frozenset(
    "overview introduction example examples usage description summary notes note parameters options outputs inputs "
    "syntax related links see also next steps prerequisites installation configuration reference requirements "
    "background conclusion remarks more information resources references features getting started".split())
_FUNCTION_WORDS = frozenset(
    "a an the of to in on for and or is are be with how what which do does did can could i my we us you your it its "
    "that this these those when where why who from by at as if not should will would has have had was were there "
    "into than then so such also any some there s t".split())
RAREST = 6
"""An identifier in more sections of its project than this names no place."""


class Kind(Enum):
    """Where a query comes from."""

    NATURAL = "natural"
    HEADING = "heading"
    KEYWORD = "keyword"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A question and the index of the section of its project that answers it."""

    kind: Kind
    text: str
    answer: int

    @property
    def shows_headings(self) -> bool:
        """Whether candidates are read with their own headings."""
        return self.kind is Kind.KEYWORD


def content_words(text: str) -> list[str]:
    """Words that say something, folded, in order."""
    return [word for word in _WORD.findall(text.casefold()) if word not in _FUNCTION_WORDS]


def identifiers(text: str) -> list[str]:
    """Option names, keys, variables and dotted names of a text, each once, in order."""
    return list(dict.fromkeys(_IDENTIFIER.findall(text)))


def natural_queries(sections: Sequence[Section]) -> list[Query]:
    """The question headings of a project; one that several sections carry is left out, as no single place answers."""
    headings = Counter(section.heading.casefold() for section in sections)
    found = []
    for at, section in enumerate(sections):
        text = _clean(section.heading)
        if section.is_question and headings[section.heading.casefold()] == 1 and 3 <= len(text.split()) <= 40:
            found.append(Query(kind=Kind.NATURAL, text=text, answer=at))
    return found


def heading_queries(sections: Sequence[Section], rng: Random) -> list[Query]:
    """The other headings of a project that name their subject, with the name above where they are short."""
    headings = Counter(section.heading.casefold() for section in sections)
    found = []
    for at, section in enumerate(sections):
        said = content_words(_clean(section.heading))
        is_plain = all(word in _GENERIC for word in said)
        if section.is_question or is_plain or headings[section.heading.casefold()] > 1 or len(said) > 12:
            continue
        above = section.names[-1] if section.names else ""
        if len(said) < 3 and not content_words(above):
            continue
        text = _clean(section.heading) if len(said) >= 3 else f"{_clean(section.heading)} {_clean(above)}"
        found.append(Query(kind=Kind.HEADING, text=_styled(text, rng), answer=at))
    return found


def keyword_queries(sections: Sequence[Section], rng: Random) -> list[Query]:
    """One query for each section whose text holds something rare in its project."""
    names = Counter(name for section in sections for name in set(identifiers(section.body)))
    words = Counter(word for section in sections for word in set(content_words(section.body)))
    rarity = {word: math.log(len(sections) / count) for word, count in words.items()}
    makers: list[Callable[[Section], str]] = [
        lambda section: _of_identifier(section, names, rng), lambda section: _of_identifier(section, names, rng),
        lambda section: _of_sentence(section, rarity, rng), lambda section: _of_error(section)]
    found = []
    for at, section in enumerate(sections):
        order = rng.sample(makers, len(makers))
        text = next((text for make in order if (text := make(section))), "")
        if text:
            found.append(Query(kind=Kind.KEYWORD, text=text, answer=at))
    return found


def _clean(heading: str) -> str:
    return " ".join(_MARKUP.sub("", heading).split())


def _styled(text: str, rng: Random) -> str:
    """As written, or as somebody types it: small letters, function words left out, or the start of a question."""
    style = rng.random()
    if style < 0.4:
        return text
    if style < 0.6:
        return text.lower()
    if style < 0.8:
        return " ".join(content_words(text))
    return rng.choice(("what about {}", "where is {} described?", "how does {} work?", "explain {}")).format(text)


def _of_identifier(section: Section, names: Counter[str], rng: Random) -> str:
    rare = [name for name in identifiers(section.body) if names[name] <= RAREST and len(name) <= 40]
    if not rare:
        return ""
    name = rng.choice(rare)
    sentence = next((part for part in _SENTENCES.split(section.body) if name in part), "")
    beside = [word for word in content_words(sentence.replace(name, " ")) if len(word) > 3]
    above = _clean(section.heading or (section.names[-1] if section.names else "")).lower()
    forms = [name, f"{above} {name}", f"what does {name} do", f"how do I set {name}?", f"{name} {above}"]
    if beside:
        forms += [f"{name} {rng.choice(beside)}", f"{rng.choice(beside)} {name}"]
    if _DEFAULT.search(sentence):
        forms = [f"default {name}", f"default value of {name}", f"what is {name} if I leave it out?", *forms[:2]]
    return rng.choice(forms).strip()


def _of_sentence(section: Section, rarity: dict[str, float], rng: Random) -> str:
    """The rarest words of one sentence in their order, or most of its content words."""
    sentences = [part for part in _SENTENCES.split(section.body) if 6 <= len(content_words(part)) <= 20]
    if not sentences:
        return ""
    said = list(dict.fromkeys(content_words(rng.choice(sentences))))
    keep = rng.randint(3, min(6, len(said)))
    ranked = sorted(said, key=lambda word: (-rarity.get(word, 0.0), word))
    chosen = set(ranked[:keep]) if rng.random() < 0.6 else set(rng.sample(said, keep))
    return " ".join(word for word in said if word in chosen)


def _of_error(section: Section) -> str:
    lines = [line.strip() for line in section.body.split("\n")]
    return next((line for line in lines if 20 <= len(line) <= 120 and _ERROR.match(line)), "")
