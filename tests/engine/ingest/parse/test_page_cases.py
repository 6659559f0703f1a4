"""The hard cases beside the checkout that are web pages, Word documents, OpenDocument texts or messages."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.parse import parse_file
from engine.types import BlockKind, Parsed
from tests.conftest import SHARED
from tests.engine.ingest.texts import all_chunks, chunked

pytestmark = pytest.mark.corpora

CASES = SHARED / "cases"
ENDINGS = {".html", ".htm", ".xhtml", ".docx", ".odt", ".eml"}
FAMILIES = {"latin-1": "cp1252"}

Case = dict[str, Any]


def cases() -> list[Case]:
    manifest = CASES / "cases.jsonl"
    lines = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else []
    return [case for case in map(json.loads, lines) if Path(case.get("file") or "").suffix in ENDINGS]


@pytest.fixture(params=cases(), ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> Case:
    made: Case = request.param
    return made


def read(case: Case) -> Parsed | DocumentTrouble:
    path = CASES / case["file"]
    try:
        return parse_file(path, relative_path=path.name)
    except DocumentTrouble as trouble:
        return trouble


def test_the_manifest_has_cases_for_us() -> None:
    assert len(cases()) >= 15


def test_each_case_ends_in_the_state_it_must_and_in_time(case: Case) -> None:
    must = case["must"]
    started = time.monotonic()
    found = read(case)
    assert time.monotonic() - started < must.get("limits", {}).get("wall_s", 20)
    states = set(must.get("status_any", [must.get("status", "indexed")]))
    if isinstance(found, Parsed):
        assert found.state.value in states
        return
    assert "failed" in states
    assert found.code.value in must.get("error_class_any", [must.get("error_class")])
    assert "CANARY" not in found.detail


def test_what_must_be_read_is_there_and_what_must_not_is_nowhere(case: Case) -> None:
    found = read(case)
    if isinstance(found, DocumentTrouble):
        assert case["must"].get("status") != "indexed"
        return
    must, chunks = case["must"], all_chunks(found)
    parts = [found.title, found.text, *(f"{chunk.heading_text}\n{chunk.plain}" for chunk in chunks)]
    everything = " ".join("\n".join(parts).split())
    raw = f"{found}{chunks}"
    assert [text for text in must.get("contains", []) if " ".join(text.split()) not in everything] == []
    assert [text for text in must.get("contains", []) if "\n" in text and text not in found.text] == []
    for name in ("not_contains", "not_in_answer_context", "not_in_chunks"):
        assert [text for text in must.get(name, []) if text in raw] == []


def test_titles_headings_and_encodings_are_right(case: Case) -> None:
    found, must = read(case), case["must"]
    if isinstance(found, DocumentTrouble):
        return
    headings = [[block.level, block.plain] for block in found.blocks if block.kind is BlockKind.HEADING]
    assert headings == must.get("headings", headings)
    assert [each for each in must.get("headings_include", []) if each not in headings] == []
    assert found.title == must.get("title", found.title)
    assert found.encoding == FAMILIES.get(must.get("encoding", ""), must.get("encoding", found.encoding))


def test_tables_are_as_their_readers_see_them(case: Case) -> None:
    found, must = read(case), case["must"]
    if isinstance(found, DocumentTrouble):
        return
    tables = [block.table for block in found.blocks if block.table is not None]
    for table, wanted in zip(tables, must.get("tables", []), strict=bool(must.get("tables"))):
        assert list(table.header) == wanted.get("header", wanted.get("header_paths"))
        assert [list(row.cells) for row in table.rows] == wanted["rows"]


def test_a_row_says_what_is_asked_of_it_and_a_section_is_where_it_belongs(case: Case) -> None:
    found = read(case)
    for query in case["must"].get("queries", []):
        assert isinstance(found, Parsed)
        sentences = [row.sentence.lower() for block in found.blocks if block.table for row in block.table.rows]
        wanted = [word.lower() for word in query.get("must_show", [])]
        assert not wanted or any(all(word in sentence for word in wanted) for sentence in sentences)
        paths = [list(section.heading_path) for section, _ in chunked(found)]
        assert query.get("section") is None or query["section"] in paths
