"""Start and opening times of the window, each beside its floor in the same run (``make bench``).

- Start: from the first line of Python to a window that is drawn and takes what is typed, by the way of the command,
  against a bare PySide6 window. The library is opened after that, whatever its size; ``CITESIDE_BENCH_LIBRARY`` names
  the data folder of another one than an empty. Each is a process of its own; the fastest of a few counts, as other
  programs only add.
- Opening a citation of a Markdown page and of a PDF page, and results while typing, in a window that is open.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.start import open_window
from app.ui.theme import Mode, Theme
from app.ui.window import Window
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import PAGES, citation
from tests.app.ui.states import PDF_QUOTE, PdfAssistant
from tests.conftest import ROOT

RUNS = 5
START_RATIO, START_S = 2.5, 1.2
MARKDOWN_S, PDF_S, TYPING_S = 0.15, 0.25, 0.1

BARE = """
import time; start = time.perf_counter()
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([]); window = QMainWindow(); window.resize(1400, 900); window.show(); app.processEvents()
print(time.perf_counter() - start)
"""
OURS = """
import time; start = time.perf_counter()
import pathlib, sys
from app.cli.desktop import open_desktop
from app.ui.window import Window
begin = Window.start

def started(window, *rest):
    from PySide6.QtWidgets import QApplication

    QApplication.processEvents()
    assert window.question_box.field.hasFocus()
    print(time.perf_counter() - start)
    begin(window, *rest)
    print(time.perf_counter() - start)

    def shown(*_):
        print(time.perf_counter() - start)
        window.close()
    window._bridge.catalogue_read.connect(shown)
    window._bridge.library_failed.connect(lambda sentence: sys.exit(sentence))

Window.start = started
open_desktop(pathlib.Path(sys.argv[1]))
"""


def fastest(program: str, *arguments: str) -> list[float]:
    """Seconds that a program of its own prints, the best of some runs."""
    runs = [subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True,
                           check=True, timeout=60).stdout.split() for _ in range(RUNS)]
    return [min(map(float, times)) for times in zip(*runs, strict=True)]


def opened(qtbot: QtBot, qapp: QApplication, assistant: FakeAssistant) -> Window:
    window, _ = open_window(qapp, lambda: assistant, theme=Theme(qapp, Mode.LIGHT, QLocale("en_US")))
    qtbot.addWidget(window)
    window.show()
    window.start()
    qtbot.waitUntil(lambda: "Up to date" in window.status_line.text)
    return window


def bench_start(tmp_path: Path) -> None:
    (bare,) = fastest(BARE)
    drawn, complete, read = fastest(OURS, os.environ.get("CITESIDE_BENCH_LIBRARY", str(tmp_path / "data")))
    print(f"\nstart: drawn after {drawn:.2f} s, a bare window {bare:.2f} s, ratio {drawn / bare:.2f}; "
          f"all its parts {complete:.2f} s, the library read {read:.2f} s")
    assert drawn / bare <= START_RATIO
    assert complete <= START_S


def bench_opening_a_citation(qtbot: QtBot, qapp: QApplication) -> None:
    place = citation(PAGES["limits"], PDF_QUOTE, ("Limits", "Draining"), "1")
    other = citation(PAGES["2.4"], "Times are read in the zone of the server", ("Schedules", "Time zones"), "2")
    for name, assistant, limit in (("Markdown", FakeAssistant(), MARKDOWN_S), ("PDF", PdfAssistant(), PDF_S)):
        window = opened(qtbot, qapp, assistant)
        spent = []
        for _ in range(RUNS):
            window.asking.choose(other)
            while "Time zones" not in window.side_panel.title:
                qapp.processEvents()
            drawn = len(assistant.drawn)
            start = time.perf_counter()
            window.asking.choose(place)
            while "Draining" not in window.side_panel.title or (name == "PDF" and len(assistant.drawn) == drawn):
                qapp.processEvents()
            qapp.processEvents()
            spent.append(time.perf_counter() - start)
        print(f"\nopening a citation, {name}: {min(spent) * 1000:.0f} ms")
        assert min(spent) <= limit
        window.close()


def bench_typing(qtbot: QtBot, qapp: QApplication) -> None:
    window = opened(qtbot, qapp, FakeAssistant())
    window.question_box.field.setFocus()
    qtbot.waitUntil(window.question_box.field.hasFocus)
    spent = []
    for _ in range(RUNS):
        window.question_box.field.clear()
        start = time.perf_counter()
        window.question_box.field.insertPlainText("pool")
        while window.typing_list.lines() == []:
            qapp.processEvents()
        spent.append(time.perf_counter() - start)
    print(f"\nresults while typing: {min(spent) * 1000:.0f} ms after the last key, its pause included")
    assert min(spent) <= TYPING_S
    window.close()
