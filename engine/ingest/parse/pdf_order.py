"""The reading order of a PDF page: which parts stand in columns beside each other, and what runs across them.

1. The left edges of columns are the places where several parts begin that have a neighbour on their left in the same
   row, with a gap between.
2. They are believed when what stands between them looks like text set in columns: of similar width, with sentences
   that run on from line to line (or numbers that count on down every column), or with filled lines, or in long dense
   runs (an index). Else the side-by-side is a table, a list of terms or a form, and is read row by row.
3. What reaches across a gap and has the row to itself (titles, wide tables) cuts the page into bands. Bands are read
   from the top, columns in a band from the left.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Generic, NamedTuple, Protocol, TypeVar

_FEWEST_ROWS = 3
_FEWEST_FILLED = 6
_FEWEST_RAGGED = 15
_FEWEST_BESIDE = 8
_GAP_EM = 0.75
_EDGE = 0.85
"""The share of rows that keep to the edge of their column; the others may hang over."""
_FULL = 0.8
_FILLED_APART, _FILLED_TABULAR = 0.25, 0.6
_RUNNING = 0.3
_COINCIDE = 0.6
_SIMILAR = 0.55
_DENSE = 0.7
_MOST_COLUMNS = 5
_CLOSE_EM = 4
_HANGING = 0.2
"""A label that hangs out of its column begins at least so many of the lines that the column has."""
_MARGIN_SHARE = 0.12
_NARROWEST_EM = 24
_WIDE = 0x2E80
_COUNTED = re.compile(r"[(（]?(\d{1,2})[.)、）]\s*\S")


class Placed(Protocol):
    """Anything with a box on a page; ``base`` is where its (first) line stands, ``text`` what it says."""

    @property
    def x0(self) -> float: ...
    @property
    def y0(self) -> float: ...
    @property
    def x1(self) -> float: ...
    @property
    def y1(self) -> float: ...
    @property
    def base(self) -> float: ...
    @property
    def text(self) -> str: ...


P = TypeVar("P", bound=Placed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column(Generic[P]):
    """Parts that are read from the top down, between ``left`` and ``right``.

    ``starts`` are the left edges of all columns but the first where several stand beside each other.
    """

    parts: tuple[P, ...]
    left: float
    right: float
    starts: tuple[float, ...] = ()

    @property
    def is_beside(self) -> bool:
        """Whether another column stands beside it."""
        return bool(self.starts)


def columns(parts: Sequence[P], lines: Sequence[Placed] = (), usual: Sequence[float] = ()) -> list[Column[P]]:
    """The page's parts as columns in reading order; one column when nothing stands beside anything else.

    ``lines`` are the lines of text in the parts, when these are larger things; else the parts are lines. ``usual`` are
    the left edges of columns on other pages: with them a few lines are enough.
    """
    if not parts:
        return []
    starts = column_starts(lines or parts)
    if not starts and usual and _are_usual(lines or parts, list(usual)):
        starts = list(usual)
    if not starts:
        return [_column(parts)]
    em = median(part.y1 - part.y0 for part in lines or parts)
    inner, across = _split(parts, starts, em)
    made = []
    for band in _bands(inner, across):
        if isinstance(band, list):
            made.append(_column(band))
        else:
            made += [_column(band[place], starts) for place in sorted(band)]
    return made


def column_starts(parts: Sequence[Placed]) -> list[float]:
    """The left edges of all columns but the first; empty when there is only one."""
    if len(parts) < 2 * _FEWEST_ROWS:
        return []
    em = median(part.y1 - part.y0 for part in parts)
    left, right = min(part.x0 for part in parts), max(part.x1 for part in parts)
    if right - left < _NARROWEST_EM * em:
        return []
    totals = _candidates(parts, em, left + _MARGIN_SHARE * (right - left))
    believed = []
    for starts in (_most_frequent(totals, em), _hanging(totals, em)):
        while starts and not _is_text(parts, sorted(starts), em):
            starts.pop()
        if starts and sorted(starts) not in believed:
            believed.append(sorted(starts))
    if len(believed) < 2:
        return believed[0] if believed else []
    return min(believed, key=lambda edges: len(_split(parts, edges, em)[1]))


def _are_usual(parts: Sequence[Placed], starts: list[float]) -> bool:
    """Whether the few lines of a page keep to the columns of other pages, with a sentence that runs on in one."""
    em = median(part.y1 - part.y0 for part in parts)
    inner, across = _split(parts, starts, em)
    shapes = [_Shape.of(column, em) for column in inner.values()]
    return (min(shape.rows for shape in shapes) > 1 and len(across) <= sum(map(len, inner.values())) / 2
            and any(shape.running for shape in shapes)
            and all(start + 2 - shape.right >= _GAP_EM * em for shape, start in zip(shapes, starts, strict=False)))


def _candidates(parts: Sequence[Placed], em: float, first: float) -> dict[float, int]:
    """Places where parts begin right of a neighbour, with how many do."""
    counts: Counter[int] = Counter()
    for part, neighbour in _beside(parts, em):
        if part.x0 >= first and part.x0 - neighbour.x1 >= _GAP_EM * em and neighbour.x1 - neighbour.x0 > 2 * em:
            counts[round(part.x0 / 2)] += 1
    totals = {place * 2 - 2.0: sum(counts[near] for near in (place - 1, place, place + 1)) for place in counts}
    return {start: total for start, total in totals.items() if total >= _FEWEST_ROWS}


def _most_frequent(totals: dict[float, int], em: float) -> list[float]:
    """Of places close to each other the one where most parts begin; the most frequent first."""
    kept: list[float] = []
    for start in sorted(totals, key=lambda start: (-totals[start], start)):
        if all(abs(start - other) > _CLOSE_EM * em for other in kept):
            kept.append(start)
    return kept[:_MOST_COLUMNS - 1]


def _hanging(totals: dict[float, int], em: float) -> list[float]:
    """Of places close to each other the leftmost that is not rare: there labels hang out of a column."""
    kept: list[float] = []
    for start in sorted(totals):
        near = max(total for other, total in totals.items() if abs(other - start) <= _CLOSE_EM * em)
        if totals[start] >= _HANGING * near and all(start - other > _CLOSE_EM * em for other in kept):
            kept.append(start)
    return sorted(kept, key=lambda start: -totals[start])[:_MOST_COLUMNS - 1]


def _beside(parts: Sequence[Placed], em: float) -> Iterator[tuple[Placed, Placed]]:
    """Every part with its nearest left neighbour in the same row."""
    rows: dict[int, list[Placed]] = {}
    for part in parts:
        rows.setdefault(round(part.base / em), []).append(part)
    for row, members in rows.items():
        near = [*members, *rows.get(row - 1, ()), *rows.get(row + 1, ())]
        for part in members:
            left = [other for other in near if other.x1 <= part.x0 and min(part.y1, other.y1) - max(part.y0, other.y0)
                    > 0.5 * min(part.y1 - part.y0, other.y1 - other.y0)]
            if left:
                yield part, max(left, key=lambda other: other.x1)


def _split(parts: Sequence[P], starts: Sequence[float], em: float) -> tuple[dict[int, list[P]], list[P]]:
    """Parts by the place of their column, and those that reach across a gap and have the row to themselves."""
    inner: dict[int, list[P]] = {place: [] for place in range(len(starts) + 1)}
    doubtful: list[tuple[int, P]] = []
    for part in parts:
        place = sum(part.x0 >= start - 0.3 * em for start in starts)
        if place < len(starts) and part.x1 > starts[place] - 0.3 * em:
            doubtful.append((place, part))
        else:
            inner[place].append(part)
    across: list[P] = []
    for place, part in doubtful:
        lines = inner[place]
        is_overhang = not any(_in_row(part, other) for other in lines) and all(
            any(0 < sign * (other.base - part.base) <= 2 * em for other in lines) for sign in (1, -1))
        if is_overhang and any(_in_row(part, other) for later in range(place + 1, len(starts) + 1)
                               for other in inner[later]):
            inner[place].append(part)
        else:
            across.append(part)
    heights = [(other.y0, other.y1, other.y1 - other.y0) for other in across]
    for place, members in inner.items() if heights else ():
        kept: list[P] = []
        for part in members:
            (across if _shares_row(part, heights) else kept).append(part)
        inner[place] = kept
    return inner, across


def _shares_row(part: Placed, heights: Sequence[tuple[float, float, float]]) -> bool:
    """As ``_in_row``, for any of several parts given by top, bottom and height."""
    y0, y1 = part.y0, part.y1
    height = y1 - y0
    for top, bottom, tall in heights:
        if top < y1 and bottom > y0:
            shared = (y1 if y1 < bottom else bottom) - (y0 if y0 > top else top)
            if shared > 0.3 * (height if height < tall else tall):
                return True
    return False


def _in_row(one: Placed, other: Placed) -> bool:
    return min(one.y1, other.y1) - max(one.y0, other.y0) > 0.3 * min(one.y1 - one.y0, other.y1 - other.y0)


def _bands(inner: dict[int, list[P]], across: list[P]) -> Iterator[list[P] | dict[int, list[P]]]:
    """From the top: lists of parts that run across, and columns that stand beside each other."""
    marked = [(part.y0, part.x0, -1, part) for part in across]
    marked += [(part.y0, part.x0, place, part) for place, parts in inner.items() for part in parts]
    wide: list[P] = []
    band: dict[int, list[P]] = {}
    for _, _, place, part in sorted(marked, key=lambda item: item[:3]):
        if place < 0:
            if band:
                yield band
                band = {}
            wide.append(part)
        else:
            if wide:
                yield wide
                wide = []
            band.setdefault(place, []).append(part)
    if wide:
        yield wide
    if band:
        yield band


def _is_text(parts: Sequence[Placed], starts: list[float], em: float) -> bool:
    """Whether what stands between the edges is text in columns."""
    inner, across = _split(parts, starts, em)
    if len(across) > sum(map(len, inner.values())):
        return False
    shapes = [_Shape.of(column, em) for column in inner.values()]
    if min(shape.rows for shape in shapes) < _FEWEST_ROWS:
        return False
    for shape, start in zip(shapes, starts, strict=False):
        if start + 2 - shape.right < _GAP_EM * em:
            return False
    widths = [shape.right - shape.left for shape in shapes]
    rows = min(shape.rows for shape in shapes)
    filled = min(shape.filled for shape in shapes)
    is_dense = min(shape.density for shape in shapes) >= _DENSE
    coincide = max(one.coincide(other, em) for one, other in pairwise(shapes))
    if min(widths) < _SIMILAR * max(widths):
        return coincide < _COINCIDE and is_dense and rows >= _FEWEST_BESIDE and filled >= _FILLED_TABULAR
    if _run_on(shapes) or _run_on(_beside_each_other(inner, em)) or (is_dense and rows >= _FEWEST_RAGGED):
        return True
    return rows >= _FEWEST_FILLED and filled >= (_FILLED_TABULAR if coincide >= _COINCIDE else _FILLED_APART)


def _run_on(shapes: Sequence[_Shape]) -> bool:
    """Whether each column is text of its own: sentences run on in it, or it is a list that counts on."""
    if min((shape.running for shape in shapes), default=0) >= _RUNNING:
        return True
    return all(shape.counting and shape.running + shape.counting >= _RUNNING for shape in shapes) and bool(shapes)


def _beside_each_other(inner: dict[int, list[P]], em: float) -> list[_Shape]:
    """The shapes of the rows at heights where all columns stand; empty when these are few.

    A title, and what one column has below the end of the others, say nothing of what stands side by side.
    """
    top = max(min(part.base for part in column) for column in inner.values())
    bottom = min(max(part.base for part in column) for column in inner.values())
    shapes = [_Shape.of([part for part in column if top - 0.5 * em <= part.base <= bottom + 0.5 * em], em)
              for column in inner.values()]
    return shapes if min(shape.rows for shape in shapes) >= _FEWEST_FILLED else []


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """How the rows of one column look.

    ``filled`` is the share of full rows, ``density`` how few are missing, ``running`` how many go on with a sentence,
    ``counting`` how many have the number after the one last seen above them.
    """

    left: float
    right: float
    rows: int
    filled: float
    density: float
    running: float
    counting: float
    bases: tuple[float, ...]

    @classmethod
    def of(cls, parts: Sequence[Placed], em: float) -> _Shape:
        rows: dict[int, _Row] = {}
        for part in sorted(parts, key=lambda part: part.x0):
            key = round(part.base / (0.5 * em))
            key = next((near for near in (key, key - 1, key + 1) if near in rows), key)
            row = rows.get(key)
            rows[key] = _Row(part.x0, part.x1, part.base, part.text) if row is None else _Row(
                row.x0, max(row.x1, part.x1), row.base, f"{row.text} {part.text}")
        if not rows:
            return cls(left=0, right=0, rows=0, filled=0, density=0, running=0, counting=0, bases=())
        ordered = sorted(rows.values(), key=lambda row: row.base)
        left = sorted(row.x0 for row in ordered)[int(len(ordered) * (1 - _EDGE))]
        right = sorted(row.x1 for row in ordered)[math.ceil(len(ordered) * _EDGE) - 1]
        steps = [below.base - above.base for above, below in pairwise(ordered)]
        step = max(median(steps), 1.0) if steps else 1.0
        return cls(left=left, right=right, rows=len(ordered),
                   filled=sum(row.x1 - left >= _FULL * (right - left) for row in ordered) / len(ordered),
                   density=min(1.0, len(ordered) * step / (ordered[-1].base - ordered[0].base + step)),
                   running=sum(_runs_on(above.text, below.text) for above, below in
                               pairwise(ordered)) / max(1, len(steps)),
                   counting=_counted([row.text for row in ordered]) / max(1, len(steps)),
                   bases=tuple(row.base for row in ordered))

    def coincide(self, other: _Shape, em: float) -> float:
        """The share of rows of the column with fewer that stand on the same line as one of the other."""
        few, many = sorted((self.bases, other.bases), key=len)
        taken = {round(base / (0.2 * em)) for base in many}
        same = sum(bool({place - 1, place, place + 1} & taken) for place in (round(base / (0.2 * em)) for base in few))
        return same / len(few) if few else 0.0


class _Row(NamedTuple):
    x0: float
    x1: float
    base: float
    text: str


def _counted(texts: Sequence[str]) -> int:
    """How many lines begin with the number that follows the one last seen."""
    last, count = -1, 0
    for text in texts:
        if match := _COUNTED.match(text.lstrip()):
            number = int(match[1])
            count += number == last + 1
            last = number
    return count


def _runs_on(above: str, below: str) -> bool:
    """Whether a line goes on with the sentence of the line above it."""
    first, last = below.lstrip()[:1], above.rstrip()[-1:]
    return bool(first and last) and last not in ".:;!?。：；！？" and (first.islower() or ord(first) >= _WIDE)


def _column(parts: Sequence[P], starts: Sequence[float] = ()) -> Column[P]:
    return Column(parts=tuple(sorted(parts, key=lambda part: (part.y0, part.x0))), starts=tuple(starts),
                  left=min(part.x0 for part in parts), right=max(part.x1 for part in parts))
