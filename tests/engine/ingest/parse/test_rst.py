"""A reStructuredText page becomes what a Sphinx site would show of it; nothing is opened and nothing is remembered."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from docutils.parsers.rst import directives, roles
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.ingest.parse import parse_file
from engine.ingest.parse.rst import parse
from engine.types import BlockKind, IngestState, Parsed, ProblemCode
from tests.engine.ingest.texts import all_chunks, chunked, cut, shape, source_of

WORDS = re.compile(r"w\d+w")


def read(source: str | bytes, name: str = "page.rst") -> Parsed:
    return parse(source_of(source, name))


def table_of(page: Parsed) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    (table,) = (block.table for block in page.blocks if block.table is not None)
    return table.header, [row.cells for row in table.rows]


# --- headings and fields ---


def test_headings_have_levels_anchors_and_lines() -> None:
    page = read("=====\nGuide\n=====\n\nSet up & run\n============\n\n.. _own-label:\n\nThe ``max`` value\n"
                "-----------------\n\nx\n\n"
                "Set up & run\n============\n\ny\n")
    assert [(b.level, b.plain, b.anchor, b.line) for b in page.blocks if b.kind is BlockKind.HEADING] == [
        (1, "Guide", "guide", 2), (2, "Set up & run", "set-up-run", 5), (3, "The max value", "own-label", 10),
        (2, "Set up & run", "set-up-run-1", 15)]
    assert chunked(page)[2][0].heading == "The ``max`` value"
    assert page.title == "Guide"


@pytest.mark.parametrize("source", [
    ":Version: 4.1\n:Author: A. Writer\n:orphan:\n\nGuide\n=====\n\nx\n", "Guide\n=====\n\n:Version: 4.1\n"
    ":Author: A. Writer\n"
    ":orphan:\n\nx\n", ".. comment\n\n.. _label:\n\nGuide\n=====\n\n.. |a| replace:: b\n\n:version: $Revision: 4.1 $\n"
    ":author: A. Writer\n:orphan:\n\nx\n",
])
def test_the_fields_at_the_top_are_found_and_not_shown(source: str) -> None:
    page = read(source)
    assert [(found.name, found.value, found.source) for found in page.found] == [
        ("version", "4.1", "front matter"), ("author", "A. Writer", "front matter"), ("orphan", "true", "front matter")]
    assert shape(page) == [("heading", 1, "Guide"), ("paragraph", 0, "x")]


def test_a_heading_that_leaves_out_a_level_keeps_its_words() -> None:
    page = read("A\n=\n\nB\n-\n\nC\n~\n\nD\n=\n\nE\n~\n\nx\n")
    assert "E" in page.text


# --- running text ---


@pytest.mark.parametrize(("source", "plain", "markup"), [
    ("*a* **b** ``c_d`` e", "a b c_d e", "*a* **b** `c_d` e"),
    (":func:`os.open` :meth:`~a.b.close` :class:`!Foo` :py:mod:`re`", "os.open() close() Foo re",
     "`os.open()` `close()` `Foo` `re`"),
    (":ref:`later` :ref:`Words <later>` :doc:`/a/b` :term:`thing`", "The Later One Words /a/b thing",
     "The Later One Words /a/b thing"),
    (":unknown:`text` :any:`x <y>` :menuselection:`File --> Open`", "text x File > Open", "text x File > Open"),
    (":envvar:`HOME` :option:`--all` :file:`/etc/{x}` :samp:`a {b}`", "HOME --all /etc/{x} a b",
     "`HOME` `--all` `/etc/{x}` `a b`"),
    ("`Site <https://x.example/a_b>`_ https://x.example.", "Site https://x.example.",
     "[Site](https://x.example/a_b) [https://x.example](https://x.example)."),
    ("nowhere_ `no where`_ |none| `plain`", "nowhere no where |none| plain", "nowhere no where |none| plain"),
    (".. |v| replace:: 4.1\n\nVersion |v|.", "Version 4.1.", "Version 4.1."),
    (":math:`a^2` :sub:`x` :sup:`y` :pep:`8` :rfc:`2822`", "a^2 x y PEP 8 RFC 2822", None),
    ("one\ntwo *three\nfour*", "one two three four", "one\ntwo *three\nfour*"),
    ("a \\*b\\* <c> [d]", "a *b* <c> [d]", "a \\*b\\* \\<c> [d]"),
    ("Note [1]_ and [Ref]_.\n\n.. [1] Foot *note*.\n.. [Ref] Cited.", "Note [1] and [Ref].", None),
])
def test_running_text_is_readable_and_keeps_its_markup(source: str, plain: str, markup: str | None) -> None:
    page = read(f"{source}\n\n.. _later:\n\nThe Later One\n=============\n\nx\n")
    assert page.blocks[0].plain == plain
    assert markup is None or cut(page, page.blocks[0]) == markup


def test_footnotes_keep_their_text() -> None:
    page = read("Note [#]_ and [#a]_.\n\n.. [#] First *one*.\n.. [#a] Second.\n")
    assert [b.plain for b in page.blocks] == ["Note [1] and [2].", "[1] First one.", "[2] Second."]


# --- blocks ---


def test_code_has_its_language_and_caption() -> None:
    page = read("Run::\n\n   # not a heading\n   ======\n\n.. code-block:: yaml\n   :caption: Limits\n"
                "   :linenos:\n\n   a: 1\n\n"
                ".. code:: sh\n\n   x\n\n>>> 1\n1\n\n.. math::\n\n   a^2\n\n.. parsed-literal::\n\n   *b*\n")
    assert [(b.kind.value, b.language, b.plain) for b in page.blocks] == [
        ("paragraph", "", "Run:"), ("code", "", "# not a heading\n======"), ("paragraph", "", "Limits"),
        ("code", "yaml", "a: 1"), ("code", "sh", "x"), ("code", "pycon", ">>> 1\n1"), ("code", "latex", "a^2"),
        ("code", "", "b")]


def test_notes_are_typed_and_changes_are_told() -> None:
    page = read(".. note:: Mind *it*.\n\n   More.\n\n.. warning::\n\n   * item\n\n.. admonition:: Look here\n\n"
                "   Text.\n\n"
                ".. seealso:: Other.\n\n.. deprecated:: 3.1\n   Use new.\n\n.. versionadded:: 3.2\n\n"
                ".. versionchanged:: 3.3 Better.\n\n"
                ".. deprecated-removed:: 3.4 3.6\n\n   Gone.\n")
    assert [(b.kind.value, b.label, b.level, b.plain) for b in page.blocks] == [
        ("admonition", "note", 0, "Mind it."), ("paragraph", "", 1, "More."), ("admonition", "warning", 0, "Warning"),
        ("list_item", "", 1, "item"), ("admonition", "note", 0, "Look here Text."), ("admonition", "note", 0, "Other."),
        ("admonition", "deprecated", 0, "Deprecated since version 3.1: Use new."),
        ("paragraph", "", 0, "New in version 3.2."), ("paragraph", "", 0, "Changed in version 3.3: Better."),
        ("admonition", "deprecated", 0, "Deprecated since version 3.4, removed in version 3.6: Gone.")]


def test_a_cell_that_is_badly_indented_keeps_its_words_and_no_complaint() -> None:
    page = read("+------+---------+\n| Key  | Value   |\n+======+=========+\n| a    | one     |\n|      |   two   |\n"
                "|      | three   |\n+------+---------+\n")
    (table,) = [block.table for block in page.blocks if block.table]
    assert [" ".join(cell.split()) for cell in table.rows[0].cells] == ["a", "one two three"]


def test_a_deprecated_section_is_marked() -> None:
    page = read("Old\n===\n\n.. deprecated:: 2.0\n   Use :func:`new`.\n\nText.\n")
    assert chunked(page)[0][0].deprecated == "Deprecated since version 2.0: Use new()."


def test_options_terms_and_objects_are_named_pieces() -> None:
    page = read("size : int\n   How big.\n\n   More.\n\n-o FILE, --out=FILE  Write.\n-v  Talk.\n\n:name: Its name.\n\n"
                ".. option:: -n <x>, --lines <x>\n\n   Lines.\n\n.. function:: open(a, b=1)\n"
                "              open(c)\n   :noindex:\n\n   Opens.\n\n"
                "   .. method:: close()\n\n      Closes.\n\n.. class:: special\n\nPlain.\n\n.. class:: Thing(x)\n\n"
                "   A thing.\n")
    assert [(b.label, b.level, b.plain) for b in page.blocks] == [
        ("size : int", 0, "size : int: How big."), ("", 1, "More."),
        ("-o FILE, --out=FILE", 0, "-o FILE, --out=FILE: Write."), ("-v", 0, "-v: Talk."), ("name", 0,
        "name: Its name."),
        ("-n <x>, --lines <x>", 0, "-n <x>, --lines <x>: Lines."),
        ("open(a, b=1), open(c)", 0, "open(a, b=1), open(c): Opens."), ("close()", 1, "close(): Closes."),
        ("", 0, "Plain."), ("Thing(x)", 0, "Thing(x): A thing.")]


def test_a_glossary_has_terms_that_share_a_definition() -> None:
    page = read(".. glossary::\n   :sorted:\n\n   one\n   uno\n      The first.\n\n   two\n      The second.\n")
    assert [(b.label, b.plain) for b in page.blocks] == [("one, uno", "one, uno: The first."), ("two",
    "two: The second.")]


def test_lists_have_levels_and_numbers() -> None:
    page = read("* a\n\n  more\n\n  * b\n\n5. five\n#. six\n\n| line one\n| line two\n\n   Quoted.\n\n   -- Somebody\n")
    assert [(b.kind.value, b.level, b.plain) for b in page.blocks] == [
        ("list_item", 0, "a"), ("paragraph", 1, "more"), ("list_item", 1, "b"), ("list_item", 0, "five"),
        ("list_item", 0, "six"), ("paragraph", 0, "line one\nline two"), ("paragraph", 0, "Quoted."),
        ("paragraph", 0, "— Somebody")]
    assert "5. five\n6. six" in page.text


def test_what_no_reader_sees_is_left_out() -> None:
    page = read("Start.\n\n.. secret\n\n.. toctree::\n   :maxdepth: 2\n\n   secret\n\n.. index:: secret\n\n"
                ".. contents:: secret\n\n"
                ".. raw:: html\n\n   <script>secret</script>\n\n.. only:: latex\n\n   secret\n\n.. todo:: secret\n\n"
                ".. highlight:: secret\n\n.. meta::\n   :description: secret\n\n.. only:: html\n\n   Shown.\n\n"
                "----\n\nEnd.\n")
    assert shape(page) == [("paragraph", 0, "Start."), ("paragraph", 0, "Shown."), ("paragraph", 0, "End.")]


def test_unknown_directives_show_their_words() -> None:
    page = read(".. tab-set::\n\n   .. tab-item:: Linux\n      :sync: x\n\n      Use *apt*.\n\n"
                ".. card:: Only a title\n\n"
                ".. figure:: a.png\n   :alt: Two pumps\n\n   The caption.\n\n   The legend.\n\n.. rubric:: Aside\n"
                "\nx\n")
    assert [b.plain for b in page.blocks] == [
        "Linux", "Use apt.", "Only a title", "Two pumps", "The caption.", "The legend.", "Aside", "x"]


# --- tables ---


@pytest.mark.parametrize(("source", "header", "rows"), [
    ("+-----+-----------+\n| A   | B         |\n+=====+=====+=====+\n| 1   | 2   | 3   |\n|     +-----+-----+\n"
     "|     | 4         |\n"
     "+-----+-----------+\n", ("A", "B", "B"), [("1", "2", "3"), ("1", "4", "4")]),
    ("==== ====\nA    B\n==== ====\n1    2\n3    4\n==== ====\n", ("A", "B"), [("1", "2"), ("3", "4")]),
    ("===== ===== ======\n   Inputs   Output\n----------- ------\nA     B     A or B\n===== ===== ======\n"
     "0     1     1\n"
     "===== ===== ======\n", ("Inputs / A", "Inputs / B", "Output / A or B"), [("0", "1", "1")]),
    (".. list-table:: Ports\n   :header-rows: 1\n\n   * - A\n     - B\n   * - ``x``\n     - * one\n       * two\n"
     "", ("A", "B"),
     [("x", "one two")]),
    (".. csv-table:: Ports\n   :header: A, B\n\n   1, \"2, 3\"\n", ("A", "B"), [("1", "2, 3")]),
    ("== ==\n1  2\n== ==\n", ("", ""), [("1", "2")]),
])
def test_tables_have_their_header_and_merged_cells(
        source: str, header: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    assert table_of(read(source)) == (header, rows)


# --- what may not happen ---


def test_nothing_is_opened_and_what_is_left_out_is_counted(tmp_path: Path) -> None:
    (tmp_path / "canary.txt").write_text("CANARY, x\n")
    (tmp_path / "page.rst").write_text(
        "Start.\n\n.. include:: canary.txt\n\n.. literalinclude:: canary.txt\n\n.. raw:: html\n   :file: canary.txt\n\n"
        ".. csv-table::\n   :file: canary.txt\n\n.. csv-table::\n   :url: https://x.invalid/t.csv\n\n"
        ".. figure:: https://x.invalid/p.png\n\n.. kernel-doc:: drivers/x.c\n\n.. date::\n\nEnd.\n")
    page = parse_file(tmp_path / "page.rst", relative_path="page.rst")
    assert shape(page) == [("paragraph", 0, "Start."), ("paragraph", 0, "End.")]
    assert page.state is IngestState.INDEXED
    assert [(found.name, found.value) for found in page.found] == [("includes_left_out", "3")]


def test_no_document_changes_how_the_next_is_read() -> None:
    module: Any = roles
    tables: Any = directives
    before = (dict(module._roles), dict(tables._directives), module.role, tables.directive)
    read(".. role:: mine(strong)\n\n.. default-role:: code\n\n:mine:`x` `y`\n")
    assert (dict(module._roles), dict(tables._directives), module.role, tables.directive) == before
    page = read(":mine:`x` `y`\n")
    assert cut(page, page.blocks[0]) == "x y"


def test_broken_markup_keeps_its_text() -> None:
    page = read("+---+\n| broken table\n+---+\n\n.. list-table::\n\n   not a list\n\n*unclosed and ``more\n")
    told = " ".join(block.plain for block in page.blocks)
    for words in ("broken table", "not a list", "unclosed and", "more"):
        assert words in told


def test_what_docutils_cannot_read_is_kept_as_plain_text() -> None:
    page = read("".join(f"{'  ' * depth}* w{depth}w\n\n" for depth in range(400)))
    assert len(set(WORDS.findall(page.text))) == 400
    assert [problem.code for problem in page.problems] == [ProblemCode.CORRUPT]
    assert "x" * 30_000 in read("x" * 30_000 + "\n").text


def test_avalanches_of_substitutions_end() -> None:
    lines = [f".. |{chr(97 + n)}| replace:: {f'|{chr(98 + n)}| ' * 9}" for n in range(9)]
    page = read("\n".join([*lines, ".. |j| replace:: " + "x" * 90, "", "|a| end"]))
    assert len(page.text) < 1_000_000


SNIPPETS = st.sampled_from([
    "{}", "*{}* **{}**", "``{}``", ":ref:`{}`", ":func:`{}`", "* {}", "  {}", "1. {}", "{}\n====", "{}\n"
    "----", ".. note:: {}",
    ".. unknown:: {}", "   {}", ".. code-block:: sh\n\n   {}", "{}\n"
    "   {}", ":{}: {}", "| {}", "{}::", "`{} <https://x.example>`_",
    "", "", "-x  {}", ".. function:: {}()", ".. deprecated:: 1.0\n   {}", "== ==\n{} {}\n== ==", "|{}|", "{}_",
])


@given(st.lists(SNIPPETS, max_size=20))
@settings(deadline=None)
def test_every_visible_word_is_there_once(snippets: list[str]) -> None:
    count = iter(range(1000))
    source = "\n\n".join(re.sub(r"\{\}", lambda _: f"w{next(count)}w", snippet) for snippet in ["{}", *snippets])
    page = read(source)
    shown = WORDS.findall(" ".join(cut(page, block) for block in page.blocks))
    fields = WORDS.findall(" ".join(found.name + found.value for found in page.found))
    assert sorted(WORDS.findall(source)) == sorted([*shown, *fields])


@given(st.one_of(st.text(max_size=200), st.text(alphabet="=-*`:_|.+#\\<>[]() \nax1", max_size=300)))
@settings(deadline=None)
def test_anything_is_read_into_ordered_exact_blocks(source: str) -> None:
    page = read(source.encode("utf-8", "ignore"))
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end <= len(page.text)
        assert block.plain.strip()
        end = block.span.end
    assert all(chunk.text == cut(page, chunk) for chunk in all_chunks(page))


def test_type_and_default_of_a_setting_are_told() -> None:
    page = read(".. confval:: max_items\n   :type: int\n   :default: 5\n\n   Largest number.\n")
    assert "Type: int, Default: 5" in "\n".join(block.plain for block in page.blocks)
