"""Running text with its inline markup: one collector that gives the readable words and the Markdown for them.

Whitespace collapses as in a browser, across elements. Code, strong text, links and pictures become markup; other
styles leave their words only. The styles in force survive a ``take``, so that a block inside an inline element loses
none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine.ingest.parse.builder import escaped

_BLANKS = re.compile(r"\s+")
_TICKS = re.compile(r"`+")
_SIGNS = re.compile(r"[\W]+")
_BRACKET = re.compile(r"(?<!\\)[\[\]]")
_BAD_TARGET = re.compile(r"\s*(?:javascript|data|vbscript|about|blob)\s*:", re.IGNORECASE)
_TARGET_SPECIAL = str.maketrans({" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C"})
_LONGEST_TARGET = 500


@dataclass(frozen=True, slots=True)
class Style:
    """What is in force for a stretch of text. ``href`` is a link's target; ``picture`` an image's address."""

    is_code: bool = False
    is_strong: bool = False
    href: str = ""
    picture: str = ""


PLAIN = Style()
_BREAK = Style(picture="\n")
_CODE_BREAK = Style(picture="<br>")


def link_target(address: str) -> str:
    """An address as a link's target: empty when it leads nowhere (inside the page, to a script, to inlined data)."""
    address = _BLANKS.sub(" ", address).strip()
    if not address or address.startswith("#") or len(address) > _LONGEST_TARGET or _BAD_TARGET.match(address):
        return ""
    return address.translate(_TARGET_SPECIAL)


class Inline:
    """Collects running text. ``style`` is what is in force for the words that come next."""

    def __init__(self) -> None:
        self.style = PLAIN
        self._runs: list[tuple[str, Style]] = []
        self._is_marked = False
        self._has_break = False

    @property
    def ends_line(self) -> bool:
        """Whether nothing but blanks came since the last line break."""
        for text, style in reversed(self._runs if self._has_break else ()):
            if style is _BREAK or not text.isspace():
                return style is _BREAK
        return False

    @property
    def last(self) -> str:
        """The words that came last, as they were given; empty after a line break."""
        return self._runs[-1][0] if self._runs else ""

    @property
    def has_words(self) -> bool:
        """Whether anything but blanks was collected."""
        return any(text and not text.isspace() for text, _ in self._runs)

    def text(self, text: str) -> None:
        """Words, in the style in force; line breaks in them are blanks."""
        if self.style is not PLAIN:
            self._is_marked = True
        self._runs.append((text, self.style))

    def line_break(self) -> None:
        """A line break that readers see."""
        self._runs.append(("", _BREAK))
        self._has_break = True

    def code_lines(self, text: str) -> None:
        """Lines of code inside running text (in a cell): each is code, and the breaks between them are seen."""
        for at, line in enumerate(line for line in text.split("\n") if line.strip()):
            if at:
                self._runs.append((" ", _CODE_BREAK))
            self._runs.append((line, Style(is_code=True)))
            self._is_marked = True

    def space(self) -> None:
        """What parts words without a line break: the edge of a block inside running text."""
        self._runs.append((" ", PLAIN))

    def picture(self, words: str, address: str) -> None:
        """A picture: its words, and where it lies."""
        self._is_marked = True
        self._runs.append((words, replace(self.style, is_code=False, picture=address)))

    def take(self, *, starts_line: bool = True) -> tuple[str, str]:
        """What was collected: readable text, and its Markdown (empty where the words say it all).

        ``starts_line`` says that the Markdown will stand at the start of a line.
        """
        if not self._runs:
            return "", ""
        runs = _collapsed(self._runs)
        is_marked = self._is_marked
        self._runs, self._is_marked, self._has_break = [], False, False
        plain = "".join([text for text, _ in runs])
        return plain, _markup(runs, "" if starts_line else " ").lstrip() if is_marked and plain else ""


def _collapsed(runs: Sequence[tuple[str, Style]]) -> list[tuple[str, Style]]:
    """Runs without needless whitespace: one blank between words, none around line breaks and at the ends."""
    made: list[tuple[str, Style]] = []
    owed, is_fresh = "", True  # whitespace that was seen and not written; whether nothing was written on this line
    for text, style in runs:
        if style is _BREAK:
            owed = "\n" if made else ""
            is_fresh = True
            continue
        if style is _CODE_BREAK:
            made.append((" ", style))
            owed, is_fresh = "", True
            continue
        bare = " ".join(text.split())
        if not bare and not style.picture:
            owed = owed or (" " if text and not is_fresh else "")
            continue
        if text[:1].isspace() and not owed and not is_fresh:
            owed = " "
        if owed:
            made.append((owed, style if made[-1][1] == style else _common(made[-1][1], style)))
        made.append((bare, style))
        owed, is_fresh = " " if text[-1:].isspace() else "", False
    return made


def _common(first: Style, second: Style) -> Style:
    """The style of the blank between two runs: what holds on both sides."""
    return Style(is_strong=first.is_strong and second.is_strong, href=first.href if first.href == second.href else "")


# --- Markdown -------------------------------------------------------------------------------------------------------


def _markup(runs: Sequence[tuple[str, Style]], made: str) -> str:
    """``made`` with the runs' Markdown after it."""
    for href, group in groupby(runs, key=lambda run: run[1].href):
        if not href:
            made = _strong(list(group), made)
            continue
        words = _strong(list(group), "[")[1:]
        if made.endswith("!"):
            made = f"{made[:-1]}\\!"
        made += f"[{words}]({href})"
    return made


def _strong(runs: Sequence[tuple[str, Style]], before: str) -> str:
    """``before`` with the runs' Markdown after it."""
    groups = [(is_strong, list(group)) for is_strong, group in groupby(runs, key=lambda run: run[1].is_strong)]
    made = before
    for at, (is_strong, group) in enumerate(groups):
        if not is_strong:
            made = _words(group, made)
            continue
        following = groups[at + 1][1][0][0][:1] if at + 1 < len(groups) else ""
        words = _words(group, "*")[1:]
        lead, words = _parted(words, made[-1:])
        tail, words = (part[::-1] for part in _parted(words[::-1], following))
        made += f"{lead}**{words}**{tail}" if words else f"{lead}{tail}"
    return made


def _parted(words: str, neighbour: str) -> tuple[str, str]:
    """What of the start of strong words must stand outside, and the rest: blanks, and signs next to a letter.

    Stars beside a blank, or between a letter and a sign, are no markup.
    """
    match = (_SIGNS if neighbour.isalnum() else _BLANKS).match(words)
    return (match[0], words[match.end():]) if match else ("", words)


def _words(runs: Sequence[tuple[str, Style]], before: str) -> str:
    made = before
    for is_code, group in groupby(runs, key=lambda run: run[1].is_code):
        if is_code:
            made += code_span("".join([text for text, _ in group]))
            continue
        for text, style in group:
            if style is _CODE_BREAK:
                made += style.picture
            elif style.picture:
                made += f"![{_bracketed(text)}]({style.picture})"
            else:
                words = escaped(text, starts_line=not made or made[-1] == "\n")
                made += _bracketed(words) if style.href else words
    return made


def code_span(text: str) -> str:
    """Words as inline code, whatever ticks are in them."""
    ticks = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[:1] == "`" or text[-1:] == "`" else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _bracketed(words: str) -> str:
    """Words inside brackets: their own brackets, unless they pair up, are escaped."""
    if words.count("[") == words.count("]") and "](" not in words:
        return words
    return _BRACKET.sub(r"\\\g<0>", words)
