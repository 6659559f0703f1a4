"""What repeats at the edges of pages is left out and written down; what is text stays."""

from __future__ import annotations

import pytest

from tests.engine.ingest.parse.pdfs import HEIGHT, PROSE, Paper, found, headings, plains, read_pdf, rows, tables

BODIES = ["Pumps move water from the lower tank to the upper one until a float switch opens the circuit.",
          "Valves keep the water from running back when the pump stops, and are checked every year by hand.",
          "Filters hold back sand; the one before the pump is cleaned weekly, the one behind it monthly.",
          "Switches are of the sealed kind and must not be opened; a broken one is replaced as a whole.",
          "Cables run in the grey duct, are marked at both ends, and have a third of their length in reserve.",
          "Alarms ring in the control room, flash in the hall, and are sent to the phone of the one on duty."]


def book(pages: int, header: str = "", footer: str = "") -> Paper:
    """Pages of text with a header and a footer in which {n} is the page's number."""
    paper = Paper()
    for number in range(1, pages + 1):
        paper.turn()
        if header:
            paper.write(60, 40, header.format(n=number), size=8)
        paper.lines(60, 100, [BODIES[(number - 1) % len(BODIES)], f"That was body {chr(96 + number)}."])
        if footer:
            paper.write(280, HEIGHT - 30, footer.format(n=number), size=8)
    return paper


@pytest.mark.parametrize("pages", [2, 3, 6, 12])
@pytest.mark.parametrize(("header", "footer"), [
    ("INTERNAL DRAFT - Lumen Relay", "Page {n} of 12"), ("Lumen handbook 4.2", "- {n} -"), ("{n}   Operations", ""),
    ("", "{n}"), ("Copyright Lumen", "{n} / 12"),
])
def test_running_headers_and_page_numbers_are_no_text(pages: int, header: str, footer: str) -> None:
    parsed = read_pdf(book(pages, header, footer))
    for text in filter(None, (header, footer)):
        assert text.format(n=1) not in parsed.text
        assert text.format(n=1) in found(parsed, "page furniture")
    assert [plain for plain in plains(parsed) if "That was body" not in plain] == []


def test_headers_that_differ_on_left_and_right_pages_go_both() -> None:
    paper = Paper()
    for number in range(1, 9):
        paper.turn()
        paper.write(60 if number % 2 else 400, 40, "Lumen Relay" if number % 2 else "Operator's guide", size=8)
        paper.lines(60, 100, [BODIES[number % 6]])
    text = read_pdf(paper).text
    assert "Lumen Relay" not in text
    assert "Operator" not in text


def test_a_running_chapter_title_goes_even_where_its_chapter_is_one_page_long() -> None:
    paper = Paper()
    for number, chapter in enumerate(["Pumps"] * 4 + ["Valves"] + ["Filters"] * 4 + ["Cables"]):
        paper.turn()
        paper.write(60, 40, chapter, size=9, font="italic")
        paper.write(520, 40, str(number + 1), size=9)
        paper.lines(60, 100, [BODIES[number % 6], PROSE[number % 3]])
    assert not {"Pumps", "Valves", "Filters", "Cables"} & set(plains(read_pdf(paper)))


def test_a_document_of_one_page_loses_nothing() -> None:
    paper = book(1, "Lumen Relay handbook", "Page {n}")
    assert [plains(read_pdf(paper))[place] for place in (0, -1)] == ["Lumen Relay handbook", "Page 1"]


def test_pages_that_are_all_alike_keep_their_text() -> None:
    paper = Paper()
    for _ in range(3):
        paper.turn().lines(60, 60, PROSE)
    assert plains(read_pdf(paper)) == [" ".join(PROSE)] * 3


def test_the_title_that_heads_every_page_stays_where_it_is_the_title() -> None:
    paper = Paper()
    for number in range(4):
        paper.turn()
        paper.write(60, 60, "Service card", size=20, font="bold")
        paper.lines(60, 110, [BODIES[number]])
    assert headings(read_pdf(paper)) == [(1, "Service card")]


def test_words_that_happen_to_begin_several_pages_are_text() -> None:
    paper = Paper()
    for number in range(20):
        paper.turn()
        paper.lines(60, 60, ["Example:" if number in (3, 9, 17) else BODIES[number % 6][:40], BODIES[number % 6]])
    assert plains(read_pdf(paper)).count("Example:") == 3


def test_rows_of_a_table_that_fill_pages_are_no_headers() -> None:
    paper = Paper()
    for number in range(4):
        paper.turn()
        lines = [["Code", "Meaning"]] + [[f"E{number}{row}", f"fault {row} on unit {number}"] for row in range(30)]
        paper.grid([60, 150, 400], [50 + 24 * line for line in range(32)], lines)
        paper.write(280, HEIGHT - 20, f"Page {number + 1}", size=8)
    table, = tables(read_pdf(paper))
    assert list(table.header) == ["Code", "Meaning"]
    assert len(table.rows) == 120
    assert table.pages == (1, 2, 3, 4)
    assert rows(table)[30] == ["E10", "fault 0 on unit 1"]


def test_a_header_that_is_a_table_on_every_page_goes_with_it() -> None:
    paper = Paper()
    for number in range(4):
        paper.turn()
        paper.grid([60, 250, 400, 530], [30, 50, 70], [["Lumen Ltd", "Work instruction", f"Page {number + 1} of 4"],
                                                       ["Doc 4711", "Revision 3", "Approved"]])
        paper.lines(60, 110, [BODIES[number]])
    parsed = read_pdf(paper)
    assert tables(parsed) == []
    assert plains(parsed) == BODIES[:4]


def test_rows_that_are_alike_but_for_their_figures_are_no_headers() -> None:
    paper = Paper()
    for number in range(4):
        paper.turn()
        shown = [["Code", "Meaning"]] if number == 0 else []
        codes = range(20 * number, 63 if number == 3 else 20 * number + 20)
        shown += [[f"E{code:03}", f"fault kind {code}"] for code in codes]
        paper.grid([60, 150, 400], [80 + 24 * line for line in range(len(shown) + 1)], shown,
                   header_font="bold" if number == 0 else "")
    table, = tables(read_pdf(paper))
    assert [row[0] for row in rows(table)] == [f"E{number:03}" for number in range(63)]


def test_sections_that_begin_pages_at_the_same_place_stay() -> None:
    paper = Paper()
    for number in range(1, 7):
        paper.turn()
        paper.write(60, 90, f"Alarm {number}", font="bold")
        paper.lines(60, 120, [BODIES[number - 1], PROSE[0]])
    assert headings(read_pdf(paper)) == [(1, f"Alarm {number}") for number in range(1, 7)]
