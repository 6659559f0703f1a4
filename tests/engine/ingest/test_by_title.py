"""A document without text is found by what is known of it, and never taken for one that answers."""

from __future__ import annotations

from app.cli.output import passage_json
from engine.types import AnswerState, IngestState, ProblemCode
from tests.engine.ingest.parse.pdfs import Paper
from tests.library import SmallLibrary

FRONT = "---\ntitle: Valve audit of the northern plant\ndescription: Quarterly sheets on paper\n---\n"


def test_a_page_of_front_matter_is_found_by_its_title_and_says_that_it_has_no_text(library: SmallLibrary) -> None:
    library.write("audit.md", FRONT)
    library.write("other.md", "# Pumps\n\nThe pump holds 40 litres.\n")
    library.add_docs()
    report = library.sync()
    (flagged,) = report.flagged
    assert (flagged.state, flagged.problem and flagged.problem.code) == (IngestState.METADATA_ONLY, ProblemCode.EMPTY)
    passage = library.search("valve audit northern plant").passages[0]
    assert (passage.path, passage.text) == ("audit.md", "")
    assert passage.no_text.endswith("only its title and its name can be searched.")
    assert passage_json(passage, rank=1)["no_text"] == passage.no_text
    assert library.search("quarterly sheets on paper").passages[0].path == "audit.md"
    library.check()


def test_a_scan_is_found_by_its_name_and_its_pages(library: SmallLibrary) -> None:
    paper = Paper()
    for _ in range(3):
        paper.turn().picture(0, 0, 595, 842)
    (library.docs / "boiler-commissioning-protocol.pdf").write_bytes(paper.data())
    library.add_docs()
    library.sync()
    for question in ("boiler commissioning protocol", "protocol of 3 pages"):
        passage = library.search(question).passages[0]
        assert passage.path == "boiler-commissioning-protocol.pdf"
        assert "picture" in passage.no_text


def test_nothing_is_answered_from_a_title(library: SmallLibrary) -> None:
    library.write("audit.md", FRONT)
    library.add_docs()
    library.sync()
    answer = library.ask("valve audit northern plant")
    assert answer.state is AnswerState.DECLINED
    assert answer.evidence == ()
    assert not library.assistant.inspect(str(library.docs / "audit.md")).sections


def test_two_documents_without_text_are_two_finds(library: SmallLibrary) -> None:
    library.write("north/audit.md", "---\ntitle: Valve audit\n---\n")
    library.write("south/audit.md", "---\ntitle: Valve audit\n---\n")
    library.add_docs()
    library.sync()
    assert {passage.path for passage in library.search("valve audit").passages} == {
        "north/audit.md", "south/audit.md"}
