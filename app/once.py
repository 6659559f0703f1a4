"""One thing that is made late: when it is first asked for, in the thread that asks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Once(Generic[T]):
    """Makes a thing with ``make`` at the first ``get``; whoever asks meanwhile waits for it and gets the same.

    What ``make`` raises goes to the one who asked; the next one who asks makes it try again.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._lock = threading.Lock()
        self._made: T | None = None

    def get(self) -> T:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    @property
    def made(self) -> T | None:
        """The thing if it has been made; never waits."""
        return self._made
