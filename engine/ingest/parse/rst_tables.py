"""A docutils table as a header and rows, with merged cells filled in and header rows joined."""

from __future__ import annotations

from collections.abc import Callable

from docutils import nodes

_MOST_COLUMNS = 500
_MOST_CELLS = 500_000


def rows_of(group: nodes.tgroup, cell_text: Callable[[nodes.entry], str]) -> tuple[list[str], list[list[str]]]:
    """Header (several header rows joined by `` / ``, empty without any) and rows."""
    width = min(int(group.get("cols", 1)), _MOST_COLUMNS)
    head = [row for part in group.children if isinstance(part, nodes.thead) for row in _grid(part, width, cell_text)]
    body = [row for part in group.children if isinstance(part, nodes.tbody) for row in _grid(part, width, cell_text)]
    header = [" / ".join(dict.fromkeys(filter(None, column))) for column in zip(*head, strict=True)] if head else []
    return header, body


def _grid(part: nodes.Element, width: int, cell_text: Callable[[nodes.entry], str]) -> list[list[str]]:
    rows: list[list[str]] = []
    hanging: dict[int, tuple[int, str]] = {}  # by column: rows still to fill, and the text
    for row in part.children:
        if not isinstance(row, nodes.row) or len(rows) * width > _MOST_CELLS:
            continue
        made: list[str] = []
        entries = iter([entry for entry in row.children if isinstance(entry, nodes.entry)])
        while len(made) < width:
            column = len(made)
            left, text = hanging.get(column, (0, ""))
            if left:
                hanging[column] = (left - 1, text)
                made.append(text)
                continue
            entry = next(entries, None)
            text = cell_text(entry) if entry is not None else ""
            columns = 1 + (int(entry.get("morecols", 0)) if entry is not None else 0)
            deeper = int(entry.get("morerows", 0)) if entry is not None else 0
            for place in range(column, min(column + columns, width)):
                hanging[place] = (deeper, text)
                made.append(text)
        rows.append(made)
    return rows
