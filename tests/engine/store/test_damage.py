"""A damaged, emptied or lost index is kept aside and begun anew from the folders; nobody takes it for a new one."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.errors import BadRoot, StoreDamaged, StoreUnavailable
from engine.store import folders
from engine.store.connection import Connection, suspect_mark
from engine.store.lock import locked
from engine.store.store import Store
from engine.types import Root, RootId
from tests.library import SmallLibrary

PAGE = "# Relay {0}\n\nThe relay holds {0} routes.\n"


@pytest.fixture
def indexed(tmp_path: Path) -> Path:
    """A folder with a library of 30 documents, closed."""
    library = SmallLibrary(tmp_path)
    for number in range(30):
        library.write(f"page{number}.md", PAGE.format(number) + "More words on the relay. " * 40)
    library.add_docs(version="2.15")
    library.sync()
    library.store.close()
    return tmp_path


def index(base: Path) -> Path:
    return base / "data" / "citeside.db"


def overwrite_page(file: Path) -> None:
    with file.open("r+b") as content:
        content.seek(4096 * 3)
        content.write(b"\xa5" * 2000)


def cut_short(file: Path) -> None:
    os.truncate(file, file.stat().st_size - 8192)


def replace_by_text(file: Path) -> None:
    file.write_text("this is no database\n" * 100)


def empty(file: Path) -> None:
    file.write_bytes(b"")


def remove(file: Path) -> None:
    file.unlink()


def use(base: Path) -> SmallLibrary:
    """The library as a person meets it: damage that only shows in use is told, and the next start mends it."""
    library = SmallLibrary(base)
    if library.store.notice:
        return library
    with pytest.raises(StoreDamaged, match="keeps the damaged file aside"):
        _work_with(library)
    library.store.close()
    return SmallLibrary(base)


def _work_with(library: SmallLibrary) -> None:
    library.sync()
    library.search("relay routes", all_versions=True)
    library.check()


@pytest.mark.parametrize("damage", [overwrite_page, cut_short, replace_by_text, empty, remove])
def test_a_damaged_index_is_kept_aside_and_rebuilt_from_the_folders(
        damage: Callable[[Path], None], indexed: Path) -> None:
    before = SmallLibrary(indexed)
    contents = before.contents()
    before.store.close()
    damage(index(indexed))
    damaged = index(indexed).read_bytes() if index(indexed).exists() else None
    library = use(indexed)
    told = library.store.notice
    assert told.startswith("The index was ")
    assert "your folder is known and is read anew" in told
    report = library.sync()
    assert (report.added, report.notice, library.sync().notice) == (30, told, "")
    root, = library.assistant.catalogue().roots
    assert (root.path, root.product, root.version) == (str(library.docs), "relay", "2.15")
    assert library.contents() == contents
    library.check()
    library.store.close()
    kept = [file for file in index(indexed).parent.glob("citeside.db.damaged-*") if not file.name.endswith("-wal")]
    assert [file.stat().st_size for file in kept] == ([] if damaged is None else [len(damaged)])
    assert SmallLibrary(indexed).store.notice == ""


def test_keywords_alone_that_are_damaged_are_made_anew_and_nothing_is_embedded(indexed: Path) -> None:
    db = Connection(index(indexed))
    db.run("DELETE FROM chunk_fts_data WHERE id > 10")
    db.close()
    suspect_mark(index(indexed)).touch()
    library = SmallLibrary(indexed)
    assert (library.store.notice, library.sync().chunks_embedded) == ("", 0)
    assert library.search("routes of relay 17", all_versions=True).passages
    library.check()
    library.store.close()


def test_vectors_alone_that_are_damaged_are_made_anew(indexed: Path) -> None:
    db = Connection(index(indexed))
    db.run("DELETE FROM chunk_vector_rowids WHERE rowid % 2")
    db.close()
    suspect_mark(index(indexed)).touch()
    library = SmallLibrary(indexed)
    report = library.sync()
    assert library.store.notice == ""
    assert 0 < report.chunks_embedded < library.assistant.catalogue().chunks
    assert library.search("routes of relay 17", all_versions=True).passages
    library.store.close()


def test_an_index_that_only_looked_damaged_is_kept(indexed: Path) -> None:
    suspect_mark(index(indexed)).touch()
    library = SmallLibrary(indexed)
    assert (library.store.notice, library.sync().unchanged) == ("", 30)
    assert not suspect_mark(index(indexed)).exists()
    library.store.close()


def test_without_the_list_of_folders_they_are_read_from_the_damaged_file(indexed: Path) -> None:
    (indexed / "data" / folders.FILE_NAME).unlink()
    cut_short(index(indexed))
    library = SmallLibrary(indexed)
    assert library.sync().added == 30
    library.store.close()


def test_when_no_folder_is_known_any_more_the_sentence_says_so(indexed: Path) -> None:
    (indexed / "data" / folders.FILE_NAME).write_text("{not json")
    replace_by_text(index(indexed))
    library = SmallLibrary(indexed)
    assert "add yours again" in library.store.notice
    library.store.close()


def test_a_making_of_the_index_that_was_interrupted_is_done_again(indexed: Path) -> None:
    index(indexed).rename(index(indexed).with_name("citeside.db.new"))
    library = SmallLibrary(indexed)
    assert library.store.notice.startswith("The index was missing")
    assert library.sync().added == 30
    library.store.close()


def test_an_index_of_a_newer_program_is_refused_and_not_touched(indexed: Path) -> None:
    db = Connection(index(indexed))
    db.run("PRAGMA user_version = 99")
    db.close()
    before = hashlib.sha256(index(indexed).read_bytes()).hexdigest()
    with pytest.raises(StoreUnavailable, match="made by a newer Citeside"):
        SmallLibrary(indexed)
    assert hashlib.sha256(index(indexed).read_bytes()).hexdigest() == before


def test_a_removed_list_of_folders_is_written_again(indexed: Path) -> None:
    (indexed / "data" / folders.FILE_NAME).unlink()
    SmallLibrary(indexed).store.close()
    assert [root.path for root in folders.read(indexed / "data")] == [str(indexed / "docs")]


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator can write everywhere")
def test_a_data_folder_that_cannot_be_written_is_refused_in_words(indexed: Path) -> None:
    (indexed / "data").chmod(stat.S_IRUSR | stat.S_IXUSR)
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        SmallLibrary(indexed)
    (indexed / "data").chmod(stat.S_IRWXU)


def test_a_locked_index_says_so(indexed: Path) -> None:
    holder, other = Connection(index(indexed)), Connection(index(indexed), patience_ms=50)
    with holder.writing(), pytest.raises(StoreUnavailable, match="in use by another Citeside"):
        other.run("DELETE FROM document")
    holder.close()
    other.close()


def _add(base: Path, results: multiprocessing.Queue[str]) -> None:
    try:
        store = Store(base / "data", model_id="fake@1", dimensions=8)
        store.writer.add_root(Root(id=RootId(0), path=str(base), label="docs"), identity="1:2")
        store.keep_folders()
        store.close()
    except BadRoot as refused:
        results.put(str(refused))
    else:
        results.put("added")


def test_two_processes_that_add_one_folder_at_once_end_in_success_and_a_sentence(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[str] = context.Queue()
    processes = [context.Process(target=_add, args=(tmp_path, results)) for _ in range(3)]
    for process in processes:
        process.start()
    said = sorted(results.get(timeout=60) for _ in processes)
    for process in processes:
        process.join()
    assert said.count("added") == 1
    assert all("is already in the library" in sentence for sentence in said if sentence != "added")


def test_a_lock_is_held_by_one_and_dropped_when_its_holder_ends(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    with locked(file, seconds=0) as first, locked(file, seconds=0) as second:
        assert (first, second) == (True, False)
    start = time.monotonic()
    with locked(file, seconds=5) as again:
        assert again
    assert time.monotonic() - start < 1
