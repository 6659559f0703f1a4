"""Markup is recognised under the names that it is given by packages and sites."""

from __future__ import annotations

import time

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.parse.sniff import ASCIIDOC, GZIP, HEAD_BYTES, MAN, PLAIN, RST, media_type
from engine.types import ProblemCode


@pytest.mark.parametrize(("name", "head", "kind"), [
    ("open.2", b".\\\" licence\n.TH open 2\n", MAN), ("SSL.3ssl", b".TH SSL 3\n", MAN), ("EOF.3const", b".so x\n", MAN),
    ("Perl.3pm", b"'\\\" t\n.TH x\n", MAN), ("tool.man", b"text", MAN), ("sshd.8", b".Dd May 1\n.Dt SSHD 8\n", MAN),
    ("app.log.1", b"2026-01-01 INFO start\n", PLAIN), ("notes.2", b"Some words.\n", PLAIN),
    ("open.2.gz", b"\x1f\x8b\x08", GZIP), ("index.rst.txt", b"Title\n=====\n", RST),
    ("a.adoc.txt", b"words\n", ASCIIDOC),
    ("guide.txt", b"// c\n:x: y\n\n= Guide\n\n== Set up\n", ASCIIDOC), ("GUIDE", b"= Guide\n:toc:\n", ASCIIDOC),
    ("sum.txt", b"= 4\nplain\n", PLAIN), ("readme.txt", b"Readme\n======\n\nwords\n", PLAIN),
])
def test_markup_is_known_by_its_content_and_its_name(name: str, head: bytes, kind: str) -> None:
    assert media_type(name, head) == kind


def test_a_key_is_no_document() -> None:
    with pytest.raises(DocumentTrouble) as caught:
        media_type("release.asc", b"-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQ==\n")
    assert caught.value.code is ProblemCode.UNSUPPORTED


def test_no_beginning_of_a_file_takes_long() -> None:
    started = time.process_time()
    for unit in (b"\n", b" \n", b"//\n", b":a:\n", b"[a\n", b"= "):
        media_type("a.txt", unit * (HEAD_BYTES // len(unit)))
    assert time.process_time() - started < 1
