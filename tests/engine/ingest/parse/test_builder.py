"""Other formats become Markdown whose blocks are cut exactly, and which reads back as what was put in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.parse.builder import TextBuilder, escaped, whole_page
from engine.ingest.plain import plain_of
from engine.types import BlockKind, IngestState, Problem, ProblemCode, Rect
from tests.engine.ingest.texts import chunked, cut, read_markdown


def built() -> TextBuilder:
    return TextBuilder(media_type="text/html")


def test_blocks_are_written_as_markdown_with_exact_spans() -> None:
    builder = built()
    builder.heading(1, "Set *up*", anchor="own-anchor")
    builder.paragraph("First words.", rects=[Rect(3, 0, 0, 1, 1)])
    builder.list_item("`size` - how big", markup="`size` - how big")
    builder.paragraph("More.", level=1)
    builder.list_item("inner", level=1, number=1)
    builder.list_item("next")
    builder.code("a\n```\nb", language="sh")
    builder.definition("term", "what it is")
    page = builder.result(title="T")
    assert page.text == (
        "# Set \\*up\\*\n\nFirst words.\n\n- `size` - how big\n\n  More.\n\n  1. inner\n- next\n\n"
        "````sh\na\n```\nb\n````\n\nterm\n: what it is"
    )
    assert [(block.kind.value, block.level, block.label, cut(page, block)[:6]) for block in page.blocks] == [
        ("heading", 1, "", "# Set "), ("paragraph", 0, "", "First "), ("list_item", 0, "size", "- `siz"),
        ("paragraph", 1, "", "More."), ("list_item", 1, "", "1. inn"), ("list_item", 0, "", "- next"),
        ("code", 0, "", "````sh"), ("definition", 0, "term", "term\n:"),
    ]
    assert page.blocks[0].anchor == "own-anchor"
    assert page.blocks[1].rects[0].page == 3


def test_notes_hold_what_is_in_them() -> None:
    builder = built()
    builder.admonition("Mind it.", label="warning", title="Heat")
    builder.paragraph("Second.", level=1)
    builder.list_item("item", level=1)
    builder.paragraph("After.")
    page = builder.result(title="T")
    assert page.text == "> **Warning: Heat** Mind it.\n>\n> Second.\n>\n> - item\n\nAfter."
    read = read_markdown(page.text)
    assert [(b.kind, b.level) for b in read.blocks] == [(b.kind, b.level) for b in page.blocks]


def test_a_table_has_its_caption_its_header_and_one_span_a_row() -> None:
    builder = built()
    builder.table(["Policy", "Days"], [["Re|turns", "30\nor so"], ["Other"]], caption="Table 1", row_pages=[1, 2],
                  pages=[1, 2], sheet="S")
    page = builder.result(title="T")
    table = page.blocks[0].table
    assert table is not None
    assert [page.text[row.span.start:row.span.end] for row in table.rows] == [
        "| Re\\|turns | 30 or so |", "| Other |  |"]
    assert [(row.cells, row.page, row.sentence) for row in table.rows] == [
        (("Re|turns", "30 or so"), 1, "Re|turns: days 30 or so"), (("Other", ""), 2, "Other")]
    assert page.blocks[0].plain == "Table 1\nPolicy, Days\nRe|turns: days 30 or so\nOther"
    assert (table.sheet, table.caption) == ("S", "Table 1")


def test_what_has_no_visible_text_is_left_out() -> None:
    builder = built()
    builder.heading(2, " \u200b ")
    builder.paragraph("\n")
    builder.code("  \n")
    builder.table([], [[""]])
    builder.list_item("")
    assert builder.result(title="T").blocks == ()


def test_hidden_characters_never_get_in() -> None:
    builder = built()
    builder.paragraph("a\u200bb\x00c\r\nd \ud800")
    assert builder.result(title="\x1b[1mT").text == "ab c\nd"


def test_problems_flag_the_document() -> None:
    problem = Problem(code=ProblemCode.HIDDEN_TEXT, detail="x")
    builder = built()
    builder.paragraph("x")
    assert builder.result(title="T", problems=[problem]).state is IngestState.INDEXED_FLAGGED
    assert builder.result(title="T", state=IngestState.PARTIAL).state is IngestState.PARTIAL


def test_a_page_is_kept_where_nothing_else_is_known() -> None:
    builder = built()
    builder.heading(1, "H", rects=whole_page(7))
    builder.paragraph("x", rects=whole_page(8))
    section, chunks = chunked(builder.result(title="T"))[0]
    assert (section.pages, chunks[0].pages) == ((7, 8), (8,))


LINES = st.text(alphabet="ab *_`[]()<>&;#-+=.!1\\~|:{}\"'/é語", min_size=1, max_size=40).filter(str.strip)


@given(LINES)
def test_escaped_text_reads_as_it_was(line: str) -> None:
    builder = built()
    builder.paragraph(line)
    page = builder.result(title="T")
    read = read_markdown(page.text)
    assert [block.kind for block in read.blocks] == [BlockKind.PARAGRAPH] or "=\"" in line
    assert plain_of(escaped(line.strip())) == line.strip()


@given(st.lists(st.tuples(st.sampled_from("hplncdta"), st.integers(0, 3), LINES), max_size=12))
def test_any_calls_give_ordered_blocks_that_hold_their_text(calls: list[tuple[str, int, str]]) -> None:
    builder = built()
    for kind, level, text in calls:
        match kind:
            case "h":
                builder.heading(level + 1, text)
            case "p":
                builder.paragraph(text, level=level)
            case "l":
                builder.list_item(text, level=level)
            case "n":
                builder.list_item(text, level=level, number=level)
            case "c":
                builder.code(text, level=level)
            case "d":
                builder.definition(text, text, level=level)
            case "t":
                builder.table([text, "x"], [[text, text], [text]], level=level)
            case _:
                builder.admonition(text, label="note", level=level)
    page = builder.result(title="T")
    assert len(page.blocks) == len(calls)
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end <= len(page.text)
        end = block.span.end
        assert not page.text[block.span.start].isspace() or block.kind is BlockKind.CODE
    chunked(page)
