"""Looks at a folder: which files are there, with size and time stamp. The truth that every event is checked against.

1. Hidden entries, version control and build output are passed over by rule (``IGNORED_FOLDERS``).
2. Links to files inside the root are followed once per real file; links to folders and links that leave the root
   are not. Devices, pipes and sockets are reported as not regular, and never opened.
3. A name that is not UTF-8 keeps its bytes: each undecodable byte becomes a private-use character (U+F780 … U+F7FF)
   in the stored path, and turns back into that byte on disk.
4. A sub-folder that cannot be listed is named in ``Scan.unlisted``; what lies in it is unknown, not gone.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from pathlib import Path

IGNORED_FOLDERS = frozenset({
    "node_modules", "__pycache__", "venv", "CVS", "lost+found", "System Volume Information", "$RECYCLE.BIN",
})
_IGNORED_FILES = frozenset({"Thumbs.db", "desktop.ini"})
_IGNORED_ENDINGS = ("~", ".swp", ".swx", ".tmp", ".part", ".crdownload")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFile:
    """One file below a root. ``path`` is root-relative with ``/``; ``is_regular`` False for pipes and devices."""

    path: str
    size: int
    modified_ns: int
    is_regular: bool = True


@dataclass(slots=True)
class Scan:
    """What a look at a root came to: files by path; sub-folders that could not be listed, with the system's reason.

    The path of such a folder ends with ``/``, so that it is no file's.
    """

    files: dict[str, FoundFile] = field(default_factory=dict)
    unlisted: dict[str, str] = field(default_factory=dict)

    def may_hold(self, path: str) -> bool:
        """Whether ``path`` may still be there although it was not seen: it lies in a folder that was not listed."""
        return any(path.startswith(folder) for folder in self.unlisted)


def stored_path(name: str) -> str:
    """A file system name as it is stored: lone surrogates become private-use characters."""
    return "".join(chr(ord(c) - 0xDC00 + 0xF700) if 0xDC80 <= ord(c) <= 0xDCFF else c for c in name)


def disk_path(root: str, stored: str) -> Path:
    """The file on disk of a stored path."""
    name = "".join(chr(ord(c) - 0xF700 + 0xDC00) if 0xF780 <= ord(c) <= 0xF7FF else c for c in stored)
    return Path(root, name)


def root_identity(root: str) -> str:
    """Device and inode of a folder, to tell an unplugged drive from an emptied folder. Raises OSError."""
    found = Path(root).stat()
    return f"{found.st_dev}:{found.st_ino}"


def scan(root: str) -> Scan:
    """Every file below ``root`` that no rule passes over. Raises OSError when the root itself cannot be listed."""
    seen = Scan()
    walk = _Walk(seen, os.path.realpath(root))
    walk.list(root, "")
    return seen


class _Walk:
    """One scan under way."""

    def __init__(self, seen: Scan, real_root: str) -> None:
        self._seen = seen
        self._real_root = real_root
        self._linked: set[tuple[int, int]] = set()

    def list(self, folder: str, prefix: str) -> None:
        """Add everything below one folder, by name. Raises OSError when it cannot be listed."""
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
        for entry in entries:
            if not entry.name.startswith("."):
                self._add(entry, prefix + stored_path(entry.name))

    def _add(self, entry: os.DirEntry[str], path: str) -> None:
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in IGNORED_FOLDERS:
                self._descend(entry.path, path + "/")
        elif not _is_ignored_file(entry.name):
            found = self._file(entry, path)
            if found:
                self._seen.files[path] = found

    def _descend(self, folder: str, prefix: str) -> None:
        try:
            self.list(folder, prefix)
        except (FileNotFoundError, NotADirectoryError):
            return  # it went between two looks
        except OSError as error:
            self._seen.unlisted[prefix] = error.strerror or str(error)

    def _file(self, entry: os.DirEntry[str], path: str) -> FoundFile | None:
        try:
            if not entry.is_symlink():
                return _found(path, entry.stat(follow_symlinks=False))
            target = os.path.realpath(entry.path)
            inside = os.path.commonpath([target, self._real_root]) == self._real_root
            if not inside or not Path(target).is_file():
                return None
            status = Path(target).stat()
        except FileNotFoundError:
            return None
        except OSError:
            return FoundFile(path=path, size=-1, modified_ns=-1)  # it is there; opening it will say what is wrong
        return _found(path, status) if self._is_only_linked(target, status) else None

    def _is_only_linked(self, target: str, status: os.stat_result) -> bool:
        """Whether the linked file is reached by no other path: one that the scan itself passes is not listed again."""
        relative = Path(target).relative_to(self._real_root).parts
        is_passed_itself = not any(part.startswith(".") or part in IGNORED_FOLDERS for part in relative)
        key = (status.st_dev, status.st_ino)
        if is_passed_itself or key in self._linked:
            return False
        self._linked.add(key)
        return True


def _found(path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(path=path, size=status.st_size, modified_ns=status.st_mtime_ns,
                     is_regular=stat.S_ISREG(status.st_mode))


def _is_ignored_file(name: str) -> bool:
    return name in _IGNORED_FILES or name.endswith(_IGNORED_ENDINGS)
