"""Comparisons: passages of several versions, brought side by side.

1. A section is known across versions by its path without the version folder and by its heading. A section that one
   version ranks high lifts its counterparts, so that the same place is seen on each side.
2. The versions take turns in the order in which the question names them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from engine.types import Passage, parse_version


def paired(sides: Sequence[tuple[Passage, ...]]) -> list[tuple[Passage, ...]]:
    """Each version's passages, those first whose section ranks high in all versions together."""
    shared: dict[tuple[str, tuple[str, ...]], float] = defaultdict(float)
    for passages in sides:
        for rank, passage in enumerate(passages, 1):
            shared[section_key(passage)] += 1 / rank
    return [tuple(sorted(passages, key=lambda passage: -shared[section_key(passage)])) for passages in sides]


def take_turns(sides: Sequence[tuple[Passage, ...]], k: int) -> tuple[Passage, ...]:
    """The first ``k`` passages, one of each version in turn, labelled anew."""
    longest = max((len(passages) for passages in sides), default=0)
    turns = [passages[i] for i in range(longest) for passages in sides if i < len(passages)]
    return tuple(replace(passage, label=f"S{number}") for number, passage in enumerate(turns[:k], 1))


def section_key(passage: Passage) -> tuple[str, tuple[str, ...]]:
    """What a section is known by in every version: its path without the version's folder, and its headings."""
    folders = [part for part in passage.path.split("/") if part != passage.applies_to.raw and not parse_version(part)]
    return "/".join(folders), passage.heading_path
