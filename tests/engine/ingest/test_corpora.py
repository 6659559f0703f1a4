"""The real documents and the hard cases beside the checkout, as far as Markdown and plain text go."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.chunk import chunks
from engine.ingest.decode import clean
from engine.ingest.parse import parse_file
from engine.types import BlockKind, Chunk, ChunkKind, IngestState, Parsed, Section
from tests.conftest import SHARED
from tests.engine.ingest.texts import MAX_TOKENS, count_tokens

pytestmark = pytest.mark.corpora

CASES = SHARED / "cases"
EVAL = SHARED / "eval"
OURS = re.compile(r"(?:md|text|chunk|inject|query|version|safety)\.")
ENCODINGS = {"utf-16-le": "utf-16-le", "latin-1": "cp1252"}

Case = dict[str, Any]


def cases() -> list[Case]:
    """The committed cases that are Markdown or plain text."""
    manifest = CASES / "cases.jsonl"
    if not manifest.is_file():
        return []
    found = [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]
    return [case for case in found if OURS.match(case["kind"]) and files_of(case)
            and all(Path(name).suffix in {".md", ".txt"} for name in files_of(case))]


def files_of(case: Case) -> list[str]:
    return case.get("files") or ([case["file"]] if case.get("file") else [])


@cache
def read(path: Path) -> tuple[Parsed, tuple[tuple[Section, tuple[Chunk, ...]], ...]]:
    parsed = parse_file(path, relative_path=path.name)
    return parsed, chunks(parsed, root_key="cases", path=path.name, count_tokens=count_tokens, max_tokens=MAX_TOKENS)


@pytest.fixture(params=cases(), ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> Case:
    made: Case = request.param
    return made


def refused_as(path: Path) -> str | None:
    try:
        read(path)
    except DocumentTrouble as trouble:
        return trouble.code.value
    return None


def documents(case: Case) -> Iterator[tuple[Parsed, list[Section], list[Chunk]]]:
    for name in files_of(case):
        if refused_as(CASES / name) is None:
            parsed, made = read(CASES / name)
            yield parsed, [section for section, _ in made], [chunk for _, own in made for chunk in own]


def said(parsed: Parsed, made: list[Chunk]) -> str:
    """All that search and answers can use of a document."""
    texts = [part for chunk in made for part in (chunk.heading_text, chunk.plain, chunk.text)]
    return " ".join(" ".join([parsed.title, parsed.text, *texts]).split())


def test_the_manifest_has_cases_for_us() -> None:
    assert len(cases()) >= 35


def test_each_case_ends_in_the_state_it_must(case: Case) -> None:
    must = case["must"]
    refused = [refused_as(CASES / name) for name in files_of(case)]
    allowed = must.get("error_class_any", [must.get("error_class")])
    assert all(code in allowed for code in refused)
    states = {parsed.state for parsed, _, _ in documents(case)}
    if must.get("status") == "indexed":
        assert states == {IngestState.INDEXED}
    allowed_states = {IngestState(word) for word in must.get("status_any", ())}
    assert states <= {IngestState.INDEXED, IngestState.INDEXED_FLAGGED} | allowed_states
    codes = {problem.code.value for parsed, _, _ in documents(case) for problem in parsed.problems}
    assert must.get("flag") in {None, *codes}


def test_headings_lines_and_anchors_are_those_of_the_source(case: Case) -> None:
    must = case["must"]
    for parsed, sections, _ in documents(case):
        headed = [section for section in sections if section.level]
        found = [[section.level, section.heading] for section in headed]
        assert must.get("headings", found) == found
        assert all(heading in found for heading in must.get("headings_include", []))
        assert must.get("heading_lines", [s.line for s in headed]) == [section.line for section in headed]
        assert must.get("anchors_github", [s.anchor for s in headed]) == [section.anchor for section in headed]
        assert not {section.heading for section in headed} & set(must.get("not_headings", []))
        assert must.get("title", parsed.title) == parsed.title


def test_what_must_be_found_is_there_and_what_must_not_is_nowhere(case: Case) -> None:
    must = case["must"]
    for parsed, _, made in documents(case):
        everything = said(parsed, made)
        missing = [text for text in must.get("contains", []) if " ".join(text.split()) not in everything]
        assert not missing
        raw = f"{everything}{parsed.text}{[problem.detail for problem in parsed.problems]}"
        shown = "".join(chunk.text + chunk.plain for chunk in made)
        assert not [text for text in must.get("not_contains", []) if text in raw]
        assert not [text for text in must.get("not_in_answer_context", []) if text in raw]
        assert not [text for text in must.get("not_in_chunks", []) if text in shown]


def test_values_of_the_front_matter_are_found_as_written(case: Case) -> None:
    wanted = {name: value for name, value in case["must"].get("meta", {}).items() if value is not False}
    for parsed, _, _ in documents(case):
        found = {value.name: value.value for value in parsed.found}
        for name, value in wanted.items():
            shown = ", ".join(value) if isinstance(value, list) else "true" if value is True else value
            assert found[name] == shown


def test_encodings_are_told(case: Case) -> None:
    must = case["must"]
    allowed = must.get("encoding_any", [must["encoding"]] if "encoding" in must else [])
    for parsed, _, _ in documents(case):
        assert not allowed or parsed.encoding in {ENCODINGS.get(name, name) for name in allowed}


def test_tables_have_their_header_and_all_their_rows(case: Case) -> None:
    must = case["must"]
    wanted = must.get("tables", []) + ([must["tables_first"]] if "tables_first" in must else [])
    for parsed, _, _ in documents(case):
        tables = [block.table for block in parsed.blocks if block.table is not None]
        for table, expected in zip(tables, wanted, strict=False):
            assert list(table.header) == expected["header"]
            assert list(table.rows[0].cells) == expected["first_row"]
            assert expected.get("row_count", len(table.rows)) == len(table.rows)
            assert expected.get("last_row", list(table.rows[-1].cells)) == list(table.rows[-1].cells)
        assert len(tables) >= len(wanted)


def test_what_is_asked_for_stands_in_a_chunk_with_its_section_and_line(case: Case) -> None:
    for query in case["must"].get("queries", []):
        if query.get("by") == "title":
            assert query["q"] in {parsed.title for parsed, _, _ in documents(case)}
            continue
        if not query.get("hit") or case["kind"].startswith("query"):
            continue
        words = [unicodedata.normalize("NFKC", word).lower() for word in query["q"].split()]
        hits = [(parsed, sections[chunk.section], chunk) for parsed, sections, made in documents(case) for chunk in made
                if any(word in f"{chunk.plain} {chunk.heading_text}".lower() for word in words)]
        assert hits
        wanted = query.get("must_show", [])
        assert any(all(text in f"{chunk.header_text} {chunk.text}" for text in wanted) for _, _, chunk in hits)
        assert query.get("line", 0) in {0, *(section.line for _, section, _ in hits)}
        assert query.get("section") in [None, *(list(section.heading_path) for _, section, _ in hits)]


def test_chunks_keep_their_number_and_their_limit(case: Case) -> None:
    must = case["must"]
    for parsed, _, made in documents(case):
        assert must.get("chunks", len(made)) == len(made)
        assert len(made) <= must.get("max_chunks", len(made))
        assert all(count_tokens(chunk.embed_text) <= MAX_TOKENS for chunk in made)
        fences = [block for block in parsed.blocks if block.kind is BlockKind.CODE and count_tokens(block.plain) < 150]
        for block in fences:
            assert any(chunk.span.start <= block.span.start and block.span.end <= chunk.span.end for chunk in made)


def test_copies_have_the_same_text_to_embed() -> None:
    texts = [[chunk.embed_text for _, own in read(CASES / "files/ver" / name)[1] for chunk in own]
             for name in ("copy-a.md", "mirror/copy-a.md")]
    assert texts[0] == texts[1]


def generated(name: str, tmp_path: Path) -> Path:
    if not (CASES / "gen_cases.py").is_file():
        pytest.skip("the generator of big cases is not beside the checkout")
    command = [sys.executable, str(CASES / "gen_cases.py"), "big", str(tmp_path), name]
    made = subprocess.run(command, capture_output=True, check=False)
    paths = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix in {".md", ".txt"}]
    if made.returncode or not paths:
        pytest.skip(f"the generator of big cases does not make {name} here")
    return paths[0]


def test_ten_megabytes_in_one_line_are_read_and_cut(tmp_path: Path) -> None:
    parsed = parse_file(generated("txt-oneline-01", tmp_path), relative_path="oneline.txt")
    made = chunks(parsed, root_key="r", path="p", count_tokens=count_tokens, max_tokens=MAX_TOKENS)
    pieces = [chunk for _, own in made for chunk in own]
    assert any("zebrafish-77" in chunk.plain for chunk in pieces)
    assert all(count_tokens(chunk.embed_text) <= MAX_TOKENS for chunk in pieces)


def test_three_sparse_gigabytes_are_refused_by_their_size(tmp_path: Path) -> None:
    with pytest.raises(DocumentTrouble, match="3,0"):
        parse_file(generated("txt-sparse-01", tmp_path), relative_path="sparse.md")


def markdown_pages(corpora: Path) -> list[Path]:
    return [path for product in ("keda", "prometheus-runbooks") for path in sorted((corpora / product).rglob("*"))
            if path.is_file() and path.suffix in {".md", ""} and path.name not in {"LICENSE", "SOURCE.md", "NOTICE"}]


def test_every_real_page_is_read_without_a_problem_and_cut_exactly(corpora: Path) -> None:
    pages = markdown_pages(corpora)
    assert len(pages) > 680
    for path in pages:
        parsed, made = read(path)
        assert parsed.media_type == "text/markdown"
        assert not parsed.problems or (not made and parsed.state is IngestState.METADATA_ONLY)
        source = clean(path.read_text(encoding="utf-8"))[0]
        assert parsed.text == source or "<!--" in source
        for section, own in made:
            for chunk in own:
                assert chunk.text == parsed.text[chunk.span.start:chunk.span.end]
                assert section.span.start <= chunk.span.start < chunk.span.end <= section.span.end
                assert count_tokens(chunk.embed_text) <= MAX_TOKENS
                assert chunk.kind is not ChunkKind.TABLE or chunk.row_sentences


def test_every_labelled_heading_is_a_section(corpora: Path) -> None:
    questions = [json.loads(line) for line in (EVAL / "questions-dev.jsonl").read_text(encoding="utf-8").splitlines()]
    missing = []
    for question in questions:
        for expected in question["expected"]:
            path = corpora / question["product"] / expected["path"]
            if path.suffix in {".md", ""}:
                sections = [section for section, _ in read(path)[1]]
                under = set(expected.get("under", []))
                if not any(section.heading == expected["heading"] and under <= set(section.heading_path)
                           for section in sections):
                    missing.append((expected["path"], expected["heading"]))
    assert not missing
