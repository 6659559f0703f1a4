"""Text that is too long for one chunk, cut at the best place there is: sentence, line, word, and only then anywhere.

Also owns the cheap estimate of tokens that decides where an exact count is needed.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from engine.types import Span

_LETTERS = string.ascii_letters.encode()
_BLANKS = b" \t\n"
_LETTERS_PER_TOKEN = 4.3
_FEWEST_LETTERS_PER_TOKEN = 1.9
_ADDED_TOKENS = 2  # a tokenizer's own marks at both ends
_WORDS_TOGETHER = 40  # characters: no need to weigh every word of an endless line
_SCRAP = 0.3
_SLACK = 1.15
_PROTECTED = re.compile(r"`[^`\n]{1,300}`|!?\[[^\[\]\n]{0,300}\]\([^()\n]{0,500}\)|\*\*[^*\n]{1,300}\*\*")
_SENTENCES = re.compile(r"(?<=[.!?])(?<!e\.g\.)(?<!i\.e\.)(?<!etc\.)(?<!vs\.)(?<!cf\.)(?<!Nr\.)(?<!No\.)"
                        r"[\"')\]”]*\s+(?=[^\sa-z])"
                        r"|(?<=[。！？；])\s*(?=\S)|\n\s*\n\s*")
_LINES = re.compile(r"\n")
_WORDS = re.compile(r"\s+")
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n)+|\n(?=---[ \t]*\n)")
_OUTER_LINES = re.compile(r"\n(?=[^\s)}\]])")
_NEXT_LINES = re.compile(r"\n(?= {1,4}[^\s)}\]]|\t[^\s)}\]])")
PROSE: tuple[re.Pattern[str], ...] = (_SENTENCES, _LINES, _WORDS)
CODE: tuple[re.Pattern[str], ...] = (_BLANK_LINES, _OUTER_LINES, _NEXT_LINES, _LINES, _WORDS)


def estimate(text: str) -> int:
    """About how many tokens a word-piece tokenizer makes of ``text``: within a fifth, on English documentation.

    A token for every 4.3 Latin letters and one for every other character but blanks (a fit over 4,174 chunks), and
    no fewer than there are words.
    """
    letters, others = _counts(text)
    tokens = round(letters / _LETTERS_PER_TOKEN + others)
    if text.count(" ") + text.count("\n") < tokens:
        return tokens  # there cannot be more words
    return max(tokens, len(text.split()))


def surely_within(text: str, tokens: int) -> bool:
    """Whether ``text`` has at most ``tokens`` tokens even if it is nonsense, so that nobody need count them.

    Every run of letters counts half a token more, for its last piece is short; a run ends at a blank or another sign.
    """
    if len(text) + _ADDED_TOKENS <= tokens:
        return True
    letters, others = _counts(text)
    runs = len(text.split()) + others
    return letters / _FEWEST_LETTERS_PER_TOKEN + others + runs / 2 + _ADDED_TOKENS <= tokens


def _counts(text: str) -> tuple[int, int]:
    """Latin letters, and all other characters but blanks."""
    data = text.encode("utf-8", "surrogatepass")
    visible = data.translate(None, _BLANKS)
    others = len(visible.translate(None, _LETTERS))
    return len(visible) - others, others - (len(data) - len(text))


def split(text: str, span: Span, *, target: int, places: Sequence[re.Pattern[str]]) -> list[Span]:
    """Spans that cover the visible text of ``span``, each of about ``target`` estimated tokens and not much more.

    ``places`` are tried in turn: a stretch with none of the first kind is cut at the next kind. In prose, code spans,
    links and bold words are not cut as long as there is another place.
    """
    source = text[span.start:span.end]
    masked = _PROTECTED.sub(lambda match: "x" * len(match[0]), source) if places is PROSE else source
    return _split(text, masked, span.start, span, target, places)


def _split(
    text: str, masked: str, offset: int, span: Span, target: int, places: Sequence[re.Pattern[str]]
) -> list[Span]:
    """As ``split``; ``masked`` begins at ``offset`` of the text and shows where it may be cut."""
    total = estimate(text[span.start:span.end])
    if total <= target:
        return _filled(text, [span])
    if not places:
        size = max(1, (span.end - span.start) * target // total)
        return _filled(text, (Span(at, min(at + size, span.end)) for at in range(span.start, span.end, size)))
    even = ceil(total / ceil(total / target))
    made: list[Span] = []
    start, size = span.start, 0
    least = min(target, _WORDS_TOGETHER) if places[0] is _WORDS else 0
    for part in _parts(masked[span.start - offset:span.end - offset], span.start, places[0], least):
        tokens = estimate(text[part.start:part.end])
        if size and size + tokens > even and (size + tokens > target or size >= even // 2):
            made.append(Span(start, part.start))
            start, size = part.start, 0
        if tokens > target:
            if start < part.start:
                made.append(Span(start, part.start))
            made.extend(_split(text, masked, offset, part, target, places[1:]))
            start, size = part.end, 0
        else:
            size += tokens
    made.append(Span(start, span.end))
    return _filled(text, _merged(text, made, target))


def _merged(text: str, spans: Sequence[Span], target: int) -> list[Span]:
    """Neighbours joined where one is a scrap and both together are hardly more than ``target``."""
    made: list[Span] = []
    sizes: list[int] = []
    for span in spans:
        size = estimate(text[span.start:span.end])
        if made and min(size, sizes[-1]) < target * _SCRAP and size + sizes[-1] <= target * _SLACK:
            made[-1] = Span(made[-1].start, span.end)
            sizes[-1] += size
        else:
            made.append(span)
            sizes.append(size)
    return made


def _filled(text: str, spans: Iterable[Span]) -> list[Span]:
    return [trimmed for span in spans if (trimmed := _trimmed(text, span)).end > trimmed.start]


def _parts(source: str, offset: int, place: re.Pattern[str], least: int) -> Iterator[Span]:
    """The stretches between places to cut, of at least ``least`` characters where there are so many."""
    start = 0
    for match in place.finditer(source):
        if match.end() - start > least:
            yield Span(offset + start, offset + match.end())
            start = match.end()
    if start < len(source):
        yield Span(offset + start, offset + len(source))


def _trimmed(text: str, span: Span) -> Span:
    """``span`` without blanks at its ends; the indentation of a whole line stays."""
    piece = text[span.start:span.end]
    blank = len(piece) - len(piece.lstrip())
    start = span.start + blank
    newline = text.rfind("\n", span.start, start)
    if newline >= 0:
        start = newline + 1
    elif span.start == 0 or text[span.start - 1] == "\n":
        start = span.start
    return Span(start, max(start, span.start + len(piece.rstrip())))
