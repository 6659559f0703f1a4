"""Every hard case through the real parser process: what the index sees of it, and that it is found again.

Two readings of the manifest are ours: a picture that belongs to a page is no document, so its page alone must be
indexed; and an empty question is refused in words, which counts as returning normally.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.types import ChunkKind
from tests.engine.ingest.cases import (
    CANARY,
    Case,
    Seen,
    WatchedParser,
    all_cases,
    files_of,
    flat,
    generate,
    in_order,
    lay_out,
    look,
    matching,
)
from tests.fakes import FakeEmbedder

pytestmark = pytest.mark.corpora

GENERATED_FILES = {"pdf-many-paths-01": "*.pdf", "txt-oneline-01": "*.txt", "txt-sparse-01": "*.md"}
FOLDERS = frozenset({"vis-200-01", "fs-names-01", "fs-loop-01", "fs-special-01", "fs-unreadable-01", "fs-tree-01"})
SLOW_MACHINE = 3
"""Wall times are stated for a quiet machine."""


def by_file() -> list[Case]:
    return [case for case in all_cases() if case["id"] not in FOLDERS]


def names(case: Case) -> str:
    return str(case["id"])


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_out(tmp_path_factory.mktemp("cases"))


@pytest.fixture(scope="module")
def parser() -> Iterator[WatchedParser]:
    made = WatchedParser()
    yield made
    made.close()


@pytest.fixture(scope="module")
def looks(root: Path, parser: WatchedParser, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Seen]]:
    """What was seen of each case that was asked for already."""
    return {}


@pytest.fixture
def seen(case: Case, root: Path, parser: WatchedParser, looks: dict[str, list[Seen]],
         tmp_path_factory: pytest.TempPathFactory) -> list[Seen]:
    """The case's files as the index sees them; a case with limits has a parser process of its own."""
    if case["id"] not in looks:
        embedder = FakeEmbedder()
        where, files = root, [root / name for name in files_of(case)]
        if "generator" in case:
            where = generate(case["id"], tmp_path_factory.mktemp(case["id"]))
            files = sorted(where.rglob(GENERATED_FILES[case["id"]]))
            assert files
        own = WatchedParser() if "limits" in case["must"] else None
        looks[case["id"]] = [look(file, where, embedder, own or parser) for file in files]
        if own:
            own.close()
    return looks[case["id"]]


def said(seen: list[Seen]) -> str:
    return flat("\n".join(f"{found.title}\n{found.body()}" for found in seen))


every_case = pytest.mark.parametrize("case", by_file(), ids=names)


def having(*fields: str) -> pytest.MarkDecorator:
    """Cases whose facts name any of the fields."""
    return pytest.mark.parametrize(
        "case", [case for case in by_file() if any(name in case["must"] for name in fields)], ids=names)


def test_the_manifest_is_read() -> None:
    assert len(all_cases()) >= 80


@every_case
def test_a_case_ends_in_its_state_with_its_reason(case: Case, seen: list[Seen]) -> None:
    must = case["must"]
    for found in seen:
        assert found.state in must.get("status_any", [must.get("status", "indexed")]), found.codes
        if "error_class" in must and not (found.state == "indexed" and found.chunks):
            assert must["error_class"] in found.codes
        if "error_class_any" in must:
            wanted = must["error_class_any"]
            assert set(found.codes) & set(wanted) or (None in wanted and not set(found.codes) - {"hidden_text"})
    if "flag" in must:
        assert any(must["flag"] in found.codes for found in seen)


@every_case
def test_nothing_outside_the_root_was_read(case: Case, seen: list[Seen]) -> None:
    assert case["id"] == "canary-01" or not any(CANARY in found.everything() for found in seen)


@every_case
def test_no_chunk_is_longer_than_the_embedder_reads(case: Case, seen: list[Seen]) -> None:
    embedder = FakeEmbedder()
    for found in seen:
        assert all(embedder.count_tokens(chunk.embed_text) <= embedder.max_tokens for chunk in found.chunks)


@having("limits")
def test_a_case_keeps_its_limits(case: Case, seen: list[Seen]) -> None:
    limits = case["must"]["limits"]
    for found in seen:
        assert found.seconds <= limits.get("wall_s", 600) * SLOW_MACHINE
        assert found.memory_mib <= limits.get("rss_mb", 2048)


@having("headings", "headings_include", "heading_lines", "not_headings")
def test_headings_are_those_of_the_source(case: Case, seen: list[Seen]) -> None:
    must = case["must"]
    headings = [heading for found in seen for heading in found.headings]
    if "headings" in must:
        wanted = [(level, text) for level, text in must["headings"]]
        assert [text for _, text in headings] == [text for _, text in wanted]
        shifts = {level - should for (level, _), (should, _) in zip(headings, wanted, strict=True)}
        assert shifts == {0} or (case["kind"].startswith("pdf.") and len(shifts) == 1)
    assert {tuple(heading) for heading in must.get("headings_include", [])} <= set(headings)
    if "heading_lines" in must:
        assert [section.line for found in seen for section in found.sections if section.level] == must["heading_lines"]
    assert not any(text in heading for _, heading in headings for text in must.get("not_headings", []))


@having("anchors_github", "anchor_rule")
def test_anchors_differ_and_stay(case: Case, seen: list[Seen], root: Path, parser: WatchedParser) -> None:
    anchors = [section.anchor for section in seen[0].sections]
    assert anchors == case["must"]["anchors_github"]
    again = look(root / files_of(case)[0], root, FakeEmbedder(), parser)
    assert [section.anchor for section in again.sections] == anchors


@having("tables", "tables_first")
def test_tables_are_whole(case: Case, seen: list[Seen]) -> None:
    tables = [table for found in seen for table in found.tables]
    for expected in case["must"].get("tables", []):
        assert list(matching(expected, tables)), [(table.header, table.rows) for table in tables]
    if first := case["must"].get("tables_first"):
        assert list(matching(first, tables[:1]))


@having("table_rule")
def test_each_piece_of_a_table_repeats_its_header_and_no_row_is_cut(case: Case, seen: list[Seen]) -> None:
    table, = seen[0].tables
    text = seen[0].inspected.parsed.text if seen[0].inspected.parsed else ""
    rows = [text[row.span.start:row.span.end] for row in table.rows]
    pieces = [chunk for chunk in seen[0].chunks if chunk.kind is ChunkKind.TABLE]
    assert all(name in f"{piece.header_text}{piece.text}" for piece in pieces for name in table.header)
    assert sorted(row for piece in pieces for row in piece.text.split("\n") if row in set(rows)) == sorted(rows)


@having("citation")
def test_a_row_of_a_sheet_knows_its_cells(case: Case, seen: list[Seen]) -> None:
    ranges = [f"{table.sheet}!{row.range}" for table in seen[0].tables for row in table.rows]
    assert "Prices!A4:C4" in ranges


@having("chunk_rule")
def test_short_code_is_in_one_chunk(case: Case, seen: list[Seen]) -> None:
    for block in seen[0].blocks:
        if block.language or block.kind.value == "code":
            assert any(chunk.span.start <= block.span.start and block.span.end <= chunk.span.end
                       for chunk in seen[0].chunks)


@having("contains", "contains_if_indexed", "contains_nfkc", "ordered")
def test_what_stands_in_it_is_in_its_text(case: Case, seen: list[Seen]) -> None:
    must, text = case["must"], said(seen)
    raw = "\n".join(found.body() for found in seen)
    wanted = list(must.get("contains", []))
    if any(found.state.startswith("indexed") for found in seen):
        wanted += must.get("contains_if_indexed", [])
    assert [words for words in wanted if (words not in raw if "\n" in words else flat(words) not in text)] == []
    folded = unicodedata.normalize("NFKC", text)
    assert all(words in folded for words in must.get("contains_nfkc", []))
    documents = flat("\n".join(found.inspected.parsed.text for found in seen if found.inspected.parsed))
    assert in_order(must.get("ordered", []), documents)


@having("not_contains", "not_in_chunks", "not_in_answer_context")
def test_what_must_not_be_seen_is_nowhere(case: Case, seen: list[Seen], caplog: pytest.LogCaptureFixture) -> None:
    must = case["must"]
    for found in seen:
        everything = found.everything() + caplog.text
        assert [words for words in must.get("not_contains", []) if words in everything] == []
        chunks = found.body() + "".join(chunk.embed_text for chunk in found.chunks)
        assert [words for words in must.get("not_in_chunks", []) if words in chunks] == []
        assert [words for words in must.get("not_in_answer_context", []) if words in found.context()] == []


@having("pages")
def test_words_are_on_their_page(case: Case, seen: list[Seen]) -> None:
    for page, words in case["must"]["pages"].items():
        for text in words:
            on = [block.rects[0].page for block in seen[0].blocks if flat(text) in flat(block.plain) and block.rects]
            assert on == [int(page)], text


@having("meta", "title", "encoding", "sheets", "chunks", "max_chunks")
def test_facts_about_the_document_are_found(case: Case, seen: list[Seen]) -> None:
    must = case["must"]
    for found in seen:
        assert {name: found.metadata.get(name) for name in must.get("meta", {})} == must.get("meta", {})
        parsed = found.inspected.parsed
        if "title" in must:
            assert found.title == must["title"]
        if "encoding" in must and parsed:
            allowed = must.get("encoding_any", [must["encoding"]])
            assert codecs.lookup(parsed.encoding) in [codecs.lookup(name) for name in allowed]
        if "sheets" in must:
            assert [text for _, text in found.headings] == must["sheets"]
        assert len(found.chunks) <= must.get("max_chunks", 10_000)
        assert len(found.chunks) == must.get("chunks", len(found.chunks))
