"""One sheet's part as a grid of cells as shown, read as a stream.

Formulas are never read: a cell is its stored result. A grid holds cells that exist, so a cell in the last row costs
nothing. Hidden rows and columns are left out and counted.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from xml.etree import ElementTree

from engine.ingest.parse.sheet_grid import Box, Cell, CellKind, Grid
from engine.ingest.parse.sheet_numbers import GENERAL, is_date, shown_date, shown_number

_NARROW = 2.5
_WIDEST_NARROW = 100
_ROWS_BETWEEN_SIGNS = 500
_LETTERS = 26
_REFERENCE = re.compile(r"\$?([A-Z]{1,3})\$?([1-9]\d{0,6})")
_ON = frozenset({"1", "true"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What all sheets of a workbook share: texts, the format of each style, which styles are bold and which strike out,
    and when time began.
    """

    texts: Sequence[Cell]
    formats: Sequence[str]
    bold: Sequence[bool]
    struck: Sequence[bool]
    epoch: datetime


@dataclass(slots=True)
class Sheet:
    """A sheet as it was read.

    ``comments`` are by cell. Hidden rows and columns count only where they held something; ``without_value`` counts
    formulas whose result was never stored, ``is_cut`` says that the sheet goes on.
    """

    grid: Grid
    comments: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[str] = field(default_factory=list)
    hidden_rows: int = 0
    hidden_columns: int = 0
    without_value: int = 0
    is_cut: bool = False


class SheetReader:
    """One pass over a sheet's part."""

    def __init__(self, shared: Shared, most: int, progress: Callable[[], None]) -> None:
        self._shared = shared
        self._most = most
        self._progress = progress
        self._rows: dict[int, dict[int, Cell]] = {}
        self._merges: list[Box] = []
        self._hidden_columns: list[tuple[int, int]] = []
        self._narrow: set[int] = set()
        self._hidden_rows: set[int] = set()
        self._struck_rows: set[int] = set()
        self._columns_left_out: set[int] = set()
        self._row = 0
        self.cells = 0
        self.without_value = 0
        self.is_cut = False

    def feed(self, data: bytes) -> None:
        """Read the part."""
        for _, element in ElementTree.iterparse(io.BytesIO(data)):
            name = local_name(element)
            if name == "row":
                self._take_row(element)
                element.clear()
            elif name == "col":
                self._take_column(element)
            elif name == "mergeCell" and (box := box_of(element.get("ref", ""))):
                self._merges.append(box)

    def sheet(self, tables: list[tuple[Box, int]]) -> Sheet:
        """What was read."""
        grid = Grid(rows=self._rows, merges=self._merges, tables=tables,
                    passed_rows=frozenset(self._hidden_rows | self._struck_rows),
                    passed_columns=frozenset(self._narrow | self._columns_left_out))
        return Sheet(grid, hidden_rows=len(self._hidden_rows), hidden_columns=len(self._columns_left_out),
                     without_value=self.without_value, is_cut=self.is_cut)

    def is_visible(self, reference: str) -> bool:
        """Whether a cell such as ``B4`` is neither in a hidden row nor in a hidden column."""
        box = box_of(reference)
        return box is not None and box.top not in self._hidden_rows and not self._is_hidden(box.left)

    def _is_hidden(self, column: int) -> bool:
        return any(first <= column <= last for first, last in self._hidden_columns)

    def _take_column(self, element: ElementTree.Element) -> None:
        first, last = int(element.get("min", "1")), int(element.get("max", "1"))
        width = float(element.get("width", "9"))
        if is_on(element, "hidden") or width == 0:
            self._hidden_columns.append((first, last))
        elif width < _NARROW and last - first < _WIDEST_NARROW:
            self._narrow.update(range(first, last + 1))

    def _take_row(self, element: ElementTree.Element) -> None:
        self._row = int(float(element.get("r", self._row + 1)))
        if self._row % _ROWS_BETWEEN_SIGNS == 0:
            self._progress()
        if self.cells >= self._most:
            self.is_cut = True
            return
        is_hidden = is_on(element, "hidden") or element.get("ht") == "0"
        cells: dict[int, Cell] = {}
        column = 0
        for found in element:
            match = _REFERENCE.fullmatch(found.get("r", ""))
            column = _column(match[1]) if match else column + 1
            cell = self._cell(found)
            if cell is None or not cell.text:
                continue
            if self._is_struck(found):
                if not cells:  # the row's name is withdrawn, and the row with it
                    self._struck_rows.add(self._row)
                    return
                continue
            if is_hidden:
                self._hidden_rows.add(self._row)
            elif self._is_hidden(column):
                self._columns_left_out.add(column)
            else:
                cells[column] = cell
        if cells:
            self._rows[self._row] = cells
            self.cells += len(cells)

    def _is_struck(self, element: ElementTree.Element) -> bool:
        """Whether a cell's style draws a line through it: what it held was withdrawn."""
        style = int(element.get("s", "0"))
        return style < len(self._shared.struck) and self._shared.struck[style]

    def _cell(self, element: ElementTree.Element) -> Cell | None:
        """A cell as shown, None when it is empty."""
        kind, value, has_formula = element.get("t", "n"), None, False
        for part in element:
            name = local_name(part)
            if name == "v":
                value = part.text
            elif name == "is":
                return self._styled(Cell(text_of(part)), element)
            has_formula = has_formula or name == "f"
        if value is None:
            self.without_value += has_formula
            return None
        if kind == "s":
            return self._styled(self._shared.texts[int(value)], element)
        if kind in ("str", "e"):
            return self._styled(Cell(value.strip()), element)
        if kind == "b":
            return self._styled(Cell("TRUE" if value in _ON else "FALSE", CellKind.FLAG), element)
        if kind == "d":
            return self._styled(Cell(value.replace("T00:00:00", "").replace("T", " "), CellKind.DATE), element)
        return self._styled(self._number(float(value), int(element.get("s", "0"))), element)

    def _number(self, value: float, style: int) -> Cell:
        number_format = self._shared.formats[style] if style < len(self._shared.formats) else GENERAL
        if is_date(number_format):
            return Cell(shown_date(value, number_format, self._shared.epoch), CellKind.DATE)
        return Cell(shown_number(value, number_format), CellKind.NUMBER)

    def _styled(self, cell: Cell, element: ElementTree.Element) -> Cell:
        style = int(element.get("s", "0"))
        bold = self._shared.bold
        return Cell(cell.text, cell.kind, True) if style < len(bold) and bold[style] else cell


def box_of(reference: str) -> Box | None:
    """The cells of ``A1`` or ``$A$1:C4``, None when it is no reference."""
    first, _, last = reference.partition(":")
    start, end = _REFERENCE.fullmatch(first), _REFERENCE.fullmatch(last or first)
    if not start or not end:
        return None
    return Box(int(start[2]), _column(start[1]), int(end[2]), _column(end[1]))


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number


def text_of(element: ElementTree.Element) -> str:
    """The text of an item, its runs joined; phonetic readings and struck-out runs are left out."""
    parts: list[str] = []
    for child in element:
        name = local_name(child)
        if name in ("t", "text") and not len(child):
            parts.append(child.text or "")
        elif name == "r" and _is_struck_run(child):
            continue
        elif name != "rPh":
            parts.append(text_of(child))
    return "".join(parts)


def _is_struck_run(run: ElementTree.Element) -> bool:
    return any(local_name(mark) == "strike" and mark.get("val", "1") in _ON
               for properties in run if local_name(properties) == "rPr" for mark in properties)


def local_name(element: ElementTree.Element) -> str:
    """An element's name without its namespace: there are two of them for the same words."""
    return _without_namespace(element.tag)


@lru_cache(maxsize=1024)
def _without_namespace(tag: str) -> str:
    return tag.rpartition("}")[2]


def is_on(element: ElementTree.Element, name: str) -> bool:
    """Whether an attribute is set to true."""
    return element.get(name, "") in _ON
