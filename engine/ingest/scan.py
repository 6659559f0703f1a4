"""Looks at a folder: which files are there, with size and time stamp. The truth that every event is checked against.

1. Hidden entries, version control and build output are passed over by rule (``IGNORED_FOLDERS``).
2. Links to files inside the root are followed once per real file; links to folders and links that leave the root
   are not. Devices, pipes and sockets are reported as not regular, and never opened.
3. A name that is not UTF-8 keeps its bytes: each undecodable byte becomes a private-use character (U+F780 … U+F7FF)
   in the stored path, and turns back into that byte on disk.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
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


def scan(root: str) -> Iterator[FoundFile]:
    """Every file below ``root`` that no rule passes over, folder by folder in name order. Raises OSError for the root.

    A sub-folder that cannot be listed raises OSError too: its files must not be taken for deleted.
    """
    real_root = os.path.realpath(root)
    seen_links: set[tuple[int, int]] = set()
    yield from _scan_folder(root, "", real_root, seen_links)


def _scan_folder(folder: str, prefix: str, real_root: str, seen: set[tuple[int, int]]) -> Iterator[FoundFile]:
    with os.scandir(folder) as listing:
        entries = sorted(listing, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        path = prefix + stored_path(entry.name)
        if entry.is_dir(follow_symlinks=False):
            if entry.name not in IGNORED_FOLDERS:
                yield from _scan_folder(entry.path, path + "/", real_root, seen)
        elif not _is_ignored_file(entry.name):
            found = _file(entry, path, real_root, seen)
            if found:
                yield found


def _file(entry: os.DirEntry[str], path: str, real_root: str, seen: set[tuple[int, int]]) -> FoundFile | None:
    if entry.is_symlink():
        target = os.path.realpath(entry.path)
        inside = os.path.commonpath([target, real_root]) == real_root
        if not inside or not Path(target).is_file():
            return None
        status = Path(target).stat()
        return None if not _is_only_linked(target, real_root, status, seen) else _found(path, status)
    try:
        return _found(path, entry.stat(follow_symlinks=False))
    except FileNotFoundError:
        return None


def _is_only_linked(target: str, real_root: str, status: os.stat_result, seen: set[tuple[int, int]]) -> bool:
    """Whether the linked file is reached by no other path: one that the scan itself passes is not listed again."""
    relative = Path(target).relative_to(real_root).parts
    is_passed_itself = not any(part.startswith(".") or part in IGNORED_FOLDERS for part in relative)
    key = (status.st_dev, status.st_ino)
    if is_passed_itself or key in seen:
        return False
    seen.add(key)
    return True


def _found(path: str, status: os.stat_result) -> FoundFile:
    return FoundFile(path=path, size=status.st_size, modified_ns=status.st_mtime_ns,
                     is_regular=stat.S_ISREG(status.st_mode))


def _is_ignored_file(name: str) -> bool:
    return name in _IGNORED_FILES or name.endswith(_IGNORED_ENDINGS)
