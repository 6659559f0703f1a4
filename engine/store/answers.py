"""Answers and their traces: what was asked, what was found, what was said, kept so that it can be explained.

The newest ``KEPT_TRACES`` stay; saved answers are never dropped, but lose their text with the folder it was taken from.
"""

from __future__ import annotations

import dataclasses
import json
import time
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any

from engine.errors import NotFound
from engine.store.connection import Connection
from engine.types import SOURCE_REMOVED, Citation, Trace

if TYPE_CHECKING:
    from engine.store.store import Store

KEPT_TRACES = 1000


def save_trace(store: Store, trace: Trace, citations: Sequence[Citation], *, text: str = "", product: str = "",
               version: str = "", clock: Callable[[], float] = time.time) -> None:
    """Write a trace, the answer's text and scope, and the places it cites; drop the oldest unsaved ones beyond the
    limit. Of an answer that cites a folder which was removed while it was written only the question is kept.
    """
    with store.side_writer() as db, db.writing():
        db.run("INSERT OR REPLACE INTO answer (id, created_at, question, state, trace, text, product, version) "
               "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
               (trace.id, clock(), trace.question, trace.state, to_json(trace), text, product, version))
        if not {cited.root for cited in citations} <= {root for (root,) in db.rows("SELECT id FROM root")}:
            empty(db, [trace.id])
            return
        db.run_many("INSERT OR IGNORE INTO answer_citation VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    [(trace.id, cited.root, cited.path, cited.revision, cited.span.start, cited.span.end, cited.quote,
                      cited.heading_path[-1] if cited.heading_path else "") for cited in citations])
        db.run("DELETE FROM answer WHERE is_saved = 0 AND id NOT IN "
               "(SELECT id FROM answer WHERE is_saved = 0 ORDER BY created_at DESC LIMIT ?) AND is_saved = 0",
               (KEPT_TRACES,))


def trace_json(db: Connection, trace_id: str) -> dict[str, Any]:
    """A stored trace as JSON. Raises NotFound."""
    found = db.value("SELECT trace FROM answer WHERE id = ?", (trace_id,))
    if found is None:
        raise NotFound(f"There is no trace {trace_id!r}; the newest {KEPT_TRACES} are kept.")
    loaded: dict[str, Any] = json.loads(str(found))
    return loaded


def empty(db: Connection, answer_ids: Iterable[str]) -> None:
    """Take every word of a document out of kept answers: their question, and what people said of it, stay.

    Inside a transaction of the caller's.
    """
    for answer_id in answer_ids:
        nothing = to_json({"id": answer_id, "state": SOURCE_REMOVED})
        db.run("UPDATE answer SET text = '', trace = ?, state = ?, is_stale = 1, approved_at = NULL, expires_at = NULL "
               "WHERE id = ?", (nothing, SOURCE_REMOVED, answer_id))
        db.run("DELETE FROM answer_citation WHERE answer_id = ?", (answer_id,))


def to_json(value: object) -> str:
    """Any value of ``engine.types`` as JSON: enums by value, sets sorted, dataclasses by field."""
    return json.dumps(_plain(value), ensure_ascii=False, separators=(",", ":"))


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return sorted(str(item) for item in value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
