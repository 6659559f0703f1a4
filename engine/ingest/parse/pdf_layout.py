"""A PDF page laid out for reading: its tables taken out, its columns in order, their lines made.

Joins what ``pdf_grid``, ``pdf_aligned``, ``pdf_order`` and ``pdf_lines`` find; what the lines mean is left to
``pdf_headings`` and ``pdf_blocks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ingest.parse.pdf_aligned import Setting, ruled_bands, tables_in, unruled
from engine.ingest.parse.pdf_figures import with_figures
from engine.ingest.parse.pdf_grid import Grid
from engine.ingest.parse.pdf_lines import Line, Vocabulary, lines_of
from engine.ingest.parse.pdf_order import Column, columns
from engine.ingest.parse.pdf_page import Box, Fragment, PdfPage
from engine.ingest.parse.pdf_table import FoundTable, ruled_table

Item = Line | FoundTable

_STEP_EM = 2.4
_FEWEST_CELLS, _FEWEST_ROWS = 3, 3
_FEWEST_ENDS, _ENDS_SHARE = 4, 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One page: its items in reading order, its frames, and whether columns stand beside each other on it.

    ``breaks`` are the places in ``items`` at which a column begins.
    """

    page: PdfPage
    items: tuple[Item, ...]
    breaks: frozenset[int]
    frames: tuple[Box, ...]
    columns: int
    grids: tuple[Grid, ...] = ()


class Margins:
    """The left edges that columns of a document keep to, so that a page of nothing but indented lists shows as such."""

    def __init__(self) -> None:
        self._lefts: Counter[int] = Counter()
        self._starts: Counter[tuple[float, ...]] = Counter()

    def learn(self, left: float) -> None:
        """Take note of where a column begins."""
        self._lefts[round(left)] += 1

    def learn_starts(self, found: Sequence[Column[Fragment | FoundTable]]) -> None:
        """Take note of where the columns of a page begin that stand beside each other."""
        self._starts.update({column.starts for column in found if column.starts})

    @property
    def usual_starts(self) -> tuple[float, ...]:
        """Where columns mostly begin on pages that have several; nothing when no page has any."""
        return max(self._starts, key=self._starts.__getitem__, default=())

    def left(self, left: float) -> float:
        """The margin of a column whose first part begins at ``left``."""
        near = [margin for margin, count in self._lefts.items() if left - 60 <= margin <= left + 1
                and count >= 0.2 * sum(self._lefts.values())]
        return min(float(min(near)), left) if near else left


def laid_out(page: PdfPage, found: tuple[list[Grid], list[Grid]], styles: Sequence[int], vocabulary: Vocabulary,
             margins: Margins) -> Layout:
    """The page in reading order; ``found`` are the grids and frames that ``pdf_grid`` saw on it."""
    tables, rest, apart = _tables(page, found, styles, vocabulary)
    parts: list[Fragment | FoundTable] = [*with_figures(page, rest), *tables]
    items: list[Item] = []
    breaks: set[int] = set()
    beside = 0
    setting = Setting(page=page, styles=styles, vocabulary=vocabulary)
    found_columns = columns(parts, usual=margins.usual_starts)
    margins.learn_starts(found_columns)
    for column in found_columns:
        breaks.add(len(items))
        beside += column.is_beside
        items += _items(column, setting, margins)
    for part in apart:
        breaks.add(len(items))
        items += lines_of([part], styles, page.number, part.x0, part.x1)
    frames = tuple(frame.box for frame in found[1])
    return Layout(page=page, items=tuple(items), breaks=frozenset(breaks), frames=frames, columns=beside or 1,
                  grids=tuple(found[0]))


def _tables(page: PdfPage, found: tuple[list[Grid], list[Grid]], styles: Sequence[int],
            vocabulary: Vocabulary) -> tuple[list[FoundTable], list[Fragment], list[Fragment]]:
    """The page's ruled tables, and the fragments that are in none: upright ones, and ones in other directions."""
    rest, apart = list(page.fragments), list(page.apart)
    made: list[FoundTable] = []
    grid_list, frames = found
    for grid in grid_list:
        box = grid.box
        inside = [part for part in (*rest, *apart) if _is_in(part, box)]
        table = ruled_table(grid, page, inside, styles, vocabulary)
        if table is not None:
            made.append(table)
            taken = set(map(id, inside))
            rest = [part for part in rest if id(part) not in taken]
            apart = [part for part in apart if id(part) not in taken]
    setting = Setting(page=page, styles=styles, vocabulary=vocabulary)
    for bands in ruled_bands(page, frames, grid_list):
        for table in tables_in(bands, rest, setting):
            made.append(table)
            rest = [part for part in rest if not _is_in(part, Box(x0=table.x0 - 6, y0=table.y0, x1=table.x1 + 6,
                                                                  y1=table.y1))]
    return made, rest, apart


def _is_in(part: Fragment, box: Box) -> bool:
    y = (part.y0 + part.y1) / 2
    x = part.x0 + min(part.size, part.x1 - part.x0) / 2
    return box.y0 <= y <= box.y1 and box.x0 - 2 <= x <= box.x1 + 2


def _items(column: Column[Fragment | FoundTable], setting: Setting, margins: Margins) -> list[Item]:
    fragments = [part for part in column.parts if isinstance(part, Fragment)]
    tables = [part for part in column.parts if isinstance(part, FoundTable)]
    left = margins.left(min((part.x0 for part in fragments), default=column.left))
    right = right_edge(fragments, column.right)
    lines = lines_of(fragments, setting.styles, setting.page.number, left, right)
    for first, last in reversed(list(_tabular_runs(lines))):
        table = unruled(lines[first:last], fragments, setting)
        if table is not None:
            tables.append(table)
            del lines[first:last]
    return sorted([*lines, *tables], key=lambda item: item.base)


def right_edge(fragments: Sequence[Fragment], otherwise: float) -> float:
    """The right edge that lines keep to; the farthest of those that many reach, lest one long line hides it."""
    ends = Counter(round(part.x1) for part in fragments)
    least = max(_FEWEST_ENDS, _ENDS_SHARE * len(fragments))
    common = [end for end in ends if ends[end - 1] + ends[end] + ends[end + 1] >= least]
    return float(max(common)) if common else max((part.x1 for part in fragments), default=otherwise)


def _tabular_runs(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """Runs of lines of which most have three parts or more, with wide gaps between."""
    first = 0
    while first < len(lines):
        last = first
        if _is_tabular(lines[first]):
            end = first + 1
            while end < len(lines) and lines[end].base - lines[end - 1].base <= _STEP_EM * lines[end].size and not (
                    lines[end].is_mono) and _is_within(lines[end], lines[first]):
                end += 1
                last = end if len(lines[end - 1].cells) > 1 else last
            several = sum(map(_is_tabular, lines[first:last]))
            if several >= _FEWEST_ROWS and several >= 0.5 * (last - first):
                yield first, last
        first = max(last, first + 1)


def _is_tabular(line: Line) -> bool:
    return len(line.cells) >= _FEWEST_CELLS and not line.is_mono


def _is_within(line: Line, first: Line) -> bool:
    return line.x0 >= first.x0 - line.size and line.x1 <= max(first.x1, first.right) + line.size
