"""The list of folders outside the database: what a damaged or lost index is rebuilt from.

``folders.json`` in the data folder, replaced as a whole, so that it is the old list or the new one at any moment.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from engine.errors import StoreUnavailable
from engine.types import Root, RootId

FILE_NAME = "folders.json"
_SETTINGS = ("path", "label", "product", "version", "version_regex", "audience")


def write(data_dir: Path, roots: Sequence[Root]) -> None:
    """Keep the list, unless it is the one that is there. Raises StoreUnavailable when the disk refuses it."""
    text = json.dumps([{"id": root.id} | {name: getattr(root, name) for name in _SETTINGS} for root in roots],
                      ensure_ascii=True, indent=1) + "\n"
    goal = data_dir / FILE_NAME
    with suppress(OSError, UnicodeDecodeError):
        if goal.read_text("utf-8") == text:
            return
    fresh = goal.with_suffix(".new")
    try:
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(goal)
    except OSError as error:
        raise StoreUnavailable(f"The list of folders {goal} cannot be written: {error.strerror}; make room on the disk "
                               "or check its permissions.") from error


def read(data_dir: Path) -> tuple[Root, ...]:
    """The folders of the list; none where there is no list or it makes no sense."""
    try:
        values = json.loads((data_dir / FILE_NAME).read_text("utf-8"))
        return tuple(_root(value) for value in values)
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _root(value: dict[str, object]) -> Root:
    path, label, product, version, version_regex, audience = (str(value[name]) for name in _SETTINGS)
    return Root(id=RootId(int(str(value["id"]))), path=path, label=label, product=product, version=version,
                version_regex=version_regex, audience=audience)
