"""Documents that disagree are both shown; what only looks so is not called a conflict."""

from __future__ import annotations

import pytest

from engine.types import Answer, AnswerState
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

QUESTION = "What is the upload limit per file?"


@pytest.fixture
def limits(library: SmallLibrary) -> SmallLibrary:
    library.write("admin.md", "# Admin limits\n\nThe upload limit is 20 MB per file.\n")
    library.write("user.md", "# User limits\n\nThe upload limit is 50 MB per file.\n")
    library.add_docs()
    library.sync()
    return library


def quotes(answer: Answer) -> set[str]:
    return {side.quote for found in answer.conflicts for side in (found.first, found.second)}


def test_both_sides_of_a_disagreement_are_quoted_and_none_is_chosen(limits: SmallLibrary) -> None:
    answer = limits.ask(QUESTION)
    assert (answer.state, answer.reason) == (AnswerState.CONFLICTING, "conflict")
    assert quotes(answer) == {"The upload limit is 20 MB per file.", "The upload limit is 50 MB per file."}
    assert "20 MB" in answer.text
    assert "50 MB" in answer.text
    assert {citation.path for claim in answer.claims for citation in claim.citations} == {"admin.md", "user.md"}
    assert all(answer.text[claim.span.start:claim.span.end] == claim.text for claim in answer.claims)


def test_documents_that_disagree_are_not_put_to_the_generator(library: SmallLibrary) -> None:
    library.write("a.md", "# A\n\nThe default timeout of the relay is 20 seconds.\n")
    library.write("b.md", "# B\n\nThe default timeout of the relay is 30 seconds.\n")
    library.add_docs()
    library.sync()
    assert library.ask("default timeout of the relay").generator == ""


@pytest.mark.parametrize("other", [
    "# User limits\n\nThe upload limit is 20 MB per file.\n",
    "# User limits\n\nUploads: the limit per file is 20480 kB, 20 MB.\n",
    "# User limits\n\nThe download limit is 50 MB per file.\n",
    "# User limits\n\nSince 3 days the upload is faster.\n",
    "---\ndeprecated: true\n---\n# User limits\n\nThe upload limit is 50 MB per file.\n",
])
def test_the_same_value_another_thing_or_deprecated_pages_are_no_conflict(library: SmallLibrary, other: str) -> None:
    library.write("admin.md", "# Admin limits\n\nThe upload limit is 20 MB per file.\n")
    library.write("user.md", other)
    library.add_docs()
    library.sync()
    assert library.ask(QUESTION).conflicts == ()


def test_another_version_is_another_answer_and_no_conflict(library: SmallLibrary) -> None:
    library.write("1.0/limits.md", "# Limits\n\nThe upload limit is 20 MB per file.\n")
    library.write("2.0/limits.md", "# Limits\n\nThe upload limit is 50 MB per file.\n")
    library.add_docs()
    library.sync()
    assert library.ask(QUESTION, all_versions=True).conflicts == ()
    assert library.ask(QUESTION, product="relay", version="1.0").conflicts == ()


def test_one_page_that_denies_what_another_says_is_a_conflict(library: SmallLibrary) -> None:
    library.write("a.md", "# A\n\nThe relay supports hot restart of its routes.\n")
    library.write("b.md", "# B\n\nThe relay never supports hot restart of its routes.\n")
    library.add_docs()
    library.sync()
    assert library.ask("does the relay support hot restart of its routes").state is AnswerState.CONFLICTING


def test_a_count_that_no_place_states_is_declined_and_not_made_up(library: SmallLibrary) -> None:
    generator = FakeGenerator("There were 17 outages of the relay.")
    asked = SmallLibrary(library.docs.parent, generator=generator, data="other")
    for number in range(4):
        asked.write(f"day{number}.md", f"# Report {number}\n\nThe relay had an outage in cluster {'abcd'[number]}.\n")
    asked.add_docs()
    asked.sync()
    answer = asked.ask("how many outages of the relay were there in total")
    gathered = asked.ask("which clusters had most outages and longest downtime last quarter")
    asked.store.close()
    assert (answer.state, answer.reason) == (AnswerState.DECLINED, "aggregate")
    assert (gathered.state, gathered.reason) == (AnswerState.DECLINED, "aggregate")
    assert generator.prompts == []
    assert "count" in answer.explanation


def test_a_count_that_a_sentence_states_is_answered(library: SmallLibrary) -> None:
    library.write("relay.md", "# Relay\n\nThe relay holds at most 512 routes.\n")
    library.add_docs()
    library.sync()
    assert library.ask("how many routes does the relay hold").state is AnswerState.ANSWERED


def test_what_another_version_documents_is_named_but_never_given_as_the_answer(library: SmallLibrary) -> None:
    library.write("1.0/relay.md", "# Relay\n\nThe relay buffers messages.\n")
    library.write("2.0/relay.md", "# Relay\n\nThe relay buffers messages.\n\n## Turbo\n\nSet `relay.turbo` to 9.\n")
    library.add_docs()
    library.sync()
    answer = library.ask("what is relay.turbo set to", product="relay", version="1.0")
    assert answer.state is AnswerState.DECLINED
    assert {passage.applies_to.raw for passage in answer.elsewhere} == {"2.0"}
    assert "relay 1.0" in answer.explanation
    assert "2.0" in answer.explanation
    assert "9" not in answer.text


def test_a_text_of_which_nothing_holds_gives_way_to_the_document(library: SmallLibrary) -> None:
    asked = SmallLibrary(library.docs.parent, generator=FakeGenerator("Download the installer today."), data="other")
    asked.write("relay.md", "# Relay\n\nThe buffer holds 64 kibibytes per route.\n")
    asked.add_docs()
    asked.sync()
    answer = asked.ask("what does the buffer hold per route")
    trace = asked.assistant.trace(answer.trace_id)
    asked.store.close()
    assert (answer.state, answer.reason) == (AnswerState.VERBATIM, "nothing_held")
    assert "64 kibibytes" in answer.text
    assert "installer" in str(trace["verdicts"])
