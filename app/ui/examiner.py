"""Runs sets of questions for the quality page: carries them to the bridge and their figures back."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, QTimer

from app.bridge import Bridge
from app.ui.quality_view import QualityView
from engine.types import QualityRun

_TICK_MS = 200


class Examiner(QObject):
    """Between quality page and bridge. One run at a time; it ends with the window."""

    def __init__(self, bridge: Bridge, view: QualityView) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._view = view
        self._cancel = threading.Event()
        self._reached = (0, 0)
        self._tick = QTimer(self, interval=_TICK_MS)
        self._tick.timeout.connect(lambda: view.show_progress(*self._reached))
        view.running.connect(self.run)
        view.stopped.connect(self.stop)

    def read(self) -> None:
        """Show the runs of before."""
        self._bridge.fetch(lambda engine: engine.quality_runs(), self._view.show_runs, failed=self._fail,
                           lane="quality")

    def run(self, file: str) -> None:
        """Run a set."""
        cancel = self._cancel = threading.Event()
        self._reached = (0, 0)

        def reach(done: int, total: int) -> None:
            self._reached = (done, total)
        self._view.note.hide()
        self._view.show_running(True)
        self._tick.start()
        self._bridge.fetch(
            lambda engine: engine.measure_quality(file, on_progress=reach, is_cancelled=cancel.is_set), self._show,
            failed=self._fail, lane="quality")

    def stop(self) -> None:
        """End the run; nothing of it is kept."""
        self._cancel.set()

    def _show(self, made: QualityRun) -> None:
        self._end()
        self._view.show_failing(made.failing)
        self.read()

    def _fail(self, sentence: str) -> None:
        self._end()
        self._view.note.say(sentence, "warn")

    def _end(self) -> None:
        self._tick.stop()
        self._view.show_running(False)
