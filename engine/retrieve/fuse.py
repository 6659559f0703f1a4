"""Joins ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009), k = 60.

A chunk scores the sum of weight / (k + rank) over the lists it stands in. Ties are broken by chunk id, so the same
index gives the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import Candidate, ChunkId, Hit

K = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One retriever's list with its name in the score parts and its weight."""

    name: str
    hits: Sequence[Hit]
    weight: float = 1.0


def fuse(lists: Sequence[Ranked]) -> tuple[Candidate, ...]:
    """All chunks of all lists, best first."""
    parts: dict[ChunkId, list[tuple[str, float]]] = {}
    ranks: dict[tuple[str, ChunkId], int] = {}
    for ranked in lists:
        for hit in ranked.hits:
            parts.setdefault(hit.chunk, []).append((ranked.name, ranked.weight / (K + hit.rank)))
            ranks[ranked.name, hit.chunk] = hit.rank
    candidates = [
        Candidate(
            chunk=chunk, lexical_rank=ranks.get(("lexical", chunk)), dense_rank=ranks.get(("dense", chunk)),
            score=sum(score for _, score in found), score_parts=tuple(found))
        for chunk, found in parts.items()]
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.score, candidate.chunk)))
