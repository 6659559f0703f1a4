"""How values of ``engine.types`` are written into columns and read back. The only place that knows both forms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from engine.store.connection import Row, Value
from engine.types import (
    Chunk,
    ChunkId,
    ChunkKind,
    Document,
    DocumentId,
    Found,
    IngestState,
    Place,
    Problem,
    ProblemCode,
    Rect,
    Root,
    RootId,
    RootState,
    Section,
    Span,
    VersionRange,
)

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
DOCUMENT_COLUMNS = (
    "id, root_id, path, title, media_type, revision, size, modified_ns, product, version_raw, version_low, "
    "version_high, doc_type, locale, audience, effective_date, deprecated_at, superseded_by, canonical, "
    "ingested_at, state, problem_code, problem_detail, found"
)
ROOT_COLUMNS = "id, path, label, product, version, version_regex, audience, state, synced_at, held_files"
SECTION_COLUMNS = "ordinal, level, heading, heading_path, anchor, span_start, span_end, line, pages, deprecated"


def text(value: Value) -> str:
    """A column that is never NULL, as text."""
    return str(value)


def number(value: Value) -> int:
    """A column that is never NULL, as an integer."""
    if not isinstance(value, int):
        raise TypeError(f"expected an integer column, found {value!r}")
    return value


def real(value: Value) -> float:
    """A column that is never NULL, as a float."""
    if not isinstance(value, int | float):
        raise TypeError(f"expected a number column, found {value!r}")
    return float(value)


def moment(value: Value) -> datetime | None:
    """Seconds since the epoch as an aware time, None for NULL."""
    return None if value is None else datetime.fromtimestamp(real(value), UTC)


def problem(code: Value, detail: Value) -> Problem | None:
    """A problem from its two columns; an empty code means none."""
    return Problem(code=ProblemCode(text(code)), detail=text(detail)) if code else None


def problem_columns(value: Problem | None) -> tuple[str, str]:
    """The two columns of a problem."""
    return (value.code.value, value.detail) if value else ("", "")


def names(value: Value) -> tuple[str, ...]:
    """A JSON list of strings."""
    return tuple(str(item) for item in json.loads(text(value)))


def pages(value: Value) -> tuple[int, ...]:
    """A JSON list of page numbers."""
    return tuple(int(item) for item in _listed(value))


def rects(value: Value) -> tuple[Rect, ...]:
    """A JSON list of [page, x0, y0, x1, y1]."""
    return tuple(Rect(int(page), *map(float, box)) for page, *box in _listed(value))


def places(value: Value) -> tuple[Place, ...]:
    """A JSON list of [start, end, page or null, rectangles, range]."""
    return tuple(
        Place(span=Span(start, end), page=page, range=cells, rects=rects(to_json(boxes)))
        for start, end, page, boxes, cells in _listed(value))


def _listed(value: Value) -> list[Any]:
    """A JSON list; most are empty, and those are not worth a parser."""
    return [] if value == "[]" else json.loads(text(value))


def place_lists(found: Iterable[Place]) -> list[list[object]]:
    """Places as plain lists."""
    return [[place.span.start, place.span.end, place.page, rect_lists(place.rects), place.range] for place in found]


def to_json(value: object) -> str:
    """Compact JSON that keeps other scripts readable."""
    return _JSON.encode(value)


def rect_lists(found: Iterable[Rect]) -> list[list[float]]:
    """Rectangles as plain lists."""
    return [[rect.page, rect.x0, rect.y0, rect.x1, rect.y1] for rect in found]


def read_root(row: Row) -> Root:
    """A root from ROOT_COLUMNS."""
    return Root(
        id=RootId(number(row[0])), path=text(row[1]), label=text(row[2]), product=text(row[3]), version=text(row[4]),
        version_regex=text(row[5]), audience=text(row[6]), state=RootState(row[7]), synced_at=moment(row[8]),
        held_files=number(row[9]))


def read_document(row: Row) -> Document:
    """A document from DOCUMENT_COLUMNS."""
    return Document(
        id=DocumentId(number(row[0])), root=RootId(number(row[1])), path=text(row[2]), title=text(row[3]),
        media_type=text(row[4]), revision=text(row[5]), size=number(row[6]), modified_ns=number(row[7]),
        product=text(row[8]), applies_to=VersionRange(raw=text(row[9]), low=text(row[10]), high=text(row[11])),
        doc_type=text(row[12]), locale=text(row[13]), audience=text(row[14]), effective_date=text(row[15]),
        deprecated_at=text(row[16]), superseded_by=text(row[17]), canonical=text(row[18]),
        ingested_at=moment(row[19]), state=IngestState(row[20]), problem=problem(row[21], row[22]),
        found=tuple(Found(name=name, value=value, source=source) for name, value, source in json.loads(text(row[23]))))


def document_values(document: Document, *, now: float) -> tuple[Value, ...]:
    """Values for DOCUMENT_COLUMNS without the id."""
    version = document.applies_to
    return (
        document.root, document.path, document.title, document.media_type, document.revision, document.size,
        document.modified_ns, document.product, version.raw, version.low, version.high, document.doc_type,
        document.locale, document.audience, document.effective_date, document.deprecated_at,
        document.superseded_by, document.canonical, now, document.state.value,
        *problem_columns(document.problem), to_json([[f.name, f.value, f.source] for f in document.found]))


def read_section(row: Row) -> Section:
    """A section from SECTION_COLUMNS."""
    return Section(
        ordinal=number(row[0]), level=number(row[1]), heading=text(row[2]), heading_path=names(row[3]),
        anchor=text(row[4]), span=Span(number(row[5]), number(row[6])), line=number(row[7]), pages=pages(row[8]),
        deprecated=text(row[9]))


def section_values(section: Section) -> tuple[Value, ...]:
    """Values for SECTION_COLUMNS."""
    return (
        section.ordinal, section.level, section.heading, to_json(section.heading_path), section.anchor,
        section.span.start, section.span.end, section.line, to_json(section.pages), section.deprecated)


def embed_hash(embed_text: str) -> bytes:
    """Key under which a text's vector is shared: 16 bytes of BLAKE2b."""
    return hashlib.blake2b(embed_text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def chunk_id(value: Value) -> ChunkId:
    """A chunk's id."""
    return ChunkId(number(value))


def chunk_kind(value: Value) -> ChunkKind:
    """A chunk's kind."""
    return ChunkKind(text(value))


def scope_term(class_id: int) -> str:
    """The indexed word that carries a chunk's scope class in the keyword index."""
    return f"scope{class_id}"


def chunk_place(chunk: Chunk) -> tuple[Value, ...]:
    """Values for ordinal, kind, label, span_start, span_end, pages, rects."""
    return (
        chunk.ordinal, chunk.kind.value, chunk.label, chunk.span.start, chunk.span.end, to_json(chunk.pages),
        to_json(rect_lists(chunk.rects)))
