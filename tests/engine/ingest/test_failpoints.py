"""Whatever write of the disk fails while a document is indexed, once or for ever: nothing is lost or half done."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw
import pytest

from engine.errors import StoreUnavailable
from tests.library import SmallLibrary
from tests.soak.disk import Disk, failing

OLD = "# Relay limits\n\nThe relay holds 512 routes.\n\n## Timeouts\n\nA route goes stale after 40 seconds.\n"
NEW = OLD.replace("512", "640") + "\n## Names\n\n| name | code |\n|---|---|\n| stale | `E-17` |\n"
POINTS = 24
Contents = dict[str, list[tuple[object, ...]]]


@contextmanager
def disk(on_call: Callable[[int], None] = lambda _: None) -> Iterator[Disk]:
    """A controlled disk for what is opened inside."""
    made = Disk()
    made.on_call = on_call
    try:
        yield made
    finally:
        made.unregister()


class Bench:
    """A library of two documents of which one was edited, ready to be synchronised again and again."""

    def __init__(self, base: Path) -> None:
        self.base = base
        library = SmallLibrary(base)
        library.write("limits.md", OLD)
        library.write("other.md", "# Other\n\nThis one stays as it is.\n")
        library.add_docs()
        library.sync()
        self.old = library.contents()
        library.store.close()
        library.write("limits.md", NEW)
        fresh = SmallLibrary(base, data="fresh")
        fresh.add_docs()
        fresh.sync()
        self.new = fresh.contents()
        fresh.store.close()
        with disk() as counted:
            library = self.copy("counted")
            counted.calls = 0
            library.sync()
            self.calls = counted.calls
            library.store.close()

    def copy(self, name: str) -> SmallLibrary:
        shutil.rmtree(self.base / name, ignore_errors=True)
        shutil.copytree(self.base / "data", self.base / name)
        return SmallLibrary(self.base, data=name)

    def fail(self, at: int, *, for_ever: bool, error: type[Exception]) -> list[str]:
        """Synchronise with that failure; returns what was wrong afterwards."""
        with disk() as failed:
            library = self.copy("failed")
            failed.calls, failed.on_call = 0, failing(at, for_ever=for_ever, error=error)
            try:
                library.sync()
            except StoreUnavailable as trouble:
                told = str(trouble)
            else:
                told = "."
            failed.on_call = lambda _: None
            library.store.close()
        wrong = [] if told.endswith(".") else [f"not a sentence: {told}"]
        again = SmallLibrary(self.base, data="failed")
        again.check()
        if texts(again.contents()) not in (texts(self.old), texts(self.new)):
            wrong.append("neither the old nor the new")
        if again.store.notice:
            wrong.append(again.store.notice)
        report = again.sync()
        again.check()
        if again.contents() != self.new or report.failed:
            wrong.append("differs from a fresh index")
        again.store.close()
        return wrong


def texts(contents: Contents) -> list[tuple[object, ...]]:
    """Documents, sections and chunks, without how far their vectors are."""
    return [*contents["documents"], *contents["sections"], *(chunk[:-1] for chunk in contents["chunks"]),
            *contents["identifiers"]]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(tmp_path_factory.mktemp("failpoints"))


@pytest.mark.parametrize("for_ever", [False, True], ids=["once", "for ever"])
def test_a_write_that_fails_loses_nothing(bench: Bench, for_ever: bool) -> None:
    assert bench.calls > POINTS
    violations = {}
    for point in range(POINTS):
        at = 1 + point * bench.calls // POINTS
        error = (apsw.FullError, apsw.IOError)[point % 2]
        if wrong := bench.fail(at, for_ever=for_ever, error=error):
            violations[at] = wrong
    assert violations == {}
