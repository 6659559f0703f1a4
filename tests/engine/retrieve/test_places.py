"""What was found opens where it stands: the page or the cells of the row, not those of its section's beginning."""

from __future__ import annotations

from openpyxl import Workbook

from app.cli.output import citation_json, passage_json
from engine.answer.align import align, citations
from engine.types import Span
from tests.engine.ingest.parse.pdfs import PROSE, Paper
from tests.library import SmallLibrary


def codes() -> Paper:
    """A section that begins with prose on page 1 and a ruled table that runs over three pages."""
    paper = Paper().turn()
    paper.write(60, 80, "Error codes", size=16, font="bold")
    paper.lines(60, 110, PROSE)
    rows = [[f"E{number}", f"fault kind {number}", f"step {3 * number}"] for number in range(101, 161)]
    for first, page in ((0, 22), (22, 52), (52, 60)):
        top = 300 if not first else 60
        part = [["Code", "Meaning", "Action"], *rows[first:page]]
        paper.grid([60, 200, 340, 480], [top + 20 * row for row in range(len(part) + 1)], part)
        if page < 60:
            paper.turn()
    return paper


def test_a_row_opens_on_its_own_page(library: SmallLibrary) -> None:
    (library.docs / "codes.pdf").write_bytes(codes().data())
    library.add_docs()
    library.sync()
    for code, page in (("E105", 1), ("E137", 2), ("E158", 3)):
        passage = library.search(code).passages[0]
        assert passage.page == page
        assert passage_json(passage, rank=1)["page"] == page
        assert {rect.page for rect in passage.rects} <= {page}
        assert library.assistant.open_passage(passage).pages == (page,)


def test_a_citation_has_the_page_of_its_own_words(library: SmallLibrary) -> None:
    (library.docs / "codes.pdf").write_bytes(codes().data())
    library.add_docs()
    library.sync()
    passage = library.search("E123").passages[0]
    text = passage.text
    for code, page in (("E122", 1), ("E123", 2)):
        if code in text:
            start = passage.span.start + text.index(code)
            assert passage.place_at(Span(start, start + 4)).page == page
    alignment = align("The meaning of E137 is fault kind 137.", library.search("E137").passages)
    assert alignment
    assert [citation.page for citation in citations(alignment)] == [2]


def test_a_row_of_a_sheet_opens_at_its_cells(library: SmallLibrary) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet
    sheet.title = "Route limits"
    for row in (["Region", "Routes", "Buffer"], ["North", 512, "64 KiB"], ["South", 256, "32 KiB"]):
        sheet.append(row)
    book.save(library.docs / "limits.xlsx")
    library.add_docs()
    library.sync()
    passage = library.search("routes in the South region").passages[0]
    assert passage.place
    assert passage.place.range == "'Route limits'!A3:C3"
    assert passage_json(passage, rank=1)["range"] == "'Route limits'!A3:C3"
    assert library.assistant.open_passage(passage).range == "'Route limits'!A3:C3"
    alignment = align("The North region has 512 routes.", [passage])
    assert alignment
    (citation, *_) = citations(alignment)
    assert citation_json(citation)["range"] == "'Route limits'!A2:C2"
