"""The desktop starts over any assistant, with the first question ready, and ends with its window."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.preferences import Preferences
from app.ui.start import open_window, run_desktop
from app.ui.theme import Theme
from app.ui.window import Window
from engine.errors import EnvironmentTrouble
from models.files import ModelFiles
from models.manifest import read_manifest
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.steps import ask
from tests.conftest import ROOT

SHOWN = """
import sys
from app.cli.desktop import open_desktop
from app.ui.start import Window

def started(window, *_):
    print([name for name in ("numpy", "apsw", "markdown_it", "pygments", "onnxruntime", "tokenizers", "pymupdf")
           if name in sys.modules])
    window.close()

Window.start = started
sys.exit(open_desktop(__import__("pathlib").Path(sys.argv[1])))
"""


def test_the_window_opens_with_the_question_ready_and_reads_the_library(
        qapp: QApplication, assistant: FakeAssistant, tmp_path: Path) -> None:
    preferences = Preferences(tmp_path, files=lambda: ModelFiles(read_manifest(), []))
    seen: list[tuple[str, bool]] = []

    def look() -> None:
        shown = [widget for widget in qapp.topLevelWidgets() if isinstance(widget, Window) and widget.isVisible()]
        if shown and shown[0].question_box.field.toPlainText() and assistant.synced:
            seen.append((shown[0].question_box.field.toPlainText(), shown[0].question_box.field.hasFocus()))
            beat.stop()
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    beat = QTimer(interval=50)
    beat.timeout.connect(look)
    beat.start()
    try:
        status = run_desktop(lambda: assistant, preferences=preferences,
                             first_question=lambda: "How do I add a folder to the library?")
    finally:
        signal.signal(signal.SIGINT, before)
    assert status == 0
    assert seen[0][0] == "How do I add a folder to the library?"
    assert assistant.synced == 1
    assert assistant.asked == [], "nothing is asked before the person presses Enter"


def test_the_window_can_be_used_while_the_library_is_being_opened(
        qtbot: QtBot, qapp: QApplication, assistant: FakeAssistant, theme: Theme) -> None:
    gate = threading.Event()

    def open_it() -> FakeAssistant:
        gate.wait(10)
        return assistant

    window, _ = open_window(qapp, open_it, theme=theme)
    qtbot.addWidget(window)
    window.show()
    window.start(lambda: "A question that stands ready")
    card = ask(qtbot, window)
    assert window.status_line.text == "Opening the library …"
    assert card.is_open
    gate.set()
    qtbot.waitUntil(lambda: not card.is_open)
    assert "sentences verified" in card.words()
    qtbot.waitUntil(lambda: "223 documents" in window.status_line.text)
    window.close()


def test_a_library_that_cannot_be_opened_says_why_and_is_tried_again(
        qtbot: QtBot, qapp: QApplication, assistant: FakeAssistant, theme: Theme) -> None:
    is_there = False

    def open_it() -> FakeAssistant:
        if not is_there:
            raise EnvironmentTrouble("The search model is missing.")
        return assistant

    window, _ = open_window(qapp, open_it, theme=theme)
    qtbot.addWidget(window)
    window.show()
    window.start()
    qtbot.waitUntil(lambda: window.banner.text == "The search model is missing.")
    assert window.status_line.text == "The library is not open"
    is_there = True
    next(button for button in window.banner.findChildren(QPushButton) if button.text() == "Try again").click()
    qtbot.waitUntil(lambda: "223 documents" in window.status_line.text)
    assert window.banner.text == ""
    window.close()


def test_nothing_heavy_is_loaded_before_the_window_is_there(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", SHOWN, str(tmp_path / "data")], cwd=ROOT, capture_output=True,
                         text=True, timeout=60, check=True)
    assert run.stdout.strip() == "[]"
