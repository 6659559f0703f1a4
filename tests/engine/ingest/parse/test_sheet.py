"""Workbooks become sections and tables whose rows can be cited by their cells."""

from __future__ import annotations

import datetime
import io
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.worksheet.table import Table as DeclaredTable
from openpyxl.worksheet.worksheet import Worksheet

from engine.errors import DocumentTrouble
from engine.ingest.parse import sheet, sniff
from engine.ingest.parse.sheet_grid import column_letters
from engine.ingest.parse.sheet_numbers import is_date, shown_date, shown_number
from engine.ingest.parse.source import Limits, Source
from engine.ingest.structure import sections
from engine.types import BlockKind, IngestState, Parsed, ProblemCode, Table

_EPOCH = datetime.datetime(1899, 12, 30)


def workbook(fill: Callable[[Worksheet], object]) -> Workbook:
    """A workbook of one sheet called ``Data``."""
    book = Workbook()
    page = book.active
    page.title = "Data"
    fill(page)
    return book


def read(book: Workbook | bytes) -> Parsed:
    if isinstance(book, bytes):
        data = book
    else:
        buffer = io.BytesIO()
        book.save(buffer)
        data = buffer.getvalue()
    return sheet.parse(Source(path=Path("book.xlsx"), relative_path="book.xlsx", data=data, media_type=sniff.XLSX))


def rows_of(values: Sequence[Sequence[object]]) -> Parsed:
    """A workbook whose only sheet holds these rows."""
    def fill(page: Worksheet) -> None:
        for row, line in enumerate(values, 1):
            for column, value in enumerate(line, 1):
                page.cell(row, column, value)
    return read(workbook(fill))


def tables(parsed: Parsed) -> list[Table]:
    return [block.table for block in parsed.blocks if block.table is not None]


def cells(table: Table) -> list[tuple[str, ...]]:
    return [row.cells for row in table.rows]


def words(parsed: Parsed) -> list[str]:
    return [block.plain for block in parsed.blocks if block.table is None and block.kind is not BlockKind.HEADING]



def test_each_sheet_is_a_section_and_each_row_knows_its_cells() -> None:
    book = workbook(lambda page: [page.append(row) for row in (["Code", "Meaning"], ["E1", "bad"], ["E2", "worse"])])
    book.create_sheet("Notes & more")["B7"] = "Call desk 4"
    parsed = read(book)
    assert [(section.level, section.heading) for section, _ in sections(parsed)] == [(1, "Data"), (1, "Notes & more")]
    table, = tables(parsed)
    assert (table.sheet, table.range, table.header) == ("Data", "A1:B3", ("Code", "Meaning"))
    assert [(row.cells, row.range, row.sentence) for row in table.rows] == [
        (("E1", "bad"), "A2:B2", "E1: meaning bad"), (("E2", "worse"), "A3:B3", "E2: meaning worse")]
    assert [parsed.text[row.span.start:row.span.end] for row in table.rows] == ["| E1 | bad |", "| E2 | worse |"]
    assert words(parsed) == ["Call desk 4"]


def test_merged_headers_are_joined_and_merged_cells_filled() -> None:
    def fill(page: Worksheet) -> None:
        for row in (["Region", "2024", None, "2025", None], [None, "Q1", "Q2", "Q1", "Q2"], ["North", 1, 2, 3, 4],
                    ["South", 5, 6, 7, 8], [None, 9, 10, 11, 12]):
            page.append(row)
        for merged in ("A1:A2", "B1:C1", "D1:E1", "A4:A5"):
            page.merge_cells(merged)
    table, = tables(read(workbook(fill)))
    assert table.header == ("Region", "2024 / Q1", "2024 / Q2", "2025 / Q1", "2025 / Q2")
    assert cells(table)[1:] == [("South", "5", "6", "7", "8"), ("South", "9", "10", "11", "12")]
    assert table.range == "A1:E5"


def test_groups_above_a_header_need_no_merge() -> None:
    table, = tables(rows_of([["Model", "Flow", None, "Mass"], [None, "min", "max", "kg"], ["A1", 2, 9, 4],
                             ["B2", 3, 8, 5]]))
    assert table.header == ("Model", "Flow / min", "Flow / max", "Mass / kg")


def test_tables_on_one_sheet_part_at_blank_rows_and_columns() -> None:
    parsed = rows_of([
        ["Code", "Meaning", None, "Key", "Default"], ["E1", "bad", None, "speed", 3], ["E2", "worse", None, "depth", 4],
        [None], ["Port", "Use"], [80, "web"]])
    assert [(table.range, table.header) for table in tables(parsed)] == [
        ("A1:B3", ("Code", "Meaning")), ("D1:E3", ("Key", "Default")), ("A5:B6", ("Port", "Use"))]


def test_blank_columns_behind_a_column_of_keys_are_spacing() -> None:
    parsed = rows_of([[None, None, "a", None, "b"], ["May", None, 1, None, 2], ["June", None, 3, None, 4]])
    table, = tables(parsed)
    assert (table.header, cells(table)) == (("", "a", "b"), [("May", "1", "2"), ("June", "3", "4")])


def test_a_spacer_column_and_hidden_rows_part_nothing() -> None:
    def fill(page: Worksheet) -> None:
        for row in (["Region", None, "Q1"], ["North", None, 1], ["Secret", None, 2], ["South", None, 3]):
            page.append(row)
        page.column_dimensions["B"].width = 1.5
        page.row_dimensions[3].hidden = True
    parsed = read(workbook(fill))
    table, = tables(parsed)
    assert (table.header, cells(table)) == (("Region", "Q1"), [("North", "1"), ("South", "3")])
    assert [row.range for row in table.rows] == ["A2:C2", "A4:C4"]


def test_titles_stand_above_and_remarks_below_a_table() -> None:
    parsed = rows_of([["Price list"], ["valid from May"], ["Region", "Price"], ["North", 1], ["South", 2],
                      ["Source: internal statistics, see page 4"]])
    table, = tables(parsed)
    assert (table.caption, table.range) == ("valid from May", "A3:B5")
    assert words(parsed) == ["Price list", "Source: internal statistics, see page 4"]


def test_tables_side_by_side_go_on_below_their_own_headers() -> None:
    parsed = rows_of([["Name", "Value", None, "Code", "Step", "Note"], ["pump", 7, None, "E1", 1, "x"], [None],
                      ["valve", 8, None, None, None, None]])
    assert [(table.header, cells(table)) for table in tables(parsed)] == [
        (("Name", "Value"), [("pump", "7")]), (("Code", "Step", "Note"), [("E1", "1", "x")]),
        (("Name", "Value"), [("valve", "8")])]


def test_rows_after_a_gap_go_on_with_the_header_above() -> None:
    parsed = rows_of([["Name", "Value"], ["pump", 7], [None], ["valve", 8], [None], ["Name", "Unit"], ["pump", "bar"]])
    assert [(table.header, cells(table)) for table in tables(parsed)] == [
        (("Name", "Value"), [("pump", "7")]), (("Name", "Value"), [("valve", "8")]),
        (("Name", "Unit"), [("pump", "bar")])]


@pytest.mark.parametrize(("values", "header"), [
    ([["Event", "Day"], ["Release", "Monday"]], ("Event", "Day")), ([[1, 2], [3, 4]], ("", "")),
    ([["Region", 2024, 2025], ["North", 17, 18], ["South", 3, 4]], ("Region", "2024", "2025")),
    ([["pump", 7], ["valve", 8]], ("", "")), ([["Product:", "Relay"], ["Version:", "4.1"]], ("", "")),
    ([["x", "x"], ["a", "b"]], ("", "")), ([["A", "B"]], ("", "")),
])
def test_a_header_is_found_where_there_is_one(values: Sequence[Sequence[object]], header: tuple[str, ...]) -> None:
    assert tables(rows_of(values))[0].header == header


def test_bold_type_and_declared_tables_tell_the_header() -> None:
    def fill(page: Worksheet) -> None:
        for row in ([1, 2], [3, 4], [5, 6]):
            page.append(row)
        page["A1"].font = page["B1"].font = Font(bold=True)
        page["D1"], page["E1"], page["D2"], page["E2"], page["D3"] = "x", "x2", "1", "2", "a remark glued to it"
        page.add_table(DeclaredTable(displayName="T", ref="D1:E2"))
    parsed = read(workbook(fill))
    assert [(table.range, table.header) for table in tables(parsed)] == [("A1:B3", ("1", "2")), ("D1:E2", ("x", "x2"))]
    assert words(parsed) == ["a remark glued to it"]


def test_hidden_parts_are_left_out_and_said_so() -> None:
    def fill(page: Worksheet) -> None:
        for row in (["Key", "Default", "Secret"], ["speed", 3, "s3cret"], ["hidden key", 4, "s3cret"]):
            page.append(row)
        page.column_dimensions["C"].hidden = True
        page.row_dimensions[3].hidden = True
        page["C2"].comment = Comment("hidden remark", "QA")
    book = workbook(fill)
    for state in ("hidden", "veryHidden"):
        other = book.create_sheet(state)
        other["A1"], other.sheet_state = "hidden words", state
    parsed = read(book)
    assert "idden" not in parsed.text
    assert "s3cret" not in parsed.text
    problem, = parsed.problems
    assert (problem.code, parsed.state) == (ProblemCode.HIDDEN_TEXT, IngestState.INDEXED_FLAGGED)
    assert "2 sheets, 1 row, 1 column" in problem.detail


def test_comments_are_text_with_their_cell() -> None:
    def fill(page: Worksheet) -> None:
        page["A1"], page["B1"], page["A2"], page["B2"] = "Key", "Default", "speed", 3
        page["B2"].comment = Comment("Check before use", "QA")
    assert words(read(workbook(fill))) == ["Comment on Data!B2: Check before use"]


def test_a_cell_is_shown_as_its_reader_sees_it() -> None:
    def fill(page: Worksheet) -> None:
        page.append(["Ratio", "Since", "At", "Active", "Part", "Price"])
        page.append([0.125, datetime.date(2026, 3, 1), datetime.datetime(2026, 3, 1, 14, 30), True, 42, 1234.5])
        formats = ("0.0%", "d-mmm-yy", "yyyy-mm-dd h:mm", "General", "00000", '#,##0.00 "EUR"')
        for cell, number_format in zip(page[2], formats, strict=True):
            cell.number_format = number_format
    table, = tables(read(workbook(fill)))
    assert cells(table) == [("12.5%", "2026-03-01", "2026-03-01 14:30", "TRUE", "00042", "1,234.50 EUR")]


def test_formulas_are_their_stored_result_or_nothing_and_counted() -> None:
    parsed = rows_of([["Key", "Sum"], ["speed", "=1+1"]])
    assert "1+1" not in parsed.text
    assert ("formulas_without_value", "1") in [(found.name, found.value) for found in parsed.found]


def test_document_properties_are_found() -> None:
    book = workbook(lambda page: page.append(["a", "b"]))
    book.properties.title, book.properties.version = "Relay prices", "4.1"
    parsed = read(book)
    assert parsed.title == "Relay prices"
    assert ("version", "4.1", "document properties") in [(f.name, f.value, f.source) for f in parsed.found]


def test_one_column_is_words_and_a_sheet_with_nothing_is_none() -> None:
    book = workbook(lambda page: [page.append([text]) for text in ("How to use this", "First do this.", "Then that.")])
    book.create_sheet("Empty")
    parsed = read(book)
    assert words(parsed) == ["How to use this", "First do this.", "Then that."]
    assert "Empty" not in parsed.text


def test_a_workbook_that_shows_nothing_says_so() -> None:
    parsed = read(Workbook())
    assert parsed.state is IngestState.METADATA_ONLY
    assert [problem.code for problem in parsed.problems] == [ProblemCode.EMPTY]


def test_a_long_table_repeats_its_header() -> None:
    parsed = rows_of([["Key", "Default"], *([f"k{number}", number] for number in range(4500))])
    found = tables(parsed)
    assert [table.range for table in found] == ["A1:B2001", "A2002:B4001", "A4002:B4501"]
    assert {table.header for table in found} == {("Key", "Default")}
    assert sum(len(table.rows) for table in found) == 4500


# --- workbooks that no program of ours wrote ------------------------------------------------------------------------

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def packed(sheet_xml: str, namespace: str = _MAIN) -> bytes:
    """The least package that is a workbook."""
    buffer = io.BytesIO()
    relations = (f'<Relationships xmlns="x"><Relationship Id="r1" Type="{_RELATIONS}/worksheet" Target="/xl/s.xml"/>'
                 "</Relationships>")
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{namespace}" xmlns:r="{_RELATIONS}"><sheets>'
                         '<sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>')
        archive.writestr("xl/_rels/workbook.xml.rels", relations)
        archive.writestr("xl/s.xml", f'<worksheet xmlns="{namespace}">{sheet_xml}</worksheet>')
    return buffer.getvalue()


@pytest.mark.parametrize("namespace", [_MAIN, "http://purl.oclc.org/ooxml/spreadsheetml/main"])
def test_cells_without_references_and_strict_files_are_read(namespace: str) -> None:
    parsed = read(packed('<sheetData><row><c t="inlineStr"><is><r><t>Na</t></r><r><t>me</t></r><rPh><t>x</t></rPh></is>'
                         '</c><c t="str"><f>A()</f><v>Value</v></c></row><row><c t="inlineStr"><is><t>pump</t></is></c>'
                         '<c><v>7</v></c></row></sheetData>', namespace))
    table, = tables(parsed)
    assert (table.header, cells(table), table.range) == (("Name", "Value"), [("pump", "7")], "A1:B2")


def test_a_cell_in_the_last_row_costs_nothing() -> None:
    parsed = read(packed(
        '<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="str"><v>Name</v></c><c r="B1" t="str">'
        '<v>Value</v></c></row><row r="2"><c r="A2" t="str"><v>pump</v></c><c r="B2"><v>7</v></c></row>'
        '<row r="1048576"><c r="XFD1048576" t="str"><v>far</v></c></row></sheetData>'
        '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'))
    assert [table.range for table in tables(parsed)] == ["A1:B2"]
    assert words(parsed) == ["far"]


@pytest.mark.parametrize("broken", [
    "<sheetData><row", '<sheetData><row r="1"><c r="A1" t="s"><v>99</v></c></row></sheetData>',
    '<sheetData><row r="1"><c r="A1"><v>x</v></c></row></sheetData>',
    '<!DOCTYPE x [<!ENTITY a "b">]><sheetData/>',
])
def test_a_damaged_sheet_is_named_as_damaged(broken: str) -> None:
    with pytest.raises(DocumentTrouble) as trouble:
        read(packed(broken))
    assert trouble.value.code is ProblemCode.CORRUPT


def test_a_package_that_unpacks_to_too_much_is_not_read() -> None:
    data = packed("<sheetData/>" + " " * 5_000_000)
    with pytest.raises(DocumentTrouble) as trouble:
        sheet.parse(Source(path=Path("b.xlsx"), relative_path="b.xlsx", data=data, media_type=sniff.XLSX,
                           limits=Limits(inflation_floor_bytes=1_000_000)))
    assert trouble.value.code is ProblemCode.BOMB


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.one_of(st.none(), st.integers(-9, 9), st.text("ab |\n*", min_size=1, max_size=5)),
                         min_size=1, max_size=5), min_size=1, max_size=8))
def test_no_value_of_a_sheet_is_lost(values: list[list[int | str | None]]) -> None:
    parsed = rows_of(values)
    shown = [" ".join(str(value).split()) for row in values for value in row if value is not None]
    found = [text for table in tables(parsed) for line in (table.header, *cells(table)) for name in line
             for text in name.split(" / ")]
    found += [table.caption for table in tables(parsed)] + words(parsed)
    assert {text for text in shown if text} <= {" ".join(text.split()) for text in found}


# --- numbers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "number_format", "shown"), [
    (0.25, "0%", "25%"), (0.1234, "0.0%", "12.3%"), (1234.5, "#,##0.00", "1,234.50"), (42, "00000", "00042"),
    (-5, "0.00", "-5.00"), (-5, "0.00;(0.00)", "(5.00)"), (0, '0;-0;"none"', "none"), (12, '0.0" kPa"', "12.0 kPa"),
    (12, "[$€-407] #,##0.00", "€ 12.00"), (-12, '"$"#,##0.00_);[Red]("$"#,##0.00)', "($12.00)"), (2.5, "0", "3"),
    (12345, "0.00E+00", "1.23E+04"), (0.1 + 0.2, "General", "0.3"), (3, "General", "3"), (1.5, "0.##", "1.5"),
    (1.0, "0.##", "1"), (5, ";;;", ""), (1500000, '0.0,,"M"', "1.5M"), (0.5, "# ?/?", "0.5"),
    (7, '"Level "0', "Level 7"),
    (-0.001, "0.00", "0.00"), (5, "@", "5"), (12.3, "0.0\\°", "12.3°"),
])
def test_a_number_is_shown_in_its_format(value: float, number_format: str, shown: str) -> None:
    assert shown_number(value, number_format) == shown


@pytest.mark.parametrize(("serial", "number_format", "shown"), [
    (46082, "mm-dd-yy", "2026-03-01"), (46082.5, "m/d/yy h:mm", "2026-03-01 12:00"), (0.5, "h:mm", "12:00"),
    (1.5, "[h]:mm", "36:00"), (46082, "mmm yyyy", "2026-03"), (46082, "yyyy", "2026"), (46082, "d-mmm", "2026-03-01"),
    (46082, 'yyyy"年"m"月"d"日"', "2026-03-01"), (9e9, "mm-dd-yy", "9000000000"),
])
def test_a_date_is_shown_as_iso(serial: float, number_format: str, shown: str) -> None:
    assert is_date(number_format)
    assert shown_date(serial, number_format, _EPOCH) == shown


@given(st.floats(-1e12, 1e12), st.text("0#?.,%E+-;\"$_*[]@ /dmyhsé\\", max_size=12))
def test_any_format_shows_any_number(value: float, number_format: str) -> None:
    assert isinstance(shown_number(value, number_format or "General"), str)


@pytest.mark.parametrize(("column", "letters"), [(1, "A"), (26, "Z"), (27, "AA"), (16384, "XFD")])
def test_columns_have_letters(column: int, letters: str) -> None:
    assert column_letters(column) == letters
