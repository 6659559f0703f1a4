"""Sequences of events with the right outcome: equal to a fresh index, sound, without orphans, embedder calls counted.

``COVERED`` says for each scenario of the shared file which test plays it; one test holds the table against the file.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from engine.ingest.child import ChildParser
from engine.ingest.ignore import IgnoreRules
from engine.ingest.watch import open_watch
from engine.store.connection import Connection
from engine.types import IngestState, RootId
from tests.conftest import ROOT, SHARED
from tests.engine.ingest import faults, namespaced
from tests.fakes import FakeGenerator
from tests.following import QUICK, Following, holding, until
from tests.library import SmallLibrary
from tests.soak import branch_switch

PAGE = namespaced.PAGE
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is of Linux alone")

COVERED = {
    "sc-rename-save-01": "test_follow.py::test_a_save_by_rename_is_a_change_of_the_file",
    "sc-rapid-edits-01": "test_scenarios.py::test_rapid_edits_end_in_the_last_one_without_fifty_readings",
    "sc-delete-recreate-01": "test_sync_doubt.py::test_a_file_made_anew_with_the_old_size_and_time_is_read_again",
    "sc-folder-move-01": "test_sync_doubt.py::test_a_folder_that_is_moved_embeds_nothing_and_is_not_held",
    "sc-folder-out-in-01": "test_sync_doubt.py::test_a_folder_moved_out_and_back_in_embeds_nothing",
    "sc-branch-switch-01": "test_scenarios.py::test_a_branch_is_switched_and_switched_back_without_embedding_twice",
    "sc-unmount-01": "test_scenarios.py::test_a_world_of_its_own",
    "sc-root-rename-01": "test_follow.py::test_a_replaced_folder_is_offline_and_then_followed_again",
    "sc-kill9-01": "test_kills.py::test_a_process_that_is_killed_leaves_an_index_that_recovers_by_itself",
    "sc-kill9-vec-01": "test_scenarios.py::test_a_document_whose_vectors_are_not_there_yet_gets_them_at_the_next_start",
    "sc-disk-full-01": "test_scenarios.py::test_a_world_of_its_own",
    "sc-disk-full-02": "test_scenarios.py::test_a_world_of_its_own",
    "sc-clock-01": "test_sync_doubt.py::test_an_older_time_stamp_is_a_change_too",
    "sc-two-instances-01": "test_desktop.py::test_a_second_window_hands_over_to_the_first",
    "sc-db-locked-01": "test_scenarios.py::test_a_locked_index_is_searched_and_goes_on_when_it_is_free",
    "sc-db-corrupt-01": "test_damage.py::test_a_damaged_index_is_kept_aside_and_rebuilt_from_the_folders",
    "sc-schema-newer-01": "test_damage.py::test_an_index_of_a_newer_program_is_refused_and_not_touched",
    "sc-model-bad-01": "test_sync_doubt.py::test_another_model_embeds_everything_anew_and_never_mixes_vectors",
    "sc-overflow-01": "test_scenarios.py::test_an_overflowed_queue_is_a_doubt_about_everything",
    "sc-watch-limit-01": "test_scenarios.py::test_a_world_of_its_own",
    "sc-share-hang-01": "test_sync_doubt.py::test_a_share_that_does_not_answer_is_offline_and_the_others_go_on",
    "sc-grow-read-01": "test_follow.py::"
                       "test_a_file_that_is_written_all_the_time_is_read_now_and_then_and_complete_in_the_end",
    "sc-worker-crash-01": "test_scenarios.py::test_bad_files_among_good_ones_cost_only_themselves_and_are_tried_twice",
    "sc-embed-nan-01": "test_sync_doubt.py::"
                       "test_a_text_without_a_sound_vector_is_found_by_its_words_and_the_rest_by_meaning",
    "sc-embed-batch-01": "test_embedder.py::test_a_text_has_the_same_vector_alone_and_among_others",
    "sc-migrate-kill-01": "early.py::make_early",
    "sc-hide-live-01": "test_scenarios.py::"
                       "test_a_folder_that_is_removed_while_an_answer_is_written_is_in_nothing_that_comes_after",
    "sc-purge-01": "test_purge.py::test_no_byte_of_a_deleted_file_is_left_after_maintenance",
    "sc-no-network-01": "conftest.py::network_attempts",
    "sc-quit-busy-01": "test_scenarios.py::test_stopping_in_the_middle_is_quick_and_the_next_start_goes_on",
}


@pytest.mark.corpora
def test_every_scenario_is_played_by_a_test_that_exists() -> None:
    scenarios = json.loads((SHARED / "cases" / "scenarios.json").read_text("utf-8"))["scenarios"]
    assert {scenario["id"] for scenario in scenarios} == set(COVERED)
    for where in set(COVERED.values()):
        file, _, name = where.partition("::")
        found = [path for path in (ROOT / "tests").rglob(file) if f"def {name}" in path.read_text("utf-8")]
        assert found, where


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SmallLibrary]:
    made = SmallLibrary(tmp_path, waits=QUICK)
    yield made
    made.store.close()


@linux
@pytest.mark.parametrize("scenario", ["unmount", "watch_limit", "temporary_folder_full", "disk_full"])
def test_a_world_of_its_own(scenario: str, tmp_path: Path) -> None:
    alone = ["unshare", "-rm"]
    if not shutil.which("unshare") or subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system gives nobody a user namespace, which mounts and limits of our own need")
    done = subprocess.run([*alone, sys.executable, "-m", "tests.engine.ingest.namespaced", scenario, str(tmp_path)],
                          capture_output=True, text=True, cwd=ROOT, timeout=200, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_rapid_edits_end_in_the_last_one_without_fifty_readings(library: SmallLibrary) -> None:
    filling = "".join(f"## Part {number}\n\nFilling words of part {number}.\n\n" for number in range(40))
    library.write("busy.md", f"# Busy\n\nVERSIONzero here.\n\n{filling}")
    library.add_docs()
    with Following(library) as following:
        following.settle()
        embedded = len(library.embedder.embedded)
        for number in range(1, 51):
            library.write("busy.md", f"# Busy\n\nVERSION{number}x here.\n\n{filling}")
            time.sleep(0.02)
        following.finds("VERSION50x", {"busy.md"})
        following.settle()
        assert holding(library, "VERSION49x") == set()
        assert len(library.embedder.embedded) - embedded <= 5
        assert sum(report.changed for report in following.reports) <= 6
    assert namespaced.equals_fresh(library, library.docs.parent)
    library.check()


def test_a_branch_is_switched_and_switched_back_without_embedding_twice(tmp_path: Path) -> None:
    assert len(branch_switch.play(tmp_path, scale=0.1, seconds=60.0)) == branch_switch.SEARCHES


class Interrupted(FakeGenerator):
    """Lets something happen before its first word."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Callable[[], object]] = []

    def generate(self, messages: Sequence[tuple[str, str]], *, max_tokens: int,
                 is_cancelled: Callable[[], bool]) -> Iterator[str]:
        while self.meanwhile:
            self.meanwhile.pop()()
        yield from super().generate(messages, max_tokens=max_tokens, is_cancelled=is_cancelled)


def test_a_folder_that_is_removed_while_an_answer_is_written_is_in_nothing_that_comes_after(tmp_path: Path) -> None:
    generator = Interrupted()
    library = SmallLibrary(tmp_path, generator=generator)
    library.write("page.md", "# Relay\n\nThe relay answers after 40 seconds.\n")
    library.add_docs()
    (other := tmp_path / "other").mkdir()
    (other / "valve.md").write_text("# Valve\n\nThe valve ONLYTHERE closes after 90 seconds.\n")
    library.assistant.add_root(str(other))
    library.sync()
    generator.meanwhile.append(lambda: library.assistant.remove_folder(str(other)))
    library.ask("when does the valve ONLYTHERE close")
    assert generator.meanwhile == []
    assert {passage.path for passage in library.search("ONLYTHERE").passages} <= {"page.md"}
    assert library.ask("when does the valve ONLYTHERE close").curated is None
    assert [root.path for root in library.assistant.catalogue().roots] == [str(library.docs)]
    assert holding(library, "ONLYTHERE") == set()
    library.assistant.maintain()
    library.check()
    library.store.close()
    assert not [file.name for file in (tmp_path / "data").rglob("*")
                if file.is_file() and b"closes after 90" in file.read_bytes()]


def test_a_document_whose_vectors_are_not_there_yet_gets_them_at_the_next_start(library: SmallLibrary) -> None:
    library.write("page.md", PAGE.format(1))
    library.add_docs()
    root, = library.assistant.catalogue().roots
    library.synchroniser.index({root.id: None}, on_progress=lambda _: None, is_cancelled=lambda: False,
                               on_seen=lambda _root, _seen, _held: None)
    library.store.close()
    again = SmallLibrary(library.docs.parent)
    assert again.assistant.catalogue().chunks_waiting == 1
    report = again.sync()
    assert (report.unchanged, report.chunks_embedded) == (1, 1)
    again.check()
    again.store.close()


def test_a_locked_index_is_searched_and_goes_on_when_it_is_free(library: SmallLibrary) -> None:
    for number in range(5):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    with Following(library) as following:
        following.settle()
        other = Connection(library.store.path)
        with other.writing():
            for number in range(3):
                library.write(f"page{number}.md", PAGE.format(number) + "\nEDITED word.\n")
            begun = time.monotonic()
            assert library.search("which relay holds routes").passages
            assert time.monotonic() - begun < 5
            time.sleep(1)
            assert holding(library, "EDITED") == set()
        other.close()
        following.finds("EDITED", {"page0.md", "page1.md", "page2.md"})
        following.settle()
    assert namespaced.equals_fresh(library, library.docs.parent)
    library.check()


def test_a_damaged_log_costs_at_most_what_is_in_it(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path)
    for number in range(10):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    library.sync()
    shutil.copytree(tmp_path / "data", tmp_path / "copy")  # as after a kill: the log was not emptied
    library.store.close()
    log = tmp_path / "copy" / "citeside.db-wal"
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    again = SmallLibrary(tmp_path, data="copy")
    if not again.assistant.catalogue().roots:
        again.add_docs()
    again.sync()
    again.check()
    assert namespaced.equals_fresh(again, tmp_path)
    again.store.close()


@linux
def test_an_overflowed_queue_is_a_doubt_about_everything(library: SmallLibrary) -> None:
    library.write("page.md", PAGE.format(1))
    library.add_docs()
    root, = library.assistant.catalogue().roots
    hints: set[str] = set()
    goes_on = threading.Event()

    def hear(_root: RootId, path: str) -> None:
        goes_on.wait(60)
        hints.add(path)

    limit = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text())
    watch = open_watch(hear, IgnoreRules())
    watch.keep(root, {""})
    library.write("page.md", "this event holds the thread")
    time.sleep(0.3)
    for number in range(limit // 2 + 200):  # at least two events each
        (library.docs / f".{number}").touch()
    goes_on.set()
    assert until(lambda: "" in hints)
    watch.close()


def test_bad_files_among_good_ones_cost_only_themselves_and_are_tried_twice(tmp_path: Path) -> None:
    parser = ChildParser(read=faults.read, silent_seconds=1.0, total_seconds=2.0)
    library = SmallLibrary(tmp_path, parser=parser)
    bad = ("crash", "leave", "silent", "busy", "memory", "nonsense")
    for name in (*bad, *(f"good{number}" for number in range(20)), "loud"):
        library.write(f"{name}.md", name)
    library.add_docs()
    report = library.sync()
    assert (report.added, {entry.path for entry in report.failed}) == (21, {f"{name}.md" for name in bad})
    codes = {entry.path: entry.problem.code.value for entry in report.failed if entry.problem}
    assert set(codes.values()) == {"crash", "timeout", "memory", "protocol"}
    library.sync()
    tries = {entry.path: entry.tries for entry in library.assistant.ledger() if entry.state is IngestState.FAILED}
    assert set(tries.values()) == {2}
    begun = time.monotonic()
    assert len(library.sync().failed) == len(bad)
    assert time.monotonic() - begun < 1, "a file that was tried twice is left alone"
    library.write("crash.md", "fine now")
    (library.docs / "crash.md").rename(library.docs / "mended.md")
    assert library.sync().added == 1
    library.check()
    library.store.close()
    parser.close()


def test_files_before_a_slow_one_are_found_while_it_is_read(tmp_path: Path) -> None:
    parser = ChildParser(read=faults.read, silent_seconds=1.5, total_seconds=6.0)
    parser.parse(Path("fine"), relative_path="warm up")
    library = SmallLibrary(tmp_path, parser=parser)
    for name in ("a1.md", "a2.md", "busy.md", "c.md"):
        library.write(name, f"# {name}\n")
    library.add_docs()
    thread = threading.Thread(target=library.sync)
    thread.start()
    assert until(lambda: library.assistant.catalogue().documents == 2, seconds=6)
    assert thread.is_alive()
    thread.join()
    assert library.assistant.catalogue().documents == 3
    parser.close()
    library.store.close()


def test_stopping_in_the_middle_is_quick_and_the_next_start_goes_on(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, waits=QUICK, parser=ChildParser())
    for number in range(200):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    with Following(library, is_patient=False):
        assert until(lambda: library.assistant.catalogue().documents > 3, seconds=60)
        begun = time.monotonic()
    assert time.monotonic() - begun < 5
    done = library.assistant.catalogue().documents
    library.store.close()
    again = SmallLibrary(tmp_path)
    assert again.sync().added == 200 - done
    assert namespaced.equals_fresh(again, tmp_path)
    again.check()
    again.store.close()
