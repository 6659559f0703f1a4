"""A table found on a PDF page: its rows as text, and which of them are its header.

1. In a ruled table every fragment goes to the cell it stands in; one that runs over a rule is cut at a blank there.
   A band whose lines stand side by side in all columns, and end on purpose, is as many rows.
2. The first row is the header when it is set apart by bold type or by its ground, or when its cells span columns; else
   when it differs in kind from the rows below (words above figures). Two columns whose first is in bold have none.
3. Header rows are joined column by column with `` / ``.

Tables that go on over a page break are put together by ``pdf_write``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from engine.ingest.parse.pdf_fonts import BOLD
from engine.ingest.parse.pdf_grid import Grid
from engine.ingest.parse.pdf_lines import Line, Vocabulary, lines_of, text_of
from engine.ingest.parse.pdf_page import Fragment, PdfPage, Piece
from engine.ingest.parse.rich import NOTHING, Rich

_FIGURES = re.compile(r"[\d\s.,:;%±+\-–—/()<>=×*]*\d[\d\s.,:;%±+\-–—/()<>=×*]*(?:\w{1,4})?\Z")
_MOST_HEADERS = 3
_FEWEST_LINES = 4

Row = tuple[Rich, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundTable:
    """A table with its box; ``head`` are its header rows, ``is_sure`` says that they are set apart from the others.

    ``edges`` are the left edges of its columns, ``title`` a line of its own across all of them.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    edges: tuple[float, ...]
    head: tuple[Row, ...]
    rows: tuple[Row, ...]
    is_sure: bool
    title: str = ""
    is_ruled: bool = True

    @property
    def base(self) -> float:
        """Where it begins."""
        return self.y0

    @property
    def text(self) -> str:
        """Nothing that runs on from line to line."""
        return ""

    @property
    def header(self) -> tuple[str, ...]:
        """One name a column."""
        return tuple(_joined_names([row[place].plain for row in self.head]) for place in range(len(self.edges)))


def _joined_names(names: Sequence[str]) -> str:
    return " / ".join(dict.fromkeys(name for name in names if name))


def ruled_table(grid: Grid, page: PdfPage, fragments: Sequence[Fragment], styles: Sequence[int],
                vocabulary: Vocabulary) -> FoundTable | None:
    """The table in a grid; ``fragments`` are those that stand in it. None when nothing is left of it."""
    cells = _cells(grid, fragments, styles, page.number)
    rows: list[list[list[Line]]] = []
    spans: list[int] = []
    for row in range(grid.rows):
        owners = grid.owners[row]
        band = [cells.get(owner, []) for owner in owners]
        if any(band):
            spans.append(_span(grid, row))
            rows += _parted(band, grid, row)
    kept = _without_empty_columns(rows, grid)
    if kept is None:
        return None
    rows, edges = kept
    title = ""
    if len(rows) > 2 and _is_title(grid, rows[0]):
        title = cell_text(rows[0][0], vocabulary).plain
        rows, spans = rows[1:], spans[1:]
    count, is_sure = _headers(rows, spans, page)
    texts = [tuple(cell_text(cell, vocabulary) for cell in row) for row in rows]
    box = grid.box
    return FoundTable(page=page.number, x0=box.x0, y0=box.y0, x1=box.x1, y1=box.y1, edges=tuple(edges),
                      head=tuple(texts[:count]), rows=tuple(texts[count:]), is_sure=is_sure, title=title)


def _cells(grid: Grid, fragments: Sequence[Fragment], styles: Sequence[int],
           page: int) -> dict[tuple[int, int], list[Line]]:
    """The lines of every cell that has any, by the cell that stands for it."""
    parts: dict[tuple[int, int], list[Fragment]] = {}
    for fragment in fragments:
        for piece in cut_at(fragment, grid.xs[1:-1]):
            place = grid.place((piece.x0 + min(piece.x1, piece.x0 + piece.size)) / 2, (piece.y0 + piece.y1) / 2)
            if place is not None:
                parts.setdefault(grid.owners[place[0]][place[1]], []).append(piece)
    return {owner: lines_of(own, styles, page, min(part.x0 for part in own), max(part.x1 for part in own))
            for owner, own in parts.items()}


def cut_at(fragment: Fragment, places: Sequence[float]) -> list[Fragment]:
    """The fragment, cut at blanks near those places that it runs over."""
    crossed = [x for x in places if fragment.x0 + 2 < x < fragment.x1 - 2]
    made = [fragment]
    for x in crossed:
        last = made[-1]
        if (cut := _halves(last, x)) is not None:
            made[-1:] = cut
    return made


def _halves(fragment: Fragment, x: float) -> list[Fragment] | None:
    """Two fragments, cut at the blank nearest to ``x``; None when there is none near."""
    left: list[Piece] = []
    right: list[Piece] = []
    for piece in fragment.pieces:
        if piece.x1 <= x + 1:
            left.append(piece)
        elif piece.x0 >= x - 1:
            right.append(piece)
        else:
            advance = (piece.x1 - piece.x0) / max(1, len(piece.text))
            wanted = (x - piece.x0) / advance
            blanks = [at for at, char in enumerate(piece.text) if char.isspace()]
            at = min(blanks, key=lambda blank: abs(blank - wanted), default=-1)
            if at < 0 or abs(at - wanted) * advance > 2 * fragment.size:
                return None
            middle = piece.x0 + at * advance
            left.append(piece._replace(text=piece.text[:at], x1=middle))
            right.append(piece._replace(text=piece.text[at:].lstrip(), x0=middle + advance))
    if not left or not right:
        return None
    return [_of_pieces(fragment, left), _of_pieces(fragment, right)]


def _of_pieces(fragment: Fragment, pieces: list[Piece]) -> Fragment:
    return Fragment(x0=pieces[0].x0, y0=fragment.y0, x1=pieces[-1].x1, y1=fragment.y1, base=fragment.base,
                    size=fragment.size, text="".join(piece.text for piece in pieces), pieces=tuple(pieces))


def _span(grid: Grid, row: int) -> int:
    """How many rows belong to a first row: down to where no cell of it reaches over, one more below spanned columns."""
    owners = grid.owners[row]
    last = row
    while last + 1 < grid.rows and any(owner[0] <= last for owner in grid.owners[last + 1]):
        last += 1
    columns = {owner[1] for owner in owners}
    if last == row and 1 < len(columns) < len(owners) and row + 1 < grid.rows:
        last += 1
    return last - row + 1


def _parted(band: list[list[Line]], grid: Grid, row: int) -> list[list[list[Line]]]:
    """The rows in a band that has no rules between them: each line of its first column begins one.

    So it is where that column's lines end on purpose, or where hardly any other band has rules either.
    """
    owners = grid.owners[row]
    own = [cell for place, cell in enumerate(band) if owners[place] == (row, place)]
    first = band[0]
    if len(first) < 2 or len(own) < 2 or owners[0] != (row, 0):
        return [band]
    end = next((place for place, owner in enumerate(owners) if owner != owners[0]), len(owners))
    right = grid.xs[end]
    ends_on_purpose = all(right - above.x1 > (below.x1 - below.x0) * len(below.text.split()[0]) / len(below.text)
                          + 2 * above.size for above, below in pairwise(first))
    if not ends_on_purpose and (len(first) < _FEWEST_LINES or grid.rows > _MOST_HEADERS):
        return [band]
    bases = [line.base for line in first]
    others = [line for cell in own[1:] for line in cell]
    beside = sum(any(abs(line.base - base) < 0.3 * line.size for line in others) for base in bases)
    if beside < 0.8 * len(bases):
        return [band]
    starts = [line.y0 - 0.2 * line.size for line in first]
    rows: list[list[list[Line]]] = [[[] for _ in band] for _ in starts]
    for place, cell in enumerate(band):
        for line in cell:
            rows[max(0, sum(line.base >= start for start in starts) - 1)][place].append(line)
    return rows


def _without_empty_columns(rows: list[list[list[Line]]],
                           grid: Grid) -> tuple[list[list[list[Line]]], list[float]] | None:
    places = [place for place in range(grid.columns) if any(row[place] for row in rows)]
    if len(places) < 2 or len(rows) < 2:
        return None
    return [[row[place] for place in places] for row in rows], [grid.xs[place] for place in places]


def _is_title(grid: Grid, row: list[list[Line]]) -> bool:
    return len(set(grid.owners[0])) == 1 and bool(row[0])


def _headers(rows: Sequence[Sequence[Sequence[Line]]], spans: Sequence[int], page: PdfPage) -> tuple[int, bool]:
    """How many rows are header, and whether their looks say so."""
    if len(rows) < 2:
        return 0, False
    first = rows[0]
    count = min(max(1, spans[0] if spans else 1), _MOST_HEADERS, len(rows) - 1)
    below = [cell for row in rows[count:] for cell in row if cell]
    bold = _is_bold(first)
    if bold and not all(map(is_bold_cell, below)):
        while count < min(_MOST_HEADERS, len(rows) - 1) and _is_bold(rows[count]) and any(not c for c in rows[count]):
            count += 1
        return count, True
    ground = _ground(page, first)
    if ground >= 0 and ground != _ground(page, rows[count]):
        return count, True
    if count > 1:
        return count, True
    return (1, False) if has_header([[line_text(cell) for cell in row] for row in rows],
                                    is_labelled=all(is_bold_cell(row[0]) for row in rows if row[0])) else (0, False)


def has_header(rows: Sequence[Sequence[str]], *, is_labelled: bool) -> bool:
    """Whether the first of rows that all look alike can be their header; ``is_labelled``: the first column is bold."""
    first, below = rows[0], rows[1:]
    if (len(first) == 2 and is_labelled) or not all(first):
        return False
    if any(_FIGURES.match(cell) for cell in first):
        return False
    for place in range(len(first)):
        figures = sum(bool(_FIGURES.match(row[place])) for row in below)
        if figures > len(below) / 2:
            return True
    return not any(first[place] == row[place] for row in below for place in range(1, len(first)))


def _is_bold(row: Sequence[Sequence[Line]]) -> bool:
    cells = [cell for cell in row if cell]
    return bool(cells) and all(map(is_bold_cell, cells))


def is_bold_cell(cell: Sequence[Line]) -> bool:
    """Whether all of a cell is in bold."""
    return bool(cell) and all(line.style & BOLD for line in cell)


def _ground(page: PdfPage, row: Sequence[Sequence[Line]]) -> int:
    """The colour most of a row's cells stand on; -1 for white paper."""
    colors = []
    for cell in row:
        if cell:
            x, y = cell[0].x0 + 1, (cell[0].y0 + cell[0].y1) / 2
            under = [box.color for box in page.fills if box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1]
            colors.append(under[-1] if under and under[-1] != 0xFFFFFF else -1)
    return max(set(colors), key=colors.count) if colors else -1


def line_text(cell: Sequence[Line]) -> str:
    """The words of a cell in one line."""
    return " ".join(line.text for line in cell)


def cell_text(cell: Sequence[Line], vocabulary: Vocabulary) -> Rich:
    """What stands in a cell; bold type that all of it has says nothing and is left off."""
    if not cell:
        return NOTHING
    text = text_of([line.runs for line in cell], vocabulary)
    is_bold = is_bold_cell(cell)
    return Rich(text.plain.strip(), text.plain.strip() if is_bold else text.markup.strip())
