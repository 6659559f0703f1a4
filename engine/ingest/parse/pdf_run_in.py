"""Headings that stand in the first line of their text (run-in heads), found by the bookmarks and parted from it.

A bookmark whose title is no line of its page is looked for where lines begin with bold words that say just that; such
a line becomes two, the heading and the first line of the text. Without bookmarks such words stay bold words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from engine.ingest.parse.pdf_fonts import BOLD
from engine.ingest.parse.pdf_headings import folded, unnumbered
from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Cell, Line, Run
from engine.ingest.parse.pdf_open import OutlineEntry

_FEWEST_LETTERS = 3


def with_heads_apart(flow: Sequence[Item], breaks: Collection[int],
                     outline: Sequence[OutlineEntry]) -> tuple[list[Item], set[int]]:
    """The flow with run-in heads on lines of their own, and its breaks moved along."""
    wanted = _wanted(flow, outline)
    if not wanted:
        return list(flow), set(breaks)
    made: list[Item] = []
    moved: set[int] = set()
    for place, item in enumerate(flow):
        if place in breaks:
            moved.add(len(made))
        parts = _parts(item, wanted.get(item.page, frozenset())) if isinstance(item, Line) else None
        if parts is None:
            made.append(item)
        else:
            made += parts
            wanted[parts[0].page].discard(folded(parts[0].text))
    return made, moved | ({len(made)} if len(flow) in breaks else set())


def _wanted(flow: Sequence[Item], outline: Sequence[OutlineEntry]) -> dict[int, set[str]]:
    """Titles by the page on which no line says them, of pages where a line begins in bold and goes on otherwise."""
    pages = {item.page for item in flow if isinstance(item, Line) and _begins_bold(item)} if outline else set()
    said: dict[int, set[str]] = defaultdict(set)
    for item in flow:
        if isinstance(item, Line) and item.page in pages:
            said[item.page].add(folded(item.text))
    wanted: dict[int, set[str]] = defaultdict(set)
    for entry in outline:
        if entry.page not in pages:
            continue
        for title in {folded(entry.title), folded(unnumbered(entry.title))}:
            if len(title) >= _FEWEST_LETTERS and title not in said[entry.page]:
                wanted[entry.page].add(title)
    return wanted


def _begins_bold(line: Line) -> bool:
    return not line.is_bold and bool(line.cells and line.cells[0].runs and line.cells[0].runs[0].style & BOLD)


def _parts(line: Line, wanted: Collection[str]) -> tuple[Line, Line] | None:
    """A line that begins with a wanted heading as that heading and the rest; None for any other line."""
    if not wanted or not _begins_bold(line):
        return None
    head: list[Run] = []
    for at, cell in enumerate(line.cells):
        for number, run in enumerate(cell.runs):
            if run.text.strip() and not run.style & BOLD:
                rest = (Cell(cell.x0, cell.x1, cell.runs[number:]), *line.cells[at + 1:])
                return _split(line, head, rest) if _says(head) in wanted else None
            head.append(run)
        if _says(head) in wanted and at + 1 < len(line.cells):
            return _split(line, head, line.cells[at + 1:])
    return None


def _says(runs: Sequence[Run]) -> str:
    return folded("".join(run.text for run in runs))


def _split(line: Line, head: Sequence[Run], rest: Sequence[Cell]) -> tuple[Line, Line]:
    """Both lines begin at the edge, as their words would on lines of their own."""
    words = "".join(run.text for run in head).strip()
    share = len(words) / max(1, len(line.text))
    end = line.x0 + (line.x1 - line.x0) * share
    style = BOLD & head[0].style
    heading = replace(line, x1=end, cells=(Cell(line.x0, end, tuple(head)),), text=words, style=style)
    first = Cell(line.x0, rest[0].x1, _unindented(rest[0].runs))
    cells = (first, *rest[1:])
    return heading, replace(line, cells=cells, text=" ".join(cell.text for cell in cells), style=0)


def _unindented(runs: Sequence[Run]) -> tuple[Run, ...]:
    return (Run(runs[0].text.lstrip(), runs[0].style), *runs[1:])
