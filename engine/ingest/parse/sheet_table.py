"""What in a region of a sheet is caption, header, rows and remarks.

1. Rows at the top that hold one value only are captions, remarks at the bottom are notes.
2. A header is known by the workbook saying so, by bold type, by columns whose first cell is a word and whose others are
   numbers or dates, else by a row of short distinct words. Cells merged in it across or down make it deeper; its rows
   are joined by `` / ``.
3. A region right below one of the same columns goes on with that one's header, unless it shows one of its own.
4. Two columns of labels and values are a form: a table without header. One column, and rows of one value, are words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ingest.parse.sheet_grid import Box, Cell, CellKind, Grid, Region, regions

_DEEPEST_HEADER = 4
_LONGEST_HEADER = 60
_MOST_UNNAMED = 2
_LONGEST_FORM = 20
_NOTE = 40
_JOINED = " / "
_REMARK = re.compile(r"[^\w(]|notes?\b|source\b|注|备注|说明|出典", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_EMPTY = Cell("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a sheet: a table, or words when it has no ``rows``. ``captions`` stand above, ``notes`` below it."""

    box: Box
    captions: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    row_boxes: tuple[Box, ...] = ()
    notes: tuple[str, ...] = ()


def parts(grid: Grid, *, split_columns: bool = True) -> Iterator[Part]:
    """The parts of a sheet from the top down. Columns are not parted when ``split_columns`` is off."""
    above: dict[tuple[int, ...], _Read] = {}
    for region, headers in _with_headers(regions(grid, split_columns=split_columns)):
        read = _read(region, grid, headers, _above(region, above))
        yield read.part
        above = {columns: other for columns, other in above.items() if set(columns).isdisjoint(read.columns)}
        if read.part.header:
            above[tuple(read.columns)] = read


def _with_headers(found: Sequence[tuple[Region, int]]) -> Iterator[tuple[Region, int]]:
    """The regions; a lone row of names over a blank row is put back on the table below it."""
    lone: Region | None = None
    for region, headers in found:
        if lone is not None and headers < 0 and _heads(lone, region):
            yield Region({**lone.cells, **region.cells}), headers
            lone = None
            continue
        if lone is not None:
            yield lone, -1
        lone = region if headers < 0 and len(region.cells) == 1 else None
        if lone is None:
            yield region, headers
    if lone is not None:
        yield lone, -1


def _heads(lone: Region, region: Region) -> bool:
    """Whether a row, two rows above a region, names its columns: distinct words, over a region that has no header."""
    names = list(next(iter(lone.cells.values())).values())
    lines = [[region.cells[row].get(column, _EMPTY) for column in region.columns()] for row in sorted(region.cells)]
    return (region.box.top - lone.box.bottom == 2 and region.box.left == lone.box.left and len(names) > 1
            and len(names) <= len(region.columns()) <= len(names) + _MOST_UNNAMED
            and all(cell.kind is CellKind.TEXT for cell in names) and _are_names(names)
            and not all(cell.is_bold for cell in lines[0]) and not _contrasts(lines[0], lines[1:]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Read:
    """A part, and its columns for what goes on below it."""

    part: Part
    columns: list[int]


def _above(region: Region, above: dict[tuple[int, ...], _Read]) -> _Read | None:
    """The table right above in the same columns; for a row alone (a sum) also one in more columns."""
    columns = tuple(region.columns())
    if columns in above or len(region.cells) > 1 or len(columns) < 2:
        return above.get(columns)
    return next((read for wider, read in above.items() if wider[0] == columns[0] and set(columns) < set(wider)), None)


def _read(region: Region, grid: Grid, headers: int, above: _Read | None) -> _Read:
    columns = above.columns if above else region.columns()
    numbers = sorted(region.cells)
    lines = [[region.cells[row].get(column, _EMPTY) for column in columns] for row in numbers]
    captions = 0 if headers >= 0 else _captions(lines)
    notes = 0 if headers >= 0 else _notes(lines[captions:])
    body = lines[captions:len(lines) - notes]
    rows = numbers[captions:len(numbers) - notes]
    goes_on = above is not None and not captions and not _repeats(body, above.part.header)
    depth = min(headers, len(body)) if headers >= 0 else _depth(body, rows, columns, grid.merges, goes_on=goes_on)
    header = _header(body[:depth])
    if above is not None and goes_on and not depth:
        header = above.part.header
    is_table = bool(body) and (len(columns) > 1 or headers > 0)
    shown = tuple(_shown(line, is_table=is_table) for line in body[depth:])
    return _Read(columns=columns, part=Part(
        box=Box(rows[0] if rows else region.box.top, columns[0], rows[-1] if rows else region.box.bottom, columns[-1]),
        captions=tuple(_only(line) for line in lines[:captions]), header=header if is_table else (),
        rows=shown if is_table else (),
        row_boxes=tuple(Box(row, columns[0], row, columns[-1]) for row in rows[depth:]),
        notes=(*((line[0] for line in shown) if not is_table else ()),
               *(_only(line) for line in lines[len(lines) - notes:]))))


def _repeats(body: Sequence[Sequence[Cell]], header: Sequence[str]) -> bool:
    """Whether a first row shares names with the header above it: a header of its own then."""
    names = {name.rpartition(_JOINED)[2] for name in header if name}
    return bool(body) and any(cell.text in names for cell in body[0])


def _only(line: Sequence[Cell]) -> str:
    return next((cell.text for cell in line if cell.text), "")


def _is_single(line: Sequence[Cell]) -> bool:
    """Whether a row holds one value: in its first cell, or merged across."""
    found = {cell.text for cell in line if cell.text}
    filled = sum(bool(cell.text) for cell in line)
    return len(found) == 1 and bool(line[0].text) and filled in (1, len(line))


def _captions(lines: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the top stand above the table."""
    if len(lines[0]) < 2:
        return 0
    return next((place for place, line in enumerate(lines)
                 if not _is_single(line) or line[0].kind is not CellKind.TEXT), len(lines))


def _notes(lines: Sequence[Sequence[Cell]]) -> int:
    """How many rows at the bottom are remarks on the table: one cell that is a sentence or begins with a mark."""
    count = 0
    while count < len(lines) - 2 and len(lines[0]) > 1:
        line = lines[-1 - count]
        text = _only(line)
        if not _is_single(line) or not (len(text) > _NOTE or _REMARK.match(text)):
            break
        count += 1
    return count


def _depth(body: Sequence[Sequence[Cell]], rows: Sequence[int], columns: Sequence[int], merges: Sequence[Box], *,
           goes_on: bool) -> int:
    """How many rows are header."""
    if len(body) < 2:
        return 0
    depth = _merged_depth(body, rows, columns, merges)
    if depth > 1 and all(cell.kind is CellKind.TEXT or _YEAR.fullmatch(cell.text) for cell in body[0]):
        return depth
    if not _has_header(body, goes_on=goes_on):
        return 0
    return 2 if _is_grouped(body) else 1


def _merged_depth(body: Sequence[Sequence[Cell]], rows: Sequence[int], columns: Sequence[int],
                  merges: Sequence[Box]) -> int:
    """How deep a header in the first row reaches by the cells merged in it, down or across."""
    depth = 1
    for box in merges:
        if box.top == rows[0] and columns[0] <= box.left <= columns[-1] and box.bottom > box.top:
            depth = max(depth, sum(row <= box.bottom for row in rows))
    while depth < min(len(body) - 1, _DEEPEST_HEADER) and _has_groups(rows[depth - 1], columns, merges):
        depth += 1
    return depth if depth < min(len(body), _DEEPEST_HEADER + 1) else 1


def _has_groups(row: int, columns: Sequence[int], merges: Sequence[Box]) -> bool:
    """Whether cells of a row are merged across some, but not all, of the columns."""
    return any(box.top <= row <= box.bottom and box.right > box.left and box.top == box.bottom
               and columns[0] <= box.left and box.right <= columns[-1]
               and box.right - box.left + 1 < len(columns) for box in merges)


def _is_grouped(body: Sequence[Sequence[Cell]]) -> bool:
    """Whether the second row names what the first leaves empty: groups that were not merged."""
    first, second, rest = body[0], body[1], body[2:]
    return (any(not cell.text for cell in first[1:]) and len(rest) > 0
            and all(cell.text and cell.kind is CellKind.TEXT for cell in second[1:])
            and any(cell.kind in (CellKind.NUMBER, CellKind.DATE) for cell in rest[0]))


def _has_header(body: Sequence[Sequence[Cell]], *, goes_on: bool) -> bool:
    first, rest = body[0], body[1:]
    filled = [cell for cell in first if cell.text]
    if not filled or len(first) == 1:
        return False
    if all(cell.is_bold for cell in filled) and not all(cell.is_bold for cell in rest[0] if cell.text):
        return True
    if any(cell.kind is not CellKind.TEXT for cell in filled):
        return _are_years(first, rest)
    if len(filled) * 2 < len(first) and not _is_grouped(body):
        return False
    if _contrasts(first, rest):
        return True
    return not goes_on and _are_names(filled) and not _is_form(body)


def _are_years(first: Sequence[Cell], rest: Sequence[Sequence[Cell]]) -> bool:
    """Whether a first row of words and years is a header over other numbers."""
    years = [place for place, cell in enumerate(first) if cell.kind is CellKind.NUMBER]
    return (first[0].kind is CellKind.TEXT and all(_YEAR.fullmatch(first[place].text) for place in years)
            and not all(_YEAR.fullmatch(rest[0][place].text or "2000") for place in years))


def _contrasts(first: Sequence[Cell], rest: Sequence[Sequence[Cell]]) -> bool:
    """Whether below some word nearly all cells are numbers, dates or flags."""
    for place, cell in enumerate(first):
        if cell.text and cell.kind is CellKind.TEXT:
            below = [line[place].kind is CellKind.TEXT for line in rest if line[place].text]
            if below and sum(below) * 5 <= len(below):
                return True
    return False


def _are_names(filled: Sequence[Cell]) -> bool:
    texts = [cell.text for cell in filled]
    return len(set(texts)) == len(texts) and all(len(text) <= _LONGEST_HEADER for text in texts)


def _is_form(body: Sequence[Sequence[Cell]]) -> bool:
    """Whether two columns are labels and their values, each row of its own kind."""
    if len(body[0]) != 2 or len(body) > _LONGEST_FORM:
        return False
    labels = [line[0] for line in body]
    if any(label.text.rstrip().endswith((":", "：")) for label in labels):
        return True
    return all(label.is_bold for label in labels) and not body[0][1].is_bold


def _header(lines: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
    """The names of the columns; groups that were not merged reach to the next one."""
    if not lines:
        return ()
    reached = [[cell.text for cell in line] for line in lines]
    for texts in reached[:-1]:
        for place in range(1, len(texts)):
            texts[place] = texts[place] or (texts[place - 1] if place > 1 or texts[0] != reached[-1][0] else "")
    names = [dict.fromkeys(filter(None, column)) for column in zip(*reached, strict=True)]
    return tuple(_JOINED.join(column) for column in names)


def _shown(line: Sequence[Cell], *, is_table: bool) -> tuple[str, ...]:
    """A row's texts; a heading merged across the whole table is said once."""
    texts = tuple(cell.text for cell in line)
    if is_table and len(texts) > 2 and len(set(texts)) == 1:
        return (texts[0], *[""] * (len(texts) - 1))
    return texts
