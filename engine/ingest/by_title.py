"""What is searched of a document that has no text: its title, its name and what it says about itself.

The one chunk made here is empty (nothing can be quoted from it) and belongs to the index alone: ``show`` counts what
the document holds, and that is nothing.
"""

from __future__ import annotations

from pathlib import PurePosixPath

from engine.ingest.chunk import chunk_id
from engine.store.documents import Sections
from engine.store.identifiers import identifiers
from engine.types import Chunk, ChunkKind, Parsed, Section, Span

_DESCRIBES = frozenset({"description", "summary", "abstract", "subject", "keywords", "tags", "categories"})
_MOST = 600
_UNITS = ("bytes", "KB", "MB", "GB")


def by_title(parsed: Parsed, *, root_key: str, path: str, size: int) -> Sections:
    """One section with one empty chunk, by which a document of ``size`` bytes is found."""
    place = PurePosixPath(path)
    pages = f"{parsed.page_count} page{'s' if parsed.page_count > 1 else ''}" if parsed.page_count else ""
    about = [found.value for found in parsed.found if found.name.lower() in _DESCRIBES]
    plain = "\n".join(filter(None, [place.name, *about, pages, _size(size)]))[:_MOST]
    section = Section(ordinal=0, level=0, heading=parsed.title, heading_path=(parsed.title,), anchor="",
                      span=Span(0, 0))
    chunk = Chunk(id=chunk_id(root_key, path, section.heading_path, "", 0), section=0, ordinal=0, kind=ChunkKind.PROSE,
                  text="", span=section.span, heading_text=parsed.title, plain=plain,
                  identifiers=identifiers(f"{parsed.title}\n{place.stem}"))
    return ((section, (chunk,)),)


def _size(size: int) -> str:
    unit = 0
    amount = float(size)
    while amount >= 1000 and unit + 1 < len(_UNITS):
        amount, unit = amount / 1024, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}"
