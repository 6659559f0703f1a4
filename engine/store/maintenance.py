"""Makes the index hold nothing but what it must: no word of what was removed, and no more room than it needs.

Deleting a row leaves its words behind: in the keyword index until it is merged, in vec0 until the table is made anew,
in free pages, in the log beside the file, in traces of answers, and in damaged files that were kept aside. Answers
that a person kept stay as they are when a document changed or vanished; with a folder that was removed they lose their
text.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.errors import StoreUnavailable
from engine.store import answers, damage, encoding
from engine.store.connection import Connection
from engine.store.migrate import rebuild_vectors
from engine.store.store import Store
from engine.types import IngestState


@dataclass(frozen=True, slots=True, kw_only=True)
class Maintained:
    """What maintenance did: bytes of all files of the index before and after, traces and files that were dropped."""

    bytes_before: int
    bytes_after: int
    traces: int
    files: tuple[str, ...]


def maintain(store: Store, *, is_cancelled: Callable[[], bool] = lambda: False) -> Maintained:
    """Purge and shrink. Raises StoreUnavailable when another process is using the index, or the disk is full."""
    with store.synchronising(is_cancelled=is_cancelled):
        before = _bytes(store)
        db = Connection(store.path)
        try:
            db.run("PRAGMA temp_store = FILE")  # VACUUM copies the whole index
            traces = _forget(db)
            with db.writing():
                db.run("INSERT INTO chunk_fts(chunk_fts) VALUES ('optimize')")
            rebuild_vectors(db)
            db.run("VACUUM")
            _empty_log(db)
        finally:
            db.close()
        files = damage.drop_kept_aside(store.path)
        return Maintained(bytes_before=before, bytes_after=_bytes(store), traces=traces, files=files)


def _forget(db: Connection) -> int:
    """Strike off what only tells of documents that are gone; returns how many traces went."""
    with db.writing():
        db.run("DELETE FROM ledger WHERE state = ?", (IngestState.GONE.value,))
        db.run("DELETE FROM spare_vector")
        current = {(root, path, revision) for root, path, revision in db.rows(
            "SELECT root_id, path, revision FROM document")}
        roots = {root for (root,) in db.rows("SELECT id FROM root")}
        dropped = 0
        for trace_id, is_saved in db.rows("SELECT id, is_saved FROM answer"):
            trace = json.loads(encoding.text(db.value("SELECT trace FROM answer WHERE id = ?", (trace_id,))))
            if is_saved and any(root not in roots for root, _, _ in _places(trace)):
                answers.empty(db, [encoding.text(trace_id)])  # it read pages of a removed folder, cited or not
                dropped += 1
            elif not is_saved and any(place not in current for place in _places(trace)):
                db.run("DELETE FROM answer WHERE id = ?", (trace_id,))
                dropped += 1
        db.run("DELETE FROM scope_class WHERE id NOT IN (SELECT scope_class_id FROM chunk)")
        return dropped


def _places(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Root, path and revision of everything in a trace that was taken from a document."""
    if isinstance(value, dict):
        if {"root", "path", "revision"} <= value.keys():
            yield value["root"], value["path"], value["revision"]
        for part in value.values():
            yield from _places(part)
    elif isinstance(value, list):
        for part in value:
            yield from _places(part)


def _empty_log(db: Connection) -> None:
    row = db.row("PRAGMA wal_checkpoint(TRUNCATE)")
    if row is None or row[0]:
        raise StoreUnavailable("Another Citeside is reading the index, so that its log could not be emptied; close its "
                               "window and run `citeside maintain` again.")


def _bytes(store: Store) -> int:
    return sum(file.stat().st_size for file in store.path.parent.glob(store.path.name + "*"))
