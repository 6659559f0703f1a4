"""Pictures of text are recognised where the extra is installed; without it they stay a named problem."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any

import pytest

from engine.ingest.parse import ocr, ocr_models, pdf_read
from engine.ingest.parse.pdf_fonts import Fonts
from engine.ingest.parse.pdf_open import library
from engine.ingest.parse.pdf_page import Fragment, PdfPage, Piece
from engine.types import IngestState, ProblemCode
from tests.engine.ingest.parse.pdfs import PROSE, Paper, found, plains, read_pdf

needs_ocr = pytest.mark.skipif(importlib.util.find_spec(ocr_models.PACKAGE) is None,
                               reason="the extra ocr (rapidocr) is not installed")


class FakeRecognizer:
    """Sees the same line on every picture."""

    def __init__(self, words: str) -> None:
        self.words = words
        self.asked: list[int] = []

    def page(self, page: Any, number: int, fonts: Fonts, most_pixels: int) -> PdfPage:
        self.asked.append(number)
        font = fonts.place("seen", 0)
        part = Fragment(x0=60, y0=90, x1=300, y1=104, base=100, size=11, text=self.words,
                        pieces=(Piece(self.words, font, 0, 60, 300),))
        return PdfPage(number=number, width=page.rect.width, height=page.rect.height,
                       fragments=(part,) if self.words else ())


def scan_and_text() -> Paper:
    paper = Paper().turn()
    paper.lines(60, 100, PROSE)
    paper.turn().picture(0, 0, 595, 842)
    return paper


def test_only_pages_without_text_are_recognised_and_marked_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeRecognizer("Unplug before service")
    monkeypatch.setattr(pdf_read, "recognizer", lambda: engine)
    parsed = read_pdf(scan_and_text())
    assert engine.asked == [2]
    assert plains(parsed) == [" ".join(PROSE), "Unplug before service"]
    assert found(parsed, "pages recognised by OCR") == "2"
    assert parsed.state is IngestState.INDEXED
    assert parsed.problems[0].code is ProblemCode.NO_TEXT_LAYER
    assert "Page 2" in parsed.problems[0].detail
    assert "OCR" in parsed.problems[0].detail


def test_a_picture_without_words_stays_a_named_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_read, "recognizer", lambda: FakeRecognizer(""))
    parsed = read_pdf(scan_and_text())
    assert parsed.state is IngestState.PARTIAL
    assert parsed.problems[0].detail.startswith("Page 2 holds a picture of text.")


def test_recognition_has_so_much_time_for_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_read, "recognizer", lambda: FakeRecognizer("never"))
    monkeypatch.setattr(pdf_read, "_RECOGNITION_SECONDS", 0.0)
    assert read_pdf(scan_and_text()).state is IngestState.PARTIAL


def test_without_the_extra_or_one_of_its_models_there_is_no_recogniser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "PACKAGE", "no_such_package")
    assert ocr.recognizer() is None
    monkeypatch.setattr(ocr, "PACKAGE", "json")  # a package without a folder of models
    assert ocr.recognizer() is None


def test_text_that_has_its_own_layer_is_never_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = FakeRecognizer("wrong")
    monkeypatch.setattr(pdf_read, "recognizer", lambda: engine)
    paper = Paper().turn()
    paper.picture(0, 0, 595, 842)
    paper.write(60, 100, "Words of the scan", mode=3)
    assert plains(read_pdf(paper)) == ["Words of the scan"]
    assert engine.asked == []


@needs_ocr
@pytest.mark.timeout(600)
def test_a_scan_is_read_without_any_download() -> None:
    words = Paper().turn(400, 200)
    words.write(40, 80, "Unplug before service", size=20)
    picture = words.page.get_pixmap(dpi=150)
    scan = Paper().turn(400, 200)
    scan.page.insert_image((0, 0, 400, 200), pixmap=picture)
    scan.page.set_rotation(90)
    parsed = read_pdf(scan)
    assert "Unplug before service" in parsed.text
    rect = parsed.blocks[0].rects[0]
    assert rect.x0 < 60
    assert 50 < rect.y0 < 90
    assert not hasattr(sys.modules["requests"], "get")
    assert library().TOOLS
