"""Finds a quote, which is Markdown source, in the plain text of the rendered document.

Both sides are reduced to their letters and digits, since rendering changes nothing else that must be kept: markup,
spacing, table bars and list marks fall away, and Chinese needs no word boundaries. Case does not count either, as
the labels of asides are written anew. Positions are carried along, so what is found maps back to exact characters.

1. Search the letters of the quote as it is in the letters of the document. Of several places take the one nearest to
   where the quote stands in the source.
2. Not found: strip from the quote what is not drawn (targets of links, images, tags, numbers of list items, fences
   with their language, comments) and search again. Not the other way round: what looks like a link may be code.
3. Not found: compare words in order (``difflib``) around every place that shares a run of words with the quote, and
   accept the best place when at least nine tenths of the quote's words are there.
4. Otherwise there is no place. A wrong highlight would be worse than none.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from engine.types import Span

_PARTS = re.compile(r"(?P<code>(?P<mark>`{3,}|~{3,})[^\n]*\n(?P<body>.*?)(?:^[ \t>]*(?P=mark)[ \t]*$|\Z)"
                    r"|(?<!`)(?P<tick>`{1,2})(?P<inline>[^`]+)(?P=tick)(?!`))", re.DOTALL | re.MULTILINE)
_UNDRAWN = (
    (re.compile(r"<!--.*?-->", re.DOTALL), " "),
    (re.compile(r"<(script|style)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE), " "),
    (re.compile(r"</?(?![a-z][a-z0-9+.-]*:)[a-z][^>\n]*>", re.IGNORECASE), " "),
    (re.compile(r"!\[[^\]]*\](?:\([^)\n]*\)|\[[^\]\n]*\])"), " "),
    (re.compile(r"(?<=\])\((?:[^()\n]|\([^()\n]*\))*\)"), " "),
    (re.compile(r"(?<=\w\])\[[^\]\n]*\]"), " "),
    (re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[ \t]+\S+.*$", re.MULTILINE), " "),
    (re.compile(r"^[ \t>]*\d{1,9}[.)][ \t]+", re.MULTILINE), " "),
    (re.compile(r"\{\{[<%].*?[%>]\}\}", re.DOTALL), " "),
    (re.compile(r"\s\{#[^}\n]*\}"), " "),
)
_WIDE = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]|[^\W_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_CLOSING = ".,;:!?)]}\"'。，；：！？）】」』”’…%"
_RUN = 3
_ENOUGH = 0.9
_SEEDS = 40


def locate(document: str, quote: str, *, source: str = "", at: int = 0) -> Span | None:
    """Characters of ``document`` (plain text) that show ``quote`` (Markdown), or None.

    ``at`` is where the quote begins in the Markdown ``source`` of the document; it decides between several places.
    """
    letters = [index for index, character in enumerate(document) if character.isalnum()]
    hay = _only_letters(document)
    drawn = plain(quote)
    expected = len(_only_letters(plain(source[:at])))
    for needle in dict.fromkeys((_only_letters(quote), _only_letters(drawn))):
        found = _nearest(hay, needle, expected)
        if found is not None:
            return _with_marks(document, drawn, letters[found], letters[found + len(needle) - 1] + 1)
    near = _aligned(document, drawn, letters[min(expected, len(letters) - 1)] if letters else 0)
    return _with_marks(document, drawn, near.start, near.end) if near else None


def _with_marks(document: str, drawn: str, start: int, end: int) -> Span:
    """The place with the marks that end the quote (a full stop, a bracket), which have no letters."""
    tail = drawn.rstrip()
    tail = tail[len(tail.rstrip(_CLOSING)):]
    while end < len(document) and document[end] in tail:
        end += 1
    return Span(start, end)


def plain(markdown: str) -> str:
    """What of a Markdown text is drawn, roughly: good enough to compare letters, not meant to be read."""
    return "".join(_plain_parts(markdown))


def _plain_parts(markdown: str) -> Iterator[str]:
    last = 0
    for part in _PARTS.finditer(markdown):
        yield _drawn(markdown[last:part.start()])
        yield part["body"] if part["mark"] else part["inline"]
        last = part.end()
    yield _drawn(markdown[last:])


def _drawn(prose: str) -> str:
    for pattern, replacement in _UNDRAWN:
        prose = pattern.sub(replacement, prose)
    return html.unescape(prose)


def _only_letters(text: str) -> str:
    """Letters and digits in small letters; one character stays one character, so that positions keep."""
    return "".join(small if len(small := character.lower()) == 1 else character
                   for character in text if character.isalnum())


def _nearest(hay: str, needle: str, expected: int) -> int | None:
    """Where ``needle`` begins in ``hay``, nearest to ``expected``; an empty needle is nowhere."""
    if not needle:
        return None
    best: int | None = None
    found = hay.find(needle)
    while found >= 0:
        if best is None or abs(found - expected) < abs(best - expected):
            best = found
        found = hay.find(needle, found + 1)
    return best


def _aligned(document: str, quote: str, expected: int) -> Span | None:
    """The place whose words follow the quote's words most closely, when close enough."""
    needle = _WIDE.findall(quote.lower())
    words = list(_WIDE.finditer(document))
    if len(needle) < _RUN:
        return None
    best: tuple[float, int, Span] | None = None
    for start in _seeds(needle, [word[0].lower() for word in words]):
        window = words[max(0, start):start + len(needle) * 5 // 4 + _RUN]
        place = _compare(needle, window)
        if place and (best is None or (place[0], -abs(place[1].start - expected)) > best[:2]):
            best = (place[0], -abs(place[1].start - expected), place[1])
    return best[2] if best else None


def _seeds(needle: list[str], words: list[str]) -> list[int]:
    """Where the quote would begin, judged by runs of three words that both sides share; the commonest guesses."""
    runs: dict[tuple[str, ...], list[int]] = {}
    for index in range(len(words) - _RUN + 1):
        runs.setdefault(tuple(words[index:index + _RUN]), []).append(index)
    guesses: dict[int, int] = {}
    for offset in range(len(needle) - _RUN + 1):
        for index in runs.get(tuple(needle[offset:offset + _RUN]), []):
            guesses[index - offset] = guesses.get(index - offset, 0) + 1
    return sorted(guesses, key=lambda guess: -guesses[guess])[:_SEEDS]


def _compare(needle: list[str], window: list[re.Match[str]]) -> tuple[float, Span] | None:
    matcher = SequenceMatcher(None, needle, [word[0].lower() for word in window], autojunk=False)
    blocks = [block for block in matcher.get_matching_blocks() if block.size]
    share = sum(block.size for block in blocks) / len(needle)
    if share < _ENOUGH:
        return None
    return share, Span(window[blocks[0].b].start(), window[blocks[-1].b + blocks[-1].size - 1].end())
