"""Decides an answer's state from what is known about it; one pure function, so that it cannot flatter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import AnswerState, Claim, Conflict, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What the stages of answering came to. ``is_unstated``: it asks over many documents and no place states it."""

    found: bool
    documented: bool
    has_generator: bool
    is_cancelled: bool = False
    has_failed: bool = False
    model_declined: bool = False
    needs_version: bool = False
    is_unstated: bool = False
    is_too_slow: bool = False
    claims: Sequence[Claim] = ()
    conflicts: Sequence[Conflict] = ()


def settle(outcome: Outcome) -> AnswerState:
    """The state; never ANSWERED while any claim lacks a supported citation.

    A text of which nothing holds is no answer: what stands in the document is (VERBATIM).
    """
    if outcome.is_cancelled:
        return AnswerState.CANCELLED
    if not outcome.found:
        return AnswerState.NO_EVIDENCE
    if outcome.needs_version:
        return AnswerState.NEEDS_VERSION
    if outcome.conflicts:
        return AnswerState.CONFLICTING
    if not outcome.documented or outcome.is_unstated or outcome.model_declined:
        return AnswerState.DECLINED
    fails = (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)
    if outcome.has_failed or not outcome.has_generator or all(claim.verdict in fails for claim in outcome.claims):
        return AnswerState.VERBATIM
    return AnswerState.ANSWERED if all(map(holds, outcome.claims)) else AnswerState.UNVERIFIED


def holds(claim: Claim) -> bool:
    """Whether a claim is supported at a place."""
    return claim.verdict is Verdict.SUPPORTED and bool(claim.citations)
