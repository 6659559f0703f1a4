"""Creates the schema and brings older ones up to date; refuses newer ones in words.

Also owns ``chunk_vector``, whose width belongs to the embedding model: when the model changes, every vector goes
and every chunk waits for a new one, so that vectors of two models are never mixed.
"""

from __future__ import annotations

from importlib import resources

from engine.errors import StoreUnavailable
from engine.store.connection import Connection

SCHEMA_VERSION = 1


def migrate(connection: Connection) -> None:
    """Create or check the schema. Raises StoreUnavailable for an index of a newer program."""
    found = connection.value("PRAGMA user_version")
    if found == SCHEMA_VERSION:
        return
    if isinstance(found, int) and found > SCHEMA_VERSION:
        raise StoreUnavailable(
            f"This index was made by a newer Citeside (schema {found}, this one knows {SCHEMA_VERSION}); "
            "update the program or choose another data folder.")
    with connection.writing():
        if connection.value("PRAGMA user_version") == 0:
            connection.run(resources.files("engine.store").joinpath("schema.sql").read_text("utf-8"))
            connection.run(f"PRAGMA user_version = {SCHEMA_VERSION}")


def use_embedding_model(connection: Connection, *, model_id: str, dimensions: int) -> bool:
    """Make ``chunk_vector`` fit the model. Returns True when an older model's vectors had to go."""
    known = connection.value("SELECT value FROM setting WHERE key = 'embedding_model'")
    if known == model_id:
        return False
    with connection.writing():
        connection.run("DROP TABLE IF EXISTS chunk_vector")
        connection.run(
            "CREATE VIRTUAL TABLE chunk_vector USING vec0("
            f"chunk_id INTEGER PRIMARY KEY, scope_class INTEGER, embedding INT8[{dimensions:d}])")
        connection.run("UPDATE chunk SET is_embedded = 0")
        connection.run("INSERT OR REPLACE INTO setting VALUES ('embedding_model', ?)", (model_id,))
    return known is not None
