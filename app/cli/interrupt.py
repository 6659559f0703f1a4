"""Ctrl+C as a wish to end in good order, for commands that run until they are told to."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """While inside, Ctrl+C (and the wish to terminate) calls ``act`` instead of breaking off."""
    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, lambda _number, _frame: act()) for number in numbers]
    try:
        yield
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
