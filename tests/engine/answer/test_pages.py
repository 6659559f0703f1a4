"""Pages as pictures: the quote's own letters are marked, and a bad file costs only its picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.answer.page_draw import find, quote_boxes
from engine.answer.pages import PageDrawer
from engine.errors import DocumentTrouble
from engine.types import PageRequest, Rect, RootId
from tests.engine.ingest.parse.pdfs import PROSE, Paper


@pytest.fixture
def manual(tmp_path: Path) -> Path:
    """Two pages; a word is broken over a line end on the second."""
    paper = Paper()
    paper.turn().lines(72, 100, PROSE)
    paper.turn().lines(72, 100, ["Close the valve and wait until the pres-", "sure has fallen below two bar."])
    file = tmp_path / "valve.pdf"
    file.write_bytes(paper.data())
    return file


@pytest.fixture(scope="module")
def drawer() -> Iterator[PageDrawer]:
    made = PageDrawer()
    yield made
    made.close()


def wanted(page: int, quote: str, rects: tuple[Rect, ...] = ()) -> PageRequest:
    return PageRequest(root=RootId(1), path="valve.pdf", page=page, width=600, quote=quote, rects=rects)


def test_a_quote_is_marked_line_by_line_through_a_broken_word(drawer: PageDrawer, manual: Path) -> None:
    page = drawer.draw(manual, wanted(2, "wait until the **pressure** has fallen"))
    assert (page.page, page.page_count, page.width, page.is_exact) == (2, 2, 600, True)
    assert len(page.pixels) == page.width * page.height * 3
    first, second = page.marks
    assert first.y1 <= second.y0 + 4
    assert second.x0 < first.x0
    assert "Close the valve" in page.words


def test_a_quote_that_goes_on_overleaf_is_found_there(drawer: PageDrawer, manual: Path) -> None:
    page = drawer.draw(manual, wanted(1, "Close the valve"))
    assert (page.page, page.is_exact) == (2, True)


def test_without_the_letters_the_known_rectangle_is_marked_and_said_to_be_inexact(
        drawer: PageDrawer, manual: Path) -> None:
    page = drawer.draw(manual, wanted(1, "nothing like this", (Rect(1, 72, 90, 200, 104), Rect(2, 1, 1, 2, 2))))
    assert not page.is_exact
    assert [(round(mark.x0), round(mark.y0)) for mark in page.marks] == [(73, 91)]


def test_nothing_is_marked_when_nothing_is_known(drawer: PageDrawer, manual: Path) -> None:
    assert drawer.draw(manual, wanted(1, "nothing like this")).marks == ()


def test_a_turned_page_is_marked_where_it_is_seen(drawer: PageDrawer, tmp_path: Path) -> None:
    paper = Paper()
    paper.turn().write(72, 100, "Close the valve.")
    paper.page.set_rotation(90)
    file = tmp_path / "turned.pdf"
    file.write_bytes(paper.data())
    page = drawer.draw(file, wanted(1, "Close the valve."))
    assert page.width > page.height
    assert page.marks[0].y1 - page.marks[0].y0 > page.marks[0].x1 - page.marks[0].x0


def test_of_two_equal_places_the_one_near_the_known_rectangle_is_marked() -> None:
    words = [(10.0, y, 40.0, y + 10, "Stop.") for y in (100.0, 500.0)]
    assert quote_boxes(words, "Stop.", [(10, 490, 40, 510)]) == [(10.0, 500.0, 40.0, 510.0)]


def test_words_are_found_on_every_page(manual: Path) -> None:
    assert [place[0] for place in find(str(manual), "the")][-1] == 2


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 and then nothing", b"hello"])
def test_a_damaged_file_is_told_in_words_and_the_next_is_drawn(
        drawer: PageDrawer, manual: Path, tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(content)
    with pytest.raises(DocumentTrouble):
        drawer.draw(bad, wanted(1, ""))
    with pytest.raises(DocumentTrouble, match="cannot be read"):
        drawer.draw(tmp_path / "gone.pdf", wanted(1, ""))
    assert drawer.draw(manual, wanted(1, "")).page == 1
