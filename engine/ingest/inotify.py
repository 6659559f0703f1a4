"""Folders watched through Linux's inotify, by its own calls.

The kernel says three things that must reach whoever relies on the events: that its queue overflowed, that no more
folders can be watched, and that a watched folder went. Here each of them is seen. Only folders that a scan lists are
watched, which spares the watches of everything that is passed over.
"""

from __future__ import annotations

import ctypes
import errno
import os
import select
import struct
import sys
import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from engine.ingest.ignore import IgnoreRules
from engine.ingest.scan import disk_path, stored_path
from engine.types import Root, RootId

_MODIFY, _ATTRIB, _CLOSE_WRITE, _MOVED_FROM, _MOVED_TO = 0x2, 0x4, 0x8, 0x40, 0x80
_CREATE, _DELETE, _DELETE_SELF, _MOVE_SELF = 0x100, 0x200, 0x400, 0x800
_OVERFLOW, _IGNORED, _IS_DIR = 0x4000, 0x8000, 0x40000000
_ONLY_DIR, _DO_NOT_FOLLOW, _EXCLUDE_UNLINKED = 0x01000000, 0x02000000, 0x04000000
_MASK = (_MODIFY | _ATTRIB | _CLOSE_WRITE | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
         | _ONLY_DIR | _DO_NOT_FOLLOW | _EXCLUDE_UNLINKED)
_HEADER = struct.Struct("iIII")
_READ_BYTES = 1 << 18


class _Place(NamedTuple):
    root: RootId
    folder: str


class InotifyWatch:
    """Watches folders of several roots and says which paths may have changed.

    ``on_hint`` is called from a thread of its own with a root and a path below it; the empty path means that anything
    may have changed. Raises OSError when the system has no watches to give at all.
    """

    def __init__(self, on_hint: Callable[[RootId, str], None], rules: IgnoreRules) -> None:
        if not sys.platform.startswith("linux"):
            raise OSError(errno.ENOSYS, "inotify is of Linux alone")
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._on_hint = on_hint
        self._rules = rules
        self._lock = threading.RLock()
        self._places: dict[int, _Place] = {}
        self._watches: dict[_Place, int] = {}
        self._roots: dict[RootId, str] = {}
        self._limit = ""
        self._handle = self._libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._handle < 0:
            raise OSError(ctypes.get_errno(), "no more inotify instances; raise fs.inotify.max_user_instances")
        self._wake_out, self._wake_in = os.pipe()
        self._thread = threading.Thread(target=self._serve, name="citeside-watch", daemon=True)
        self._thread.start()

    def keep(self, root: Root, folders: Iterable[str]) -> tuple[frozenset[str], str]:
        """Watch exactly these folders of a root (root-relative, the root itself empty).

        Returns those that were not watched before, which must be looked at again, and why not all of them can be
        watched (empty when they can).
        """
        wanted = set(folders)
        with self._lock:
            self._limit = ""
            self._roots[root.id] = root.path
            held = {place.folder for place in self._watches if place.root == root.id}
            for folder in held - wanted:
                self._drop(_Place(root.id, folder))
            added = frozenset(folder for folder in sorted(wanted - held) if self._add(_Place(root.id, folder)))
            return added, self._limit

    def drop(self, root: RootId) -> None:
        """Watch nothing of a root any more."""
        with self._lock:
            self._roots.pop(root, None)
            for place in [place for place in self._watches if place.root == root]:
                self._drop(place)

    def close(self) -> None:
        """End the thread and give the watches back. Closing twice is fine."""
        with self._lock:
            if self._handle < 0:
                return
            os.write(self._wake_in, b"x")
        self._thread.join(5)
        with self._lock:
            for handle in (self._handle, self._wake_in, self._wake_out):
                os.close(handle)
            self._handle = -1

    def _add(self, place: _Place) -> bool:
        path = os.fsencode(disk_path(self._roots[place.root], place.folder))
        number = self._libc.inotify_add_watch(self._handle, path, _MASK)
        if number < 0:
            if ctypes.get_errno() == errno.ENOSPC:
                self._limit = ("the system watches no more folders for one person; raise fs.inotify.max_user_watches "
                               "to have changes seen at once")
            return False
        before = self._places.get(number)
        if before is not None:  # the folder was moved and is the same to the kernel
            self._watches.pop(before, None)
        self._places[number] = place
        self._watches[place] = number
        return True

    def _drop(self, place: _Place) -> None:
        number = self._watches.pop(place, None)
        if number is not None:
            self._places.pop(number, None)
            self._libc.inotify_rm_watch(self._handle, number)

    def _serve(self) -> None:
        poll = select.poll()
        poll.register(self._handle, select.POLLIN)
        poll.register(self._wake_out, select.POLLIN)
        while True:
            ready = {handle for handle, _ in poll.poll()}
            if self._wake_out in ready:
                return
            for root, path in self._hints(os.read(self._handle, _READ_BYTES)):
                self._on_hint(root, path)

    def _hints(self, events: bytes) -> set[tuple[RootId, str]]:
        """What a block of events says, each path once."""
        hints: set[tuple[RootId, str]] = set()
        offset = 0
        with self._lock:
            while offset < len(events):
                number, mask, _, length = _HEADER.unpack_from(events, offset)
                offset += _HEADER.size
                name = stored_path(os.fsdecode(events[offset:offset + length].rstrip(b"\0")))
                offset += length
                if mask & _OVERFLOW:
                    hints.update((root, "") for root in self._roots)
                elif place := self._places.get(number):
                    hints.update(self._said(number, place, mask, name))
        return hints

    def _said(self, number: int, place: _Place, mask: int, name: str) -> Iterable[tuple[RootId, str]]:
        if mask & _IGNORED:
            self._places.pop(number, None)
            self._watches.pop(place, None)
        if mask & (_IGNORED | _DELETE_SELF | _MOVE_SELF):
            return [(place.root, place.folder)] if not place.folder else []
        path = f"{place.folder}/{name}" if place.folder else name
        if mask & _IS_DIR:
            if self._rules.passes_folder(name, path):
                return []
            if mask & _MOVED_FROM:
                for below in [each for each in self._watches if each.root == place.root
                              and (each.folder == path or each.folder.startswith(path + "/"))]:
                    self._drop(below)
            if mask & (_CREATE | _MOVED_TO):
                self._add_below(place.root, path)
            return [] if mask & _ATTRIB else [(place.root, path)]
        return [] if self._rules.passes_file(name, path) else [(place.root, path)]

    def _add_below(self, root: RootId, folder: str) -> None:
        """Watch a new folder and those in it; a scan of it follows, since events before this are lost."""
        waiting = [folder]
        while waiting:
            folder = waiting.pop()
            if not self._add(_Place(root, folder)):
                continue
            try:
                with os.scandir(disk_path(self._roots[root], folder)) as entries:
                    names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
            except OSError:
                continue  # it went, or cannot be listed; the scan says so
            for name in names:
                path = f"{folder}/{stored_path(name)}"
                if not self._rules.passes_folder(name, path):
                    waiting.append(path)
