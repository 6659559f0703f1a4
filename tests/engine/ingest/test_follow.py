"""While folders are followed, the index equals them a moment after every change, however it was made."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.ingest.child import InlineParser
from engine.ingest.follow import Waits
from engine.ingest.ignore import IgnoreRules
from engine.ingest.mounts import is_share
from engine.ingest.native_watch import NativeWatch
from engine.ingest.power import on_battery
from engine.ingest.watch import NoWatch, open_watch
from engine.types import Parsed, RootId, RootState
from tests.following import QUICK, Following, holding, until
from tests.library import SmallLibrary

PAGE = "# Relay {0}\n\nThe relay {0} holds word{0} routes.\n"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="inotify is of Linux alone")


@pytest.fixture
def library(tmp_path: Path) -> Iterator[SmallLibrary]:
    made = SmallLibrary(tmp_path, waits=QUICK)
    for number in range(20):
        made.write(f"page{number}.md", PAGE.format(number))
    made.write("a/deep/inner.md", PAGE.format("inner"))
    made.add_docs()
    made.sync()
    yield made
    made.store.close()


def equals_fresh(library: SmallLibrary) -> bool:
    fresh = SmallLibrary(library.docs.parent, data=f"fresh{time.monotonic_ns()}")
    fresh.add_docs()
    fresh.sync()
    contents = fresh.contents()
    fresh.store.close()
    return library.contents() == contents


def test_a_saved_file_is_found_soon_and_only_it_is_read(library: SmallLibrary) -> None:
    with Following(library) as following:
        until(lambda: len(following.reports) > 1, seconds=1)
        embedded = len(library.embedder.embedded)
        library.write("page7.md", PAGE.format(7) + "\n## More\n\nNEEDLE stands here.\n")
        following.finds("NEEDLE", {"page7.md"})
        following.settle()
        assert len(library.embedder.embedded) - embedded == 1
        last = [report for report in following.reports if report.changed]
        assert [(report.changed, report.added, report.unchanged) for report in last] == [(1, 0, 0)]
    assert equals_fresh(library)
    library.check()


def test_a_save_by_rename_is_a_change_of_the_file(library: SmallLibrary) -> None:
    with Following(library) as following:
        library.write(".page3.md.swp", "garbage")
        library.write("page3.md.tmp", "# Page\n\nNEEDLE-A is new.\n")
        (library.docs / "page3.md.tmp").replace(library.docs / "page3.md")
        (library.docs / ".page3.md.swp").unlink()
        following.finds("NEEDLE", {"page3.md"})
        following.settle()
        assert holding(library, "garbage") == set()
    assert equals_fresh(library)


def test_new_moved_and_removed_folders_are_followed(library: SmallLibrary, tmp_path: Path) -> None:
    with Following(library) as following:
        library.write("new/er/one.md", "# One\n\nFIRST word.\n")
        following.finds("FIRST", {"new/er/one.md"})
        library.write("new/er/two.md", "# Two\n\nSECOND word.\n")  # in a folder that is new itself
        following.finds("SECOND", {"new/er/two.md"})
        embedded = len(library.embedder.embedded)
        (library.docs / "new").rename(library.docs / "a" / "moved")
        following.finds("FIRST", {"a/moved/er/one.md"})
        library.write("a/moved/er/three.md", "# Three\n\nTHIRD word.\n")  # watched under its new name
        following.finds("THIRD", {"a/moved/er/three.md"})
        following.settle()
        assert len(library.embedder.embedded) - embedded == 1
        (library.docs / "a").rename(tmp_path / "out")
        following.finds("FIRST", set())
        (tmp_path / "out").rename(library.docs / "a")
        following.finds("FIRST", {"a/moved/er/one.md"})
        following.settle()
        assert len(library.embedder.embedded) - embedded == 1
        shutil.rmtree(library.docs / "a")
        following.finds("FIRST", set())
    assert equals_fresh(library)
    library.check()


def test_a_file_that_is_written_all_the_time_is_read_now_and_then_and_complete_in_the_end(
        library: SmallLibrary) -> None:
    with Following(library) as following:
        with (library.docs / "log.txt").open("w") as log:
            for number in range(150):
                log.write(f"entry number{number} of the log\n\n")
                log.flush()
                time.sleep(0.01)
        following.finds("number149", {"log.txt"})
        following.settle()
        assert sum(report.added + report.changed for report in following.reports) <= 5
    assert equals_fresh(library)
    library.check()


def test_what_happens_inside_passed_over_folders_wakes_nobody(library: SmallLibrary) -> None:
    with Following(library) as following:
        until(lambda: False, seconds=0.5)
        before = len(following.progress)
        library.write(".git/objects/x.md", "hidden")
        library.write("node_modules/y.md", "built")
        library.write("z.md~", "half")
        until(lambda: False, seconds=0.6)
        assert len(following.progress) == before


def test_a_replaced_folder_is_offline_and_then_followed_again(library: SmallLibrary, tmp_path: Path) -> None:
    def state() -> RootState:
        return library.assistant.catalogue().roots[0].state

    with Following(library) as following:
        library.docs.rename(tmp_path / "old")
        assert until(lambda: state() is RootState.OFFLINE)
        assert library.assistant.catalogue().documents == 21
        library.docs.mkdir()
        library.write("x.md", "# X\n\nFRESH word.\n")
        following.finds("FRESH", {"x.md"})
        assert until(lambda: state() is RootState.ONLINE)
        assert library.assistant.catalogue().documents == 22  # the old ones wait for a second look
        library.write("x.md", "# X\n\nEDITED word.\n")
        following.finds("EDITED", {"x.md"})


def test_a_pause_holds_and_asking_goes_on(library: SmallLibrary) -> None:
    follower = library.assistant.follower
    with Following(library) as following:
        following.settle()
        follower.pause()
        library.write("page1.md", "# One\n\nPAUSED word.\n")
        assert not until(lambda: bool(holding(library, "PAUSED")), seconds=1)
        follower.resume()
        following.finds("PAUSED", {"page1.md"})


class Slow(InlineParser):
    """Takes its time for each file."""

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        time.sleep(0.05)
        return super().parse(path, relative_path=relative_path)


def test_a_pass_that_is_paused_keeps_what_is_done_and_goes_on_where_it_was(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, waits=QUICK, parser=Slow())
    for number in range(40):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()

    def documents() -> int:
        return library.assistant.catalogue().documents

    follower = library.assistant.follower
    with Following(library, is_patient=False) as following:
        assert until(lambda: documents() > 2)
        follower.pause()
        before = documents()
        assert not until(lambda: documents() > before + 1, seconds=0.5)
        assert before < 40
        follower.ask()
        assert until(lambda: documents() == 40)
        following.settle()
    library.store.close()


def test_a_folder_added_meanwhile_is_followed_after_asking(library: SmallLibrary, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "y.md").write_text("# Y\n\nOTHER word.\n")
    with Following(library) as following:
        library.assistant.add_root(str(other))
        library.assistant.follower.ask()
        following.finds("OTHER", {"y.md"})
        (other / "y.md").write_text("# Y\n\nCHANGED word.\n")
        following.finds("CHANGED", {"y.md"})


def test_documents_are_found_by_words_before_their_vectors_are_there(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, waits=QUICK)
    for number in range(60):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    waiting: list[int] = []
    with Following(library) as following:
        waiting.append(following.reports[0].added)
        following.finds("word59", {"page59.md"})
        following.settle()
    assert waiting == [60]
    assert following.reports[0].chunks_embedded == 0
    assert max(progress.chunks_waiting for progress in following.progress) > 0
    assert sum(report.chunks_embedded for report in following.reports) == len(set(library.embedder.embedded))
    library.store.close()


@linux
def test_where_folders_cannot_be_watched_they_are_looked_at_and_the_person_is_told_once(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, waits=QUICK)
    library.write("a/x.md", PAGE.format(1))
    library.add_docs()
    library.assistant.follower._watch_for = lambda hint, rules: NoWatch("no watches are left; raise max_user_watches")
    root = library.assistant.catalogue().roots[0].id
    with Following(library) as following:
        assert until(lambda: library.assistant.follower.states()[root].is_polled)
        library.write("a/x.md", "# X\n\nPOLLED word.\n")
        following.finds("POLLED", {"a/x.md"})
        library.write("b/y.md", "# Y\n\nAGAIN word.\n")
        following.finds("AGAIN", {"b/y.md"})
    assert len(following.notices) == 1
    assert "max_user_watches" in following.notices[0]
    library.store.close()


@linux
@pytest.mark.parametrize("make", [open_watch, NativeWatch], ids=["inotify", "watchdog"])
def test_both_ways_to_watch_hint_at_what_changed(make: Callable[..., NativeWatch], library: SmallLibrary) -> None:
    hints: set[str] = set()

    def hear(root: RootId, path: str) -> None:
        hints.add(path)

    root, = library.assistant.catalogue().roots
    watch = make(hear, IgnoreRules())
    watch.keep(root, {"", "a", "a/deep"})
    library.write("a/deep/inner.md", "changed")
    (library.docs / "page1.md").unlink()
    (library.docs / "page2.md").rename(library.docs / "page2b.md")
    library.write(".git/x", "hidden")
    assert until(lambda: hints >= {"a/deep/inner.md", "page1.md", "page2.md", "page2b.md"}), hints
    assert not any(".git" in path for path in hints)
    watch.drop(root.id)
    hints.clear()
    library.write("page3.md", "unseen")
    assert not until(lambda: "page3.md" in hints, seconds=0.3)
    watch.close()
    watch.close()


def test_a_follower_without_folders_waits_and_stops(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, waits=Waits())
    with Following(library):
        pass
    library.store.close()


def test_a_mount_of_another_machine_is_a_share(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text("/dev/sda1 / ext4 rw 0 0\nnas:/docs /mnt/my\\040nas nfs4 rw 0 0\n//box/x /mnt/x cifs rw 0 0\n")
    assert is_share("/mnt/my nas/manuals", mounts=mounts)
    assert is_share("/mnt/x", mounts=mounts)
    assert not is_share("/home/me/docs", mounts=mounts)
    assert not is_share("/mnt/xy", mounts=mounts)
    assert not is_share("/home/me/docs", mounts=tmp_path / "none")


@pytest.mark.parametrize(("supplies", "is_on_battery"), [
    ({"BAT0": {"type": "Battery"}, "AC": {"type": "Mains", "online": "0"}}, True),
    ({"BAT0": {"type": "Battery"}, "AC": {"type": "Mains", "online": "1"}}, False),
    ({"mouse": {"type": "Battery", "scope": "Device"}}, False), ({}, False),
])
def test_a_machine_is_on_battery_when_no_mains_is_connected(
        supplies: dict[str, dict[str, str]], is_on_battery: bool, tmp_path: Path) -> None:
    for name, files in supplies.items():
        (tmp_path / name).mkdir()
        for file, text in files.items():
            (tmp_path / name / file).write_text(text + "\n")
    assert on_battery(supplies=tmp_path) is is_on_battery
    assert not on_battery(supplies=tmp_path / "none")
