"""The desktop starts over any assistant, with the first question ready, and ends with its window."""

from __future__ import annotations

import signal
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from app.preferences import Preferences
from app.ui.start import run_desktop
from app.ui.window import Window
from models.files import ModelFiles
from models.manifest import read_manifest
from tests.app.ui.sample import FakeAssistant


def test_the_window_opens_with_the_question_ready_and_reads_the_library(
        qapp: QApplication, assistant: FakeAssistant, tmp_path: Path) -> None:
    preferences = Preferences(tmp_path, files=lambda: ModelFiles(read_manifest(), []))
    seen: list[tuple[str, bool]] = []

    def look() -> None:
        window = next(widget for widget in qapp.topLevelWidgets() if isinstance(widget, Window) and widget.isVisible())
        seen.append((window.question_box.field.toPlainText(), window.question_box.field.hasFocus()))
        signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    QTimer.singleShot(300, look)
    try:
        status = run_desktop(assistant, preferences=preferences, first_question="How do I add a folder to the library?")
    finally:
        signal.signal(signal.SIGINT, before)
    assert status == 0
    assert seen[0][0] == "How do I add a folder to the library?"
    assert assistant.synced == 1
    assert assistant.asked == [], "nothing is asked before the person presses Enter"
