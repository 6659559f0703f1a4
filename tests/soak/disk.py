"""A disk under control: counts what SQLite writes, and fails or kills at one of these calls."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

import apsw

_NAME = "controlled"


def _usual() -> str:
    return next(name for name in apsw.vfs_names() if name not in (_NAME, "memdb"))


class Disk(apsw.VFS):
    """The usual files, with every write, sync and truncation counted in ``calls`` and handed to ``on_call`` first.

    The newest of them is the one that connections opened from then on use.
    """

    def __init__(self, on_call: Callable[[int], None] = lambda _: None) -> None:
        self.calls = 0
        self.on_call = on_call
        super().__init__(_NAME, _usual(), makedefault=True)

    def call(self) -> None:
        """One call that changes the disk is about to be made."""
        self.calls += 1
        self.on_call(self.calls)

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802  # SQLite's own name
        return _File(self, name, flags)


class _File(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(_usual(), name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.call()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.call()
        super().xSync(flags)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._disk.call()
        super().xTruncate(size)


def failing(at: int, *, for_ever: bool, error: type[Exception]) -> Callable[[int], None]:
    """Fail the call of that number, or it and every one after it."""
    def fail(number: int) -> None:
        if number == at or (for_ever and number > at):
            raise error
    return fail


def killing(at: int) -> Callable[[int], None]:
    """End this process, as ``kill -9`` does, before the call of that number."""
    def kill(number: int) -> None:
        if number == at:
            os.kill(os.getpid(), signal.SIGKILL)
    return kill
