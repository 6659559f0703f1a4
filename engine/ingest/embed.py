"""Gives waiting texts their vectors, newest document first, in small batches so that searching goes on between."""

from __future__ import annotations

from collections.abc import Callable

from engine.ports import Embedder
from engine.store import readers
from engine.store.store import Store

BATCH = 64


def embed_waiting(store: Store, embedder: Embedder, *, on_batch: Callable[[int], None],
                  is_cancelled: Callable[[], bool]) -> int:
    """Embed each different waiting text once; returns how many texts were embedded.

    ``on_batch`` hears how many chunks still wait after each batch.
    """
    embedded = 0
    while not is_cancelled():
        with store.snapshot() as snapshot:
            batch = readers.waiting_texts(snapshot, BATCH)
        if not batch:
            break
        vectors = embedder.embed([text for _, text in batch])
        store.writer.store_vectors([(key, vector) for (key, _), vector in zip(batch, vectors, strict=True)])
        embedded += len(batch)
        with store.snapshot() as snapshot:
            on_batch(readers.waiting_count(snapshot))
    return embedded
