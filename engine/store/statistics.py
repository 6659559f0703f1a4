"""How common words are: in how many chunks each occurs, and how many chunks there are.

Counting walks over every occurrence, so counts are remembered until the index is written. Searching is in ``search``.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from engine.store import encoding, readers, search
from engine.store.connection import Connection, Value

_MOST_REMEMBERED = 50_000
_CHUNKS = ""


class TermStatistics:
    """Counts over the whole index, whatever the scope; may be used from any thread inside a snapshot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: tuple[Value, ...] = ()
        self._counts: dict[str, int] = {}

    def chunks(self, db: Connection) -> int:
        """Chunks in the index."""
        return self._counted(db, readers.state(db), _CHUNKS, "SELECT COUNT(*) FROM chunk_fts_docsize")

    def frequencies(self, db: Connection, terms: Sequence[str]) -> tuple[int, ...]:
        """In how many chunks each term occurs."""
        state = readers.state(db)
        return tuple(self._counted(db, state, match, "SELECT COUNT(*) FROM chunk_fts WHERE chunk_fts MATCH ?", match)
                     for match in search.matches(terms))

    def _counted(self, db: Connection, state: tuple[Value, ...], name: str, sql: str, *values: str) -> int:
        with self._lock:
            counts = self._counts if self._state == state and len(self._counts) < _MOST_REMEMBERED else {}
            self._state, self._counts = state, counts
        if name not in counts:
            counts[name] = encoding.number(db.value(sql, values))
        return counts[name]
