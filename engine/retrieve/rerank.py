"""The reranker's word on the best candidates: the chance that each answers, added to what the searches know.

score = fused score + weight × chance

1. A sum, so that keywords and exact identifiers keep their say: on short queries of identifiers they know more than a
   model that reads prose.
2. A chunk fits the model's window whole, since it fits the embedder's. So a long section is read in windows already,
   and counts as its best chunk does.
3. Candidates are read in their order, as many as ``SECONDS`` allow at the fastest pace seen so far, in steps of
   ``FEWEST``. The fastest, so that a busy moment does not change the order of the next answer.
4. What was not read keeps its score. Nothing loses by being read, as a chance is never negative.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.errors import RerankerLost
from engine.ports import Reranker
from engine.types import Candidate, ChunkId, Note

SECONDS = 0.8
FEWEST, MOST = 8, 40


class Reranking:
    """One reranker and the pace at which it reads on this machine. May be used from any thread."""

    def __init__(self, reranker: Reranker, *, weight: float = 1.0,
                 clock: Callable[[], float] = time.perf_counter) -> None:
        self._reranker = reranker
        self._weight = weight
        self._clock = clock
        self._pace = 0.0
        """Seconds a passage at the fastest so far; 0 before the first."""

    def rerank(self, question: str, candidates: Sequence[Candidate], texts: Mapping[ChunkId, str],
               cosines: Mapping[ChunkId, float]) -> tuple[tuple[Candidate, ...], tuple[Note, ...]]:
        """The candidates, best first, with the part ``rerank`` where one was read, and a note when nothing could be.

        ``texts`` are the chunks as the embedder read them and ``cosines`` its similarities to the question; a
        candidate without both is not read.
        """
        readable = [candidate for candidate in candidates if candidate.chunk in texts and candidate.chunk in cosines]
        try:
            chances = self._chances(question, readable[:MOST], texts, cosines)
        except RerankerLost as error:
            return tuple(candidates), (Note(stage="rerank", what="the order of the two searches is kept",
                                            why=str(error)),)
        scored = [_with(candidate, self._weight * chances[candidate.chunk]) if candidate.chunk in chances else candidate
                  for candidate in candidates]
        return tuple(sorted(scored, key=lambda candidate: (-candidate.score, candidate.chunk))), ()

    def _chances(self, question: str, candidates: Sequence[Candidate], texts: Mapping[ChunkId, str],
                 cosines: Mapping[ChunkId, float]) -> dict[ChunkId, float]:
        chances: dict[ChunkId, float] = {}
        while len(chances) < min(len(candidates), self._affordable()):
            step = candidates[len(chances):len(chances) + FEWEST]
            started = self._clock()
            scores = self._reranker.score(question, [texts[candidate.chunk] for candidate in step],
                                          [cosines[candidate.chunk] for candidate in step])
            pace = (self._clock() - started) / len(step)
            self._pace = min(self._pace or pace, pace)
            chances |= {candidate.chunk: score for candidate, score in zip(step, scores, strict=True)}
        return chances

    def _affordable(self) -> int:
        """How many passages the time allows: whole steps, at least one."""
        if self._pace <= 0:
            return FEWEST
        steps = int(min(SECONDS / self._pace, MOST)) // FEWEST
        return max(steps, 1) * FEWEST


def _with(candidate: Candidate, part: float) -> Candidate:
    return replace(candidate, score=candidate.score + part, score_parts=(*candidate.score_parts, ("rerank", part)))
