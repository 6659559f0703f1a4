"""What a folder would become, before anything of it is read: counted files, and versions told by their paths.

Nothing is opened; versions that stand inside the files are found only by reading them.
"""

from __future__ import annotations

import re
from collections import Counter

from engine.ingest.metadata import resolve
from engine.ingest.scan import scan
from engine.types import FolderPreview, Parsed, Root

MOST_FILES = 20_000
_SAMPLES = 8


def preview(root: Root) -> FolderPreview:
    """The preview of ``root``, which need not be registered."""
    if trouble := _trouble_of(root.version_regex):
        return FolderPreview(trouble=trouble)
    files = size = 0
    versions: Counter[str] = Counter()
    samples: dict[str, tuple[str, str, str]] = {}
    unread = Parsed(media_type="", title="", text="", blocks=())
    try:
        for found in scan(root.path).files.values():
            if files == MOST_FILES:
                return _made(files, size, versions, samples, is_whole=False)
            if found.is_regular:
                files += 1
                size += found.size
                metadata = resolve(unread, root=root, path=found.path)
                version = "" if metadata.applies_to.is_unversioned else metadata.applies_to.raw
                versions[version] += 1
                source = next((value.source for value in metadata.found if value.name == "version"), "")
                samples.setdefault(version, (found.path, version, source if version else ""))
    except OSError as error:
        return FolderPreview(trouble=f"The folder cannot be read: {error.strerror or error}.")
    return _made(files, size, versions, samples, is_whole=True)


def _made(files: int, size: int, versions: Counter[str], samples: dict[str, tuple[str, str, str]], *,
          is_whole: bool) -> FolderPreview:
    return FolderPreview(files=files, bytes=size, versions=tuple(versions.most_common()), is_whole=is_whole,
                         samples=tuple(list(samples.values())[:_SAMPLES]))


def _trouble_of(rule: str) -> str:
    try:
        re.compile(rule)
    except re.error as error:
        return f"The rule is no regular expression: {error}."
    return ""
