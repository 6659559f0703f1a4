"""Tables of manual pages (the language of tbl), between ``.TS`` and ``.TE``.

1. Options end in a semicolon, the format of the columns in a full stop; only alignment, spans and bold matter to us.
2. A line is a row, cells are parted by tabs or the character that ``tab()`` names; ``T{`` to ``T}`` is a cell of
   several lines; ``\\^`` and ``s`` repeat the cell above and to the left.
3. The first row is the header when its format or its text is bold, or when a rule follows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from engine.ingest.parse.man_lines import ManLine
from engine.ingest.parse.man_text import Strings, plain

_TAB = re.compile(r"\btab\s*\((.)\)", re.IGNORECASE)
_COLUMN = re.compile(r"([lrcnasxLRCNAS^_=-])([^lrcnasLRCNAS^,|\s]*(?:\([^)]*\))?[^lrcnasLRCNAS^,|\s]*)")
_RULE = re.compile(r"[_=]\Z|\\_\Z")
_RULED_CELLS = frozenset({"_", "=", "\\_", "\\="})
_MOST_COLUMNS = 200


def read_table(lines: Iterator[ManLine], strings: Strings, macro_text: Callable[[ManLine], str]
               ) -> tuple[list[str], list[list[str]]]:
    """Header (empty when there is none) and rows; takes the lines through ``.TE``."""
    separator, formats, rest = _layout(lines)
    rows, is_ruled = _rows(rest, separator, macro_text)
    if not rows:
        return [], []
    is_ruled = is_ruled or (len(formats) > 1 and _is_rule(formats[1]))
    formats = [styles for styles in formats if not _is_rule(styles)]
    width = min(max(max(map(len, rows)), max(map(len, formats), default=1)), _MOST_COLUMNS)
    first = [source for source in rows[0] if source.strip()]
    is_bold = all("b" in style.lower() for style in formats[0][:len(rows[0])]) if formats else False
    has_header = len(rows) > 1 and bool(first) and (
        is_bold or is_ruled or all(source.lstrip().startswith(("\\fB", "\\f[B]")) for source in first))
    filled: list[list[str]] = []
    for place, row in enumerate(rows):
        style = formats[min(place, len(formats) - 1)] if formats else []
        above = filled[-1] if filled else []
        filled.append(_filled(row, style, above, width, strings))
    return (filled[0], filled[1:]) if has_header else ([], filled)


def _layout(lines: Iterator[ManLine]) -> tuple[str, list[list[str]], Iterator[ManLine]]:
    """The separator, a list of column styles for each row of the format, and the lines after them."""
    separator = "\t"
    formats: list[list[str]] = []
    is_first = True
    for line in lines:
        if line.name:
            if line.name == "TE":
                return separator, formats, iter(())
            continue
        text = line.text.strip()
        if is_first and text.endswith(";"):
            if tab := _TAB.search(text):
                separator = tab[1]
            is_first = False
            continue
        is_first = False
        for part in text.removesuffix(".").split(","):
            columns = [f"{kind}{more}" for kind, more in _COLUMN.findall(part)]
            if columns:
                formats.append(columns[:_MOST_COLUMNS])
        if text.endswith("."):
            break
    return separator, formats, lines


def _rows(lines: Iterator[ManLine], separator: str, macro_text: Callable[[ManLine], str]
          ) -> tuple[list[list[str]], bool]:
    """Cells as they are written, and whether a rule follows the first row."""
    rows: list[list[str]] = []
    is_ruled = False
    block: list[str] | None = None
    for line in lines:
        if line.name == "TE":
            break
        text = macro_text(line) if line.name else line.text
        if block is not None:
            if text.startswith("T}"):
                rows[-1].append(" ".join(block))
                block = _cells(rows[-1], text[2:].removeprefix(separator).split(separator)) if text[2:] else None
            elif text:
                block.append(text.strip())
        elif line.name == "T&":
            _layout(lines)
        elif _RULE.match(text.strip()):
            is_ruled = is_ruled or len(rows) == 1
        elif text and not line.name:
            rows.append([])
            block = _cells(rows[-1], text.split(separator))
    if block:
        rows[-1].append(" ".join(block))
    return rows, is_ruled


def _cells(row: list[str], parts: Sequence[str]) -> list[str] | None:
    """Add cells to a row; a list for the lines of a cell that only begins here."""
    for part in parts:
        if part.strip() == "T{":
            return []
        row.append(part)
    return None


def _is_rule(styles: Sequence[str]) -> bool:
    return all(style[:1] in "_-=" for style in styles)


def _filled(row: list[str], style: Sequence[str], above: Sequence[str], width: int, strings: Strings) -> list[str]:
    """The row as readable text in full width, with merged cells repeated."""
    made: list[str] = []
    cells = iter(row)
    for column in range(width):
        kind = style[column][:1].lower() if column < len(style) else ""
        if kind == "s" and made:
            made.append(made[-1])
            continue
        source = next(cells, "").strip()
        if source == "\\^" or kind == "^":
            made.append(above[column] if column < len(above) else "")
        else:
            made.append("" if source in _RULED_CELLS else plain(source, strings).strip())
    return made
