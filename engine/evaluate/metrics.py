"""Figures of retrieval over a question set. All are means over questions, in 0 … 1; empty groups give None.

recall@k: a hit on any expected section among the first k. recall_all@k: on every one (comparisons). MRR@10: mean of
1 / rank of the first hit. wrong_version: share of the first k passages whose version is not the question's, for
questions that have one. declined / wrongly_declined: not-documented questions that were declined, and documented ones
that were. "Not retrieved" and "ranked low" need different repairs and are listed apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from engine.evaluate.questions import COMPARISON, Expected, Question, is_hit
from engine.types import Passage, Retrieved, parse_version


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """One question with what was retrieved for it. ``ranks``: first rank that hit each expected section, or None."""

    question: Question
    retrieved: Retrieved
    ranks: tuple[int | None, ...]
    wrong_versions: float | None

    @property
    def rank(self) -> int | None:
        """Rank of the first hit."""
        return min((rank for rank in self.ranks if rank), default=None)


def outcome(question: Question, retrieved: Retrieved, *, k: int) -> Outcome:
    """Judge what was retrieved for a question."""
    return Outcome(
        question=question, retrieved=retrieved,
        ranks=tuple(_rank(retrieved.passages, expected) for expected in question.expected),
        wrong_versions=_wrong_versions(question, retrieved.passages[:k]))


def figures(outcomes: Sequence[Outcome], *, k: int) -> dict[str, float | None]:
    """All figures of a group of questions."""
    answerable = [found for found in outcomes if found.question.is_labelled]
    compared = [found for found in answerable if found.question.needs_all]
    undocumented = [found for found in outcomes if not found.question.is_documented]
    return {
        "questions": float(len(outcomes)),
        **{f"recall@{at}": _mean(_within(found.rank, at) for found in answerable) for at in sorted({1, 5, 8, k})},
        f"recall_all@{k}": _mean(all(_within(rank, k) for rank in found.ranks) for found in compared),
        "mrr@10": _mean(1 / found.rank if found.rank and found.rank <= 10 else 0.0 for found in answerable),
        "page_recall@" + str(k): _mean(_page_hit(found, k) for found in answerable),
        "wrong_version": _mean(found.wrong_versions for found in outcomes if found.wrong_versions is not None),
        "deprecated": _mean(_deprecated_share(found.retrieved.passages[:k]) for found in outcomes),
        "declined": _mean(not found.retrieved.documented for found in undocumented),
        "wrongly_declined": _mean(not found.retrieved.documented for found in answerable),
    }


def by_kind(outcomes: Sequence[Outcome], *, k: int) -> dict[str, dict[str, float | None]]:
    """The figures of each kind of question, and over all."""
    kinds = sorted({found.question.kind for found in outcomes})
    groups: list[tuple[str, Callable[[Outcome], bool]]] = [("all", lambda _: True)]
    groups += [(kind, lambda found, kind=kind: found.question.kind == kind) for kind in kinds]  # type: ignore[misc]
    return {name: figures([found for found in outcomes if belongs(found)], k=k) for name, belongs in groups}


def by_version(outcomes: Sequence[Outcome], *, k: int) -> dict[str, dict[str, float | None]]:
    """The figures of each product and version that questions were put to, comparisons left out."""
    groups: dict[str, list[Outcome]] = {}
    for found in outcomes:
        if found.question.kind != COMPARISON:
            name = " ".join(part for part in (found.question.product, found.question.version) if part)
            groups.setdefault(name or "any", []).append(found)
    return {name: figures(group, k=k) for name, group in sorted(groups.items())}


def asked_back(outcomes: Sequence[Outcome]) -> float | None:
    """The share of questions for which each version was quoted, as they say different things."""
    return _mean(bool(found.retrieved.by_version) for found in outcomes)


def latencies(outcomes: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """p50 and p95 of every stage in milliseconds."""
    stages: dict[str, list[float]] = {}
    for found in outcomes:
        for stage, spent in found.retrieved.timings_ms:
            stages.setdefault(stage, []).append(spent)
        total = sum(spent for _, spent in found.retrieved.timings_ms)
        stages.setdefault("total", []).append(total)
    return {stage: _percentiles(spent) for stage, spent in stages.items()}


def missed(outcomes: Iterable[Outcome], *, k: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Ids of questions whose answer was not retrieved at all, and of those where it stands below rank k."""
    answerable = [found for found in outcomes if found.question.is_labelled]
    absent = tuple(found.question.id for found in answerable if found.rank is None)
    low = tuple(found.question.id for found in answerable if found.rank is not None and found.rank > k)
    return absent, low


def _rank(passages: Sequence[Passage], expected: Expected) -> int | None:
    return next((rank for rank, passage in enumerate(passages, 1) if is_hit(passage, expected)), None)


def _wrong_versions(question: Question, passages: Sequence[Passage]) -> float | None:
    wanted = parse_version(question.version or "")
    if wanted is None or question.kind == COMPARISON or not passages:
        return None
    return fmean(not passage.applies_to.overlaps(wanted) for passage in passages)


def _page_hit(found: Outcome, k: int) -> bool:
    paths = {expected.path for expected in found.question.expected}
    return any(passage.path in paths for passage in found.retrieved.passages[:k])


def _deprecated_share(passages: Sequence[Passage]) -> float:
    return fmean(passage.deprecated for passage in passages) if passages else 0.0


def _within(rank: int | None, k: int) -> bool:
    return rank is not None and rank <= k


def _mean(values: Iterable[float | bool | None]) -> float | None:
    found = [float(value) for value in values if value is not None]
    return round(fmean(found), 4) if found else None


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(values, n=20, method="inclusive") if len(values) > 1 else [values[0]] * 19
    return {"p50": round(cuts[9], 2), "p95": round(cuts[18], 2)}
