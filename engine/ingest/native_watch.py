"""Folders watched through the watchdog library, for systems that watch a whole tree with one handle.

Events are hints here as well: a tree whose observer has died, or whose root was replaced, is watched anew after the
next scan.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch

from engine.ingest.ignore import IgnoreRules
from engine.ingest.scan import root_identity, stored_path
from engine.types import Root, RootId

_QUIET = frozenset({"opened", "closed_no_write"})


class NativeWatch:
    """Watches roots and says which paths may have changed; calls as ``InotifyWatch``."""

    def __init__(self, on_hint: Callable[[RootId, str], None], rules: IgnoreRules) -> None:
        self._on_hint = on_hint
        self._rules = rules
        self._lock = threading.Lock()
        self._watches: dict[RootId, tuple[ObservedWatch, str]] = {}
        self._observer = Observer()
        self._observer.start()

    def keep(self, root: Root, folders: Iterable[str]) -> tuple[frozenset[str], str]:
        """Watch a root with everything below it; returns as ``InotifyWatch.keep``."""
        del folders  # the system watches all of them or none
        try:
            identity = root_identity(root.path)
            with self._lock:
                held = self._watches.get(root.id)
                if held and held[1] == identity and self._observer.is_alive():
                    return frozenset(), ""
                if held:
                    self._observer.unschedule(held[0])
                handler = _Handler(root, self._on_hint, self._rules)
                self._watches[root.id] = (self._observer.schedule(handler, root.path, recursive=True), identity)
        except OSError as error:
            return frozenset(), f"the system does not watch the folder: {error.strerror or error}"
        return frozenset({""}), ""

    def drop(self, root: RootId) -> None:
        """Watch nothing of a root any more."""
        with self._lock:
            held = self._watches.pop(root, None)
            if held:
                self._observer.unschedule(held[0])

    def close(self) -> None:
        """End the observer. Closing twice is fine."""
        if self._observer.is_alive():
            self._observer.stop()
            self._observer.join(5)


class _Handler(FileSystemEventHandler):
    def __init__(self, root: Root, on_hint: Callable[[RootId, str], None], rules: IgnoreRules) -> None:
        self._root = root
        self._on_hint = on_hint
        self._rules = rules

    def on_any_event(self, event: FileSystemEvent) -> None:
        if event.event_type in _QUIET or (event.is_directory and event.event_type == "modified"):
            return
        for place in {os.fsdecode(event.src_path), os.fsdecode(event.dest_path)} - {""}:
            try:
                path = stored_path(Path(place).relative_to(self._root.path).as_posix())
            except ValueError:
                continue  # the other end of a move out of the root
            if path == "." or not self._rules.passes(path):
                self._on_hint(self._root.id, "" if path == "." else path)
