"""Kills indexing processes at every moment and looks at what is left: ``python -m tests.soak.kills``.

A run: a process that indexes, synchronises or tidies up is ended by ``kill -9``, either after a random time or just
before a chosen write to the disk; in some runs the recovery after it is killed too. Then another process opens the
library as a person would, and it must be sound, embed no text that had its vector, and equal a fresh index.

Prints one line for each violation and a summary; the exit status is 1 when there was any.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from engine.ingest.parse import parse_file
from engine.store.store import FILE_NAME
from tests.early import make_early
from tests.library import SmallLibrary
from tests.soak import tree
from tests.soak.disk import Disk, killing

Work = Callable[[Path, str], None]
"""Something that is done to a library: the folder it is in, and the name of its data folder there."""

_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """Work on a prepared library, with what it takes and leads to when nobody interrupts it."""

    name: str
    base: Path
    work: Work
    seconds: float
    writes: int
    fresh: str


class Soak:
    """The prepared libraries, and the runs over copies of their data."""

    def __init__(self, base: Path, *, documents: int, seed: int) -> None:
        self._random = random.Random(seed)
        self.violations: list[str] = []
        warm(base / "warm")
        new, changed, worn, early = (base / name for name in ("new", "changed", "worn", "early"))
        for place in (new, changed, worn, early):
            place.mkdir(parents=True)
            tree.first_state(place / "docs", documents)
            if place == new:
                (place / "data").mkdir()
            else:
                in_child(partial(synchronise, place, "data"))
        tree.second_state(changed / "docs", documents)
        in_child(partial(make_early, early / "data" / FILE_NAME))
        works: list[tuple[str, Path, Work]] = [("first index", new, synchronise), ("synchronise", changed, synchronise),
                                               ("maintain", worn, tidy), ("remove", worn, remove),
                                               ("migrate", early, synchronise)]
        self._jobs = [self._measured(*each) for each in works]

    def run(self, number: int, *, second: bool) -> None:
        """One kill, or two, and the look at what is left."""
        job = self._jobs[number % len(self._jobs)]
        data = self._copy(job.base)
        how = self._kill(job, data, job.work)
        if second:
            how += ", then " + self._kill(job, data, synchronise)
        found = in_child(lambda: look(job.base, data, job.fresh))
        if found:
            self.violations.append(f"run {number}, {job.name}, killed {how}: {found}")
        shutil.rmtree(job.base / data)

    def _kill(self, job: Job, data: str, work: Work) -> str:
        if self._random.random() < 0.5:
            at = self._random.randint(1, max(2, job.writes))
            in_child(lambda: with_disk(job.base, data, work, at))
            return f"before write {at} of {job.writes}"
        after = self._random.uniform(0.0, job.seconds * 1.1)
        in_child(lambda: work(job.base, data), kill_after_s=after)
        return f"after {after * 1000:.0f} of {job.seconds * 1000:.0f} ms"

    def _measured(self, name: str, base: Path, work: Work) -> Job:
        data = self._copy(base)
        begun = time.monotonic()
        writes = in_child(lambda: with_disk(base, data, work, 0))
        seconds = time.monotonic() - begun
        shutil.rmtree(base / data)
        return Job(name=name, base=base, work=work, seconds=seconds, writes=int(writes),
                   fresh=in_child(lambda: fresh_digest(base)))

    def _copy(self, base: Path) -> str:
        name = f"run{time.monotonic_ns()}"
        shutil.copytree(base / "data", base / name)
        return name


def warm(place: Path) -> None:
    """Load every parser here, so that not each of the processes does."""
    tree.first_state(place, 10)
    for file in place.rglob("*.*"):
        parse_file(file, relative_path=file.name)


def synchronise(base: Path, data: str) -> None:
    """Index what is there, adding the folder when it is not known yet."""
    library = SmallLibrary(base, data=data)
    if not library.assistant.catalogue().roots:
        library.add_docs()
    library.sync()
    library.store.close()


def tidy(base: Path, data: str) -> None:
    """Maintenance."""
    library = SmallLibrary(base, data=data)
    library.assistant.maintain()
    library.store.close()


def remove(base: Path, data: str) -> None:
    """Take the folder out of the library."""
    library = SmallLibrary(base, data=data)
    library.assistant.remove_folder(str(library.docs))
    library.store.close()


def with_disk(base: Path, data: str, work: Work, at: int) -> str:
    """Do the work, and be killed before write ``at``; returns how many writes there were."""
    disk = Disk(killing(at))
    work(base, data)
    return str(disk.calls)


def digest(library: SmallLibrary) -> str:
    """One word for everything that a library holds."""
    return hashlib.sha256(repr(library.contents()).encode()).hexdigest()


def fresh_digest(base: Path) -> str:
    """The word for a fresh index of the same files."""
    synchronise(base, "fresh")
    library = SmallLibrary(base, data="fresh")
    found = digest(library)
    library.store.close()
    shutil.rmtree(base / "fresh")
    return found


def look(base: Path, data: str, fresh: str) -> str:
    """What is wrong with a library after a kill, empty when nothing is."""
    library = SmallLibrary(base, data=data)
    if not library.assistant.catalogue().roots:
        library.add_docs()
    library.check()
    with library.store.snapshot() as db:
        had = {row[0] for row in db.rows("SELECT embed_hash FROM chunk WHERE is_embedded = 1")}
    report = library.sync()
    library.check()
    with library.store.snapshot() as db:
        has = {row[0] for row in db.rows("SELECT embed_hash FROM chunk")}
    try:
        if report.failed or report.offline or report.notice:
            return f"the synchronisation after it reports {report}"
        if len(library.embedder.embedded) > len(has - had):
            return f"{len(library.embedder.embedded)} texts were embedded, {len(has - had)} had no vector"
        return "" if digest(library) == fresh else "the index differs from a fresh one"
    finally:
        library.store.close()


def in_child(work: Callable[[], object], *, kill_after_s: float | None = None) -> str:
    """Do the work in a process of its own; returns what it returned as text, or how it failed.

    A process that was killed returns nothing.
    """
    out, into = os.pipe()
    child = os.fork()
    if not child:
        os.close(out)
        _be_child(work, into)
    os.close(into)
    deadline = time.monotonic() + (_PATIENCE_S if kill_after_s is None else kill_after_s)
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() >= deadline:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            break
        time.sleep(0.001)
    with os.fdopen(out, "rb") as reader:
        said = reader.read().decode()
    if kill_after_s is None and os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL and not said:
        return "" if time.monotonic() < deadline else "it did not end"
    return said


def _be_child(work: Callable[[], object], into: int) -> None:
    try:
        said = str(work() or "")
    except BaseException:  # noqa: BLE001  # it is a violation, whatever it is
        said = "".join(traceback.format_exc())
    os.write(into, said.encode()[-8000:])
    os._exit(0)


def main() -> int:
    """Run as many kills as asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=300)
    options.add_argument("--second", type=int, default=50, help="in so many of them the recovery is killed too")
    options.add_argument("--documents", type=int, default=60)
    options.add_argument("--seed", type=int, default=time.time_ns() % 100_000)
    wanted = options.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), documents=wanted.documents, seed=wanted.seed)
        for number in range(wanted.runs):
            soak.run(number, second=number < wanted.second)
            if (number + 1) % 25 == 0:
                print(f"{number + 1} kills, {len(soak.violations)} violations", file=sys.stderr)
    for violation in soak.violations:
        print(violation)
    print(f"{wanted.runs} kills, {min(wanted.second, wanted.runs)} with a second one during recovery: "
          f"{len(soak.violations)} violations (seed {wanted.seed}, {time.monotonic() - begun:.0f} s)")
    return bool(soak.violations)


if __name__ == "__main__":
    sys.exit(main())
