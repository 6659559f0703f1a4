"""Scoring pairs."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from models.errors import CannotRun, ModelDamaged
from models.manifest import Role
from models.reranker import OnnxReranker
from tests.models.tiny import BLUE, BROKEN, GREEN, RED, WORDS, embedder_graph, onnx_model, reranker_graph


def tiny(folder: Path, *, temperature: float = 1.0, max_tokens: int = 12, cosine_weight: float = 0.0,
         offset: float = 0.0) -> OnnxReranker:
    """Red counts for a passage, green against it, the markers and blue not at all."""
    weights = np.zeros(len(WORDS), np.float32)
    weights[RED], weights[GREEN], weights[BLUE], weights[BROKEN] = 1, -1, 0, np.nan
    return OnnxReranker(*onnx_model(folder, reranker_graph(weights), role=Role.RERANKER, temperature=temperature,
                                    max_tokens=max_tokens, cosine_weight=cosine_weight, offset=offset))


def test_scores_lie_between_none_and_one_in_the_order_of_the_passages(tmp_path: Path) -> None:
    scores = tiny(tmp_path).score("blue", ["red red", "blue", "green"], [0.0] * 3)
    assert scores == pytest.approx([1 / (1 + math.exp(-2)), 0.5, 1 / (1 + math.exp(1))])


def test_a_score_does_not_depend_on_the_other_passages(tmp_path: Path) -> None:
    reranker = tiny(tmp_path)
    among_others = reranker.score("blue", ["green", "red", "red red red"], [0.9, 0.1, 0.5])
    assert among_others[1] == reranker.score("blue", ["red"], [0.1])[0]


def test_no_passages_give_no_scores(tmp_path: Path) -> None:
    assert tiny(tmp_path).score("blue", [], []) == []


def test_the_temperature_draws_scores_towards_the_middle(tmp_path: Path) -> None:
    hot = tiny(tmp_path, temperature=4.0).score("blue", ["red red"], [0.0])[0]
    assert hot == pytest.approx(1 / (1 + math.exp(-0.5)))


def test_the_cosine_counts_with_its_weight_beside_the_logit(tmp_path: Path) -> None:
    score = tiny(tmp_path, temperature=2.0, cosine_weight=10.0, offset=-3.0).score("blue", ["red red"], [0.4])[0]
    assert score == pytest.approx(1 / (1 + math.exp(-(2 + 4 - 3) / 2)))


def test_a_long_pair_is_cut_to_the_window_at_the_end_of_the_passage(tmp_path: Path) -> None:
    reranker = tiny(tmp_path, max_tokens=8)
    (score,) = reranker.score("blue", ["red red red red " + "green " * 50], [0.0])
    assert score == pytest.approx(1 / (1 + math.exp(-4)))


def test_a_long_query_leaves_room_for_the_passage(tmp_path: Path) -> None:
    reranker = tiny(tmp_path, max_tokens=8)
    assert reranker.score("blue " * 50, ["red"], [0.0])[0] == pytest.approx(1 / (1 + math.exp(-1)))


def test_a_score_that_is_no_number_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="no finite score"):
        tiny(tmp_path).score("blue", ["broken"], [0.0])


def test_a_graph_that_gives_more_than_one_number_is_refused(tmp_path: Path) -> None:
    files, model = onnx_model(tmp_path, embedder_graph(np.eye(8, 3, dtype=np.float32)), role=Role.RERANKER)
    with pytest.raises(ModelDamaged, match="numbers for a pair instead of one"):
        OnnxReranker(files, model).score("blue", ["red"], [0.0])
