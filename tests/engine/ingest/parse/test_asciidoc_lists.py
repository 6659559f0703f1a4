"""AsciiDoc lists nest by their markers, and their items hold what is joined to them."""

from __future__ import annotations

from engine.ingest.parse.asciidoc import parse
from engine.types import Parsed
from tests.engine.ingest.texts import shape, source_of


def read(source: str) -> Parsed:
    return parse(source_of(source, "page.adoc"))


def test_lists_nest_by_their_markers() -> None:
    page = read("* a\n** b\n*** c\n* d\n. one\n.. inner\n. two\n\n- dash\n\n3. three\n4. four\n")
    assert [(b.plain, b.level, b.ordered) for b in page.blocks] == [
        ("a", 0, False), ("b", 1, False), ("c", 2, False), ("d", 0, False), ("one", 1, True), ("inner", 2, True),
        ("two", 1, True), ("dash", 2, False), ("three", 3, True), ("four", 3, True)]
    assert "3. three" in page.text


def test_a_plus_joins_a_block_to_the_item_and_anything_else_ends_the_list() -> None:
    page = read(". step\n+\n[source,sh]\n----\nrun\n----\n+\nMore.\n* inner\n+\nOf inner.\n\n+\nOf step.\n\n"
                ". next\n\n literal\n\n"
                "Not in it.\n. starts no list\n")
    assert [(b.kind.value, b.level, b.plain) for b in page.blocks] == [
        ("list_item", 0, "step"), ("code", 1, "run"), ("paragraph", 1, "More."), ("list_item", 1, "inner"),
        ("paragraph", 2, "Of inner."), ("paragraph", 1, "Of step."), ("list_item", 0, "next"),
        ("code", 1, "literal"), ("paragraph", 0, "Not in it. . starts no list")]


def test_terms_name_their_definitions() -> None:
    page = read("`size`::\nHow big.\nStill.\n+\nMore.\nother:: text\nnested::: inner\na::\nb::\nBoth.\n\n"
                "late::\n\nAfter a gap.\n\n"
                "[qanda]\nWhy?::\nBecause.\n\nx;; y\n")
    assert [(b.label, b.level, b.plain) for b in page.blocks] == [
        ("size", 0, "size: How big. Still."), ("", 1, "More."), ("other", 0, "other: text"),
        ("nested", 1, "nested: inner"), ("a, b", 0, "a, b: Both."), ("late", 0, "late: After a gap."),
        ("Why?", 0, "Why?: Because."), ("x", 1, "x: y")]


def test_a_plus_before_a_blank_line_joins_nothing_and_comments_are_no_definition() -> None:
    page = read("term::\n// a comment\nText.\n+\n\nAfter.\n")
    assert shape(page) == [("definition", 0, "term: Text."), ("paragraph", 0, "After.")]


def test_an_item_without_words_is_headed_by_what_it_holds() -> None:
    page = read("* {empty}\n+\n----\ncode\n----\n* {empty}\n+\nText.\n")
    assert shape(page) == [("code", 0, "code"), ("list_item", 0, "Text.")]


def test_checked_items_and_comments_between_lists() -> None:
    page = read("* [x] done\n* [ ] open\n\n//-\n\n. first\n")
    assert [(b.plain, b.level) for b in page.blocks] == [("[x] done", 0), ("[ ] open", 0), ("first", 0)]


def test_steps_are_named_by_their_title() -> None:
    page = read("== S\n\n.Before you begin\n* Stop.\n\n.Procedure\n. Go.\n")
    assert "**Before you begin**\n\n- Stop.\n\n**Procedure**\n\n1. Go." in page.text
