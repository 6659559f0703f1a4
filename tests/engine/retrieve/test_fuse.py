"""Fusion is deterministic and shows its parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieve.fuse import Ranked, fuse
from engine.types import ChunkId, Hit


def hits(ids: list[int]) -> list[Hit]:
    return [Hit(chunk=ChunkId(chunk), rank=rank, score=1 / rank) for rank, chunk in enumerate(ids, 1)]


unique = st.lists(st.integers(0, 50), unique=True, max_size=20)


@given(unique, unique)
def test_every_hit_appears_once_and_scores_the_sum_of_its_parts(lexical: list[int], dense: list[int]) -> None:
    found = fuse([Ranked(name="lexical", hits=hits(lexical)), Ranked(name="dense", hits=hits(dense))])
    assert sorted(candidate.chunk for candidate in found) == sorted(set(lexical) | set(dense))
    for candidate in found:
        assert candidate.score == pytest.approx(sum(score for _, score in candidate.score_parts))
    assert [c.score for c in found] == sorted((c.score for c in found), reverse=True)


def test_a_chunk_in_both_lists_beats_one_in_a_single_list() -> None:
    found = fuse([Ranked(name="lexical", hits=hits([1, 2])), Ranked(name="dense", hits=hits([2, 3]))])
    assert found[0].chunk == 2
    assert (found[0].lexical_rank, found[0].dense_rank) == (2, 1)


def test_ties_are_broken_by_chunk_id() -> None:
    found = fuse([Ranked(name="lexical", hits=hits([9])), Ranked(name="dense", hits=hits([4]))])
    assert [candidate.chunk for candidate in found] == [4, 9]
