"""A web page's table as a grid: merged cells filled in, header rows joined, caption and header told from the rows.

1. Cells go into a grid; a cell that spans several places is in each of them, a cell over the whole width only in the
   first.
2. The header is what stands in ``thead``; else leading rows of header cells; else a first row that looks like one.
   A header cell that spans columns makes the row below part of the header.
3. The names of a column, from top to bottom, are joined by `` / ``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from selectolax.lexbor import LexborNode

from engine.ingest.parse.builder import escaped
from engine.ingest.parse.html_hidden import Attributes

_WIDEST = 200
_TALLEST_SPAN = 2000
_MOST_CELLS = 400_000
_LONGEST_NAME = 60
_NUMBER = re.compile(r"[\d.,:/%+\-\s$€£¥]*\d[\d.,:/%+\-\s$€£¥]*\w{0,3}\Z")
_LAYOUTS = re.compile(r"(?:^|\s)(?:highlighttable|rouge-table|lntable|memname|layout\S*)(?=\s|\Z)")
_LOOK_AT = 20
_SECTIONS = ("thead", "tbody", "tfoot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One place of a grid. ``width`` is the number of columns that its source spans, ``is_bold`` that all is bold."""

    plain: str = ""
    markup: str = ""
    is_head: bool = False
    is_bold: bool = False
    width: int = 1


EMPTY = Cell()


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table ready to be written. ``markup`` has the Markdown of the rows' cells."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    markup: tuple[tuple[str, ...], ...]


def read_grid(table: LexborNode, read: Callable[[LexborNode], tuple[str, str]], *,
              is_shown: Callable[[LexborNode], bool] = lambda _: True, is_eager: bool = False) -> Grid:
    """The table's grid; ``read`` gives a cell's readable text and its Markdown (empty where they are alike).

    Rows that ``is_shown`` denies are left out; ``is_eager`` takes a plain first row for the header more readily.
    """
    caption = ""
    head: list[list[Cell]] = []
    body: list[list[Cell]] = []
    foot: list[list[Cell]] = []
    for part, rows in _parts(table):
        if part.tag == "caption":
            caption = read(part)[0]
            continue
        filled = _filled([row for row in rows if is_shown(row)], read) if part is table or is_shown(part) else []
        (head if part.tag == "thead" else foot if part.tag == "tfoot" else body).extend(filled)
    lines = [*head, *body, *foot]
    title, lines, heads = _without_title(lines, len(head))
    lines = _without_blank_columns(lines)
    header, rows_left = _split(lines, heads, is_eager=is_eager)
    width = max((len(row) for row in lines), default=0)
    return Grid(
        caption=caption or title,
        header=tuple(_path(row[at] for row in header if at < len(row)) for at in range(width)),
        rows=tuple(tuple(cell.plain for cell in row) for row in rows_left),
        markup=tuple(tuple(cell.markup or escaped(cell.plain, starts_line=False) for cell in row) for row in rows_left),
    )


def is_layout(table: LexborNode, attributes: Attributes) -> bool:
    """Whether a table only arranges parts of the page: then its cells are read like any other block."""
    if attributes.get("role") in ("presentation", "none"):
        return True
    if _LAYOUTS.search(attributes.get("class") or "") or table.css_first("h1, h2, h3, h4") is not None:
        return True
    widths = [sum(1 for _ in cells_of(row)) for row, _ in zip(rows_of(table), range(_LOOK_AT), strict=False)]
    if max(widths, default=0) < 2:
        return table.css_first("th") is None or not widths
    return table.css_first("th") is None and table.css_first("td table") is not None


def entries_of(table: LexborNode) -> list[tuple[LexborNode, LexborNode]]:
    """The cells of a table of one column that is a list of definitions, each with its first paragraph.

    Manuals print functions and settings so: what is declared, then paragraphs about it. Empty for other tables.
    """
    cells = [list(cells_of(row)) for row in rows_of(table)]
    if any(len(row) != 1 for row in cells):
        return []
    values = [cell for (cell,) in cells if cell.tag == "td"]
    entries = [(cell, first) for cell in values if (first := _first_of_several(cell)) is not None]
    return entries if len(entries) == len(values) else []


def _first_of_several(cell: LexborNode) -> LexborNode | None:
    parts = [part for part in cell.iter() if part.is_element_node]
    return parts[0] if len(parts) > 1 and parts[0].tag == "p" else None


def read_columns(node: LexborNode, read: Callable[[LexborNode], tuple[str, str]]) -> Grid | None:
    """A table made of plain boxes (Javadoc's summaries): header boxes first, then rows that begin with a first column.

    None when it is none.
    """
    parts = [(part, part.attributes.get("class") or "") for part in node.iter() if part.is_element_node]
    header = [part for part, names in parts if "table-header" in names]
    body = [part for part, names in parts if "table-header" not in names]
    if len(header) < 2 or not body or len(body) % len(header):
        return None
    cells = [read(part) for part in body]
    rows = [cells[at:at + len(header)] for at in range(0, len(cells), len(header))]
    return Grid(
        caption="", header=tuple(read(part)[0] for part in header),
        rows=tuple(tuple(plain for plain, _ in row) for row in rows),
        markup=tuple(tuple(markup or escaped(plain, starts_line=False) for plain, markup in row) for row in rows),
    )


def cells_of(row: LexborNode) -> Iterator[LexborNode]:
    """The cells of one row."""
    return (cell for cell in row.iter() if cell.tag in ("td", "th"))


def rows_of(table: LexborNode) -> Iterator[LexborNode]:
    """The rows of a table in source order, none of tables inside it."""
    for part in table.iter():
        if part.tag == "tr":
            yield part
        elif part.tag in _SECTIONS:
            yield from (row for row in part.iter() if row.tag == "tr")


def _parts(table: LexborNode) -> Iterator[tuple[LexborNode, list[LexborNode]]]:
    """Caption and row groups; rows outside any group are a group under the table itself."""
    loose: list[LexborNode] = []
    for part in table.iter():
        if part.tag == "tr":
            loose.append(part)
            continue
        if loose:
            yield table, loose
            loose = []
        if part.tag == "caption":
            yield part, []
        elif part.tag in _SECTIONS:
            yield part, [row for row in part.iter() if row.tag == "tr"]
    if loose:
        yield table, loose


def _filled(rows: Sequence[LexborNode], read: Callable[[LexborNode], tuple[str, str]]) -> list[list[Cell]]:
    """The rows of one group as a grid. ``hanging`` are cells from above: column to (rows left, cell)."""
    grid: list[list[Cell]] = []
    hanging: dict[int, tuple[int, Cell]] = {}
    count = 0
    for row in rows:
        line: list[Cell] = []
        held, hanging = hanging, {}
        for node in cells_of(row):
            _hang(line, held, hanging, len(line) + 1)
            cell, across, down = _cell(node, read)
            for _ in range(min(across, _WIDEST - len(line))):
                if down > 1:
                    hanging[len(line)] = (down - 1, cell)
                line.append(cell)
        _hang(line, held, hanging, max(held, default=-1) + 1)
        count += len(line)
        if count > _MOST_CELLS:
            break
        if line:
            grid.append(line)
    return grid


def _hang(line: list[Cell], held: dict[int, tuple[int, Cell]], hanging: dict[int, tuple[int, Cell]], upto: int) -> None:
    """Put the cells that reach down from above in their places: the next ones, and all up to column ``upto``."""
    while len(line) in held or len(line) < upto - 1:
        left, cell = held.get(len(line), (0, EMPTY))
        if left > 1:
            hanging[len(line)] = (left - 1, cell)
        line.append(cell)


def _cell(node: LexborNode, read: Callable[[LexborNode], tuple[str, str]]) -> tuple[Cell, int, int]:
    """A cell, and how many columns and rows it takes."""
    attributes = node.attributes
    across = _count(attributes.get("colspan"), _WIDEST)
    plain, markup = read(node)
    is_bold = markup.startswith("**") and markup.endswith("**") and "**" not in markup[2:-2]
    return (Cell(plain=plain, markup=markup, is_head=node.tag == "th", is_bold=is_bold, width=across),
            across, _count(attributes.get("rowspan"), _TALLEST_SPAN))


def _count(value: str | None, most: int) -> int:
    """A span as written; 0 reaches to the end, nonsense is 1."""
    digits = (value or "").strip()[:6]
    if not digits.isdecimal():
        return 1
    return min(int(digits), most) or most


# --- header ---------------------------------------------------------------------------------------------------------


def _without_title(lines: list[list[Cell]], heads: int) -> tuple[str, list[list[Cell]], int]:
    """The title that a first row over the whole width is, the other rows, and how many of them stand in ``thead``.

    In the other rows, a cell over the whole width stays in the first place only.
    """
    title = ""
    if len(lines) > 1 and _is_whole(lines[0]) and len(lines[0]) >= len(lines[1]):
        title, lines, heads = lines[0][0].plain, lines[1:], max(0, heads - 1)
    return title, [[row[0], *[EMPTY] * (len(row) - 1)] if _is_whole(row) else row for row in lines], heads


def _without_blank_columns(lines: list[list[Cell]]) -> list[list[Cell]]:
    """The rows without columns in which nothing stands: they only make room."""
    width = max((len(row) for row in lines), default=0)
    used = [any(at < len(row) and row[at].plain for row in lines) for at in range(width)]
    return lines if all(used) else [[cell for at, cell in enumerate(row) if used[at]] for row in lines]


def _is_whole(row: Sequence[Cell]) -> bool:
    return len(row) > 1 and row[0].width >= len(row) and all(cell is row[0] for cell in row)


def _split(lines: list[list[Cell]], heads: int, *, is_eager: bool) -> tuple[list[list[Cell]], list[list[Cell]]]:
    """Header rows and the others, without empty ones."""
    if heads >= len(lines):
        heads = 1
    if not heads:
        while heads < len(lines) and _are_heads(lines[heads]):
            heads += 1
        if heads == len(lines):
            heads = min(1, heads - 1)
        if not heads and _looks_like_header(lines, is_eager=is_eager):
            heads = 1
        while 0 < heads < len(lines) - 1 and _names_parts(lines[heads - 1], lines[heads]):
            heads += 1
    return lines[:heads], [row for row in lines[heads:] if any(cell.plain for cell in row)]


def _are_heads(row: Sequence[Cell]) -> bool:
    named = [cell for cell in row if cell.plain]
    return bool(named) and all(cell.is_head for cell in named)


def _looks_like_header(lines: Sequence[Sequence[Cell]], *, is_eager: bool) -> bool:
    """Whether a first row of ordinary cells names columns: short different words, and values under them.

    ``is_eager`` takes any such row of three columns or more for names, as in office documents, which seldom mark them.
    """
    if len(lines) < 2 or any(cell.is_head for row in lines for cell in row):
        return False
    first, rest = lines[0], lines[1:]
    names = [cell.plain for at, cell in enumerate(first) if not at or cell is not first[at - 1]]
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(_is_name, names)):
        return False
    if all(cell.is_bold for cell in first):
        return not all(cell.is_bold for cell in rest[0])
    if is_eager and len(first) > 2:
        return True
    numbers = [[bool(_NUMBER.match(row[at].plain)) for row in rest if at < len(row)] for at in range(1, len(first))]
    return any(column and sum(column) * 2 > len(column) for column in numbers)


def _is_name(words: str) -> bool:
    return 0 < len(words) <= _LONGEST_NAME and not _NUMBER.match(words)


def _names_parts(above: Sequence[Cell], row: Sequence[Cell]) -> bool:
    """Whether a row names the parts of a header cell above it that spans columns."""
    spanned = [row[at] for at, cell in enumerate(above) if cell.width > 1 and at < len(row) and row[at] is not cell]
    return bool(spanned) and all(_is_name(cell.plain) for cell in spanned)


def _path(cells: Iterator[Cell]) -> str:
    names = [cell.plain.replace("\n", " ") for cell in cells if cell.plain]
    return " / ".join(name for at, name in enumerate(names) if not at or name != names[at - 1])
