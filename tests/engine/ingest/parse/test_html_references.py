"""References made by Doxygen and Javadoc: declarations in one line, product and version of every page."""

from __future__ import annotations

from engine.types import BlockKind
from tests.engine.ingest.parse.pages import read_page

DOXYGEN = """<html><head><title>libfoo: foo.h File Reference</title>
<meta name="generator" content="Doxygen 1.9.4"></head>
<body><div id="titlearea"><table><tr><td>
<div id="projectname">libfoo<span id="projectnumber">&#160;2.7.1</span></div></td></tr></table></div>
<div class="contents"><table class="memberdecls">
<tr class="heading"><td colspan="2"><h2 class="groupheader">Functions</h2></td></tr>
<tr><td class="memItemLeft">int&#160;</td>
<td class="memItemRight"><a>foo_open</a> (const char *path, int flags)</td></tr>
<tr><td class="mdescLeft">&#160;</td><td class="mdescRight">Opens a foo.</td></tr></table>
<h2 class="memtitle">foo_open()</h2><div class="memitem"><div class="memproto"><table class="memname">
<tr><td class="memname">int foo_open </td><td>(</td>
<td class="paramtype">const char *&#160;</td><td><em>path</em>, </td></tr>
<tr><td></td><td></td><td class="paramtype">int&#160;</td><td class="paramname"><em>flags</em>&#160;</td></tr>
<tr><td></td><td>)</td><td></td></tr></table></div><div class="memdoc"><p>Opens a foo, or fails.</p></div></div>
</div></body></html>"""


def test_a_declaration_of_doxygen_is_one_line_wherever_it_stands() -> None:
    blocks = read_page(DOXYGEN).blocks
    plains = [block.plain for block in blocks]
    assert "int foo_open (const char *path, int flags)" in plains
    assert "int foo_open(const char * path, int flags)" in [b.plain.strip() for b in blocks if b.kind is BlockKind.CODE]


def test_the_product_and_version_above_a_page_of_doxygen_are_its_metadata() -> None:
    found = {value.name: value.value for value in read_page(DOXYGEN).found}
    assert (found["product"], found["version"]) == ("libfoo", "2.7.1")


def test_the_version_in_a_title_of_javadoc_is_metadata_and_in_other_titles_it_is_none() -> None:
    page = '<html><head><title>Pump (Plant API 7.0)</title>{}</head><body><p>A pump.</p></body></html>'
    made = read_page(page.format('<meta name="generator" content="javadoc/JDK-17">'))
    assert {value.name: value.value for value in made.found}["version"] == "Plant API 7.0"
    assert "version" not in {value.name for value in read_page(page.format("")).found}


def test_the_names_of_an_option_in_sphinx_are_its_key_without_the_commas_between() -> None:
    page = read_page('<dl class="std option"><dt class="sig" id="cmdoption-a"><span class="sig-name descname">-a</span>'
                     '<span class="sig-prename descclassname"></span><span class="sig-prename descclassname">, </span>'
                     '<span class="sig-name descname">--annotate</span></dt><dd><p>Annotate.</p></dd></dl>')
    assert [block.label for block in page.blocks] == ["-a, --annotate"]


def test_the_version_of_the_book_that_a_page_links_to_as_its_start_is_metadata() -> None:
    page = '<html><head><title>Chapter 3</title></head><body><a accesskey="h" href="i.html" title="{}">Home</a>x</body>'
    made = {title: {value.name: value.value for value in read_page(page.format(title)).found}.get("version")
            for title in ("Relay 15.2 Documentation", "Relay 4.1 Reference Manual", "Relay Documentation", "Chapter 7")}
    assert list(made.values()) == ["Relay 15.2", "Relay 4.1", None, None]
