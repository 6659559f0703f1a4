"""Notes inside lists and inside other notes as notes of their own, each with its type.

An atom is a block with everything deeper after it, and has the type of its head: a warning in a step would be part
of a step, a warning in a note part of a note. Here such a note is raised to the level of what it stands in, with all
that is in it; what comes after it goes on beside it. The text stays as it is, only levels and types change. The
readable text of a warning says that it is one, and both it and what goes on after it say of which option or term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.types import Block, BlockKind

_ANNOUNCED = frozenset({"warning", "caution", "danger"})
_HOLDERS = (BlockKind.LIST_ITEM, BlockKind.DEFINITION, BlockKind.ADMONITION)


@dataclass(slots=True)
class _Holder:
    """A block that holds deeper ones: its level in the source, the level its contents have here, its note's type or
    the key of the option or term that it is.

    ``is_parted`` says that a note was raised out of it: what follows stands beside it.
    """

    level: int
    shown: int
    label: str = ""
    key: str = ""
    is_parted: bool = False


def raised_notes(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """``blocks`` with every note that differs from what it stands in as an atom of its own."""
    return tuple(_raised(blocks)) if any(block.kind is BlockKind.ADMONITION for block in blocks) else tuple(blocks)


def _raised(blocks: Sequence[Block]) -> Iterator[Block]:
    holders: list[_Holder] = []
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            holders.clear()
            yield block
            continue
        while holders and holders[-1].level >= block.level:
            holders.pop()
        level, key = _level(block, holders), ""
        is_note = block.kind is BlockKind.ADMONITION
        if is_note and holders and block.label != holders[-1].label:
            level = holders[0].shown
            key = next((holder.key for holder in reversed(holders) if holder.key), "")
            for holder in holders:
                holder.is_parted = True
        if holders and holders[-1].is_parted and block.kind is BlockKind.PARAGRAPH and (
                holders[-1].label or holders[-1].key):
            yield _rest(block, holders[-1], level)
            holders[-1].shown, holders[-1].is_parted = level, False
            continue
        yield _note(block, level, key) if is_note else replace(block, level=level) if level != block.level else block
        if block.kind in _HOLDERS:
            holders.append(_Holder(level=block.level, shown=level, label=block.label if is_note else "",
                                   key="" if is_note else block.label))


def _level(block: Block, holders: Sequence[_Holder]) -> int:
    """The level of a block inside ``holders``, of which some may have been parted."""
    if not holders:
        return block.level
    inner = holders[-1]
    return inner.shown if inner.is_parted else inner.shown + block.level - inner.level


def _rest(block: Block, holder: _Holder, level: int) -> Block:
    """A paragraph that goes on with a note, or with the entry of an option or a term, after another note in it."""
    if holder.label:
        return _note(replace(block, kind=BlockKind.ADMONITION, label=holder.label), level, "")
    return replace(block, kind=BlockKind.DEFINITION, label=holder.key, level=level,
                   plain=f"{holder.key}: {block.plain}")


def _note(block: Block, level: int, key: str) -> Block:
    """A note at a level; a warning whose words do not say so is announced, as one about ``key`` if there is any."""
    plain = block.plain
    if block.label in _ANNOUNCED and block.label not in plain.lower():
        plain = f"{block.label.capitalize()}: {plain}"
    return replace(block, level=level, plain=f"{key}: {plain}" if key and plain else plain)
