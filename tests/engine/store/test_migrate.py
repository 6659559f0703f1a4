"""An index of an older schema is brought up to date where it lies; one of a newer is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import StoreUnavailable
from engine.store.connection import Connection
from engine.store.migrate import SCHEMA_VERSION
from tests.library import SmallLibrary

NEWER = {
    1: "ALTER TABLE root DROP COLUMN held_since; ALTER TABLE root DROP COLUMN held_identity; "
       "ALTER TABLE root DROP COLUMN held_files; ALTER TABLE ledger DROP COLUMN changed_ns; "
       "ALTER TABLE ledger DROP COLUMN inode; DROP TABLE spare_vector",
    2: "ALTER TABLE ledger DROP COLUMN reader; ALTER TABLE chunk DROP COLUMN places",
    3: "ALTER TABLE answer DROP COLUMN text; ALTER TABLE answer DROP COLUMN product; "
       "ALTER TABLE answer DROP COLUMN version; ALTER TABLE answer DROP COLUMN approved_at; "
       "ALTER TABLE answer DROP COLUMN expires_at; ALTER TABLE answer_citation DROP COLUMN quote; "
       "ALTER TABLE answer_citation DROP COLUMN heading",
    4: """
CREATE TRIGGER chunk_fts_insert AFTER INSERT ON chunk BEGIN
    INSERT INTO chunk_fts(rowid, heading, body, row_sentences, identifiers, cjk, scope_term)
    VALUES (new.id, new.heading, new.body, new.row_sentences, new.identifiers, new.cjk, new.scope_term);
END;
CREATE TRIGGER chunk_fts_delete AFTER DELETE ON chunk BEGIN
    INSERT INTO chunk_fts(chunk_fts, rowid, heading, body, row_sentences, identifiers, cjk, scope_term)
    VALUES ('delete', old.id, old.heading, old.body, old.row_sentences, old.identifiers, old.cjk, old.scope_term);
END;
""",
}
"""What takes back the step from the version that is the key to the next one."""


@pytest.mark.parametrize("version", range(1, SCHEMA_VERSION))
def test_an_older_index_is_upgraded_and_goes_on(tmp_path: Path, version: int) -> None:
    library = SmallLibrary(tmp_path)
    library.write("pumps.md", "# Pumps\n\nThe pump holds 40 litres.\n")
    library.add_docs()
    library.sync()
    fresh = library.contents()
    library.store.close()
    db = Connection(tmp_path / "data/citeside.db")
    for step in reversed(range(version, SCHEMA_VERSION)):
        db.run(NEWER[step])
    db.run(f"PRAGMA user_version = {version}")
    db.close()
    library = SmallLibrary(tmp_path)
    assert library.search("pump").passages
    library.sync()
    assert library.contents() == fresh
    library.check()
    library.write("pumps.md", "# Pumps\n\nThe pump holds 50 litres.\n")
    library.sync()
    assert "50 litres" in library.search("pump").passages[0].text
    library.check()


def test_a_newer_index_is_refused_in_words(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path)
    library.store.close()
    db = Connection(tmp_path / "data/citeside.db")
    db.run(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    db.close()
    with pytest.raises(StoreUnavailable, match="newer Citeside"):
        SmallLibrary(tmp_path)
