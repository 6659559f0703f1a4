"""Plain text and logs keep their lines and find their paragraphs, lists and headings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.types import BlockKind
from tests.engine.ingest.texts import all_chunks, cut, read_text, shape


def test_paragraphs_lists_and_underlined_headings_are_found() -> None:
    page = read_text("Release notes\n=============\n\nSome words\nover two lines.\n\n- size: how big\n  and more\n"
                     "- other\n\n"
                     "Part\n----\n1. one\n2. two\n\n    indented code\n")
    assert shape(page) == [
        ("heading", 1, "Release notes"), ("paragraph", 0, "Some words\nover two lines."),
        ("list_item", 0, "size: how big\n  and more"), ("list_item", 0, "other"), ("heading", 2, "Part"),
        ("list_item", 0, "one"), ("list_item", 0, "two"), ("code", 0, "    indented code"),
    ]
    assert page.title == "Release notes"
    assert [block.line for block in page.blocks] == [1, 4, 7, 9, 11, 13, 14, 16]


@pytest.mark.parametrize("line", [
    "2026-01-02T03:04:05Z relay started", "[2026-01-02 03:04:05] relay started", "Jan  2 03:04:05 host relay: started",
    "ERROR relay stopped", "level=warn msg=\"x\"", "I0102 03:04:05.000 relay", "[    0.000000] Linux",
])
def test_a_log_is_kept_line_by_line(line: str) -> None:
    page = read_text("\n".join([line] * 5))
    assert [(block.kind.value, block.language) for block in page.blocks] == [("code", "log")]
    long = read_text("\n".join(f"{line} {number}" for number in range(400)))
    pieces = all_chunks(long)
    assert len(pieces) > 5
    lines = set(long.text.split("\n"))
    for piece in pieces:
        assert set(piece.text.split("\n")) <= lines


def test_lines_in_capitals_and_numbered_chapters_are_headings() -> None:
    page = read_text("RELAY 5 RELEASE NOTES\n\nText here.\n\n1. Introduction\n\nMore.\n\n1.1 Ports\n\nA port.\n\n"
                "2. LIMITS\n\nNone.\n\n第3章 概要\n\n正文。\n")
    assert [(block.level, block.plain) for block in page.blocks if block.kind is BlockKind.HEADING] == [
        (1, "RELAY 5 RELEASE NOTES"), (1, "1. Introduction"), (2, "1.1 Ports"), (1, "2. LIMITS"), (1, "第3章 概要")]
    assert page.title == "RELAY 5 RELEASE NOTES"


@pytest.mark.parametrize("line", ["1. Unplug the relay", "WARNING", "E42", "Fixed in 5.2", "3.5 mm jack", "OK.",
                                  "2024-01-02 10:00:00 ERROR", "TIMEOUT IS 40 SECONDS.", "ÖFFNEN:"])
def test_other_lines_that_stand_alone_are_no_headings(line: str) -> None:
    assert all(block.kind is not BlockKind.HEADING for block in read_text(f"Before.\n\n{line}\n\nAfter.\n").blocks)


def test_a_note_in_plain_text_is_a_note() -> None:
    assert read_text("WARNING: hot surface.\n").blocks[0].label == "warning"


def test_a_file_of_one_endless_line_is_cut_into_chunks_that_fit() -> None:
    page = read_text("word " * 40_000 + "zebrafish-77 " + "x" * 20_000)
    pieces = all_chunks(page)
    assert any("zebrafish-77" in piece.plain for piece in pieces)
    assert "".join(piece.text for piece in pieces).replace(" ", "") == page.text.replace(" ", "")


@given(st.text(alphabet="ab=-~*1.)( \t\n#•é", max_size=200))
def test_every_visible_character_is_in_one_block(source: str) -> None:
    page = read_text(source)
    covered = "".join(cut(page, block) for block in page.blocks)
    assert "".join(covered.split()) == "".join(page.text.split())
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end
        end = block.span.end


def test_columns_kept_apart_by_blanks_under_a_header_are_a_table() -> None:
    source = ("Ports\n\nName        Port    Use\napi         8443    REST calls\nmetrics     9090\n"
              "web         443     browser\n\nItem        Qty   Price\n"
              "----------  ----  -----\nBolt         12    3.40\n")
    parsed = read_text(source)
    first, second = (block.table for block in parsed.blocks if block.table is not None)
    assert first.header == ("Name", "Port", "Use")
    assert [row.sentence for row in first.rows] == [
        "api: port 8443, use REST calls", "metrics: port 9090", "web: port 443, use browser"]
    assert [parsed.text[row.span.start:row.span.end] for row in first.rows] == [
        "api         8443    REST calls", "metrics     9090", "web         443     browser"]
    assert second.rows[0].sentence == "Bolt: qty 12, price 3.40"


@pytest.mark.parametrize("source", [
    "A line  with two blanks and\nanother  line of prose goes here.\n",
    "Start it.  Then wait.\nStop it.   Then go.\n", "usage  a\n   b\n",
])
def test_prose_with_wide_gaps_is_no_table(source: str) -> None:
    assert all(block.table is None for block in read_text(source).blocks)


def test_a_table_of_dates_is_a_table_and_no_log() -> None:
    source = "Date         Unit    Hours\n2024-01-02   P-1     120\n2024-01-09   P-2     140\n"
    table = read_text(source).blocks[0].table
    assert table is not None
    assert table.rows[1].cells == ("2024-01-09", "P-2", "140")


def test_a_title_in_capitals_right_over_deeper_text_is_a_heading() -> None:
    read = read_text("1. PREPARATION\n\n   Close valve A.\n\n2. START\n   Press START.\n")
    assert [block.plain for block in read.blocks if block.kind is BlockKind.HEADING] == ["1. PREPARATION", "2. START"]
    assert read.blocks[-1].plain == "Press START."


def test_chapters_in_chinese_are_headings_without_blank_lines_around_them() -> None:
    read = read_text("第一章　总则\n第一条　本规程适用于设备。\n第二章 操作\n打开阀门。见第三章规定的内容。\n"
                     "第三章规定的内容如下\n")
    headings = [block.plain for block in read.blocks if block.kind is BlockKind.HEADING]
    assert headings == ["第一章　总则", "第二章 操作"]
    assert "第三章规定的内容如下" in read.blocks[-1].plain
