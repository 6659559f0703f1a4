"""The final order: one formula, its weights in one visible place.

score = RELEVANCE × (own + PAGE × page) + FRESHNESS × fresh + AUTHORITY × authority + CANONICAL × canonical

- own: the fused score of the chunk (see ``fuse``), with the reranker's part where there is one (see ``rerank``);
  page: the mean of the three best chunks of its page, so that a page that is about the question all over lifts each of
  its sections a little.
- fresh: 1 for the newest effective date among the candidates, 0 for the oldest, ½ where a page has none.
- authority: by kind of document; a reference or a runbook before release notes and tickets, which speak of other
  versions too.
- canonical: 0 for a page that names another one as its original.

Every part stands in ``score_parts``. Weights follow the design's starting values, scaled so that the three small
parts settle ties and near ties only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from engine.retrieve.weights import Weights
from engine.store.readers import Standing
from engine.types import Candidate, ChunkId, DocumentId

_AUTHORITY = {"release notes": 0.0, "ticket": 0.2, "faq": 0.8}
_USUAL_AUTHORITY = 1.0
_PAGE_CHUNKS = 3


def rank(candidates: Sequence[Candidate], *, standings: Mapping[ChunkId, Standing],
         weights: Weights) -> tuple[Candidate, ...]:
    """The candidates in final order; chunks without a standing are left out."""
    pages: dict[DocumentId, list[float]] = defaultdict(list)
    for candidate in candidates:
        if candidate.chunk in standings:
            pages[standings[candidate.chunk].document].append(candidate.score)
    support = {page: fmean(sorted(scores, reverse=True)[:_PAGE_CHUNKS]) for page, scores in pages.items()}
    fresh = _freshness(standings.values())
    ranked = [_scored(candidate, standings[candidate.chunk], support, fresh, weights)
              for candidate in candidates if candidate.chunk in standings]
    return tuple(sorted(ranked, key=lambda candidate: (-candidate.score, candidate.chunk)))


def _scored(candidate: Candidate, page: Standing, support: Mapping[DocumentId, float],
            fresh: Mapping[str, float], weights: Weights) -> Candidate:
    own = tuple((name, weights.relevance * value) for name, value in candidate.score_parts)
    parts = (
        *own,
        ("page", weights.relevance * weights.page * support[page.document]),
        ("freshness", weights.freshness * fresh.get(page.effective_date, 0.5)),
        ("authority", weights.authority * _AUTHORITY.get(page.doc_type, _USUAL_AUTHORITY)),
        ("canonical", weights.canonical * (0.0 if page.canonical else 1.0)),
    )
    return replace(candidate, score=sum(value for _, value in parts), score_parts=parts)


def _freshness(pages: Iterable[Standing]) -> dict[str, float]:
    """Effective dates on a scale from the oldest to the newest of the candidates; ISO dates sort as text."""
    dates = sorted({page.effective_date for page in pages if page.effective_date})
    return {date: at / (len(dates) - 1) if len(dates) > 1 else 0.5 for at, date in enumerate(dates)}
