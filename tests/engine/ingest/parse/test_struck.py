"""Words with a line through them are withdrawn in any format: not found by searches, not taken for values."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font

from engine.answer.align import tokens
from engine.answer.quantities import quantities
from engine.ingest.parse import asciidoc, rst, sheet
from engine.store.identifiers import identifiers
from engine.types import Parsed
from engine.types.struck import without_struck
from tests.engine.ingest.parse.packages import paragraph, read_open, read_word, run, source_of, style_of
from tests.engine.ingest.parse.pages import headings_of, read_page
from tests.engine.ingest.texts import all_chunks, chunked, cut, read_markdown


def word(source: str) -> Parsed:
    """``[x]`` is struck out."""
    parts = source.replace("]", "[").split("[")
    return read_word(paragraph(*(run(part, "<w:strike/>" if at % 2 else "") for at, part in enumerate(parts))))


def open_text(source: str) -> Parsed:
    style = ('<style:style style:name="S" style:family="text"><style:text-properties '
             'style:text-line-through-style="solid"/></style:style>')
    body = source.replace("[", '<text:span text:style-name="S">').replace("]", "</text:span>")
    return read_open(f"<text:p>{body}</text:p>", automatic=style)


def marked(first: str, last: str, read: Callable[[str], Parsed]) -> Callable[[str], Parsed]:
    return lambda source: read(f"{source.partition('[')[0]}{first}{source[source.index('[') + 1:].replace(']', last)}")


READERS: dict[str, Callable[[str], Parsed]] = {
    "markdown": marked("~~", "~~", read_markdown),
    "markdown with html": marked("<del>", "</del>", read_markdown),
    "markdown with style": marked('<span style="text-decoration: line-through">', "</span>", read_markdown),
    "html s": marked("<s>", "</s>", lambda source: read_page(f"<p>{source}</p>")),
    "html del": marked("<del>", "</del>", lambda source: read_page(f"<p>{source}</p>")),
    "html style": marked('<i style="text-decoration:line-through">', "</i>", lambda s: read_page(f"<p>{s}</p>")),
    "html sheet": marked('<i class="old">', "</i>",
                         lambda s: read_page(f"<style>.old {{text-decoration-line: line-through}}</style><p>{s}</p>")),
    "asciidoc": marked("[line-through]#", "#", lambda source: asciidoc.parse(source_of(source.encode(), "a.adoc"))),
    "rest": marked(":strike:`", "`", lambda source: rst.parse(source_of(source.encode(), "a.rst"))),
    "word": word,
    "odt": open_text,
}


@pytest.mark.parametrize("name", READERS)
def test_a_struck_out_value_is_in_nothing_that_is_searched(name: str) -> None:
    parsed = READERS[name]("Logs are kept [90 days with OLD_KEEP] 30 days.")
    chunk, = all_chunks(parsed)
    assert "Logs are kept 30 days." in chunk.embed_text
    assert "90" not in chunk.embed_text
    assert chunk.identifiers == ()
    assert {"90", "old_keep"}.isdisjoint(tokens(chunk.text))
    assert [(one.value, one.kind) for one in quantities(chunk.text)] == [
        (one.value, one.kind) for one in quantities("30 days")]
    assert cut(parsed, chunk) == chunk.text
    assert not parsed.problems


def test_markdown_stays_as_it_was_written() -> None:
    source = "# T\n\nKept ~~90 days~~ 30 days.\n\n- ~~gone~~\n- stays\n"
    parsed = read_markdown(source)
    assert parsed.text == source
    assert [chunk.text for chunk in all_chunks(parsed)] == ["Kept ~~90 days~~ 30 days.\n\n- ~~gone~~\n- stays"]
    assert [block.plain for block in parsed.blocks] == ["T", "Kept 30 days.", "stays"]


@pytest.mark.parametrize("source", [
    "| Port | Use |\n|---|---|\n| ~~7443~~ | old API |\n| 8443 | API |\n",
    "<table><tr><th>Port</th><th>Use</th></tr><tr><td><s>7443</s></td><td>old API</td></tr>"
    "<tr><td>8443</td><td>API</td></tr></table>",
    '<table><tr><th>Port</th><th>Use</th></tr><tr style="text-decoration: line-through"><td>7443</td><td>old API</td>'
    "</tr><tr><td>8443</td><td>API</td></tr></table>",
])
def test_a_row_whose_name_is_struck_out_says_nothing(source: str) -> None:
    parsed = read_markdown(source) if source[0] == "|" else read_page(source)
    chunk, = all_chunks(parsed)
    assert [sentence for sentence in chunk.row_sentences if sentence] == ["8443: use API"]
    assert "old API" not in chunk.embed_text


def test_struck_cells_and_rows_of_a_workbook_are_left_out() -> None:
    book = Workbook()
    page = book.active
    for row in (["Port", "Use", "Limit"], [7443, "old", 1], [8443, "API", 2], [9443, "Web", 3]):
        page.append(row)
    page["A2"].font = page["C3"].font = Font(strike=True)
    buffer = io.BytesIO()
    book.save(buffer)
    parsed = sheet.parse(source_of(buffer.getvalue(), "a.xlsx"))
    assert [row.cells for block in parsed.blocks if block.table for row in block.table.rows] == [
        ("8443", "API", ""), ("9443", "Web", "3")]


@pytest.mark.parametrize("parsed", [
    read_markdown("# T\n\nx\n\n## ~~Old way~~\n\nSteps.\n\n## New way\n\nOthers.\n"),
    read_page("<h1>T</h1><p>x</p><h2><s>Old way</s></h2><p>Steps.</p><h2>New way</h2><p>Others.</p>"),
    read_word(paragraph("T", style="H1") + paragraph("x")
              + paragraph(run("Old way", "<w:dstrike/>"), style="H2") + paragraph("Steps.")
              + paragraph("New way", style="H2") + paragraph("Others."),
              styles=style_of("H1", "heading 1") + style_of("H2", "heading 2")),
    asciidoc.parse(source_of(b"= T\n\nx\n\n== [line-through]#Old way#\n\nSteps.\n\n== New way\n\nOthers.\n", "a.adoc")),
], ids=["markdown", "html", "word", "asciidoc"])
def test_what_stands_under_a_struck_out_heading_is_deprecated_and_under_no_other(parsed: Parsed) -> None:
    sections = {block.plain: section for section, own in chunked(parsed) for chunk in own
                for block in parsed.blocks if block.span == chunk.span}
    assert sections["Steps."].deprecated == "struck out"
    assert sections["Others."].deprecated == ""
    assert [plain for _, plain, _ in headings_of(parsed)] == ["T", "Old way", "New way"]


def test_tildes_and_tags_in_code_are_code() -> None:
    parsed = read_markdown("Write `~~x_1~~` or `<del>x_2</del>`.\n\n```\n~~x_3~~\n```\n")
    words = " ".join(block.plain for block in parsed.blocks)
    assert words == "Write ~~x_1~~ or <del>x_2</del>. ~~x_3~~"
    assert "~~x_1~~" in identifiers("Write `~~x_1~~`.")
    assert without_struck("```\n~~a~~\n```\n~~b~~") == "```\n~~a~~\n```\n"


def test_what_is_withdrawn_over_several_paragraphs_is_out_as_well() -> None:
    parsed = read_markdown("Before.\n\n<del>\n\nGone.\n\n- gone too\n\n</del>\n\nAfter.\n")
    assert [block.plain for block in parsed.blocks] == ["Before.", "After."]


def test_a_struck_out_task_is_no_item() -> None:
    parsed = read_markdown("- [x] ~~old one~~\n- [ ] open one\n")
    assert [block.plain for block in parsed.blocks] == ["[ ] open one"]


def test_a_struck_out_row_of_asciidoc_says_nothing() -> None:
    parsed = asciidoc.parse(source_of(b"= T\n\n|===\n|a |b\n\n|[line-through]#old# |1\n|new |2\n|===\n", "a.adoc"))
    table = parsed.blocks[-1].table
    assert table is not None
    assert [row.cells for row in table.rows] == [("new", "2")]


@pytest.mark.parametrize("parsed", [
    read_page("<dl><dt><del>old</del></dt><dd>Gone.</dd><dd>Gone too.</dd><dt>new</dt><dd>It <s>was</s> is.</dd>"
              "<dd>And so on.</dd></dl><p>After.</p>"),
    read_markdown("~~old~~\n: Gone.\n: Gone too.\n\nnew\n: It ~~was~~ is.\n: And so on.\n\nAfter.\n"),
], ids=["html", "markdown"])
def test_a_struck_out_term_goes_with_its_definitions(parsed: Parsed) -> None:
    words = " ".join(block.plain for block in parsed.blocks)
    assert "Gone" not in words
    assert words.replace("new: ", "new ") == "new It is. And so on. After."
