"""How soon a saved file is found, what indexing holds in memory, and whether the window waits (make bench; no test).

Everything is real: parser process, embedder, watched folder, the waits of the product. Printed as extra information,
with the load of the machine beside it.
"""

from __future__ import annotations

import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QApplication
from pytest_benchmark.fixture import BenchmarkFixture
from pytestqt.qtbot import QtBot

from app.compose import open_library
from app.ui.start import open_window
from app.ui.theme import Mode, Theme
from engine.ingest.child import ChildParser
from engine.ingest.follow import Waits
from models.embedder import OnnxEmbedder
from tests.conftest import ROOT
from tests.following import Following, holding, until
from tests.library import SmallLibrary

pytestmark = [pytest.mark.model, pytest.mark.corpora, pytest.mark.timeout(1200)]
_SAVES = 20
_MOST_MIB = 600
_LONG_ENOUGH_S = 120.0
_BEAT_MS = 5


@pytest.fixture
def some_docs(tmp_path: Path, corpora: Path) -> Path:
    """One version of each product with versions, and all runbooks."""
    docs = tmp_path / "docs"
    shutil.copytree(corpora / "prometheus-runbooks", docs / "prometheus-runbooks")
    for product in ("keda", "artemis"):
        version = max(folder.name for folder in (corpora / product).iterdir() if folder.is_dir())
        shutil.copytree(corpora / product / version, docs / product / version)
    return docs


@pytest.fixture
def followed(tmp_path: Path, some_docs: Path, real_embedder: OnnxEmbedder) -> Iterator[SmallLibrary]:
    parser = ChildParser()
    library = SmallLibrary(tmp_path, embedder=real_embedder, parser=parser, waits=Waits())
    library.add_docs(product="")
    library.sync()
    assert some_docs.is_dir()
    yield library
    parser.close()
    library.store.close()


def bench_from_saving_to_finding(benchmark: BenchmarkFixture, followed: SmallLibrary) -> None:
    """A page of 19 kB is saved, each time with one new sentence: found by its word, then by its meaning."""
    files = sorted(followed.docs.rglob("*.md"), key=lambda file: abs(file.stat().st_size - 19_000))[:_SAVES]
    by_words, by_meaning = [], []
    with Following(followed):
        assert until(lambda: not followed.assistant.catalogue().chunks_waiting, seconds=600)
        for number, file in enumerate(files):
            text = file.read_text("utf-8")
            file.write_text(f"{text}\n\nThe word SAVED{number}X stands in a new sentence.\n", "utf-8")
            begun = time.monotonic()
            assert until(partial(is_found, followed, f"SAVED{number}X"), seconds=60)
            by_words.append(time.monotonic() - begun)
            assert until(lambda: not followed.assistant.catalogue().chunks_waiting, seconds=60)
            by_meaning.append(time.monotonic() - begun)
    benchmark(lambda: None)
    benchmark.extra_info.update(
        load=os.getloadavg()[0], median_s=round(statistics.median(by_words), 2),
        p95_s=round(sorted(by_words)[int(_SAVES * 0.95) - 1], 2), longest_s=round(max(by_words), 2),
        by_meaning_median_s=round(statistics.median(by_meaning), 2))


def is_found(library: SmallLibrary, word: str) -> bool:
    """Whether some document is found by this word."""
    return bool(holding(library, word))


def bench_memory_of_indexing(benchmark: BenchmarkFixture, some_docs: Path, tmp_path: Path) -> None:
    """The most that ``citeside sync`` and its parser hold together, in MiB of resident memory.

    All files are read; embedding, which holds no more after its first texts, is stopped after a while.
    """
    command = [sys.executable, "-c", "import sys; from app.cli.main import run; sys.exit(run(sys.argv[1:]))",
               "--data-dir", str(tmp_path / "data")]
    subprocess.run([*command, "add", str(some_docs)], cwd=ROOT, check=True, capture_output=True)
    begun = time.monotonic()
    process = subprocess.Popen([*command, "sync", "--json"], cwd=ROOT, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    most: dict[str, int] = {}
    while process.poll() is None and time.monotonic() < begun + _LONG_ENOUGH_S:
        together = [resident_mib(pid) for pid in [process.pid, *children(process.pid)]]
        if sum(together) > sum(most.values()):
            most = {f"process_{number}_mib": size for number, size in enumerate(together)}
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    benchmark(lambda: None)
    benchmark.extra_info.update(load=os.getloadavg()[0], seconds=round(time.monotonic() - begun, 1),
                                together_mib=sum(most.values()), **most)
    assert len(most) > 1
    assert sum(most.values()) < _MOST_MIB


def bench_the_window_while_indexing(benchmark: BenchmarkFixture, qtbot: QtBot, qapp: QApplication, some_docs: Path,
                                    tmp_path: Path) -> None:
    """The longest time between two beats of the window's timer while the engine reads and embeds in its threads.

    Beside it the same window with nothing to do: what others take from this machine is in both. ``own``: how much of
    the longest time the window's thread worked itself; the rest it waited for a processor, or for Python's lock.
    """
    with open_library(tmp_path / "data", with_generator=False) as library:
        window, _ = open_window(qapp, lambda: library.assistant, theme=Theme(qapp, Mode.LIGHT, QLocale("en_US")))
        qtbot.addWidget(window)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: "Up to date" in window.status_line.text, timeout=60_000)
        idle = gaps(qapp, 10.0, lambda: False)
        library.assistant.add_root(str(some_docs))
        library.assistant.follower.ask()
        busy = gaps(qapp, 90.0, lambda: bool(library.assistant.catalogue().documents)
                    and not library.assistant.catalogue().chunks_waiting)
        window.close()
    benchmark(lambda: None)
    benchmark.extra_info.update(load=os.getloadavg()[0], **{
        f"{name}_{what}_ms": round(value * 1000, 1) for name, found in (("idle", idle), ("busy", busy))
        for what, value in (("p99", found[int(len(found) * 0.99)][0]), ("longest", found[-1][0]),
                            ("longest_own", found[-1][1]))})


def gaps(qapp: QApplication, seconds: float, is_done: Callable[[], bool]) -> list[tuple[float, float]]:
    """Times between two beats of a timer in the window's thread beyond its interval, shortest first.

    In seconds by the clock, and of the processor in this thread.
    """
    found: list[tuple[float, float]] = []
    last, worked = time.perf_counter(), time.thread_time()

    def beat() -> None:
        nonlocal last, worked
        now, spent = time.perf_counter(), time.thread_time()
        found.append((max(0.0, now - last - _BEAT_MS / 1000), spent - worked))
        last, worked = now, spent

    timer = QTimer()
    timer.timeout.connect(beat)
    timer.start(_BEAT_MS)
    end, looked = time.monotonic() + seconds, time.monotonic()
    while time.monotonic() < end:
        qapp.processEvents()
        if time.monotonic() - looked > 5.0:
            if is_done():
                break
            looked = time.monotonic()
            last, worked = time.perf_counter(), time.thread_time()  # the look was ours, not the window's
        time.sleep(0.001)
    timer.stop()
    return sorted(found)


def children(pid: int) -> list[int]:
    """Processes below one; empty where the system does not tell (Linux does)."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (task / "children").read_text().split()):
                found += [child, *children(child)]
    return found


def resident_mib(pid: int) -> int:
    """Resident memory now; 0 for a process that has ended."""
    with suppress(OSError, StopIteration):
        line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS:"))
        return int(line.split()[1]) // 1024
    return 0
