"""Short ways to read the source of a web page, for the tests of its reader."""

from __future__ import annotations

from pathlib import Path

from engine.ingest.parse import html
from engine.ingest.parse.source import Source
from engine.types import Block, BlockKind, Parsed, Table


def read_page(source: str | bytes, name: str = "page.html") -> Parsed:
    data = source.encode("utf-8", "surrogatepass") if isinstance(source, str) else source
    return html.parse(Source(path=Path(name), relative_path=name, data=data, media_type="text/html"))


def text_of(source: str | bytes) -> str:
    return read_page(source).text


def only_table(parsed: Parsed) -> Table:
    tables = [block.table for block in parsed.blocks if block.table is not None]
    assert len(tables) == 1
    return tables[0]


def rows_of(table: Table) -> list[list[str]]:
    return [list(row.cells) for row in table.rows]


def headings_of(parsed: Parsed) -> list[tuple[int, str, str]]:
    """Level, words and anchor of every heading."""
    return [(block.level, block.plain, block.anchor) for block in parsed.blocks if block.kind is BlockKind.HEADING]


def labelled(parsed: Parsed) -> dict[str, Block]:
    """The blocks that have a label, by it."""
    return {block.label: block for block in parsed.blocks if block.label}
