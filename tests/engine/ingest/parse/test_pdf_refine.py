"""The second look at doubtful pages: the models' areas put the text in order, and a page that takes too long stays."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from engine.ingest.child import ChildParser
from engine.ingest.parse import pdf, pdf_refine
from engine.ingest.parse.pdf_doubt import doubtful_pages
from engine.ingest.parse.pdf_open import open_pdf
from engine.ingest.parse.pdf_read import read
from engine.ingest.parse.pdf_refine import Area, refine, refine_file, relaid
from engine.types import BlockKind
from tests.engine.ingest.parse.pdfs import PROSE, Paper, found, source_of

LEFT = ["A side note set beside the text", "in lines of its own, which has", "nothing to do with it."]


def prepared(paper: Paper) -> pdf.Prepared:
    source = source_of(paper.data())
    return pdf.prepared(read(open_pdf(source), source), source.progress)


def scattered() -> Paper:
    """A page of words in many small pieces, as the fast pass does not trust it."""
    paper = Paper().turn()
    for row in range(16):
        for column in range(4):
            paper.write(50 + 130 * column + 7 * (row % 3), 80 + 23 * row, f"w{row}-{column}", size=9)
    return paper


def test_a_page_in_small_pieces_is_doubtful_and_prose_is_not() -> None:
    paper = scattered()
    paper.turn().lines(60, 80, PROSE * 6)
    ready = prepared(paper)
    assert list(doubtful_pages(ready.layouts)) == [1]
    parsed = pdf.parse(source_of(paper.data()))
    assert found(parsed, "doubtful pages") == "1"


def test_areas_keep_texts_apart_that_stand_side_by_side() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, LEFT)
    paper.lines(260, 100, ["The text itself stands here and", "goes on for", "three lines."])
    ready = prepared(paper)
    areas = [Area(x0=55, y0=85, x1=250, y1=140, name="text"), Area(x0=255, y0=85, x1=500, y1=140, name="text")]
    layout = relaid(ready.layouts[0], areas, ready)
    words = [line.text for line in layout.items]
    assert words == [*LEFT, "The text itself stands here and", "goes on for", "three lines."] or (
        words[3:] == LEFT)


def test_headers_that_a_model_sees_are_furniture_and_tables_tables() -> None:
    paper = Paper().turn()
    paper.write(60, 40, "Lumen handbook", size=8)
    for number, row in enumerate([["Code", "Meaning"], ["E1", "fault"], ["E2", "fire"]]):
        for x, cell in zip((60, 200), row, strict=True):
            paper.write(x, 100 + 16 * number, cell, font="bold" if not number else "")
    ready = prepared(paper)
    areas = [Area(x0=50, y0=30, x1=300, y1=45, name="page-header"), Area(x0=50, y0=85, x1=300, y1=140, name="table")]
    layout = relaid(ready.layouts[0], areas, ready)
    item, = layout.items
    assert not hasattr(item, "cells")
    assert [[cell.plain for cell in row] for row in item.rows] == [["E1", "fault"], ["E2", "fire"]]


def test_every_word_is_still_there_whatever_the_areas_are() -> None:
    ready = prepared(scattered())
    picture, speck = Area(x0=0, y0=0, x1=300, y1=300, name="picture"), Area(x0=9, y0=9, x1=10, y1=10, name="text")
    for areas in ([], [picture], [speck, picture]):
        layout = relaid(ready.layouts[0], areas, ready)
        words = sorted(word for item in layout.items for word in item.text.split())
        assert words == sorted(f"w{row}-{column}" for row in range(16) for column in range(4))


def test_a_page_that_takes_too_long_is_cut_off_and_stays_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: object) -> list[Area]:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            time.sleep(0.01)
        return []

    monkeypatch.setattr(pdf_refine, "boxes_of", slow)
    source = source_of(scattered().data())
    start = time.monotonic()
    parsed = refine(source, seconds_per_page=0.2)
    assert time.monotonic() - start < 15
    assert found(parsed, "pages not refined") == "1: cut off after 0.2 s"
    assert found(parsed, "refined pages") == ""
    assert parsed.text == pdf.parse(source).text


def test_pages_after_the_time_of_the_document_stay_and_are_named() -> None:
    paper = scattered()
    paper.document.fullcopy_page(0)
    source = source_of(paper.data())
    parsed = refine(source, seconds_per_document=0)
    assert found(parsed, "pages not refined") == "1–2: not reached within 0 s"
    assert parsed.text == pdf.parse(source).text


def test_a_model_that_fails_costs_only_the_refinement(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> list[Area]:
        raise ValueError("no such layer")

    monkeypatch.setattr(pdf_refine, "boxes_of", broken)
    source = source_of(scattered().data())
    parsed = refine(source)
    assert found(parsed, "pages not refined") == "1: the layout models failed (ValueError)"
    assert parsed.text == pdf.parse(source).text


def test_pages_with_too_many_drawings_are_not_given_to_the_models() -> None:
    paper = scattered()
    squares = "\n".join(f"{x} {y} 1 1 re f" for x in range(40, 540, 5) for y in range(40, 700, 15))
    xref = paper.document.get_new_xref()
    paper.document.update_object(xref, "<<>>")
    paper.document.update_stream(xref, squares.encode(), new=True)
    contents = [*paper.page.get_contents(), xref]
    paper.document.xref_set_key(paper.page.xref, "Contents", f"[{' '.join(f'{each} 0 R' for each in contents)}]")
    parsed = refine(source_of(paper.data()), [1])
    assert found(parsed, "pages not refined") == "1: too many drawings"


def test_the_bundled_models_refine_a_page_in_the_parsers_process(tmp_path: Path) -> None:
    (tmp_path / "relay.pdf").write_bytes(scattered().data())
    parser = ChildParser(read=refine_file)
    try:
        parsed = parser.parse(tmp_path / "relay.pdf", relative_path="relay.pdf")
        (tmp_path / "notes.md").write_text("# Notes\n")
        notes = parser.parse(tmp_path / "notes.md", relative_path="notes.md")
    finally:
        parser.close()
    assert notes.blocks[0].kind is BlockKind.HEADING
    assert found(parsed, "refined pages") == "1"
    assert found(parsed, "pages not refined") == ""
    assert sorted(set(parsed.text.replace("|", " ").split()) - {"---"}) == sorted(
        f"w{row}-{column}" for row in range(16) for column in range(4))
