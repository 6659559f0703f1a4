"""Puts documents into the index and takes them out, with sections, chunks, keywords, identifiers and vectors.

Works inside a transaction of the writer's, on several documents at once:
1. Rows of a kind are written together, in the order of their keys.
2. The keyword index is written by statements of its own, not by triggers. FTS5 writes out what it holds in memory at
   every savepoint, which a statement with triggers begins with, and whenever a row comes that is not beyond the last
   one; each such piece is a segment to be merged later. The ids of chunks are hashes, so their order is no one's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.store import encoding
from engine.store.connection import Connection, Value
from engine.store.identifiers import fold as identifier_key
from engine.store.terms import cjk_pairs, fold, identifier_parts
from engine.types import Chunk, Document, LedgerEntry, RootId, Section

Sections = Sequence[tuple[Section, Sequence[Chunk]]]
Stamp = tuple[int, int, int, int]
"""Size, time of modification, time of change of the inode (ns), inode."""

_KEYS_AT_ONCE = 500
_INSERT_DOCUMENT = (
    f"INSERT INTO document ({encoding.DOCUMENT_COLUMNS}, text) VALUES ("
    + ", ".join("?" * (encoding.DOCUMENT_COLUMNS.count(",") + 2)) + ")")
_INSERT_SECTION = (
    f"INSERT INTO section (id, document_id, {encoding.SECTION_COLUMNS}) VALUES ("
    + ", ".join("?" * (encoding.SECTION_COLUMNS.count(",") + 3)) + ")")
_INSERT_CHUNK = (
    "INSERT INTO chunk (id, document_id, section_id, scope_class_id, ordinal, kind, label, span_start, span_end, "
    "pages, rects, header_text, embed_hash, is_embedded, heading, body, row_sentences, identifiers, cjk, scope_term, "
    "places) VALUES (" + ", ".join("?" * 21) + ")")
_WORDS = "rowid, heading, body, row_sentences, identifiers, cjk, scope_term"
_INSERT_WORDS = f"INSERT INTO chunk_fts({_WORDS}) VALUES (?, ?, ?, ?, ?, ?, ?)"
_DELETE_WORDS = (
    f"INSERT INTO chunk_fts(chunk_fts, {_WORDS}) SELECT 'delete', id, heading, body, row_sentences, identifiers, cjk, "
    "scope_term FROM chunk WHERE document_id IN (SELECT value FROM json_each(?)) ORDER BY id")
INSERT_VECTOR = "INSERT INTO chunk_vector (chunk_id, scope_class, embedding) VALUES (?, ?, vec_int8(?))"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read of one file: its document with its text and sections, and its line in the ledger."""

    document: Document
    text: str
    sections: Sections
    entry: LedgerEntry
    stamp: Stamp


def put(db: Connection, readings: Sequence[Reading], *, now: float) -> int:
    """Insert documents that are not there. ``now``: seconds since the epoch.

    Returns how many of their chunks found their vector in the index: vectors of equal texts are shared.
    """
    rows = _Rows(db, now)
    for reading in readings:
        rows.add(reading)
    rows.write()
    return len(rows.vectors)


def drop(db: Connection, documents: Sequence[int], *, now: float) -> None:
    """Delete documents by their ids; the vectors of texts that nothing else holds are kept aside for a while."""
    if not documents:
        return
    gone = json.dumps(list(documents))
    db.run(
        "INSERT OR REPLACE INTO spare_vector SELECT c.embed_hash, v.embedding, ? FROM chunk c "
        "JOIN chunk_vector v ON v.chunk_id = c.id WHERE c.document_id IN (SELECT value FROM json_each(?)) "
        "AND c.is_embedded = 1 AND NOT EXISTS (SELECT 1 FROM chunk o WHERE o.embed_hash = c.embed_hash "
        "AND o.is_embedded = 1 AND o.document_id NOT IN (SELECT value FROM json_each(?)))", (now, gone, gone))
    chunks = sorted(db.rows("SELECT id FROM chunk WHERE document_id IN (SELECT value FROM json_each(?))", (gone,)))
    db.run(_DELETE_WORDS, (gone,))
    # one by one: a list of ids would make vec0 read all its rows
    db.run_many("DELETE FROM chunk_vector WHERE chunk_id = ?", chunks)
    db.run_many("DELETE FROM chunk WHERE id = ?", chunks)
    db.run_many("DELETE FROM document WHERE id = ?", [(document,) for document in documents])


def vectors_of(db: Connection, keys: Iterable[bytes]) -> dict[bytes, bytes]:
    """Stored vectors by the hash of their text, of texts in the index and of those that left it a short while ago."""
    wanted = list(keys)
    known: dict[bytes, bytes] = {}
    for start in range(0, len(wanted), _KEYS_AT_ONCE):
        some = wanted[start:start + _KEYS_AT_ONCE]
        listed = ", ".join(["(?)"] * len(some))
        for key, chunk, spare in db.rows(
                f"WITH wanted(key) AS (VALUES {listed}) SELECT key, (SELECT id FROM chunk WHERE embed_hash = key "
                "AND is_embedded = 1 LIMIT 1), (SELECT embedding FROM spare_vector WHERE embed_hash = key) "
                "FROM wanted", some):
            vector = spare
            if chunk is not None:
                vector = db.value("SELECT embedding FROM chunk_vector WHERE chunk_id = ?", (chunk,)) or spare
            if isinstance(key, bytes) and isinstance(vector, bytes):
                known[key] = vector
    return known


@dataclass(slots=True)
class _Rows:
    """The rows of documents that are about to be written."""

    db: Connection
    now: float
    documents: list[tuple[Value, ...]] = field(default_factory=list)
    sections: list[tuple[Value, ...]] = field(default_factory=list)
    chunks: list[tuple[Value, ...]] = field(default_factory=list)
    words: list[tuple[Value, ...]] = field(default_factory=list)
    identifiers: set[tuple[Value, ...]] = field(default_factory=set)
    vectors: list[tuple[Value, ...]] = field(default_factory=list)
    scope_classes: dict[tuple[Value, ...], int] = field(default_factory=dict)
    next_document: int = 0
    next_section: int = 0

    def __post_init__(self) -> None:
        self.next_document = _next_id(self.db, "document")
        self.next_section = _next_id(self.db, "section")

    def add(self, reading: Reading) -> None:
        """Take in one document."""
        document = self.next_document
        self.next_document += 1
        self.documents.append((document, *encoding.document_values(reading.document, now=self.now), reading.text))
        keyed = [(section, [(chunk, encoding.embed_hash(chunk.embed_text)) for chunk in chunks])
                 for section, chunks in reading.sections]
        known = vectors_of(self.db, {key for _, chunks in keyed for _, key in chunks})
        for section, chunks in keyed:
            section_id = self.next_section
            self.next_section += 1
            self.sections.append((section_id, document, *encoding.section_values(section)))
            for chunk, key in chunks:
                self._add_chunk(chunk, key, known.get(key), reading.document, (document, section_id))

    def _add_chunk(self, chunk: Chunk, key: bytes, vector: bytes | None, document: Document,
                   above: tuple[int, int]) -> None:
        scope_class = self._scope_class(document, is_deprecated=chunk.deprecated)
        words = (*_words(chunk), encoding.scope_term(scope_class))
        self.chunks.append((
            chunk.id, *above, scope_class, *encoding.chunk_place(chunk), chunk.header_text, key,
            int(vector is not None), *words, encoding.to_json(encoding.place_lists(chunk.places))))
        self.words.append((chunk.id, *words))
        self.identifiers.update((identifier_key(name), name, chunk.id) for name in chunk.identifiers)
        if vector is not None:
            self.vectors.append((chunk.id, scope_class, vector))

    def _scope_class(self, document: Document, *, is_deprecated: bool) -> int:
        version = document.applies_to
        key: tuple[Value, ...] = (document.root, document.product, version.raw, document.audience, document.locale,
                                  int(is_deprecated or bool(document.deprecated_at or document.superseded_by)))
        known = self.scope_classes.get(key)
        if known is None:
            known = self.scope_classes[key] = self._stored_class(key, version.low, version.high)
        return known

    def _stored_class(self, key: tuple[Value, ...], low: str, high: str) -> int:
        found = self.db.value(
            "SELECT id FROM scope_class WHERE root_id = ? AND product = ? AND version_raw = ? AND audience = ? "
            "AND locale = ? AND deprecated = ?", key)
        if found is not None:
            return encoding.number(found)
        self.db.run(
            "INSERT INTO scope_class (root_id, product, version_raw, audience, locale, deprecated, version_low, "
            "version_high) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*key, low, high))
        return self.db.last_id()

    def write(self) -> None:
        """Insert every row, each table's in the order of its keys."""
        self.db.run_many(_INSERT_DOCUMENT, self.documents)
        self.db.run_many(_INSERT_SECTION, self.sections)
        self.db.run_many(_INSERT_CHUNK, sorted(self.chunks))
        self.db.run_many(_INSERT_WORDS, sorted(self.words))
        self.db.run_many("INSERT INTO identifier VALUES (?, ?, ?)", sorted(self.identifiers))
        self.db.run_many(INSERT_VECTOR, sorted(self.vectors))


def document_ids(db: Connection, paths: Iterable[tuple[RootId, str]]) -> list[int]:
    """Ids of the documents at these places, as far as there are any."""
    found = (db.value("SELECT id FROM document WHERE root_id = ? AND path = ?", place) for place in paths)
    return [encoding.number(document) for document in found if document is not None]


def _next_id(db: Connection, table: str) -> int:
    return encoding.number(db.value(f"SELECT COALESCE(MAX(id), 0) + 1 FROM {table}"))


def _words(chunk: Chunk) -> tuple[str, str, str, str, str]:
    heading, body, rows = fold(chunk.heading_text), fold(chunk.plain), fold("\n".join(chunk.row_sentences))
    return (heading, body, rows, " ".join(identifier_parts(name) for name in chunk.identifiers),
            cjk_pairs(f"{heading}\n{body}\n{rows}"))
