"""Web pages become Markdown that says what readers see: headings, lists, definitions, notes, code, links."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.types import BlockKind, IngestState, ProblemCode
from tests.engine.ingest.parse.pages import headings_of, read_page, text_of
from tests.engine.ingest.texts import all_chunks, chunked, cut, shape


def test_headings_keep_their_level_and_the_pages_own_anchors() -> None:
    page = read_page("""<body><h1 id="top">Guide</h1><section id="set-up"><h2>Set up</h2><p>a</p></section>
        <div id="wrap"><h2>Wrapped</h2></div><a name="old"></a><h3>Old style</h3><h3><a id="inner"></a>Inside</h3>
        <div class="sect2" id="deep"><div class="titlepage"><div><h3 class="title">Deep</h3></div></div></div>
        <h2>Own words</h2>""")
    assert headings_of(page) == [
        (1, "Guide", "top"), (2, "Set up", "set-up"), (2, "Wrapped", "wrap"), (3, "Old style", "old"),
        (3, "Inside", "inner"), (3, "Deep", "deep"), (2, "Own words", "own-words")]


def test_a_heading_that_is_never_closed_ends_where_a_paragraph_begins() -> None:
    page = read_page("<h1>Title<p>First.<h2>Second<ul><li>item</ul>")
    assert shape(page) == [("heading", 1, "Title"), ("paragraph", 0, "First."), ("heading", 2, "Second"),
                           ("list_item", 0, "item")]


def test_the_title_is_the_heading_that_the_page_names() -> None:
    named = "<title>Ports — Relay 2.1 documentation</title>"
    assert read_page(f"{named}<h1>Relay 2.1 documentation</h1><h1>Ports</h1>").title == "Ports"
    assert read_page("<title>Ports | Lumen</title><p>No heading.</p>").title == "Ports"
    assert read_page("<h2>Only heading</h2><p>x</p>").title == "Only heading"
    assert read_page("<p>words</p>", name="some-notes.html").title == "some-notes"


def test_inline_markup_is_kept_where_it_says_something() -> None:
    page = read_page('<p>Run <code>a `b` c</code> <b>now</b>, see <a href="x y(1).html">the <tt>docs</tt></a>'
                     ' or <a href="#here">below</a>, <em>please</em>.</p>')
    assert page.text == "Run ``a `b` c`` **now**, see [the `docs`](x%20y%281%29.html) or below, please."
    assert page.blocks[0].plain == "Run a `b` c now, see the docs or below, please."


def test_what_looks_like_markdown_in_a_page_stays_as_it_is_written() -> None:
    page = read_page("<p># no heading</p><p>1. no step</p><p>*a* _b_ [c](d)</p>")
    assert [block.plain for block in page.blocks] == ["# no heading", "1. no step", "*a* _b_ [c](d)"]
    assert page.text == "\\# no heading\n\n1\\. no step\n\n\\*a\\* \\_b\\_ \\[c](d)"


def test_footnote_numbers_are_told_from_numbers() -> None:
    page = read_page('<p>It is 40 <a class="footnote-reference brackets" href="#id2">1</a>.</p>')
    assert page.blocks[0].plain == "It is 40 [1]."


def test_scripts_in_links_and_inlined_data_are_no_targets() -> None:
    source = '<p><a href="javascript:alert(1)">a</a> <a href=" data:text/html,x">b</a> <a href="https://h.example">c</a></p>'
    assert text_of(source) == "a b [c](https://h.example)"


def test_words_are_parted_by_breaks_and_not_by_markup() -> None:
    page = read_page("<p>a<br>b</p><p>H<sub>2</sub>O at 10<sup>3</sup> Pa, un<b>bro</b>ken</p><p>one<br><br>two</p>")
    assert [block.plain for block in page.blocks] == ["a\nb", "H2O at 10³ Pa, unbroken", "one", "two"]


def test_lists_nest_and_count_as_written() -> None:
    page = read_page("""<ol start="3"><li>three<ul><li>inner<p>more</p></ul><li value="7">seven<li>eight</ol>""")
    assert page.text == "3. three\n\n   - inner\n\n     more\n\n7. seven\n8. eight".replace("three\n\n", "three\n")
    assert [(block.level, block.ordered) for block in page.blocks] == [
        (0, True), (1, False), (2, False), (0, True), (0, True)]


def test_code_keeps_its_lines_its_indents_and_its_language() -> None:
    page = read_page('<div class="highlight-python3"><pre><span>if</span> x:\n    run()\n\n# no heading</pre></div>'
                     '<pre><code class="language-sh"><span style="display:block">one</span><span>two</span><br>three'
                     '<button>Copy</button></code></pre>')
    assert [(block.language, block.plain) for block in page.blocks] == [
        ("python3", "if x:\n    run()\n\n# no heading"), ("sh", "one\ntwo\nthree")]


def test_lines_that_a_style_keeps_are_code() -> None:
    page = read_page('<div style="white-space: pre">a = 1\n  b = 2</div><code style="white-space:pre-wrap">x\ny</code>'
                     '<code style="white-space:pre">one</code>')
    assert shape(page) == [("code", 0, "a = 1\n  b = 2"), ("code", 0, "x\ny"), ("paragraph", 0, "one")]


def test_a_title_that_is_never_closed_is_not_the_whole_page() -> None:
    assert read_page("<html><head><title>Ports\n<body><h1>Ports</h1><p>Open.</p>").text == "# Ports\n\nOpen."


def test_line_numbers_beside_code_are_no_code() -> None:
    page = read_page('<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td>'
                     '<td class="code"><pre>a = 1\nb = 2</pre></td></tr></table>')
    assert shape(page) == [("code", 0, "a = 1\nb = 2")]


def test_every_term_is_an_atom_known_by_its_key_and_its_anchor() -> None:
    page = read_page("""<dl class="variablelist"><dt id="GUC-WORK-MEM"><span class="term"><code>work_mem</code>
        (<code>integer</code>) <a id="id-1" class="indexterm"></a></span></dt><dd><p>Sets memory.</p><p>Default 4MB.</p>
        </dd><dt>-a<dt>--all<dd>Take all.<dt>alone</dl>""")
    assert [(block.label, block.anchor, block.plain) for block in page.blocks if block.label] == [
        ("work_mem", "GUC-WORK-MEM", "work_mem (integer): Sets memory."), ("-a, --all", "", "-a, --all: Take all."),
        ("alone", "", "alone")]
    assert page.text.startswith("`work_mem` (`integer`)\n: Sets memory.\n\n  Default 4MB.\n\n")
    assert [chunk.label for chunk in all_chunks(page)] == ["work_mem, -a, --all, alone"]


def test_three_hundred_settings_are_three_hundred_atoms() -> None:
    settings = "".join(f"<dt id=s{n}><code>setting_{n}</code><dd>{'What this setting does. ' * 12}" for n in range(300))
    chunks = all_chunks(read_page(f"<h1>Settings</h1><dl>{settings}</dl>"))
    assert [chunk.label for chunk in chunks] == [f"setting_{n}" for n in range(300)]


def test_a_signature_is_known_by_its_full_name_and_methods_stand_beside_their_class() -> None:
    page = read_page("""<dl class="py class"><dt class="sig" id="m.Box"><em>class</em>
        <span class="sig-prename">m.</span><span class="sig-name">Box</span>(<em>*size</em>)<a href="#m.Box">¶</a></dt>
        <dd><p>A box.</p><dl class="py method"><dt class="sig" id="m.Box.open"><span class="sig-name">open</span>()</dt>
        <dd><p>Opens.</p>
        <dl class="field-list"><dt>Returns:</dt><dd>nothing</dd></dl></dd></dl><p>After.</p></dd></dl>""")
    assert [(block.kind.value, block.level, block.label, block.anchor) for block in page.blocks] == [
        ("definition", 0, "m.Box", "m.Box"), ("definition", 0, "m.Box.open", "m.Box.open"),
        ("definition", 1, "Returns", ""), ("paragraph", 0, "", "")]
    assert page.text.startswith("`class m.Box(*size)`\n: A box.")


def test_notes_have_their_type_whatever_the_site_calls_them() -> None:
    sources = {
        '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>': ("warning", "Hot."),
        '<div class="note"><h3 class="title">Note</h3><p>Hot.</p></div>': ("note", "Hot."),
        '<div class="alert alert-danger" role="alert"><strong>Danger:</strong> Hot.</div>': ("danger", "Hot."),
        '<div class="admonitionblock tip"><table><tr><td class="icon"><div class="title">Tip</div></td>'
        '<td class="content">Hot.</td></tr></table></div>': ("tip", "Hot."),
        "<blockquote><p><b>Important</b></p><p>Hot.</p></blockquote>": ("important", "Hot."),
        "<p><strong>Caution:</strong> Hot.</p>": ("caution", "Hot."),
        '<div class="deprecated"><p><span>Deprecated since version 3.9: </span>Hot.</p></div>':
            ("deprecated", "Deprecated since version 3.9: Hot."),
        '<aside class="starlight-aside starlight-aside--tip"><p>Hot.</p></aside>': ("tip", "Hot."),
        '<details class="admonition note"><summary>Heat</summary><p>Hot.</p></details>': ("note", "Heat Hot."),
    }
    for source, (label, plain) in sources.items():
        block = read_page(source).blocks[0]
        assert (block.kind, block.label, block.plain) == (BlockKind.ADMONITION, label, plain), source


def test_what_is_in_a_note_belongs_to_it() -> None:
    page = read_page('<div class="note"><ul><li>first<li>second</ul><pre>code</pre></div><p>After.</p>')
    assert shape(page) == [("admonition", 0, "Note"), ("list_item", 1, "first"), ("list_item", 1, "second"),
                           ("code", 1, "code"), ("paragraph", 0, "After.")]


def test_a_fold_keeps_its_question_with_its_answer() -> None:
    page = read_page("<details><summary>Why?</summary><p>Because.</p><ul><li>x</ul></details><p>Next.</p>")
    assert page.text == "**Why?**\n\nBecause.\n\n- x\n\nNext."
    assert [block.level for block in page.blocks] == [0, 1, 1, 0]


def test_pages_laid_out_in_lists_keep_their_headings() -> None:
    page = read_page("<ul><li><h3>Methods</h3><ul><li><h4>open</h4><pre>open()</pre><p>Opens.</p></ul></ul>")
    assert shape(page) == [("heading", 3, "Methods"), ("heading", 4, "open"), ("code", 0, "open()"),
                           ("paragraph", 0, "Opens.")]


def test_panels_behind_tabs_are_read_with_the_tabs_name() -> None:
    page = read_page("""<div><ul role="tablist"><li role="tab">npm</li><li role="tab">yarn</li></ul>
        <div role="tabpanel"><pre>npm i</pre></div><div role="tabpanel" hidden><pre>yarn add</pre></div></div>""")
    assert page.text == "**npm**\n\n```\nnpm i\n```\n\n**yarn**\n\n```\nyarn add\n```"
    assert page.state is IngestState.INDEXED


def test_formulas_are_one_line_that_can_be_read() -> None:
    sources = {
        "<math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>": "E = mc^2",
        '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">\\frac{a}{b}</annotation></semantics>'
        "</math>": "$\\frac{a}{b}$",
        '<span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">a+b</annotation>'
        '</math></span><span class="katex-html" aria-hidden="true">a+b</span></span>': "$a+b$",
        '<script type="math/tex">x^2</script>': "$x^2$",
    }
    for source, plain in sources.items():
        assert read_page(f"<p>{source} holds.</p>").blocks[0].plain == f"{plain} holds."


def test_pictures_give_their_words_and_decoration_gives_none() -> None:
    page = read_page('<p><img src="a/wiring.png" alt="Wiring of pump 2"> <img src="icon.png" alt=""> '
                     '<img src="https://h.invalid/1.png"> <img src="t.gif" width="1" height="1"></p>')
    assert page.text == "![Wiring of pump 2](a/wiring.png) ![Picture: 1.png](https://h.invalid/1.png)"


def test_a_page_without_any_heading_is_one_section() -> None:
    sections = chunked(read_page("<title>Bare</title><p>Words.</p><p>More.</p>"))
    assert [(section.heading_path, len(chunks)) for section, chunks in sections] == [(("Bare",), 1)]


def test_an_empty_page_says_so() -> None:
    page = read_page("<html><head><title>Nothing</title></head><body><script>x()</script></body></html>")
    assert (page.state, page.title, page.blocks) == (IngestState.METADATA_ONLY, "Nothing", ())
    assert page.problems[0].code is ProblemCode.EMPTY


def test_what_a_page_says_of_itself_is_found_as_written() -> None:
    page = read_page("""<html lang="de-CH"><head><title>A | B</title><meta name="description" content="What it is">
        <meta name="docsearch:version" content="2.1"><meta name="viewport" content="width=1">
        <link rel="canonical" href="https://docs.example/a"><meta property="article:modified_time" content="2024-05-01">
        </head><body><p>x""")
    found = {value.name: value.value for value in page.found if value.source == "page metadata"}
    assert found == {"title": "A | B", "lang": "de-CH", "description": "What it is", "docsearch:version": "2.1",
                     "canonical": "https://docs.example/a", "article:modified_time": "2024-05-01"}


def test_manual_pages_printed_as_one_text_have_their_sections() -> None:
    page = read_page("<pre><b>NAME</b>\n       cleanup - cleans\n\n<b>SYNOPSIS</b>\n       cleanup\n\n"
                     "<b>DESCRIPTION</b>\n       It cleans.\n</pre>")
    assert [plain for _, plain, _ in headings_of(page)] == ["NAME", "SYNOPSIS", "DESCRIPTION"]


def test_fifty_thousand_nested_elements_are_no_problem() -> None:
    for tag in ("div", "span", "b", "blockquote", "ul><li", "table><tr><td", "dl><dd", "details", "x-unknown"):
        page = read_page(f"<h1>Deep</h1>{f'<{tag}>' * 50_000}core temperature is 71 C{'</div>' * 50_000}<h2>After</h2>")
        assert "core temperature is 71 C" in page.text.replace("**", ""), tag


def test_xhtml_is_read_as_it_is_meant() -> None:
    page = read_page('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/>'
                     '</head><body><h1><a id="a"/>One</h1><pre><![CDATA[if (a < b) {}]]></pre><td/><p>Two</p></body>')
    assert page.text == "# One\n\n```\nif (a < b) {}\n```\n\nTwo"


WORDS = st.from_regex(r"[a-z]{3,8}", fullmatch=True)
TAGS = st.sampled_from("div p ul li ol dl dt dd table tr td th tbody section blockquote pre h2 h3 details summary b "
                       "code a em span sub font x-y figure figcaption center address".split())
ODDITIES = ["<", ">", "/", "table", "<td rowspan=9 colspan=0>", "<!--", "&#x0;", "\x00", "'", "<pre>", "<svg>", "a",
            "<math>", "</p>", "<li value=99999999999>", "]]>", "=", "<dl><dt>", "<h1>", "<select>", "<frameset>"]


@st.composite
def trees(draw: st.DrawFn) -> tuple[str, list[str]]:
    """A page of randomly nested (and often misnested) tags, and its words, all different, in order."""
    words: list[str] = []
    parts: list[str] = []
    for number in range(draw(st.integers(1, 12))):
        for tag in draw(st.lists(TAGS, max_size=4)):
            parts.append(f"<{tag}>")
        words.append(f"{draw(WORDS)}{number}")
        parts.append(f"{words[-1]} ")
        for tag in draw(st.lists(TAGS, max_size=3)):
            parts.append(f"</{tag}>")
    return "".join(parts), words


@given(trees())
def test_any_nesting_keeps_every_visible_word_exactly_once(made: tuple[str, list[str]]) -> None:
    source, words = made
    page = read_page(source)
    shown = re.findall(r"[a-z]{3,8}\d+", "\n".join(
        page.text[block.span.start:block.span.end] for block in page.blocks))
    assert sorted(shown) == sorted(words)


@given(trees())
def test_blocks_are_in_order_and_do_not_overlap(made: tuple[str, list[str]]) -> None:
    page = read_page(made[0])
    ends = [0]
    for block in page.blocks:
        assert ends[-1] <= block.span.start < block.span.end
        assert cut(page, block).strip()
        ends.append(block.span.end)
    everything = "".join(chunk.text + chunk.heading_text for chunk in all_chunks(page))
    assert [word for word in made[1] if word not in everything] == []


@given(st.one_of(st.binary(max_size=400), st.text(max_size=300).map(lambda text: text.encode("utf-8", "surrogatepass")),
                 st.lists(st.sampled_from(ODDITIES), max_size=60).map(lambda parts: "".join(parts).encode())))
def test_any_bytes_are_read_or_refused_with_a_reason(data: bytes) -> None:
    try:
        page = read_page(data)
    except DocumentTrouble as trouble:
        refused = trouble.code
    else:
        refused = ProblemCode.BINARY
        assert bool(all_chunks(page)) == bool(page.blocks)
    assert refused is ProblemCode.BINARY


@pytest.mark.parametrize("box", [
    '<div class="confluence-information-macro confluence-information-macro-warning"><p class="title">Careful</p>'
    '<span class="aui-icon"></span><div class="confluence-information-macro-body"><p>Hot.</p></div></div>',
    '<table class="warningMacro"><tr><td><img src="w.gif" alt=""></td><td>Careful Hot.</td></tr></table>',
    '<div class="warning"><table><tr><td rowspan="2"><img alt="[Warning]" src="w.png"></td><th>Careful</th></tr>'
    "<tr><td><p>Hot.</p></td></tr></table></div>",
])
def test_warnings_of_more_sites_and_exports_are_known(box: str) -> None:
    blocks = [block for block in read_page(f"<h1>T</h1>{box}").blocks if block.kind is not BlockKind.HEADING]
    assert (blocks[0].kind, blocks[0].label) == (BlockKind.ADMONITION, "warning")
    assert " ".join(block.plain for block in blocks) == "Careful Hot."


def test_the_contents_that_an_export_writes_and_the_button_to_edit_are_no_text() -> None:
    page = read_page('<body><h1>T</h1><div class="toc-macro"><ul><li><a href="#x">Ports</a></li></ul></div>'
                     '<a class="md-content__button" href="e">x</a><p>Words.</p></body>')
    assert page.text == "# T\n\nWords."
