"""Opens the index file: the only importer of the SQLite driver.

Owns the driver, the pragmas, the vec0 extension, transactions and the translation of driver errors into sentences.
What the tables mean is left to ``migrate``, ``writer`` and the readers.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw
import sqlite_vec

from engine.errors import StoreDamaged, StoreUnavailable

Value = None | int | float | str | bytes
Row = tuple[Value, ...]

_BUSY_MS = 10_000
# vec0 has no error code of its own for tables that do not fit each other
_VECTORS_DAMAGED = re.compile(r"\bblob\b|doesn't match - expected|Internal sqlite-vec error")
_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = NORMAL",
    "PRAGMA secure_delete = ON",
    "PRAGMA cache_size = -65536",
    "PRAGMA mmap_size = 268435456",
    "PRAGMA temp_store = MEMORY",
)
_READER_PRAGMAS = (
    "PRAGMA query_only = ON",
    "PRAGMA cache_size = -32768",
    "PRAGMA mmap_size = 268435456",
    "PRAGMA temp_store = MEMORY",
)


class Connection:
    """One connection with FTS5 and vec0; for one thread at a time.

    Every driver error leaves as StoreUnavailable with one sentence. ``patience_ms``: how long to wait for another
    process that is writing. ``is_damaged``: read what is left, even of a file that was cut short.
    """

    def __init__(self, path: Path, *, read_only: bool = False, patience_ms: int = _BUSY_MS,
                 is_damaged: bool = False) -> None:
        self._path = path
        flags = apsw.SQLITE_OPEN_READWRITE | (0 if read_only else apsw.SQLITE_OPEN_CREATE)
        with _sentences(path):
            self._db = apsw.Connection(str(path), flags=flags)
            self._db.set_busy_timeout(patience_ms)
            self._db.enable_load_extension(True)
            self._db.load_extension(sqlite_vec.loadable_path())
            self._db.enable_load_extension(False)
            if is_damaged:
                list(self._db.execute("PRAGMA writable_schema = ON"))
            for pragma in _READER_PRAGMAS if read_only else _PRAGMAS:
                list(self._db.execute(pragma))

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """All rows of a query."""
        with _sentences(self._path):
            return list(self._db.execute(sql, tuple(values)))

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """The first row of a query, or None."""
        found = self.rows(sql, values)
        return found[0] if found else None

    def value(self, sql: str, values: Sequence[Value] = ()) -> Value:
        """The first column of the first row, or None."""
        found = self.row(sql, values)
        return found[0] if found else None

    def run(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Execute one or more statements for their effect."""
        with _sentences(self._path):
            for _ in self._db.execute(sql, tuple(values)):
                pass

    def run_many(self, sql: str, values: Sequence[Sequence[Value]]) -> None:
        """Execute a statement once per sequence of values."""
        with _sentences(self._path):
            self._db.executemany(sql, [tuple(row) for row in values])

    def pieces(self, table: str, column: str, places: Sequence[tuple[int, int]], length: int) -> list[bytes]:
        """Pieces of large values without reading the whole: ``places`` are row ids and byte offsets.

        Quickest when the places are in order of their row ids.
        """
        found: list[bytes] = []
        with _sentences(self._path):
            blob: apsw.Blob | None = None
            opened = 0
            for row, offset in places:
                if blob is None:
                    blob = self._db.blob_open("main", table, column, row, False)
                elif row != opened:
                    blob.reopen(row)
                opened = row
                blob.seek(offset)
                found.append(blob.read(length))
            if blob is not None:
                blob.close()
        return found

    def last_id(self) -> int:
        """Row id of the last insert on this connection."""
        return self._db.last_insert_rowid()

    def changes(self) -> int:
        """Rows changed by the last statement."""
        return self._db.changes()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One write transaction: everything inside becomes visible at once, or nothing does."""
        self.run("BEGIN IMMEDIATE")
        try:
            yield
            self.run("COMMIT")
        except BaseException:
            if not self._db.get_autocommit():
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def reading(self) -> Iterator[None]:
        """One read snapshot: what others commit meanwhile stays unseen."""
        self.run("BEGIN")
        try:
            yield
        finally:
            if not self._db.get_autocommit():
                self._db.execute("ROLLBACK")

    def interrupt(self) -> None:
        """Stop what another thread is executing on this connection."""
        self._db.interrupt()

    def close(self) -> None:
        """Close the file. Closing twice is fine."""
        self._db.close()


class ReaderPool:
    """Read-only connections, handed out one per thread at a time."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._is_closed = False

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection inside one read snapshot; it goes back to the pool afterwards."""
        with self._lock:
            if self._is_closed:
                raise StoreUnavailable("The index is closed; start Citeside again to search.")
            taken = self._idle.pop() if self._idle else None
        reader = taken or Connection(self._path, read_only=True)
        try:
            with reader.reading():
                yield reader
        except BaseException:
            reader.close()
            raise
        with self._lock:
            if self._is_closed:
                reader.close()
            else:
                self._idle.append(reader)

    def close(self) -> None:
        """Close the idle connections; those in use close when they come back. Closing twice is fine."""
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for reader in idle:
            reader.close()


def versions() -> tuple[tuple[str, str], ...]:
    """Names and versions of what the store stands on: SQLite, FTS5 and vec0. Raises StoreUnavailable."""
    with _sentences(Path(":memory:")):
        db = apsw.Connection(":memory:")
        db.enable_load_extension(True)
        db.load_extension(sqlite_vec.loadable_path())
        (fts5,) = next(iter(db.execute("SELECT fts5_source_id()")))
        (vec0,) = next(iter(db.execute("SELECT vec_version()")))
        db.close()
    return (("sqlite", apsw.sqlite_lib_version()), ("fts5", str(fts5)), ("vec0", str(vec0)),
            ("apsw", apsw.apsw_version()))


def suspect_mark(index: Path) -> Path:
    """The file whose presence says that the index showed damage and must be examined before it is used again."""
    return index.with_name(index.name + ".suspect")


def _damaged(path: Path) -> StoreDamaged:
    with suppress(OSError):  # a disk that refuses even this: the sentence is what counts
        suspect_mark(path).touch()
    return StoreDamaged(f"The index {path} is damaged; run `citeside sync`, which keeps the damaged file aside and "
                        "reads your folders anew.")


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    try:
        yield
    except apsw.FullError as error:
        raise StoreUnavailable(
            f"The disk that holds {path.parent} is full; free some space, nothing was lost.") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise _damaged(path) from error
    except apsw.SQLError as error:
        if not _VECTORS_DAMAGED.search(str(error)):
            raise
        raise _damaged(path) from error
    except (apsw.ReadOnlyError, apsw.PermissionsError) as error:
        raise StoreUnavailable(f"The index {path} cannot be written; check its permissions, and that its disk is not "
                               "read-only.") from error
    except (apsw.BusyError, apsw.LockedError, apsw.ProtocolError) as error:
        raise StoreUnavailable(f"The index {path} is in use by another Citeside; try again in a moment.") from error
    except apsw.CantOpenError as error:
        raise StoreUnavailable(f"The index {path} cannot be opened; check the folder and its permissions.") from error
    except apsw.IOError as error:
        raise StoreUnavailable(f"The disk failed while using {path}: {error}; check the disk.") from error
