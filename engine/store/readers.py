"""What is read from the index: each function takes a connection inside one snapshot.

Owns documents, sections, chunk texts, the ledger and the catalogue. Searching is in ``search``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.store import encoding
from engine.store.connection import Connection, Row, Value
from engine.store.documents import Stamp
from engine.types import (
    ALL,
    All,
    Catalogue,
    CatalogueEntry,
    ChunkId,
    ChunkKind,
    Document,
    DocumentId,
    IngestState,
    LedgerEntry,
    Place,
    ProblemCode,
    Rect,
    Root,
    RootId,
    Section,
    Span,
    VersionRange,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredChunk:
    """A chunk with the section and document it belongs to, as the expansion needs it."""

    id: ChunkId
    document: DocumentId
    section_id: int
    kind: ChunkKind
    label: str
    span: Span
    header_text: str
    body: str
    pages: tuple[int, ...]
    rects: tuple[Rect, ...]
    places: tuple[Place, ...]
    is_deprecated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What ranking asks about a chunk's page: kind, date and original."""

    document: DocumentId
    doc_type: str
    effective_date: str
    canonical: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMark:
    """What is known of a file: its line of the ledger, without sentences."""

    path: str
    stamp: Stamp
    revision: str
    state: IngestState
    problem: ProblemCode | None
    tries: int
    reader: str


def state(db: Connection) -> tuple[Value, ...]:
    """What names a state of the index: the embedding model, how often documents and how often tables were changed."""
    rows = db.rows("SELECT value FROM setting WHERE key IN ('embedding_model', 'generation') ORDER BY key")
    return (*(value for (value,) in rows), db.value("PRAGMA schema_version"))


def roots(db: Connection) -> tuple[Root, ...]:
    """All registered folders, in the order they were added."""
    return tuple(encoding.read_root(row) for row in db.rows(f"SELECT {encoding.ROOT_COLUMNS} FROM root ORDER BY id"))


def root_identity(db: Connection, root: RootId) -> str:
    """The folder's device and inode when it was last read, empty when never."""
    return encoding.text(db.value("SELECT identity FROM root WHERE id = ?", (root,)) or "")


def held_removal(db: Connection, root: RootId) -> tuple[float, str] | None:
    """Since when (seconds since the epoch), and for which identity of the folder, the removal of files waits."""
    row = db.row("SELECT held_since, held_identity FROM root WHERE id = ? AND held_since IS NOT NULL", (root,))
    return (encoding.real(row[0]), encoding.text(row[1])) if row else None


def document_count(db: Connection, root: RootId) -> int:
    """How many documents of a root are in the index."""
    return encoding.number(db.value("SELECT COUNT(*) FROM document WHERE root_id = ?", (root,)))


def file_stamps(db: Connection, root: RootId, paths: Iterable[str] | None = None, *, settled: Iterable[IngestState],
                reader: str, reader_of_sound: str) -> list[Row]:
    """What is compared with a look at one root; with ``paths`` only those and what lies below them.

    Path, size, time of modification, time of change of the inode (ns), inode, and whether the file is in one of the
    ``settled`` states, read by ``reader``, or by ``reader_of_sound`` where it had no problem. For many thousand files.
    """
    where = "root_id = ?"
    places: list[tuple[str, ...]] = [()]
    if paths is not None and "" not in (paths := frozenset(paths)):
        where += " AND (path = ? OR (path >= ? AND path < ?))"
        places = [(path, path + "/", path + "0") for path in sorted(paths)]  # "0" is the character after "/"
    states = ", ".join(f"'{state.value}'" for state in settled)
    return [row for place in places for row in db.rows(
        "SELECT path, size, modified_ns, changed_ns, inode, reader = CASE problem_code WHEN '' THEN ? ELSE ? END "
        f"AND state IN ({states}) FROM ledger WHERE {where}", (reader_of_sound, reader, root, *place))]


def file_marks(db: Connection, root: RootId, paths: Iterable[str]) -> dict[str, FileMark]:
    """What the ledger knows of these files of one root, by path; those it does not know are left out."""
    rows = (db.row("SELECT path, size, modified_ns, changed_ns, inode, revision, state, problem_code, tries, reader "
                   "FROM ledger WHERE root_id = ? AND path = ?", (root, path)) for path in paths)
    return {mark.path: mark for mark in map(_read_mark, filter(None, rows))}


def _read_mark(row: Row) -> FileMark:
    path, size, modified_ns, changed_ns, inode, revision, state, problem, tries, reader = row
    return FileMark(
        path=encoding.text(path), stamp=(encoding.number(size), encoding.number(modified_ns),
                                         encoding.number(changed_ns), encoding.number(inode)),
        revision=encoding.text(revision), state=IngestState(state), tries=encoding.number(tries),
        problem=ProblemCode(problem) if problem else None, reader=encoding.text(reader))


def ledger(db: Connection, states: Iterable[IngestState] = tuple(IngestState)) -> tuple[LedgerEntry, ...]:
    """Every file ever seen that stands in one of ``states``, by root and path."""
    wanted = json.dumps([state.value for state in states])
    rows = db.rows(
        "SELECT l.root_id, l.path, l.state, l.problem_code, l.problem_detail, l.tries, l.updated_at, d.ingested_at "
        "FROM ledger l LEFT JOIN document d ON d.root_id = l.root_id AND d.path = l.path "
        "AND l.state IN ('failed', 'waiting') "
        "WHERE l.state IN (SELECT value FROM json_each(?)) ORDER BY l.root_id, l.path", (wanted,))
    return tuple(
        LedgerEntry(root=RootId(encoding.number(root)), path=encoding.text(path), state=IngestState(state),
                    problem=encoding.problem(code, detail), tries=encoding.number(tries),
                    updated_at=encoding.moment(updated), kept_from=encoding.moment(kept))
        for root, path, state, code, detail, tries, updated, kept in rows)


def document(db: Connection, wanted: DocumentId) -> Document | None:
    """One document without its text."""
    row = db.row(f"SELECT {encoding.DOCUMENT_COLUMNS} FROM document WHERE id = ?", (wanted,))
    return encoding.read_document(row) if row else None


def documents(db: Connection, wanted: Iterable[DocumentId]) -> dict[DocumentId, Document]:
    """The wanted documents by id, without their texts; ids that are gone are left out."""
    rows = db.rows(f"SELECT {encoding.DOCUMENT_COLUMNS} FROM document WHERE id IN (SELECT value FROM json_each(?))",
                   (json.dumps(sorted(set(wanted))),))
    found = [encoding.read_document(row) for row in rows]
    return {document.id: document for document in found}


def document_at(db: Connection, root: RootId, path: str) -> Document | None:
    """The document at a root-relative path."""
    row = db.row(f"SELECT {encoding.DOCUMENT_COLUMNS} FROM document WHERE root_id = ? AND path = ?", (root, path))
    return encoding.read_document(row) if row else None


def path_of_title(db: Connection, root: RootId, title: str) -> str:
    """The path of the one current document of a root with this title, whatever its case; empty when none or several."""
    rows = db.rows("SELECT path FROM document WHERE root_id = ? AND title = ? COLLATE NOCASE AND deprecated_at = '' "
                   "AND superseded_by = '' LIMIT 2", (root, title))
    return encoding.text(rows[0][0]) if len(rows) == 1 else ""


def documents_with_revision(db: Connection, root: RootId, revision: str) -> tuple[Document, ...]:
    """Documents of a root made of exactly these bytes."""
    rows = db.rows(f"SELECT {encoding.DOCUMENT_COLUMNS} FROM document WHERE root_id = ? AND revision = ? ORDER BY path",
                   (root, revision))
    return tuple(encoding.read_document(row) for row in rows)


def documents_that_found(db: Connection, name: str, *, without: Sequence[str]) -> tuple[Document, ...]:
    """Documents, newest first, whose ``found`` has a value of this name and none of the names in ``without``."""
    has = "EXISTS (SELECT 1 FROM json_each(document.found) WHERE value ->> 0 IN (SELECT value FROM json_each(?)))"
    rows = db.rows(f"SELECT {encoding.DOCUMENT_COLUMNS} FROM document WHERE {has} AND NOT {has} ORDER BY id DESC",
                   (json.dumps([name]), json.dumps(list(without))))
    return tuple(encoding.read_document(row) for row in rows)


def document_text(db: Connection, wanted: DocumentId) -> str:
    """A document's text in Markdown; every span cuts this."""
    return encoding.text(db.value("SELECT text FROM document WHERE id = ?", (wanted,)) or "")


def section(db: Connection, section_id: int) -> Section | None:
    """One section by its row id."""
    row = db.row(f"SELECT {encoding.SECTION_COLUMNS} FROM section WHERE id = ?", (section_id,))
    return encoding.read_section(row) if row else None


def sections(db: Connection, wanted: DocumentId) -> tuple[Section, ...]:
    """All sections of a document in reading order."""
    rows = db.rows(f"SELECT {encoding.SECTION_COLUMNS} FROM section WHERE document_id = ? ORDER BY ordinal", (wanted,))
    return tuple(encoding.read_section(row) for row in rows)


def standings(db: Connection, wanted: Sequence[ChunkId]) -> dict[ChunkId, Standing]:
    """What ranking asks about the pages of chunks; ids that are gone are left out."""
    rows = db.rows(
        "SELECT c.id, d.id, d.doc_type, d.effective_date, d.canonical FROM chunk c JOIN document d "
        "ON d.id = c.document_id WHERE c.id IN (SELECT value FROM json_each(?))", (json.dumps(list(wanted)),))
    return {
        encoding.chunk_id(chunk): Standing(
            document=DocumentId(encoding.number(page)), doc_type=encoding.text(doc_type),
            effective_date=encoding.text(date), canonical=encoding.text(canonical))
        for chunk, page, doc_type, date, canonical in rows}


def classes_of_copies(db: Connection, chunk: ChunkId) -> frozenset[int]:
    """Scope classes in which the text of a chunk stands under the same headings."""
    rows = db.rows("SELECT DISTINCT scope_class_id FROM chunk WHERE embed_hash = "
                   "(SELECT embed_hash FROM chunk WHERE id = ?)", (chunk,))
    return frozenset(encoding.number(found) for (found,) in rows)


_CHUNK_COLUMNS = ("c.id, c.document_id, c.section_id, c.kind, c.label, c.span_start, c.span_end, c.header_text, "
                  "c.body, c.pages, c.rects, c.places, s.deprecated")


def stored_chunks(db: Connection, wanted: Sequence[ChunkId]) -> dict[ChunkId, StoredChunk]:
    """The wanted chunks by id; ids that are gone are left out."""
    rows = db.rows(
        f"SELECT {_CHUNK_COLUMNS} FROM chunk c JOIN scope_class s ON s.id = c.scope_class_id "
        "WHERE c.id IN (SELECT value FROM json_each(?))", (json.dumps(list(wanted)),))
    found = [_stored_chunk(row) for row in rows]
    return {chunk.id: chunk for chunk in found}


def section_chunks(db: Connection, section_id: int) -> tuple[StoredChunk, ...]:
    """The chunks of one section in reading order."""
    rows = db.rows(
        f"SELECT {_CHUNK_COLUMNS} FROM chunk c JOIN scope_class s ON s.id = c.scope_class_id "
        "WHERE c.section_id = ? ORDER BY c.ordinal", (section_id,))
    return tuple(_stored_chunk(row) for row in rows)


def chunks_within(db: Connection, wanted: DocumentId, span: Span) -> tuple[StoredChunk, ...]:
    """The chunks of a document that lie in a span, in reading order."""
    rows = db.rows(
        f"SELECT {_CHUNK_COLUMNS} FROM chunk c JOIN scope_class s ON s.id = c.scope_class_id "
        "WHERE c.document_id = ? AND c.span_start >= ? AND c.span_end <= ? ORDER BY c.ordinal",
        (wanted, span.start, span.end))
    return tuple(_stored_chunk(row) for row in rows)


def _stored_chunk(row: Row) -> StoredChunk:
    (chunk, document_id, section_id, kind, label, start, end, header, body, pages, rects, places,
     deprecated) = row
    return StoredChunk(
        id=encoding.chunk_id(chunk), document=DocumentId(encoding.number(document_id)),
        section_id=encoding.number(section_id), kind=encoding.chunk_kind(kind), label=encoding.text(label),
        span=Span(encoding.number(start), encoding.number(end)), header_text=encoding.text(header),
        body=encoding.text(body), pages=encoding.pages(pages), rects=encoding.rects(rects),
        places=encoding.places(places), is_deprecated=bool(deprecated))


def chunk_texts(db: Connection, wanted: Sequence[ChunkId]) -> dict[ChunkId, str]:
    """The wanted chunks as the embedder reads them, headings first; ids that are gone are left out."""
    rows = db.rows("SELECT id, heading || char(10) || body FROM chunk WHERE id IN (SELECT value FROM json_each(?))",
                   (json.dumps(list(wanted)),))
    return {encoding.chunk_id(chunk): encoding.text(text) for chunk, text in rows}


def waiting_texts(db: Connection, limit: int) -> tuple[tuple[bytes, str], ...]:
    """Different texts that still wait for a vector, newest document first: (embed_hash, text)."""
    rows = db.rows(
        "SELECT embed_hash, heading || char(10) || body, MAX(document_id) AS newest FROM chunk WHERE is_embedded = 0 "
        "GROUP BY embed_hash ORDER BY newest DESC, MIN(ordinal) LIMIT ?", (limit,))
    return tuple((bytes(key) if isinstance(key, bytes) else b"", encoding.text(text)) for key, text, _ in rows)


def waiting_count(db: Connection) -> int:
    """How many chunks have no vector yet."""
    return encoding.number(db.value("SELECT COUNT(*) FROM chunk WHERE is_embedded = 0"))


def catalogue(db: Connection, audiences: frozenset[str] | All) -> Catalogue:
    """Products, versions, audiences and counts of what someone entitled to ``audiences`` may see."""
    seen, values = _seen_by(audiences)
    entries = tuple(
        CatalogueEntry(
            product=encoding.text(product),
            applies_to=VersionRange(raw=encoding.text(raw), low=encoding.text(low), high=encoding.text(high)),
            documents=encoding.number(documents), deprecated=encoding.number(deprecated))
        for product, raw, low, high, documents, deprecated in db.rows(
            "SELECT product, version_raw, version_low, version_high, COUNT(*), "
            f"SUM(deprecated_at <> '' OR superseded_by <> '') FROM document WHERE {seen} "
            "GROUP BY product, version_raw, version_low, version_high ORDER BY product, version_low, version_raw",
            values))
    chunks = "SELECT COUNT(*) FROM chunk" if audiences is ALL else (
        f"SELECT COUNT(*) FROM chunk WHERE scope_class_id IN (SELECT id FROM scope_class WHERE {seen})")
    return Catalogue(
        entries=entries,
        audiences=_distinct(db, "audience", seen, values),
        locales=_distinct(db, "locale", seen, values),
        documents=sum(entry.documents for entry in entries),
        chunks=encoding.number(db.value(chunks, values)),
        chunks_waiting=waiting_count(db),
        oldest_ingested_at=encoding.moment(db.value(f"SELECT MIN(ingested_at) FROM document WHERE {seen}", values)),
        roots=roots(db))


def searchable(db: Connection, audiences: frozenset[str] | All) -> Catalogue:
    """Products and versions of what can be searched, for resolving a scope.

    Quick, since it counts nothing: each entry stands for 1 document, deprecated when no current one stands beside it.
    """
    seen, values = _seen_by(audiences)
    rows = db.rows(
        "SELECT product, version_raw, version_low, version_high, MIN(deprecated) FROM scope_class s "
        f"WHERE {seen} AND EXISTS (SELECT 1 FROM chunk WHERE scope_class_id = s.id) "
        "GROUP BY product, version_raw, version_low, version_high", values)
    return Catalogue(entries=tuple(
        CatalogueEntry(product=encoding.text(product), documents=1, deprecated=encoding.number(is_old),
                       applies_to=VersionRange(raw=encoding.text(raw), low=encoding.text(low),
                                               high=encoding.text(high)))
        for product, raw, low, high, is_old in rows))


def _seen_by(audiences: frozenset[str] | All) -> tuple[str, tuple[Value, ...]]:
    """The condition on ``audience``: entitled to nothing sees nothing, entitled to something also what has no label."""
    if audiences is ALL:
        return "1", ()
    return ("(audience IN (SELECT value FROM json_each(?)) OR (audience = '' AND ?))",
            (json.dumps(sorted(audiences)), int(bool(audiences))))


def _distinct(db: Connection, column: str, seen: str, values: tuple[Value, ...]) -> tuple[str, ...]:
    rows = db.rows(f"SELECT DISTINCT {column} FROM document WHERE {column} <> '' AND {seen} ORDER BY {column}", values)
    return tuple(encoding.text(value) for (value,) in rows)
