"""Creates the schema and brings older ones up to date; refuses newer ones in words.

Also owns ``chunk_vector``, whose width belongs to the embedding model: when the model changes, every vector goes
and every chunk waits for a new one, so that vectors of two models are never mixed.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from engine.errors import StoreDamaged, StoreUnavailable
from engine.store import encoding
from engine.store.connection import Connection

_BLOAT = 3
_VEC0_ROWS = 1024
SCHEMA_VERSION = 5
_STEPS = {1: """
ALTER TABLE root ADD COLUMN held_since REAL;
ALTER TABLE root ADD COLUMN held_identity TEXT NOT NULL DEFAULT '';
ALTER TABLE root ADD COLUMN held_files INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN changed_ns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ledger ADD COLUMN inode INTEGER NOT NULL DEFAULT 0;
CREATE TABLE spare_vector (
    embed_hash BLOB PRIMARY KEY,
    embedding  BLOB NOT NULL,
    left_at    REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX spare_vector_left ON spare_vector(left_at);
""", 2: """
ALTER TABLE ledger ADD COLUMN reader TEXT NOT NULL DEFAULT '';
ALTER TABLE chunk ADD COLUMN places TEXT NOT NULL DEFAULT '[]';
""", 3: """
ALTER TABLE answer ADD COLUMN text TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN product TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN approved_at REAL;
ALTER TABLE answer ADD COLUMN expires_at REAL;
ALTER TABLE answer_citation ADD COLUMN quote TEXT NOT NULL DEFAULT '';
ALTER TABLE answer_citation ADD COLUMN heading TEXT NOT NULL DEFAULT '';
""", 4: """
DROP TRIGGER chunk_fts_insert;
DROP TRIGGER chunk_fts_delete;
"""}
"""What brings an index of the version that is the key to the next one."""


def check_version(path: Path) -> None:
    """Refuse an index of a newer program before anything of it is touched. Raises StoreUnavailable."""
    if path.exists():
        with path.open("rb") as file:
            file.seek(60)  # the place of user_version in the file's header
            _refuse_newer(int.from_bytes(file.read(4), "big"))


def _refuse_newer(found: int) -> None:
    if found > SCHEMA_VERSION:
        raise StoreUnavailable(
            f"This index was made by a newer Citeside (schema {found}, this one knows {SCHEMA_VERSION}); "
            "update the program or choose another data folder.")


def migrate(connection: Connection) -> None:
    """Create or check the schema. Raises StoreUnavailable for an index of a newer program."""
    found = connection.value("PRAGMA user_version")
    if found == SCHEMA_VERSION:
        return
    if isinstance(found, int):
        _refuse_newer(found)
    with connection.writing():
        found = encoding.number(connection.value("PRAGMA user_version"))
        if not found:
            connection.run(resources.files("engine.store").joinpath("schema.sql").read_text("utf-8"))
        for version in range(found or SCHEMA_VERSION, SCHEMA_VERSION):
            connection.run(_STEPS[version])
        connection.run(f"PRAGMA user_version = {SCHEMA_VERSION}")


def is_bloated(connection: Connection) -> bool:
    """Whether vec0 holds many more places than vectors."""
    places = encoding.number(connection.value("SELECT COUNT(*) FROM chunk_vector_chunks")) * _VEC0_ROWS
    vectors = encoding.number(connection.value("SELECT COUNT(*) FROM chunk_vector_rowids"))
    return places > _BLOAT * vectors + 2 * _VEC0_ROWS


def rebuild_vectors(connection: Connection) -> None:
    """Make ``chunk_vector`` anew from what it holds: as small as it can be, one vector for each chunk that had one.

    Chunks whose vector cannot be read wait for a new one. Raises StoreUnavailable.
    """
    with connection.writing():
        connection.run("CREATE TABLE kept_vector (chunk_id INTEGER PRIMARY KEY, embedding BLOB NOT NULL)")
        for (chunk,) in connection.rows("SELECT id FROM chunk WHERE is_embedded = 1"):
            try:
                connection.run("INSERT INTO kept_vector SELECT chunk_id, embedding FROM chunk_vector "
                               "WHERE chunk_id = ? AND embedding IS NOT NULL", (chunk,))
            except StoreDamaged:
                continue  # it is not among the kept ones and will be embedded again
        definition = connection.value("SELECT sql FROM sqlite_schema WHERE name = 'chunk_vector'")
        connection.run("DROP TABLE chunk_vector")
        connection.run(str(definition))
        connection.run("INSERT INTO chunk_vector (chunk_id, scope_class, embedding) SELECT k.chunk_id, "
                       "c.scope_class_id, vec_int8(k.embedding) FROM kept_vector k JOIN chunk c ON c.id = k.chunk_id")
        connection.run("UPDATE chunk SET is_embedded = 0 WHERE is_embedded = 1 "
                       "AND id NOT IN (SELECT chunk_id FROM kept_vector)")
        connection.run("DROP TABLE kept_vector")
        connection.run("INSERT INTO setting VALUES ('generation', '1') "
                       "ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1")


def use_embedding_model(connection: Connection, *, model_id: str, dimensions: int) -> bool:
    """Make ``chunk_vector`` fit the model. Returns True when an older model's vectors had to go."""
    wanted = "SELECT value FROM setting WHERE key = 'embedding_model'"
    if connection.value(wanted) == model_id:
        return False
    with connection.writing():
        known = connection.value(wanted)
        if known == model_id:
            return False
        connection.run("DROP TABLE IF EXISTS chunk_vector")
        connection.run(
            "CREATE VIRTUAL TABLE chunk_vector USING vec0("
            f"chunk_id INTEGER PRIMARY KEY, scope_class INTEGER, embedding INT8[{dimensions:d}])")
        connection.run("UPDATE chunk SET is_embedded = 0")
        connection.run("DELETE FROM spare_vector")
        connection.run("INSERT OR REPLACE INTO setting VALUES ('embedding_model', ?)", (model_id,))
    return known is not None
