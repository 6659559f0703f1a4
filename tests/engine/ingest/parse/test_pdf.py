"""A PDF becomes Markdown in reading order: whole paragraphs, joined words, and the place of every block on its page."""

from __future__ import annotations

import subprocess
import sys

from engine.ingest.parse.pdf_open import library
from engine.types import BlockKind, IngestState, Rect
from tests.conftest import ROOT
from tests.engine.ingest.parse.pdfs import PROSE, Paper, found, headings, plains, read_pdf
from tests.engine.ingest.texts import all_chunks, cut


def test_lines_are_joined_to_paragraphs_and_a_gap_parts_them() -> None:
    paper = Paper().turn()
    y = paper.lines(60, 100, PROSE)
    paper.lines(60, y + 10, ["Another paragraph stands below the gap and says something else about the", "route."])
    parsed = read_pdf(paper)
    assert plains(parsed) == [" ".join(PROSE), "Another paragraph stands below the gap and says something else about "
                              "the route."]
    assert parsed.state is IngestState.INDEXED
    assert parsed.page_count == 1


def test_an_indented_line_begins_a_paragraph_without_a_gap() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, PROSE)
    paper.lines(75, 142, ["Indented and therefore new, this paragraph has a first line that is set in a little,"])
    paper.lines(60, 156, ["as books do it, and a second one that is not."])
    assert len(plains(read_pdf(paper))) == 2


def test_a_word_broken_at_the_end_of_a_line_is_put_together() -> None:
    paper = Paper().turn()
    paper.lines(60, 100, ["When the pressure in the second chamber rises above the limit, the control-",
                          "ler closes the valve and writes a line to the log file of the main cabi-",
                          "net. A read-only file is left alone, and every other file that is read-",
                          "only stays as it is; numbers such as 10-", "20 keep their sign."])
    text = plains(read_pdf(paper))[0]
    assert "the controller closes" in text
    assert "main cabinet." in text
    assert "that is read-only stays" in text
    assert "10-20 keep" in text


def test_a_sentence_goes_on_over_a_page_break_and_its_place_is_on_both_pages() -> None:
    paper = Paper().turn()
    paper.lines(60, 760, PROSE[:2])
    paper.turn().lines(60, 60, [PROSE[2]])
    parsed = read_pdf(paper)
    assert plains(parsed) == [" ".join(PROSE)]
    assert [rect.page for rect in parsed.blocks[0].rects] == [1, 2]


def test_a_footnote_does_not_break_the_paragraph_that_goes_on_after_it() -> None:
    paper = Paper().turn()
    paper.lines(60, 700, PROSE[:2])
    paper.rule(60, 780, 200, 780)
    paper.write(60, 792, "1 See the list of neighbours.", size=8)
    paper.turn().lines(60, 60, [PROSE[2]])
    assert plains(read_pdf(paper)) == [" ".join(PROSE), "1 See the list of neighbours."]


def test_rectangles_cover_the_words_on_the_page_as_it_lies() -> None:
    paper = Paper().turn()
    paper.write(100, 200, "valve opens at 88 degrees")
    expected = paper.page.search_for("valve opens at 88 degrees")[0]
    rect = read_pdf(paper).blocks[0].rects[0]
    assert rect.page == 1
    assert abs(rect.x0 - expected.x0) < 3
    assert abs(rect.y1 - expected.y1) < 4


def test_rectangles_of_a_rotated_page_are_those_of_the_unrotated_one() -> None:
    upright = Paper().turn()
    upright.write(100, 200, "the fan turns at 1450 rpm")
    at = read_pdf(upright).blocks[0].rects[0]
    for turn in (90, 180, 270):
        turned = Paper().turn()
        turned.write(100, 200, "the fan turns at 1450 rpm")
        turned.page.set_rotation(turn)
        parsed = read_pdf(turned)
        assert plains(parsed) == ["the fan turns at 1450 rpm"]
        rect = parsed.blocks[0].rects[0]
        assert max(abs(rect.x0 - at.x0), abs(rect.y0 - at.y0), abs(rect.x1 - at.x1), abs(rect.y1 - at.y1)) < 3


def test_a_page_whose_text_runs_upwards_is_read_as_if_it_were_turned() -> None:
    paper = Paper().turn()
    for number, line in enumerate(PROSE):
        paper.write(100 + 14 * number, 700, line, rotate=90)
    parsed = read_pdf(paper)
    assert plains(parsed) == [" ".join(PROSE)]
    rect = parsed.blocks[0].rects[0]
    assert rect.y1 > 690
    assert 85 < rect.x0 < 105


def test_a_stamp_across_the_page_and_words_up_its_margin_are_no_text() -> None:
    paper = Paper().turn()
    paper.lines(90, 100, PROSE)
    askew = (library().Point(200, 500), library().Matrix(45))
    paper.page.insert_text((200, 500), "DRAFT COPY", fontsize=60, morph=askew)
    paper.write(30, 500, "arXiv:2101.00001", rotate=90)
    paper.turn().lines(90, 100, PROSE)
    parsed = read_pdf(paper)
    assert plains(parsed) == [" ".join(PROSE)] * 2
    assert "DRAFT COPY" in found(parsed, "page furniture")


def test_ligatures_are_their_letters_and_half_a_character_is_no_harm() -> None:
    paper = Paper().turn()
    paper.page.insert_htmlbox((60, 60, 400, 200), "<p>e\ufb03cient o\ufb00set \ufb01lter</p>")
    parsed = read_pdf(paper)
    assert plains(parsed) == ["efficient offset filter"]
    parsed.text.encode("utf-8")


def test_figures_above_the_line_stay_what_they_are() -> None:
    paper = Paper().turn()
    paper.write(60, 100, "The load is 10")
    paper.write(130, 95, "-3", size=7)
    paper.write(140, 100, "newton in every case")
    assert plains(read_pdf(paper)) == ["The load is 10⁻³ newton in every case"]


def test_what_the_file_says_about_itself_is_found_with_its_source() -> None:
    paper = Paper().turn()
    paper.write(60, 100, "Text")
    paper.document.set_metadata({"title": "Pump manual", "author": "A. Writer", "keywords": "pump, valve",
                                 "creationDate": "D:20240305120000Z"})
    parsed = read_pdf(paper)
    assert parsed.title == "Pump manual"
    assert [(item.name, item.value) for item in parsed.found if item.source == "document properties"] == [
        ("title", "Pump manual"), ("author", "A. Writer"), ("keywords", "pump, valve"), ("created", "2024-03-05")]


def test_a_title_that_a_program_made_up_is_not_believed() -> None:
    for made_up in ("Microsoft Word - pump_v3.docx", "untitled", "manual.indd", "Document1", "12345"):
        paper = Paper().turn()
        paper.write(60, 80, "Pump manual", size=24, font="bold")
        paper.lines(60, 120, PROSE)
        paper.document.set_metadata({"title": made_up})
        assert read_pdf(paper).title == "Pump manual"
    plain = Paper().turn()
    plain.lines(60, 100, PROSE)
    assert read_pdf(plain, name="guides/pump notes.pdf").title == "pump notes"


def test_a_title_page_is_text_that_metadata_can_be_read_from() -> None:
    paper = Paper().turn()
    paper.write(150, 200, "Lumen Relay", size=28, font="bold")
    paper.write(150, 240, "Installation manual", size=18)
    paper.write(150, 300, "Version 4.2")
    paper.write(150, 330, "Applies to: Lumen Relay 4.x")
    for number in range(1, 5):
        paper.turn()
        paper.write(60, 80, f"{number} Chapter", size=16, font="bold")
        paper.lines(60, 110, PROSE)
    parsed = read_pdf(paper)
    assert "\n\nVersion 4.2\n\nApplies to: Lumen Relay 4.x\n\n" in parsed.text
    assert parsed.title == "Lumen Relay"
    assert headings(parsed)[0] == (1, "Lumen Relay")


def test_markup_is_what_type_says_and_what_looks_like_markup_is_not() -> None:
    paper = Paper().turn()
    paper.write(60, 100, "Run ")
    paper.write(83, 100, "relayctl probe", font="mono")
    paper.write(179, 100, "now, not *later* or #2.")
    parsed = read_pdf(paper)
    assert parsed.text == "Run `relayctl probe` now, not \\*later\\* or #2."
    assert plains(parsed) == ["Run relayctl probe now, not *later* or #2."]


def test_chunks_cut_the_text_exactly_and_know_their_pages() -> None:
    paper = Paper()
    for number in range(1, 4):
        paper.turn()
        paper.write(60, 80, f"{number} Section", size=16, font="bold")
        paper.lines(60, 110, PROSE)
    parsed = read_pdf(paper)
    chunks = all_chunks(parsed)
    assert [chunk.pages for chunk in chunks] == [(1,), (2,), (3,)]
    for chunk in chunks:
        assert cut(parsed, chunk) == chunk.text
        assert all(isinstance(rect, Rect) and rect.x1 > rect.x0 and rect.y1 > rect.y0 for rect in chunk.rects)


def test_every_block_has_its_rectangles() -> None:
    paper = Paper().turn()
    paper.write(60, 60, "Settings", size=18, font="bold")
    y = paper.lines(60, 90, PROSE)
    paper.grid([60, 200, 400], [y, y + 20, y + 40], [["Key", "Value"], ["port", "8080"]])
    paper.lines(60, y + 80, ["• first", "• second"])
    paper.lines(80, y + 140, ["relayctl --port 8080"], font="mono")
    parsed = read_pdf(paper)
    assert {block.kind for block in parsed.blocks} == {
        BlockKind.HEADING, BlockKind.PARAGRAPH, BlockKind.TABLE, BlockKind.LIST_ITEM, BlockKind.CODE}
    assert all(block.rects for block in parsed.blocks)


def test_reading_a_pdf_loads_no_layout_model() -> None:
    script = ("import sys; from tests.engine.ingest.parse.pdfs import Paper, read_pdf\n"
              "paper = Paper().turn(); paper.write(60, 100, 'words'); read_pdf(paper)\n"
              "print([name for name in ('onnxruntime', 'pymupdf.layout', 'pymupdf4llm') if sys.modules.get(name)])")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
