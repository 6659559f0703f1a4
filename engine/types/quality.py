"""How well a library answers a labelled set of questions: one run, and what went wrong in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Failing:
    """A question that was not answered as labelled. ``why``: not_retrieved, ranked_low, not_declined, declined."""

    id: str
    question: str
    product: str
    version: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityRun:
    """One run of a set. Shares are between 0 and 1, None where the set has no such question; ``at`` is ISO 8601."""

    at: str
    name: str
    questions: int
    recall_at_1: float | None = None
    recall_at_8: float | None = None
    mrr: float | None = None
    declined: float | None = None
    wrongly_declined: float | None = None
    wrong_version: float | None = None
    failing: tuple[Failing, ...] = ()
