"""Tables of a PDF: every cell in its column, merged cells filled, over page breaks, with or without rules."""

from __future__ import annotations

import pytest

from engine.types import BlockKind
from tests.engine.ingest.parse.pdfs import PROSE, Paper, headings, plains, read_pdf, rows, tables
from tests.engine.ingest.texts import all_chunks

XS = [60.0, 180.0, 320.0, 520.0]
CODES = [["Code", "Meaning", "Action"], *([f"E{number}", f"fault {number}", f"step {number}"] for number in range(60))]


def ys(count: int, top: float = 80.0, step: float = 18.0) -> list[float]:
    return [top + step * number for number in range(count + 1)]


def test_a_ruled_table_has_its_header_and_all_its_cells() -> None:
    paper = Paper().turn()
    paper.grid(XS, ys(4), CODES[:4])
    table, = tables(read_pdf(paper))
    assert list(table.header) == CODES[0]
    assert rows(table) == CODES[1:4]
    assert table.rows[0].sentence == "E0: meaning fault 0, action step 0"
    assert {row.page for row in table.rows} == {1}


@pytest.mark.parametrize("repeats", [True, False], ids=["header repeated", "header once"])
def test_a_table_over_three_pages_is_one_and_its_rows_know_their_page(repeats: bool) -> None:
    paper = Paper()
    for part in range(3):
        paper.turn()
        own = CODES[1 + 20 * part:21 + 20 * part]
        shown = [CODES[0], *own] if repeats or part == 0 else own
        paper.grid(XS, ys(len(shown), top=60), shown, header_font="bold" if shown is not own else "")
        paper.write(280, 820, f"Page {part + 1}", size=8)
    table, = tables(read_pdf(paper))
    assert list(table.header) == CODES[0]
    assert rows(table) == CODES[1:]
    assert table.pages == (1, 2, 3)
    assert [table.rows[place].page for place in (0, 19, 20, 40, 59)] == [1, 1, 2, 3, 3]


def test_tables_with_other_headers_or_columns_on_the_next_page_are_others() -> None:
    paper = Paper().turn()
    paper.grid(XS, ys(3, top=700), CODES[:3])
    paper.turn().grid(XS, ys(2, top=60), [["Part", "Number", "Price"], ["relay", "4711", "12 EUR"]])
    assert [list(table.header) for table in tables(read_pdf(paper))] == [CODES[0], ["Part", "Number", "Price"]]


def test_cells_that_span_columns_or_rows_are_filled_into_each() -> None:
    paper = Paper().turn()
    lines = ys(4)
    for y in (lines[0], lines[2], lines[4]):
        paper.rule(XS[0], y, XS[3], y)
    paper.rule(XS[1], lines[1], XS[3], lines[1])
    paper.rule(XS[1], lines[3], XS[3], lines[3])
    for x in (XS[0], XS[1], XS[3]):
        paper.rule(x, lines[0], x, lines[4])
    paper.rule(XS[2], lines[1], XS[2], lines[4])
    paper.write(70, 100, "Model", font="bold")
    paper.write(190, 94, "Temperature", font="bold")
    paper.write(190, 112, "low", font="bold")
    paper.write(330, 112, "high", font="bold")
    paper.write(70, 135, "R-12")
    for x, y, words in ((190, 130, "-20"), (330, 130, "60"), (190, 148, "-40"), (330, 148, "85")):
        paper.write(x, y, words)
    table, = tables(read_pdf(paper))
    assert list(table.header) == ["Model", "Temperature / low", "Temperature / high"]
    assert rows(table) == [["R-12", "-20", "60"], ["R-12", "-40", "85"]]


def test_a_cell_of_several_lines_is_one_text() -> None:
    paper = Paper().turn()
    paper.grid(XS, [80, 100, 140], [["Code", "Meaning", "Action"], ["", "", ""]])
    paper.write(63, 112, "E1")
    paper.lines(183, 112, ["the answer did not", "come in time"], size=10, step=12)
    paper.lines(323, 112, ["restart the neigh-", "bour, then wait"], size=10, step=12)
    assert rows(tables(read_pdf(paper))[0]) == [
        ["E1", "the answer did not come in time", "restart the neighbour, then wait"]]


def test_lines_side_by_side_in_one_band_are_rows() -> None:
    paper = Paper().turn()
    paper.grid(XS, [80, 100, 180], [CODES[0], ["", "", ""]])
    for number in range(1, 5):
        for x, cell in zip(XS, CODES[number], strict=False):
            paper.write(x + 3, 100 + 17 * number, cell, size=10)
    assert rows(tables(read_pdf(paper))[0]) == CODES[1:5]


def test_a_word_that_runs_over_a_rule_stays_in_its_cell() -> None:
    paper = Paper().turn()
    paper.grid([60, 110, 300], ys(3), [["Name", "Value"], ["SV12_2X7I48_72", "12"], ["SV8", "8"]])
    assert rows(tables(read_pdf(paper))[0]) == [["SV12_2X7I48_72", "12"], ["SV8", "8"]]


def test_a_table_with_open_sides_is_closed() -> None:
    paper = Paper().turn()
    lines = ys(3)
    for y in lines:
        paper.rule(60, y, 520, y)
    for x in (180.0, 320.0):
        paper.rule(x, lines[0], x, lines[-1])
    for number, row in enumerate(CODES[:3]):
        for x, cell in zip(XS, row, strict=False):
            paper.write(x + 3, lines[number + 1] - 5, cell, size=10, font="bold" if not number else "")
    assert rows(tables(read_pdf(paper))[0]) == CODES[1:3]


def test_rules_across_only_make_a_table_of_what_stands_between_them() -> None:
    paper = Paper().turn()
    paper.lines(60, 60, PROSE)
    for y in (120.0, 140.0, 200.0):
        paper.rule(60, y, 520, y)
    for number, row in enumerate(CODES[:4]):
        for x, cell in zip(XS, row, strict=False):
            paper.write(x, 134 + 18 * number + (4 if number else 0), cell, size=10)
    paper.lines(60, 230, PROSE)
    parsed = read_pdf(paper)
    table, = tables(parsed)
    assert list(table.header) == CODES[0]
    assert rows(table) == CODES[1:4]
    assert len(plains(parsed)) == 3


def test_columns_without_any_rule_are_a_table_when_there_are_three() -> None:
    paper = Paper().turn()
    paper.lines(60, 60, PROSE)
    for number, row in enumerate(CODES[:6]):
        for x, cell in zip(XS, row, strict=False):
            paper.write(x, 130 + 16 * number, cell, size=10, font="bold" if not number else "")
    paper.lines(60, 260, PROSE)
    table, = tables(read_pdf(paper))
    assert list(table.header) == CODES[0]
    assert rows(table) == CODES[1:6]


@pytest.mark.parametrize("above", [True, False])
def test_the_caption_goes_with_its_table(above: bool) -> None:
    paper = Paper().turn()
    paper.lines(60, 60, PROSE)
    paper.grid(XS, ys(3, top=140), CODES[:3])
    paper.write(60, 125 if above else 212, "Table 7: What the codes mean", size=10)
    paper.lines(60, 260, PROSE)
    parsed = read_pdf(paper)
    assert tables(parsed)[0].caption == "Table 7: What the codes mean"
    assert len(plains(parsed)) == 3


def test_a_table_of_labels_in_bold_has_no_header() -> None:
    paper = Paper().turn()
    paper.grid([60, 200, 400], ys(3), [["", ""], ["", ""], ["", ""]])
    for number, (label, value) in enumerate([("Voltage", "24 V"), ("Power", "3 W"), ("Weight", "410 g")]):
        paper.write(63, 93 + 18 * number, label, size=10, font="bold")
        paper.write(203, 93 + 18 * number, value, size=10)
    table, = tables(read_pdf(paper))
    assert not any(table.header)
    assert rows(table) == [["Voltage", "24 V"], ["Power", "3 W"], ["Weight", "410 g"]]


def test_the_first_row_above_figures_is_the_header_without_bold() -> None:
    paper = Paper().turn()
    paper.grid([60, 200, 400], ys(4), [["Model", "Weight"], ["R-12", "410"], ["R-14", "510"], ["R-16", "610"]],
               header_font="")
    assert list(tables(read_pdf(paper))[0].header) == ["Model", "Weight"]


def test_a_frame_around_text_is_no_table() -> None:
    paper = Paper().turn()
    paper.page.draw_rect((50, 60, 550, 140), color=(0, 0, 0), width=1)
    paper.lines(60, 90, PROSE)
    parsed = read_pdf(paper)
    assert tables(parsed) == []
    assert plains(parsed) == [" ".join(PROSE)]


def test_a_drawing_of_crossing_lines_is_no_table() -> None:
    paper = Paper().turn()
    for number in range(9):
        paper.rule(100 + 30 * number, 100, 100 + 30 * number, 340)
        paper.rule(100, 100 + 30 * number, 340, 100 + 30 * number)
    paper.write(105, 115, "a")
    paper.lines(60, 400, PROSE)
    assert tables(read_pdf(paper)) == []


def test_headings_inside_cells_are_cells() -> None:
    paper = Paper().turn()
    paper.write(60, 50, "Codes", size=16, font="bold")
    paper.grid(XS, ys(3), [["CODE", "MEANING", "ACTION"], *CODES[1:3]], size=10)
    parsed = read_pdf(paper)
    assert headings(parsed) == [(1, "Codes")]
    assert [block.kind for block in parsed.blocks] == [BlockKind.HEADING, BlockKind.TABLE]


def test_every_piece_of_a_long_table_repeats_its_header_and_opens_its_own_pages() -> None:
    paper = Paper()
    for part in range(2):
        paper.turn()
        paper.grid(XS, ys(31, top=60), [CODES[0], *CODES[1 + 30 * part:31 + 30 * part]])
    chunks = all_chunks(read_pdf(paper), max_tokens=128)
    assert len(chunks) > 3
    assert all("Code, Meaning, Action" in chunk.plain for chunk in chunks)
    assert all("| Code | Meaning | Action |" in chunk.header_text for chunk in chunks[1:])
    assert chunks[0].pages == (1,)
    assert chunks[-1].pages == (2,)
