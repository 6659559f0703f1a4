"""Tables that are ruled on a PDF page: the grid that its lines make, and which cells are one.

1. Pieces of one rule are joined; rules that meet belong together.
2. Their distinct places are the grid's lines. A side that is left open is closed where the other rules end.
3. Two neighbouring cells with no rule between them are one cell; what stands in it is filled into each of its places.
4. One cell alone is a frame, not a table; so are rows of one column, and a grid with hardly any text is a drawing.

What the rows say is left to ``pdf_table``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ingest.parse.pdf_page import Box, Fragment, PdfPage, Rule

_NEAR = 3.0
_SAME = 2.2
_OPEN = 8.0
_MOST_CELLS = 6000
_MOST_RULES = 1500
_NARROWEST, _LOWEST = 24.0, 8.0
_FEWEST_FILLED = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A ruled table: the places of its lines, and for every cell the (row, column) that stands for what it is part of.

    ``owners[row][column]`` is the first cell of a merged one, in reading order.
    """

    xs: tuple[float, ...]
    ys: tuple[float, ...]
    owners: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def box(self) -> Box:
        """Its outer edges."""
        return Box(x0=self.xs[0], y0=self.ys[0], x1=self.xs[-1], y1=self.ys[-1])

    @property
    def rows(self) -> int:
        """Rows of the grid."""
        return len(self.ys) - 1

    @property
    def columns(self) -> int:
        """Columns of the grid."""
        return len(self.xs) - 1

    def place(self, x: float, y: float) -> tuple[int, int] | None:
        """The row and column at a point."""
        if not (self.xs[0] <= x < self.xs[-1] and self.ys[0] <= y < self.ys[-1]):
            return None
        return sum(y >= line for line in self.ys) - 1, sum(x >= line for line in self.xs) - 1


def grids(page: PdfPage) -> tuple[list[Grid], list[Grid]]:
    """The ruled tables of a page, and the frames (of one column) that stand around other text."""
    across, down = _joined(page.across), _joined(page.down)
    if len(across) + len(down) > _MOST_RULES:
        return [], []
    tables: list[Grid] = []
    frames: list[Grid] = []
    for hs, vs in _groups(across, down):
        grid = _grid(hs, vs)
        if grid is None:
            continue
        if grid.columns == 1 or grid.rows * grid.columns == 1:
            frames.append(grid)
        elif _is_table(grid, page.fragments):
            tables.append(grid)
    return tables, frames


def _joined(rules: Sequence[Rule]) -> list[Rule]:
    """Rules on one line that touch or overlap as one."""
    made: list[Rule] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.at), rule.start)):
        for place in range(len(made) - 1, max(-1, len(made) - 4), -1):
            last = made[place]
            if abs(last.at - rule.at) <= _SAME and rule.start <= last.end + _NEAR and rule.end >= last.start - _NEAR:
                made[place] = Rule(at=last.at, start=min(last.start, rule.start), end=max(last.end, rule.end))
                break
        else:
            made.append(rule)
    return made


def _groups(across: Sequence[Rule], down: Sequence[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Rules that meet, each group with its rules across and down."""
    parent = list(range(len(across) + len(down)))

    def root(place: int) -> int:
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    for i, h in enumerate(across):
        for j, v in enumerate(down):
            if h.start - _NEAR <= v.at <= h.end + _NEAR and v.start - _NEAR <= h.at <= v.end + _NEAR:
                parent[root(i)] = root(len(across) + j)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = {}
    for i, h in enumerate(across):
        groups.setdefault(root(i), ([], []))[0].append(h)
    for j, v in enumerate(down):
        groups.setdefault(root(len(across) + j), ([], []))[1].append(v)
    return [(hs, vs) for hs, vs in groups.values() if hs and vs and len(hs) + len(vs) > 2]


def _grid(hs: Sequence[Rule], vs: Sequence[Rule]) -> Grid | None:
    xs = _closed(_distinct([v.at for v in vs]), min(h.start for h in hs), max(h.end for h in hs))
    ys = _closed(_distinct([h.at for h in hs]), min(v.start for v in vs), max(v.end for v in vs))
    if len(xs) < 2 or len(ys) < 2 or (len(xs) - 1) * (len(ys) - 1) > _MOST_CELLS:
        return None
    if xs[-1] - xs[0] < _NARROWEST or ys[-1] - ys[0] < _LOWEST:
        return None
    return Grid(xs=tuple(xs), ys=tuple(ys), owners=_owners(xs, ys, hs, vs))


def _distinct(places: Sequence[float]) -> list[float]:
    made: list[float] = []
    for place in sorted(places):
        if not made or place - made[-1] > _NEAR:
            made.append(place)
    return made


def _closed(places: list[float], start: float, end: float) -> list[float]:
    """With a line at each end to which the rules of the other direction reach."""
    if places and start < places[0] - _OPEN:
        places.insert(0, start)
    if places and end > places[-1] + _OPEN:
        places.append(end)
    return places


def _owners(xs: Sequence[float], ys: Sequence[float], hs: Sequence[Rule],
            vs: Sequence[Rule]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For every cell the first cell of those it is one with."""
    rows, columns = len(ys) - 1, len(xs) - 1
    parent = {(row, column): (row, column) for row in range(rows) for column in range(columns)}

    def root(cell: tuple[int, int]) -> tuple[int, int]:
        while parent[cell] != cell:
            cell = parent[cell]
        return cell

    for row in range(rows):
        middle = (ys[row] + ys[row + 1]) / 2
        walls = [v.at for v in vs if v.start <= middle <= v.end]
        for column in range(columns - 1):
            if not any(abs(wall - xs[column + 1]) <= _NEAR for wall in walls):
                _merge(parent, root((row, column)), root((row, column + 1)))
    for column in range(columns):
        middle = (xs[column] + xs[column + 1]) / 2
        walls = [h.at for h in hs if h.start <= middle <= h.end]
        for row in range(rows - 1):
            if not any(abs(wall - ys[row + 1]) <= _NEAR for wall in walls):
                _merge(parent, root((row, column)), root((row + 1, column)))
    return tuple(tuple(root((row, column)) for column in range(columns)) for row in range(rows))


def _merge(parent: dict[tuple[int, int], tuple[int, int]], one: tuple[int, int], other: tuple[int, int]) -> None:
    parent[max(one, other)] = min(one, other)


def _is_table(grid: Grid, fragments: Sequence[Fragment]) -> bool:
    """Whether enough of its cells hold text, in two rows and two columns at least."""
    filled = set()
    for fragment in fragments:
        place = grid.place(min(fragment.x0 + 2, fragment.x1), (fragment.y0 + fragment.y1) / 2)
        if place is not None:
            filled.add(grid.owners[place[0]][place[1]])
    cells = {owner for row in grid.owners for owner in row}
    return (len({row for row, _ in filled}) > 1 and len({column for _, column in filled}) > 1
            and len(filled) >= _FEWEST_FILLED * len(cells))
