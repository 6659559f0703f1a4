"""How vectors are kept and compared: unit vectors of float32 as int8 with one fixed scale.

One scale for all rows keeps distances comparable: components of a unit vector of some hundred dimensions rarely
pass 0.3, so 127 / 0.3 wastes little and clips almost nothing (recall@40 against float32: .994, measured on real
embeddings). Vectors that are not finite, or zero, are refused: vec0 would rank them first.

The nearest are found in two steps: a shortlist by sign bits in memory (``sign_bits``), then exact distances of the
stored rows. vec0 is the store of record, and finds them alone where the bits cannot be had.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.errors import Bug
from engine.store import encoding, readers, sign_bits
from engine.store.connection import Connection
from engine.store.sign_bits import NOTHING, SignBits
from engine.types import ChunkId, Hit

SCALE = 127 / 0.3

Vector = NDArray[np.float32]


def is_sound(vector: Vector) -> bool:
    """Whether a vector can be stored: finite and not zero."""
    return bool(np.all(np.isfinite(vector)) and np.any(vector))


def quantise(vector: Vector) -> bytes:
    """A unit vector as int8 bytes. Raises Bug for a zero or non-finite one."""
    if not is_sound(vector):
        raise Bug("The embedder returned an empty or non-finite vector; please report this.")
    quantised: bytes = np.clip(np.rint(vector * SCALE), -127, 127).astype(np.int8).tobytes()
    return quantised


def similarity(distance: float) -> float:
    """Cosine similarity from the L2 distance of two such int8 vectors: for unit vectors, 1 - d² / 2."""
    return 1.0 - (distance / SCALE) ** 2 / 2


class Vectors:
    """The stored vectors, to be searched from any thread inside a snapshot."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._bits = NOTHING

    def nearest(self, db: Connection, vector: Vector, scope_classes: Sequence[int], limit: int) -> tuple[Hit, ...]:
        """Chunks of the scope by cosine similarity, best first; ties by chunk id."""
        if not scope_classes or limit < 1:
            return ()
        wanted = np.frombuffer(quantise(vector), np.int8)
        bits = self._current(db)
        if bits is None or bits.dimensions not in (0, len(wanted)):
            return exactly_nearest(db, vector, scope_classes, limit)
        slots = bits.shortlist(wanted, scope_classes, limit)
        distances = _distances(db, wanted, [bits.place(slot) for slot in slots.tolist()])
        order = np.lexsort((bits.chunk_ids[slots], distances))[:limit]
        nearest = zip(bits.chunk_ids[slots[order]].tolist(), distances[order].tolist(), strict=True)
        return tuple(Hit(chunk=ChunkId(chunk), rank=rank, score=similarity(distance))
                     for rank, (chunk, distance) in enumerate(nearest, 1))

    def similarities(self, db: Connection, vector: Vector, chunks: Sequence[ChunkId]) -> dict[ChunkId, float]:
        """Cosine similarity of given chunks; those without a vector are left out."""
        if not chunks:
            return {}
        wanted = json.dumps(list(chunks))
        if self._current(db) is None:
            # one look-up a chunk: a list of ids would make vec0 read all its rows
            rows = db.rows("SELECT v.chunk_id, vec_distance_l2(v.embedding, vec_int8(?)) FROM json_each(?) wanted "
                           "CROSS JOIN chunk_vector v ON v.chunk_id = wanted.value", (quantise(vector), wanted))
            return {encoding.chunk_id(chunk): similarity(encoding.real(distance)) for chunk, distance in rows}
        places = db.rows(f"SELECT chunk_id, chunk_offset, rowid FROM {sign_bits.PLACES} "
                         "WHERE rowid IN (SELECT value FROM json_each(?)) ORDER BY chunk_id, chunk_offset", (wanted,))
        distances = _distances(db, np.frombuffer(quantise(vector), np.int8),
                               [(encoding.number(row), encoding.number(place)) for row, place, _ in places])
        return {encoding.chunk_id(chunk): similarity(distance)
                for (_, _, chunk), distance in zip(places, distances.tolist(), strict=True)}

    def _current(self, db: Connection) -> SignBits | None:
        """The bits of the snapshot that ``db`` is in, read anew where the index was written since."""
        key = readers.state(db)
        known = self._bits
        if known.key == key:
            return known
        with self._lock:
            known = self._bits
            found = known if known.key == key else sign_bits.read(db, key, known)
            self._bits = found or NOTHING
        return found


def exactly_nearest(db: Connection, vector: Vector, scope_classes: Sequence[int], limit: int) -> tuple[Hit, ...]:
    """The same by vec0 alone, which takes the distance of every row."""
    rows = db.rows(
        "SELECT chunk_id, distance FROM chunk_vector WHERE embedding MATCH vec_int8(?) AND k = ? "
        "AND scope_class IN (SELECT value FROM json_each(?))",
        (quantise(vector), limit, json.dumps(list(scope_classes))))
    # vec0 orders by distance alone; equal distances must not depend on where a row happens to lie
    nearest = sorted((encoding.real(distance), encoding.chunk_id(chunk)) for chunk, distance in rows)
    return tuple(Hit(chunk=chunk, rank=rank, score=similarity(distance))
                 for rank, (distance, chunk) in enumerate(nearest, 1))


def _distances(db: Connection, wanted: NDArray[np.int8], places: Sequence[tuple[int, int]]) -> NDArray[np.float64]:
    """L2 distances of stored rows, by segment and place in it."""
    width = len(wanted)
    found = db.pieces(sign_bits.VECTOR_BLOBS, "vectors", [(row, place * width) for row, place in places], width)
    rows = np.frombuffer(b"".join(found), np.int8).reshape(len(places), width)
    distances: NDArray[np.float64] = np.sqrt(((rows.astype(np.int32) - wanted) ** 2).sum(axis=1, dtype=np.int64))
    return distances
