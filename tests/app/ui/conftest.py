"""A window over the invented library, in the light colours, closed again after each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.start import open_window
from app.ui.theme import Mode, Theme
from app.ui.window import Window
from tests.app.ui.sample import FakeAssistant

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform says of every window that it knows no size hints; that is not ours to mend."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("propagateSizeHints", extend=True))


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    """Light colours, English."""
    made = Theme(qapp, Mode.LIGHT, QLocale("en_US"))
    yield made
    made.deleteLater()


@pytest.fixture
def assistant() -> FakeAssistant:
    """Answers at once unless a test holds it back."""
    return FakeAssistant()


@pytest.fixture
def open_over(qtbot: QtBot, qapp: QApplication, theme: Theme) -> Iterator[Callable[[FakeAssistant], Window]]:
    """Opens a window over an assistant and waits until the library has been read."""
    windows: list[Window] = []

    def open_it(assistant: FakeAssistant) -> Window:
        window, _ = open_window(qapp, lambda: assistant, theme=theme)
        windows.append(window)
        qtbot.addWidget(window)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: "Up to date" in window.status_line.text)
        return window

    yield open_it
    for window in windows:
        window.close()


@pytest.fixture
def window(open_over: Callable[[FakeAssistant], Window], assistant: FakeAssistant) -> Window:
    """A window over ``assistant``."""
    return open_over(assistant)
