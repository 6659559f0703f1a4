"""The nearest by sign bits are the nearest by vec0, whatever was written since, by whom, and in which scope."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.store.sign_bits import SignBits
from engine.store.store import Store
from engine.store.vectors import exactly_nearest, quantise
from engine.types import ChunkId
from tests.library import SmallLibrary

DIMENSIONS = 384
CLASSES = (1, 2, 7)


def directions(count: int, *, seed: int) -> NDArray[np.float32]:
    """Unit vectors in some clusters, as texts about a few subjects have them."""
    dice = np.random.default_rng(seed)
    centres = dice.standard_normal((max(4, count // 60), DIMENSIONS))
    made = centres[dice.integers(0, len(centres), count)] + 0.7 * dice.standard_normal((count, DIMENSIONS))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made.astype(np.float32)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path, model_id="any@1", dimensions=DIMENSIONS)
    yield opened
    opened.close()


def fill(store: Store, vectors: NDArray[np.float32], *, first: int = 1) -> None:
    """Rows as the writer makes them, with ids that do not follow the order of insertion."""
    with store.side_writer() as db, db.writing():
        db.run_many("INSERT INTO chunk_vector (chunk_id, scope_class, embedding) VALUES (?, ?, vec_int8(?))",
                    [(number * 7919 % 1_000_003, CLASSES[number % 3], quantise(vector))
                     for number, vector in enumerate(vectors, first)])
    raise_generation(store)


def raise_generation(store: Store) -> None:
    """Say that the index was written, as each of the writer's methods does."""
    store.writer.store_vectors([])


def same_as_vec0(store: Store, query: NDArray[np.float32], classes: tuple[int, ...], limit: int) -> bool:
    with store.snapshot() as db:
        quick = store.vectors.nearest(db, query, classes, limit)
        slow = exactly_nearest(db, query, classes, limit)
    assert [hit.score for hit in quick] == pytest.approx([hit.score for hit in slow], abs=1e-6)
    return {hit.chunk for hit in quick} == {hit.chunk for hit in slow}


@pytest.mark.parametrize("classes", [(1,), (2, 7), CLASSES, (3,), (1, 99)])
def test_a_small_index_is_searched_exactly_in_every_scope(store: Store, classes: tuple[int, ...]) -> None:
    fill(store, directions(500, seed=1))
    assert all(same_as_vec0(store, query, classes, 30) for query in directions(5, seed=2))


def test_in_a_large_index_at_least_99_in_100_of_the_nearest_are_found(store: Store) -> None:
    vectors = directions(12_000, seed=3)
    fill(store, vectors)
    found = wanted = 0
    for query in vectors[::1000]:
        with store.snapshot() as db:
            quick = {hit.chunk for hit in store.vectors.nearest(db, query, (1, 7), 40)}
            slow = {hit.chunk for hit in exactly_nearest(db, query, (1, 7), 40)}
        assert len(quick) == 40
        found += len(quick & slow)
        wanted += 40
    assert found >= 0.99 * wanted


def test_what_is_written_later_is_found_and_what_is_deleted_is_not(store: Store) -> None:
    vectors = directions(1200, seed=4)
    fill(store, vectors[:800])
    assert same_as_vec0(store, vectors[0], CLASSES, 20)
    fill(store, vectors[800:], first=801)
    assert same_as_vec0(store, vectors[1100], CLASSES, 20)
    with store.side_writer() as db, db.writing():
        for number in (1, 700, 1101):
            db.run("DELETE FROM chunk_vector WHERE chunk_id = ?", (number * 7919 % 1_000_003,))
    raise_generation(store)
    with store.snapshot() as db:
        found = {hit.chunk for hit in store.vectors.nearest(db, vectors[1100], CLASSES, 50)}
    assert ChunkId(1101 * 7919 % 1_000_003) not in found
    assert same_as_vec0(store, vectors[1100], CLASSES, 20)


def test_only_segments_that_were_written_are_read_again(store: Store) -> None:
    fill(store, directions(5000, seed=5))
    query, written = directions(2, seed=6)
    with store.snapshot() as db:
        store.vectors.nearest(db, query, CLASSES, 5)
    before = store.vectors._bits
    fill(store, written[None, :], first=6000)
    with store.snapshot() as db:
        (hit,) = store.vectors.nearest(db, written, CLASSES, 1)
    assert hit.chunk == 6000 * 7919 % 1_000_003
    after = store.vectors._bits
    assert changed(before, after) == 1


def changed(before: SignBits, after: SignBits) -> int:
    """How many segments are not as they were."""
    return len(set(after.segments) - set(before.segments))


def test_a_snapshot_from_before_a_write_keeps_seeing_its_own_state(store: Store) -> None:
    vectors = directions(60, seed=8)
    fill(store, vectors[:50])
    with store.snapshot() as old:
        before = store.vectors.nearest(old, vectors[55], CLASSES, 10)
        fill(store, vectors[50:], first=51)
        with store.snapshot() as new:
            now = store.vectors.nearest(new, vectors[55], CLASSES, 10)
        assert store.vectors.nearest(old, vectors[55], CLASSES, 10) == before
    assert now[0].chunk == 56 * 7919 % 1_000_003
    assert before != now


def test_another_process_sees_what_was_written(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path)
    library.write("pump.md", "# Pump\n\nThe seal lasts 400 hours.\n")
    library.add_docs()
    library.sync()
    other = SmallLibrary(tmp_path)
    assert "400" in other.search("how long does the seal last").passages[0].text
    library.write("pump.md", "# Pump\n\nThe seal lasts 700 hours.\n")
    library.write("valve.md", "# Valve\n\nThe valve gasket of bronze is oiled weekly.\n")
    library.sync()
    assert "700" in other.search("how long does the seal last").passages[0].text
    assert "bronze" in other.search("gasket of bronze").passages[0].text
    for opened in (library, other):
        opened.store.close()


def test_a_forgotten_folder_is_no_longer_near_anything(library: SmallLibrary) -> None:
    library.write("pump.md", "# Pump\n\nThe seal lasts 400 hours.\n")
    library.add_docs()
    library.sync()
    query = library.embedder.embed(["seal hours"])[0]
    with library.store.snapshot() as db:
        assert library.store.vectors.nearest(db, query, (1,), 5)
    (root,) = library.assistant.catalogue().roots
    library.store.writer.remove_root(root.id)
    with library.store.snapshot() as db:
        assert library.store.vectors.nearest(db, query, (1,), 5) == ()


def test_without_vec0s_known_tables_it_is_searched_by_vec0_alone(store: Store,
                                                                monkeypatch: pytest.MonkeyPatch) -> None:
    vectors = directions(80, seed=9)
    fill(store, vectors)
    monkeypatch.setattr("engine.store.sign_bits._TABLES", ("chunk_vector_chunks", "kept_otherwise"))
    assert same_as_vec0(store, vectors[3], (1, 2), 10)
    with store.snapshot() as db:
        found = store.vectors.similarities(db, vectors[3], [ChunkId(4 * 7919), ChunkId(5)])
    assert found == {ChunkId(4 * 7919): pytest.approx(1.0, abs=1e-3)}


def test_similarities_are_those_of_the_nearest(store: Store) -> None:
    vectors = directions(300, seed=10)
    fill(store, vectors)
    with store.snapshot() as db:
        hits = store.vectors.nearest(db, vectors[0], CLASSES, 25)
        again = store.vectors.similarities(db, vectors[0], [hit.chunk for hit in hits])
    assert again == {hit.chunk: hit.score for hit in hits}
