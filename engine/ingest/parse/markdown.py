"""Markdown files: front matter, the grammar's tokens, and from them text and blocks.

Owns the order of the steps; the grammar is in ``markdown_rules``, the walk over its tokens in ``markdown_blocks``.
"""

from __future__ import annotations

from typing import Any

from markdown_it.token import Token

from engine.ingest.decode import decode
from engine.ingest.front_matter import FrontMatter, front_matter, title_of
from engine.ingest.parse.hidden import remove_unseen, without_data
from engine.ingest.parse.markdown_blocks import BlockWalk
from engine.ingest.parse.markdown_pipes import with_code_pipes
from engine.ingest.parse.markdown_rules import markdown_parser
from engine.ingest.parse.source import Source
from engine.types import Block, BlockKind, IngestState, Parsed, Problem, ProblemCode

_HIDDEN = Problem(code=ProblemCode.HIDDEN_TEXT,
                  detail="Parts of the page are hidden from readers by style; they were left out.")


def parse(source: Source) -> Parsed:
    """The file as text (its source without hidden parts) and blocks. Raises DocumentTrouble when it is no text."""
    decoded = decode(source.data)
    text, blocks, front, hidden = read(decoded.text)
    problems = (*decoded.problems, *front.problems, *((_HIDDEN,) if hidden else ()))
    return Parsed(
        media_type=source.media_type,
        title=title_of(front.values) or _first_heading(blocks) or source.stem,
        text=text,
        blocks=blocks,
        found=front.values,
        problems=problems,
        state=IngestState.INDEXED_FLAGGED if problems else IngestState.INDEXED,
        encoding=decoded.encoding,
    )


def read(source: str) -> tuple[str, tuple[Block, ...], FrontMatter, bool]:
    """Clean Markdown as (text, blocks, front matter, whether elements were hidden by style)."""
    source = without_data(source)
    front = front_matter(source)
    body = with_code_pipes("\n" * source.count("\n", 0, front.end) + source[front.end:])
    env: dict[str, Any] = {}
    tokens = _tokens(body, env)
    lines = source.split("\n")
    hidden = remove_unseen(lines, body, tokens)
    walk = BlockWalk(lines, first_line=source.count("\n", 0, front.end))
    blocks = walk.blocks(tokens, env)
    return "\n".join(lines), blocks, front, hidden


def _tokens(body: str, env: dict[str, Any]) -> list[Token]:
    parser = markdown_parser()
    try:
        return parser.parse(body, env)
    except RecursionError:
        # Thousands of nested brackets: keep the block structure and take the words as they are written.
        env.clear()
        tokens: list[Token] = []
        parser.block.parse(body, parser, env, tokens)
        for token in tokens:
            token.children = None
        return tokens


def _first_heading(blocks: tuple[Block, ...]) -> str:
    return next((block.plain for block in blocks if block.kind is BlockKind.HEADING), "")
