"""AsciiDoc tables: from the lines between the delimiters to a header and rows with merged cells filled in.

1. Cells are found by their separators, each with the specification before it (``2+``, ``.3+``, ``a``).
2. The number of columns comes from ``cols``, else from the cells that stand on the first line.
3. Cells are laid into rows; a merged cell's text is repeated at every place that it covers.
4. The first row is the header when an option says so, or when it is alone on the first line and a blank line follows.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.ingest.parse.asciidoc_meta import Meta, split_values
from engine.ingest.parse.asciidoc_reader import Line

DELIMITER = re.compile(r"[|,:!]={3,}\Z")
_SPEC = re.compile(r"(?:(?:(?P<columns>\d+)?(?:\.(?P<rows>\d+))?(?P<kind>[*+]))?(?:[<^>](?:\.[<^>])?|\.[<^>])?"
                   r"(?P<style>[adehlmsv])?)\Z")
_SPEC_SOURCE = r"(?:\d*(?:\.\d+)?[*+])?(?:[<^>]?\.?[<^>])?[adehlmsv]?\Z"
_SPEC_AT_START = re.compile(rf"[ \t]*({_SPEC_SOURCE})")
_SPEC_AFTER_TEXT = re.compile(rf"[ \t]+({_SPEC_SOURCE})")
_COLUMN = re.compile(r"(?:(?P<times>\d+)\*)?[^a-z]*(?P<style>[adehlmsv])?\Z")
_MOST_COLUMNS = 500
_MOST_ROWS = 5000
_MOST_CELLS = 500_000

CellText = Callable[[str, str, int], str]
"""Readable text of a cell's source, its style (``a``, ``l`` …) and its line."""


@dataclass(slots=True)
class _Cell:
    source: str
    line: int
    columns: int = 1
    rows: int = 1
    times: int = 1
    style: str = ""
    starts_line: bool = False


def read_table(lines: Sequence[Line], delimiter: str, meta: Meta, cell_text: CellText
               ) -> tuple[list[str], list[list[str]]]:
    """Header (empty when there is none) and rows."""
    form = meta.named.get("format", {",": "csv", ":": "dsv"}.get(delimiter[0], "psv"))
    separator = meta.named.get("separator", "")
    if form == "psv":
        cells = _separated(lines, separator or delimiter[0])
        own = _first_line_cells(cells)
    else:
        records = _records(lines, form, separator)
        own = len(records[0]) if records else 0
        cells = [cell for record in records for cell in record]
    styles = _columns(meta.named.get("cols", "")) or [""] * min(own, _MOST_COLUMNS)
    if not styles:
        return [], []
    rows = _rows(cells, styles, cell_text)
    if any("line-through" in cell.source for cell in cells):
        rows = [row for row in rows if row[0]]  # a row whose name is struck out says nothing
    if rows and _has_header(lines, meta, cells):
        return rows[0], rows[1:]
    return [], rows


def _has_header(lines: Sequence[Line], meta: Meta, cells: Sequence[_Cell]) -> bool:
    if "header" in meta.options:
        return True
    if "noheader" in meta.options or len(lines) < 3 or not lines[0].text or lines[1].text or not cells:
        return False
    following = next((cell for cell in cells if cell.line > lines[0].number), None)
    after = next((line for line in lines[2:] if line.text), None)
    return following is not None and after is not None and following.line == after.number and following.starts_line


def _columns(source: str) -> list[str]:
    """The style of each column: ``"1,2a"``, ``"3*"``, ``"1;2"``."""
    styles: list[str] = []
    if source.strip().isdigit():
        return [""] * min(int(source), _MOST_COLUMNS)
    parts = split_values(source.replace(";", ",")) if source.strip() else []
    for part in parts:
        match = _COLUMN.match(part)
        times = int(match["times"] or 1) if match else 1
        styles += [(match["style"] or "") if match else ""] * min(times, _MOST_COLUMNS)
    return styles[:_MOST_COLUMNS]


def _separated(lines: Sequence[Line], separator: str) -> list[_Cell]:
    """Cells with a separator before each; what stands before the first one is dropped as the grammar has it."""
    cells: list[_Cell] = []
    for text, number in lines:
        parts = re.split(rf"(?<!\\){re.escape(separator)}", text) if separator in text else [text]
        for place, part in enumerate(parts):
            is_last = place == len(parts) - 1
            spec = None if is_last else _SPEC_AFTER_TEXT.search(part) if place else (
                _SPEC_AT_START.match(part) or _SPEC_AFTER_TEXT.search(part))
            if spec:
                content, specified = part[:spec.start()], spec[1]
            else:
                content, specified = part, ""
            if cells:
                cells[-1].source += content if place else f"\n{content}"
            elif place == 0 and is_last and content.strip():
                cells.append(_Cell(content, number, starts_line=True))
            if not is_last:
                cells.append(_cell(specified, number, starts_line=not place and not content.strip()))
        if len(cells) > _MOST_CELLS:
            break
    for cell in cells:
        cell.source = cell.source.replace(f"\\{separator}", separator)
    return cells


def _cell(spec: str, line: int, *, starts_line: bool) -> _Cell:
    match = _SPEC.match(spec)
    if match is None:
        return _Cell("", line, starts_line=starts_line)
    columns, rows = int(match["columns"] or 1), int(match["rows"] or 1)
    cell = _Cell("", line, style=match["style"] or "", starts_line=starts_line)
    if match["kind"] == "*":
        cell.times = min(columns, _MOST_COLUMNS)
    else:
        cell.columns, cell.rows = min(columns, _MOST_COLUMNS), min(rows, _MOST_ROWS)
    return cell


def _first_line_cells(cells: Sequence[_Cell]) -> int:
    """Columns taken by the cells before the second one that begins a line."""
    columns = 0
    for place, cell in enumerate(cells):
        if place and cell.starts_line:
            break
        columns += cell.columns * cell.times
    return columns


def _records(lines: Sequence[Line], form: str, separator: str) -> list[list[_Cell]]:
    """Rows of comma, tab or colon separated values."""
    rows: list[list[_Cell]] = []
    if form == "dsv":
        mark = re.escape(separator or ":")
        for text, number in lines:
            if text:
                values = re.split(rf"(?<!\\){mark}", text)
                rows.append([_Cell(value.replace(f"\\{separator or ':'}", separator or ":"), number)
                             for value in values])
        return rows
    mark = {"\\t": "\t", "": "\t" if form == "tsv" else ","}.get(separator, separator)[:1]
    number = lines[0].number if lines else 0
    reader = csv.reader((f"{line.text}\n" for line in lines), delimiter=mark, skipinitialspace=True)
    try:
        for values in reader:
            if values:
                rows.append([_Cell(value.strip(), number) for value in values])
            number = lines[min(reader.line_num, len(lines) - 1)].number
    except csv.Error:
        rows.extend([_Cell(line.text, line.number)] for line in lines[reader.line_num:] if line.text)
    return rows


def _rows(cells: Sequence[_Cell], styles: Sequence[str], cell_text: CellText) -> list[list[str]]:
    """Cells laid into rows of as many columns as there are styles."""
    width = len(styles)
    rows: list[list[str]] = []
    row: list[str] = []
    hanging: list[tuple[int, str]] = [(0, "")] * width  # rows still to fill, and the text, by column
    for cell in cells:
        for _ in range(cell.times):
            _fill(row, hanging)
            while len(row) >= width:
                rows.append(row)
                row = []
                _fill(row, hanging)
            style = cell.style or (styles[len(row)] if len(row) < width else "")
            text = cell_text(cell.source, style, cell.line)
            for column in range(len(row), min(len(row) + cell.columns, width)):
                row.append(text)
                hanging[column] = (cell.rows - 1, text)
            if len(rows) * width > _MOST_CELLS:
                return rows
    _fill(row, hanging)
    if any(row):
        rows.append(row)
    return rows


def _fill(row: list[str], hanging: list[tuple[int, str]]) -> None:
    """Put in the cells from rows above that reach down to here."""
    while len(row) < len(hanging) and hanging[len(row)][0] > 0:
        left, text = hanging[len(row)]
        hanging[len(row)] = (left - 1, text)
        row.append(text)
