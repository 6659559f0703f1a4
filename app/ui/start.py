"""Starts the desktop: application, colours, bridge, window. The command line hands in the engine."""

from __future__ import annotations

import signal
import sys
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


def run_desktop(assistant: Assistant, *, preferences: Preferences, first_question: str = "",
                request: Path | None = None) -> int:
    """Show the window until it is closed; returns the exit status. ``first_question`` stands ready in the field.

    When the file ``request`` appears, the window comes to the front and removes it.

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
    theme = Theme(app, state.mode, locale)
    theme.set_zoom(state.zoom)
    window, bridge = open_window(app, assistant, theme=theme, first_question=first_question, preferences=preferences)
    _close_on_interrupt(window)
    if request is not None:
        come_when_asked(window, request)
    window.show()
    window.start()
    status = app.exec()
    bridge.close()
    return status


def open_window(app: QApplication, assistant: Assistant, *, theme: Theme | None = None,
                first_question: str = "", preferences: Preferences | None = None) -> tuple[Window, Bridge]:
    """A window over an assistant, not yet shown, and its bridge, which must be closed by whoever closes the window."""
    bridge = Bridge(assistant)
    window = Window(bridge, theme or Theme(app), first_question=first_question)
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
