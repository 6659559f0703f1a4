"""Running headers, footers and page numbers: what repeats at the edge of a document's pages and is no part of its text.

1. The outermost rows of every page, at top and bottom, are sorted into slots by their distance from the edge.
2. A text repeats when it stands in one slot on several pages; figures in it may count along with the pages. A slot
   where most pages repeat something is a running line altogether: it names the chapter, even one that is only a page
   long.
3. A number alone at the edge is a page number when it counts along with the pages.
4. A page is peeled from the outside: what lies further in than the first row that is no furniture is text. Rows inside
   a table stay with it, unless the whole table repeats.

A document of one page has no furniture, and no page that says much is furniture altogether.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import NamedTuple

from engine.ingest.parse.pdf_page import Box, Fragment, PdfPage

_ROWS = 5
_ZONE = 0.2
_SLOT = 4.0
_RUNNING_SHARE = 0.7
_FEWEST_PAGES = 3
_LARGE = 1.3
_HIGHEST_TABLE_EM = 8
_SOME, _MOST = 0.3, 0.5
"""How much of a row must repeat to make it count, and to be furniture by itself."""
_COUNTING = 0.6
_SMALL, _OUTER = 0.97, 64
"""Figures count as those of a page in small type, or so many points from the edge."""
_MOST_FURNITURE = 200
_OFTEN, _DENSE = 0.25, 0.5
"""A text repeats on so many of all pages, or of every second page between the first and the last it stands on."""
_ROOM = 1.45
"""The step from a running line to the text, in ems of the text, at least."""
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"(?:[Pp]age|PAGE|[Ss]eite|[Pp]ágina|第)?[\s\-–—|.(\[]*(?:(?P<n>\d{1,5})|(?P<roman>[ivxlc]{1,7}))"
                     r"[\s\-–—|.)\]]*(?:(?:of|OF|von|/|de|页|頁)[\s\d]*)?\Z")


Slot = tuple[str, int]
"""An edge, ``top`` or ``bottom``, and the distance from it in points."""


class _Row(NamedTuple):
    """A row at the edge of a page: ``slot`` tells the edge and the distance from it."""

    page: int
    slot: Slot
    parts: tuple[Fragment, ...]

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cleared:
    """Pages without their furniture, and the furniture's different texts, the most frequent first."""

    pages: tuple[PdfPage, ...]
    furniture: tuple[str, ...]


def without_furniture(pages: Sequence[PdfPage], body_size: float,
                      tables: dict[int, Sequence[Box]]) -> Cleared:
    """The pages without what repeats at their edges. ``tables`` are the boxes of tables by page number."""
    written = [page for page in pages if page.fragments]
    if len(written) < 2:
        return Cleared(pages=tuple(pages), furniture=())
    rows = _in_slots([row for page in written for row in _edge_rows(page)])
    evidence = _Evidence(rows, len(written), body_size)
    by_page: dict[int, list[_Row]] = defaultdict(list)
    for row in rows:
        by_page[row.page].append(row)
    cleared = []
    for page in pages:
        gone = {id(part) for row in evidence.peeled(by_page[page.number], tables.get(page.number, ()))
                for part in row.parts}
        kept = tuple(part for part in page.fragments if id(part) not in gone)
        if not kept and sum(len(part.text) for part in page.fragments) > _MOST_FURNITURE:
            kept = page.fragments
        cleared.append(_margins_cleared(replace(page, fragments=kept)) if gone or page.apart else page)
    return Cleared(pages=tuple(cleared), furniture=tuple(text for text, _ in evidence.seen.most_common()))


def _edge_rows(page: PdfPage) -> Iterator[_Row]:
    """The outermost rows at the top (from above) and at the bottom (from below); the slot is the distance in points."""
    rows: list[list[Fragment]] = []
    for part in sorted(page.fragments, key=lambda part: part.base):
        if rows and part.base - rows[-1][-1].base <= 0.35 * part.size:
            rows[-1].append(part)
        else:
            rows.append([part])
    for row in rows[:_ROWS]:
        if row[0].base < _ZONE * page.height:
            yield _Row(page.number, ("top", round(row[0].base)), tuple(row))
    for row in reversed(rows[-_ROWS:]):
        if row[0].base > (1 - _ZONE) * page.height:
            yield _Row(page.number, ("bottom", round(page.height - row[0].base)), tuple(row))


def _in_slots(rows: Sequence[_Row]) -> list[_Row]:
    """With distances that are nearly the same made the same."""
    names: dict[Slot, Slot] = {}
    for edge in ("top", "bottom"):
        start = -99
        for distance in sorted({row.slot[1] for row in rows if row.slot[0] == edge}):
            if distance - start > _SLOT:
                start = distance
            names[edge, distance] = (edge, start)
    return [row._replace(slot=names[row.slot]) for row in rows]


def _exact(text: str) -> str:
    return " ".join(text.casefold().split())


def _counted(text: str) -> str:
    """The text with any figures in it."""
    return _DIGITS.sub("#", _exact(text))


def _number(text: str) -> int | None:
    """The page number that ``text`` is; -1 for a roman one."""
    match = _NUMBER.match(text.strip())
    if match is None:
        return None
    number = match["n"] or match["roman"]
    return int(number) if number.isdigit() else -1


class _Evidence:
    """What the edges of all pages say together: which texts repeat where, and how page numbers count.

    ``seen`` counts the texts that were found to be furniture.
    """

    def __init__(self, rows: Sequence[_Row], pages: int, body_size: float) -> None:
        self.seen: Counter[str] = Counter()
        self._first_on: dict[str, int] = {}
        self._pages = pages
        self._body_size = body_size
        self._repeated = self._repeating(rows)
        self._running = self._running_slots(rows)
        self._offsets: Counter[tuple[str, int]] = Counter()
        for row in rows:
            if (number := _number(row.text)) is not None:
                self._offsets[row.slot[0], row.page - number] += 1

    def peeled(self, rows: Sequence[_Row], tables: Sequence[Box]) -> Iterator[_Row]:
        """The rows of one page that are furniture, from each edge inwards."""
        for edge in ("top", "bottom"):
            own = [row for row in rows if row.slot[0] == edge]
            peeled = list(takewhile(self._is_furniture, own))
            while peeled and len(peeled) < len(own) and self._is_tight(peeled[-1], own[len(peeled)]):
                del peeled[-1]
            for box in tables:
                held = [row for row in own if _holds(box, row)]
                is_high = box.y1 - box.y0 > _HIGHEST_TABLE_EM * self._body_size
                if is_high or not all(row in peeled and self._share(row) > _MOST for row in held):
                    first = next((place for place, row in enumerate(peeled) if row in held), len(peeled))
                    del peeled[first:]
            for row in peeled:
                self.seen.update(part.text.strip() for part in row.parts)
            yield from peeled

    def _repeating(self, rows: Sequence[_Row]) -> dict[tuple[Slot, str], int]:
        """On how many pages texts stand in a slot, for those that repeat there."""
        found: dict[tuple[Slot, str], dict[int, list[int]]] = defaultdict(dict)
        for row in rows:
            for part in row.parts:
                found[row.slot, _exact(part.text)][row.page] = []
                if "#" in _counted(part.text) and self._may_count(row, part):
                    found[row.slot, _counted(part.text)][row.page] = [int(n) for n in _DIGITS.findall(part.text)]
        least = min(_FEWEST_PAGES, max(2, (self._pages + 1) // 2))
        return {key: len(where) for key, where in found.items()
                if len(where) >= least and sum(map(str.isalpha, key[1])) > 1 and _counts_along(where) and (
                    len(where) >= _OFTEN * self._pages
                    or len(where) >= _DENSE * ((max(where) - min(where)) // 2 + 1))}

    def _may_count(self, row: _Row, part: Fragment) -> bool:
        """Whether figures in a text may be a page number: it is small, or right at the edge."""
        return part.size < _SMALL * self._body_size or row.slot[1] <= _OUTER

    def _repeats(self, row: _Row, part: Fragment) -> int:
        """On how many pages a text stands in its slot; 0 when it does not repeat there."""
        exact = self._repeated.get((row.slot, _exact(part.text)), 0)
        counted = self._repeated.get((row.slot, _counted(part.text)), 0) if self._may_count(row, part) else 0
        return max(exact, counted)

    def _share(self, row: _Row) -> float:
        """How much of a row repeats."""
        letters = sum(len(part.text) for part in row.parts)
        return sum(len(part.text) for part in row.parts if self._repeats(row, part)) / max(1, letters)

    def _running_slots(self, rows: Sequence[_Row]) -> set[Slot]:
        """Slots in which most pages repeat something, or have the page's number beside other words."""
        every: Counter[Slot] = Counter()
        repeating: Counter[Slot] = Counter()
        counted: dict[Slot, Counter[int]] = defaultdict(Counter)
        for row in rows:
            every[row.slot] += 1
            if self._share(row) >= _SOME:
                repeating[row.slot] += 1
            elif len(row.parts) > 1:
                counted[row.slot].update({row.page - number for part in (row.parts[0], row.parts[-1])
                                          if (number := _number(part.text)) is not None and number >= 0})
        for slot, offsets in counted.items():
            repeating[slot] += max(offsets.values(), default=0)
        return {slot for slot, count in every.items()
                if count >= max(_FEWEST_PAGES, self._pages // 6) and repeating[slot] >= _RUNNING_SHARE * count}

    def _is_furniture(self, row: _Row) -> bool:
        number = _number(row.text)
        if number is not None:
            return number < 0 or self._offsets[row.slot[0], row.page - number] >= 2
        large = [part.text for part in row.parts if part.size >= _LARGE * self._body_size]
        if any(self._first_on.setdefault(text, row.page) == row.page for text in large):
            return False  # the title of the document, which may head its other pages too
        return row.slot in self._running or self._share(row) > _MOST

    def _is_tight(self, row: _Row, inner: _Row) -> bool:
        """Whether a row stands in the step of the text after it, and does not repeat on most pages."""
        often = max((self._repeats(row, part) for part in row.parts), default=0)
        is_number = _number(row.text) is not None
        step = abs(inner.parts[0].base - row.parts[0].base)
        return step < _ROOM * self._body_size and often < _RUNNING_SHARE * self._pages and not is_number


def _counts_along(where: dict[int, list[int]]) -> bool:
    """Whether one of the numbers grows as the numbers of the pages do; texts without any need not."""
    pages = sorted(where)
    steps = [(later - earlier, [b - a for a, b in zip(where[earlier], where[later], strict=False)])
             for earlier, later in pairwise(pages)]
    if not any(where.values()):
        return True
    places = min(len(numbers) for numbers in where.values())
    return any(sum(grown[place] == step for step, grown in steps) >= _COUNTING * len(steps) for place in range(places))


def _holds(box: Box, row: _Row) -> bool:
    part = row.parts[0]
    return box.y0 <= (part.y0 + part.y1) / 2 <= box.y1 and box.x0 <= (part.x0 + part.x1) / 2 <= box.x1


def _margins_cleared(page: PdfPage) -> PdfPage:
    """Without text in other directions in the margins; what stands between the text in them stays apart."""
    if not page.apart or not page.fragments:
        return page
    left, right = min(part.x0 for part in page.fragments), max(part.x1 for part in page.fragments)
    kept = tuple(part for part in page.apart if left - 2 <= (part.x0 + part.x1) / 2 <= right + 2)
    return replace(page, apart=kept)
