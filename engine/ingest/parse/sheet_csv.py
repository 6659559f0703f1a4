"""Tables in plain text (CSV, TSV): what parts the cells is found from the text itself.

1. A first line ``sep=;`` says it. Else the delimiter is the one that cuts the first lines into the most columns, the
   same number in each, quotes respected; where nothing does, the file is plain text.
2. The lines are then a sheet: numbers and dates are known by their look, blank lines part tables, lines of one value at
   the top are the caption, and the header is found as in a workbook. Rows count as a spreadsheet would count them.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from engine.ingest.decode import decode
from engine.ingest.parse import text as plain_text
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.sheet import write_part
from engine.ingest.parse.sheet_grid import Cell, CellKind, Grid
from engine.ingest.parse.sheet_table import parts
from engine.ingest.parse.source import Source
from engine.types import IngestState, Parsed, Problem, ProblemCode

if TYPE_CHECKING:
    from _csv import Reader as _Reader

_DELIMITERS = "\t;,|"
_SAMPLE = 60
_MOST_LINES = 40
"""Lines of one record; a field of more is taken for a quote that was never closed."""
_SAID = re.compile(r'"?sep=(.)"?[ \t]*\n', re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?[$€£¥]?\s?\d[\d .,'_]*(?:[eE][-+]?\d+)?\s?"
                     r"(?:%|[$€£¥]|[kMGTmµ]?(?:B|Hz|V|A|W|s|m|g|Pa|bar|°C))?")
_DATE = re.compile(r"(?:19|20)\d\d[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d\d?:\d\d.*)?|\d{1,2}[-/.]\d{1,2}[-/.](?:19|20)\d\d"
                   r"|\d\d?:\d\d(?::\d\d)?")
_FLAGS = frozenset({"true", "false", "yes", "no"})
_MOST_ROWS = 300_000
_MOST_UNCLOSED = 100
"""Lines with a broken quote after which no quote is believed any more."""


def parse(source: Source) -> Parsed:
    """The file as text and blocks. Raises DocumentTrouble when it is no text."""
    decoded = decode(source.data)
    text, delimiter = _delimiter(decoded.text, prefers_tab=source.relative_path.lower().endswith(".tsv"))
    if not delimiter:
        return plain_text.parse(source)
    rows: dict[int, dict[int, Cell]] = {}
    problems = list(decoded.problems)
    unclosed: list[int] = []
    for number, row in enumerate(_rows(text, delimiter, unclosed), 1):
        if number > _MOST_ROWS:
            problems.append(Problem(code=ProblemCode.TOO_LARGE, detail=f"The table has more than {_MOST_ROWS:,} rows; "
                                    "what lies beyond was left out. Split it to have it indexed in full."))
            break
        cells = {column: cell_of(value) for column, value in enumerate(row, 1) if value.strip()}
        if cells:
            rows[number] = cells
    builder = TextBuilder(media_type=source.media_type)
    for part in parts(Grid(rows=rows), split_columns=False):
        write_part(builder, part, source)
    if unclosed:
        problems.append(Problem(code=ProblemCode.CORRUPT, detail=f"A quote that begins in line {unclosed[0]} is never "
                                "closed; that line was read without quotes. Close it and save the file."))
    is_cut = bool(unclosed) or any(problem.code is ProblemCode.TOO_LARGE for problem in problems)
    return builder.result(title=source.stem, problems=problems, encoding=decoded.encoding,
                          state=IngestState.PARTIAL if is_cut else None)


def cell_of(text: str) -> Cell:
    """A field with what it looks like."""
    text = " ".join(text.split())
    if _DATE.fullmatch(text):
        return Cell(text, CellKind.DATE)
    if _NUMBER.fullmatch(text):
        return Cell(text, CellKind.NUMBER)
    return Cell(text, CellKind.FLAG if text.lower() in _FLAGS else CellKind.TEXT)


def _delimiter(text: str, *, prefers_tab: bool) -> tuple[str, str]:
    """The text without a line that names the delimiter, and the delimiter; empty when there is none."""
    if said := _SAID.match(text):
        return text[said.end():], said[1]
    best, best_score = "", 0.0
    for delimiter in _DELIMITERS:
        widths = Counter(len(row) for row in islice(_rows(text, delimiter), _SAMPLE) if any(map(str.strip, row)))
        width, count = max(widths.items(), key=lambda item: (item[1] * (item[0] > 1), item[0]), default=(1, 0))
        score = count / max(1, widths.total()) * (1 + min(width, 50) / 100) if width > 1 else 0.0
        if delimiter == "\t" and prefers_tab and score:
            score += 1
        if score > best_score:
            best, best_score = delimiter, score
    return text, best if best_score > 0.5 else ""


def _rows(text: str, delimiter: str, unclosed: list[int] | None = None) -> Iterator[list[str]]:
    """The records. Quotes in a line in which one is never closed are mere characters, so that it swallows no line after
    it; the numbers of such lines are added to ``unclosed``.
    """
    csv.field_size_limit(len(text) + 1)
    if '"' not in text:
        yield from _read(text, delimiter)
        return
    lines = io.StringIO(text, newline="").readlines()
    start, tries = 0, 0
    while start < len(lines):
        if tries > _MOST_UNCLOSED:
            yield from _read("".join(lines[start:]), delimiter, has_quotes=False)
            return
        reader = _read(lines[start:], delimiter, is_strict=True)
        done = 0
        try:
            for row in reader:
                if reader.line_num - done > _MOST_LINES:
                    break
                done = reader.line_num
                yield row
            else:
                return
        except csv.Error:
            pass  # told below, by the line in which the record begins
        start += done
        tries += 1
        is_closed = len(list(_read([lines[start].rstrip("\r\n") + "\n", "x"], delimiter))) == 2
        if not is_closed and unclosed is not None:
            unclosed.append(start + 1)
        yield from _read([lines[start]], delimiter, has_quotes=is_closed)
        start += 1


def _read(text: str | list[str], delimiter: str, *, has_quotes: bool = True, is_strict: bool = False) -> _Reader:
    lines = io.StringIO(text, newline="") if isinstance(text, str) else text
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=delimiter != "\t", strict=is_strict,
                      quoting=csv.QUOTE_MINIMAL if has_quotes else csv.QUOTE_NONE)
