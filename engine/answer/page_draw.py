"""Draws one page of a PDF and finds a quote on it. Runs in the child process of ``pages``.

1. The quote's letters are looked for in the letters of the page's words, in the order in which the page gives them,
   then from top to bottom. Markup, spaces and hyphens at line ends have no letters, so they do not matter.
2. Of several places the one nearest to the rectangles that the index knows is taken.
3. What is marked is one rectangle a line. Not found: the rectangles of the index, where they hold.

Places are turned with the page: text is given unrotated, the picture is drawn as the page is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.ingest.parse.pdf_open import library, open_pdf
from engine.ingest.parse.source import Limits, Source

MOST_PIXELS = 16_000_000
MOST_FOUND = 500
Box = tuple[float, float, float, float]
Word = tuple[float, float, float, float, str]


def draw(path: str, page: int, width: int, quote: str, boxes: Sequence[Box]) -> tuple[object, ...]:
    """(page, page_count, width, height, pixels, scale, marks, is_exact, words); the page number is brought into range.

    A quote that is not on its page is looked for on the next one and the one before, since a passage may go on there.
    Raises DocumentTrouble and whatever PyMuPDF raises on a damaged page.
    """
    document = _open(path)
    try:
        number, words, found = _page_with(document, min(max(page, 1), document.page_count), quote, boxes)
        drawn = document[number - 1]
        scale = _scale(drawn, width)
        pixmap = drawn.get_pixmap(matrix=library().Matrix(scale, scale), alpha=False, colorspace=library().csRGB)
        marks = [_turned(drawn, box, scale) for box in found or boxes]
        return (number, document.page_count, pixmap.width, pixmap.height, _rows(pixmap), scale, marks, bool(found),
                words)
    finally:
        document.close()


def find(path: str, words: str) -> tuple[tuple[float, ...], ...]:
    """Every place of ``words`` in the document, in reading order: (page, x0, y0, x1, y1) in points as drawn."""
    document = _open(path)
    try:
        places: list[tuple[float, ...]] = []
        for number in range(document.page_count):
            page = document[number]
            for hit in page.search_for(words):
                places.append((number + 1, *_turned(page, tuple(hit), 1.0)))
                if len(places) >= MOST_FOUND:
                    return tuple(places)
        return tuple(places)
    finally:
        document.close()


def quote_boxes(words: Sequence[Word], quote: str, near: Sequence[Box]) -> list[Box]:
    """One box a line for the place of ``quote`` among ``words``; empty when its letters are not there in this order."""
    needle = _letters(quote)
    if not needle:
        return []
    by_line = sorted(words, key=lambda word: (round(word[3] / 3), word[0]))
    for order in (list(words), by_line):
        letters = [(letter, index) for index, word in enumerate(order) for letter in _letters(word[4])]
        hay = "".join(letter for letter, _ in letters)
        starts = []
        at = hay.find(needle)
        while at >= 0:
            starts.append(at)
            at = hay.find(needle, at + 1)
        if starts:
            runs = [_lines([order[i] for i in range(letters[s][1], letters[s + len(needle) - 1][1] + 1)])
                    for s in starts]
            return min(runs, key=lambda run: _distance(run[0], near))
    return []


def _page_with(document: Any, page: int, quote: str, boxes: Sequence[Box]) -> tuple[int, str, list[Box]]:
    """The page that holds the quote, its text, and where the quote stands; ``page`` itself when none does."""
    for number in (page, page + 1, page - 1) if quote else ():
        if 1 <= number <= document.page_count:
            words = [word[:5] for word in document[number - 1].get_text("words")]
            if found := quote_boxes(words, quote, boxes):
                return number, document[number - 1].get_text("text"), found
    return page, document[page - 1].get_text("text"), []


def _open(path: str) -> Any:
    return open_pdf(Source(path=Path(path), relative_path=path, data=Path(path).read_bytes(),
                           media_type="application/pdf", limits=Limits()))


def _scale(page: Any, width: int) -> float:
    rect = page.rect
    scale = max(width, 16) / max(rect.width, 1.0)
    pixels = rect.width * rect.height * scale * scale
    return float(scale if pixels <= MOST_PIXELS else scale * (MOST_PIXELS / pixels) ** 0.5)


def _rows(pixmap: Any) -> bytes:
    samples = bytes(pixmap.samples)
    row = pixmap.width * 3
    if pixmap.stride == row:
        return samples
    return b"".join(samples[start:start + row] for start in range(0, len(samples), pixmap.stride))


def _turned(page: Any, box: Sequence[float], scale: float) -> Box:
    rect = (library().Rect(box) * page.rotation_matrix).normalize() * scale
    return (rect.x0, rect.y0, rect.x1, rect.y1)


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _lines(words: Sequence[Word]) -> list[Box]:
    """Boxes of neighbouring words joined as long as they stand on one line."""
    boxes: list[Box] = []
    for x0, y0, x1, y1, _ in words:
        if boxes and abs(boxes[-1][1] - y0) < (y1 - y0) * 0.5 and -2 < x0 - boxes[-1][2] < 6 * (y1 - y0):
            last = boxes[-1]
            boxes[-1] = (last[0], min(last[1], y0), max(last[2], x1), max(last[3], y1))
        else:
            boxes.append((x0, y0, x1, y1))
    return boxes


def _distance(box: Box, near: Sequence[Box]) -> float:
    return min((abs(box[1] - other[1]) + abs(box[0] - other[0]) / 4 for other in near), default=box[1])
