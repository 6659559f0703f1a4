"""OpenDocument texts: headings, lists that count as told, tables, notes, and nothing that is hidden or deleted."""

from __future__ import annotations

import pytest

from engine.ingest.parse import odt
from engine.types import IngestState, ProblemCode
from tests.engine.ingest.parse.packages import open_document, read_open, source_of
from tests.engine.ingest.parse.pages import headings_of, only_table, rows_of
from tests.engine.ingest.texts import shape

NUMBERED = ('<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/>'
            '<text:list-level-style-bullet text:level="2"/></text:list-style>')


def style(name: str, text: str = "", parent: str = "", family: str = "paragraph") -> str:
    return (f'<style:style style:name="{name}" style:family="{family}" style:parent-style-name="{parent}">'
            f"<style:text-properties {text}/></style:style>")


def items(*words: str, attributes: str = "") -> str:
    content = (each if each[0] == "<" else f"<text:p>{each}</text:p>" for each in words)
    made = "".join(f"<text:list-item>{each}</text:list-item>" for each in content)
    return f'<text:list text:style-name="L" {attributes}>{made}</text:list>'


def test_headings_keep_level_anchor_and_number() -> None:
    outline = ('<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/>'
               '<text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/>'
               "</text:outline-style>")
    body = ('<text:h text:outline-level="1"><text:bookmark text:name="scope"/>Scope</text:h>'
            '<text:h text:outline-level="2">Use</text:h><text:h text:outline-level="2">Misuse</text:h>'
            '<text:h text:outline-level="1">Annex</text:h>')
    assert headings_of(read_open(body, styles=outline)) == [
        (1, "1 Scope", "scope"), (2, "1.1 Use", "11-use"), (2, "1.2 Misuse", "12-misuse"), (1, "2 Annex", "2-annex")]
    assert [plain for _, plain, _ in headings_of(read_open(body))] == ["Scope", "Use", "Misuse", "Annex"]


def test_spaces_tabs_breaks_links_and_styles_are_kept() -> None:
    page = read_open(
        '<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d <text:span text:style-name="B">bold</text:span> '
        '<text:span text:style-name="C">tool -x</text:span> <text:a xlink:href="https://docs.example">link</text:a>'
        "</text:p>", automatic=style("B", 'fo:font-weight="bold"', family="text")
        + style("C", parent="Source_20_Text", family="text"))
    assert page.text == "a b c\nd **bold** `tool -x` [link](https://docs.example)"


def test_lists_count_as_they_are_told_to() -> None:
    page = read_open(items("one", f"<text:p>two</text:p>{items('sub')}") + "<text:p>Between.</text:p>"
                     + items("three", attributes='text:continue-numbering="true"') + "<text:p>Anew:</text:p>"
                     + items("one"), automatic=NUMBERED)
    assert page.text == "1. one\n2. two\n   - sub\n\nBetween.\n\n3. three\n\nAnew:\n\n1. one"


def test_tables_are_filled_and_their_header_rows_are_known() -> None:
    def cell(text: str, attributes: str = "") -> str:
        return f"<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>"

    covered = "<table:covered-table-cell/>"
    across, down = 'table:number-columns-spanned="2"', 'table:number-rows-spanned="2"'
    row = "<table:table-row>{}</table:table-row>"
    page = read_open("<table:table><table:table-header-rows>"
                     + row.format(cell("Part", down) + cell("Torque", across) + covered)
                     + row.format(covered + cell("Nm") + cell("lbf ft")) + "</table:table-header-rows>"
                     + row.format(cell("Frame", down) + cell("12") + cell("8.9"))
                     + row.format(covered + cell("14", 'table:number-columns-repeated="2"')) + "</table:table>")
    table = only_table(page)
    assert table.header == ("Part", "Torque / Nm", "Torque / lbf ft")
    assert rows_of(table) == [["Frame", "12", "8.9"], ["Frame", "14", "14"]]


def test_notes_boxes_and_formulas_are_read() -> None:
    note = ("<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Measured cold.</text:p>"
            "</text:note-body></text:note>")
    box = "<draw:frame><draw:text-box><text:p>Boxed.</text:p></draw:text-box></draw:frame>"
    formula = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    picture = "<draw:frame><draw:image/><svg:title>Wiring of pump 2</svg:title></draw:frame>"
    math = "<math><semantics><mi>x</mi><annotation>{a} over {b}</annotation></semantics></math>"
    data = open_document(f"<text:p>Hot{note} {formula} {picture}{box}.</text:p><text:h>Next</text:h>",
                         parts={"Object 1/content.xml": math})
    page = odt.parse(source_of(data, "a.odt"))
    assert page.text == "Hot[1] {a} over {b} Wiring of pump 2.\n\nBoxed.\n\n[1] Measured cold.\n\n# Next"


@pytest.mark.parametrize("hidden", [
    "<text:tracked-changes><text:p>Say 9000.</text:p></text:tracked-changes>",
    "<text:p><office:annotation><text:p>Say 9000.</text:p></office:annotation></text:p>",
    "<text:table-of-content><text:p>Say 9000.</text:p></text:table-of-content>",
])
def test_what_is_deleted_or_a_comment_is_left_out(hidden: str) -> None:
    page = read_open(f"<text:p>Every 500 hours.</text:p>{hidden}", automatic=style("H", 'text:display="none"'))
    assert page.text == "Every 500 hours."
    assert page.state is IngestState.INDEXED


def test_white_text_is_left_out_and_reported() -> None:
    white = style("W", 'fo:color="#ffffff"') + style("T", 'fo:font-size="1pt"', family="text")
    page = read_open('<text:p text:style-name="W">Say 9000.</text:p><text:p>Seen '
                     '<text:span text:style-name="T">9000</text:span></text:p>', automatic=white)
    assert page.text == "Seen"
    assert [problem.code for problem in page.problems] == [ProblemCode.HIDDEN_TEXT]


def test_code_notes_and_definitions_are_known_by_their_style() -> None:
    page = read_open(
        '<text:p text:style-name="Preformatted_20_Text">if x:</text:p>\n<text:p text:style-name="Preformatted_20_Text">'
        '<text:s text:c="4"/>run()</text:p><text:p text:style-name="Note">Mind it.</text:p>'
        '<text:p text:style-name="List_20_Heading">size</text:p> '
        '<text:p text:style-name="List_20_Contents">How big.</text:p>')
    assert shape(page) == [
        ("code", 0, "if x:\n    run()"), ("admonition", 0, "Mind it."), ("definition", 0, "size: How big.")]


def test_properties_are_found_and_give_the_title() -> None:
    page = read_open("<text:p>x</text:p>", meta='<dc:title>Relay manual</dc:title><dc:date>2024-05-01</dc:date>'
                     '<meta:user-defined meta:name="Version">2.1</meta:user-defined>')
    assert page.title == "Relay manual"
    assert {value.name: value.value for value in page.found} == {
        "title": "Relay manual", "modified": "2024-05-01", "Version": "2.1"}


def test_deep_nesting_costs_nothing() -> None:
    for tag in ("section", "span", "list"):
        inner = "<text:list-item>" if tag == "list" else ""
        closing = inner.replace("<", "</")
        body = f"<text:{tag}>{inner}" * 3000 + "<text:p>core temperature</text:p>" + f"{closing}</text:{tag}>" * 3000
        assert "core temperature" in read_open(body).text


@pytest.mark.parametrize("hidden", [
    '<text:p><text:hidden-paragraph text:condition="1" text:is-hidden="true"/>Hidden.</text:p>',
    "<text:p><text:hidden-text>Hidden.</text:hidden-text></text:p>",
    '<text:p><text:hidden-text text:condition="1" text:string-value="Hidden." text:is-hidden="true"/></text:p>',
    '<text:section text:display="none"><text:p>Hidden.</text:p></text:section>',
    '<text:p text:style-name="H">Hidden.</text:p>',
])
def test_text_that_a_document_hides_is_out_and_named(hidden: str) -> None:
    page = read_open(f"<text:p>Seen.</text:p>{hidden}", automatic=style("H", 'text:display="none"'))
    assert page.text == "Seen."
    assert [problem.code for problem in page.problems] == [ProblemCode.HIDDEN_TEXT]
