"""A follower for windows under test: each time it is asked it synchronises its assistant once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from engine.types import RootId, SyncProgress, SyncReport, WatchState


class Synchronising(Protocol):
    """What can be synchronised."""

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        """One pass over everything."""
        ...


class FakeFollower:
    """As ``engine.ingest.follow.Follower``, without folders, vectors and waits."""

    def __init__(self, assistant: Synchronising) -> None:
        self._assistant = assistant
        self.watched: dict[RootId, WatchState] = {}
        self._changed = threading.Condition()
        self._is_asked = self._is_paused = self._is_stopped = False

    def run(self, *, on_progress: Callable[[SyncProgress], None], on_report: Callable[[SyncReport], None],
            on_notice: Callable[[str], None]) -> None:
        while not self._is_stopped:
            with self._changed:
                self._changed.wait_for(lambda: self._is_asked or self._is_stopped)
                self._is_asked = False
            if not self._is_stopped:
                on_report(self._assistant.sync(on_progress=on_progress, is_cancelled=self._must_end))

    def ask(self) -> None:
        with self._changed:
            self._is_asked, self._is_paused = True, False
            self._changed.notify_all()

    def pause(self) -> None:
        with self._changed:
            self._is_paused = True
            self._changed.notify_all()

    def stop(self) -> None:
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()

    def states(self) -> dict[RootId, WatchState]:
        return self.watched

    def _must_end(self) -> bool:
        return self._is_paused or self._is_stopped
