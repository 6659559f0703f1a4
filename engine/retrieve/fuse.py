"""Joins what the searches found into one order, by scores that mean something on their own.

1. Lexical evidence: bm25 divided by what the question's terms could reach at most (``REACH`` times the sum of their
   inverse document frequencies). Near 1: a chunk says what the question says; near 0: only common words meet. In an
   index of fewer than ``FEW`` chunks frequencies mean nothing, and bm25 turns to zero for words in half of them;
   there the evidence is the share of the terms that a chunk holds.
2. Dense evidence: the cosine, stretched so that the best chunk of the scope is 1 and the ``SPREAD``-th is 0. Raw
   cosines of one question lie close together and those of two questions do not compare.
3. Score = lexical + ``DENSE`` × dense + ``EXACT`` × share of the question's identifiers held. A question in the
   documents' own words is decided by its words; one in other words has little lexical evidence anywhere, and dense
   decides. It counts by the share of the question that the embedder reads: it knows no Chinese. Rank fusion (RRF,
   k = 60) drowns what only one list found: on 1,064 held-out heading and FAQ queries it had MRR .532 where this has
   .562, see ARCHITECTURE.md.

Ties are broken by chunk id, so the same index gives the same order.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.types import Candidate, ChunkId, Hit

REACH = 1.2
FEW = 200
COMMON = 0.3
SPREAD = 100
DENSE = 0.45
EXACT = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found for one question in one scope.

    ``cosines`` cover every candidate that has a vector; lexical scores divided by ``reachable`` are the evidence.
    ``read`` is the share of the question, in 0 … 1, that is in a script which the embedder reads.
    """

    lexical: Sequence[Hit]
    dense: Sequence[Hit]
    exact: Sequence[Hit]
    cosines: Mapping[ChunkId, float]
    reachable: float
    read: float = 1.0


def weights(frequencies: Sequence[int], chunks: int) -> list[float]:
    """How much each term says, by its document frequency among ``chunks``; all alike where there are few chunks."""
    if chunks < FEW:
        return [1.0] * len(frequencies)
    return [max(math.log((chunks - n + 0.5) / (n + 0.5)), 1e-6) for n in frequencies]


def telling(terms: Sequence[str], frequencies: Sequence[int], chunks: int) -> tuple[str, ...]:
    """The terms worth searching for: those in at most ``COMMON`` of the chunks, or all where there are no such.

    What a third of all chunks hold moves nothing in the order and is most of the work.
    """
    rare = tuple(term for term, n in zip(terms, frequencies, strict=False) if n <= COMMON * chunks)
    return rare if rare and chunks >= FEW else tuple(terms)


def reachable(frequencies: Sequence[int], chunks: int) -> float:
    """What the lexical score is measured against: the bm25 that the terms can be expected to reach, at least 1e-6."""
    return 1.0 if chunks < FEW else max(REACH * sum(weights(frequencies, chunks)), 1e-6)


def fuse(found: Found) -> tuple[Candidate, ...]:
    """All candidates of all lists, best first, with the parts of their scores."""
    lexical = {hit.chunk: hit.score / found.reachable for hit in found.lexical}
    exact = {hit.chunk: hit.score for hit in found.exact}
    ranks = {"lexical": _ranks(found.lexical), "dense": _ranks(found.dense)}
    stretched = _stretched(found.cosines)
    candidates = [
        _candidate(chunk, lexical.get(chunk, 0.0), found.read * stretched.get(chunk, 0.0), exact.get(chunk, 0.0), ranks)
        for chunk in {*lexical, *exact, *stretched}]
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.score, candidate.chunk)))


def _candidate(chunk: ChunkId, lexical: float, dense: float, exact: float,
               ranks: Mapping[str, Mapping[ChunkId, int]]) -> Candidate:
    parts = (("lexical", lexical), ("dense", DENSE * dense), ("exact", EXACT * exact))
    return Candidate(
        chunk=chunk, lexical_rank=ranks["lexical"].get(chunk), dense_rank=ranks["dense"].get(chunk),
        score=sum(score for _, score in parts), score_parts=parts)


def _ranks(hits: Sequence[Hit]) -> dict[ChunkId, int]:
    return {hit.chunk: hit.rank for hit in hits}


def _stretched(cosines: Mapping[ChunkId, float]) -> dict[ChunkId, float]:
    if not cosines:
        return {}
    ordered = sorted(cosines.values(), reverse=True)
    best, base = ordered[0], ordered[min(SPREAD, len(ordered) - 1)]
    if best <= base:
        return {chunk: 1.0 if cosine >= best else 0.0 for chunk, cosine in cosines.items()}
    return {chunk: max(0.0, (cosine - base) / (best - base)) for chunk, cosine in cosines.items()}
