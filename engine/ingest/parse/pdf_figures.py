"""Drawings on a PDF page with words in them: charts and diagrams, whose labels are no sentences.

Boxes of drawings that touch each other on a coarse grid are one figure. When what stands in it is many short words,
they are kept together as one line of labels, so that they are found and do not break the text around them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.parse.pdf_page import Box, Fragment, PdfPage

_CELL = 12.0
_MOST_CELLS = 600
_FEWEST_DRAWINGS = 8
_NARROWEST, _LOWEST = 60.0, 40.0
_AROUND = 14.0
_FEWEST_LABELS = 3
_LONGEST_LABEL, _USUAL_LABEL = 48, 18
SEPARATOR = " · "


def with_figures(page: PdfPage, fragments: Sequence[Fragment]) -> list[Fragment]:
    """The fragments of a page, those that are labels of one figure as one."""
    rest = list(fragments)
    for box in _figures(page):
        held = [part for part in rest if box.x0 <= (part.x0 + part.x1) / 2 <= box.x1
                and box.y0 <= (part.y0 + part.y1) / 2 <= box.y1]
        if len(held) < _FEWEST_LABELS or max(len(part.text) for part in held) > _LONGEST_LABEL or (
                sum(len(part.text) for part in held) > _USUAL_LABEL * len(held)):
            continue
        taken = set(map(id, held))
        rest = [part for part in rest if id(part) not in taken]
        rest.append(_labels(held))
    return rest


def _labels(held: Sequence[Fragment]) -> Fragment:
    """All labels as one; in it there are no columns and no gaps, so its pieces have no places of their own."""
    ordered = sorted(held, key=lambda part: (round(part.base / 4), part.x0))
    x0, y0 = min(part.x0 for part in held), min(part.y0 for part in held)
    x1, y1 = max(part.x1 for part in held), max(part.y1 for part in held)
    pieces = [piece._replace(x0=x0, x1=x0) for part in ordered for piece in
              (*part.pieces[:-1], part.pieces[-1]._replace(text=f"{part.pieces[-1].text}{SEPARATOR}"))]
    pieces[-1] = pieces[-1]._replace(text=pieces[-1].text.removesuffix(SEPARATOR), x1=x1)
    size = ordered[0].size
    return Fragment(x0=x0, y0=y0, x1=x1, y1=y1, base=y1 - 0.2 * size, size=size, pieces=tuple(pieces),
                    text="".join(piece.text for piece in pieces))


def _figures(page: PdfPage) -> list[Box]:
    """The boxes of groups of drawings that are large enough to be a figure."""
    if len(page.drawings) < _FEWEST_DRAWINGS:
        return []
    counts: dict[tuple[int, int], int] = {}
    for box in page.drawings:
        columns = range(int(box.x0 // _CELL), int(box.x1 // _CELL) + 1)
        rows = range(int(box.y0 // _CELL), int(box.y1 // _CELL) + 1)
        if len(columns) * len(rows) <= _MOST_CELLS:
            for row in rows:
                for column in columns:
                    counts[row, column] = counts.get((row, column), 0) + 1
    made = []
    left = set(counts)
    while left:
        group = _touching(left)
        ys, xs = [row for row, _ in group], [column for _, column in group]
        box = Box(x0=min(xs) * _CELL, y0=min(ys) * _CELL, x1=(max(xs) + 1) * _CELL, y1=(max(ys) + 1) * _CELL)
        if sum(counts[cell] for cell in group) >= _FEWEST_DRAWINGS and box.x1 - box.x0 >= _NARROWEST and (
                box.y1 - box.y0 >= _LOWEST):
            made.append(Box(x0=box.x0 - _AROUND, y0=box.y0 - _AROUND, x1=box.x1 + _AROUND, y1=box.y1 + _AROUND))
    return made


def _touching(left: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """One group of cells that touch, taken out of ``left``."""
    group = [left.pop()]
    for row, column in group:
        for near in ((row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)):
            if near in left:
                left.remove(near)
                group.append(near)
    return group
