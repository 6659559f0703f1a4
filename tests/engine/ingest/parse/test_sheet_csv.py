"""CSV files become tables whose rows can be cited by their cells."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ingest.parse import sheet_csv, sniff
from engine.ingest.parse.source import Source
from engine.types import IngestState, Parsed, ProblemCode
from tests.engine.ingest.parse.test_sheet import cells, rows_of, tables, words


def csv(text: str | bytes, name: str = "data.csv") -> Parsed:
    data = text.encode() if isinstance(text, str) else text
    return sheet_csv.parse(Source(path=Path(name), relative_path=name, data=data, media_type=sniff.CSV))


@pytest.mark.parametrize(("text", "name"), [
    ("code,meaning\nE1,bad\nE2,worse\n", "a.csv"), ("code;meaning\nE1;bad\nE2;worse\n", "a.csv"),
    ("code\tmeaning\nE1\tbad\nE2\tworse\n", "a.tsv"), ("sep=|\ncode|meaning\nE1|bad\nE2|worse\n", "a.csv"),
    ("\ufeffcode,meaning\r\nE1,bad\r\nE2,worse\r\n", "a.csv"),
])
def test_the_delimiter_is_found(text: str, name: str) -> None:
    table, = tables(csv(text, name))
    assert (table.header, cells(table)) == (("code", "meaning"), [("E1", "bad"), ("E2", "worse")])
    assert [row.range for row in table.rows] == ["A2:B2", "A3:B3"]


def test_quoted_fields_keep_delimiters_quotes_and_line_breaks() -> None:
    table, = tables(csv('code;meaning\nE1;"bad; really ""bad"""\nE2;"two\nlines"\n'))
    assert cells(table) == [("E1", 'bad; really "bad"'), ("E2", "two lines")]


def test_a_quote_that_is_never_closed_swallows_nothing() -> None:
    lines = [f"k{number},{number}" for number in range(100)]
    table, = tables(csv('key,value\nbad,"never closed\n' + "\n".join(lines) + "\n"))
    assert len(table.rows) == 101


def test_decimal_commas_and_encodings_are_no_hindrance() -> None:
    parsed = csv("Größe;Preis\nklein;1,5\ngroß;2,5\n".encode("cp1252"))
    table, = tables(parsed)
    assert (table.header, cells(table)[1], parsed.encoding) == (("Größe", "Preis"), ("groß", "2,5"), "cp1252")


def test_lines_above_a_table_and_tables_one_below_the_other_are_kept_apart() -> None:
    parsed = csv("Export of May\n\nname,value\npump,7\n\nname,unit\npump,bar\n")
    assert words(parsed) == ["Export of May"]
    assert [table.header for table in tables(parsed)] == [("name", "value"), ("name", "unit")]


def test_numbers_alone_have_no_header_and_empty_columns_stay() -> None:
    assert tables(csv("2024-01-01,7\n2024-01-02,8\n"))[0].header == ("", "")
    assert cells(tables(csv("id,name,note\n1,,x\n2,,y\n"))[0]) == [("1", "", "x"), ("2", "", "y")]


def test_a_file_that_is_no_table_is_text() -> None:
    parsed = csv("Just a line, with a comma\nand another line\nno table here\n")
    assert not tables(parsed)
    assert "and another line" in parsed.text


@settings(max_examples=100, deadline=None)
@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=80),
       st.sampled_from(["\n", ",", "\"", ";"]))
def test_any_text_is_read(text: str, glue: str) -> None:
    words_in = [word for word in text.split() if word.isascii() and word.isalnum()]
    parsed = csv(glue.join(text.split()))
    assert all(word in parsed.text for word in words_in)


@pytest.mark.parametrize("source", [
    'Code,Meaning,Action\nE1,"Pump hot,wait\nE2,Lid open,close\nE3,No water,fill\n',
    'Code,Meaning,Action\nE1,"Pump hot,wait\nE2,"Lid open",close\nE3,"No water",fill\n',
])
def test_a_quote_that_is_never_closed_swallows_no_rows_and_is_named(source: str) -> None:
    parsed = csv(source)
    table, = tables(parsed)
    assert [row[0] for row in cells(table)] == ["E1", "E2", "E3"]
    assert cells(table)[1] == ("E2", "Lid open", "close")
    assert parsed.state is IngestState.PARTIAL
    assert [(problem.code, "line 2" in problem.detail) for problem in parsed.problems] == [(ProblemCode.CORRUPT, True)]


def test_lines_inside_quotes_and_inches_are_nothing_to_name() -> None:
    parsed = csv('Code,Meaning\nE1,"two\nlines, one ""cell"""\nE2,5" pipe\n')
    assert cells(*tables(parsed)) == [("E1", 'two lines, one "cell"'), ("E2", '5" pipe')]
    assert not parsed.problems


def test_a_header_above_a_blank_row_is_the_tables_even_when_a_row_has_more_cells() -> None:
    for parsed in (csv("Model,Voltage,Weight\n\nA1,230,4,extra\nB2,110,5\n"),
                   rows_of([["Model", "Voltage", "Weight"], [], ["A1", 230, 4, "extra"], ["B2", 110, 5]])):
        table, = tables(parsed)
        assert table.header == ("Model", "Voltage", "Weight", "")
        assert table.rows[0].sentence == "A1: voltage 230, weight 4, extra"


def test_a_second_key_that_says_nothing_by_itself_is_said_with_its_column() -> None:
    table, = tables(csv("Pump,Size,Limit\nAlpha,2,10\nAlpha,3,20\nBeta,2,30\n"))
    assert [row.sentence for row in table.rows] == [
        "Alpha, size 2: limit 10", "Alpha, size 3: limit 20", "Beta, size 2: limit 30"]


def test_a_sum_below_a_gap_keeps_the_header_though_it_has_fewer_cells() -> None:
    page = csv("Region;Max;Note\nNorth;1,5;near\nSouth;2,0;far\n;;\nTotal;3,5;\n")
    assert [table.header for table in tables(page)] == [("Region", "Max", "Note")] * 2
    assert cells(tables(page)[1]) == [("Total", "3,5", "")]
