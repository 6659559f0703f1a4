"""The cells of a sheet, and the regions they form.

1. Merged cells are filled with their value.
2. What the workbook itself calls a table is a region. The rest falls apart at blank rows and columns, again and again
   until nothing is left to part; a column too narrow to hold anything parts nothing, nor do blank columns behind a
   first one that names all rows.

What in a region is caption, header and rows is told in ``sheet_table``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

_MOST_FILLED = 100_000
_HEADER_ROWS = 2
_LETTERS = 26


class CellKind(Enum):
    """What a cell holds."""

    TEXT = "text"
    NUMBER = "number"
    DATE = "date"
    FLAG = "flag"


class Cell(NamedTuple):
    """A cell as shown."""

    text: str
    kind: CellKind = CellKind.TEXT
    is_bold: bool = False


class Box(NamedTuple):
    """A rectangle of cells, all ends inclusive, counted from 1."""

    top: int
    left: int
    bottom: int
    right: int

    def __str__(self) -> str:
        first, last = f"{column_letters(self.left)}{self.top}", f"{column_letters(self.right)}{self.bottom}"
        return first if first == last else f"{first}:{last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The visible cells that hold something, by row and column; merges, and tables that were declared.

    ``tables`` have the number of their header rows. ``passed_rows`` and ``passed_columns`` are hidden or too narrow to
    part anything.
    """

    rows: dict[int, dict[int, Cell]]
    merges: Sequence[Box] = ()
    tables: Sequence[tuple[Box, int]] = ()
    passed_rows: frozenset[int] = frozenset()
    passed_columns: frozenset[int] = frozenset()


def column_letters(column: int) -> str:
    """``A`` for 1, ``AA`` for 27."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, _LETTERS)
        letters = chr(ord("A") + rest) + letters
    return letters


def regions(grid: Grid, *, split_columns: bool) -> list[tuple[Region, int]]:
    """Regions from the top down, each with the number of its header rows where it was declared, else -1.

    Cells of the grid are filled and taken out on the way.
    """
    _fill(grid)
    found = [(region, headers) for box, headers in grid.tables if (region := _taken(grid, box)).cells]
    if any(grid.rows.values()):
        found += [(region, -1) for region in _split(grid, split_columns=split_columns)]
    return sorted(found, key=lambda item: (item[0].box.top, item[0].box.left))


@dataclass(slots=True)
class Region:
    """Some rows of cells and the smallest box around them."""

    cells: dict[int, dict[int, Cell]]
    box: Box = field(init=False)

    def __post_init__(self) -> None:
        columns = {column for row in self.cells.values() for column in row}
        self.box = Box(min(self.cells), min(columns), max(self.cells), max(columns)) if columns else Box(0, 0, 0, 0)

    def columns(self) -> list[int]:
        """The columns that hold something, in order."""
        return sorted({column for row in self.cells.values() for column in row})


def _fill(grid: Grid) -> None:
    """Give every cell of a merge its value, as far as the sheet is used."""
    last_row = max(grid.rows, default=0)
    last_column = max((max(row) for row in grid.rows.values() if row), default=0)
    for box in grid.merges:
        cell = grid.rows.get(box.top, {}).get(box.left)
        bottom, right = min(box.bottom, last_row), min(box.right, last_column)
        if cell is None or (bottom - box.top + 1) * (right - box.left + 1) > _MOST_FILLED:
            continue
        for row in range(box.top, bottom + 1):
            cells = grid.rows.setdefault(row, {})
            for column in range(box.left, right + 1):
                cells.setdefault(column, cell)


def _taken(grid: Grid, box: Box) -> Region:
    """The cells of a declared table, taken out of the sheet."""
    taken: dict[int, dict[int, Cell]] = {}
    for row in [row for row in grid.rows if box.top <= row <= box.bottom]:
        inside = {column: cell for column, cell in grid.rows[row].items() if box.left <= column <= box.right}
        if inside:
            taken[row] = inside
            for column in inside:
                del grid.rows[row][column]
            if not grid.rows[row]:
                del grid.rows[row]
    return Region(taken)


def _split(grid: Grid, *, split_columns: bool) -> Iterator[Region]:
    """Regions without a blank row or column, top down and left to right."""
    waiting = [Region(grid.rows)]
    while waiting:
        current = waiting.pop(0)
        bands = [Region({row: current.cells[row] for row in rows})
                 for rows in _runs(sorted(row for row, cells in current.cells.items() if cells), grid.passed_rows)]
        for place, band in enumerate(bands):
            pieces = list(_runs(band.columns(), grid.passed_columns)) if split_columns else [band.columns()]
            if len(pieces) == 1 or _have_common_keys(band, pieces):
                yield band
                continue
            below = [Region({row: kept for row, cells in band.cells.items()
                              if (kept := {column: cells[column] for column in piece if column in cells})})
                     for piece in map(frozenset, pieces)]
            waiting = [*below, *bands[place + 1:], *waiting]
            break


def _have_common_keys(band: Region, pieces: Sequence[Sequence[int]]) -> bool:
    """Whether the first column names the rows of all that stands to its right: blank columns are mere spacing then."""
    keys = [row for row, cells in band.cells.items() if pieces[0][0] in cells]
    return len(pieces[0]) == 1 and len(keys) > 1 and len(keys) + _HEADER_ROWS >= len(band.cells) and all(
        max(row for row, cells in band.cells.items() if any(column in cells for column in piece)) == band.box.bottom
        for piece in pieces)


def _runs(numbers: Sequence[int], passed: frozenset[int]) -> Iterator[list[int]]:
    """Runs without a gap; gaps that consist of ``passed`` do not count."""
    run: list[int] = []
    for number in numbers:
        if (run and number - run[-1] - 1 > len(passed)) or (
                run and not all(gap in passed for gap in range(run[-1] + 1, number))):
            yield run
            run = []
        run.append(number)
    if run:
        yield run
