"""The one writer: each method is one transaction, so readers see the old or the new and never a mixture.

Owns what must change together: a document with its sections, chunks, keywords, identifiers and vectors. Which files
to write, and when, is decided in ``engine.ingest``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadRoot, RootGone
from engine.store import encoding
from engine.store.connection import Connection, Value
from engine.store.identifiers import fold as identifier_key
from engine.store.terms import cjk_pairs, fold, identifier_parts
from engine.store.vectors import is_sound, quantise
from engine.types import Chunk, ChunkId, Document, IngestState, LedgerEntry, Root, RootId, RootState, Section

Sections = Sequence[tuple[Section, Sequence[Chunk]]]
Stamp = tuple[int, int, int, int]
"""Size, time of modification, time of change of the inode (ns), inode."""

NO_STAMP: Stamp = (-1, -1, -1, -1)
SPARE_S = 7 * 24 * 3600.0
"""How long vectors of texts that left the index are kept, in seconds."""

_LEDGER = ("root_id, path, size, modified_ns, changed_ns, inode, revision, state, problem_code, problem_detail, tries, "
           "updated_at, reader")

_ROOT_SETTINGS = "path, label, product, version, version_regex, audience"
_INSERT_DOCUMENT = (
    f"INSERT INTO document ({encoding.DOCUMENT_COLUMNS.removeprefix('id, ')}, text) VALUES ("
    + ", ".join("?" * (encoding.DOCUMENT_COLUMNS.count(",") + 1)) + ")")
_INSERT_SECTION = (
    f"INSERT INTO section (document_id, {encoding.SECTION_COLUMNS}) VALUES ("
    + ", ".join("?" * (encoding.SECTION_COLUMNS.count(",") + 2)) + ")")
_INSERT_CHUNK = (
    "INSERT INTO chunk (id, document_id, section_id, scope_class_id, ordinal, kind, label, span_start, span_end, "
    "pages, rects, header_text, embed_hash, heading, body, row_sentences, identifiers, cjk, scope_term, places) "
    "VALUES (" + ", ".join("?" * 20) + ")")


class Writer:
    """Writes through one connection, from one thread."""

    def __init__(self, connection: Connection, *, clock: Callable[[], float] = time.time) -> None:
        self._db = connection
        self._clock = clock

    def add_root(self, root: Root, *, identity: str) -> RootId:
        """Register a folder; ``root.id`` is ignored. Raises BadRoot when it, or one it overlaps, is registered."""
        with self._db.writing():
            for (known,) in self._db.rows("SELECT path FROM root"):
                _refuse_overlap(Path(root.path), Path(encoding.text(known)))
            self._db.run(f"INSERT INTO root ({_ROOT_SETTINGS}, identity) VALUES (?, ?, ?, ?, ?, ?, ?)",
                         (*_root_settings(root), identity))
            return RootId(self._db.last_id())

    def restore_root(self, root: Root) -> None:
        """Register a folder as it was in an earlier index, under the same id."""
        with self._db.writing():
            self._db.run(f"INSERT OR IGNORE INTO root (id, {_ROOT_SETTINGS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                         (root.id, *_root_settings(root)))

    def set_root_state(self, root: RootId, state: RootState, *, identity: str | None = None,
                       is_synced: bool = False) -> None:
        """Record whether the folder can be read, its identity, and that it was just synchronised."""
        with self._db.writing():
            self._db.run("UPDATE root SET state = ? WHERE id = ?", (state.value, root))
            if identity is not None:
                self._db.run("UPDATE root SET identity = ? WHERE id = ?", (identity, root))
            if is_synced:
                self._db.run("UPDATE root SET synced_at = ? WHERE id = ?", (self._clock(), root))

    def hold_removals(self, root: RootId, *, files: int, since: float | None, identity: str) -> None:
        """Remember that the removal of so many files waits for a second look; none with 0 and None."""
        with self._db.writing():
            self._db.run("UPDATE root SET held_files = ?, held_since = ?, held_identity = ? WHERE id = ?",
                         (files, since, identity, root))

    def remove_root(self, root: RootId) -> None:
        """Forget a folder with everything read from it. Vectors of what left are not kept, whoever they were of."""
        with self._db.writing():
            for (document,) in self._db.rows("SELECT id FROM document WHERE root_id = ?", (root,)):
                self._delete_document(encoding.number(document))
            self._db.run("DELETE FROM spare_vector")
            self._db.run("DELETE FROM root WHERE id = ?", (root,))
            self._raise_generation()

    def replace_document(self, document: Document, text: str, sections: Sections, entry: LedgerEntry, *,
                         stamp: Stamp) -> int:
        """Put a document in place of its older revision. Returns how many chunks found their vector already there.

        Vectors of equal texts are shared: a chunk whose ``embed_text`` is known anywhere needs no embedding.
        """
        with self._db.writing():
            self._require(document.root)
            known = self._known_vectors(sections)
            self._drop(document.root, document.path)
            self._db.run(_INSERT_DOCUMENT, (*encoding.document_values(document, now=self._clock()), text))
            document_id = self._db.last_id()
            reused = sum(self._insert_section(document, document_id, section, chunks, known)
                         for section, chunks in sections)
            self._ledger_row(entry, stamp=stamp, revision=document.revision)
            self._mark_answers(document.root, document.path, document.revision)
            self._raise_generation()
        return reused

    def remove_document(self, entry: LedgerEntry, *, stamp: Stamp = NO_STAMP, revision: str = "") -> None:
        """Take a document out of the index; the ledger keeps ``entry`` (its state says why)."""
        with self._db.writing():
            self._drop(entry.root, entry.path)
            self._ledger_row(entry, stamp=stamp, revision=revision)
            self._mark_answers(entry.root, entry.path, "")
            self._raise_generation()

    def touch(self, root: RootId, path: str, *, stamp: Stamp) -> None:
        """Same bytes, another time stamp: remember it so that the next scan need not read the file."""
        size, modified_ns, changed_ns, inode = stamp
        with self._db.writing():
            self._db.run("UPDATE ledger SET size = ?, modified_ns = ?, changed_ns = ?, inode = ? "
                         "WHERE root_id = ? AND path = ?", (size, modified_ns, changed_ns, inode, root, path))
            self._db.run("UPDATE document SET size = ?, modified_ns = ? WHERE root_id = ? AND path = ?",
                         (size, modified_ns, root, path))

    def note(self, entry: LedgerEntry, *, stamp: Stamp = NO_STAMP, revision: str = "") -> None:
        """Write one ledger line and leave the index as it is (the last good revision stays searchable)."""
        with self._db.writing():
            self._ledger_row(entry, stamp=stamp, revision=revision)
            if entry.problem:
                self._db.run("UPDATE document SET problem_code = ?, problem_detail = ? WHERE root_id = ? AND path = ?",
                             (*encoding.problem_columns(entry.problem), entry.root, entry.path))

    def forget(self, root: RootId, path: str) -> None:
        """Let the next synchronisation read a file as if it were new; a line without a document is struck off."""
        with self._db.writing():
            self._db.run("UPDATE ledger SET state = ?, tries = 0 WHERE root_id = ? AND path = ?",
                         (IngestState.WAITING.value, root, path))
            self._db.run("DELETE FROM ledger WHERE root_id = ? AND path = ? AND NOT EXISTS (SELECT 1 FROM document d "
                         "WHERE d.root_id = ledger.root_id AND d.path = ledger.path)", (root, path))

    def store_vectors(self, vectors: Sequence[tuple[bytes, NDArray[np.float32] | None]]) -> int:
        """Give every chunk that waits for a text's vector (by ``embed_hash``) that vector. Returns how many got one.

        Where the embedder had none, or one that is empty or not finite, the chunk stays findable by its words and
        waits for another model.
        """
        stored = 0
        with self._db.writing():
            for key, vector in vectors:
                if vector is None or not is_sound(vector):
                    self._db.run("UPDATE chunk SET is_embedded = 2 WHERE embed_hash = ? AND is_embedded = 0", (key,))
                    continue
                quantised = quantise(vector)
                for chunk, scope_class in self._db.rows(
                        "SELECT id, scope_class_id FROM chunk WHERE embed_hash = ? AND is_embedded = 0", (key,)):
                    self._insert_vector(encoding.chunk_id(chunk), encoding.number(scope_class), quantised)
                    stored += 1
            self._raise_generation()
        return stored

    def drop_spare_vectors(self, *, kept_s: float = SPARE_S) -> None:
        """Let go of vectors whose texts left the index longer ago than that, in seconds; or, by a clock, later."""
        now = self._clock()
        with self._db.writing():
            self._db.run("DELETE FROM spare_vector WHERE left_at <= ? OR left_at > ?", (now - kept_s, now + SPARE_S))

    def optimise(self) -> None:
        """Merge the keyword index and let the planner count rows; run after a synchronisation that changed much."""
        with self._db.writing():
            self._db.run("INSERT INTO chunk_fts(chunk_fts) VALUES ('optimize')")
        self._db.run("PRAGMA optimize")

    def _known_vectors(self, sections: Sections) -> dict[bytes, bytes]:
        """Stored vectors of the texts about to be written, by hash; read before the old revision goes."""
        wanted = {encoding.embed_hash(chunk.embed_text) for _, chunks in sections for chunk in chunks}
        known: dict[bytes, bytes] = {}
        for key in wanted:
            found = self._db.row(
                "SELECT v.embedding FROM chunk c JOIN chunk_vector v ON v.chunk_id = c.id "
                "WHERE c.embed_hash = ? AND c.is_embedded = 1 LIMIT 1", (key,))
            found = found or self._db.row("SELECT embedding FROM spare_vector WHERE embed_hash = ?", (key,))
            if found and isinstance(found[0], bytes):
                known[key] = found[0]
        return known

    def _insert_section(self, document: Document, document_id: int, section: Section, chunks: Sequence[Chunk],
                        known: dict[bytes, bytes]) -> int:
        self._db.run(_INSERT_SECTION, (document_id, *encoding.section_values(section)))
        section_id = self._db.last_id()
        reused = 0
        for chunk in chunks:
            scope_class = self._scope_class(document, is_deprecated=chunk.deprecated)
            key = encoding.embed_hash(chunk.embed_text)
            self._db.run(_INSERT_CHUNK, (
                chunk.id, document_id, section_id, scope_class, *encoding.chunk_place(chunk), chunk.header_text, key,
                *_words(chunk), encoding.scope_term(scope_class), encoding.to_json(encoding.place_lists(chunk.places))))
            self._db.run_many("INSERT OR IGNORE INTO identifier VALUES (?, ?, ?)",
                              [(identifier_key(name), name, chunk.id) for name in chunk.identifiers])
            if key in known:
                self._insert_vector(chunk.id, scope_class, known[key])
                reused += 1
        return reused

    def _insert_vector(self, chunk: ChunkId, scope_class: int, vector: bytes) -> None:
        self._db.run("INSERT INTO chunk_vector (chunk_id, scope_class, embedding) VALUES (?, ?, vec_int8(?))",
                     (chunk, scope_class, vector))
        self._db.run("UPDATE chunk SET is_embedded = 1 WHERE id = ?", (chunk,))

    def _scope_class(self, document: Document, *, is_deprecated: bool) -> int:
        version = document.applies_to
        key: tuple[Value, ...] = (document.root, document.product, version.raw, document.audience, document.locale,
                                  int(is_deprecated or bool(document.deprecated_at or document.superseded_by)))
        found = self._db.value(
            "SELECT id FROM scope_class WHERE root_id = ? AND product = ? AND version_raw = ? AND audience = ? "
            "AND locale = ? AND deprecated = ?", key)
        if found is not None:
            return encoding.number(found)
        self._db.run(
            "INSERT INTO scope_class (root_id, product, version_raw, audience, locale, deprecated, version_low, "
            "version_high) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*key, version.low, version.high))
        return self._db.last_id()

    def _drop(self, root: RootId, path: str) -> None:
        found = self._db.value("SELECT id FROM document WHERE root_id = ? AND path = ?", (root, path))
        if found is not None:
            self._delete_document(encoding.number(found))

    def _delete_document(self, document: int) -> None:
        self._db.run(
            "INSERT OR REPLACE INTO spare_vector SELECT c.embed_hash, v.embedding, ? FROM chunk c "
            "JOIN chunk_vector v ON v.chunk_id = c.id WHERE c.document_id = ? AND c.is_embedded = 1 AND NOT EXISTS ("
            "SELECT 1 FROM chunk o WHERE o.embed_hash = c.embed_hash AND o.is_embedded = 1 AND o.document_id <> ?)",
            (self._clock(), document, document))
        # one by one: a list of ids would make vec0 read all its rows
        self._db.run_many("DELETE FROM chunk_vector WHERE chunk_id = ?",
                          self._db.rows("SELECT id FROM chunk WHERE document_id = ?", (document,)))
        self._db.run("DELETE FROM chunk WHERE document_id = ?", (document,))
        self._db.run("DELETE FROM document WHERE id = ?", (document,))

    def _require(self, root: RootId) -> None:
        if self._db.value("SELECT 1 FROM root WHERE id = ?", (root,)) is None:
            raise RootGone("The folder was taken out of the library meanwhile; nothing was read of it.")

    def _ledger_row(self, entry: LedgerEntry, *, stamp: Stamp, revision: str) -> None:
        self._require(entry.root)
        self._db.run(f"INSERT OR REPLACE INTO ledger ({_LEDGER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     (entry.root, entry.path, *stamp, revision, entry.state.value,
                      *encoding.problem_columns(entry.problem), entry.tries, self._clock(), entry.reader))

    def _mark_answers(self, root: RootId, path: str, revision: str) -> None:
        self._db.run(
            "UPDATE answer SET is_stale = 1 WHERE id IN (SELECT answer_id FROM answer_citation "
            "WHERE root_id = ? AND path = ? AND revision <> ?)", (root, path, revision))

    def _raise_generation(self) -> None:
        self._db.run(
            "INSERT INTO setting VALUES ('generation', '1') "
            "ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1")


def _root_settings(root: Root) -> tuple[str, ...]:
    return root.path, root.label, root.product, root.version, root.version_regex, root.audience


def _refuse_overlap(folder: Path, known: Path) -> None:
    if known == folder:
        raise BadRoot(f"{folder} is already in the library; run `citeside sync` to read what changed.")
    if known in folder.parents or folder in known.parents:
        raise BadRoot(f"{folder} overlaps {known}, which is already in the library.")


def _words(chunk: Chunk) -> tuple[str, str, str, str, str]:
    heading, body, rows = fold(chunk.heading_text), fold(chunk.plain), fold("\n".join(chunk.row_sentences))
    return (heading, body, rows, " ".join(identifier_parts(name) for name in chunk.identifiers),
            cjk_pairs(f"{heading}\n{body}\n{rows}"))

