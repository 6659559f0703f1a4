"""Judging a model: what a perfect, a useless and a harmful one are said to be."""

from __future__ import annotations

import numpy as np
import pytest

from models.train.cases import Case
from models.train.evaluate import Calibration, best_weight, calibrate, place, report
from models.train.measure import Floats
from models.train.queries import Kind


def searches(count: int, seed: int) -> list[Case]:
    """Five candidates each; the searches know nothing of which one answers."""
    random = np.random.default_rng(seed)
    kinds = list(Kind)
    return [Case(kind=kinds[at % 3], query="q", passages=tuple("abcde"), cosines=tuple(random.uniform(0.3, 0.7, 5)),
                 lexical=tuple(random.uniform(0, 1, 5)), coverage=tuple(random.uniform(0, 1, 5)),
                 answer=int(random.integers(5)), base=0.3) for at in range(count)]


def logits(cases: list[Case], gain: float, seed: int) -> list[Floats]:
    """Noise, and so much more for what answers."""
    random = np.random.default_rng(seed)
    return [random.normal(0, 1, 5) + gain * (np.arange(5) == case.answer) for case in cases]


def test_the_place_of_an_answer_counts_ties_in_the_order_of_the_search() -> None:
    assert [place(np.array([3.0, 5.0, 5.0]), at) for at in range(3)] == [3, 1, 2]
    assert place(np.array([3.0]), None) is None


def test_a_model_that_knows_the_answer_gains_everywhere_and_its_chances_can_be_trusted() -> None:
    fitted, unseen = searches(300, 1), searches(300, 2)
    known, new = logits(fitted, 4, 3), logits(unseen, 4, 4)
    found = report(calibrate(fitted, known), (fitted, known), (unseen, new))
    assert found.weight >= 1
    assert found.pair_auroc > 0.98
    assert found.pair_ece < 0.03
    assert found.answerable > 0.85
    assert len(found.kinds) == len(Kind)
    assert all(kind.gain[0] > 0.1 and kind.gain_in_search[0] > 0.1 for kind in found.kinds)


def test_a_model_that_knows_nothing_gets_no_weight_and_no_gain() -> None:
    fitted, unseen = searches(300, 5), searches(300, 6)
    known, new = logits(fitted, 0, 7), logits(unseen, 0, 8)
    found = report(calibrate(fitted, known), (fitted, known), (unseen, new))
    assert found.pair_auroc == pytest.approx(0.5, abs=0.06)
    assert all(kind.gain_in_search[0] <= 0 for kind in found.kinds)


def test_a_model_that_contradicts_the_search_where_the_search_is_right_gets_no_weight() -> None:
    cases = [Case(kind=Kind.NATURAL, query="q", passages=("a", "b"), cosines=(0.7, 0.3), lexical=(0.9, 0.1),
                  coverage=(1.0, 0.0), answer=0, base=0.3)] * 20
    wrong = [np.array([-4.0, 4.0])] * 20
    assert best_weight(cases, wrong, Calibration(temperature=1.0, cosine_weight=0.0, offset=0.0)) == 0
