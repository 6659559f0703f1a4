"""Tables of web pages: merged cells are filled, header rows joined, headers and captions found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.types import BlockKind
from tests.engine.ingest.parse.pages import only_table, read_page, rows_of


def test_header_rows_are_joined_and_merged_cells_filled() -> None:
    table = only_table(read_page("""<table><caption>Flow</caption>
        <tr><th rowspan=2>Model</th><th colspan=2>Flow</th></tr><tr><th>min</th><th>max</th></tr>
        <tr><td rowspan="2">A1</td><td>2</td><td>9</td></tr><tr><td colspan=2>off</td></tr>
        <tr><td colspan="3">Series B</td></tr><tr><td>B2</td><td>3</td></tr></table>"""))
    assert table.header == ("Model", "Flow / min", "Flow / max")
    assert rows_of(table) == [["A1", "2", "9"], ["A1", "off", "off"], ["Series B", "", ""], ["B2", "3", ""]]
    assert table.caption == "Flow"
    assert "flow / max 9" in table.rows[0].sentence


@pytest.mark.parametrize(("source", "header"), [
    ("<thead><tr><td>Port<td>Use</thead><tr><td>1<td>a", ("Port", "Use")),
    ("<tr><th>Port<th>Use<tr><td>1<td>a<tr><td>2<td>b", ("Port", "Use")),
    ("<tr><th>Port<td>7443<tr><th>Use<td>control", ("", "")),
    ("<tr><td><b>Port</b><td><b>Use</b><tr><td>x<td>a", ("Port", "Use")),
    ("<tr><td>Name<td>Limit<tr><td>x<td>30<tr><td>y<td>40", ("Name", "Limit")),
    ("<tr><td>a<td>b<tr><td>c<td>d", ("", "")), ("<tr><td>1<td>2<tr><td>3<td>4", ("", "")),
    ("<thead><tr><th colspan=2>Limits</thead><tr><td>a<td>1<tr><td>b<td>2", ("", "")),
    ("<thead><tr><th>Port<th>Use</thead>", ("Port", "Use")),
])
def test_the_header_is_found_or_left_empty(source: str, header: tuple[str, ...]) -> None:
    assert only_table(read_page(f"<table>{source}</table>")).header == header


def test_a_first_row_over_the_whole_width_is_the_caption() -> None:
    table = only_table(read_page("<table><tr><th colspan=2>Limits</th></tr><tr><th>Name<th>Max<tr><td>a<td>1</table>"))
    assert (table.caption, table.header, rows_of(table)) == ("Limits", ("Name", "Max"), [["a", "1"]])


def test_a_numbered_line_before_a_table_is_its_caption() -> None:
    page = read_page("<p>Table 3. Limits of pumps</p><table><tr><th>a<th>b<tr><td>1<td>2</table><p>Table 4 is next.")
    assert only_table(page).caption == "Table 3. Limits of pumps"
    assert [block.plain for block in page.blocks if block.kind is BlockKind.PARAGRAPH] == ["Table 4 is next."]


def test_cells_keep_their_markup_and_read_as_one_line() -> None:
    page = read_page("""<table><tr><th>Key<th>Meaning<tr><td><code>a|b</code><td><p>First <b>x</b>.</p>
        <ul><li>one<li>two</ul><pre>c\n  d</pre><table><tr><td>in<td>ner</table></table>""")
    assert rows_of(only_table(page)) == [["a|b", "First x. one two c d in ner"]]
    assert "| `a\\|b` | First **x**. one two `c`<br>`d` in ner |" in page.text


def test_a_table_that_only_arranges_the_page_is_read_like_the_page() -> None:
    for source in ('<table role="presentation"><tr><td><h2>Left</h2><p>a</p><td><p>b</p></table>',
                   "<table><tr><td><h2>Left</h2><p>a</p></td><td><p>b</p></table>",
                   "<table><tr><td><h2>Left</h2><tr><td><p>a</p><tr><td>b</table>"):
        page = read_page(source)
        assert [block.plain for block in page.blocks] == ["Left", "a", "b"]


def test_columns_and_rows_in_which_nothing_stands_are_left_out() -> None:
    table = only_table(read_page("<table><tr><th>a<th>&nbsp;<th>b<tr><td>1<td><td>2<tr><td><td><td></table>"))
    assert (table.header, rows_of(table)) == (("a", "b"), [["1", "2"]])


def test_a_column_of_declarations_is_a_list_of_definitions() -> None:
    page = read_page("""<table><thead><tr><th>Function</th></tr></thead><tbody>
        <tr><td><p><code>lower</code> ( <code>text</code> )</p><p>Makes it lower case.</p></td></tr>
        <tr><td><p><code>upper</code> ( <code>text</code> )</p><p>Makes it upper case.</p></td></tr></table>""")
    assert [(block.kind, block.label, block.plain) for block in page.blocks] == [
        (BlockKind.DEFINITION, "lower", "lower ( text ): Makes it lower case."),
        (BlockKind.DEFINITION, "upper", "upper ( text ): Makes it upper case.")]


def test_javadocs_boxes_are_a_table() -> None:
    page = read_page("""<div class="caption">Methods</div><div class="summary-table three-column-summary">
        <div class="table-header col-first">Type</div><div class="table-header col-last">Method</div>
        <div class="col-first"><code>void</code></div><div class="col-last"><code>open()</code></div></div>""")
    table = only_table(page)
    assert (table.header, rows_of(table)) == (("Type", "Method"), [["void", "open()"]])


def test_absurd_spans_make_no_absurd_tables() -> None:
    page = read_page("<table><tr><td rowspan=999999 colspan=999999>a<td>b<tr><td rowspan=-1 colspan=x>c<td>d</table>")
    table = only_table(page)
    assert len(table.header) <= 200
    assert len(table.rows) <= 2


CELLS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1, max_size=4)


@given(st.lists(CELLS, min_size=2, max_size=5))
def test_every_cell_is_somewhere_and_rows_are_spans_of_the_text(rows: list[list[tuple[int, int]]]) -> None:
    names = [[f"c{at}x{number}y" for number in range(len(row))] for at, row in enumerate(rows)]
    source = "".join("<tr>" + "".join(f"<td colspan={across} rowspan={down}>{name}" for (across, down), name
                                      in zip(row, own, strict=True)) for row, own in zip(rows, names, strict=True))
    page = read_page(f"<table>{source}</table>")
    for own in names:
        for name in own:
            assert name in page.text
    for block in page.blocks:
        for row in block.table.rows if block.table else ():
            assert page.text[row.span.start:row.span.end].count("|") == len(row.cells) + 1


@pytest.mark.parametrize(("box", "label"), [
    ('<table class="warning"><tr><td class="icon"><img src="w.png" alt="Warning"></td><td>{}</td></tr></table>',
     "warning"),
    ('<table><tr><td><img src="c.gif" alt="Caution"></td><td>{}</td></tr></table>', "caution"),
    ('<table summary="Note"><tr><td rowspan="2"><img alt="[Note]" src="n.png"></td><th>Note</th></tr>'
     "<tr><td><p>{}</p></td></tr></table>", "note"),
    ("<table><tr><td><b>WARNING</b></td></tr><tr><td>{}</td></tr></table>", "warning"),
    ("<table><tr><td>⚠️</td><td>{}</td></tr></table>", "warning"),
    ('<table class="note"><tr><th>Note</th></tr><tr><td>{}</td></tr></table>', "note"),
])
def test_a_box_around_a_note_is_a_note(box: str, label: str) -> None:
    page = read_page(f"<p>Before.</p>{box.format('It is hot.')}<p>After.</p>")
    assert [(block.kind, block.label, block.plain) for block in page.blocks] == [
        (BlockKind.PARAGRAPH, "", "Before."), (BlockKind.ADMONITION, label, "It is hot."),
        (BlockKind.PARAGRAPH, "", "After.")]


def test_a_table_of_levels_is_no_box() -> None:
    page = read_page("<table><tr><td>Warning</td><td>80 °C</td></tr><tr><td>Error</td><td>90 °C</td></tr></table>")
    assert only_table(page).rows[0].cells[0] == "Warning"


def test_lines_of_code_in_a_cell_stay_lines() -> None:
    page = read_page("<table><tr><th>Do</th><th>Run</th></tr><tr><td>Start</td><td><pre>cd /srv\n./start</pre></td>"
                     "</tr></table>")
    assert "| Start | `cd /srv`<br>`./start` |" in page.text
    assert rows_of(only_table(page)) == [["Start", "cd /srv ./start"]]


def test_a_column_of_links_beside_the_text_is_no_text() -> None:
    page = read_page('<table><tr><td><a href="a">Install</a><br><a href="b">Run</a><br><a href="c">Stop</a></td>'
                     "<td><h1>Install</h1><p>With care.</p></td></tr></table>")
    assert page.text == "# Install\n\nWith care."


def test_a_row_under_the_name_of_a_group_says_of_which_group_it_is() -> None:
    table = only_table(read_page(
        "<table><tr><th>Key</th><th>Min</th><th>Max</th></tr><tr><td colspan=3>Pump A</td></tr><tr><td>Speed</td>"
        "<td>1</td><td>9</td></tr><tr><td colspan=3>Pump B</td></tr><tr>"
        "<td>Speed</td><td>2</td><td>7</td></tr></table>"))
    assert [row.sentence for row in table.rows] == [
        "Pump A", "Pump A, Speed: min 1, max 9", "Pump B", "Pump B, Speed: min 2, max 7"]


def test_a_row_without_values_is_no_group_when_every_name_is_there_once() -> None:
    table = only_table(read_page("<table><tr><th>Key</th><th>Max</th></tr><tr><td>idle</td><td></td></tr>"
                                 "<tr><td>speed</td><td>9</td></tr></table>"))
    assert [row.sentence for row in table.rows] == ["idle", "speed: max 9"]
