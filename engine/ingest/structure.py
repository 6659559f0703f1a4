"""From blocks to sections: the heading tree, what belongs to each heading, and what is marked as deprecated."""

from __future__ import annotations

import re

from engine.ingest.deprecation import deprecation_mark
from engine.ingest.parse.anchors import split_custom_anchor
from engine.types import Block, BlockKind, Parsed, Section, Span

_ESCAPED = re.compile(r"`[^`]*`|\\([!-/:-@\[-`{-~])")
_ATX = re.compile(r"#{1,6}[ \t]+")


def sections(parsed: Parsed) -> tuple[tuple[Section, tuple[Block, ...]], ...]:
    """Sections in reading order, each with its own blocks: its heading's block first, none of its sub-sections'.

    Blocks before the first heading are a section of level 0 that carries the title. A document without blocks has
    no sections.
    """
    groups: list[list[Block]] = []
    for block in parsed.blocks:
        if block.kind is BlockKind.HEADING or not groups:
            groups.append([])
        groups[-1].append(block)
    path: list[tuple[int, str, str]] = []  # level, heading, deprecation mark
    made = []
    for ordinal, blocks in enumerate(groups):
        made.append((_section(parsed, ordinal, blocks, path), tuple(blocks)))
    return tuple(made)


def heading_text(text: str, block: Block) -> str:
    """A heading as its source writes it: inline markup kept, hashes, underline, backslashes and ``{#anchor}`` left off.
    """
    source = text[block.span.start:block.span.end]
    if match := _ATX.match(source):
        source = _without_closing_hashes(source[match.end():].rstrip())
    elif "\n" in source:
        source = " ".join(line.strip() for line in source.split("\n")[:-1])
    else:
        source = block.plain
    kept = split_custom_anchor(source.strip())[0]
    return _ESCAPED.sub(lambda match: match[1] or match[0], kept) if "\\" in kept else kept


def _without_closing_hashes(source: str) -> str:
    bare = source.rstrip("#")
    return bare.rstrip() if not bare or bare[-1] in " \t" else source


def _section(parsed: Parsed, ordinal: int, blocks: list[Block], path: list[tuple[int, str, str]]) -> Section:
    head = blocks[0]
    is_headed = head.kind is BlockKind.HEADING
    own = blocks[1:] if is_headed else blocks
    level = head.level if is_headed else 0
    heading = heading_text(parsed.text, head) if is_headed else parsed.title
    while path and path[-1][0] >= level:
        path.pop()
    inherited = path[-1][2] if path else ""
    mark = deprecation_mark(heading, parsed.title, own) or inherited
    above = [name for _, name, _ in path]
    if is_headed:
        path.append((level, heading, mark))
    return Section(
        ordinal=ordinal,
        level=level,
        heading=heading,
        heading_path=(*above, heading),
        anchor=head.anchor if is_headed else "",
        span=Span(head.span.start, blocks[-1].span.end),
        line=head.line,
        pages=tuple(sorted({rect.page for block in blocks for rect in block.rects})),
        deprecated=mark,
    )
