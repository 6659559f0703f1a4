"""Events of the file system as hints: which paths of which root may have changed. Never the truth.

On Linux the kernel's own calls are used (``inotify``), elsewhere the watchdog library (``native_watch``). Where nothing
can be watched at all, folders are looked at from time to time.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Protocol

from engine.ingest.ignore import IgnoreRules
from engine.types import Root, RootId

OnHint = Callable[[RootId, str], None]


class Watching(Protocol):
    """Something that watches folders of roots, on a thread of its own."""

    def keep(self, root: Root, folders: Iterable[str]) -> tuple[frozenset[str], str]:
        """Watch exactly these folders of a root (root-relative, the root itself empty).

        Returns those that were not watched before, which must be looked at again, and why not all of them can be
        watched (empty when they can).
        """
        ...

    def drop(self, root: RootId) -> None:
        """Watch nothing of a root any more."""
        ...

    def close(self) -> None:
        """Stop watching. Closing twice is fine."""
        ...


def open_watch(on_hint: OnHint, rules: IgnoreRules) -> Watching:
    """The way to watch folders on this system."""
    try:
        if sys.platform.startswith("linux"):
            from engine.ingest.inotify import InotifyWatch
            return InotifyWatch(on_hint, rules)
        from engine.ingest.native_watch import NativeWatch
        return NativeWatch(on_hint, rules)
    except OSError as error:
        return NoWatch(error.strerror or str(error))


class NoWatch:
    """Watches nothing, and says why."""

    def __init__(self, why: str) -> None:
        self._why = why

    def keep(self, root: Root, folders: Iterable[str]) -> tuple[frozenset[str], str]:
        """Nothing is watched."""
        del root, folders
        return frozenset(), self._why

    def drop(self, root: RootId) -> None:
        """Nothing is watched."""

    def close(self) -> None:
        """Nothing is open."""
