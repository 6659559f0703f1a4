"""Which names a scan passes over: hidden entries, version control, build output, half-written files, and user globs.

A glob is compared as ``.gitignore`` would, without negation: one without ``/`` with every part of the path, one with
``/`` with the whole path from the root, and one that ends with ``/`` with folders only. Letters of either case match.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fnmatch import translate

FOLDERS = frozenset({
    "node_modules", "__pycache__", "venv", "CVS", "lost+found", "System Volume Information", "$RECYCLE.BIN",
})
_FILES = frozenset({"Thumbs.db", "desktop.ini"})
_ENDINGS = ("~", ".swp", ".swx", ".tmp", ".part", ".crdownload")


class IgnoreRules:
    """The rules of one library. ``globs`` come from the person's settings."""

    def __init__(self, globs: Sequence[str] = ()) -> None:
        self._names = _pattern(glob for glob in globs if "/" not in glob)
        self._folder_names = _pattern(glob[:-1] for glob in globs if glob.endswith("/") and "/" not in glob[:-1])
        self._paths = _pattern(glob.strip("/") for glob in globs if "/" in glob.rstrip("/"))
        self._has_patterns = bool(self._names or self._paths)

    def passes_folder(self, name: str, path: str) -> bool:
        """Whether a folder is passed over with everything in it; ``path`` is root-relative, without a final ``/``."""
        return (name.startswith(".") or name in FOLDERS or self._matches(name, path)
                or bool(self._folder_names and self._folder_names.match(name)))

    def passes_file(self, name: str, path: str) -> bool:
        """Whether a file is passed over."""
        return (name[0] == "." or name.endswith(_ENDINGS) or name in _FILES
                or (self._has_patterns and self._matches(name, path)))

    def passes(self, path: str) -> bool:
        """Whether a root-relative path is passed over, or lies in a folder that is."""
        *folders, name = path.split("/")
        above = ""
        for folder in folders:
            above += folder
            if self.passes_folder(folder, above):
                return True
            above += "/"
        return self.passes_file(name, path)

    def _matches(self, name: str, path: str) -> bool:
        return bool(self._names and self._names.match(name)) or bool(self._paths and self._paths.match(path))


def _pattern(globs: Iterable[str]) -> re.Pattern[str] | None:
    parts = [translate(glob.replace("**/", "*")) for glob in globs if glob]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None
