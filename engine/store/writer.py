"""The one writer: each method is one transaction, so readers see the old or the new and never a mixture.

Owns what must change together: documents (their rows are made in ``documents``), the ledger, the marks on answers and
the generation of the index. Which files to write, and when, is decided in ``engine.ingest``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.errors import BadRoot, RootGone
from engine.store import answers, documents, encoding
from engine.store.connection import Connection
from engine.store.documents import Reading, Stamp
from engine.store.vectors import is_sound, quantise
from engine.types import IngestState, LedgerEntry, Root, RootId, RootState

NO_STAMP: Stamp = (-1, -1, -1, -1)
SPARE_S = 7 * 24 * 3600.0
"""How long vectors of texts that left the index are kept, in seconds."""

_LEDGER = ("root_id, path, size, modified_ns, changed_ns, inode, revision, state, problem_code, problem_detail, tries, "
           "updated_at, reader")

_ROOT_SETTINGS = "path, label, product, version, version_regex, audience"


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

    def remove_root(self, root: RootId) -> int:
        """Forget a folder with everything read from it. Vectors of what left are not kept, whoever they were of.

        Returns how many kept answers lost their text, because they cited it.
        """
        with self._db.writing():
            citing = self._db.rows("SELECT DISTINCT answer_id FROM answer_citation JOIN answer ON id = answer_id "
                                   "WHERE root_id = ? AND is_saved = 1", (root,))
            answers.empty(self._db, [encoding.text(answer) for (answer,) in citing])
            of_root = self._db.rows("SELECT id FROM document WHERE root_id = ?", (root,))
            documents.drop(self._db, [encoding.number(document) for (document,) in of_root], now=self._clock())
            self._db.run("DELETE FROM spare_vector")
            self._db.run("DELETE FROM root WHERE id = ?", (root,))
            self._raise_generation()
        return len(citing)

    def replace_documents(self, readings: Sequence[Reading]) -> int:
        """Put documents in place of their older revisions, each path once; all of them in one transaction.

        Returns how many chunks found their vector already there: vectors of equal texts are shared.
        """
        now = self._clock()
        with self._db.writing():
            for root in {reading.document.root for reading in readings}:
                self._require(root)
            self._drop([(reading.document.root, reading.document.path) for reading in readings])
            reused = documents.put(self._db, readings, now=now)
            for reading in readings:
                document = reading.document
                self._ledger_row(reading.entry, stamp=reading.stamp, revision=document.revision)
                self._mark_answers(document.root, document.path, document.revision)
            self._raise_generation()
        return reused

    def remove_document(self, entry: LedgerEntry, *, stamp: Stamp = NO_STAMP, revision: str = "") -> None:
        """Take a document out of the index; the ledger keeps ``entry`` (its state says why)."""
        with self._db.writing():
            self._drop([(entry.root, entry.path)])
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
                    self._db.run(documents.INSERT_VECTOR, (chunk, scope_class, quantised))
                    self._db.run("UPDATE chunk SET is_embedded = 1 WHERE id = ?", (chunk,))
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

    def _drop(self, places: Sequence[tuple[RootId, str]]) -> None:
        documents.drop(self._db, documents.document_ids(self._db, places), now=self._clock())

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
