"""One process at a time: a lock on a file that the system drops when its holder ends, however it ends.

The file stays where it is; that it exists says nothing.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import StoreUnavailable

_PAUSE_S = 0.05


@contextmanager
def locked(path: Path, *, seconds: float, is_cancelled: Callable[[], bool] = lambda: False) -> Iterator[bool]:
    """Hold the lock; waits up to ``seconds`` for another process. Yields whether it was got.

    Raises StoreUnavailable when the file cannot be made.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreUnavailable(
            f"The data folder {path.parent} cannot be written: {error.strerror}; check its permissions or choose "
            "another with --data-dir.") from error
    try:
        deadline = time.monotonic() + seconds
        got = _try(handle)
        while not got and time.monotonic() < deadline and not is_cancelled():
            time.sleep(_PAUSE_S)
            got = _try(handle)
        yield got
    finally:
        os.close(handle)  # drops the lock


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
