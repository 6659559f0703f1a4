"""Fusion is deterministic, shows its parts, and lets neither list drown the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieve.fuse import Found, fuse, reachable
from engine.types import ChunkId, Hit


def hits(scores: dict[int, float]) -> list[Hit]:
    ordered = sorted(scores.items(), key=lambda pair: -pair[1])
    return [Hit(chunk=ChunkId(chunk), rank=rank, score=score) for rank, (chunk, score) in enumerate(ordered, 1)]


def found(lexical: dict[int, float], dense: dict[int, float], exact: dict[int, float] | None = None,
          reach: float = 10.0) -> Found:
    return Found(lexical=hits(lexical), dense=hits(dense), exact=hits(exact or {}),
                 cosines={ChunkId(chunk): score for chunk, score in dense.items()}, reachable=reach)


scores = st.dictionaries(st.integers(0, 50), st.floats(0, 1), max_size=20)


@given(scores, scores)
def test_every_chunk_appears_once_and_scores_the_sum_of_its_parts(lexical: dict[int, float],
                                                                  dense: dict[int, float]) -> None:
    candidates = fuse(found(lexical, dense))
    assert sorted(candidate.chunk for candidate in candidates) == sorted(set(lexical) | set(dense))
    for candidate in candidates:
        assert candidate.score == pytest.approx(sum(score for _, score in candidate.score_parts))
    assert [c.score for c in candidates] == sorted((c.score for c in candidates), reverse=True)


def test_a_question_in_the_documents_words_is_decided_by_its_words() -> None:
    assert fuse(found({1: 9.0, 2: 1.0}, {2: 0.8, 1: 0.5, 3: 0.4}))[0].chunk == 1


def test_a_question_in_other_words_is_decided_by_meaning() -> None:
    assert fuse(found({1: 1.0, 2: 0.9}, {3: 0.8, 1: 0.3, 2: 0.3}, reach=20.0))[0].chunk == 3


def test_the_chunk_that_holds_the_identifier_wins_a_tie() -> None:
    assert fuse(found({1: 5.0, 2: 5.0}, {1: 0.5, 2: 0.5}, {2: 1.0}))[0].chunk == 2


def test_ties_are_broken_by_chunk_id() -> None:
    assert [candidate.chunk for candidate in fuse(found({9: 1.0, 4: 1.0}, {}))] == [4, 9]


def test_rare_words_can_reach_more_than_common_ones() -> None:
    assert reachable([3], 1000) > reachable([600], 1000) > 0
