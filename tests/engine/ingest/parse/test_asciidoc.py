"""An AsciiDoc page becomes sections, lists, notes, tables and code as its own site shows them."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ingest.parse.asciidoc import parse
from engine.types import BlockKind, Parsed
from tests.engine.ingest.texts import all_chunks, chunked, cut, read_markdown, shape, source_of

WORDS = re.compile(r"w\d+w")


def read(source: str | bytes, name: str = "page.adoc") -> Parsed:
    return parse(source_of(source, name))


def headings(page: Parsed) -> list[tuple[int, str, str, int]]:
    return [(b.level, b.plain, b.anchor, b.line) for b in page.blocks if b.kind is BlockKind.HEADING]


def test_a_heading_may_name_its_anchor_at_its_end() -> None:
    assert headings(read("= T\n\n== Setup [[set-up]]\n\nText.\n"))[1] == (2, "Setup", "set-up", 3)


def test_the_title_of_an_example_heads_what_is_in_it() -> None:
    page = read("= T\n\nBefore.\n\n.Reset\n====\nHold it.\n====\n")
    assert "**Reset**" in page.text


# --- header, attributes, conditions ---


def test_the_header_is_found_and_not_shown() -> None:
    page = read("// a comment\n= Pump Guide\nA. Writer <a@x.example>; B. Other\nv4.1, 2026-02-01: fixed\n"
                ":page-deprecated: since 4.0\n:product: Pump\n:toc:\n\nIt has {product} {revnumber}.\n")
    assert page.title == "Pump Guide"
    assert [(found.name, found.value) for found in page.found] == [
        ("author", "A. Writer; B. Other"), ("version", "4.1"), ("date", "2026-02-01"), ("deprecated", "since 4.0"),
        ("product", "Pump")]
    assert {found.source for found in page.found} == {"front matter"}
    assert shape(page) == [("heading", 1, "Pump Guide"), ("paragraph", 0, "It has Pump 4.1.")]


@pytest.mark.parametrize(("line", "version"), [
    ("v2.0", "2.0"), ("v2.0,", "2.0"), ("2.0, 2026-01-01", "2.0"), ("rev 2.0, May 2026", "2.0"), ("v2.0: text", "2.0"),
])
def test_revision_lines_give_the_version(line: str, version: str) -> None:
    page = read(f"= T\nA. Writer\n{line}\n\nx\n")
    assert ("version", version) in [(found.name, found.value) for found in page.found]


def test_a_text_below_the_title_that_is_no_author_stays() -> None:
    assert shape(read("= T\nThis page says how to do it.\n"))[1] == ("paragraph", 0, "This page says how to do it.")


def test_attributes_are_put_in_and_unknown_ones_stay_as_written() -> None:
    page = read(":a: one\n:long: first \\\nsecond\n:b: {a}/x\n\n"
                "{a} {b} {long} {missing} \\{a} {plus}{asterisk} a{empty}b\n"
                "\n:a: two\n\n{a}\n\n:!a:\n\n{a}\n")
    assert [b.plain for b in page.blocks] == ["one one/x first second {missing} {a} +* ab", "two", "{a}"]


def test_conditions_are_decided_by_what_is_set_before_them() -> None:
    page = read(":x:\n:v: 3\n\nifdef::x[]\nshown one\nendif::[]\nifdef::y[]\nhidden\nifdef::x[]\nhidden too\n"
                "endif::[]\n"
                "endif::[]\n\nifndef::y[shown two]\n\nifdef::y,x[shown three]\n\nifdef::y+x[hidden]\n\n"
                "ifeval::[{v} >= 2]\nshown four\nendif::[]\n\nifeval::[\"{v}\" == \"4\"]\nhidden\nendif::[]\n\n"
                "ifdef::backend-html5[shown five]\n\n\\ifdef::y[as text]\n")
    assert [b.plain for b in page.blocks] == ["shown one", "shown two", "shown three", "shown four", "shown five",
                                              "ifdef::y[as text]"]


def test_yaml_front_matter_of_site_generators_is_read() -> None:
    page = read("---\nversion: 2.1\n---\n= T\n\nx\n")
    assert [(found.name, found.value) for found in page.found] == [("version", "2.1")]
    assert headings(page) == [(1, "T", "_t", 4)]


# --- headings ---


def test_headings_have_levels_ids_and_lines() -> None:
    page = read("= Guide\n\n== Set Up & Run\n\n[[own]]\n=== First\n\n[#second.role]\n=== Two ===\n\n## Set up & run\n\n"
                "[discrete]\n==== Aside\n\nOld Style\n---------\n\nx\n")
    assert headings(page) == [
        (1, "Guide", "_guide", 1), (2, "Set Up & Run", "_set_up_run", 3), (3, "First", "own", 6),
        (3, "Two", "second", 9), (2, "Set up & run", "_set_up_run_2", 11), (4, "Aside", "_aside", 14),
        (2, "Old Style", "_old_style", 16)]


@pytest.mark.parametrize(("heading", "anchor"), [
    ("`<core>` items", "_core_items"), ("A--B", "_ab"), ("One -- Two", "_onetwo"), ("Does it, really?",
    "_does_it_really"),
    ("A.B.C...", "_a_b_c"), ("It's (C) & 5 > 4", "_its_5_4"), ("日本語 text", "_日本語_text"),
])
def test_ids_are_made_as_the_own_site_makes_them(heading: str, anchor: str) -> None:
    assert headings(read(f"== {heading}\n\nx\n"))[0][2] == anchor


def test_ids_follow_prefix_and_separator() -> None:
    page = read("= G\n:idprefix:\n:idseparator: -\n\n== The `max_size` Setting.\n\nx\n")
    assert headings(page)[1][2] == "the-max_size-setting"


def test_a_heading_keeps_its_markup_as_the_source_has_it() -> None:
    page = read("== Using `a.b` and `<core>` _(Deprecated)_\n\nx\n")
    assert chunked(page)[0][0].heading == "Using `a.b` and `<core>` _(Deprecated)_"
    assert page.blocks[0].plain == "Using a.b and <core> (Deprecated)"


@pytest.mark.parametrize("mark", ["----", "....", "====", "****", "____", "--", "```", "++++", "////", "|==="])
def test_a_heading_in_a_block_is_no_heading(mark: str) -> None:
    page = read(f"== Real\n\n{mark}\n== not a heading\n{mark}\n\nafter\n")
    assert [name for _, name, _, _ in headings(page)] == ["Real"]
    assert page.blocks[-1].plain == "after"


def test_headings_move_with_the_level_offset() -> None:
    assert [level for level, *_ in headings(read(":leveloffset: 1\n\n== A\n\n:leveloffset: +1\n\n== B\n"))] == [3, 4]


# --- running text ---


@pytest.mark.parametrize(("source", "plain", "markup"), [
    ("a *b c* d", "a b c d", "a **b c** d"),
    ("_a_ and __b__old", "a and bold", "*a* and *b*old"),
    ("a `b_c_d` e", "a b_c_d e", "a `b_c_d` e"),
    ("`{curly}` and ``x``y", "{curly} and xy", "`{curly}` and `x`y"),
    ("max_size_kb *.txt", "max_size_kb *.txt", "max_size_kb \\*.txt"),
    ("+*not bold*+ and `+a{b}+`", "*not bold* and a{b}", "\\*not bold\\* and `a{b}`"),
    ("\\*x* \\_y_ \\`z`", "*x* _y_ `z`", "\\*x\\* \\_y\\_ \\`z\\`"),
    ("https://x.example/a_b[the page^] end", "the page end", "[the page](https://x.example/a_b) end"),
    ("see https://x.example/a_b_c.", "see https://x.example/a_b_c.", "see https://x.example/a_b_c."),
    ("link:a/b.zip[*Get* it,window=_blank]", "Get it", "[**Get** it](a/b.zip)"),
    ("xref:other.adoc#part[Part `x`]", "Part x", "[Part `x`](other.adoc#part)"),
    ("<<later>>, <<id,Words>>", "The Later One, Words", "[The Later One](#later), [Words](#id)"),
    ("A.footnote:[See *b*.] C.footnote:x[]", "A. (See b.) C.", "A. (See **b**.) C."),
    ("press kbd:[Ctrl+C], menu:File[Open > Recent], btn:[OK]", "press Ctrl+C, File > Open > Recent, OK",
     "press Ctrl+C, File > Open > Recent, OK"),
    ("H~2~O x^2^ #mark# [.role]#styled#", "H2O x² mark styled", "H2O x² mark styled"),
    ("pass:[<b>raw</b>] +++<u>gone</u>+++ pass:q[*q*]", "raw gone q", "raw gone **q**"),
    ("stem:[a^2 + b_1]", "a^2 + b_1", "`a^2 + b_1`"),
    ("((term)) (((hidden, one))) indexterm:[h]x [[here]]y", "term  x y", "term  x y"),
    ("a &amp; b &#167; &unknown", "a & b § &unknown", "a & b § &unknown"),
    ("one +\ntwo\nthree", "one\ntwo three", "one\\\ntwo\nthree"),
    ("image:a.png[The plan] icon:x[]!", "The plan !", "The plan !"),
    ('"`quoted`" it\'s', '"quoted" it\'s', '"quoted" it\'s'),
    ("C{pp} <host> [x]", "C++ <host> [x]", "C++ \\<host> [x]"),
])
def test_running_text_is_readable_and_keeps_its_markup(source: str, plain: str, markup: str) -> None:
    page = read(f"{source}\n\n[#later]\n== The Later One\n")
    assert page.blocks[0].plain == plain
    assert cut(page, page.blocks[0]) == markup


def test_the_first_asciidoc_had_other_marks() -> None:
    page = read("tool(1)\n=======\n\n[[how]]\nHow to\n------\n\n"
                "Use 'tool run', ``quoted'' and `it` as in <<how>>. Don't 'stop'.\n\n"
                "Run:\n----\ncode\n----\n")
    assert headings(page) == [(1, "tool(1)", "_tool1", 1), (2, "How to", "how", 5)]
    assert cut(page, page.blocks[2]) == "Use *tool run*, “quoted” and `it` as in [How to](#how). Don't *stop*."
    assert shape(page)[3:] == [("paragraph", 0, "Run:"), ("code", 0, "code")]


# --- paragraphs and delimited blocks ---


def test_code_keeps_its_language_and_its_lines() -> None:
    page = read(".Run it\n[source,sh]\n----\n# not a heading\n\n  run\n----\n\n[,yaml]\n----\na: 1\n----\n\n"
                "```json\n{}\n```\n\n"
                " indented\n  text\n\n[source%linenums,ruby]\nputs 1\n\n....\nliteral\n....\n")
    assert [(b.kind.value, b.language, b.plain) for b in page.blocks] == [
        ("paragraph", "", "Run it"), ("code", "sh", "# not a heading\n\n  run"), ("code", "yaml", "a: 1"),
        ("code", "json", "{}"), ("code", "", "indented\n text"), ("code", "ruby", "puts 1"), ("code", "", "literal")]


def test_places_in_code_and_the_notes_to_them_have_the_same_numbers() -> None:
    page = read("----\nget x // <1>\n<a/> <!--2-->\nif (a <1> b)\n----\n<1> First.\n<2> Second.\n")
    assert page.blocks[0].plain == "get x // (1)\n<a/> (2)\nif (a <1> b)"
    assert page.text.endswith("1. First.\n2. Second.")


def test_attributes_are_put_into_code_only_when_asked_for() -> None:
    page = read(":v: 3\n\n----\n{v}\n----\n\n[subs=\"attributes+\"]\n----\n{v}\n----\n")
    assert [b.plain for b in page.blocks] == ["{v}", "3"]


def test_notes_are_typed_and_hold_what_is_in_them() -> None:
    page = read("WARNING: Hot *pipe*.\n\n.Mind\n[NOTE]\n====\nFirst.\n\n* item\n\n----\ncode\n----\n====\n\n"
                "[TIP]\n--\n* only a list\n--\n\n[CAUTION]\nOne line.\n\n[INFO]\n====\nText.\n====\n\nafter\n")
    assert [(*one, b.label) for one, b in zip(shape(page), page.blocks, strict=True)] == [
        ("admonition", 0, "Hot pipe.", "warning"), ("admonition", 0, "Mind First.", "note"),
        ("list_item", 1, "item", ""), ("code", 1, "code", ""), ("admonition", 0, "Tip", "tip"),
        ("list_item", 1, "only a list", ""), ("admonition", 0, "One line.", "caution"),
        ("admonition", 0, "Text.", "note"), ("paragraph", 0, "after", "")]


def test_what_no_reader_sees_is_left_out() -> None:
    page = read("// secret\nText.\n// secret\nMore.\n\n////\nsecret\n////\n\n[comment]\nsecret\n\n++++\n"
                "<script>secret</script>\n"
                "++++\n\n[comment]\n--\nsecret\n--\n\ntoc::[]\n\n'''\n\n<<<\n\nimage::https://x.invalid/p.png[]\n")
    assert shape(page) == [("paragraph", 0, "Text. More.")]


def test_pictures_are_named_by_their_words() -> None:
    page = read(".The plan\nimage::plan.png[Two pumps,300]\n\nvideo::x.mp4[]\n")
    assert shape(page) == [("paragraph", 0, "The plan"), ("paragraph", 0, "Two pumps")]


def test_quotations_examples_and_sidebars_keep_their_text() -> None:
    page = read("[quote, A. Nonymous, The Book]\n____\nIt is so.\n____\n\n.An Example\n====\nLike *this*.\n====\n\n"
                "****\nBeside.\n****\n\n[verse]\nline one\nline two\n\n[abstract]\nShort.\n")
    assert [b.plain for b in page.blocks] == ["It is so.", "— A. Nonymous, The Book", "An Example", "Like this.",
                                              "Beside.",
                                              "line one\nline two", "Short."]


# --- rules ---

SNIPPETS = st.sampled_from([
    "{}", "*{}* {}", "* {}", "** {}", ". {}", "{}::", "{}:: {}", "+", "----", "====", "|===", "|{} |{}", "NOTE: {}",
    "[NOTE]", ".{}\n{}", "== {}", "`{}` and _{}_", "xref:a.adoc[{}]", "<1> {}", "____", "--", " {}", "", "", "....",
    "****", "[source,sh]", "```", "footnote:[{}]", "link:x[{} {}]", "(({}))", "+{}+", "- {}", "a| {}",
])


@given(st.lists(SNIPPETS, max_size=25))
@settings(deadline=None)
def test_every_visible_word_is_there_once(snippets: list[str]) -> None:
    count = iter(range(1000))
    source = "\n".join(re.sub(r"\{\}", lambda _: f"w{next(count)}w", snippet) for snippet in snippets)
    page = read(f"start\n\n{source}")
    told = " ".join(cut(page, block) for block in page.blocks)
    missing = set(WORDS.findall(source)) - set(WORDS.findall(told))
    twice = [word for word in WORDS.findall(told) if WORDS.findall(told).count(word) > 1]
    assert not missing or "|===" in source
    assert not twice or "|===" in source


@given(st.one_of(st.binary(max_size=300), st.text(alphabet="=*_`#+-.|:;[]<>{}()/\\\n\"'!^~ax1 \t", max_size=400).map(
    lambda text: text.encode())))
@settings(deadline=None)
def test_anything_is_read_into_ordered_exact_blocks(data: bytes) -> None:
    if b"\0" in data or any(byte < 9 for byte in data):
        return
    try:
        data.decode()
    except UnicodeDecodeError:
        return
    page = read(data)
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end <= len(page.text)
        assert block.plain.strip()
        assert 1 <= block.line <= data.count(b"\n") + data.count(b"\r") + 1
        end = block.span.end
    for chunk in all_chunks(page):
        assert chunk.text == cut(page, chunk)


def test_our_markdown_reads_back_as_the_same_blocks() -> None:
    page = read("== H\n\nText *b*.\n\n* a\n** b\n+\nmore\n\n// end\n\n[,sh]\n----\nrun\n----\n")
    again = read_markdown(page.text)
    assert shape(again) == shape(page)


def test_long_hostile_lines_are_read_in_time() -> None:
    for unit in ("*a ", "`a ", "<<a ", "[[a", "((a", "pass:[", "{a", "|a", "_a _", "a::", "+a ", "link:a[",
                                              "https://a["):
        started = time.process_time()
        read(unit * 4_000)
        read("\n".join([unit * 3] * 1_000))
        assert time.process_time() - started < 5
