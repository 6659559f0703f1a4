"""Starts the desktop: application, colours, bridge, window. The command line hands in the engine."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from app.bridge import Bridge
from app.engine_port import Assistant
from app.preferences import Preferences
from app.ui.icons import window_icon
from app.ui.language import locale_of, speak
from app.ui.state import WindowState
from app.ui.theme import Theme
from app.ui.window import Window

_SIZE = (1400, 900)
_BEAT_MS = 500
_FIRST_PAINT_MS = 30
"""Between showing the window and opening the library, whose loading would hold up what is drawn first."""


def run_desktop(open_assistant: Callable[[], Assistant], *, preferences: Preferences,
                first_question: Callable[[], str] = str, request: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status.

    The window is there first; ``open_assistant`` is called on a thread beside it, and ``first_question`` on one after
    it: what it returns stands ready in the field. When the file ``request`` appears, the window comes to the front and
    removes it.

    Nothing of the assistant is called after this returns, unless a call did not end within the bridge's patience.
    """
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        app = QApplication(sys.argv[:1])
    app.setApplicationName("Citeside")
    app.setApplicationDisplayName("Citeside")
    app.setWindowIcon(window_icon())
    state = WindowState(preferences.data_dir)
    locale = locale_of(state.language)
    speak(app, locale)
    theme = Theme(app, state.mode, locale, zoom=state.zoom)
    window, bridge = open_window(app, open_assistant, theme=theme, preferences=preferences)
    _close_on_interrupt(window)
    if request is not None:
        come_when_asked(window, request)
    window.show()
    QTimer.singleShot(_FIRST_PAINT_MS, lambda: window.start(first_question))
    status = app.exec()
    bridge.close()
    return status


def open_window(app: QApplication, open_assistant: Callable[[], Assistant], *, theme: Theme | None = None,
                preferences: Preferences | None = None) -> tuple[Window, Bridge]:
    """A window, not yet shown, and its bridge, which must be closed by whoever closes the window."""
    bridge = Bridge(open_assistant)
    window = Window(bridge, theme or Theme(app))
    window.resize(*_SIZE)
    if preferences is not None:
        window.remember(preferences, WindowState(preferences.data_dir))
    return window, bridge


def come_when_asked(window: QWidget, request: Path) -> None:
    """Bring the window to the front whenever the file appears."""
    def look() -> None:
        if request.exists():
            request.unlink(missing_ok=True)
            window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
            window.raise_()
            window.activateWindow()

    beat = QTimer(window, interval=_BEAT_MS)
    beat.timeout.connect(look)
    beat.start()


def _close_on_interrupt(window: Window) -> None:
    """Ctrl+C in the terminal closes the window; Python only sees the signal when its own code runs now and then."""
    signal.signal(signal.SIGINT, lambda _number, _frame: window.close())
    beat = QTimer(window, interval=_BEAT_MS)
    beat.timeout.connect(lambda: None)
    beat.start()
