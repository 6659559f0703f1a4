"""Columns are read one after the other, tables and terms row by row, whatever the order in the file."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ingest.parse.pdf_order import columns
from engine.ingest.parse.pdf_page import Fragment
from tests.engine.ingest.parse.pdfs import Paper, headings, plains, read_pdf, rows, tables

LEFT = ["The relay waits for an answer", "before it marks the route as", "stale. Stale routes are tried",
        "again with a pause that grows", "until the neighbour answers."]
RIGHT = ["Each relay keeps a list of the", "neighbours that answered last.", "When the list is full the one",
         "that was silent for longest is", "left out and told about it."]


@pytest.mark.parametrize("in_rows", [False, True], ids=["column by column", "row by row"])
def test_two_columns_are_read_left_before_right(in_rows: bool) -> None:
    paper = Paper().turn()
    paper.write(60, 70, "Lumen Relay operations", size=18, font="bold")
    places = [(60, LEFT), (320, RIGHT)]
    order = [(x, number, lines[number]) for x, lines in places for number in range(5)]
    for x, number, line in sorted(order, key=lambda item: item[1]) if in_rows else order:
        paper.write(x, 110 + 14 * number, line)
    assert plains(read_pdf(paper)) == ["Lumen Relay operations", " ".join(LEFT), " ".join(RIGHT)]


def test_three_columns_are_read_from_the_left() -> None:
    texts = [[f"{name} column has sentences", "that run on from one line to", "the next one and end only",
              "when all of it was said."] for name in ("First", "Second", "Third")]
    paper = Paper().turn()
    for place, lines in enumerate(texts):
        paper.lines(40 + 180 * place, 100, lines, size=10)
    assert plains(read_pdf(paper)) == [" ".join(lines) for lines in texts]


def test_what_runs_across_the_columns_parts_them_into_bands() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, LEFT)
    paper.lines(320, 100, RIGHT)
    paper.write(60, 200, "This sentence runs across both columns of the page and is read after what stands above it.")
    paper.lines(60, 230, [line.replace("relay", "switch") for line in LEFT])
    paper.lines(320, 230, [line.replace("relay", "switch") for line in RIGHT])
    text = read_pdf(paper).text
    places = [text.index(words) for words in ("The relay", "Each relay", "This sentence", "The switch", "Each switch")]
    assert places == sorted(places)


def test_a_wide_table_between_columns_stands_between_them() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, LEFT)
    paper.lines(320, 100, RIGHT)
    paper.grid([60, 200, 340, 530], [200, 220, 240], [["Code", "Meaning", "Action"], ["E1", "fault", "restart"]])
    paper.lines(60, 280, [line.replace("relay", "switch") for line in LEFT])
    paper.lines(320, 280, [line.replace("relay", "switch") for line in RIGHT])
    parsed = read_pdf(paper)
    kinds = [block.kind.value for block in parsed.blocks]
    assert kinds == ["paragraph", "paragraph", "table", "paragraph", "paragraph"]
    assert rows(tables(parsed)[0]) == [["E1", "fault", "restart"]]


def test_a_sentence_goes_on_from_column_to_column() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, [*LEFT[:-1], "until the neighbour that was"])
    paper.lines(320, 100, ["silent answers again. Then it is", *RIGHT[1:]])
    assert plains(read_pdf(paper)) == [" ".join([*LEFT[:-1], "until the neighbour that was silent answers again. "
                                                 "Then it is", *RIGHT[1:]])]


def test_headings_in_columns_are_headings_of_their_column() -> None:
    paper = Paper().turn()
    for x, heading, lines in ((60, "Timeouts", LEFT), (320, "Limits", RIGHT)):
        paper.write(x, 90, heading, size=14, font="bold")
        paper.lines(x, 110, lines)
    parsed = read_pdf(paper)
    assert headings(parsed) == [(1, "Timeouts"), (1, "Limits")]
    assert plains(parsed)[1] == " ".join(LEFT)


def test_a_form_with_labels_and_values_is_read_row_by_row() -> None:
    paper = Paper().turn()
    values = [("Supply voltage", "24 V DC"), ("Power consumption", "3 W"), ("Protection", "IP 65"),
              ("Weight", "410 g"), ("Storage temperature", "-20 to 60 degrees")]
    for number, (label, value) in enumerate(values):
        paper.write(60, 100 + 18 * number, label)
        paper.write(320, 100 + 18 * number, value)
    text = " ".join(read_pdf(paper).text.replace("|", " ").replace(":", " ").split())
    places = [text.index(words) for pair in values for words in pair]
    assert places == sorted(places)


def _fragment(x0: float, y: float, words: str) -> Fragment:
    return Fragment(x0=x0, y0=y - 9, x1=x0 + 5 * len(words), y1=y + 3, base=y, size=10, text=words, pieces=())


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 60)), max_size=60), st.integers())
def test_every_part_is_read_once_in_whatever_order_it_comes(places: list[tuple[int, int]], seed: int) -> None:
    parts = [_fragment(x, 12.0 * row, f"word{number}") for number, (x, row) in enumerate(places)]
    shuffled = parts.copy()
    random.Random(seed).shuffle(shuffled)
    read = [part for column in columns(shuffled) for part in column.parts]
    assert sorted(part.text for part in read) == sorted(part.text for part in parts)


def test_a_page_with_a_few_lines_keeps_to_the_columns_of_the_others() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, LEFT)
    paper.lines(320, 100, RIGHT)
    paper.turn()
    paper.lines(60, 100, ["The last lines stand here and", "there."])
    paper.lines(320, 100, ["Nothing more is said after", "this."])
    assert plains(read_pdf(paper))[-2:] == ["The last lines stand here and there.", "Nothing more is said after this."]


def test_short_steps_beside_short_steps_are_two_procedures() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Pump operations manual", size=18, font="bold")
    paper.write(60, 80, "For the operator")
    paper.write(60, 110, "1 Starting", size=14, font="bold")
    paper.lines(60, 130, ["1. Open the valve slowly and", "   wait for 2 bar.", "2. Press START.",
                          "3. Check that the lamp is green", "   unless in test mode.", "4. Close the bypass."])
    paper.write(320, 110, "2 Stopping", size=14, font="bold")
    paper.lines(320, 130, ["1. Press STOP.", "2. Close the valve.", "3. Drain it, except in", "   winter.",
                           "4. Lock it."])
    read = read_pdf(paper)
    assert [heading for _, heading in headings(read)] == ["Pump operations manual", "1 Starting", "2 Stopping"]
    assert plains(read)[3:7] == ["Open the valve slowly and wait for 2 bar.", "Press START.",
                                 "Check that the lamp is green unless in test mode.", "Close the bypass."]
    assert plains(read)[8:] == ["Press STOP.", "Close the valve.", "Drain it, except in winter.", "Lock it."]


def test_numbered_names_with_their_values_beside_them_are_no_columns() -> None:
    paper = Paper().turn()
    for number, (name, value) in enumerate([("1. Length", "12 mm"), ("2. Width", "8 mm"), ("3. Height", "40 mm"),
                                            ("4. Weight", "3 kg"), ("5. Colour", "red"), ("6. Voltage", "24 V")]):
        paper.write(60, 100 + 14 * number, name)
        paper.write(320, 100 + 14 * number, value)
    text = read_pdf(paper).text
    assert text.index("12 mm") < text.index("Width") < text.index("8 mm")
