"""From the files of sections to groups on disk, one JSON line a group."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from models.train.groups import Group, Pool, Project, make_group
from models.train.neighbours import Bm25, Encoder
from models.train.queries import Kind, Query, heading_queries, keyword_queries, natural_queries
from models.train.sections import CALIBRATION, LARGEST_PROJECT, Section, by_project, read_sections

NATURAL_TIMES = 2
MOST = 70
"""Most queries of each made-up kind from one project."""


def load_project(sections: Sequence[Section], encoder: Encoder) -> Project:
    """Search structures over one project's sections."""
    with_headings, without_headings = (_pool(sections, encoder, with_heading=shown) for shown in (True, False))
    return Project(sections=sections, with_headings=with_headings, without_headings=without_headings)


def _pool(sections: Sequence[Section], encoder: Encoder, *, with_heading: bool) -> Pool:
    passages = [section.passage(with_heading=with_heading) for section in sections]
    return Pool(passages=passages, vectors=encoder.embed(passages), index=Bm25(passages))


def project_queries(sections: Sequence[Section], rng: Random, *, most: int) -> list[Query]:
    """All natural queries of a project and at most ``most`` of each other kind."""
    headings, keywords = heading_queries(sections, rng), keyword_queries(sections, rng)
    return [*natural_queries(sections), *rng.sample(headings, min(most, len(headings))),
            *rng.sample(keywords, min(most, len(keywords)))]


def prepare_groups(data: Path, encoder: Encoder, *, seed: int) -> Iterable[Group]:
    """Groups of every project that may be trained on; natural queries twice, with other negatives each time."""
    sections = [section for section in read_sections(data) if section.project not in CALIBRATION]
    for name, of in by_project(sections, largest=LARGEST_PROJECT, seed=seed).items():
        rng = Random(f"{seed} {name}")
        project = load_project(of, encoder)
        queries = project_queries(of, rng, most=MOST)
        for query, vector in zip(queries, encoder.embed([query.text for query in queries]), strict=True):
            for _ in range(NATURAL_TIMES if query.kind is Kind.NATURAL else 1):
                if (group := make_group(project, query, vector, rng)) is not None:
                    yield group


def write_groups(path: Path, groups: Iterable[Group]) -> None:
    """Write groups in one step."""
    partial = path.with_name(f".{path.name}.writing")
    with partial.open("w", encoding="utf-8") as stream:
        for group in groups:
            stream.write(json.dumps({**asdict(group), "kind": group.kind.value}, ensure_ascii=False) + "\n")
    partial.replace(path)


def read_groups(path: Path) -> list[Group]:
    """The groups that ``write_groups`` wrote."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Group(kind=Kind(row["kind"]), query=row["query"], passages=tuple(row["passages"]),
                  cosines=tuple(row["cosines"]), answer=row["answer"]) for row in rows]
