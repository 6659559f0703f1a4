"""Doubtful sights lose nothing: stamps that lie, folders that vanish, embedders that fail, share that hangs."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import DocumentTrouble, StoreUnavailable
from engine.ingest.child import InlineParser
from engine.ingest.embed import EmbedPace
from engine.ingest.errand import Errands
from engine.ingest.scan import Scan, scan
from engine.store.lock import locked
from engine.types import IngestState, Parsed, ProblemCode, RootState
from tests.early import make_early
from tests.fakes import FakeEmbedder
from tests.library import SmallLibrary

PAGE = "# Relay {0}\n\nThe relay {0} holds {0} routes.\n"


class Clock:
    """A wall clock that tests set."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def many(tmp_path: Path, clock: Clock) -> Iterator[SmallLibrary]:
    """A library of 40 documents in the folder ``docs``."""
    library = SmallLibrary(tmp_path, clock=clock)
    for number in range(40):
        library.write(f"a/page{number}.md", PAGE.format(number))
    library.add_docs()
    library.sync()
    yield library
    library.store.close()


def count(library: SmallLibrary) -> int:
    return library.assistant.catalogue().documents


def test_a_file_made_anew_with_the_old_size_and_time_is_read_again(library: SmallLibrary) -> None:
    file = library.write("plan.md", "# Plan\n\nOLD-FACT holds.\n")
    library.add_docs()
    library.sync()
    before = file.stat()
    file.unlink()
    library.write("plan.md", "# Plan\n\nNEW-FACT holds.\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert library.sync().changed == 1
    assert "NEW-FACT" in library.search("NEW-FACT").passages[0].text
    library.check()


def test_an_older_time_stamp_is_a_change_too(library: SmallLibrary) -> None:
    file = library.write("plan.md", "# Plan\n\nOLD-FACT holds.\n")
    library.add_docs()
    library.sync()
    file.write_text("# Plan\n\nNEW-FACT holds.\n")
    os.utime(file, (1, 1))
    assert library.sync().changed == 1


def test_a_mass_deletion_waits_for_a_second_look_and_then_goes_through(many: SmallLibrary, clock: Clock) -> None:
    shutil.rmtree(many.docs / "a")
    first = many.sync()
    assert (first.removed, len(first.held), count(many)) == (0, 1, 40)
    assert many.assistant.catalogue().roots[0].held_files == 40
    clock.now += 30
    assert (many.sync().removed, count(many)) == (0, 40)
    clock.now += 31
    second = many.sync()
    assert (second.removed, second.held, count(many)) == (40, (), 0)
    assert many.assistant.catalogue().roots[0].held_files == 0
    many.check()


def test_files_that_come_back_end_the_wait(many: SmallLibrary, clock: Clock, tmp_path: Path) -> None:
    (many.docs / "a").rename(tmp_path / "elsewhere")
    assert many.sync().held
    (tmp_path / "elsewhere").rename(many.docs / "a")
    report = many.sync()
    assert (report.held, report.chunks_embedded, count(many)) == ((), 0, 40)
    clock.now += 100
    shutil.rmtree(many.docs / "a")
    assert many.sync().held


def test_an_unmounted_drive_is_offline_however_often_one_looks(many: SmallLibrary, clock: Clock,
                                                               tmp_path: Path) -> None:
    many.docs.rename(tmp_path / "drive")
    many.docs.mkdir()  # the mount point: a folder of its own, and empty
    for _ in range(3):
        report = many.sync()
        clock.now += 100
        assert (len(report.offline), report.removed, count(many)) == (1, 0, 40)
        assert many.assistant.catalogue().roots[0].state is RootState.OFFLINE
    many.docs.rmdir()
    (tmp_path / "drive").rename(many.docs)
    assert many.sync().chunks_embedded == 0
    assert many.assistant.catalogue().roots[0].state is RootState.ONLINE


def test_a_folder_put_in_the_place_of_another_loses_the_old_files_only_after_a_second_look(
        many: SmallLibrary, clock: Clock, tmp_path: Path) -> None:
    many.docs.rename(tmp_path / "old")
    many.docs.mkdir()
    many.write("x.md", PAGE.format(99))
    assert (many.sync().added, count(many)) == (1, 41)
    clock.now += 61
    assert (many.sync().removed, count(many)) == (40, 1)
    many.check()


def test_a_folder_that_is_moved_embeds_nothing_and_is_not_held(many: SmallLibrary) -> None:
    embedded = len(many.embedder.embedded)
    (many.docs / "b").mkdir()
    (many.docs / "a").rename(many.docs / "b" / "a2")
    report = many.sync()
    assert (report.moved, report.added, report.removed, report.held) == (40, 0, 0, ())
    assert len(many.embedder.embedded) == embedded
    many.check()


def test_a_folder_moved_out_and_back_in_embeds_nothing(many: SmallLibrary, clock: Clock, tmp_path: Path) -> None:
    embedded = len(many.embedder.embedded)
    (many.docs / "a").rename(tmp_path / "out")
    many.sync()
    clock.now += 61
    assert many.sync().removed == 40
    clock.now += 20 * 3600
    (tmp_path / "out").rename(many.docs / "a")
    assert (many.sync().added, len(many.embedder.embedded)) == (40, embedded)
    many.check()


def test_vectors_of_texts_long_gone_are_let_go(many: SmallLibrary, clock: Clock) -> None:
    (many.docs / "a/page0.md").unlink()
    many.sync()
    clock.now += 8 * 24 * 3600
    many.write("b.md", PAGE.format(77))
    many.sync()
    with many.store.snapshot() as db:
        assert db.value("SELECT COUNT(*) FROM spare_vector") == 0


def columns(library: SmallLibrary, table: str) -> list[tuple[str, ...]]:
    with library.store.snapshot() as db:
        return [tuple(map(str, row[1:])) for row in db.rows(f"PRAGMA table_info({table})")]


def test_a_folder_that_was_not_synchronised_for_a_week_raises_an_alarm(many: SmallLibrary, clock: Clock,
                                                                     tmp_path: Path) -> None:
    assert many.assistant.catalogue().overdue == ()
    many.docs.rename(tmp_path / "drive")
    clock.now += 8 * 24 * 3600
    many.sync()
    assert [root.path for root in many.assistant.catalogue().overdue] == [str(many.docs)]
    (tmp_path / "drive").rename(many.docs)
    many.sync()
    assert many.assistant.catalogue().overdue == ()


class Moody(InlineParser):
    """Breaks over files that say so."""

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        if "BREAKS" in path.read_text():
            raise DocumentTrouble(ProblemCode.CORRUPT, "The file is damaged; fetch it again.")
        return super().parse(path, relative_path=relative_path)


def test_a_reading_that_fails_keeps_the_last_good_one_and_says_from_when_it_is(tmp_path: Path, clock: Clock) -> None:
    library = SmallLibrary(tmp_path, parser=Moody(), clock=clock)
    page = library.write("page.md", PAGE.format("one"))
    library.add_docs()
    library.sync()
    read_at = clock.now
    clock.now += 1000
    page.write_text("BREAKS")
    failed, = library.sync().failed
    assert failed.kept_from == datetime.fromtimestamp(read_at, UTC)
    assert library.search("which relay holds routes").passages
    page.write_text(PAGE.format("two"))
    assert (library.sync().failed, library.assistant.ledger()[0].kept_from) == ((), None)
    library.check()
    library.store.close()


def test_a_file_to_be_read_again_that_vanishes_before_is_removed_all_the_same(many: SmallLibrary) -> None:
    root, = many.assistant.catalogue().roots
    many.assistant.retry(root.id, "a/page3.md")
    many.assistant.retry(root.id, "a/page4.md")
    (many.docs / "a/page3.md").unlink()
    many.sync()
    states = {entry.path: entry.state for entry in many.assistant.ledger()}
    assert (states["a/page3.md"], states["a/page4.md"], count(many)) == (IngestState.GONE, IngestState.INDEXED, 39)
    many.check()


class BadEmbedder(FakeEmbedder):
    """Fails in its own way for documents that say so."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        vectors = super().embed(texts)
        for number, text in enumerate(texts):
            if "\n" not in text:
                continue  # a question
            if "RAISES" in text:
                raise RuntimeError("no")
            for word, value in (("NAN", np.nan), ("INF", np.inf), ("ZERO", 0.0)):
                if word in text:
                    vectors[number] = value
            if "NARROW" in text:
                return vectors[:, :7]
            if "FEWER" in text:
                return vectors[:-1]
        return vectors


def test_a_text_without_a_sound_vector_is_found_by_its_words_and_the_rest_by_meaning(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, embedder=BadEmbedder())
    faults = ("RAISES", "NAN", "INF", "ZERO", "NARROW", "FEWER")
    for word in faults:
        library.write(f"{word}.md", f"# {word.title()} fault\n\nThis {word} text is odd.\n")
    for number in range(20):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    report = library.sync()
    assert (report.added, report.failed) == (26, ())
    with library.store.snapshot() as db:
        assert db.value("SELECT COUNT(*) FROM chunk WHERE is_embedded = 0") == 0
        without = db.value("SELECT COUNT(*) FROM chunk WHERE is_embedded = 2")
        assert isinstance(without, int)
        assert without >= len(faults)
        assert db.value("SELECT COUNT(*) FROM chunk_vector") == db.value(
            "SELECT COUNT(*) FROM chunk WHERE is_embedded = 1")
    for word in faults:
        assert library.search(f"which {word} text is odd").passages[0].path == f"{word}.md"
    library.store.close()
    mended = SmallLibrary(tmp_path, embedder=FakeEmbedder(model_id="fake@2"))
    assert mended.sync().chunks_embedded == 26
    with mended.store.snapshot() as db:
        assert db.value("SELECT COUNT(*) FROM chunk WHERE is_embedded <> 1") == 0
    mended.store.close()


def test_another_model_embeds_everything_anew_and_never_mixes_vectors(many: SmallLibrary, tmp_path: Path) -> None:
    (many.docs / "a/page0.md").unlink()
    many.sync()  # leaves spare vectors of the old model behind
    many.store.close()
    other = SmallLibrary(tmp_path, embedder=FakeEmbedder(model_id="fake@2", dimensions=64))
    with other.store.snapshot() as db:
        assert db.value("SELECT COUNT(*) FROM chunk_vector") == 0
    assert other.search("relay 17 routes", all_versions=True).passages
    many.write("a/page0.md", PAGE.format(0))
    report = other.sync()
    assert report.chunks_embedded == len(set(other.embedder.embedded) - {"relay 17 routes"})
    assert other.assistant.catalogue().chunks_waiting == 0
    other.check()
    other.store.close()


def test_an_index_of_the_version_before_is_brought_up_to_date(many: SmallLibrary, tmp_path: Path) -> None:
    contents = many.contents()
    many.store.close()
    make_early(tmp_path / "data/citeside.db")
    library = SmallLibrary(tmp_path)
    assert (library.sync().failed, library.contents()) == ((), contents)
    fresh = SmallLibrary(tmp_path, data="fresh")
    for table in ("root", "ledger", "chunk", "answer", "spare_vector"):
        assert sorted(columns(library, table)) == sorted(columns(fresh, table))
    fresh.store.close()
    library.store.close()


def test_a_share_that_does_not_answer_is_offline_and_the_others_go_on(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = SmallLibrary(tmp_path, errands=Errands(silent_s=0.5))
    library.write("page.md", PAGE.format(1))
    library.add_docs()
    other = tmp_path / "other"
    other.mkdir()
    (other / "page.md").write_text(PAGE.format(2))
    library.assistant.add_root(str(other))
    library.sync()
    answers = threading.Event()
    monkeypatch.setattr("engine.ingest.root_sync.scan", _hanging(str(library.docs), answers))
    (other / "page.md").write_text(PAGE.format(3))
    begun = time.monotonic()
    report = library.sync()
    assert time.monotonic() - begun < 5
    assert (report.changed, [place.split(": ")[1] for place in report.offline]) == (1, ["it does not answer"])
    assert library.assistant.catalogue().roots[0].state is RootState.OFFLINE
    assert library.search("routes of relay 1", all_versions=True).passages
    answers.set()
    library.write("page.md", PAGE.format(4))
    assert library.sync().changed == 1
    library.store.close()


def _hanging(root: str, answers: threading.Event) -> Callable[..., Scan]:
    def hang(path: str, **wishes: Any) -> Scan:
        if path == root:
            answers.wait(30)
        return scan(path, **wishes)
    return hang


def test_two_processes_never_synchronise_one_library_at_once(library: SmallLibrary, tmp_path: Path,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.store.store._SYNCHRONISING_S", 0.1)
    library.add_docs()
    with locked(tmp_path / "data/sync.lock", seconds=0), pytest.raises(StoreUnavailable, match="Another Citeside"):
        library.sync()
    assert library.sync().added == 0


def test_embedding_waits_while_a_question_is_answered() -> None:
    pace, rested = EmbedPace(), threading.Event()

    def embed() -> None:
        pace.rest(0.01)
        rested.set()

    thread = threading.Thread(target=embed)
    with pace.question():
        with pace.question():
            thread.start()
            assert not rested.wait(0.2)
        assert not rested.wait(0.2)
    assert rested.wait(5)
    thread.join()
