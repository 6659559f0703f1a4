"""The reranker's part in the order of the candidates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RerankerLost
from engine.ports import Reranker
from engine.retrieve.rerank import FEWEST, MOST, SECONDS, Reranking
from engine.types import Candidate, ChunkId
from tests.fakes import FakeReranker
from tests.library import SmallLibrary


def candidates(*scores: float) -> list[Candidate]:
    """Chunks 1, 2 … with those keyword scores."""
    return [Candidate(chunk=ChunkId(at), score=score, score_parts=(("lexical", score),))
            for at, score in enumerate(scores, 1)]


def like(texts: Sequence[str], cosine: float = 0.5) -> tuple[dict[ChunkId, str], dict[ChunkId, float]]:
    """Texts and cosines of chunks 1, 2 …"""
    return ({ChunkId(at): text for at, text in enumerate(texts, 1)},
            {ChunkId(at): cosine for at in range(1, len(texts) + 1)})


def order(found: Sequence[Candidate]) -> list[int]:
    return [int(candidate.chunk) for candidate in found]


class SlowReranker(FakeReranker):
    """Every passage takes that many seconds of the clock that it carries."""

    def __init__(self, seconds: float) -> None:
        super().__init__()
        self.seconds, self.now = seconds, 0.0

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        self.now += self.seconds * len(passages)
        return super().score(query, passages, cosines)


class LostReranker(FakeReranker):
    """Cannot be computed on this machine."""

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        raise RerankerLost("The reranker gave no score; search works without it.")


def test_a_passage_that_answers_comes_before_one_that_only_shares_words() -> None:
    found, notes = Reranking(FakeReranker()).rerank(
        "scale to zero", candidates(0.6, 0.5), *like(["scale up", "to scale to zero wait"]))
    assert order(found) == [2, 1]
    assert notes == ()


def test_what_the_searches_know_still_counts_where_the_reranker_sees_no_difference() -> None:
    found, _ = Reranking(FakeReranker()).rerank("depth", candidates(0.2, 0.9), *like(["queueDepth", "queueDepth"]))
    assert order(found) == [2, 1]


def test_a_slow_machine_reads_fewer_passages_and_a_fast_one_all() -> None:
    texts = ["zero"] * 60
    for seconds, read in ((SECONDS, FEWEST), (SECONDS / 20, 16), (SECONDS / 1000, MOST)):
        reranker = SlowReranker(seconds)
        Reranking(reranker, clock=lambda of=reranker: of.now).rerank(  # type: ignore[misc]
            "zero", candidates(*[0.5] * 60), *like(texts))
        assert len(reranker.scored) == read


def test_a_busy_moment_does_not_change_how_many_are_read_later() -> None:
    reranker = SlowReranker(SECONDS / 1000)
    reranking = Reranking(reranker, clock=lambda: reranker.now)
    for seconds in (SECONDS / 1000, SECONDS, SECONDS / 1000):
        reranker.seconds = seconds
        reranker.scored.clear()
        reranking.rerank("zero", candidates(*[0.5] * 60), *like(["zero"] * 60))
        assert len(reranker.scored) == MOST


def test_a_candidate_without_text_or_vector_keeps_its_score() -> None:
    texts, cosines = like(["zero", "zero"])
    del cosines[ChunkId(2)]
    found, _ = Reranking(FakeReranker()).rerank("zero", candidates(0.1, 0.9), texts, cosines)
    assert [candidate.score for candidate in found] == pytest.approx([1.1, 0.9])


def test_a_reranker_that_cannot_be_computed_leaves_the_order_and_says_so() -> None:
    given_order = candidates(0.9, 0.5)
    found, notes = Reranking(LostReranker()).rerank("zero", given_order, *like(["one", "zero"]))
    assert found == tuple(given_order)
    assert "works without it" in notes[0].why


@given(st.lists(st.tuples(st.floats(0, 2), st.sampled_from(["zero", "scale zero", "other", ""])), max_size=60))
def test_candidates_are_neither_lost_nor_lowered_and_their_parts_add_up(given_list: list[tuple[float, str]]) -> None:
    before = candidates(*[score for score, _ in given_list])
    after, _ = Reranking(FakeReranker()).rerank("scale to zero", before, *like([text for _, text in given_list]))
    assert sorted(order(after)) == order(before)
    scores = {candidate.chunk: candidate.score for candidate in before}
    assert all(candidate.score >= scores[candidate.chunk] for candidate in after)
    assert all(candidate.score == pytest.approx(sum(value for _, value in candidate.score_parts))
               for candidate in after)


class Judge(FakeReranker):
    """Only passages with that word answer."""

    def __init__(self, word: str) -> None:
        super().__init__()
        self.word = word

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        super().score(query, passages, cosines)
        assert all(-1 <= cosine <= 1 for cosine in cosines)
        return [float(self.word in passage) for passage in passages]


def small_library(base: Path, reranker: Reranker) -> SmallLibrary:
    library = SmallLibrary(base, reranker=reranker)
    library.add_docs()
    library.write("valve.md", "# Valve\n\nThe seal of the valve is replaced, the valve seal is checked.\n")
    library.write("pump.md", "# Pump\n\nLoosen the four bolts and take the old seal out.\n")
    library.sync()
    return library


def test_a_search_lists_first_what_the_reranker_says_answers_and_shows_its_part(tmp_path: Path) -> None:
    judge = Judge("bolts")
    found = small_library(tmp_path, judge).search("seal replaced")
    assert found.passages[0].path == "pump.md"
    assert dict(found.passages[0].score_parts)["rerank"] > 0
    assert ("seal replaced", "Pump\nLoosen the four bolts and take the old seal out.") in judge.scored


def test_a_search_without_reranking_asks_no_reranker(tmp_path: Path) -> None:
    judge = Judge("bolts")
    found = small_library(tmp_path, judge).search("seal replaced", rerank=False)
    assert found.passages[0].path == "valve.md"
    assert not judge.scored


def test_a_search_goes_on_without_a_reranker_that_fails_and_says_why(tmp_path: Path) -> None:
    found = small_library(tmp_path, LostReranker()).search("seal replaced")
    assert found.passages[0].path == "valve.md"
    assert [note.why for note in found.notes if note.stage == "rerank"] == [
        "The reranker gave no score; search works without it."]
