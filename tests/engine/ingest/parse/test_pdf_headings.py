"""Headings come from bookmarks and from type; what only looks like one is text, a term, or an entry of the contents."""

from __future__ import annotations

from engine.types import BlockKind
from tests.engine.ingest.parse.pdfs import PROSE, Paper, found, headings, plains, read_pdf


def test_sizes_of_type_are_levels_and_the_largest_is_the_title() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Lumen Relay", size=20, font="bold")
    y = 90.0
    for title, size in (("Installation", 16), ("Mounting", 13), ("Wiring", 13), ("Operation", 16)):
        paper.write(60, y, title, size=size, font="bold")
        y = paper.lines(60, y + 22, PROSE[:2]) + 16
    assert headings(read_pdf(paper)) == [(1, "Lumen Relay"), (2, "Installation"), (3, "Mounting"), (3, "Wiring"),
                                         (2, "Operation")]


def test_bold_lines_of_the_texts_own_size_are_headings_when_text_follows_at_the_margin() -> None:
    paper = Paper().turn()
    y = 80.0
    for title in ("Installation", "Operation", "Maintenance"):
        paper.write(60, y, title, font="bold")
        y = paper.lines(60, y + 18, PROSE[:2]) + 16
    assert headings(read_pdf(paper)) == [(1, "Installation"), (1, "Operation"), (1, "Maintenance")]


def test_bold_lines_over_deeper_text_are_terms() -> None:
    paper = Paper().turn()
    y = 80.0
    for term in ("port", "host", "timeout"):
        paper.write(60, y, term, font="bold")
        y = paper.lines(90, y + 14, ["The setting of this name, with all that has to be said about it in a whole",
                                     "sentence of two lines."]) + 8
    parsed = read_pdf(paper)
    assert headings(parsed) == []
    assert [(block.kind, block.label) for block in parsed.blocks] == [
        (BlockKind.DEFINITION, term) for term in ("port", "host", "timeout")]


def test_a_heading_of_two_lines_is_one() -> None:
    paper = Paper().turn()
    paper.write(60, 80, "How the relay is connected to its", size=16, font="bold")
    paper.write(60, 100, "neighbours in the field", size=16, font="bold")
    paper.lines(60, 130, PROSE)
    assert headings(read_pdf(paper)) == [(1, "How the relay is connected to its neighbours in the field")]


def test_bookmarks_give_the_levels_even_where_the_type_is_the_same() -> None:
    paper = Paper()
    outline = []
    for number, (level, title) in enumerate([(1, "Relay"), (2, "Ports"), (3, "Serial port"), (2, "Limits")], start=1):
        paper.turn()
        paper.write(60, 80, f"{number} {title}", size=14, font="bold")
        paper.lines(60, 110, PROSE)
        outline.append([level, title, number])
    paper.document.set_toc(outline)
    assert headings(read_pdf(paper)) == [(1, "1 Relay"), (2, "2 Ports"), (3, "3 Serial port"), (2, "4 Limits")]


def test_a_bookmarked_heading_that_runs_into_its_text_is_parted_from_it() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Smoothing", size=16, font="bold")
    y = 100.0
    for title, gap in (("Bezier", 45), ("Unwrap", 60), ("Cumulative sums", 95)):
        paper.write(60, y, title, font="bold")
        paper.write(60 + gap, y, f"The {title.lower()} option is meant for data that come from the field, and")
        y = paper.lines(60, y + 14, PROSE[:2]) + 14
    paper.document.set_toc([[1, "Smoothing", 1], [2, "Bezier", 1], [2, "Unwrap", 1], [2, "Cumulative sums", 1]])
    page = read_pdf(paper)
    assert headings(page) == [(1, "Smoothing"), (2, "Bezier"), (2, "Unwrap"), (2, "Cumulative sums")]
    assert plains(page)[2].startswith("The bezier option is meant for data")


def test_headings_below_the_bookmarks_follow_their_levels() -> None:
    paper = Paper()
    outline = []
    for number in range(1, 5):
        paper.turn()
        paper.write(60, 80, f"Chapter {number}", size=18, font="bold")
        paper.write(60, 110, f"A detail of chapter {number}", size=13, font="bold")
        paper.lines(60, 135, PROSE)
        outline.append([1, f"Chapter {number}", number])
    paper.document.set_toc(outline)
    assert headings(read_pdf(paper))[:4] == [(1, "Chapter 1"), (2, "A detail of chapter 1"), (1, "Chapter 2"),
                                             (2, "A detail of chapter 2")]


def test_a_chapter_number_on_its_own_line_belongs_to_the_title() -> None:
    paper = Paper()
    outline = []
    for number, title in enumerate(("Pumps", "Valves", "Filters"), start=1):
        paper.turn()
        paper.write(60, 80, f"Chapter {number}", size=16, font="bold")
        paper.write(60, 120, title, size=22, font="bold")
        paper.lines(60, 160, PROSE)
        outline.append([1, title, number])
    paper.document.set_toc(outline)
    assert headings(read_pdf(paper)) == [(1, "Chapter 1 Pumps"), (1, "Chapter 2 Valves"), (1, "Chapter 3 Filters")]


def test_numbers_tell_levels_apart_that_are_set_alike() -> None:
    paper = Paper().turn()
    y = 60.0
    for title in ("1 Relay", "1.1 Ports", "1.2 Limits", "2 Switch"):
        paper.write(60, y, title, size=14, font="bold")
        y = paper.lines(60, y + 20, PROSE[:2]) + 16
    assert headings(read_pdf(paper)) == [(1, "1 Relay"), (2, "1.1 Ports"), (2, "1.2 Limits"), (1, "2 Switch")]


def test_what_reads_like_no_heading_is_none() -> None:
    paper = Paper().turn()
    y = paper.lines(60, 80, PROSE)
    for words in ("This whole sentence is printed in bold because it is meant to be seen by everybody.", "• a bullet",
                  "Figure 3: The relay", "12.5", "and this goes on"):
        paper.write(60, y + 16, words, font="bold")
        y = paper.lines(60, y + 34, PROSE[:2])
    assert headings(read_pdf(paper)) == []


def test_a_printed_table_of_contents_is_left_out_and_said_so() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Contents", size=16, font="bold")
    for number in range(1, 9):
        paper.write(60, 80 + 16 * number, f"{number} Chapter {'. ' * 30} {number + 1}")
    for number in range(1, 9):
        paper.turn()
        paper.write(60, 80, f"{number} Chapter", size=16, font="bold")
        paper.lines(60, 110, PROSE)
    parsed = read_pdf(paper)
    assert ". . ." not in parsed.text
    assert len(headings(parsed)) == 8
    assert found(parsed, "contents pages") == "1"


def test_dots_inside_a_sentence_are_no_table_of_contents() -> None:
    paper = Paper().turn()
    paper.lines(60, 80, ["Wait .... then press 3", *PROSE])
    assert "Wait .... then press 3" in plains(read_pdf(paper))[0]


def test_a_bookmark_that_points_to_itself_ends_nowhere() -> None:
    paper = Paper().turn()
    paper.write(60, 80, "Loop manual", size=16, font="bold")
    paper.lines(60, 110, PROSE)
    paper.document.set_toc([[1, "Loop manual", 1], [1, "Second", 1]])
    first = paper.document.xref_get_key(paper.document.pdf_catalog(), "Outlines")[1].split()[0]
    entry = paper.document.xref_get_key(int(first), "First")[1]
    paper.document.xref_set_key(int(entry.split()[0]), "Next", entry)
    assert headings(read_pdf(paper)) == [(1, "Loop manual")]
