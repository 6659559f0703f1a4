"""What is open around a block of Markdown (list items, definitions, notes), and what the first block in it becomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.types import BlockKind


@dataclass(slots=True)
class Frame:
    """A list item, definition or note that is open. ``label`` and ``kind`` go to its head, the first block in it."""

    kind: BlockKind | None
    level: int
    label: str = ""
    ordered: bool = False
    has_head: bool = False
    closed_by: str = ""


def head_of(frames: Sequence[Frame], kind: BlockKind, label: str) -> tuple[BlockKind, int, str, bool]:
    """Kind, level, label and order of the block that is the head of the innermost frames (outermost first)."""
    first = len(frames) - 1
    while first and not frames[first - 1].has_head:
        first -= 1
    frames = frames[first:]
    for frame in frames:
        frame.has_head = True
    if len(frames) == 1:
        only = frames[0]
        if kind is BlockKind.PARAGRAPH and only.kind is not None:
            kind = only.kind
        return kind, only.level, label or only.label, only.ordered
    if kind is BlockKind.PARAGRAPH:
        kinds = [frame.kind for frame in frames if frame.kind is not None]
        kind = BlockKind.ADMONITION if BlockKind.ADMONITION in kinds else kinds[-1] if kinds else kind
    label = label or next((frame.label for frame in frames if frame.label), "")
    return kind, frames[0].level, label, any(frame.ordered for frame in frames)
