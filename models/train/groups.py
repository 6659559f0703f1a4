"""Groups: one query, the passage that answers it, and passages that seem to.

Negatives come from the bi-encoder's and BM25's best, from the same page, and from the same heading elsewhere. Three
rules keep answers from being taken for negatives: nearly the same text as the positive; a far higher cosine to the
query than the positive's; and, for queries made of a text's own words, a passage that holds all of them.

A share of the groups loses its positive: there the model must find that nothing answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from models.train.neighbours import Bm25, ranks
from models.train.queries import Kind, Query, content_words
from models.train.sections import Section

NEGATIVES = 4
NEAR = 8
FARTHER = 20
SAME_TEXT = 0.93
SUSPICIOUS_LEAD = 0.12
EMPTY_SHARE = 0.15


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A query and its candidates. ``answer`` is the index of the one that answers, None where none does.

    ``cosines`` are the bi-encoder's, one a candidate.
    """

    kind: Kind
    query: str
    passages: tuple[str, ...]
    cosines: tuple[float, ...]
    answer: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """The passages of a project ready to be searched; ``vectors`` has one unit row for each."""

    passages: Sequence[str]
    vectors: NDArray[np.float32]
    index: Bm25


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project, read with the sections' own headings and without them.

    A query that was made of a heading meets the passages without: otherwise the searches, and with them the cosine,
    would know the answer by its heading, and nothing would be left to learn.
    """

    sections: Sequence[Section]
    with_headings: Pool
    without_headings: Pool

    def pool(self, query: Query) -> Pool:
        """The passages that the query is put to."""
        return self.with_headings if query.shows_headings else self.without_headings


def make_group(project: Project, query: Query, vector: NDArray[np.float32], rng: Random) -> Group | None:
    """The group of a query, or None when too few negatives are left."""
    pool = project.pool(query)
    cosines = pool.vectors @ vector
    negatives = _negatives(project, query, cosines, pool.index.scores(query.text), rng)
    is_empty = rng.random() < EMPTY_SHARE
    wanted = NEGATIVES + is_empty
    if len(negatives) < wanted:
        return None
    chosen = negatives[:wanted] if is_empty else [query.answer, *negatives[:wanted]]
    rng.shuffle(chosen)
    return Group(kind=query.kind, query=query.text, passages=tuple(pool.passages[at] for at in chosen),
                 cosines=tuple(round(float(cosines[at]), 5) for at in chosen),
                 answer=None if is_empty else chosen.index(query.answer))


def _negatives(project: Project, query: Query, cosines: NDArray[np.float32], lexical: NDArray[np.float64],
               rng: Random) -> list[int]:
    """Negatives in the order in which they are wanted: each source gives one in turn."""
    dense, words = ranks(cosines), ranks(lexical)
    own = project.sections[query.answer]
    count = len(project.sections)
    sources = [
        [at for at in range(count) if dense[at] <= NEAR],
        [at for at in range(count) if words[at] <= NEAR and lexical[at] > 0],
        [at for at in range(count) if project.sections[at].page == own.page
         or project.sections[at].heading.casefold() == own.heading.casefold()],
        [at for at in range(count) if NEAR < dense[at] <= FARTHER or NEAR < words[at] <= FARTHER],
    ]
    vectors = project.pool(query).vectors
    likeness = vectors @ vectors[query.answer]
    said = set(content_words(query.text))
    order: list[int] = []
    for source in sources:
        rng.shuffle(source)
    for turn in range(max(len(source) for source in sources)):
        for source in sources:
            if turn < len(source) and source[turn] not in order and not _may_answer(
                    project, query, source[turn], cosines, likeness, said):
                order.append(source[turn])
        if len(order) > NEGATIVES + 1:
            break
    return order


def _may_answer(project: Project, query: Query, at: int, cosines: NDArray[np.float32],
                likeness: NDArray[np.float32], said: set[str]) -> bool:
    other = project.sections[at]
    if at == query.answer or likeness[at] > SAME_TEXT or other.body == project.sections[query.answer].body:
        return True
    if query.kind is Kind.KEYWORD:
        return said <= set(content_words(project.pool(query).passages[at]))
    return bool(cosines[at] > cosines[query.answer] + SUSPICIOUS_LEAD)
