"""The hard cases beside the checkout that are AsciiDoc, manual pages or reStructuredText, and real AsciiDoc pages."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.metadata import resolve
from engine.ingest.parse import parse_file
from engine.ingest.structure import sections
from engine.types import BlockKind, Parsed, Root, RootId
from tests.conftest import SHARED
from tests.engine.ingest.texts import all_chunks, chunked, cut

pytestmark = pytest.mark.corpora

CASES = SHARED / "cases"
KINDS = ("adoc.", "rst.", "man.")

Case = dict[str, Any]


def cases() -> list[Case]:
    manifest = CASES / "cases.jsonl"
    lines = manifest.read_text(encoding="utf-8").splitlines() if manifest.is_file() else []
    return [case for case in map(json.loads, lines) if case["kind"].startswith(KINDS)]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cases' files where a way out of them leads to a file that must never be read."""
    root = tmp_path_factory.mktemp("x") / "1/2/3/files"
    shutil.copytree(CASES / "files", root)
    shutil.copy(CASES / "files/other/canary-outside.txt", root.parent.parent.parent / "canary-outside.txt")
    return root


@pytest.fixture(params=cases(), ids=lambda case: case["id"])
def case(request: pytest.FixtureRequest) -> Case:
    made: Case = request.param
    return made


@pytest.fixture
def page(case: Case, files: Path) -> Parsed:
    return parse_file(files / case["file"].removeprefix("files/"), relative_path=case["file"].removeprefix("files/"))


def test_each_case_ends_in_the_state_it_must(case: Case, files: Path) -> None:
    must = case["must"]
    allowed = must.get("status_any", [must.get("status")])
    name = case["file"].removeprefix("files/")
    try:
        assert parse_file(files / name, relative_path=name).state.value in allowed
    except DocumentTrouble:
        assert "skipped" in allowed or "failed" in allowed


def test_title_and_headings_are_those_of_the_source(case: Case, page: Parsed) -> None:
    must = case["must"]
    found = [[block.level, block.plain] for block in page.blocks if block.kind is BlockKind.HEADING]
    assert must.get("title", page.title) == page.title
    wanted = must.get("headings", found)
    assert found[:len(wanted)] == wanted
    assert not {name for _, name in found} & set(must.get("not_headings", []))


def test_what_must_be_found_is_there_and_what_must_not_is_nowhere(case: Case, page: Parsed) -> None:
    must = case["must"]
    told = " ".join([page.title, page.text, *(f"{chunk.text} {chunk.plain}" for chunk in all_chunks(page))])
    for text in must.get("contains", []) + must.get("contains_if_indexed", []):
        assert text in " ".join(told.split())
    assert not [text for text in must.get("not_contains", []) if text in told]
    assert "CANARY" not in told
    for query in must.get("queries", []):
        assert any(query["q"] in chunk.plain or query["q"] in chunk.label for chunk in all_chunks(page))


def test_values_and_tables_are_those_of_the_source(case: Case, page: Parsed) -> None:
    must = case["must"]
    found = {value.name: value.value for value in page.found}
    for name, value in must.get("meta", {}).items():
        assert found.get(name) == (str(value).lower() if isinstance(value, bool) else value)
    tables = [block.table for block in page.blocks if block.table is not None]
    for table, wanted in zip(tables, must.get("tables", []), strict=True):
        assert list(table.header) == wanted["header"]
        assert [list(row.cells) for row in table.rows] == wanted["rows"]
    metadata = resolve(page, root=Root(id=RootId(1), path="r", label="r"), path=case["file"])
    assert metadata.applies_to.raw == must.get("meta", {}).get("version", metadata.applies_to.raw)
    assert not metadata.deprecated_at


def test_every_real_page_is_read_without_a_problem_and_cut_exactly(corpora: Path) -> None:
    root = corpora / "artemis"
    pages = sorted(root.rglob("*.adoc"))
    assert len(pages) > 360
    for path in pages[::7]:
        page = parse_file(path, relative_path=path.relative_to(root).as_posix())
        assert not page.problems
        for section, chunks in chunked(page):
            for chunk in chunks:
                assert chunk.text == cut(page, chunk)
                assert section.span.start <= chunk.span.start < chunk.span.end <= section.span.end


def test_every_labelled_heading_is_a_section(corpora: Path) -> None:
    questions = (SHARED / "eval/questions-dev.jsonl").read_text(encoding="utf-8").splitlines()
    missing = []
    labelled = [expected for line in questions for expected in json.loads(line)["expected"]]
    for expected in [one for one in labelled if one["path"].endswith(".adoc")]:
        root = corpora / "artemis"
        page = parse_file(root / expected["path"], relative_path=expected["path"])
        under = set(expected.get("under", []))
        if not any(section.heading == expected["heading"] and under <= set(section.heading_path)
                   for section, _ in sections(page)):
            missing.append((expected["path"], expected["heading"]))
    assert not missing
