"""Anchors of headings, as the usual documentation sites make them (the rule of GitHub's slugger)."""

from __future__ import annotations

import re

_DROPPED = re.compile(r"[^\w\- ]")
_CUSTOM = re.compile(r"\{\s*#([^\s{}]+)[^{}]*\}")


class Anchors:
    """Gives every heading of one document an anchor of its own: the slug, then ``-1``, ``-2`` for repeats."""

    def __init__(self) -> None:
        self._seen: dict[str, int] = {}

    def make(self, heading: str, custom: str = "") -> str:
        """The anchor of the next heading; ``custom`` is what the source itself asks for."""
        base = custom or _DROPPED.sub("", heading.strip().lower()).replace(" ", "-") or "section"
        anchor = base
        while anchor in self._seen:
            self._seen[base] += 1
            anchor = f"{base}-{self._seen[base]}"
        self._seen[anchor] = 0
        return anchor


def split_custom_anchor(heading: str) -> tuple[str, str]:
    """A heading without its ``{#anchor}``, and the anchor (empty when there is none)."""
    if not heading.endswith("}"):
        return heading, ""
    match = _CUSTOM.fullmatch(heading, heading.rfind("{"))
    return (heading[:match.start()].rstrip(), match[1]) if match else (heading, "")
