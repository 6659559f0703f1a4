"""The training text: sections of public documentation, read from JSON lines and split by project.

Owns the form a section has as a passage. It is that of a chunk in the index: one line with title and headings, then
the text, so that the model sees in use what it saw in training.
"""

from __future__ import annotations

import gzip
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

SEPARATOR = " › "
CALIBRATION = frozenset({"fluxcd/website", "kubernetes-sigs/external-dns", "pytest-dev/pytest", "restic/restic"})
"""Projects of the training file that are not trained on: temperature and cosine weight are fitted there."""
LARGEST_PROJECT = 260
"""Sections taken of one project, so that a few large ones do not decide the style."""
SHORTEST_BODY = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One section of one page; ``names`` are the page's title and the headings above, ``heading`` is its own."""

    project: str
    page: str
    names: tuple[str, ...]
    heading: str
    body: str
    is_question: bool

    def passage(self, *, with_heading: bool) -> str:
        """The section as the model reads it; without its own heading where that is what the query was made of."""
        own = self.heading.casefold()
        names = [name for name in self.names if name.casefold() != own]
        if with_heading and self.heading:
            names.append(self.heading)
        return f"{SEPARATOR.join(names)}\n{self.body}" if names else self.body


def read_sections(path: Path) -> list[Section]:
    """All sections of a gzipped file of JSON lines, bodies too short to answer anything left out.

    Raises OSError, or ValueError when a line is not a section.
    """
    with gzip.open(path, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    return [_section(row) for row in rows if len(row["body"]) >= SHORTEST_BODY]


def _section(row: dict[str, object]) -> Section:
    path = row["heading_path"]
    heading, title = str(row["heading"] or "").strip(), str(row["title"] or "").strip()
    above = [str(name) for name in path if name] if isinstance(path, list) else []
    names = tuple(dict.fromkeys(name for name in (title, *above) if name and name != heading))
    return Section(project=str(row["repo"]), page=str(row["path"]), names=names, heading=heading,
                   body=str(row["body"]).strip(), is_question=bool(row["is_question"]))


def by_project(sections: Iterable[Section], *, largest: int | None, seed: int) -> dict[str, list[Section]]:
    """Sections of each project in a fixed order; of a large one, whole pages drawn at random up to ``largest``.

    Pages with question headings come first, since those are scarce.
    """
    projects: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        projects[section.project].append(section)
    if largest is None:
        return dict(sorted(projects.items()))
    return {name: _drawn(of, largest, seed) for name, of in sorted(projects.items())}


def _drawn(sections: Sequence[Section], largest: int, seed: int) -> list[Section]:
    pages: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        pages[section.page].append(section)
    order = sorted(pages)
    Random(seed).shuffle(order)
    order.sort(key=lambda page: not any(section.is_question for section in pages[page]))
    kept: list[Section] = []
    for page in order:
        if len(kept) + len(pages[page]) <= largest or not kept:
            kept.extend(pages[page])
    return kept
