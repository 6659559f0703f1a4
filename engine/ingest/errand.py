"""Calls to a file system that may never come back (a dead share): made in a thread that can be left behind.

The kernel holds a thread that waits for a share which does not answer, and nothing can end it. So the thread that
must go on never makes such a call itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")
Work = Callable[[Callable[[], None]], T]
"""Does something, calling what it is given whenever it gets on."""

SILENT_S = 30.0
_LOOK_S = 0.25


class NoAnswer(Exception):
    """The file system has not answered for too long, or nobody wants to wait for it any longer."""


class Errands:
    """Sends one call at a time; for one thread. ``silent_s``: the longest time without getting on, in seconds."""

    def __init__(self, *, silent_s: float = SILENT_S) -> None:
        self._silent_s = silent_s
        self._runner: _Runner | None = None

    def run(self, work: Work[T], *, is_cancelled: Callable[[], bool] = lambda: False) -> T:
        """What ``work`` returns or raises. Raises NoAnswer when it is silent too long or was cancelled."""
        runner = self._runner = self._runner or _Runner()
        results: SimpleQueue[tuple[T | None, BaseException | None]] = SimpleQueue()
        runner.send(work, results)
        while True:
            try:
                value, error = results.get(timeout=_LOOK_S)
            except Empty:
                if is_cancelled() or time.monotonic() - runner.heard > self._silent_s:
                    self._runner = None  # it ends by itself if its call ever returns
                    runner.end()
                    raise NoAnswer from None
                continue
            if error is not None:
                raise error
            return value  # type: ignore[return-value]  # without an error there is a value

    def close(self) -> None:
        """Let the thread end. Closing twice is fine."""
        runner, self._runner = self._runner, None
        if runner:
            runner.end()


class _Runner:
    def __init__(self) -> None:
        self.heard = time.monotonic()
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        threading.Thread(target=self._serve, name="citeside-files", daemon=True).start()

    def send(self, work: Work[T], results: SimpleQueue[tuple[T | None, BaseException | None]]) -> None:
        def errand() -> None:
            try:
                done: tuple[T | None, BaseException | None] = (work(self._get_on), None)
            except BaseException as error:  # noqa: BLE001  # it is raised in the thread that asked
                done = (None, error)
            results.put(done)
        self._get_on()
        self._queue.put(errand)

    def end(self) -> None:
        self._queue.put(None)

    def _get_on(self) -> None:
        self.heard = time.monotonic()

    def _serve(self) -> None:
        while (errand := self._queue.get()) is not None:
            errand()
