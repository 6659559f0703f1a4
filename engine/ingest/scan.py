"""Looks at a folder: which files are there, with size and time stamps. The truth that every event is checked against.

1. Names are passed over by ``IgnoreRules``.
2. Links to files inside the root are followed once per real file; links to folders and links that leave the root
   are not. Devices, pipes and sockets are reported as not regular, and never opened.
3. A name that is not UTF-8 keeps its bytes: each undecodable byte becomes a private-use character (U+F780 … U+F7FF)
   in the stored path, and turns back into that byte on disk.
4. A sub-folder that cannot be listed is named in ``Scan.unlisted``; what lies in it is unknown, not gone.
5. A look at a few paths only (``paths``) sees for each what a whole scan would. A link among them makes it doubtful,
   since which of several links counts depends on all of them.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from engine.ingest.ignore import IgnoreRules

_WITHOUT_RULES = IgnoreRules()
_LARGEST = (1 << 63) - 1
_NAME = attrgetter("name")


class FoundFile(NamedTuple):
    """One file below a root. ``path`` is root-relative with ``/``; ``is_regular`` False for pipes and devices.

    A named tuple: a scan makes one of it for each of many thousand files. ``changed_ns`` is the time stamp of the
    inode, which no program sets back.
    """

    path: str
    size: int
    modified_ns: int
    changed_ns: int = 0
    inode: int = 0
    is_regular: bool = True


@dataclass(slots=True)
class Scan:
    """What a look at a root came to: files by path; sub-folders that could not be listed, with the system's reason.

    The path of such a folder ends with ``/``, so that it is no file's. ``folders`` are those that were listed, the
    root itself as the empty path.
    """

    files: dict[str, FoundFile] = field(default_factory=dict)
    unlisted: dict[str, str] = field(default_factory=dict)
    folders: set[str] = field(default_factory=set)
    is_doubtful: bool = False

    def may_hold(self, path: str) -> bool:
        """Whether ``path`` may still be there although it was not seen: it lies in a folder that was not listed."""
        return any(path.startswith(folder) for folder in self.unlisted)


def stored_path(name: str) -> str:
    """A file system name as it is stored: lone surrogates become private-use characters."""
    if name.isascii():
        return name
    return "".join(chr(ord(c) - 0xDC00 + 0xF700) if 0xDC80 <= ord(c) <= 0xDCFF else c for c in name)


def disk_path(root: str, stored: str) -> Path:
    """The file on disk of a stored path."""
    name = "".join(chr(ord(c) - 0xF700 + 0xDC00) if 0xF780 <= ord(c) <= 0xF7FF else c for c in stored)
    return Path(root, name)


def root_identity(root: str) -> str:
    """Device and inode of a folder, to tell an unplugged drive from an emptied folder. Raises OSError."""
    found = Path(root).stat()
    return f"{found.st_dev}:{found.st_ino}"


def scan(root: str, *, rules: IgnoreRules = _WITHOUT_RULES, paths: Iterable[str] | None = None,
         progress: Callable[[], None] = lambda: None) -> Scan:
    """Every file below ``root`` that no rule passes over; with ``paths`` only those and what lies below them.

    ``progress`` is called for each folder. Raises OSError when the root itself cannot be listed.
    """
    seen = Scan()
    walk = _Walk(seen, root, rules, progress)
    if paths is None:
        walk.below(root, "")
    else:
        Path(root).stat()
        for path in sorted(paths):
            walk.look(path)
    return seen


class _Walk:
    """One scan under way."""

    def __init__(self, seen: Scan, root: str, rules: IgnoreRules, progress: Callable[[], None]) -> None:
        self._seen = seen
        self._root = root
        self._real_root = os.path.realpath(root)
        self._rules = rules
        self._progress = progress
        self._linked: set[tuple[int, int]] = set()

    def below(self, folder: str, prefix: str) -> None:
        """Add everything below one folder. Raises OSError when that folder itself cannot be listed."""
        waiting = [(folder, prefix)]
        while waiting:
            place, above = waiting.pop()
            try:
                waiting += self._list_one(place, above)
            except (FileNotFoundError, NotADirectoryError):
                if above == prefix:
                    raise
            except OSError as error:
                if above == prefix:
                    raise
                self._seen.unlisted[above] = error.strerror or str(error)

    def _list_one(self, folder: str, prefix: str) -> list[tuple[str, str]]:
        """Add the files of one folder; returns the folders in it, the first by name last."""
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=_NAME)
        self._progress()
        self._seen.folders.add(prefix[:-1])
        deeper: list[tuple[str, str]] = []
        files, passes_file = self._seen.files, self._rules.passes_file
        for entry in entries:
            name = entry.name
            path = prefix + (name if name.isascii() else stored_path(name))
            if entry.is_dir(follow_symlinks=False):
                if not self._rules.passes_folder(name, path):
                    deeper.append((entry.path, path + "/"))
            elif not passes_file(name, path):
                try:
                    status = entry.stat(follow_symlinks=False)
                except OSError as error:
                    self._add_failed(path, error)
                    continue
                if stat.S_ISREG(status.st_mode):  # all but a few; one call less for each
                    files[path] = FoundFile(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns,
                                            status.st_ino & _LARGEST)
                else:
                    self._add(path, entry.path, status)
        return deeper[::-1]

    def look(self, path: str) -> None:
        """Add one path of the root, and everything below it where it is a folder."""
        if path and self._rules.passes(path):
            return
        place = disk_path(self._root, path)
        try:
            status = place.lstat()
        except OSError as error:
            self._add_failed(path, error)
            return
        if stat.S_ISDIR(status.st_mode):
            if path and self._rules.passes_folder(place.name, path):
                return
            self._descend(str(place), path + "/" if path else "")
        else:
            self._seen.is_doubtful |= stat.S_ISLNK(status.st_mode)
            self._add(path, str(place), status)

    def _descend(self, folder: str, prefix: str) -> None:
        try:
            self.below(folder, prefix)
        except (FileNotFoundError, NotADirectoryError):
            return  # it went between two looks
        except OSError as error:
            if not prefix:
                raise
            self._seen.unlisted[prefix] = error.strerror or str(error)

    def _add(self, path: str, place: str, status: os.stat_result) -> None:
        if not stat.S_ISLNK(status.st_mode):
            self._seen.files[path] = _found(path, status)
            return
        try:
            target = os.path.realpath(place)
            is_inside = os.path.commonpath([target, self._real_root]) == self._real_root
            if not is_inside or not stat.S_ISREG((status := Path(target).stat()).st_mode):
                return
        except OSError as error:
            self._add_failed(path, error)
            return
        if self._is_only_linked(target, status):
            self._seen.files[path] = _found(path, status)

    def _add_failed(self, path: str, error: OSError) -> None:
        """What is not there is left out; of anything else, opening it will say what is wrong."""
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            self._seen.files[path] = FoundFile(path=path, size=-1, modified_ns=-1)

    def _is_only_linked(self, target: str, status: os.stat_result) -> bool:
        """Whether the linked file is reached by no other path: one that the scan itself passes is not listed again."""
        relative = Path(target).relative_to(self._real_root).as_posix()
        key = (status.st_dev, status.st_ino)
        if not self._rules.passes(stored_path(relative)) or key in self._linked:
            return False
        self._linked.add(key)
        return True


def found_file(root: str, path: str) -> FoundFile:
    """One file as a scan would find it, links followed. Raises OSError."""
    return _found(path, disk_path(root, path).stat())


def _found(path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(path, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino & _LARGEST,
                     stat.S_ISREG(status.st_mode))
