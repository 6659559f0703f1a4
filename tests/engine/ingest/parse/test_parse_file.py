"""Content decides what a file is; what cannot be read says why, before much is read of it."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest import parse
from engine.ingest.parse import Limits, parse_file
from engine.ingest.parse.sniff import media_type
from engine.types import ProblemCode

PDF_TYPE = "application/pdf"
MARKDOWN_TEXT = b"# Sync failed\n\n## Meaning\n\nCheck the logs.\n"


@pytest.mark.parametrize(("name", "head", "kind"), [
    ("a.md", b"text", "text/markdown"), ("A.MDX", b"text", "text/markdown"),
    ("b.log", b"# not markdown\n## x", "text/plain"),
    ("SyncFailed", MARKDOWN_TEXT, "text/markdown"), ("README", b"Plain words.\nAnd more.\n", "text/plain"),
    ("a.txt", b"%PDF-1.7\n", PDF_TYPE), ("a.pdf", b"\n%PDF-1.4", PDF_TYPE),
    ("a.txt", b"<!DOCTYPE html><p>", "text/html"),
    ("a.html", b"words", "text/html"), ("a.md", b"<html>", "text/markdown"), ("tool.1", b".TH X", "text/troff"),
    ("notes-1.2", b"plain words", "text/plain"), ("x.rst", b"Title\n=====", "text/x-rst"),
])
def test_a_file_is_what_it_holds_then_what_it_is_called(name: str, head: bytes, kind: str) -> None:
    assert media_type(name, head) == kind


@pytest.mark.parametrize(("name", "head", "code"), [
    ("a.pdf", b"<html>Log in", ProblemCode.TYPE_MISMATCH), ("a.docx", b"plain", ProblemCode.TYPE_MISMATCH),
    ("a.md", b"\x89PNG\r\n", ProblemCode.BINARY), ("a.txt", b"PK\x03\x04", ProblemCode.UNSUPPORTED),
    ("a.exe", b"MZ\x90\x00", ProblemCode.BINARY), ("a.css", b"body{}", ProblemCode.UNSUPPORTED),
    ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ProblemCode.UNSUPPORTED),
    ("a.zip", b"PK\x03\x04", ProblemCode.UNSUPPORTED),
])
def test_what_cannot_be_read_says_why(name: str, head: bytes, code: ProblemCode) -> None:
    with pytest.raises(DocumentTrouble) as trouble:
        media_type(name, head)
    assert trouble.value.code is code
    assert trouble.value.detail.endswith(".")


@given(st.text(max_size=20), st.binary(max_size=60))
def test_any_name_and_any_bytes_have_a_type_or_a_reason(name: str, head: bytes) -> None:
    try:
        kind = media_type(name, head)
    except DocumentTrouble as trouble:
        kind = f"refused/{trouble.code.value}"
    assert re.fullmatch(r"[\w.+-]+/[\w.+-]+", kind)


def test_a_file_is_parsed_by_its_family(tmp_path: Path) -> None:
    for name, title in (("page.md", "Sync failed"), ("SyncFailed", "Sync failed"), ("notes.txt", "notes")):
        (tmp_path / name).write_bytes(MARKDOWN_TEXT)
        assert parse_file(tmp_path / name, relative_path=f"docs/{name}").title == title


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    sparse = tmp_path / "huge.md"
    with sparse.open("wb") as file:
        file.truncate(3 * 1024**3)
    with pytest.raises(DocumentTrouble) as trouble:
        parse_file(sparse, relative_path="huge.md")
    assert trouble.value.code is ProblemCode.TOO_LARGE
    small = tmp_path / "small.md"
    small.write_bytes(b"x" * 101)
    with pytest.raises(DocumentTrouble) as trouble:
        parse_file(small, relative_path="small.md", limits=Limits(text_bytes=100))
    assert trouble.value.code is ProblemCode.TOO_LARGE
    assert parse_file(small, relative_path="small.md", limits=Limits(text_bytes=101)).text == "x" * 101


def test_a_folder_or_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "gone.md"):
        with pytest.raises(DocumentTrouble) as trouble:
            parse_file(path, relative_path="x.md")
        assert trouble.value.code is ProblemCode.UNREADABLE


def test_a_known_type_without_a_parser_is_unsupported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parse, "_PARSERS", {})
    (tmp_path / "table.csv").write_bytes(b"a,b\n1,2\n")
    with pytest.raises(DocumentTrouble) as trouble:
        parse_file(tmp_path / "table.csv", relative_path="table.csv")
    assert trouble.value.code is ProblemCode.UNSUPPORTED


@pytest.mark.parametrize(("kind", "word"), [
    ("application/vnd.oasis.opendocument.spreadsheet", "spreadsheet"),
    ("application/vnd.oasis.opendocument.presentation", "presentation"), ("application/epub+zip", "e-book"),
])
def test_a_packed_file_that_is_not_read_is_called_what_it_is(tmp_path: Path, kind: str, word: str) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("mimetype", kind)
        archive.writestr("content.xml", "<x/>")
    with pytest.raises(DocumentTrouble) as trouble:
        parse_file(tmp_path / "a.zip", relative_path="a.ods")
    assert trouble.value.code is ProblemCode.UNSUPPORTED
    assert word in trouble.value.detail
