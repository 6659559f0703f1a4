"""Text that is too long for one chunk, cut at the best place there is: sentence, line, word, and only then anywhere.

Also owns the cheap estimate of tokens that decides where an exact count is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from engine.types import Span

_PIECES = re.compile(r"[A-Za-z]{1,7}|\d{1,2}|[^\sA-Za-z\d]")
_ESTIMATE_ALL = 20_000
_PROTECTED = re.compile(r"`[^`\n]{1,300}`|!?\[[^\[\]\n]{0,300}\]\([^()\n]{0,500}\)|\*\*[^*\n]{1,300}\*\*")
_SENTENCES = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!cf\.)(?<!Nr\.)(?<!No\.)"
                        r"[\"')\]”]*\s+(?=[^\sa-z])"
                        r"|(?<=[。！？；])\s*(?=\S)|\n\s*\n\s*")
_LINES = re.compile(r"\n")
_WORDS = re.compile(r"\s+")
_PARAGRAPHS = re.compile(r"\n[ \t]*\n\s*|\n(?=---[ \t]*\n)")
PROSE: tuple[re.Pattern[str], ...] = (_SENTENCES, _LINES, _WORDS)
CODE: tuple[re.Pattern[str], ...] = (_PARAGRAPHS, _LINES, _WORDS)


def estimate(text: str) -> int:
    """About how many tokens a word-piece tokenizer makes of ``text``; too high rather than too low."""
    if len(text) > _ESTIMATE_ALL:
        return len(text) // 3
    return len(_PIECES.findall(text))


def split(text: str, span: Span, *, target: int, places: Sequence[re.Pattern[str]]) -> list[Span]:
    """Spans that cover the visible text of ``span``, each of about ``target`` estimated tokens and not much more.

    ``places`` are tried in turn: a stretch with none of the first kind is cut at the next kind.
    """
    source = text[span.start:span.end]
    masked = _PROTECTED.sub(lambda match: "x" * len(match[0]), source) if places and places is not CODE else source
    total = estimate(source)
    if total <= target:
        return [_trimmed(text, span)]
    if not places:
        size = max(1, len(source) * target // total)
        return _filled(text, (Span(at, min(at + size, span.end)) for at in range(span.start, span.end, size)))
    even = ceil(total / ceil(total / target))
    made: list[Span] = []
    start, size = span.start, 0
    for part in _parts(masked, span.start, places[0]):
        tokens = estimate(text[part.start:part.end])
        if size and size + tokens > even and (size + tokens > target or size >= even // 2):
            made.append(Span(start, part.start))
            start, size = part.start, 0
        if tokens > target:
            made.extend(split(text, part, target=target, places=places[1:]))
            start, size = part.end, 0
        else:
            size += tokens
    made.append(Span(start, span.end))
    return _filled(text, made)


def _filled(text: str, spans: Iterable[Span]) -> list[Span]:
    return [trimmed for span in spans if (trimmed := _trimmed(text, span)).end > trimmed.start]


def _parts(source: str, offset: int, place: re.Pattern[str]) -> Iterator[Span]:
    start = 0
    for match in place.finditer(source):
        if match.end() > start:
            yield Span(offset + start, offset + match.end())
            start = match.end()
    if start < len(source):
        yield Span(offset + start, offset + len(source))


def _trimmed(text: str, span: Span) -> Span:
    """``span`` without blanks at its ends; the indentation of a whole line stays."""
    piece = text[span.start:span.end]
    blank = len(piece) - len(piece.lstrip())
    start = span.start + blank
    line = text.rfind("\n", 0, start) + 1
    if line >= span.start:
        start = line
    return Span(start, max(start, span.start + len(piece.rstrip())))
