"""Indexes as the first version wrote them, for what must come after to read."""

from __future__ import annotations

from pathlib import Path

from engine.store.connection import Connection

_SCHEMA = Path(__file__).parent / "engine" / "store" / "schema_1.sql"
_FILLED = ("setting", "root", "ledger", "document", "scope_class", "section", "chunk", "identifier", "answer",
           "answer_citation", "feedback")


def make_early(index: Path) -> None:
    """Put an index of the first version, with the same content, in place of a closed one of today."""
    early = index.with_name("early.db")
    db = Connection(early)
    db.run(_SCHEMA.read_text("utf-8"))
    db.run("PRAGMA foreign_keys = OFF")
    db.run("ATTACH ? AS today", (str(index),))
    for table in _FILLED:
        columns = ", ".join(str(row[1]) for row in db.rows(f"PRAGMA main.table_info({table})"))
        db.run(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM today.{table}")
    db.run(str(db.value("SELECT sql FROM today.sqlite_schema WHERE name = 'chunk_vector'")))
    for chunk, scope_class, embedding in db.rows("SELECT chunk_id, scope_class, embedding FROM today.chunk_vector"):
        db.run("INSERT INTO main.chunk_vector (chunk_id, scope_class, embedding) VALUES (?, ?, vec_int8(?))",
               (chunk, scope_class, embedding))
    db.run("DETACH today")
    db.run("PRAGMA user_version = 1")
    db.close()
    early.replace(index)
