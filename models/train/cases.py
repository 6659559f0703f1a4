"""Searches to be judged on: a query, the twenty candidates that fusion brings, and which of them answers.

Kept on disk like groups, so that searching is paid for once and every model is judged on the same lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np

from models.train.neighbours import Encoder, fused
from models.train.prepare import load_project
from models.train.queries import Kind, heading_queries, keyword_queries, natural_queries
from models.train.sections import Section, by_project

DEPTH = 20
SPREAD = 60
LARGEST_POOL = 400
"""Sections of one project that are searched."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One search, candidates in the order of reciprocal rank fusion.

    ``lexical`` are BM25 scores over the best that the query's words can reach; ``answer`` is None where the answer is
    not among the candidates; ``coverage`` is the share of the query's words, weighed by rarity, that a candidate has;
    ``base`` is the cosine that the project reaches for anything, that of its 61st section.
    """

    kind: Kind
    query: str
    passages: tuple[str, ...]
    cosines: tuple[float, ...]
    lexical: tuple[float, ...]
    coverage: tuple[float, ...]
    answer: int | None
    base: float


def prepare_cases(sections: Iterable[Section], encoder: Encoder, *, seed: int, natural: int,
                  made: int) -> list[Case]:
    """At most ``natural`` and ``made`` queries of each kind, drawn evenly from the projects that have them."""
    cases: list[Case] = []
    projects = by_project(sections, largest=LARGEST_POOL, seed=seed)
    for name, of in projects.items():
        rng = Random(f"{seed} {name}")
        kinds = (natural_queries(of), heading_queries(of, rng), keyword_queries(of, rng))
        shares = [most // len(projects) + 1 for most in (natural, made, made)]
        queries = [query for found, share in zip(kinds, shares, strict=True)
                   for query in rng.sample(found, min(share, len(found)))]
        project = load_project(of, encoder)
        vectors = encoder.embed([query.text for query in queries])
        for query, vector in zip(queries, vectors, strict=True):
            pool = project.pool(query)
            cosines, words = pool.vectors @ vector, pool.index.scores(query.text)
            best = [int(at) for at in np.argsort(-fused(words, cosines), kind="stable")[:DEPTH]]
            reach = pool.index.reachable(query.text)
            cases.append(Case(
                kind=query.kind, query=query.text,
                passages=tuple(pool.passages[at] for at in best),
                cosines=tuple(round(float(cosines[at]), 5) for at in best),
                lexical=tuple(round(float(words[at]) / reach, 5) for at in best),
                coverage=tuple(round(pool.index.coverage(query.text, at), 5) for at in best),
                answer=best.index(query.answer) if query.answer in best else None,
                base=round(float(np.sort(cosines)[::-1][min(SPREAD, len(cosines) - 1)]), 5)))
    return cases


def write_cases(path: Path, cases: Sequence[Case]) -> None:
    """Write cases in one step."""
    partial = path.with_name(f".{path.name}.writing")
    lines = [json.dumps({**asdict(case), "kind": case.kind.value}, ensure_ascii=False) for case in cases]
    partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
    partial.replace(path)


def read_cases(path: Path) -> list[Case]:
    """The cases that ``write_cases`` wrote."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Case(kind=Kind(row["kind"]), query=row["query"], answer=row["answer"], base=row["base"],
                 **{name: tuple(row[name]) for name in ("passages", "cosines", "lexical", "coverage")}) for row in rows]
