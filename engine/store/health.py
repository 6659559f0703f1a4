"""Whether the index and its folder can be used, for ``doctor``: looks, and changes nothing."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import StoreUnavailable
from engine.store.connection import Connection
from engine.store.migrate import SCHEMA_VERSION
from engine.store.store import FILE_NAME

_HEADER_BYTES = 100


def problems(data_dir: Path) -> tuple[str, ...]:
    """Sentences about what keeps the index from being opened, read or written; empty when all is well.

    A folder or index that does not exist yet is well when it can be made. Every page of the file is read
    (``PRAGMA quick_check``), about a second for 500 MB.
    """
    folder = _folder_problem(data_dir)
    if folder:
        return (folder,)
    file = data_dir / FILE_NAME
    if not file.exists():
        return ()
    return tuple(filter(None, (_file_problem(file),)))


def _folder_problem(data_dir: Path) -> str:
    if data_dir.is_dir():
        if not os.access(data_dir, os.R_OK | os.W_OK | os.X_OK):
            return f"The data folder {data_dir} cannot be read and written; check its permissions."
        return ""
    if data_dir.exists():
        return f"The data folder {data_dir} is a file; choose a folder with --data-dir."
    above = next(folder for folder in data_dir.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK | os.X_OK):
        return f"The data folder {data_dir} does not exist and cannot be made; choose another with --data-dir."
    return ""


def _file_problem(file: Path) -> str:
    if not file.is_file():
        return f"The index {file} is not a file; move it aside, then run `citeside sync` to build a new one."
    if not os.access(file, os.R_OK | os.W_OK):
        return f"The index {file} cannot be read and written; check its permissions."
    damaged = f"The index {file} is damaged; run `citeside sync`, which keeps it aside and rebuilds from the folders."
    if file.stat().st_size < _HEADER_BYTES:
        return damaged
    try:
        db = Connection(file, read_only=True)
        try:
            version = db.value("PRAGMA user_version")
            if isinstance(version, int) and version > SCHEMA_VERSION:
                return (f"The index {file} was made by a newer Citeside (schema {version}, this one knows "
                        f"{SCHEMA_VERSION}); update the program or choose another data folder.")
            return "" if db.value("PRAGMA quick_check(1)") == "ok" else damaged
        finally:
            db.close()
    except StoreUnavailable as error:
        return str(error)
