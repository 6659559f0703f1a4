"""Figures of the training report against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.train.measure import auroc, calibration_error, gain_interval, logistic, quality, sigmoid


def test_quality_counts_places() -> None:
    found = quality([1, 2, None, 11])
    assert (found.recall_1, found.recall_5, found.recall_10, found.mrr) == (0.25, 0.5, 0.5, 0.375)


@given(st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=2, max_size=30).filter(
    lambda rows: len({is_true for _, is_true in rows}) == 2))
def test_auroc_is_the_share_of_pairs_in_order(rows: list[tuple[int, bool]]) -> None:
    pairs = [(high > low) + (high == low) / 2 for high, is_high in rows if is_high
             for low, is_low in rows if not is_low]
    scores, is_true = np.array([float(score) for score, _ in rows]), np.array([flag for _, flag in rows])
    assert auroc(scores, is_true) == pytest.approx(sum(pairs) / len(pairs))


def test_a_gain_on_every_query_has_an_interval_above_zero_and_none_has_zero_inside() -> None:
    low, high = gain_interval([2] * 50, [1] * 50)
    assert low == high == 0.5
    low, high = gain_interval([1, 2] * 50, [2, 1] * 50)
    assert low < 0 < high


def test_chances_fitted_to_what_happened_are_calibrated() -> None:
    random = np.random.default_rng(3)
    x = random.normal(0, 2, (4000, 1))
    happened = random.random(4000) < sigmoid(1.5 * x[:, 0] - 0.5)
    weights = logistic(x, happened)
    assert weights == pytest.approx([1.5, -0.5], abs=0.15)
    chances = sigmoid(np.column_stack([x, np.ones(len(x))]) @ weights)
    assert calibration_error(chances, happened) < 0.02
    assert calibration_error(np.full(4000, 0.99), happened) > 0.3
