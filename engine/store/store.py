"""The open index: one writer connection and a pool of snapshot readers over the same file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import StoreUnavailable
from engine.store.connection import Connection, ReaderPool
from engine.store.migrate import migrate, use_embedding_model
from engine.store.writer import Writer

FILE_NAME = "citeside.db"


class Store:
    """Opens (and creates, where missing) the index in a data folder.

    ``writer`` belongs to one thread at a time; ``snapshot`` may be used from any thread. Raises StoreUnavailable.
    """

    def __init__(self, data_dir: Path, *, model_id: str, dimensions: int) -> None:
        try:
            data_dir.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreUnavailable(
                f"The data folder {data_dir} cannot be made: {error.strerror}; choose another with --data-dir."
            ) from error
        self.path = data_dir / FILE_NAME
        self._connection = Connection(self.path)
        migrate(self._connection)
        use_embedding_model(self._connection, model_id=model_id, dimensions=dimensions)
        self.writer = Writer(self._connection)
        self._readers = ReaderPool(self.path)

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

    def close(self) -> None:
        """Close every connection. Closing twice is fine."""
        self._readers.close()
        self._connection.close()
