"""Answers that are kept stay true to their documents, and what people say of answers becomes labelled questions."""

from __future__ import annotations

import pytest

from engine.errors import BadRequest, NotFound
from engine.store import saved
from engine.types import Answer, AnswerEvent, CitationState, FeedbackKind, SavedAnswer
from tests.library import SmallLibrary

PAGE = "# Relay\n\nA route becomes stale after 40 seconds without an acknowledgement.\n"
QUESTION = "when does a route become stale"


@pytest.fixture
def relay(library: SmallLibrary) -> SmallLibrary:
    library.write("relay.md", PAGE)
    library.add_docs()
    library.sync()
    return library


def approved(relay: SmallLibrary) -> SavedAnswer:
    return relay.assistant.approve(relay.ask(QUESTION).trace_id)


def test_an_approved_answer_is_offered_before_anything_else_is_shown(relay: SmallLibrary) -> None:
    kept = approved(relay)
    assert kept.approved_at
    assert kept.expires_at
    events: list[AnswerEvent] = []
    answer = relay.ask("When does a route become stale?", events=events)
    assert events[0].curated == answer.curated == kept
    assert "40 seconds" in kept.text
    assert relay.ask("how large is the buffer of a stale route").curated is None


def test_an_approval_is_for_its_own_version_and_ends(relay: SmallLibrary) -> None:
    kept = approved(relay)
    assert saved.offered(relay.store, QUESTION, product=kept.product, version=kept.version) is not None
    assert saved.offered(relay.store, QUESTION, product=kept.product, version="9.9") is None
    assert kept.expires_at
    late = kept.expires_at.timestamp() + 1
    assert saved.offered(relay.store, QUESTION, product=kept.product, version=kept.version, clock=lambda: late) is None


def test_an_answer_whose_words_only_moved_is_verified_again_and_offered(relay: SmallLibrary) -> None:
    approved(relay)
    relay.write("relay.md", PAGE.replace("# Relay\n", "# Relay\n\nA new first paragraph.\n"))
    relay.sync()
    assert relay.ask(QUESTION).curated
    (kept,) = relay.assistant.saved()
    assert not kept.is_stale
    assert {place.state for place in kept.places} == {CitationState.CURRENT}


@pytest.mark.parametrize("text", [PAGE.replace("40", "50"), None])
def test_an_answer_whose_source_says_something_else_or_is_gone_is_stale_and_not_offered(
        relay: SmallLibrary, text: str | None) -> None:
    approved(relay)
    if text is None:
        (relay.docs / "relay.md").unlink()
        relay.write("other.md", "# Other\n\nA route becomes stale at some time.\n")
    else:
        relay.write("relay.md", text)
    relay.sync()
    assert relay.ask(QUESTION).curated is None
    (kept,) = relay.assistant.saved()
    assert kept.is_stale
    assert {place.state for place in kept.places} <= {CitationState.CHANGED, CitationState.MISSING}


def refused(relay: SmallLibrary) -> Answer:
    return relay.ask("what is the price of zebra paint")


def test_only_what_stands_in_a_document_can_be_approved(relay: SmallLibrary) -> None:
    with pytest.raises(NotFound):
        relay.assistant.approve("nope")
    with pytest.raises(BadRequest, match="nothing to approve"):
        relay.assistant.approve(refused(relay).trace_id)
    answer = relay.ask(QUESTION)
    relay.write("relay.md", PAGE.replace("40", "50"))
    relay.sync()
    with pytest.raises(BadRequest, match="ask again"):
        relay.assistant.approve(answer.trace_id)


def test_feedback_becomes_questions_with_what_is_known_of_their_answer(relay: SmallLibrary) -> None:
    answer = relay.ask(QUESTION)
    relay.assistant.say(answer.trace_id, FeedbackKind.GOOD)
    relay.assistant.say(answer.trace_id, FeedbackKind.CORRECTION, "40 s")
    relay.assistant.say(answer.trace_id, FeedbackKind.WRONG_VERSION)
    good, corrected, wrong = relay.assistant.feedback_questions()
    assert good["question"] == QUESTION
    assert good["expected"] == [{"path": "relay.md", "heading": "Relay"}]
    assert corrected["answer_facts"] == ["40 s"]
    assert (wrong["expected"], wrong["kind"]) == ([], "feedback_wrong_version")
    with pytest.raises(NotFound):
        relay.assistant.say("nope", FeedbackKind.BAD)
