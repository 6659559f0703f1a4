"""The state of an answer never flatters."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.answer.settle import Outcome, settle
from engine.types import UNVERSIONED, AnswerState, Citation, Claim, DocumentId, RootId, Span, Verdict

CITATION = Citation(label="1", document=DocumentId(1), root=RootId(1), path="a.md", revision="00",
                    applies_to=UNVERSIONED, heading_path=(), anchor="", line=1, span=Span(0, 1), quote="x")
claims = st.lists(st.builds(
    Claim, text=st.just("x"), span=st.just(Span(0, 1)), verdict=st.sampled_from(Verdict),
    citations=st.sampled_from([(), (CITATION,)])), max_size=4)
flags = st.booleans()


@given(claims, flags, flags, flags, flags, flags, flags, flags, flags)
def test_answered_means_that_every_claim_has_a_supported_citation(
        said: list[Claim], found: bool, documented: bool, has_generator: bool, is_cancelled: bool, has_failed: bool,
        model_declined: bool, needs_version: bool, is_unstated: bool) -> None:
    state = settle(Outcome(
        found=found, documented=documented, has_generator=has_generator, is_cancelled=is_cancelled,
        has_failed=has_failed, model_declined=model_declined, needs_version=needs_version,
        is_unstated=is_unstated, claims=said))
    if state is AnswerState.ANSWERED:
        assert said
        assert all(claim.verdict is Verdict.SUPPORTED and claim.citations for claim in said)
        assert found
        assert documented
        assert not is_cancelled
        assert not has_failed
        assert not is_unstated


def test_an_unchecked_claim_makes_the_answer_unverified() -> None:
    unchecked = Claim(text="x", span=Span(0, 1), verdict=Verdict.UNCHECKED, citations=(CITATION,))
    state = settle(Outcome(found=True, documented=True, has_generator=True, claims=[unchecked]))
    assert state is AnswerState.UNVERIFIED


def test_a_dead_generator_leaves_the_verbatim_answer() -> None:
    assert settle(Outcome(found=True, documented=True, has_generator=True, has_failed=True)) is AnswerState.VERBATIM


def test_nothing_found_is_no_evidence_even_without_a_generator() -> None:
    assert settle(Outcome(found=False, documented=False, has_generator=False)) is AnswerState.NO_EVIDENCE


def test_a_text_of_which_nothing_holds_is_no_answer() -> None:
    wrong = Claim(text="x", span=Span(0, 1), verdict=Verdict.CONTRADICTED, citations=(CITATION,))
    assert settle(Outcome(found=True, documented=True, has_generator=True, claims=[wrong])) is AnswerState.VERBATIM
