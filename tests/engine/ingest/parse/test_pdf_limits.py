"""Locked, damaged, empty, swollen and scanned PDFs are named for what they are; no bytes at all harm the caller."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest.child import ChildParser
from engine.ingest.parse.pdf_open import library
from engine.ingest.parse.pdf_read import ranges
from engine.ingest.parse.source import Limits
from engine.types import IngestState, Parsed, ProblemCode
from tests.engine.ingest.parse.pdfs import PROSE, Paper, plains, read_pdf


def book(pages: int = 4) -> Paper:
    paper = Paper()
    for number in range(1, pages + 1):
        paper.turn()
        paper.write(60, 60, f"Chapter {number}", size=16, font="bold")
        paper.lines(60, 90, [f"Chapter {number} says the pump number is {number * 11}.", *PROSE])
    return paper


def outcome(reading: Callable[[], Parsed]) -> tuple[IngestState, ProblemCode | None]:
    """The state that reading comes to, and the first problem."""
    try:
        parsed = reading()
    except DocumentTrouble as refused:
        return IngestState.FAILED, refused.code
    parsed.text.encode("utf-8")
    return parsed.state, parsed.problems[0].code if parsed.problems else None


def trouble(data: bytes) -> DocumentTrouble:
    with pytest.raises(DocumentTrouble) as caught:
        read_pdf(data)
    return caught.value


def test_a_password_to_open_is_asked_of_nobody() -> None:
    locked = book().data(encryption=library().PDF_ENCRYPT_AES_256, user_pw="open-me", owner_pw="owner")
    assert trouble(locked).code is ProblemCode.ENCRYPTED
    assert "password" in trouble(locked).detail


@pytest.mark.parametrize("way", ["PDF_ENCRYPT_AES_256", "PDF_ENCRYPT_AES_128", "PDF_ENCRYPT_RC4_128"])
def test_a_file_that_opens_without_a_password_is_read_whatever_its_owner_forbids(way: str) -> None:
    data = book(1).data(encryption=getattr(library(), way), user_pw="", owner_pw="owner", permissions=0)
    assert "Chapter 1 says" in read_pdf(data).text


def test_nothing_is_named_empty_and_rubbish_corrupt() -> None:
    assert trouble(b"").code is ProblemCode.EMPTY
    assert trouble(b"%PDF-1.7\n" + b"\x00" * 300).code is ProblemCode.CORRUPT
    assert trouble(b"<!doctype html><html><body>Sign in</body></html>").code in (
        ProblemCode.TYPE_MISMATCH, ProblemCode.CORRUPT)


@pytest.mark.parametrize("share", [0.4, 0.6, 0.8, 0.95])
def test_a_truncated_file_is_partial_and_never_in_order(share: float) -> None:
    data = book(6).data()
    state, code = outcome(lambda: read_pdf(data[:int(len(data) * share)]))
    assert state in (IngestState.PARTIAL, IngestState.METADATA_ONLY, IngestState.FAILED)
    assert code is ProblemCode.CORRUPT


def test_one_broken_page_costs_only_itself() -> None:
    paper = book(3)
    xref = paper.document.page_xref(1)
    paper.document.xref_set_key(xref, "Contents", "(not a stream)")
    parsed = read_pdf(paper)
    assert "pump number is 11" in parsed.text
    assert "pump number is 33" in parsed.text


def test_a_page_that_unpacks_without_end_is_left_out_and_named() -> None:
    paper = book(2)
    bomb = zlib.compress(zlib.compress(b"0 0 m 1 1 l S\n" * 5_000_000, 9), 9)
    xref = paper.document.get_new_xref()
    paper.document.update_object(xref, "<<>>")
    paper.document.update_stream(xref, bomb, new=True, compress=False)
    paper.document.xref_set_key(xref, "Filter", "[/FlateDecode /FlateDecode]")
    paper.document.xref_set_key(paper.document.page_xref(1), "Contents", f"{xref} 0 R")
    parsed = read_pdf(paper)
    assert parsed.state is IngestState.PARTIAL
    assert parsed.problems[0].code is ProblemCode.BOMB
    assert parsed.problems[0].detail.startswith("Page 2 unpacks")
    assert "pump number is 11" in parsed.text


def test_a_large_page_of_honest_size_is_no_bomb() -> None:
    paper = Paper().turn()
    paper.lines(10, 20, [f"{number} {random.Random(number).random()}" for number in range(400)], size=1.5, step=2)
    assert "399 " in read_pdf(paper, limits=Limits(inflation_floor_bytes=1000)).text


def test_a_scan_is_listed_with_its_pages_and_not_called_indexed() -> None:
    paper = Paper()
    for _ in range(3):
        paper.turn().picture(0, 0, 595, 842)
    parsed = read_pdf(paper, name="scans/sheet 7.pdf")
    assert parsed.state is IngestState.METADATA_ONLY
    assert parsed.problems[0].code is ProblemCode.NO_TEXT_LAYER
    assert parsed.problems[0].detail.startswith("Pages 1–3 hold pictures of text.")
    assert parsed.blocks == ()
    assert (parsed.title, parsed.page_count) == ("sheet 7", 3)


def test_scanned_pages_among_others_make_the_file_partial() -> None:
    paper = book(2)
    for _ in range(2):
        paper.turn().picture(20, 20, 575, 822)
    paper.turn().lines(60, 60, PROSE)
    paper.turn().picture(20, 20, 575, 822)
    parsed = read_pdf(paper)
    assert parsed.state is IngestState.PARTIAL
    assert parsed.problems[0].detail.startswith("Pages 3–4, 6 hold pictures of text.")
    assert "pump number is 22" in parsed.text


def test_blank_pages_and_small_logos_are_no_scans() -> None:
    paper = book(2)
    paper.turn()
    paper.turn().picture(40, 40, 90, 90)
    assert read_pdf(paper).state is IngestState.INDEXED


def test_a_file_without_anything_is_listed_without_text() -> None:
    parsed = read_pdf(Paper().turn())
    assert parsed.state is IngestState.METADATA_ONLY
    assert parsed.problems[0].code is ProblemCode.NO_TEXT_LAYER


def test_a_page_as_large_as_a_field_is_read_as_any_other() -> None:
    paper = Paper().turn(14_000, 14_000)
    paper.write(60, 100, "The valve opens at 88 degrees")
    assert plains(read_pdf(paper)) == ["The valve opens at 88 degrees"]


def test_tens_of_thousands_of_rectangles_leave_the_text_readable() -> None:
    paper = Paper().turn()
    paper.lines(60, 60, PROSE)
    squares = "\n".join(f"{x} {y} 1 1 re f" for x in range(40, 540, 3) for y in range(40, 700, 6))
    xref = paper.document.get_new_xref()
    paper.document.update_object(xref, "<<>>")
    paper.document.update_stream(xref, squares.encode(), new=True)
    paper.page.set_contents(xref)
    paper.page = paper.document[0]
    paper.lines(60, 60, PROSE)
    assert " ".join(PROSE) in plains(read_pdf(paper))


@given(st.sets(st.integers(1, 40), min_size=1))
def test_page_numbers_are_written_as_ranges(numbers: set[int]) -> None:
    read: set[int] = set()
    for part in ranges(sorted(numbers)).split(", "):
        first, _, last = part.partition("–")
        read.update(range(int(first), int(last or first) + 1))
    assert read == numbers


@pytest.fixture(scope="module")
def child() -> Iterator[ChildParser]:
    parser = ChildParser(silent_seconds=60)
    yield parser
    parser.close()


@pytest.fixture(scope="module")
def sound() -> bytes:
    paper = book(3)
    paper.grid([60, 200, 400], [300, 320, 340], [["Key", "Value"], ["port", "8080"]])
    paper.document.set_toc([[1, "Chapter 1", 1], [2, "Chapter 2", 2]])
    return paper.data()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_is_in_a_file_the_caller_gets_a_document_or_a_reason(
    data: st.DataObject, child: ChildParser, sound: bytes, tmp_path: Path
) -> None:
    if data.draw(st.booleans()):
        content = b"%PDF-1.7\n" + data.draw(st.binary(max_size=600))
    else:
        mutable = bytearray(sound)
        for place in data.draw(st.lists(st.integers(0, len(sound) - 1), min_size=1, max_size=40)):
            mutable[place] = data.draw(st.integers(0, 255))
        content = bytes(mutable[:data.draw(st.integers(len(sound) // 3, len(sound)))])
    file = tmp_path / "any.pdf"
    file.write_bytes(content)
    state, code = outcome(lambda: child.parse(file, relative_path="any.pdf"))
    assert (state is IngestState.INDEXED) == (code is None)
