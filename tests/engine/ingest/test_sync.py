"""After a synchronisation the index equals a fresh index of the same files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.ingest.sync_run import SyncRun
from engine.types import IngestState, RootState
from tests.library import SmallLibrary

PAGE = "# Relay limits\n\nThe relay holds {} routes.\n\n## Timeouts\n\nA route goes stale after {} seconds.\n"


def test_a_second_synchronisation_embeds_nothing(library: SmallLibrary) -> None:
    library.write("v1.2/limits.md", PAGE.format(512, 40))
    library.add_docs()
    first, second = library.sync(), library.sync()
    assert (first.added, second.added, second.unchanged) == (1, 0, 1)
    assert first.chunks_embedded > 0
    assert second.chunks_embedded == 0
    library.check()


def test_a_changed_word_embeds_only_the_chunk_it_touched(library: SmallLibrary) -> None:
    library.write("limits.md", PAGE.format(512, 40))
    library.add_docs()
    library.sync()
    library.write("limits.md", PAGE.format(512, 41))
    report = library.sync()
    assert (report.changed, report.chunks_embedded) == (1, 1)
    assert report.chunks_reused >= 1
    assert "41 seconds" in library.search("when does a route go stale").passages[0].text


def test_equal_texts_in_several_versions_are_embedded_once(library: SmallLibrary) -> None:
    for version in ("1.0", "1.1", "1.2"):
        library.write(f"{version}/limits.md", PAGE.format(512, 40))
    library.add_docs()
    report = library.sync()
    assert report.added == 3
    assert report.chunks_embedded == len(set(library.embedder.embedded)) == len(library.embedder.embedded)


def test_a_moved_file_is_a_move_and_embeds_nothing(library: SmallLibrary) -> None:
    file = library.write("old/limits.md", PAGE.format(512, 40))
    library.add_docs()
    library.sync()
    (library.docs / "new").mkdir()
    file.rename(library.docs / "new" / "limits.md")
    report = library.sync()
    assert (report.moved, report.added, report.removed, report.chunks_embedded) == (1, 0, 0, 0)
    assert library.search("stale route").passages[0].path == "new/limits.md"
    library.check()


def test_a_deleted_file_is_gone_from_every_search(library: SmallLibrary) -> None:
    file = library.write("limits.md", PAGE.format(512, 40))
    library.write("other.md", "# Other\n\nNothing of that kind.\n")
    library.add_docs()
    library.sync()
    file.unlink()
    assert library.sync().removed == 1
    assert all(passage.path != "limits.md" for passage in library.search("stale route seconds").passages)
    library.check()


def test_a_missing_folder_is_offline_and_keeps_its_index(library: SmallLibrary, tmp_path: Path) -> None:
    library.write("limits.md", PAGE.format(512, 40))
    library.add_docs()
    library.sync()
    library.docs.rename(tmp_path / "unplugged")
    report = library.sync()
    assert report.removed == 0
    assert len(report.offline) == 1
    assert library.assistant.catalogue().roots[0].state is RootState.OFFLINE
    assert library.search("stale route").passages
    (tmp_path / "unplugged").rename(library.docs)
    assert library.sync().chunks_embedded == 0
    assert library.assistant.catalogue().roots[0].state is RootState.ONLINE


@pytest.mark.skipif(os.geteuid() == 0, reason="the administrator can read every file")
def test_an_unreadable_file_fails_alone(library: SmallLibrary) -> None:
    locked = library.write("locked.md", PAGE.format(1, 2))
    library.write("open.md", PAGE.format(3, 4))
    locked.chmod(0)
    library.add_docs()
    report = library.sync()
    locked.chmod(0o644)
    assert [entry.path for entry in report.failed] == ["locked.md"]
    assert library.sync().added == 1


def test_a_binary_file_is_skipped_with_its_reason(library: SmallLibrary) -> None:
    (library.docs / "noise.txt").write_bytes(bytes(range(256)) * 40)
    library.write("open.md", PAGE.format(3, 4))
    library.add_docs()
    report = library.sync()
    assert [(entry.path, entry.state) for entry in report.skipped] == [("noise.txt", IngestState.SKIPPED)]
    assert report.added == 1
    assert len(library.assistant.ledger()) == 2


class FolderMachine(RuleBasedStateMachine):
    """Any sequence of file operations, then a synchronisation, equals a fresh index."""

    names = st.sampled_from(["a.md", "b.md", "1.0/a.md", "1.1/a.md", "sub/c.txt"])

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(os.environ["PYTEST_FOLDER"]) / os.urandom(6).hex()
        self.base.mkdir(parents=True)
        self.library = SmallLibrary(self.base)
        self.library.add_docs()
        self.moment = 1_700_000_000
        self.touched: set[str] = set()

    @rule(name=names, routes=st.integers(1, 3), seconds=st.integers(1, 3))
    def write(self, name: str, routes: int, seconds: int) -> None:
        file = self.library.write(name, PAGE.format(routes, seconds))
        self.moment += 1
        os.utime(file, (self.moment, self.moment))
        self.touched.add(name)

    @rule(name=names)
    def delete(self, name: str) -> None:
        (self.library.docs / name).unlink(missing_ok=True)
        self.touched.add(name)

    @rule(source=names, goal=names)
    def move(self, source: str, goal: str) -> None:
        file = self.library.docs / source
        if file.exists():
            (self.library.docs / goal).parent.mkdir(parents=True, exist_ok=True)
            file.rename(self.library.docs / goal)
            self.touched |= {source, goal}

    @rule(source=st.sampled_from(["1.0", "1.1", "sub"]), goal=st.sampled_from(["1.0", "moved", "sub"]))
    def move_folder(self, source: str, goal: str) -> None:
        folder = self.library.docs / source
        if folder.is_dir() and not (self.library.docs / goal).exists():
            folder.rename(self.library.docs / goal)
            self.touched |= {source, goal}

    @rule()
    def synchronise(self) -> None:
        self.library.sync()
        self.touched.clear()

    @invariant()
    def equals_a_fresh_index(self) -> None:
        self.bring_level()
        self.library.check()
        fresh = SmallLibrary(self.base, data=f"fresh-{os.urandom(6).hex()}")
        fresh.add_docs()
        fresh.sync()
        contents = fresh.contents()
        fresh.store.close()
        assert self.library.contents() == contents

    def bring_level(self) -> None:
        """By a whole scan."""
        self.library.sync()

    def teardown(self) -> None:
        self.library.store.close()
        shutil.rmtree(self.base)


class HintedMachine(FolderMachine):
    """The same when only the paths that were touched are looked at, as the follower of the folders does."""

    def bring_level(self) -> None:
        """By the hints alone; vectors follow."""
        synchroniser, paths = self.library.synchroniser, frozenset(self.touched)
        self.touched.clear()
        if paths:
            root, = synchroniser.roots()
            synchroniser.index({root.id: paths}, on_progress=lambda _: None, is_cancelled=lambda: False,
                               on_seen=lambda _root, _seen, _held: None)
            synchroniser.embed(SyncRun(lambda _: None, lambda: False))


@pytest.mark.parametrize("machine", [FolderMachine, HintedMachine])
def test_any_sequence_of_file_operations_equals_a_fresh_index(
        machine: type[FolderMachine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_FOLDER", str(tmp_path))
    from hypothesis.stateful import run_state_machine_as_test

    run_state_machine_as_test(machine, settings=settings(
        max_examples=12, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)))
