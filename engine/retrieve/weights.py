"""How much each part of a rank counts; the formula is in ``rank``. Alone, so that reading settings loads no index."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each part counts; relevance is the measure of all others."""

    relevance: float = 1.0
    rerank: float = 1.0
    page: float = 0.1
    freshness: float = 0.02
    authority: float = 0.05
    canonical: float = 0.02
