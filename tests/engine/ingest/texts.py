"""Short ways to read a text as a file would be, for the tests of parsing and chunking."""

from __future__ import annotations

import re
from pathlib import Path

from engine.ingest.chunk import chunks
from engine.ingest.parse import markdown, text
from engine.ingest.parse.source import Source
from engine.types import Block, Chunk, Parsed, Section

MAX_TOKENS = 256
_TOKEN = re.compile(r"[A-Za-z]{1,5}|[^\sA-Za-z]")


def count_tokens(source: str) -> int:
    """A tokenizer of about the real one's appetite, and two special tokens."""
    return len(_TOKEN.findall(source)) + 2


def source_of(data: bytes | str, name: str) -> Source:
    raw = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data
    return Source(path=Path(name), relative_path=name, data=raw, media_type="text/markdown")


def read_markdown(data: bytes | str, name: str = "page.md") -> Parsed:
    return markdown.parse(source_of(data, name))


def read_text(data: bytes | str, name: str = "notes.txt") -> Parsed:
    return text.parse(source_of(data, name))


def chunked(
    parsed: Parsed, *, max_tokens: int = MAX_TOKENS, path: str = "page.md"
) -> list[tuple[Section, list[Chunk]]]:
    made = chunks(parsed, root_key="root", path=path, count_tokens=count_tokens, max_tokens=max_tokens)
    return [(section, list(own)) for section, own in made]


def all_chunks(parsed: Parsed, *, max_tokens: int = MAX_TOKENS) -> list[Chunk]:
    return [chunk for _, own in chunked(parsed, max_tokens=max_tokens) for chunk in own]


def cut(parsed: Parsed, block: Block | Section | Chunk) -> str:
    return parsed.text[block.span.start:block.span.end]


def shape(parsed: Parsed) -> list[tuple[str, int, str]]:
    """Kind, level and readable text of every block."""
    return [(block.kind.value, block.level, block.plain) for block in parsed.blocks]
