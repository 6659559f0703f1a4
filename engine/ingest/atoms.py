"""Blocks of one section grouped into atoms, and atoms packed into what becomes one chunk.

An atom is a list item, a definition or a note with everything deeper after it, or any other block alone. The sizes
here are estimated tokens.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ingest.parse.keys import bold_heading
from engine.ingest.split import estimate
from engine.types import Block, BlockKind

_SAYS_ENOUGH = 50
_OPTIONS_TOGETHER = 110
_INTRODUCTION = 40
_LEAD_CHARACTERS = 80
_SUMMARY = re.compile(r"(?:<details\b[^<>]*>\s*)?<summary\b[^<>]*>", re.IGNORECASE)
_LISTED = (BlockKind.LIST_ITEM, BlockKind.DEFINITION)
_INTRODUCED = (BlockKind.CODE, BlockKind.TABLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Atom:
    """Blocks that belong together. ``title`` is set for a line in bold that works as a heading; ``is_lead`` says that
    it introduces what follows; ``is_fold``, that it is a question or a topic with all that a click would show.
    """

    blocks: tuple[Block, ...]
    tokens: int
    title: str = ""
    is_lead: bool = False
    is_fold: bool = False

    @property
    def is_keyed(self) -> bool:
        """Whether it is an option, a setting or a term, known by a key."""
        head = self.blocks[0]
        return head.kind in _LISTED and bool(head.label)

    @property
    def stands_alone(self) -> bool:
        """Whether it is never packed with what is not its lead-in."""
        return self.is_fold or self.blocks[0].kind in (BlockKind.TABLE, BlockKind.ADMONITION) or (
            self.is_keyed and self.tokens >= _SAYS_ENOUGH)


@dataclass(slots=True)
class Packer:
    """Packs the blocks of one section into groups of at most ``target`` tokens, where atoms allow it."""

    text: str
    blocks: Sequence[Block]
    target: int

    def packs(self) -> Iterator[tuple[tuple[Atom, ...], str]]:
        """Groups of atoms in order, each with the words that introduce it (empty when there are none)."""
        current: list[tuple[Atom, str]] = []
        title = lead = ""
        for atom in self.atoms():
            if current and (atom.title or self._breaks([before for before, _ in current], atom)):
                kept = len(current)
                while kept and current[kept - 1][0].is_lead and not atom.title:
                    kept -= 1
                if kept:
                    yield _pack(current[:kept])
                    del current[:kept]
            if atom.title:
                title, lead = atom.title, ""
            elif atom.is_lead:
                lead = _lead_words(atom)
            elif atom.blocks[0].kind is BlockKind.PARAGRAPH:
                lead = ""
            current.append((atom, lead or title))
            if atom.stands_alone:
                yield _pack(current)
                current.clear()
        if current:
            yield _pack(current)

    def atoms(self) -> Iterator[Atom]:
        """The atoms of the section in order."""
        blocks = self.blocks
        at, end = 0, len(blocks)
        while at < end:
            last = at + 1
            while last < end and blocks[last].level > blocks[at].level and blocks[last].kind is not BlockKind.HEADING:
                last += 1
            yield self._atom(tuple(blocks[at:last]), blocks[last] if last < end else None)
            at = last

    def _atom(self, blocks: tuple[Block, ...], following: Block | None) -> Atom:
        head = blocks[0]
        tokens = estimate(head.plain) if len(blocks) == 1 else sum(estimate(block.plain) for block in blocks)
        if head.kind is not BlockKind.PARAGRAPH:
            return Atom(blocks=blocks, tokens=tokens)
        title = ""
        if self.text.startswith(("**", "__"), head.span.start):
            title = bold_heading(self.text[head.span.start:head.span.end])
        is_summary = self.text.startswith("<", head.span.start) and bool(
            _SUMMARY.match(self.text, head.span.start, head.span.end))
        if len(blocks) > 1 or is_summary:
            return Atom(blocks=blocks, tokens=tokens, is_fold=is_summary or bool(title))
        if following is None:
            return Atom(blocks=blocks, tokens=tokens, title=title)
        is_title = bool(title) and len(head.plain) <= len(title) + 2
        is_lead = is_title or (tokens <= self.target // 2 and head.plain.endswith((":", "："))) or (
            tokens <= _INTRODUCTION and following.kind in _INTRODUCED)
        return Atom(blocks=blocks, tokens=tokens, title=title, is_lead=is_lead)

    def _breaks(self, current: Sequence[Atom], atom: Atom) -> bool:
        """Whether a new chunk begins before ``atom``."""
        if all(before.is_lead for before in current):
            return False
        size = sum(before.tokens for before in current)
        if atom.stands_alone or size + atom.tokens > self.target:
            return True
        if atom.is_keyed:
            return size + atom.tokens > _OPTIONS_TOGETHER
        is_new_topic = atom.blocks[0].kind is BlockKind.PARAGRAPH and current[-1].blocks[0].kind in _LISTED
        return is_new_topic and size > self.target // 3


def _pack(atoms: Sequence[tuple[Atom, str]]) -> tuple[tuple[Atom, ...], str]:
    """Atoms as one group, with the words that introduce its first: a lead-in further down introduces only the rest."""
    return tuple(atom for atom, _ in atoms), atoms[0][1]


def _lead_words(atom: Atom) -> str:
    words = atom.blocks[0].plain.rstrip(" :：")
    return words if len(words) <= _LEAD_CHARACTERS else ""
