"""Workbooks (XLSX): each sheet a section, each table on it a table whose rows know their cells.

Owns what becomes of a sheet's parts; the package is read in ``sheet_workbook`` and ``sheet_cells``, tables are found in
``sheet_grid`` and ``sheet_table``, numbers are shown by ``sheet_numbers``.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.office import open_package
from engine.ingest.parse.office_properties import properties
from engine.ingest.parse.sheet_cells import Sheet
from engine.ingest.parse.sheet_table import Part, parts
from engine.ingest.parse.sheet_workbook import MOST_CELLS, Workbook
from engine.ingest.parse.source import Source
from engine.types import Found, IngestState, Parsed, Problem, ProblemCode

_ROWS_AT_ONCE = 2_000
"""Longer tables become several, each with the header."""


def parse(source: Source) -> Parsed:
    """The workbook as text and blocks. Raises DocumentTrouble: EMPTY, ENCRYPTED, UNSUPPORTED, CORRUPT, BOMB."""
    package = open_package(source)
    workbook = Workbook(package, source.progress)
    found = properties(package)
    builder = TextBuilder(media_type=source.media_type)
    seen = _Seen()
    for entry in workbook.sheets:
        if entry.is_hidden:
            seen.hidden_sheets += 1
            continue
        sheet = workbook.read(entry)
        seen.add(sheet)
        _write(builder, source, entry.name, sheet)
    title = next((value.value for value in found if value.name == "title"), "") or source.stem
    problems = seen.problems()
    if not builder.blocks:
        problems.append(Problem(code=ProblemCode.EMPTY, detail="No sheet of the workbook holds anything that shows."))
    state = IngestState.PARTIAL if seen.is_cut else None if builder.blocks else IngestState.METADATA_ONLY
    return builder.result(title=title, found=(*found, *seen.found()), problems=problems, state=state)


@dataclass(slots=True)
class _Seen:
    """What was left out of all sheets."""

    hidden_sheets: int = 0
    hidden_rows: int = 0
    hidden_columns: int = 0
    without_value: int = 0
    is_cut: bool = False

    def add(self, sheet: Sheet) -> None:
        """Count one more sheet."""
        self.hidden_rows += sheet.hidden_rows
        self.hidden_columns += sheet.hidden_columns
        self.without_value += sheet.without_value
        self.is_cut = self.is_cut or sheet.is_cut

    def found(self) -> tuple[Found, ...]:
        """What is worth knowing and no problem of the file."""
        if not self.without_value:
            return ()
        return (Found(name="formulas_without_value", value=str(self.without_value), source="workbook"),)

    def problems(self) -> list[Problem]:
        """What a reader must be told, the worst first."""
        problems = []
        if self.is_cut:
            problems.append(Problem(
                code=ProblemCode.TOO_LARGE, detail=f"The workbook has more than {MOST_CELLS:,} cells; what lies beyond "
                "was left out. Split it to have it indexed in full."))
        counted = [_count(number, name) for number, name in (
            (self.hidden_sheets, "sheet"), (self.hidden_rows, "row"), (self.hidden_columns, "column")) if number]
        if counted:
            problems.append(Problem(
                code=ProblemCode.HIDDEN_TEXT, detail=f"Hidden parts were left out: {', '.join(counted)}. Show them in "
                "the workbook to have them indexed."))
        return problems


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def _write(builder: TextBuilder, source: Source, name: str, sheet: Sheet) -> None:
    """One sheet as a section; a sheet with nothing on it is none."""
    found = list(parts(sheet.grid))
    if not found and not sheet.boxes:
        return
    builder.heading(1, name)
    for part in found:
        write_part(builder, part, source, sheet=name)
    for text in sheet.boxes:
        builder.paragraph(text)
    for cell, text in sheet.comments:
        if text:
            builder.paragraph(f"Comment on {name}!{cell}: {text}")


def write_part(builder: TextBuilder, part: Part, source: Source, *, sheet: str = "") -> None:
    """One part of a sheet; of several captions the last is the table's, the others are paragraphs above it."""
    above, caption = part.captions[:-1], part.captions[-1:]
    for text in above if part.rows else part.captions:
        builder.paragraph(text)
    for start in range(0, len(part.rows), _ROWS_AT_ONCE):
        rows, boxes = part.rows[start:start + _ROWS_AT_ONCE], part.row_boxes[start:start + _ROWS_AT_ONCE]
        first = part.box if start == 0 else boxes[0]
        builder.table(part.header, rows, caption="".join(caption), sheet=sheet, row_ranges=list(map(str, boxes)),
                      cell_range=str(first._replace(bottom=boxes[-1].bottom)))
        source.progress()
    for note in part.notes:
        if part.rows or len(part.notes) > 1:
            builder.list_item(note)  # a paragraph would read as the words that lead in the next table
        else:
            builder.paragraph(note)
