"""AsciiDoc tables have their header, every cell, and merged cells filled in."""

from __future__ import annotations

import pytest

from engine.ingest.parse.asciidoc import parse
from engine.types import Block, BlockKind, Parsed
from tests.engine.ingest.texts import source_of


def read(source: str) -> Parsed:
    return parse(source_of(source, "page.adoc"))


def only_table(page: Parsed) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    tables = [block.table for block in page.blocks if block.table is not None]
    assert len(tables) == 1
    return tables[0].header, [row.cells for row in tables[0].rows]


def block_of(page: Parsed, kind: BlockKind) -> Block:
    return next(block for block in page.blocks if block.kind is kind)


@pytest.mark.parametrize(("source", "header", "rows"), [
    ("|===\n|A |B\n\n|1 |2\n|3 |4\n|===", ("A", "B"), [("1", "2"), ("3", "4")]),
    ("|===\n| A | B\n\n| 1\n| 2\n\n| 3 | 4\n|===", ("A", "B"), [("1", "2"), ("3", "4")]),
    ("|===\n|1 |2\n|3 |4\n|===", ("", ""), [("1", "2"), ("3", "4")]),
    ("[cols=\"1,2\"]\n|===\n|1\n|2\n|3\n|4\n|===", ("", ""), [("1", "2"), ("3", "4")]),
    ("[%header,cols=2*]\n|===\n|A\n|B\n|1\n|2\n|===", ("A", "B"), [("1", "2")]),
    ("[options=\"header\",cols=\"3\"]\n|===\n|A|B|C\n|1|2|3\n|===", ("A", "B", "C"), [("1", "2", "3")]),
    ("[%noheader]\n|===\n|1 |2\n\n|3 |4\n|===", ("", ""), [("1", "2"), ("3", "4")]),
    ("|===\n|A |B |C\n\n2+|wide |x\n.2+|tall |1 |2\n|3 |4\n|===", ("A", "B", "C"),
     [("wide", "wide", "x"), ("tall", "1", "2"), ("tall", "3", "4")]),
    ("|===\n|A |B\n\n2*|same\n|===", ("A", "B"), [("same", "same")]),
    ("|===\n|A |B\n\n|x \\| y |first\nsecond\n\nthird\n|===", ("A", "B"), [("x | y", "first second third")]),
    ("[cols=\"1,1a\"]\n|===\n|A |B\n\n|x |\n* one\n* two\n|===", ("A", "B"), [("x", "one two")]),
    ("|===\n|A |B\n\n|x a|\n----\ncode\n----\n|===", ("A", "B"), [("x", "code")]),
    ("[%header,format=csv]\n|===\nA,B\n1,\"two, 2\"\n|===", ("A", "B"), [("1", "two, 2")]),
    (",===\nA,B\n\n1,2\n,===", ("", ""), [("A", "B"), ("1", "2")]),
    ("[%header,format=dsv]\n|===\nA:B\n1:2\n|===", ("A", "B"), [("1", "2")]),
    ("|===\n|Key |Meaning\n\nh|*a* |`b`\n|===", ("Key", "Meaning"), [("a", "b")]),
    ("|===\n|A |B\n\n|only one\n|===", ("A", "B"), [("only one", "")]),
    ("|===\n|a|b|c\n|===", ("", "", ""), [("a", "b", "c")]),
    ("[cols=\"2*<.^,^\"]\n|===\n|a >|b 2.3+^.>s|c\n|===", ("", "", ""), [("a", "b", "c")]),
])
def test_tables_have_their_header_and_every_cell(
        source: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    page = read(f"{source}\n\nafter\n")
    assert only_table(page) == (header, rows)
    assert page.blocks[-1].plain == "after"


def test_a_table_has_its_title_and_a_sentence_for_each_row() -> None:
    page = read(".Ports of {x}\n|===\n|Name |Port\n\n|control |7443\n|===\n")
    table = block_of(page, BlockKind.TABLE).table
    assert table is not None
    assert (table.caption, table.rows[0].sentence) == ("Ports of {x}", "control: port 7443")


def test_a_table_in_a_cell_keeps_its_words() -> None:
    page = read("|===\n|A |B\n\n|x a|\n!===\n!p !q\n!===\n|===\n")
    assert only_table(page)[1] == [("x", "p: q")]
