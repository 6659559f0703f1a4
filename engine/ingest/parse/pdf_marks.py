"""What the words of a PDF line say it is: a list item, a caption, an entry of a printed table of contents, a footnote.

How it looks beside its neighbours is left to ``pdf_blocks``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from engine.ingest.parse.pdf_headings import folded, unnumbered
from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Line, Run
from engine.ingest.parse.pdf_open import OutlineEntry
from engine.ingest.parse.pdf_page import PdfPage

_BULLET = re.compile(r"([•◦▪▫●○■□‣⁃∙·➢✓❖►▶➤♦◆→»])\s*(?=\S)|([-–—*o+])\s+(?=\S)")
_NUMBERED = re.compile(r"(?:(?P<step>Step|Schritt|步骤)\s*)?\(?(?P<n>\d{1,3})[.):](?:\s+(?=\S)|\Z)")
_NUMBERED_WIDE = re.compile(r"(?:[（(](?P<n>\d{1,2})[）)]|(?P<bare>\d{1,2})[、．.])\s*(?=[\u3040-\u30ff\u3400-\u9fff])")
_LETTERED = re.compile(r"\(?(?P<n>[a-z]|[ivx]{1,5})[.)]\s+(?=\S)|\(?(?P<big>[A-Z])\)\s+(?=\S)")
_COUNTED = re.compile(r"\d+|[A-Za-z]+")
_ALONE = re.compile(r"[1-9]\d?\Z")
_CAPTION = re.compile(r"(?P<word>figure|fig\.|table|tab\.|listing|abbildung|abb\.|tabelle|图|圖|表)\s*"
                      r"(?P<number>[A-Z]?\d+(?:[.\-–]\d+)*[a-z]?)\s*(?P<after>[:.—–|]|\s|\Z)", re.IGNORECASE)
_TABLE_WORDS = frozenset({"table", "tab.", "tabelle", "表"})
_LEADER = re.compile(r"(?:(?:\s?[.·•_]){4,}|…{2,})\s*(?=[\w-]*[\divxlc])[\w-]{1,8}(?:\s*,\s*[\w-]{1,8}){0,20}\Z")
_LEADER_SIGNS = ("..", ". .", "··", "__", "…", "• •")
_PAGE_AT_END = re.compile(r"\s[\divxlc]{1,6}\Z")
_FOOTNOTE = re.compile(r"(?:[¹²³⁰⁴-⁹]+|[*†‡§]{1,3}|\d{1,3})\s?(?=\S)")
_SMALL = 0.93
_FEWEST_LEADERS = 4
_FEWEST_ENTRIES = 4
_ENTRY_SHARE = 0.6


class Mark(NamedTuple):
    """The sign before a list item: ``length`` of it in the line's text, its number if it has one.

    ``is_strong`` says that it cannot be the middle of a sentence; ``kept`` is what of it stays in the item's text.
    ``form`` is the sign, or how numbers and letters are written (``1.``, ``(a)``), the same for all of one list.
    """

    length: int
    number: int | None
    is_strong: bool
    kept: str = ""
    form: str = ""

    @property
    def is_counted(self) -> bool:
        """Whether it is a number or a letter, and no mere sign."""
        return any(map(str.isalnum, self.form))


def mark_of(line: Line) -> Mark | None:
    """The list mark that a line begins with."""
    text = line.text
    is_apart = len(line.cells) > 1
    first = line.cells[0].text if line.cells else ""
    if match := _BULLET.match(text):
        is_apart = is_apart and first == (match[1] or match[2])
        if match[2] == "o" and not is_apart:
            return None
        return Mark(match.end(), None, bool(match[1]) or is_apart, form=match[1] or match[2])
    if match := _NUMBERED.match(text):
        return Mark(match.end(), int(match["n"]), bool(match["step"]) or (is_apart and len(first) <= match.end()),
                    form=_form(match[0]))
    if match := _NUMBERED_WIDE.match(text):  # （1）关闭阀门 or 1、打开阀门: no blank before wide characters
        return Mark(match.end(), int(match["n"] or match["bare"]), False, form=_form(match[0]))
    if is_apart and _ALONE.match(first) and len(line.cells) == 2:
        return Mark(len(first) + 1, int(first), True, form="1")
    if match := _LETTERED.match(text):
        letter = match["n"] or match["big"]
        number = ord(letter.lower()) - 96 if len(letter) == 1 else None
        return Mark(match.end(), number, is_apart and len(first) <= match.end(), kept=text[:match.end()],
                    form=_form(match[0]))
    return None


def _form(mark: str) -> str:
    return _COUNTED.sub(lambda match: "1" if match[0].isdecimal() else "a" if match[0].islower() else "A",
                        mark.strip())


def without_mark(runs: Sequence[Run], mark: Mark) -> list[Run]:
    """The words of an item's first line after its mark; a mark that says more than its place stays."""
    left = mark.length
    made: list[Run] = []
    for run in runs:
        if left >= len(run.text):
            left -= len(run.text)
            continue
        made.append(Run(run.text[left:], run.style))
        left = 0
    if made:
        made[0] = Run(made[0].text.lstrip(), made[0].style)
    return [Run(mark.kept, 0), *made] if mark.kept else made


class Caption(NamedTuple):
    """What a caption is of."""

    is_table: bool
    number: str
    is_continued: bool


def caption_of(line: Line) -> Caption | None:
    """The caption that begins with a line; words that only mention a figure are none."""
    match = _CAPTION.match(line.text)
    if match is None:
        return None
    rest = line.text[match.end():].strip()
    if match["after"].isspace() and rest[:1].islower():
        return None
    return Caption(match["word"].lower() in _TABLE_WORDS, match["number"], "continued" in rest.lower()[:40])


def contents(flow: Sequence[Item], outline: Sequence[OutlineEntry]) -> set[int]:
    """The places of lines of printed tables of contents and of indexes with dotted lines."""
    pages: dict[int, list[int]] = defaultdict(list)
    for place, item in enumerate(flow):
        if isinstance(item, Line):
            pages[item.page].append(place)
    titles = {folded(unnumbered(entry.title)) for entry in outline} - {""}
    gone: set[int] = set()
    last = 0
    for page, places in sorted(pages.items()):
        leaders = [place for place in places if has_leader(flow[place].text)]
        goes_on = last == page - 1 and last > 0 and _PAGE_AT_END.search(flow[places[0]].text)
        if len(leaders) >= _FEWEST_LEADERS or (leaders and goes_on):
            gone.update(_between(places, leaders, flow))
            last = page
            continue
        entries = [place for place in places if (end := _PAGE_AT_END.search(flow[place].text))
                   and folded(unnumbered(flow[place].text[:end.start()])) in titles]
        if (entries and goes_on) or len(entries) >= max(_FEWEST_ENTRIES, _ENTRY_SHARE * len(places)):
            gone.update(_between(places, entries, flow))
            last = page
    return gone


def has_leader(text: str) -> bool:
    """Whether dots lead to a page number at the end of a line."""
    return any(sign in text for sign in _LEADER_SIGNS) and _LEADER.search(text) is not None


def _between(places: Sequence[int], entries: Sequence[int], flow: Sequence[Item]) -> set[int]:
    """Entries and what stands among them; whole pages when hardly anything else is on them."""
    if len(entries) >= 0.5 * len(places):
        return set(places)
    gone = {place for place in places if entries[0] <= place <= entries[-1]}
    before = entries[0] - 1
    while before in places and _PAGE_AT_END.search(flow[before].text):
        gone.add(before)
        before -= 1
    after = entries[-1] + 1
    while after in places and _PAGE_AT_END.search(flow[after].text):
        gone.add(after)
        after += 1
    return gone


def footnotes(flow: Sequence[Item], breaks: frozenset[int] | set[int], pages: dict[int, PdfPage],
              body_size: float) -> set[int]:
    """The places of footnotes: small type at the foot of a column, under a short rule or begun by a mark."""
    found: set[int] = set()
    ends = [place for place in range(len(flow)) if place + 1 == len(flow) or place + 1 in breaks]
    for end in ends:
        start = end + 1
        while start > 0 and isinstance(line := flow[start - 1], Line) and line.size <= _SMALL * body_size and (
                line.page == flow[end].page) and start not in breaks - {end + 1}:
            start -= 1
        first = flow[start] if start <= end else None
        if not isinstance(first, Line) or start == 0 or not starts_footnote(first):
            continue
        page = pages[first.page]
        if first.y0 > 0.4 * page.height and (_is_under_rule(first, page) or not first.text[0].isdecimal()):
            found.update(range(start, end + 1))
    return found


def starts_footnote(line: Line) -> bool:
    """Whether a line of a column's foot begins another note."""
    return _FOOTNOTE.match(line.text) is not None


def _is_under_rule(line: Line, page: PdfPage) -> bool:
    return any(-2 <= line.y0 - rule.at <= 2 * line.size and abs(rule.start - line.left) < 25
               and rule.end - rule.start < 0.7 * (line.right - line.left) for rule in page.across)
