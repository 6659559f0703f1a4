"""Word documents become text as readers see it: headings, true numbers, tables, notes; nothing deleted or hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.parse import docx
from engine.types import BlockKind, IngestState, ProblemCode
from tests.engine.ingest.parse.packages import (
    R,
    W,
    list_definition,
    listed,
    paragraph,
    read_word,
    run,
    source_of,
    style_of,
    word,
    word_table,
)
from tests.engine.ingest.parse.pages import headings_of, only_table, rows_of
from tests.engine.ingest.texts import shape

HEADINGS = (style_of("Heading1", "heading 1") + style_of("berschrift2", "heading 2")
            + style_of("Mine", "My Heading", based_on="berschrift2")
            + style_of("Outlined", "Clause", paragraph='<w:outlineLvl w:val="2"/>'))


def test_headings_are_known_by_style_by_what_it_is_based_on_and_by_outline() -> None:
    page = read_word(
        paragraph("One", style="Heading1") + paragraph("Two", style="berschrift2") + paragraph("Mine", style="Mine")
        + paragraph("Three", style="Outlined") + paragraph("Direct", properties='<w:outlineLvl w:val="3"/>')
        + paragraph('<w:bookmarkStart w:id="1" w:name="torque"/>', "Marked", style="Heading1") + paragraph("Text."),
        styles=HEADINGS)
    assert headings_of(page) == [(1, "One", "one"), (2, "Two", "two"), (2, "Mine", "mine"), (3, "Three", "three"),
                                 (4, "Direct", "direct"), (1, "Marked", "torque")]


def test_the_title_is_the_document_title_its_first_heading_or_its_property() -> None:
    core = '<c:coreProperties xmlns:c="x" xmlns:dc="d"><dc:title>Property</dc:title></c:coreProperties>'
    styles = HEADINGS + style_of("Title", "Title")
    assert read_word(paragraph("Manual", style="Title") + paragraph("x"), styles=styles).title == "Manual"
    assert docx.parse(source_of(word(paragraph("x"), parts={"docProps/core.xml": core}), "a.docx")).title == "Property"
    assert read_word(paragraph("x")).title == "manual"


def test_what_was_deleted_is_out_and_what_was_inserted_is_in() -> None:
    page = read_word(paragraph(
        "The period is ", f'<w:del w:id="1">{run("30").replace("w:t", "w:delText")}</w:del>',
        f'<w:ins w:id="2">{run("60")}</w:ins>', " days", f'<w:moveFrom w:id="3">{run(" gone")}</w:moveFrom>',
        f'<w:moveTo w:id="4">{run(" here")}</w:moveTo>'))
    assert page.text == "The period is 60 days here"
    assert page.state is IngestState.INDEXED


def test_a_deleted_paragraph_end_joins_two_paragraphs_and_a_deleted_row_is_gone() -> None:
    page = read_word(paragraph("One ", properties="<w:rPr><w:del/></w:rPr>") + paragraph("line."))
    assert page.text == "One line."
    table = word_table([["a", "b"], ["1", "2"], ["3", "4"]])
    table = table.replace("<w:trPr></w:trPr>", "<w:trPr><w:del/></w:trPr>", 2)
    assert "3" in read_word(table).text
    assert "1" not in read_word(table).text


@pytest.mark.parametrize(("properties", "styles", "is_disguised"), [
    ("<w:vanish/>", "", False), ('<w:vanish w:val="true"/>', "", False),
    ('<w:rStyle w:val="Ghost"/>', style_of("Ghost", "Ghost", run="<w:vanish/>", kind="character"), False),
    ('<w:color w:val="FFFFFF"/>', "", True), ('<w:color w:val="FEFEFE"/><w:shd w:fill="FFFFFF"/>', "", True),
    ('<w:sz w:val="1"/>', "", True),
])
def test_hidden_text_is_left_out_and_named(properties: str, styles: str, is_disguised: bool) -> None:
    page = read_word(paragraph("Seen. ", run("Say 9000.", properties), "End."), styles=styles)
    assert page.text == "Seen. End."
    assert (page.state is IngestState.INDEXED_FLAGGED) == is_disguised
    assert [problem.code for problem in page.problems] == [ProblemCode.HIDDEN_TEXT]


@pytest.mark.parametrize("properties", [
    '<w:vanish w:val="0"/>', '<w:color w:val="FFFFFF"/><w:shd w:fill="000000"/>', '<w:color w:val="auto"/>',
    '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>', '<w:sz w:val="16"/>',
])
def test_text_that_can_be_seen_stays(properties: str) -> None:
    page = read_word(paragraph(run("Every 500 hours.", properties)))
    assert page.text == "Every 500 hours."
    assert page.state is IngestState.INDEXED


def test_white_text_on_a_coloured_cell_is_a_header_not_a_secret() -> None:
    words = paragraph(run("Part", '<w:color w:val="FFFFFF"/>'))
    cell = f'<w:tc><w:tcPr><w:shd w:fill="2F5496"/></w:tcPr>{words}</w:tc>'
    assert "Part" in read_word(f"<w:tbl><w:tr>{cell}{cell}</w:tr></w:tbl>").text


def test_steps_keep_their_numbers_over_interruptions() -> None:
    page = read_word(
        listed("one") + listed("sub", level=1) + paragraph("A picture.", properties='<w:ind w:left="720"/>')
        + listed("two") + paragraph("Between.") + listed("three") + listed("other", list_id=2) + listed("four"),
        numbering=list_definition(("decimal", "%1."), ("bullet", "")) + list_definition(("decimal", "%1)"), list_id=2,
                                                                                        start=5))
    assert page.text == ("1. one\n   - sub\n\n     A picture.\n\n2. two\n\nBetween.\n\n3. three\n5. other\n4. four")


def test_a_list_starts_anew_where_it_is_told_to() -> None:
    again = ('<w:num w:numId="7"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>'
             "</w:lvlOverride></w:num>")
    page = read_word(listed("a") + listed("b") + paragraph("Then:") + listed("c", list_id=7) + listed("d", list_id=7),
                     numbering=list_definition(("decimal", "%1.")) + again)
    assert page.text == "1. a\n2. b\n\nThen:\n\n1. c\n2. d"


def test_numbered_headings_show_their_number() -> None:
    def numbered(style_id: str, name: str, level: int) -> str:
        return style_of(style_id, name, paragraph=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr>')

    page = read_word(
        paragraph("Scope", style="H1") + paragraph("Terms", style="H2") + paragraph("Use", style="H2")
        + paragraph("Annex", style="H1") + paragraph("Detail", style="H2"),
        styles=numbered("H1", "heading 1", 0) + numbered("H2", "heading 2", 1),
        numbering=list_definition(("upperRoman", "%1."), ("decimal", "%1.%2")))
    assert [plain for _, plain, _ in headings_of(page)] == [
        "I. Scope", "I.1 Terms", "I.2 Use", "II. Annex", "II.1 Detail"]


def test_merged_cells_are_filled_and_header_rows_joined() -> None:
    page = read_word(word_table([
        ['<w:vMerge w:val="restart"/>|Part', '<w:gridSpan w:val="2"/>|Torque'], ["<w:vMerge/>|", "Nm", "lbf ft"],
        ["Lid", "5", "3.7"], ['<w:vMerge w:val="restart"/>|Frame', "12", "8.9"], ["<w:vMerge/>|", "14", "10.3"],
    ]))
    table = only_table(page)
    assert table.header == ("Part", "Torque / Nm", "Torque / lbf ft")
    assert rows_of(table) == [["Lid", "5", "3.7"], ["Frame", "12", "8.9"], ["Frame", "14", "10.3"]]


def test_header_rows_that_repeat_on_every_page_are_the_header() -> None:
    table = only_table(read_word(paragraph("Table 2: Limits") + word_table([["1", "2"], ["3", "4"]], heads=1)))
    assert (table.caption, table.header, rows_of(table)) == ("Table 2: Limits", ("1", "2"), [["3", "4"]])


def test_a_cell_that_continues_nothing_keeps_its_words() -> None:
    assert "lost?" in read_word(word_table([["<w:vMerge/>|lost?", "b"], ["c", "d"]])).text


def test_headings_in_cells_do_not_tear_the_table_apart() -> None:
    cell = f'<w:tc>{paragraph("Key", style="Heading1")}</w:tc>'
    page = read_word(f"<w:tbl><w:tr>{cell}<w:tc>{paragraph('Value')}</w:tc></w:tr></w:tbl>", styles=HEADINGS)
    assert rows_of(only_table(page)) == [["Key", "Value"]]


def test_notes_stand_at_the_end_of_their_section() -> None:
    notes = f'<w:footnotes {W}><w:footnote w:id="2">{paragraph("Measured cold.")}</w:footnote></w:footnotes>'
    body = (paragraph("A", style="Heading1") + paragraph("Hot", '<w:r><w:footnoteReference w:id="2"/></w:r>', ".")
            + paragraph("B", style="Heading1") + paragraph("Cold."))
    page = docx.parse(source_of(word(body, styles=HEADINGS, parts={"word/footnotes.xml": notes}), "a.docx"))
    assert page.text == "# A\n\nHot[1].\n\n[1] Measured cold.\n\n# B\n\nCold."


def test_fields_formulas_boxes_and_pictures_are_read() -> None:
    field = f'<w:fldSimple w:instr=" SEQ Table ">{run("7")}</w:fldSimple>'
    formula = ("<m:oMath><m:sSup><m:e><m:r><m:t>c</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
               "</m:oMath>")
    box = f'<w:r><w:pict><w:txbxContent>{paragraph("Boxed.")}</w:txbxContent></w:pict></w:r>'
    picture = ('<w:r><w:drawing><d:inline xmlns:d="d"><d:docPr id="1" name="x" descr="Wiring of pump 2"/></d:inline>'
               "</w:drawing></w:r>")
    page = read_word(paragraph("See ", field, ": ", formula, " ", picture, box) + paragraph("After."))
    assert page.text == "See 7: c^2 Wiring of pump 2\n\nBoxed.\n\nAfter."


def test_code_notes_and_definitions_are_known_by_their_style() -> None:
    styles = (style_of("Code", "Source Code") + style_of("W", "Warning") + style_of("DT", "Definition Term")
              + style_of("DD", "Definition") + style_of("Mono", "HTML Code", kind="character"))
    page = read_word(
        paragraph("if x:", style="Code") + paragraph("    run()", style="Code") + paragraph("Hot.", style="W")
        + paragraph("size", style="DT") + paragraph("How big.", style="DD") + paragraph("More.", style="DD")
        + paragraph("Use ", run("tool -x", '<w:rStyle w:val="Mono"/>')), styles=styles)
    assert shape(page) == [
        ("code", 0, "if x:\n    run()"), ("admonition", 0, "Hot."), ("definition", 0, "size: How big."),
        ("paragraph", 1, "More."), ("paragraph", 0, "Use tool -x")]
    assert page.text.endswith("Use `tool -x`")


def test_tables_of_contents_headers_and_comments_are_no_text() -> None:
    contents = ('<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
                f'<w:sdtContent>{paragraph("Scope 3")}</w:sdtContent></w:sdt>')
    parts = {"word/header1.xml": f"<w:hdr {W}>{paragraph('Header')}</w:hdr>",
             "word/comments.xml": f"<w:comments {W}><w:comment>{paragraph('Comment')}</w:comment></w:comments>"}
    comment = '<w:r><w:commentReference w:id="0"/></w:r>'
    body = contents + paragraph("Scope 3", style="TOC1") + paragraph("Text", comment)
    page = docx.parse(source_of(word(body, styles=style_of("TOC1", "toc 1"), parts=parts), "a.docx"))
    assert page.text == "Text"


def test_links_keep_their_address_and_nothing_else_outside_is_named() -> None:
    relations = (f'<Relationship Id="r1" Type="{R}/hyperlink" Target="https://docs.example/a" TargetMode="External"/>'
                 f'<Relationship Id="r2" Type="{R}/attachedTemplate" Target="https://evil.invalid/t.dotm" '
                 'TargetMode="External"/>'
                 f'<Relationship Id="r3" Type="{R}/styles" Target="\\\\evil.invalid\\s.xml" TargetMode="External"/>')
    link = f'<w:hyperlink r:id="r1">{run("the manual")}</w:hyperlink>'
    page = read_word(paragraph("See ", link, "."), relations=relations)
    assert page.text == "See [the manual](https://docs.example/a)."
    assert "evil" not in str(page)


def test_properties_are_found() -> None:
    core = ('<c:coreProperties xmlns:c="x" xmlns:dc="d" xmlns:t="t"><dc:title>Relay manual</dc:title>'
            "<dc:subject>Relay 2.1</dc:subject><t:modified>2024-05-01T10:00:00Z</t:modified></c:coreProperties>")
    custom = ('<Properties><property name="Document version"><v:lpwstr xmlns:v="v">2.1</v:lpwstr></property>'
              "</Properties>")
    page = docx.parse(source_of(word(paragraph("x"), parts={
        "docProps/core.xml": core, "docProps/custom.xml": custom}), "a.docx"))
    assert {value.name: value.value for value in page.found} == {
        "title": "Relay manual", "subject": "Relay 2.1", "modified": "2024-05-01T10:00:00Z", "Document version": "2.1"}
    assert {value.source for value in page.found} == {"document properties"}


@pytest.mark.parametrize("wrap", [
    "<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>", "<w:customXml>{}</w:customXml>", '<w:ins w:id="1">{}</w:ins>',
    "<w:tbl><w:tr><w:tc>{}</w:tc></w:tr></w:tbl>",
])
def test_deep_nesting_costs_nothing(wrap: str) -> None:
    opening, closing = wrap.split("{}")
    page = read_word(opening * 2000 + paragraph("core temperature") + closing * 2000 + paragraph("after"))
    assert "core temperature" in page.text
    assert "after" in page.text


WORDS = st.from_regex(r"[a-z]{3,6}", fullmatch=True)
KINDS = st.sampled_from(["plain", "item", "sub", "heading", "code", "table", "box", "inserted", "definition"])


@given(st.lists(st.tuples(KINDS, WORDS), min_size=1, max_size=12))
def test_every_word_of_a_document_is_there_once_and_in_order(parts: list[tuple[str, str]]) -> None:
    made = {
        "plain": lambda word_: paragraph(word_), "item": lambda word_: listed(word_),
        "sub": lambda word_: listed(word_, level=1), "heading": lambda word_: paragraph(word_, style="Heading1"),
        "code": lambda word_: paragraph(word_, style="Code"),
        "table": lambda word_: word_table([[word_, ""], ["", ""]]),
        "box": lambda word_: f"<w:sdt><w:sdtContent>{paragraph(word_)}</w:sdtContent></w:sdt>",
        "inserted": lambda word_: f"<w:ins>{paragraph(word_)}</w:ins>",
        "definition": lambda word_: paragraph(word_, style="DT"),
    }
    words = [f"{text}{at}x" for at, (_, text) in enumerate(parts)]
    body = "".join(made[kind](word_) for (kind, _), word_ in zip(parts, words, strict=True))
    styles = HEADINGS + style_of("Code", "Source Code") + style_of("DT", "Definition Term")
    page = read_word(body, styles=styles, numbering=list_definition(("decimal", "%1."), ("bullet", "")))
    places = [page.text.index(word_) for word_ in words]
    assert places == sorted(places)
    assert all(page.text.count(word_) == 1 for word_ in words)
    assert all(block.kind is not BlockKind.ADMONITION for block in page.blocks)


def test_a_paragraph_in_a_hidden_style_is_left_out_and_named() -> None:
    page = read_word(paragraph("Seen.") + paragraph("Hidden.", style="S"),
                     styles=style_of("S", "Secret", run="<w:vanish/>"))
    assert page.text == "Seen."
    assert [problem.code for problem in page.problems] == [ProblemCode.HIDDEN_TEXT]


def test_an_empty_hidden_run_is_nothing_to_name() -> None:
    assert not read_word(paragraph("Seen.", run("", "<w:vanish/>"), run(" ", "<w:vanish/>"))).problems


BOLD = "<w:b/>"


def test_a_short_line_in_bold_above_text_is_a_heading() -> None:
    page = read_word("".join([
        paragraph(run("Pump Manual", BOLD)), paragraph("Intro."), paragraph(run("1.2 ", BOLD), run("Drain", BOLD)),
        paragraph("Open the valve."), paragraph(run("Warning", BOLD)), paragraph("Hot."),
        paragraph(run("Never do this.", BOLD)), paragraph("Part ", run("bold", BOLD)), paragraph("x"),
        paragraph(run("The end", BOLD))]))
    assert headings_of(page) == [(1, "Pump Manual", "pump-manual"), (2, "1.2 Drain", "12-drain")]
    assert page.title == "Pump Manual"


def test_lines_in_bold_are_headings_below_those_of_a_style() -> None:
    page = read_word(paragraph("Guide", style="Heading1") + paragraph(run("Clean", BOLD)) + paragraph("Daily.")
                     + paragraph("Setup", style="berschrift2") + paragraph(run("Drain", BOLD)) + paragraph("Open it."),
                     styles=HEADINGS)
    assert [(level, plain) for level, plain, _ in headings_of(page)] == [
        (1, "Guide"), (2, "Clean"), (2, "Setup"), (3, "Drain")]
