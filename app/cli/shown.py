"""The JSON of ``show``: one file as the index sees it."""

from __future__ import annotations

from app.cli.output import Json
from engine.ingest.inspect import Inspected
from engine.ingest.metadata import DRAFT
from engine.types import Block, Chunk, Section, TableRow

_LISTS = frozenset({"tags", "keywords", "categories", "authors"})


def document_json(seen: Inspected) -> Json:
    """Path, status, problem, metadata, sections, chunks and tables.

    Each value of the metadata says where it is from; ``deprecated`` and ``draft`` are true or false, ``tags`` and the
    like are lists, everything else is text as written.
    """
    parsed = seen.parsed
    return {
        "path": seen.path, "status": seen.state.value,
        "problem": {"code": seen.problem.code.value, "detail": seen.problem.detail} if seen.problem else None,
        "problems": [{"code": p.code.value, "detail": p.detail} for p in parsed.problems] if parsed else [],
        "media_type": parsed.media_type if parsed else None, "encoding": parsed.encoding if parsed else None,
        "page_count": parsed.page_count if parsed else 0,
        "title": parsed.title if parsed else None, "metadata": _metadata_json(seen),
        "sections": [_section_json(section) for section, _ in seen.sections],
        "chunks": [_chunk_json(section, chunk) for section, chunks in seen.sections for chunk in chunks],
        "tables": [_table_json(block) for block in parsed.blocks if block.table] if parsed else [],
    }


def _metadata_json(seen: Inspected) -> Json:
    if not seen.metadata or not seen.parsed:
        return {}
    found: dict[str, Json] = {}
    for value in seen.metadata.found:
        listed = [item.strip() for item in value.value.split(",")] if value.name in _LISTS else value.value
        found.setdefault(value.name, {"value": listed, "from": value.source})
    found["title"] = {"value": seen.parsed.title, "from": found.get("title", {}).get("from", "page text")}
    is_draft = seen.metadata.deprecated_at == DRAFT
    for name, is_so in (("deprecated", bool(seen.metadata.deprecated_at) and not is_draft), ("draft", is_draft)):
        found[name] = {"value": is_so, "from": found.get(name, {}).get("from", "default")}
    return found


def _section_json(section: Section) -> Json:
    return {"level": section.level, "heading": section.heading, "heading_path": list(section.heading_path),
            "anchor": section.anchor, "line": section.line, "pages": list(section.pages),
            "span": [section.span.start, section.span.end], "deprecated": section.deprecated}


def _chunk_json(section: Section, chunk: Chunk) -> Json:
    return {
        "id": chunk.id, "kind": chunk.kind.value, "text": chunk.text, "label": chunk.label,
        "header_text": chunk.header_text, "heading_path": list(section.heading_path), "anchor": section.anchor,
        "span": [chunk.span.start, chunk.span.end], "pages": list(chunk.pages),
        "rects": [[rect.page, rect.x0, rect.y0, rect.x1, rect.y1] for rect in chunk.rects],
        "row_sentences": list(chunk.row_sentences), "identifiers": list(chunk.identifiers),
        "embed_text": chunk.embed_text, "deprecated": chunk.deprecated,
    }


def _table_json(block: Block) -> Json:
    table = block.table
    if table is None:
        raise ValueError("a block without a table")
    return {"caption": table.caption, "header": list(table.header), "rows": [_cells(row) for row in table.rows],
            "pages": list(table.pages), "sheet": table.sheet or None, "range": table.range or None,
            "row_ranges": [row.range for row in table.rows if row.range]}


def _cells(row: TableRow) -> list[str]:
    return list(row.cells)
