"""Questions that go on from the one before are searched together with it; a new subject is not."""

from __future__ import annotations

import pytest

from engine.retrieve.followup import goes_on
from engine.types import AnswerState, ScopeSource, Turn
from tests.library import SmallLibrary

PAUSE = "How do I pause the scaling of a relay in 2.15?"


@pytest.fixture
def two(library: SmallLibrary) -> SmallLibrary:
    for version, name in (("2.15", "paused-replicas"), ("2.19", "paused-scaling")):
        library.write(f"{version}/scaling.md", f"# Scaling\n\n## Pause\n\nPause the scaling of a relay with `{name}`. "
                      f"The default of `{name}` is 4.\n\n## Buffers\n\nA buffer holds 64 routes.\n")
    library.add_docs()
    library.sync()
    return library


@pytest.mark.parametrize("question", [
    "And in 2.19?", "what about 2.19", "What is its default?", "default?", "How do I undo that?", "why?", "那2.19呢？",
    "Can it be turned off?"])
def test_what_cannot_be_asked_alone_goes_on(question: str) -> None:
    assert goes_on(question, ("2.19",))


@pytest.mark.parametrize("question", [
    "How many routes does a buffer hold?", "seal replacement", "What does E2 mean?", "paused-replicas default",
    "Does this release support IPv6 addresses?", "How do I replace the filter of the pump?", "如何更换密封圈？",
    "Is it possible to drain a pool?"])
def test_a_question_with_a_subject_of_its_own_does_not(question: str) -> None:
    assert not goes_on(question, ())


def test_the_same_is_asked_of_another_version(two: SmallLibrary) -> None:
    answer = two.ask("And in 2.19?", generate=False, before=Turn(question=PAUSE, version="2.15"))
    assert answer.retrieved.source is ScopeSource.QUESTION
    assert "paused-scaling" in answer.evidence[0].text
    assert answer.question == "And in 2.19?"
    assert PAUSE in answer.retrieved.notice


def test_the_version_of_the_question_before_is_kept_and_said(two: SmallLibrary) -> None:
    for before in (Turn(question=PAUSE, version="2.15", product="relay"), Turn(question=PAUSE)):
        answer = two.ask("What is its default?", generate=False, before=before)
        assert answer.retrieved.source is ScopeSource.BEFORE
        assert "paused-replicas" in answer.evidence[0].text
        assert "question before" in answer.retrieved.notice


def test_another_code_takes_the_place_of_the_one_before_in_the_same_version(two: SmallLibrary) -> None:
    for version in ("2.15", "2.19"):
        two.write(f"{version}/codes.md", f"# Codes\n\n| Code | Meaning |\n| --- | --- |\n| E2 | Filter blocked |\n"
                                         f"| E3 | Inlet pressure low in {version} |\n")
    two.sync()
    answer = two.ask("and E3?", generate=False, before=Turn(question="What does E2 mean in 2.15?", version="2.15"))
    assert answer.retrieved.source is ScopeSource.BEFORE
    assert "E2" not in answer.retrieved.sought
    assert "low in 2.15" in answer.evidence[0].text


def test_a_new_subject_is_searched_in_its_own_scope(two: SmallLibrary) -> None:
    answer = two.ask("How many routes does a buffer hold?", generate=False, before=Turn(question=PAUSE, version="2.15"))
    assert answer.retrieved.source is ScopeSource.LATEST
    assert "64 routes" in answer.evidence[0].text
    assert answer.state is AnswerState.VERBATIM


def test_the_model_is_told_the_turn_before_but_not_as_a_source(two: SmallLibrary) -> None:
    answer = two.ask("What is its default?", before=Turn(question=PAUSE, version="2.15", answer="Set paused-replicas."))
    prompt = str(two.assistant.trace(answer.trace_id)["prompt"])
    sources, question = prompt.split("Earlier question:")
    assert "Set paused-replicas." not in sources
    assert question.rstrip().endswith("Question: What is its default?")
