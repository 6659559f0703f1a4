"""A branch is switched and switched back while the folder is followed and questions are asked.

At the size of a large repository: ``python -m tests.soak.branch_switch``, which prints one line for each violation and
a summary; the exit status is 1 when there was any. The quick form is a test.
"""

from __future__ import annotations

import sys
import tempfile
import time
import traceback
from collections.abc import Iterable
from pathlib import Path

from tests.engine.ingest.namespaced import PAGE, equals_fresh
from tests.following import QUICK, Following, holding, until
from tests.library import SmallLibrary

FILES, CHANGED, DELETED, ADDED, SEARCHES = 3000, 1200, 500, 300, 20
_SEARCH_S = 1.0
_SHARE = 0.95


def play(base: Path, *, scale: float, seconds: float) -> list[float]:
    """The scenario at a share of its size; raises AssertionError. Returns the seconds that each search took."""
    files, changed, deleted, added = (round(number * scale) for number in (FILES, CHANGED, DELETED, ADDED))
    library = SmallLibrary(base, waits=QUICK)
    first = branch(base / "alpha", range(files), edited=range(0))
    second = branch(base / "beta", range(deleted, files + added), edited=range(deleted, deleted + changed))
    switch(library.docs, first)
    (library.docs / ".git").mkdir()
    (library.docs / ".git" / "packed.md").write_text("INTERNAL")
    library.add_docs()
    with Following(library, is_patient=False) as following:
        assert until(lambda: library.assistant.catalogue().documents == files, seconds=seconds)
        following.settle(seconds=seconds)
        switch(library.docs, second)
        took = [searched(library, number) for number in range(SEARCHES)]
        edited = {file.relative_to(second).as_posix() for file in second.rglob("*.md") if "EDITED" in file.read_text()}
        assert len(edited) == changed
        following.finds("EDITED", edited, seconds=seconds)
        following.settle(seconds=seconds)
        assert equals_fresh(library, base / "after")
        embedded = len(library.embedder.embedded)
        switch(library.docs, first)
        following.finds("EDITED", set(), seconds=seconds)
        following.settle(seconds=seconds)
        assert len(library.embedder.embedded) == embedded, "texts that came back were embedded again"
    assert holding(library, "INTERNAL") == set()
    assert equals_fresh(library, base / "back")
    library.check()
    library.store.close()
    return took


def branch(place: Path, numbers: Iterable[int], *, edited: range) -> Path:
    """A folder as a branch has it; some of its pages say that they were edited."""
    for number in numbers:
        file = place / f"part{number % 7}" / f"page{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(PAGE.format(number) + ("\n\nThis page was EDITED." if number in edited else ""))
    return place


def switch(docs: Path, place: Path) -> None:
    """Make one folder like another, touching only what differs."""
    for file in list(docs.rglob("*.md")):
        if ".git" not in file.parts and not (place / file.relative_to(docs)).exists():
            file.unlink()
    for file in place.rglob("*.md"):
        goal = docs / file.relative_to(place)
        if not goal.exists() or goal.read_bytes() != file.read_bytes():
            goal.parent.mkdir(exist_ok=True)
            goal.write_bytes(file.read_bytes())


def searched(library: SmallLibrary, number: int) -> float:
    """Seconds of processor time in this thread that a search took while the index is being written."""
    begun = time.thread_time()
    assert library.search(f"which relay holds route {number}").passages
    time.sleep(0.05)
    return time.thread_time() - begun


def main() -> int:
    """Play it once at full size."""
    with tempfile.TemporaryDirectory(prefix="citeside-soak-") as folder:
        begun = time.monotonic()
        try:
            took = sorted(play(Path(folder), scale=1.0, seconds=600.0))
        except AssertionError:
            print(f"branch switch: {traceback.format_exc()}")
            return 1
    slowest = took[int(_SHARE * len(took)) - 1]
    print(f"branch switch: {FILES} files, {time.monotonic() - begun:.0f} s, {_SHARE:.0%} of {SEARCHES} searches within "
          f"{slowest:.2f} s")
    return int(slowest > _SEARCH_S)


if __name__ == "__main__":
    sys.exit(main())
