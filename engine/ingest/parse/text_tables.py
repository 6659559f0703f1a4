"""Tables in plain text whose columns are kept apart by blanks: a header, and rows that begin where its words do.

1. Lines are cut at two blanks or more, or at tabs; a line of dashes below the header is a rule.
2. Every cell begins where the header's word does, or ends where it ends (numbers). Cells may be missing, the first not.
3. Two columns without a rule are a table only when every row has both.
"""

from __future__ import annotations

import re

from engine.ingest.parse.tables import key_columns, row_sentence
from engine.types import Span, Table, TableRow

_CELL = re.compile(r"\S+(?: \S+)*")
_RULE = re.compile(r"[ \t]*[-=+]{2,}(?:[ \t|+]+[-=+]{2,})*[ \t]*\Z")
_WORDS = re.compile(r"[^\W\d_]")
_FEWEST_ROWS = 2
_LONGEST_NAME = 30
_NEAR = 1

Cells = list[tuple[int, int, str]]
"""Where each cell of a line begins and ends, and its words."""


def spaced_table(source: str, offset: int) -> Table | None:
    """The table that the lines of ``source`` are, which begins at ``offset`` of the text; None when they are none."""
    lines: list[tuple[int, str]] = []
    place = offset
    for line in source.split("\n"):
        lines.append((place, line.expandtabs(8)))
        place += len(line) + 1
    rules = [at for at, (_, line) in enumerate(lines) if _RULE.match(line)]
    if rules and rules[0] not in (0, 1):
        return None
    rows = [(start, line, _cells(line)) for at, (start, line) in enumerate(lines) if at not in rules]
    if len(rows) <= _FEWEST_ROWS - bool(rules) or not _is_header(rows[0][2]):
        return None
    header = rows[0][2]
    placed = [_placed(cells, header) for _, _, cells in rows[1:]]
    if any(row is None for row in placed):
        return None
    grid = [row for row in placed if row is not None]
    full = sum(all(row) for row in grid)
    if full * 2 < len(grid) or (len(header) == 2 and not rules and full < len(grid)):
        return None
    names = tuple(words for _, _, words in header)
    keys = key_columns(grid, len(names))
    return Table(header=names, rows=tuple(
        TableRow(cells=row, span=_trimmed(source, offset, start), sentence=row_sentence(names, row, keys))
        for (start, _, _), row in zip(rows[1:], grid, strict=True)))


def _trimmed(source: str, offset: int, start: int) -> Span:
    """The line that begins at ``start``, without the blanks around it."""
    line = source[start - offset:].partition("\n")[0]
    return Span(start + len(line) - len(line.lstrip()), start + len(line.rstrip()))


def _cells(line: str) -> Cells:
    return [(match.start(), match.end(), match[0]) for match in _CELL.finditer(line)]


def _is_header(cells: Cells) -> bool:
    words = [text for _, _, text in cells]
    return len(words) > 1 and len(set(words)) == len(words) and all(
        len(text) <= _LONGEST_NAME and _WORDS.match(text) and text[-1] not in ".,;!?" for text in words)


def _placed(cells: Cells, header: Cells) -> tuple[str, ...] | None:
    """A line's cells under the header's; None when one stands under none, or the first is missing."""
    made = [""] * len(header)
    for start, end, text in cells:
        at = next((at for at, (left, right, _) in enumerate(header)
                   if abs(start - left) <= _NEAR or abs(end - right) <= _NEAR), -1)
        if at < 0 or made[at]:
            return None
        made[at] = text
    return tuple(made) if made[0] else None
