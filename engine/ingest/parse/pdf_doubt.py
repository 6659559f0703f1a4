"""Which pages of a PDF the fast pass may have misread, and why: the ones that the layout models should look at.

Reasons: columns that text runs across, more columns than text is set in, much text in tiny pieces beside each other,
tables with merged cells that do not fit their grid, letters that could not be made out, wide gaps that are no table.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.parse.pdf_layout import Layout
from engine.ingest.parse.pdf_lines import Line
from engine.ingest.parse.pdf_marks import has_leader
from engine.ingest.parse.pdf_table import FoundTable

_MOST_COLUMNS = 3
_FRAGMENTED = 0.35
_FEWEST_LINES = 12
_UNREADABLE = 0.02
_FEWEST_LETTERS = 200
_RAGGED_TABLE = 0.45
_MANY_BANDS = 4


def doubtful_pages(layouts: Sequence[Layout]) -> dict[int, str]:
    """Page numbers with the reason in a few words."""
    found = {}
    for layout in layouts:
        if reason := _reason(layout):
            found[layout.page.number] = reason
    return found


def _reason(layout: Layout) -> str:
    lines = [item for item in layout.items if isinstance(item, Line)]
    tables = [item for item in layout.items if isinstance(item, FoundTable)]
    if 2 * sum(has_leader(line.text) for line in lines) > len(lines):
        return ""  # a printed table of contents, which is left out
    if layout.columns > _MOST_COLUMNS or len(layout.breaks) > _MANY_BANDS * max(1, min(layout.columns, _MOST_COLUMNS)):
        return "many columns"
    letters = sum(len(line.text) for line in lines)
    if letters > _FEWEST_LETTERS and layout.page.unreadable > _UNREADABLE * letters:
        return "unreadable letters"
    if len(lines) >= _FEWEST_LINES and sum(len(line.cells) > 2 for line in lines) > _FRAGMENTED * len(lines):
        return "text in small pieces"
    if any(_is_ragged(table) for table in tables):
        return "table with merged cells"
    return ""


def _is_ragged(table: FoundTable) -> bool:
    """Whether so many cells are empty that columns or rows were most likely cut in the wrong places."""
    cells = [cell for row in table.rows for cell in row]
    empty = sum(not cell.plain for cell in cells)
    return len(cells) > 8 and empty > _RAGGED_TABLE * len(cells) and not table.is_sure
