"""Gives waiting texts their vectors, newest document first, in small steps so that questions come first.

A text for which the embedder fails, or gives no sound vector, is tried alone once and then does without: it stays
findable by its words.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from engine.ports import Embedder
from engine.store import readers
from engine.store.store import Store

BATCH = 64
_STEP = 8
_COURTESY_S = 30.0
_log = logging.getLogger(__name__)


class EmbedPace:
    """Lets questions go first: while one is being answered, embedding waits between two steps.

    ``slow`` is how long to rest after each second of work, in seconds; for machines on battery.
    """

    def __init__(self, *, slow: Callable[[], float] = lambda: 0.0) -> None:
        self._idle = threading.Event()
        self._idle.set()
        self._lock = threading.Lock()
        self._questions = 0
        self._slow = slow

    @contextmanager
    def question(self) -> Iterator[None]:
        """Around the work for a question, from any thread."""
        with self._lock:
            self._questions += 1
            self._idle.clear()
        try:
            yield
        finally:
            with self._lock:
                self._questions -= 1
                if not self._questions:
                    self._idle.set()

    def rest(self, worked_s: float) -> None:
        """Called after a step of work: waits for the questions, but not for ever, and spares the battery."""
        self._idle.wait(_COURTESY_S)
        if pause := worked_s * self._slow():
            time.sleep(pause)


def embed_waiting(store: Store, embedder: Embedder, *, on_batch: Callable[[int], None],
                  is_cancelled: Callable[[], bool], pace: EmbedPace, most: int | None = None) -> int:
    """Embed each different waiting text once, at most ``most`` of them; returns how many texts were embedded.

    ``on_batch`` hears how many chunks still wait after each batch.
    """
    embedded = 0
    while not is_cancelled() and (most is None or embedded < most):
        with store.snapshot() as snapshot:
            batch = readers.waiting_texts(snapshot, BATCH if most is None else min(BATCH, most - embedded))
        if not batch:
            break
        done: list[tuple[bytes, NDArray[np.float32] | None]] = []
        for start in range(0, len(batch), _STEP):
            begun = time.monotonic()
            step = batch[start:start + _STEP]
            done += zip((key for key, _ in step), _vectors(embedder, [text for _, text in step]), strict=True)
            pace.rest(time.monotonic() - begun)
            if is_cancelled():
                break
        store.writer.store_vectors(done)
        embedded += len(done)
        with store.snapshot() as snapshot:
            on_batch(readers.waiting_count(snapshot))
    return embedded


def _vectors(embedder: Embedder, texts: Sequence[str]) -> list[NDArray[np.float32] | None]:
    """One vector for each text; None where the embedder has none."""
    try:
        vectors = embedder.embed(texts)
        if vectors.shape == (len(texts), embedder.dimensions):
            return list(vectors)
        _log.warning("the embedder gave %s for %d texts; each is tried alone", vectors.shape, len(texts))
    except Exception:  # noqa: BLE001  # whatever it is, one text must not keep the others from their vectors
        _log.warning("the embedder failed; each text is tried alone", exc_info=True)
    return [_vector(embedder, text) for text in texts]


def _vector(embedder: Embedder, text: str) -> NDArray[np.float32] | None:
    try:
        vectors = embedder.embed([text])
    except Exception:  # noqa: BLE001  # as above
        _log.warning("the embedder failed on a text of %d characters; it is found by its words", len(text),
                     exc_info=True)
        return None
    return vectors[0] if vectors.shape == (1, embedder.dimensions) else None
