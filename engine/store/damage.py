"""What to do with an index file that is damaged, emptied or lost: keep it aside, and never take it for a new one.

1. Before it is opened, the file is looked at from outside: an empty file, one that is no database, or one that is
   shorter than it says of itself is damaged. A list of folders without an index means that the index is lost.
2. Damage that only shows in use leaves a mark (``citeside.db.suspect``). The next start examines the whole file.
3. Keywords that do not fit the chunks are made anew from them. Any other damage moves the file aside, under a name
   with the time, and the index is rebuilt from the folders by the next synchronisation.
"""

from __future__ import annotations

import time
from pathlib import Path

from engine.errors import StoreDamaged, StoreUnavailable
from engine.store import readers
from engine.store.connection import Connection, suspect_mark
from engine.store.migrate import rebuild_vectors
from engine.types import Root

_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"
ASIDE = ".damaged-"


def why_unusable(index: Path) -> str:
    """What is wrong with an index file as seen from outside, empty when nothing is or there is no file.

    Raises StoreUnavailable when the file cannot be read.
    """
    try:
        size = index.stat().st_size
        with index.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise StoreUnavailable(f"The index {index} cannot be read: {error.strerror}; check its permissions.") from error
    if not size:
        return "was empty"
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        return "was no database any more"
    page_size = int.from_bytes(header[16:18], "big")
    page_bytes = 65536 if page_size == 1 else page_size
    is_size_kept = header[24:28] == header[92:96]
    if is_size_kept and int.from_bytes(header[28:32], "big") * page_bytes > size and not _wal_has_frames(index):
        return "was cut short"
    return ""


def examine(index: Path) -> str:
    """Read the whole file; mend keywords and vectors where only they are wrong. Returns what cannot be mended."""
    try:
        db = Connection(index)
        try:
            if not _is_sound(db):
                _mend_derived(db)
            return "" if _is_sound(db) else "was damaged"
        finally:
            db.close()
    except StoreDamaged:
        return "was damaged"


def _is_sound(db: Connection) -> bool:
    if db.rows("PRAGMA integrity_check(3)") != [("ok",)]:
        return False
    with_vector = "SELECT COUNT(*) FROM chunk_vector WHERE embedding IS NOT NULL"
    try:
        return db.value(with_vector) == db.value("SELECT COUNT(*) FROM chunk WHERE is_embedded = 1")
    except StoreDamaged:
        return False


def _mend_derived(db: Connection) -> None:
    """Keywords and vectors belong to the chunks, from which they are made anew."""
    db.run("INSERT INTO chunk_fts(chunk_fts) VALUES ('rebuild')")
    rebuild_vectors(db)


def folders_of(kept: Path) -> tuple[Root, ...]:
    """The folders that a damaged file still names; none when they cannot be read."""
    try:
        db = Connection(kept, read_only=True, is_damaged=True)
        try:
            return readers.roots(db)
        finally:
            db.close()
    except StoreUnavailable:
        return ()
    finally:
        suspect_mark(kept).unlink(missing_ok=True)


def drop_kept_aside(index: Path) -> tuple[str, ...]:
    """Remove damaged files that were kept aside; returns their names. Raises StoreUnavailable."""
    dropped: list[str] = []
    for file in sorted(index.parent.glob(index.name + ASIDE + "*")):
        try:
            file.unlink()
        except OSError as error:
            raise StoreUnavailable(f"{file} cannot be removed: {error.strerror}; remove it yourself.") from error
        dropped.append(file.name)
    return tuple(dropped)


def move_aside(index: Path, *, now: float) -> Path | None:
    """Give the index, and what belongs to it, a name with the time; returns it, None when there was no index.

    Raises StoreUnavailable when the system refuses.
    """
    kept = index.with_name(index.name + ASIDE + time.strftime("%Y%m%dT%H%M%S", time.localtime(now)))
    number = 1
    while kept.exists():
        number += 1
        kept = kept.with_name(f"{kept.name.split('~')[0]}~{number}")
    had_index = index.exists()
    try:
        for ending in ("-wal", "-shm", ""):
            part = index.with_name(index.name + ending)
            if part.exists():
                part.replace(kept.with_name(kept.name + ending))
        suspect_mark(index).unlink(missing_ok=True)
    except OSError as error:
        raise StoreUnavailable(f"The damaged index {index} cannot be kept aside: {error.strerror}; move it out of its "
                               "folder and start again.") from error
    return kept if had_index else None


def _wal_has_frames(index: Path) -> bool:
    """Whether pages beyond the end of the file may still stand in the log beside it."""
    log = index.with_name(index.name + "-wal")
    return log.exists() and log.stat().st_size > 32
