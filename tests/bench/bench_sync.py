"""How fast the index is brought level with folders, beside a floor of the same run (make bench; no test).

Printed as extra information, in milliseconds, with ratios: an unchanged scan of 10,000 files beside bare
``os.scandir`` with ``stat``; one changed file among them, from the hint to the committed document; and the first index
for keywords of the real documents beside Recoll's index of the same files, where Recoll is installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.ingest.child import ChildParser
from engine.types import SyncReport
from tests.library import SmallLibrary

SHARED = Path(__file__).resolve().parents[3] / "shared" / "corpora"
T = TypeVar("T")
_FILES = 10_000
_ROUNDS = 5
_PAGE = "# Page {0}\n\nThe page {0} says word{0}.\n"


def best(work: Callable[[], object], rounds: int = _ROUNDS) -> float:
    """The shortest of several times, in milliseconds: what the machine does besides only adds to it."""
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    return min(times)


def beside(floor: Callable[[], object], ours: Callable[[], object], rounds: int = 15) -> tuple[float, float]:
    """The shortest times of two kinds of work taken in turns, in milliseconds."""
    times = [(best(floor, 1), best(ours, 1)) for _ in range(rounds)]
    return min(time for time, _ in times), min(time for _, time in times)


def scandir(folder: str) -> int:
    """The floor: every entry and its status, nothing else."""
    found = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                found += scandir(entry.path)
            else:
                found += entry.stat(follow_symlinks=False).st_size >= 0
    return found


def index(library: SmallLibrary, paths: frozenset[str] | None = None) -> SyncReport:
    """The first speed alone: documents are found by their words."""
    return library.synchroniser.index(
        {root.id: paths for root in library.synchroniser.roots()}, on_progress=lambda _: None,
        is_cancelled=lambda: False, on_seen=lambda _root, _seen, _held: None)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallLibrary]:
    library = SmallLibrary(tmp_path_factory.mktemp("large"))
    for number in range(_FILES):
        library.write(f"part{number % 100}/page{number}.md", _PAGE.format(number))
    library.add_docs()
    index(library)
    yield library
    library.store.close()


def bench_an_unchanged_scan(benchmark: BenchmarkFixture, large: SmallLibrary) -> None:
    report = index(large)
    assert (report.unchanged, report.added) == (_FILES, 0)
    floor, ours = beside(lambda: scandir(str(large.docs)), lambda: index(large))
    benchmark(index, large)
    benchmark.extra_info.update(floor_ms=round(floor, 1), ours_ms=round(ours, 1), ratio=round(ours / floor, 2))


def bench_one_changed_file(benchmark: BenchmarkFixture, large: SmallLibrary) -> None:
    path = "part7/page7.md"
    number = 0

    def edited(paths: frozenset[str] | None) -> float:
        """Edit the file, and bring the index level; milliseconds of the latter."""
        nonlocal number
        number += 1
        parts = (f"\n## Part {part}\n\nEdited {number} times.\n" for part in range(37))
        large.write(path, _PAGE.format(7) + "".join(parts))
        begun = time.perf_counter()
        report = index(large, paths)
        took = (time.perf_counter() - begun) * 1000
        assert (report.changed, report.added, report.removed) == (1, 0, 0)
        return took

    hinted = min(edited(frozenset({path})) for _ in range(_ROUNDS))
    whole = min(edited(None) for _ in range(_ROUNDS))
    benchmark(edited, frozenset({path}))
    benchmark.extra_info.update(hinted_ms=round(hinted, 1), with_a_whole_scan_ms=round(whole, 1))


@pytest.mark.corpora
@pytest.mark.timeout(900)
def bench_the_first_index_for_keywords(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    for name in ("keda", "prometheus-runbooks", "artemis"):
        shutil.copytree(SHARED / name, docs / name)
    files = sum(len(names) for _, _, names in os.walk(docs))
    parser = ChildParser()
    library = SmallLibrary(tmp_path, parser=parser)
    library.add_docs(product="")
    spent, report = measured(lambda: index(library), parser.close)
    benchmark(index, library)
    library.store.close()
    benchmark.extra_info.update(files=files, documents=report.added, load=os.getloadavg()[0], **named("ours", spent))
    if not shutil.which("recollindex"):
        benchmark.extra_info.update(recoll="is not installed here (Debian: recollcmd)")
        return
    theirs, _ = measured(lambda: run_recoll(docs, tmp_path / "recoll"))
    benchmark.extra_info.update(**named("recoll", theirs), cpu_ratio=round(spent.processor / theirs.processor, 2),
                                clock_ratio=round(spent.clock / theirs.clock, 2))


def run_recoll(docs: Path, config: Path) -> None:
    """Index the same files with Recoll, AsciiDoc as text too: without a word it reads nothing but its names."""
    config.mkdir()
    (config / "recoll.conf").write_text(f"topdirs = {docs}\nloglevel = 1\nidxniceprio = 0\n")
    (config / "mimemap").write_text(".adoc = text/plain\n")
    subprocess.run(["recollindex", "-c", str(config), "-z"], check=True, capture_output=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Seconds by the clock, and of the processor in this process and its children that ended."""

    clock: float
    processor: float


def measured(work: Callable[[], T], end: Callable[[], None] = lambda: None) -> tuple[Spent, T]:
    """What a piece of work took; ``end`` ends the child processes it used."""
    clock, before = time.perf_counter(), os.times()
    result = work()
    took = time.perf_counter() - clock
    end()
    after = os.times()
    return Spent(clock=took, processor=sum(after[:4]) - sum(before[:4])), result


def named(name: str, spent: Spent) -> dict[str, float]:
    """For the extra information of a benchmark."""
    return {f"{name}_s": round(spent.clock, 2), f"{name}_cpu_s": round(spent.processor, 2)}
