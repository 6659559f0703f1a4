"""Tables as sentences: a row said in words, so that a value is found together with what it is a value of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.types import Table

_KEY_COLUMNS = 2
_WORDS = re.compile(r"[^\W\d_]{4}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}")


def key_columns(rows: Sequence[Sequence[str]], columns: int) -> int:
    """How many leading columns name a row: one, or two where the first alone repeats. 0 for a one-column table."""
    if columns < 2:
        return 0
    if columns == 2 or len({row[0] for row in rows if row}) == len(rows):
        return 1
    return min(_KEY_COLUMNS, columns - 1)


def row_sentence(header: Sequence[str], cells: Sequence[str], keys: int) -> str:
    """A row as ``Returns, International: return window 30 days, restocking fee 15 %``; empty cells are left out.

    A second name that is a number or a code is said with its column (``Pump, size 2: …``).
    """
    names = [_named(bare, header[place] if place else "") for place, cell in enumerate(cells[:keys])
             if (bare := cell.rstrip(" :：")) and cell not in cells[:place]]
    values = []
    for place in range(keys, len(cells)):
        cell = cells[place]
        if cell:
            name = _lowered(header[place]) if place < len(header) else ""
            values.append(f"{name} {cell}" if name else cell)
    if not names or not values:
        return ", ".join([*names, *values])
    return f"{', '.join(names)}: {', '.join(values)}"


def table_plain(table: Table) -> str:
    """Readable text of a table: the header in one line, then the rows' sentences."""
    return "\n".join(filter(None, (", ".join(filter(None, table.header)), *(row.sentence for row in table.rows))))


def _named(cell: str, name: str) -> str:
    """A cell that names a row; a number or a code, which says nothing by itself, with its column's name."""
    return f"{_lowered(name)} {cell}" if name and not _WORDS.search(cell) else cell


def _lowered(name: str) -> str:
    """A header as it stands inside a sentence: ``Return Window`` becomes ``return window``, ``TLS`` stays."""
    return " ".join(word.lower() if word.istitle() and not word[-1].isdigit() else word for word in name.split(" "))
