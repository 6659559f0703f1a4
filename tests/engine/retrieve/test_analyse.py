"""What of a question is searched for."""

from __future__ import annotations

import pytest

from engine.retrieve.analyse import analyse
from engine.types import ALL, Scope

SCOPE = Scope(product=ALL, version=ALL, include_deprecated=False, audiences=ALL, locale=ALL, roots=ALL)


@pytest.mark.parametrize("question", [
    "Steps to limit relay to two areas", "What are the steps to limit relay to two areas",
    "the recommended way to limit relay to two areas", "give me instructions for limiting relay to two areas"])
def test_the_form_of_the_answer_is_not_searched_for(question: str) -> None:
    terms = analyse(question, SCOPE, ()).terms
    assert {"relay", "two", "areas"} <= set(terms)
    assert not {"steps", "way", "recommended", "instructions"} & set(terms)


@pytest.mark.parametrize(("question", "kept"), [
    ("steps", "steps"), ("steps of a stepper motor", "stepper"), ("runbook for", "runbook"),
    ("ways a route becomes stale", "ways"), ("command line flags", "command")])
def test_a_question_about_steps_or_ways_keeps_them(question: str, kept: str) -> None:
    assert kept in analyse(question, SCOPE, ()).terms
