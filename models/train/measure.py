"""Figures: ranks of the first answer with bootstrap intervals, AUROC, calibration error, and two small fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
RESAMPLES = 2000
BINS = 10
DEPTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """MRR@10 and recall at 1, 5 and 10 over some queries; all 0 … 1."""

    queries: int
    mrr: float
    recall_1: float
    recall_5: float
    recall_10: float


def quality(places: Sequence[int | None]) -> Quality:
    """From the place (1 is first) of each query's answer, None where it is not in the list."""
    share = [sum(place is not None and place <= depth for place in places) / max(len(places), 1)
             for depth in (1, 5, DEPTH)]
    return Quality(queries=len(places), mrr=float(np.mean(reciprocal(places))) if places else 0.0, recall_1=share[0],
                   recall_5=share[1], recall_10=share[2])


def reciprocal(places: Sequence[int | None]) -> Floats:
    """1 / place for each query, 0 beyond the tenth."""
    return np.array([1 / place if place is not None and place <= DEPTH else 0.0 for place in places])


def gain_interval(before: Sequence[int | None], after: Sequence[int | None], *, seed: int = 0) -> tuple[float, float]:
    """95 % interval of the gain in MRR@10, by resampling the queries (paired percentile bootstrap)."""
    gains = reciprocal(after) - reciprocal(before)
    drawn = np.random.default_rng(seed).integers(0, len(gains), (RESAMPLES, len(gains)))
    low, high = np.percentile(gains[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)


def auroc(scores: Floats, is_true: NDArray[np.bool_]) -> float:
    """Share of (true, false) pairs in which the true one has the higher score; ties count half."""
    order = np.argsort(scores, kind="stable")
    ordered = scores[order]
    starts = np.searchsorted(ordered, scores, "left")
    ends = np.searchsorted(ordered, scores, "right")
    middle = (starts + ends + 1) / 2
    positives = int(is_true.sum())
    negatives = len(scores) - positives
    return float((middle[is_true].sum() - positives * (positives + 1) / 2) / (positives * negatives))


def calibration_error(chances: Floats, is_true: NDArray[np.bool_]) -> float:
    """Expected calibration error over ten bins with the same number of pairs (Nguyen and O'Connor 2015)."""
    order = np.argsort(chances, kind="stable")
    parts = np.array_split(order, BINS)
    gaps = [len(part) * abs(chances[part].mean() - is_true[part].mean()) for part in parts if len(part)]
    return float(sum(gaps) / len(chances))


def logistic(features: Floats, is_true: NDArray[np.bool_], *, ridge: float = 1e-3, steps: int = 50) -> Floats:
    """Weights of a logistic regression by Newton's method, the bias last; ``features`` is (rows, columns)."""
    x = np.column_stack([features, np.ones(len(features))])
    weights = np.zeros(x.shape[1])
    for _ in range(steps):
        chances = sigmoid(x @ weights)
        slope = x.T @ (chances - is_true) / len(x) + ridge * weights
        bend = (x * (chances * (1 - chances))[:, None]).T @ x / len(x) + ridge * np.eye(x.shape[1])
        weights = weights - np.linalg.solve(bend, slope)
    return np.asarray(weights, np.float64)


def sigmoid(x: Floats) -> Floats:
    """1 / (1 + e^-x), without overflow."""
    return np.asarray(np.where(x >= 0, 1 / (1 + np.exp(-np.abs(x))), np.exp(-np.abs(x)) / (1 + np.exp(-np.abs(x)))),
                      np.float64)
