"""Tables whose columns are not ruled: between rules across the page, inside a frame, or with no rules at all.

1. Rules of one length above each other, or the lines of a frame, part the text into bands.
2. Where hardly any row has text, a gap runs down between columns. Rows that have one piece of text wider than a column
   are a title above the table, or the end of it.
3. Every line is a row; one that leaves the first column empty and fills few others goes on with the row above. Where
   rules part all rows, a band is one row.
4. Two or more columns must be filled in most rows, else it is no table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from engine.ingest.parse.pdf_grid import Grid
from engine.ingest.parse.pdf_lines import Line, Vocabulary, lines_of
from engine.ingest.parse.pdf_page import Box, Fragment, PdfPage, Rule
from engine.ingest.parse.pdf_table import FoundTable, Row, cell_text, cut_at, has_header, is_bold_cell

_SAME = 6.0
_SHORTEST = 60.0
_MOST_RULES = 60
_GAP_EM = 0.55
_CROSSED = 0.1
_FILLED = 0.6
_ROWS_PARTED = 4
_LONGEST_HEADER = 4
_WIDE = 0.7
_LEADER, _SPACED_LEADER, _FEWEST_LEADERS = "....", ". . . .", 3


@dataclass(slots=True)
class _Row:
    """The fragments of one row by column; ``wide`` are those that reach over several."""

    base: float
    size: float
    cells: dict[int, list[Fragment]] = field(default_factory=dict)
    wide: list[tuple[int, int, Fragment]] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What every table of a page is built with."""

    page: PdfPage
    styles: Sequence[int]
    vocabulary: Vocabulary


def ruled_bands(page: PdfPage, frames: Sequence[Grid], grids: Sequence[Grid]) -> Iterator[list[Box]]:
    """Candidates: the bands of frames with lines in them, then runs of rules of one length above each other."""
    for frame in frames:
        if frame.rows > 1 or frame.columns == 1:
            yield [Box(x0=frame.xs[0], y0=top, x1=frame.xs[-1], y1=bottom)
                   for top, bottom in pairwise(frame.ys)]
    taken = [grid.box for grid in (*frames, *grids)]
    free = [rule for rule in page.across if rule.end - rule.start >= _SHORTEST and not any(
        box.y0 - 2 <= rule.at <= box.y1 + 2 and box.x0 - 2 <= rule.start <= box.x1 + 2 for box in taken)]
    groups: list[list[Rule]] = []
    for rule in sorted(free, key=lambda rule: rule.at):
        group = next((group for group in groups if abs(group[0].start - rule.start) <= _SAME
                      and abs(group[0].end - rule.end) <= _SAME), None)
        if group is None:
            groups.append([rule])
        elif rule.at - group[-1].at > 3:
            group.append(rule)
    for group in groups:
        is_page_wide = len(group) == 2 and group[1].at - group[0].at > 0.5 * page.height  # lines of header and footer
        if 2 <= len(group) <= _MOST_RULES and not is_page_wide:
            yield [Box(x0=above.start, y0=above.at, x1=above.end, y1=below.at)
                   for above, below in pairwise(group)]


def tables_in(bands: Sequence[Box], fragments: Sequence[Fragment], setting: Setting) -> list[FoundTable]:
    """The tables that runs of bands make; the longest run from each band on is taken."""
    made: list[FoundTable] = []
    first = 0
    while first < len(bands):
        for last in range(len(bands), first, -1):
            table = _table(bands[first:last], fragments, setting)
            if table is not None:
                made.append(table)
                first = last - 1
                break
        first += 1
    return made


def _table(bands: Sequence[Box], fragments: Sequence[Fragment], setting: Setting) -> FoundTable | None:
    x0, x1 = bands[0].x0 - _SAME, bands[0].x1 + _SAME
    held = [[part for part in fragments if x0 <= part.x0 and part.x1 <= x1
             and band.y0 <= (part.y0 + part.y1) / 2 <= band.y1] for band in bands]
    if not held[0] or not held[-1] or _is_contents(fragment.text for band in held for fragment in band):
        return None
    title = ""
    groups = [_by_row(band) for band in held]
    if len(groups) > 1 and len(groups[0]) == 1 and len(groups[0][0]) == 1:
        title = groups[0][0][0].text.strip()
        groups, held = groups[1:], held[1:]
    rows = [row for group in groups for row in group]
    gaps = column_gaps(rows)
    if not gaps or any(len(row) == 1 and row[0].x1 - row[0].x0 > _WIDE * (x1 - x0) for row in rows):
        return None
    box = Box(x0=bands[0].x0, y0=bands[0].y0, x1=bands[0].x1, y1=bands[-1].y1)
    return build([[_placed(row, gaps) for row in group] for group in groups if group], gaps, box, setting, title=title)


def _is_contents(texts: Iterable[str]) -> bool:
    """Whether dots lead from titles to pages."""
    return sum(_LEADER in text or _SPACED_LEADER in text for text in texts) >= _FEWEST_LEADERS


def _by_row(fragments: Sequence[Fragment]) -> list[list[Fragment]]:
    rows: list[list[Fragment]] = []
    for part in sorted(fragments, key=lambda part: part.base):
        if rows and abs(part.base - rows[-1][0].base) <= 0.45 * max(part.size, rows[-1][0].size):
            rows[-1].append(part)
        else:
            rows.append([part])
    return rows


def column_gaps(rows: Sequence[Sequence[Fragment]]) -> list[float]:
    """The middles of the gaps between columns: where, of the rows with several parts, hardly any has text."""
    several = [row for row in rows if len(row) > 1]
    if len(several) < 2:
        return []
    em = sorted(part.size for row in several for part in row)[0]
    left = min(part.x0 for row in several for part in row)
    right = max(part.x1 for row in several for part in row)
    counts = [0] * (int(right - left) + 2)
    for row in several:
        for part in row:
            for x in range(max(0, round(part.x0 - left)), max(0, round(part.x1 - left))):
                counts[x] += 1
    most = int(_CROSSED * len(several))
    gaps, start = [], None
    for x, count in enumerate(counts):
        if count <= most and start is None:
            start = x
        elif count > most and start is not None:
            if start > 0 and x - start >= _GAP_EM * em:
                gaps.append(left + (start + x) / 2)
            start = None
    return gaps


def _placed(row: Sequence[Fragment], gaps: Sequence[float]) -> _Row:
    placed = _Row(base=row[0].base, size=max(part.size for part in row))
    for part in row:
        for piece in cut_at(part, gaps) if len(row) > 1 else [part]:
            first = sum(piece.x0 + 1 >= gap for gap in gaps)
            last = sum(piece.x1 - 1 >= gap for gap in gaps)
            if last > first:
                placed.wide.append((first, last, piece))
            else:
                placed.cells.setdefault(first, []).append(piece)
    return placed


def build(groups: Sequence[Sequence[_Row]], gaps: Sequence[float], box: Box, setting: Setting, *,
          title: str = "") -> FoundTable | None:
    """The table of rows in bands; None when too few of them fill two columns."""
    width = len(gaps) + 1
    every = [row for group in groups for row in group]
    filled = sum(len(row.cells) + len(row.wide) > 1 for row in every)
    if len(every) < 2 or filled < max(2, _FILLED * len(every)):
        return None
    head: list[list[list[Line]]] = []
    body = list(groups)
    if len(groups) > 1 and len(groups[0]) <= _LONGEST_HEADER:
        head, body = _head(groups[0], width, setting), list(groups[1:])
    rows = _body(body, width, setting, parted=len(groups) >= _ROWS_PARTED)
    is_sure = bool(head)
    if not rows:
        return None
    if not head and len(rows) > 1:
        first = [cell for cell in rows[0] if cell]
        below = [cell for row in rows[1:] for cell in row if cell]
        is_sure = all(map(is_bold_cell, first)) and not all(map(is_bold_cell, below))
        texts = [[" ".join(line.text for line in cell) for cell in row] for row in rows]
        if is_sure or has_header(texts, is_labelled=all(is_bold_cell(row[0]) for row in rows if row[0])):
            head, rows = [rows[0]], rows[1:]
    edges = [box.x0, *gaps]
    return FoundTable(
        page=setting.page.number, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1, edges=tuple(edges), title=title,
        head=_texts(head, setting), rows=_filled_down(_texts(rows, setting)), is_sure=is_sure)


def _head(group: Sequence[_Row], width: int, setting: Setting) -> list[list[list[Line]]]:
    """Header rows: one for each line that names several columns together, one for all others."""
    made: list[list[list[Line]]] = []
    own: list[list[Line]] = [[] for _ in range(width)]
    for row in group:
        if row.wide:
            spanning: list[list[Line]] = [[] for _ in range(width)]
            for first, last, part in row.wide:
                for place in range(first, last + 1):
                    spanning[place] = _lines([part], setting)
            for place, parts in row.cells.items():
                spanning[place] = _lines(parts, setting)
            made.append(spanning)
        else:
            for place, parts in row.cells.items():
                own[place] += _lines(parts, setting)
    return [*made, own] if any(own) else made


def _body(groups: Sequence[Sequence[_Row]], width: int, setting: Setting, *, parted: bool) -> list[list[list[Line]]]:
    made: list[list[list[Line]]] = []
    for group in groups:
        complete = sum(0 in row.cells and len(row.cells) > 1 for row in group)
        is_one = parted and len(group) > 1 and complete < 0.7 * len(group)
        for number, row in enumerate(group):
            cells: list[list[Line]] = [[] for _ in range(width)]
            for place, parts in row.cells.items():
                cells[place] = _lines(parts, setting)
            for first, _, part in row.wide:
                cells[first] = [*cells[first], *_lines([part], setting)]
            goes_on = number > 0 and (is_one or _goes_on(row, width))
            if goes_on and made:
                for place, cell in enumerate(cells):
                    made[-1][place] += cell
            else:
                made.append(cells)
    return made


def _goes_on(row: _Row, width: int) -> bool:
    """Whether a line is the rest of the row above: few cells and no key, or nothing but the rest of a key."""
    if 0 not in row.cells:
        return 2 * len(row.cells) <= width
    return len(row.cells) == 1 and not row.wide and row.cells[0][0].text.lstrip()[:1].islower()


def _lines(parts: Sequence[Fragment], setting: Setting) -> list[Line]:
    return lines_of(parts, setting.styles, setting.page.number, min(part.x0 for part in parts),
                    max(part.x1 for part in parts))


def _texts(rows: Sequence[Sequence[Sequence[Line]]], setting: Setting) -> tuple[Row, ...]:
    return tuple(tuple(cell_text(cell, setting.vocabulary) for cell in row) for row in rows)


def _filled_down(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """A first cell that stands for the rows below it too, in each of them."""
    made: list[Row] = []
    for row in rows:
        if made and not row[0].plain and any(cell.plain for cell in row[1:]):
            row = (made[-1][0], *row[1:])
        made.append(row)
    return tuple(made)


def region(fragments: Sequence[Fragment], setting: Setting) -> FoundTable | None:
    """The table that fragments make of which it is known that they are one."""
    rows = _by_row(fragments)
    gaps = column_gaps(rows)
    if not gaps:
        return None
    box = Box(x0=min(part.x0 for part in fragments), y0=min(part.y0 for part in fragments) - 1,
              x1=max(part.x1 for part in fragments), y1=max(part.y1 for part in fragments) + 1)
    return build([[_placed(row, gaps) for row in rows]], gaps, box, setting)


def unruled(lines: Sequence[Line], fragments: Sequence[Fragment], setting: Setting) -> FoundTable | None:
    """The table that consecutive lines make by their alignment alone: three columns at least, in three rows."""
    box = Box(x0=min(line.x0 for line in lines), y0=min(line.y0 for line in lines) - 1,
              x1=max(line.x1 for line in lines), y1=max(line.y1 for line in lines) + 1)
    held = [part for part in fragments if box.y0 <= (part.y0 + part.y1) / 2 <= box.y1
            and box.x0 - 1 <= part.x0 and part.x1 <= box.x1 + 1]
    rows = _by_row(held)
    gaps = column_gaps(rows)
    if len(gaps) < 2 or _is_contents(part.text for part in held):
        return None
    table = build([[_placed(row, gaps) for row in rows]], gaps, box, setting)
    return replace(table, is_ruled=False) if table is not None and len(table.rows) + len(table.head) > 2 else None
