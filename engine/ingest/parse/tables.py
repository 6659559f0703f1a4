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


def row_sentences(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Every row as a sentence (see ``row_sentence``); a row under the name of a group with that name first."""
    groups = _groups(rows)
    if not any(groups):
        keys = key_columns(rows, len(header))
        return [row_sentence(header, row, keys) for row in rows]
    keys = min(1, len(header) - 1)
    return [f"{group}, {sentence}" if group and sentence else sentence
            for group, sentence in zip(groups, (row_sentence(header, row, keys) for row in rows), strict=True)]


def _groups(rows: Sequence[Sequence[str]]) -> list[str]:
    """The group that each row is in: the last row above it that only names something; empty where there is none.

    Such rows name groups when the names of other rows occur again, but never twice in one group.
    """
    groups, names, current = [], [], ""
    for row in rows:
        if row and row[0] and set(row[1:]) <= {"", row[0]}:
            current = row[0]
            groups.append("")
        else:
            groups.append(current)
            if row and row[0]:
                names.append((current, row[0]))
    again = len({name for _, name in names}) < len(names) == len(set(names))
    return groups if again and current else [""] * len(rows)


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
