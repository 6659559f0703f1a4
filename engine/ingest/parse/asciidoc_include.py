"""What an AsciiDoc ``include::`` may open: files below the document's own root, and nothing else.

1. The target must be a relative path of plain names: no address, no drive, no absolute path, no way out by ``..``.
   This is decided before the disk is touched, because on some systems opening a path is enough to call a server.
2. What it leads to, all links followed, must be a regular file below the root.
3. Depth, number and size are limited, and a file that is being read is not opened again.
4. A document of its own (it begins with a title) is not repeated: it is in the index already, and a book that only
   collects chapters would have every text twice. Its title stays, as a link.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest.decode import decode
from engine.ingest.parse.source import Source

_DEEPEST = 16
_MOST = 2000
_OUTSIDE = re.compile(r"[A-Za-z][\w+.-]*:|/|~")
_FAMILY = re.compile(r"(?:([\w-]+):)?(partial|example|page|attachment)\$(.+)")
_ASCIIDOC = (".adoc", ".asciidoc", ".asc", ".txt")
_TITLE = re.compile(r"[=#][ \t]+(\S.*)")
_BEFORE_TITLE = re.compile(r"\s*\Z|//(?!/)|:!?\w|\[.*\]\s*\Z")
_LOOKED_AT_LINES = 200
_OPTION = re.compile(r"([\w-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^,]*))")
_TAG = re.compile(r"\b(tag|end)::([^\s\[\]]+)\[\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Included:
    """The lines to put in; or, for a document of its own, only its ``title`` and the ``target`` it was named by."""

    target: str
    lines: tuple[str, ...] = ()
    level_offset: str = ""
    title: str = ""


class Includes:
    """Opens what one document includes, and counts what it does not open.

    ``refused`` counts targets that lie outside the root or beyond the limits, ``missing`` lists those that should be
    below the root but are not there.
    """

    def __init__(self, source: Source) -> None:
        self._root = _root_of(source)
        self._budget = source.limits.text_bytes
        self._open = [source.relative_path]
        self._count = 0
        self.refused = 0
        self.missing: list[str] = []

    def open(self, target: str, options: str) -> Included | None:
        """The file, or None when it is not put in. Call ``close`` after its lines were read (not for a title)."""
        settings = {match[1]: match[2] or match[3] or match[4] or "" for match in _OPTION.finditer(options)}
        path = self._path(target.strip())
        if not path or self._root is None or path in self._open or len(self._open) > _DEEPEST or self._count >= _MOST:
            self.refused += 1
            return None
        text = self._text(path, is_optional="optional" in settings.get("opts", ""))
        if text is None:
            return None
        title = _title_of(text) if path.endswith(_ASCIIDOC) else ""
        self._count += 1
        if title:
            return Included(target=target, title=title)
        self._open.append(path)
        lines: Sequence[str] = [line.rstrip() for line in text.split("\n")]
        if settings.get("lines"):
            lines = _numbered(lines, settings["lines"])
        lines = _tagged(lines, settings.get("tags") or settings.get("tag") or "")
        return Included(target=target, lines=tuple(lines), level_offset=settings.get("leveloffset", "").strip())

    def close(self) -> None:
        """The file opened last was read to its end."""
        self._open.pop()

    def _path(self, target: str) -> str:
        """The target relative to the root, or nothing when it is not below it."""
        here = self._open[-1]
        family = _FAMILY.match(target)
        target = target.replace("\\", "/")
        folder = posixpath.dirname(here)
        if family:
            module = re.match(r"(.*?\bmodules)/([^/]+)/", here)
            if module is None:
                return ""
            folder = f"{module[1]}/{family[1] or module[2]}/{family[2]}s"
            target = family[3]
        if not target or "\0" in target or "{" in target or _OUTSIDE.match(target):
            if "{" in target:
                self.missing.append(target)
            return ""
        path = posixpath.normpath(posixpath.join(folder, target))
        return "" if path.startswith("..") or path == "." or posixpath.isabs(path) else path

    def _text(self, path: str, *, is_optional: bool) -> str | None:
        assert self._root is not None
        try:
            file = (self._root / path).resolve(strict=True)
            if not file.is_relative_to(self._root) or not file.is_file() or file.stat().st_size > self._budget:
                self.refused += 1
                return None
            data = file.read_bytes()
            self._budget -= len(data)
            return decode(data).text
        except (FileNotFoundError, NotADirectoryError):
            if not is_optional:
                self.missing.append(path)
        except (OSError, RuntimeError, ValueError, DocumentTrouble):
            self.refused += 1
        return None


def _root_of(source: Source) -> Path | None:
    """The root's folder: the file's path without its relative part, when it ends with that."""
    parts = source.relative_path.split("/")
    path = source.path.absolute()
    if list(path.parts[-len(parts):]) != parts:
        return None
    try:
        return path.parents[len(parts) - 1].resolve(strict=True)
    except (OSError, RuntimeError):
        return None


def _title_of(text: str) -> str:
    """The title of a document of its own: a heading of the highest level, nothing but settings above it."""
    in_comment = False
    for line in text.split("\n", _LOOKED_AT_LINES)[:_LOOKED_AT_LINES]:
        if line.startswith("////"):
            in_comment = not in_comment
        elif in_comment or _BEFORE_TITLE.match(line):
            continue
        else:
            title = _TITLE.match(line)
            return title[1].strip() if title else ""
    return ""


def _tagged(lines: Iterable[str], wanted: str) -> list[str]:
    """The lines of the tagged regions asked for (all without a wish), the marks themselves left out."""
    names = [name.strip() for name in re.split(r"[;,]", wanted) if name.strip()]
    excluded = {name[1:] for name in names if name.startswith("!")}
    included = {name for name in names if not name.startswith("!")}
    made: list[str] = []
    inside: list[str] = []
    for line in lines:
        mark = _TAG.search(line) if "::" in line else None
        if mark:
            if mark[1] == "tag":
                inside.append(mark[2])
            elif mark[2] in inside:
                inside.remove(mark[2])
        elif excluded.intersection(inside):
            continue
        elif not included or included & {"**", *inside} or ("*" in included and inside):
            made.append(line)
    return made


def _numbered(lines: Sequence[str], wanted: str) -> list[str]:
    """The lines of the ranges asked for (``1..10;15;20..-1``)."""
    made: list[str] = []
    for part in re.split(r"[;,]", wanted):
        first, dots, last = part.strip().partition("..")
        if not first.isdigit():
            continue
        end = int(last) if last.lstrip("-").isdigit() else -1
        made += lines[int(first) - 1:(len(lines) if end < 0 else end) if dots else int(first)]
    return made
