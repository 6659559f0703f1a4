"""The open index: one writer connection and a pool of snapshot readers over the same file.

Opening, one process at a time:
1. a damaged file is kept aside (``damage``), and a missing one beside a list of folders is an index that was lost;
2. a new file is made complete, with the folders of the list, under another name, and then takes its place;
3. the list of folders is brought level with the index, which is the truth from then on.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.errors import StoreDamaged, StoreUnavailable
from engine.store import damage, folders, migrate, readers
from engine.store.connection import Connection, ReaderPool, suspect_mark
from engine.store.lock import locked
from engine.store.statistics import TermStatistics
from engine.store.vectors import Vectors
from engine.store.writer import Writer
from engine.types import Root

FILE_NAME = "citeside.db"
_OPENING_S = 30.0
_SYNCHRONISING_S = 10.0


class Store:
    """Opens (and creates, where missing) the index in a data folder.

    ``writer`` belongs to one thread at a time; what else there is, from any. Raises StoreUnavailable.
    ``notice`` is one sentence for the person when the index had to be begun anew, empty otherwise.
    """

    def __init__(self, data_dir: Path, *, model_id: str, dimensions: int,
                 clock: Callable[[], float] = time.time) -> None:
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                f"The data folder {data_dir} cannot be made: {error.strerror}; choose another with --data-dir."
            ) from error
        self.path = data_dir / FILE_NAME
        self.notice = ""
        self._model = (model_id, dimensions)
        self._clock = clock
        self.vectors = Vectors()
        self.statistics = TermStatistics()
        with self._alone():
            self._connection = self._opened()
            self.writer = Writer(self._connection, clock=clock)
            self._readers = ReaderPool(self.path)
            self._keep_folders()

    @contextmanager
    def side_writer(self) -> Iterator[Connection]:
        """A connection of its own for what is written beside documents (answers, settings), from any thread."""
        connection = Connection(self.path)
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A reader's view of one moment."""
        with self._readers.connection() as reader:
            yield reader

    def keep_folders(self) -> None:
        """Write the list of folders outside the database; to be called after it changed. Raises StoreUnavailable."""
        with self._alone():
            self._keep_folders()

    def shrink_vectors(self) -> None:
        """Make the vector table anew when it holds many more places than vectors; it never gives one back itself."""
        with self.snapshot() as snapshot:
            is_bloated = migrate.is_bloated(snapshot)
        if is_bloated:
            migrate.rebuild_vectors(self._connection)

    @contextmanager
    def synchronising(self, *, is_cancelled: Callable[[], bool]) -> Iterator[None]:
        """While no other process synchronises this library. Raises StoreUnavailable when one does so for long."""
        with locked(self.path.with_name("sync.lock"), seconds=_SYNCHRONISING_S, is_cancelled=is_cancelled) as is_alone:
            if not is_alone and not is_cancelled():
                raise StoreUnavailable("Another Citeside, perhaps its window, is synchronising this library; nothing "
                                       "need be done, it reads what changed.")
            yield

    def take_notice(self) -> str:
        """``notice``, once; empty from then on."""
        notice, self.notice = self.notice, ""
        return notice

    def close(self) -> None:
        """Close every connection. Closing twice is fine."""
        self._readers.close()
        self._connection.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """While no other process opens the index or writes the list of folders."""
        with locked(self.path.with_name("open.lock"), seconds=_OPENING_S) as is_alone:
            if not is_alone:
                raise StoreUnavailable(f"Another Citeside is just opening {self.path.parent}; try again in a moment.")
            yield

    def _opened(self) -> Connection:
        why = damage.why_unusable(self.path)
        if not why and suspect_mark(self.path).exists():
            why = damage.examine(self.path)
            if not why:
                suspect_mark(self.path).unlink(missing_ok=True)
        if why:
            return self._begun_anew(why)
        if not self.path.exists():
            listed = folders.read(self.path.parent)
            return self._begun_anew("was missing") if listed else self._new(())
        try:
            return self._open(self.path)
        except StoreDamaged:
            return self._begun_anew("was damaged")

    def _open(self, path: Path, roots: Sequence[Root] = ()) -> Connection:
        model_id, dimensions = self._model
        migrate.check_version(path)
        connection = Connection(path)
        try:
            migrate.migrate(connection)
            migrate.use_embedding_model(connection, model_id=model_id, dimensions=dimensions)
            for root in roots:
                Writer(connection).restore_root(root)
        except BaseException:
            connection.close()
            raise
        return connection

    def _new(self, roots: Sequence[Root]) -> Connection:
        """A new index that holds the folders from its first moment, whatever interrupts its making."""
        fresh = self.path.with_name(FILE_NAME + ".new")
        for ending in ("", "-wal", "-shm"):
            fresh.with_name(fresh.name + ending).unlink(missing_ok=True)
        self._open(fresh, roots).close()
        fresh.replace(self.path)
        return self._open(self.path)

    def _begun_anew(self, why: str) -> Connection:
        kept = damage.move_aside(self.path, now=self._clock())
        roots = folders.read(self.path.parent) or (damage.folders_of(kept) if kept else ())
        where = f"The damaged file is kept as {kept.name}. " if kept else ""
        what = (f"your {len(roots)} folders are known and are read anew by the next synchronisation" if len(roots) > 1
                else "your folder is known and is read anew by the next synchronisation" if roots
                else "no folder is known any more: add yours again")
        self.notice = f"The index {why}: {what}. {where}".strip()
        return self._new(roots)

    def _keep_folders(self) -> None:
        with self.snapshot() as snapshot:
            known = readers.roots(snapshot)
        folders.write(self.path.parent, known)
