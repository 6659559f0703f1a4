"""Metadata at the top of a page is read as it is written, and never spoils the page."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.front_matter import front_matter, title_of
from engine.types import ProblemCode


def values(text: str) -> dict[str, str]:
    return {found.name: found.value for found in front_matter(text).values}


@pytest.mark.parametrize(("text", "expected"), [
    ("---\nversion: 1.10\ndate: 2026-02-11\non: yes\nnumber: 007\n---\nx",
     {"version": "1.10", "date": "2026-02-11", "on": "yes", "number": "007"}),
    ("---\ntags: [a, b]\nextra:\n  product: Relay\n---\n", {"tags": "a, b", "extra.product": "Relay"}),
    ("+++\nversion = 1.10\ndraft = false\n[extra]\nkeys = [\"a\", \"b\"]\n+++\n",
     {"version": "1.10", "draft": "false", "extra.keys": "a, b"}),
    ("{\n\"version\": 1.10,\n\"draft\": true\n}\n\n# x", {"version": "1.10", "draft": "true"}),
    ("---\n# a comment\ntitle: 'Quoted: yes'\n...\n", {"title": "Quoted: yes"}),
    ("---\n---\n# empty", {}),
])
def test_every_value_is_kept_as_text_exactly_as_written(text: str, expected: dict[str, str]) -> None:
    assert values(text) == expected
    assert not front_matter(text).problems


def test_the_title_is_found_whatever_its_case() -> None:
    assert title_of(front_matter("---\nTitle: Upgrade\n---\n").values) == "Upgrade"


@pytest.mark.parametrize("text", [
    "---\n\nThis page starts with a rule.\n\n---\n\n# Heading", "# Heading\n\n---\na: b\n---\n", "--- a\nb: c\n---\n",
    "{ not json }\n", "---\nnever: closed\n", "", "+++",
])
def test_a_page_that_only_looks_like_it_has_none(text: str) -> None:
    found = front_matter(text)
    assert (found.end, found.values, found.problems) == (0, (), ())


@pytest.mark.parametrize("text", [
    "---\ntitle: [unclosed\nversion: *nope\n\tbad: tab\n---\n# Body", "+++\ntitle = unquoted\n+++\n# Body",
    "{\n\"a\": oops\n}\n# Body", "---\na: " + "[" * 5000 + "\n---\n# Body", "---\na:\n" + "- " * 3000 + "\n---\n# Body",
])
def test_broken_metadata_is_named_and_the_body_still_begins_after_it(text: str) -> None:
    found = front_matter(text)
    codes = {problem.code for problem in found.problems}
    assert codes <= {ProblemCode.BAD_FRONT_MATTER}
    assert text[found.end:].startswith("# Body")


def test_aliases_that_multiply_stay_small() -> None:
    names = "abcdefghijklmnopqrstuvw"
    bomb = "a: &a [x, x]\n" + "".join(f"{new}: &{new} [*{old}, *{old}]\n" for old, new in pairwise(names))
    assert len(front_matter(f"---\n{bomb}---\n").values) <= 500


@given(st.sampled_from(["---", "+++", "{"]), st.text(max_size=200), st.sampled_from(["---", "+++", "}"]))
def test_any_text_between_marks_is_read_or_named_as_broken(mark: str, inside: str, end: str) -> None:
    text = f"{mark}\n{inside}\n{end}\nrest"
    assert 0 <= front_matter(text).end <= len(text)
