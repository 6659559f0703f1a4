"""Scenarios that need mounts or limits of their own: run inside ``unshare -rm`` as ``python -m … NAME FOLDER``."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import openpyxl

from engine.ingest.child import ChildParser
from engine.types import RootState
from tests.following import QUICK, Following, holding, until
from tests.library import SmallLibrary

PAGE = "# Relay {0}\n\nThe relay {0} holds word{0} routes.\n"


def mount(place: Path, *, size: str = "64m") -> None:
    place.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)], check=True)


def equals_fresh(library: SmallLibrary, base: Path) -> bool:
    fresh = SmallLibrary(library.docs.parent, data=str(base / "fresh"))
    fresh.add_docs()
    fresh.sync()
    contents = fresh.contents()
    fresh.store.close()
    return library.contents() == contents


def unmount(base: Path) -> None:
    """A root that is a mount is unmounted for a while and comes back with three files changed."""
    mount(base / "docs")
    library = SmallLibrary(base, waits=QUICK)

    def fill() -> None:
        for number in range(60):
            library.write(f"page{number}.md", PAGE.format(number))

    def state() -> RootState:
        return library.assistant.catalogue().roots[0].state

    fill()
    library.add_docs()
    with Following(library) as following:
        following.settle()
        embedded = len(library.embedder.embedded)
        subprocess.run(["umount", "-l", str(library.docs)], check=True)
        assert until(lambda: state() is RootState.OFFLINE)
        assert not until(lambda: library.assistant.catalogue().documents != 60, seconds=1.5)
        assert library.search("which relay holds routes").passages
        searched = len(library.embedder.embedded) - embedded
        mount(library.docs)
        fill()
        for number in range(3):
            library.write(f"page{number}.md", PAGE.format(number) + "\nRETURNED word.\n")
        following.finds("RETURNED", {"page0.md", "page1.md", "page2.md"})
        following.settle()
        assert state() is RootState.ONLINE
        assert len(library.embedder.embedded) - embedded - searched == 3
    assert equals_fresh(library, base)
    library.check()


def disk_full(base: Path) -> None:
    """The disk of the index fills up while indexing, and is enlarged later."""
    mount(base / "data", size="2m")
    library = SmallLibrary(base, waits=QUICK)
    for number in range(40):
        words = " ".join(f"w{number}x{position}" for position in range(2000))
        library.write(f"page{number}.md", PAGE.format(number) + words)
    library.add_docs()
    with Following(library, is_patient=False) as following:
        assert until(lambda: bool(following.notices), seconds=60)
        assert "is full; free some space" in following.notices[0]
        indexed = library.assistant.catalogue().documents
        assert 0 < indexed < 40
        assert holding(library, "routes")
        for number in range(20, 40):
            (library.docs / f"page{number}.md").unlink()
        assert not until(lambda: len(following.notices) > 1, seconds=1.5)
        subprocess.run(["mount", "-o", "remount,size=256m", str(base / "data")], check=True)
        assert until(lambda: library.assistant.catalogue().documents == 20, seconds=60)
        following.settle(seconds=60)
    assert equals_fresh(library, base)
    library.check()


def temporary_folder_full(base: Path) -> None:
    """There is no room for temporary files, and files are read all the same."""
    mount(base / "tmp", size="16k")
    tempfile.tempdir = str(base / "tmp")
    library = SmallLibrary(base, parser=ChildParser())
    for number in range(20):
        library.write(f"page{number}.md", PAGE.format(number))
    book = openpyxl.Workbook()
    book.active.append(["name", "routes"])
    book.active.append(["relay", 512])
    book.save(library.docs / "book.xlsx")
    with (base / "tmp" / "filler").open("wb", buffering=0) as filler:
        try:
            while True:
                filler.write(b"x" * 1024)
        except OSError:
            pass
    library.add_docs()
    report = library.sync()
    assert (report.added, report.failed) == (21, ())
    assert equals_fresh(library, base)
    library.check()


def watch_limit(base: Path) -> None:
    """Twenty folders may be watched, and there are sixty."""
    Path("/proc/sys/user/max_inotify_watches").write_text("20")
    library = SmallLibrary(base, waits=QUICK)
    for number in range(60):
        library.write(f"part{number}/page.md", PAGE.format(number))
    library.add_docs()
    root = library.assistant.catalogue().roots[0].id
    with Following(library) as following:
        assert until(lambda: library.assistant.follower.states()[root].is_polled)
        for number in range(60):
            library.write(f"part{number}/new.md", f"# New\n\nAPPEARED word {number}.\n")
        following.finds("APPEARED", {f"part{number}/new.md" for number in range(60)})
        following.settle()
        assert len(following.notices) == 1
        assert "max_user_watches" in following.notices[0]
    assert equals_fresh(library, base)
    library.check()


if __name__ == "__main__":
    {each.__name__: each for each in (unmount, disk_full, temporary_folder_full, watch_limit)}[sys.argv[1]](
        Path(sys.argv[2]))
