"""Questions made of sections, and sections as passages."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from models.train.queries import Kind, content_words, heading_queries, identifiers, keyword_queries, natural_queries
from models.train.sections import by_project, read_sections
from tests.models.train.pages import manual, section, write_rows


def test_sections_are_read_as_they_were_written_and_short_ones_left_out(tmp_path: Path) -> None:
    write_rows(tmp_path / "rows.jsonl.gz", [*manual(), section("Stub", "Nothing here.")])
    assert read_sections(tmp_path / "rows.jsonl.gz") == manual()


def test_a_large_project_gives_whole_pages_and_first_those_with_questions() -> None:
    rare = section("Is it safe?", "x" * 100, page="faq.md", is_question=True)
    plain = [section(f"Part {at}", "y" * 100, page=f"{at // 4}.md") for at in range(40)]
    kept = by_project([*plain, rare], largest=13, seed=3)["acme/tool"]
    assert rare in kept
    assert len(kept) == 13
    assert all(sum(of.page == page for of in kept) == 4 for page in {of.page for of in kept} - {"faq.md"})


def test_a_passage_shows_its_heading_only_where_the_query_was_not_made_of_it() -> None:
    of = section("Change the interval", "Set it.", names=("Guide", "Timers"))
    assert of.passage(with_heading=True) == "Guide › Timers › Change the interval\nSet it."
    assert of.passage(with_heading=False) == "Guide › Timers\nSet it."


def test_question_headings_become_queries_unless_two_sections_carry_them() -> None:
    twice = [section("What is new here?", "a" * 90, page=page, is_question=True) for page in ("a.md", "b.md")]
    found = natural_queries([*manual(), *twice])
    assert {query.kind for query in found} == {Kind.NATURAL}
    assert [query.text for query in found] == [of.heading for of in manual() if of.is_question]


def test_a_heading_that_names_no_subject_asks_nothing() -> None:
    found = heading_queries([section("Overview", "a" * 90), section("Rotate the signing keys", "b" * 90)], Random(1))
    assert [query.answer for query in found] == [1]


def test_every_keyword_query_is_made_of_words_of_its_section() -> None:
    sections = manual()
    for query in keyword_queries(sections, Random(5)):
        of = sections[query.answer]
        known = set(content_words(of.passage(with_heading=True))) | {"default", "value", "set", "leave", "out"}
        assert set(content_words(query.text)) <= known


@pytest.mark.parametrize(("text", "found"), [
    ("set `queue_depth` and --dry-run", ["queue_depth", "--dry-run"]),
    ("minReplicaCount or MAX_WAIT", ["minReplicaCount", "MAX_WAIT"]),
    ("spring.main.banner is one key", ["spring.main.banner"]),
    ("plain words, a well-known case", []),
])
def test_identifiers_are_recognised(text: str, found: list[str]) -> None:
    assert identifiers(text) == found
