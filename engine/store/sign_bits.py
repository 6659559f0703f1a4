"""The sign bits of every stored vector, held in memory: a first pass over all of them for a small share of the time.

1. A vector becomes one bit a dimension, its sign. How many bits two vectors differ in grows with their angle
   (Charikar, "Similarity estimation techniques from rounding algorithms", 2002): a first choice of some
   ``FIRST`` rows.
2. Of these, the question's own numbers are summed with the signs of each, which sees that some dimensions matter more
   to this question: a second choice of some ``SECOND`` rows. A question in other words than the documents is
   far from all of them, and by bits alone would need twice as many. Exact distances are taken of what is left
   (``vectors``).
3. Bits are read from the segments in which vec0 keeps its rows, a fixed number of slots each. Equal marks (slots in
   use, their ids and scope classes) mean an unchanged segment, so after a write only touched segments are read again.
4. A choice is everything up to a distance, ties included, so the same rows give the same shortlist wherever they lie.

48 bytes a vector of 384 dimensions, and 12 for its id and class.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.store import encoding
from engine.store.connection import Connection, Value

VECTOR_BLOBS = "chunk_vector_vector_chunks00"
PLACES = "chunk_vector_rowids"
_TABLES = ("chunk_vector_chunks", "chunk_vector_metadatachunks00", VECTOR_BLOBS, PLACES)
FIRST, SECOND = (320, 32, 1280, 13), (96, 12, 480, 5)
"""Rows of the two choices: at least the first number, then the second for each one wanted up to the third, from where
on the fourth for each one wanted is enough. A search wants many to see how they lie, and needs the first 40 right.
"""
_FREE = -1
_BLOCK = 1 << 16
_WORD_BITS = 64

Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True, kw_only=True)
class SignBits:
    """All vectors of one state of the index, as bits; ``key`` names that state.

    ``words`` has a row for each 64 dimensions and a column for each slot; ``chunk_ids`` and ``classes`` (-1: the slot
    is free) go with the columns. A segment has ``size`` slots; ``segments`` are their row ids in ``VECTOR_BLOBS`` and
    the marks they had when read. ``dimensions`` is 0 in an empty index.
    """

    key: tuple[Value, ...]
    size: int
    dimensions: int
    segments: tuple[tuple[int, bytes], ...]
    chunk_ids: NDArray[np.int64]
    classes: NDArray[np.int32]
    words: Words

    def shortlist(self, vector: NDArray[np.int8], scope_classes: Sequence[int], wanted: int) -> NDArray[np.int64]:
        """Slots of the scope among which the ``wanted`` nearest are to be found, in no particular order."""
        slots = self._slots(scope_classes)
        first, second = _rows(wanted, FIRST), _rows(wanted, SECOND)
        if len(slots) > first:
            distances = self._distances(signs(vector[None, :])[:, 0], slots)
            reached = np.cumsum(np.bincount(distances))
            slots = slots[distances <= np.searchsorted(reached, first)]
        if len(slots) > second:
            products = self._products(vector, slots)
            slots = slots[products >= np.partition(products, -second)[-second]]
        return slots

    def place(self, slot: int) -> tuple[int, int]:
        """Row id of the segment and the place in it."""
        return self.segments[slot // self.size][0], slot % self.size

    def _slots(self, scope_classes: Sequence[int]) -> NDArray[np.int64]:
        if not len(self.classes) or not scope_classes:
            return np.empty(0, np.int64)
        is_wanted = np.zeros(max(int(self.classes.max()), *scope_classes) + 2, np.bool_)
        is_wanted[list(scope_classes)] = True  # the last place stays False: it is what free slots, -1, point at
        return np.flatnonzero(is_wanted[self.classes])

    def _distances(self, signs: Words, slots: NDArray[np.int64]) -> NDArray[np.uint16]:
        """Differing bits of each slot; in blocks that stay in the processor's cache."""
        is_everything = len(slots) == self.words.shape[1]
        distances = np.zeros(len(slots), np.uint16)
        for start in range(0, len(slots), _BLOCK):
            part = slots[start:start + _BLOCK]
            out = distances[start:start + _BLOCK]
            for row, sign in zip(self.words, signs, strict=True):
                out += np.bitwise_count((row[start:start + _BLOCK] if is_everything else row[part]) ^ sign)
        return distances

    def _products(self, vector: NDArray[np.int8], slots: NDArray[np.int64]) -> NDArray[np.int32]:
        """The vector's numbers summed with the signs of each slot, by a table of all bytes."""
        packed = np.ascontiguousarray(self.words[:, slots].T).view(np.uint8)
        numbers = np.pad(vector.astype(np.int32), (0, 8 * packed.shape[1] - len(vector))).reshape(-1, 8)
        table = numbers @ _BYTE_SIGNS.T
        products: NDArray[np.int32] = table[np.arange(packed.shape[1]), packed].sum(axis=1, dtype=np.int32)
        return products


def _rows(wanted: int, choice: tuple[int, int, int, int]) -> int:
    least, each, enough, many = choice
    return max(least, min(each * wanted, enough), many * wanted)


_BYTE_SIGNS = np.where(np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1), 1, -1).astype(np.int32)
NOTHING = SignBits(key=(), size=0, dimensions=0, segments=(), chunk_ids=np.empty(0, np.int64),
                   classes=np.empty(0, np.int32), words=np.empty((0, 0), np.uint64))


def signs(vectors: NDArray[np.int8]) -> Words:
    """The bits of vectors of shape (n, dimensions) as words of shape (words, n)."""
    packed = np.packbits(vectors > 0, axis=1)
    missing = -packed.shape[1] % (_WORD_BITS // 8)
    return np.ascontiguousarray(np.pad(packed, ((0, 0), (0, missing))).view(np.uint64).T)


def read(db: Connection, key: tuple[Value, ...], known: SignBits) -> SignBits | None:
    """The bits of the snapshot that ``db`` is in, taking over from ``known`` what has not changed.

    None when vec0 keeps its rows in another way than the one understood here; distances are then taken by vec0 itself.
    """
    if db.value(f"SELECT COUNT(*) FROM sqlite_master WHERE name IN {_TABLES}") != len(_TABLES):
        return None
    rows = db.rows("SELECT s.chunk_id, s.size, s.validity, s.rowids, m.data FROM chunk_vector_chunks s "
                   "JOIN chunk_vector_metadatachunks00 m ON m.rowid = s.chunk_id ORDER BY s.chunk_id")
    kept = {segment: place for place, segment in enumerate(known.segments)} if key[:1] == known.key[:1] else {}
    parts: list[_Part] = []
    for segment, size, validity, ids, classes in rows:
        mark = (encoding.number(segment), _mark(validity, ids, classes))
        part = _kept(known, kept[mark]) if mark in kept else _read(db, mark, encoding.number(size),
                                                                  _blob(validity), _blob(ids), _blob(classes))
        if part is None or (parts and len(part.chunk_ids) != len(parts[0].chunk_ids)):
            return None
        parts.append(part)
    return _joined(key, parts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """One segment."""

    mark: tuple[int, bytes]
    chunk_ids: NDArray[np.int64]
    classes: NDArray[np.int32]
    words: Words
    dimensions: int


def _kept(known: SignBits, place: int) -> _Part:
    slots = slice(place * known.size, (place + 1) * known.size)
    return _Part(mark=known.segments[place], chunk_ids=known.chunk_ids[slots], classes=known.classes[slots],
                 words=known.words[:, slots], dimensions=known.dimensions)


def _read(db: Connection, mark: tuple[int, bytes], size: int, validity: bytes, ids: bytes,
          classes: bytes) -> _Part | None:
    vectors = _blob(db.value(f"SELECT vectors FROM {VECTOR_BLOBS} WHERE rowid = ?", (mark[0],)))
    if len(validity) * 8 != size or len(ids) != 8 * size or len(classes) != 8 * size or len(vectors) % size:
        return None
    in_use = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little").astype(np.bool_)
    rows = np.frombuffer(vectors, np.int8).reshape(size, -1)
    return _Part(mark=mark, chunk_ids=np.frombuffer(ids, np.int64), words=signs(rows), dimensions=rows.shape[1],
                 classes=np.where(in_use, np.frombuffer(classes, np.int64), _FREE).astype(np.int32))


def _joined(key: tuple[Value, ...], parts: Sequence[_Part]) -> SignBits:
    if not parts:
        return replace(NOTHING, key=key)
    return SignBits(
        key=key, size=len(parts[0].chunk_ids), dimensions=parts[0].dimensions,
        segments=tuple(part.mark for part in parts),
        chunk_ids=np.concatenate([part.chunk_ids for part in parts]),
        classes=np.concatenate([part.classes for part in parts]),
        words=np.concatenate([part.words for part in parts], axis=1))


def _mark(*columns: Value) -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for column in columns:
        digest.update(_blob(column))
    return digest.digest()


def _blob(value: Value) -> bytes:
    return value if isinstance(value, bytes) else b""
