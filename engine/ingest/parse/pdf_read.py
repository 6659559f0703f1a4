"""Reads all pages of a PDF, each on its own: what cannot be read, unpacks without end or holds only pictures is noted.

A page with pictures and no text is given to ``ocr`` where that is installed; what pages say is left to others.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engine.ingest.parse.ocr import Recognizer, recognizer
from engine.ingest.parse.pdf_fonts import Fonts
from engine.ingest.parse.pdf_open import OutlineEntry, is_bomb, outline, properties
from engine.ingest.parse.pdf_page import PdfPage, read_page
from engine.ingest.parse.source import Source
from engine.types import Found, IngestState, Problem, ProblemCode

_PICTURE_SHARE = 0.1
_MANY_DRAWINGS = 300
_UNREADABLE_SHARE = 0.4
_FEWEST_LETTERS = 20
_FEWEST_HIDDEN = 10
_RECOGNITION_SECONDS = 240.0
"""How long pictures of one file are read; the pages after that stay named as pictures."""


@dataclass(slots=True, kw_only=True)
class Reading:
    """A document as it was read. Page numbers count from 1; ``pages`` has every page, broken ones empty."""

    page_count: int
    fonts: Fonts = field(default_factory=Fonts)
    pages: list[PdfPage] = field(default_factory=list)
    outline: tuple[OutlineEntry, ...] = ()
    properties: tuple[Found, ...] = ()
    is_repaired: bool = False
    broken: list[int] = field(default_factory=list)
    bombs: list[int] = field(default_factory=list)
    pictures: list[int] = field(default_factory=list)
    recognized: list[int] = field(default_factory=list)

    @property
    def has_text(self) -> bool:
        """Whether any page has text."""
        return any(page.fragments for page in self.pages)


def read(document: Any, source: Source) -> Reading:
    """All pages of an open document, with progress after each."""
    reading = Reading(page_count=document.page_count, outline=outline(document), properties=properties(document))
    ocr = _LazyRecognizer()
    for number in range(1, document.page_count + 1):
        reading.pages.append(_page(document, number, source, reading, ocr))
        source.progress()
    reading.is_repaired = bool(document.is_repaired)
    return reading


def _page(document: Any, number: int, source: Source, reading: Reading, ocr: _LazyRecognizer) -> PdfPage:
    nothing = PdfPage(number=number, width=0.0, height=0.0)
    try:
        page = document.load_page(number - 1)
        if is_bomb(document, page, source.limits):
            reading.bombs.append(number)
            return nothing
        read_one = read_page(page, number, reading.fonts)
        if not _is_without_text(read_one, page):
            return read_one
        reading.pictures.append(number)
        engine = ocr.get()
        if engine is None:  # not installed, or its time for this file is over
            return replace(read_one, fragments=(), apart=())
        seen = engine.page(page, number, reading.fonts, source.limits.page_pixels)
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  # the library fails in many ways on damaged pages; the page is named as broken
        reading.broken.append(number)
        return nothing
    if seen.fragments:
        reading.pictures.remove(number)
        reading.recognized.append(number)
    return seen


def _is_without_text(page: PdfPage, source: Any) -> bool:
    """Whether the page's words, if it has any, are pictures or cannot be made out."""
    if page.fragments:
        letters = sum(len(part.text) for part in page.fragments)
        return page.unreadable > max(_FEWEST_LETTERS, _UNREADABLE_SHARE * letters)
    if page.apart:
        return False
    if len(page.drawings) > _MANY_DRAWINGS:
        return True
    area: float = sum((min(x1, page.width) - max(x0, 0)) * (min(y1, page.height) - max(y0, 0))
               for kind, (x0, y0, x1, y1), *_ in source.get_bboxlog() if kind.startswith("fill-im"))
    return area > _PICTURE_SHARE * page.width * page.height


class _LazyRecognizer:
    """The recogniser of text in pictures, loaded for the first page that needs it; it has so much time for a file."""

    def __init__(self) -> None:
        self._deadline: float | None = None
        self._engine: Recognizer | None = None

    def get(self) -> Recognizer | None:
        if self._deadline is None:
            self._engine = recognizer()
            self._deadline = time.monotonic() + _RECOGNITION_SECONDS
        return self._engine if time.monotonic() < self._deadline else None


def state_of(reading: Reading) -> tuple[IngestState | None, tuple[Problem, ...]]:
    """What reading came to: a state (None: let the problems decide) and what was wrong, the gravest first.

    A scan that was recognised as a whole is read; that it is a scan stays with it as a problem.
    """
    problems: list[Problem] = []
    if reading.broken or reading.is_repaired:
        which = f" {_pages_are(reading.broken, 'cannot be read', 'cannot be read')}" if reading.broken else ""
        problems.append(Problem(code=ProblemCode.CORRUPT, detail="The PDF is damaged; what could be recovered was read."
                                f"{which} Fetch or export it again."))
    if reading.bombs:
        problems.append(Problem(code=ProblemCode.BOMB, detail=_pages_are(
            reading.bombs, "unpacks to far more than a page can hold and was left out",
            "unpack to far more than a page can hold and were left out")))
    if reading.pictures or not (reading.has_text or problems):
        problems.append(Problem(code=ProblemCode.NO_TEXT_LAYER, detail=_no_text(reading)))
    state = IngestState.PARTIAL if problems else IngestState.INDEXED if reading.recognized else None
    if reading.recognized:
        problems.append(Problem(code=ProblemCode.NO_TEXT_LAYER, detail=_pages_are(
            reading.recognized, "holds a picture of text that was recognised by OCR: check what matters",
            "hold pictures of text that were recognised by OCR: check what matters")))
    hidden = [page.number for page in reading.pages if page.hidden >= _FEWEST_HIDDEN]
    if hidden:
        what = "text that no reader can see (without contrast, tiny, covered or off the page); it was left out"
        problems.append(Problem(code=ProblemCode.HIDDEN_TEXT,
                                detail=_pages_are(hidden, f"holds {what}", f"hold {what}")))
        state = IngestState.INDEXED_FLAGGED if state is IngestState.INDEXED else state
    return state if reading.has_text else IngestState.METADATA_ONLY, tuple(problems)


def _no_text(reading: Reading) -> str:
    if not reading.pictures:
        return "No page of the PDF holds text; its name and its number of pages can be searched."
    whole = "" if reading.has_text else " Only the file's name and its number of pages can be searched."
    return _pages_are(reading.pictures, "holds a picture of text", "hold pictures of text") + (
        f"{whole} Install Citeside with its ocr extra, or save the PDF with a text layer.")


def _pages_are(numbers: Sequence[int], is_one: str, are_many: str) -> str:
    if len(numbers) == 1:
        return f"Page {numbers[0]} {is_one}."
    return f"Pages {ranges(numbers)} {are_many}."


def ranges(numbers: Sequence[int]) -> str:
    """Page numbers as people write them: ``3, 7–9``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(first) if first == last else f"{first}–{last}" for first, last in runs)
