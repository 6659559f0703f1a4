"""Places citations by our own alignment: which sentences of which passage say this?

1. A passage is cut into units: sentences of paragraphs, whole list items (an option and its default belong
   together), table rows, single lines of code.
2. Content words of a claim are looked for in each unit; numbers and identifiers weigh ``EXACT`` times a word, since
   they are what a wrong answer gets wrong. Words that the unit's headings or title hold count ``CONTEXT`` of their
   weight: "the cron scaler" need not be repeated in every line below "Cron".
3. The best unit of the best passage is taken; further units of the same passage (``UNITS`` at most) join while each
   adds words or names of the claim that the ones before lack, and not by a number alone: that would let a wrong
   number find itself a place. Each becomes a citation, an exact slice of the document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.answer.claims import split
from engine.types import Citation, Passage, Span

FLOOR = 0.3
EXACT = 3.0
CONTEXT = 0.7
UNITS = 3
GAIN = 0.12
_TOKEN = re.compile(r"[\w$@][\w$./:@=+-]*|--?[A-Za-z][\w-]*|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_MARK = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+")
_ITEM = re.compile(r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\S.*"
                   r"(?:\n(?![ \t]*(?:[-*+]|\d+[.)])[ \t]|[ \t]*(?:```|~~~)|[ \t]*$).+)*", re.MULTILINE)
_STOP = frozenset(
    "a an and are as at be by can do does for from has have if in into is it its may of on or that the their then "
    "there these this to use used using was were when which will with you your following should must also "
    "set value specify specified".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """Where a claim is said: the passage, the units in order of weight, the share of the claim's weight they hold."""

    passage: Passage
    units: tuple[Span, ...]
    coverage: float

    @property
    def best(self) -> str:
        """The text of the unit that says most of the claim."""
        return self.passage.text[self.units[0].start:self.units[0].end]

    @property
    def text(self) -> str:
        """The units' text, in document order."""
        return "\n".join(self.passage.text[span.start:span.end] for span in sorted(self.units, key=lambda s: s.start))


def align(claim: str, passages: Sequence[Passage]) -> Alignment | None:
    """The best place for a claim, or None when no passage holds enough of it."""
    wanted = weights(claim)
    total = sum(wanted.values())
    if not total:
        return None
    found = [_in_passage(wanted, total, passage) for passage in passages]
    best = max((one for one in found if one), key=lambda one: one.coverage, default=None)
    return best if best and best.coverage >= FLOOR else None


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
    """What stands above a passage: title, headings, table header, product and version."""
    return " ".join((passage.title, *passage.heading_path, passage.header_text, passage.product,
                     passage.applies_to.raw, passage.path))


def weights(text: str) -> dict[str, float]:
    """Content tokens with their weight."""
    return {token: EXACT if is_exact(token) else 1.0 for token in tokens(text) if token not in _STOP}


def tokens(text: str) -> list[str]:
    """Folded tokens of a text; markup, plural endings and surrounding punctuation are left off."""
    found = [token.strip(".:/=,").casefold() for token in _TOKEN.findall(text)]
    return [_stem(token) for token in found if token.strip("-")]


def is_exact(token: str) -> bool:
    """Whether a token is a number or an identifier rather than a word."""
    return any(c.isdigit() for c in token) or any(c in token for c in "_./:=$@") or token.startswith("-")


def _in_passage(wanted: dict[str, float], total: float, passage: Passage) -> Alignment | None:
    above = set(tokens(context(passage)))
    lifted = {token: weight * CONTEXT for token, weight in wanted.items() if token in above}
    units = [(span, wanted.keys() & set(tokens(passage.text[span.start:span.end])))
             for span in units_of(passage.text)]
    chosen: list[Span] = []
    held: set[str] = set()
    while len(chosen) < UNITS:
        span, more = max(units, key=lambda unit: _weight(unit[1] - held, wanted), default=(Span(0, 0), frozenset()))
        news: set[str] = set(more) - held
        if not news or (chosen and (_weight(news, wanted) < GAIN * total or not _is_about(more, news, wanted))):
            break
        chosen.append(span)
        held |= more
    if not chosen:
        return None
    score = sum(weight if token in held else lifted.get(token, 0.0) for token, weight in wanted.items())
    return Alignment(passage=passage, units=tuple(chosen), coverage=score / total)


def _is_about(found: set[str] | frozenset[str], news: set[str], wanted: dict[str, float]) -> bool:
    """Whether a further unit brings a name, or shares words with the claim and brings some the units before lack."""
    if any(is_exact(token) and any(c.isalpha() for c in token) for token in news):
        return True
    words = {token for token in wanted if not is_exact(token)}
    return len(found & words) >= max(2, len(words) // 4) and bool(news & words)


def _unmarked(text: str, item: Span) -> Span:
    """A list item without its mark and the blanks around it."""
    mark = _MARK.match(text, item.start, item.end)
    start = mark.end() if mark else item.start
    return Span(start, start + len(text[start:item.end].rstrip()))


def _weight(found: set[str] | frozenset[str], wanted: dict[str, float]) -> float:
    return sum(wanted[token] for token in found)


def _stem(token: str) -> str:
    if is_exact(token) or len(token) < 5:
        return token
    for ending in ("ing", "ied", "ies", "ed", "es", "s"):
        if token.endswith(ending) and len(token) - len(ending) >= 4:
            return token[:-len(ending)]
    return token
