"""How long a question takes before anything is reranked, stage by stage (make bench; no part of the tests).

Every figure stands beside a floor of the same run: NumPy's float32 product over all vectors for the vector stage, and
FTS5 over the same text with the version joined for the keyword stage. ``CITESIDE_BENCH_CHUNKS`` names the sizes,
``10000,100000`` without it; a million takes some minutes and 4 GB of memory.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.evaluate.questions import read_questions
from engine.retrieve.fuse import telling
from engine.retrieve.pipeline import Retriever
from engine.store import search
from engine.store.connection import Connection
from engine.store.vectors import exactly_nearest
from engine.types import Request
from models.embedder import OnnxEmbedder
from tests.bench.made_index import VERSIONS, DrawnEmbedder, MadeIndex, make, version
from tests.library import SmallLibrary

SIZES = tuple(int(size) for size in os.environ.get("CITESIDE_BENCH_CHUNKS", "10000,100000").split(","))
K = 40
_Query = TypeVar("_Query")
_BARE = "SELECT rowid, bm25(chunk_fts, 4, 1, 1, 1, 1, 0) AS score FROM chunk_fts WHERE chunk_fts MATCH ? " \
        "ORDER BY score LIMIT ?"
_JOINED = ("SELECT f.rowid, bm25(chunk_fts, 4, 1, 1, 1, 1, 0) AS score FROM chunk_fts f JOIN chunk c ON c.id = f.rowid "
           "JOIN scope_class s ON s.id = c.scope_class_id WHERE chunk_fts MATCH ? AND s.version_raw = ? "
           "ORDER BY score LIMIT ?")


@pytest.fixture(scope="module", params=SIZES)
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> MadeIndex:
    return make(tmp_path_factory.mktemp("made"), request.param)


def bench_vector_stage(made: MadeIndex, capsys: pytest.CaptureFixture[str]) -> None:
    """Scoped to one version of six, k = 40."""
    nearest, every = made.store.vectors.nearest, range(1, VERSIONS + 1)
    queries = list(made.query_vectors)
    with made.store.snapshot() as db:
        start = time.perf_counter()
        nearest(db, queries[0], (3,), K)
        first = (time.perf_counter() - start) * 1000
        measured = {
            "numpy f32, all rows": times(lambda query: brute_force(made, query), queries),
            "one version": times(lambda query: nearest(db, query, (3,), K), queries),
            "all versions": times(lambda query: nearest(db, query, every, K), queries),
            "vec0, one version": times(lambda query: exactly_nearest(db, query, (3,), K), queries[:15]),
        }
    with capsys.disabled():
        show(f"vectors, {len(made.vectors):,} chunks, first query {first:.0f} ms", measured,
             floor="numpy f32, all rows")


def bench_keyword_stage(made: MadeIndex, capsys: pytest.CaptureFixture[str]) -> None:
    """Six words of one chunk, scoped to one version of six, k = 40."""
    statistics = made.store.statistics
    with made.store.snapshot() as db:
        def ours(question: str) -> object:
            terms = question.split()
            counts = statistics.frequencies(db, terms)
            return search.lexical(db, telling(terms, counts, statistics.chunks(db)), (3,), K)

        def joined(question: str) -> object:
            return db.rows(_JOINED, (" OR ".join(f'"{term}"' for term in question.split()), version(3).raw, K))

        def bare(question: str) -> object:
            return db.rows(_BARE, (" OR ".join(f'"{term}"' for term in question.split()), K))

        measured = {
            "FTS5, version joined": times(joined, made.questions),
            "FTS5, every version": times(bare, made.questions),
            "one version, new words": times(ours, made.questions),
            "one version": times(ours, made.questions),
        }
    with capsys.disabled():
        show(f"keywords, {len(made.vectors):,} chunks", measured, floor="FTS5, version joined")


def bench_whole_question(made: MadeIndex, capsys: pytest.CaptureFixture[str]) -> None:
    """Everything before reranking, scoped to one version of six."""
    retriever = Retriever(store=made.store, embedder=DrawnEmbedder(drawn=made.query_vectors))
    stages: dict[str, list[float]] = {}
    for question in made.questions:
        start = time.perf_counter()
        found = retriever.retrieve(Request(question=question, product="made", version="3.0"))
        stages.setdefault("all", []).append((time.perf_counter() - start) * 1000)
        for stage, spent in found.timings_ms:
            stages.setdefault(stage, []).append(spent)
    with capsys.disabled():
        show(f"question, {len(made.vectors):,} chunks", stages)


@pytest.mark.corpora
@pytest.mark.model
@pytest.mark.timeout(1800)
def bench_recall_over_real_documents(corpora: Path, real_embedder: OnnxEmbedder, tmp_path: Path,
                                     capsys: pytest.CaptureFixture[str]) -> None:
    """The share of vec0's 40 nearest that are found by bits, for labelled questions and for chunks."""
    library = SmallLibrary(tmp_path, embedder=real_embedder)
    library.assistant.add_root(str(corpora / "keda" / "2.19"))
    library.sync()
    questions = [question.text for question in read_questions(corpora.parent / "eval" / "questions-dev.jsonl")]
    with library.store.snapshot() as db:
        chunks = [str(heading) + "\n" + str(body) for heading, body in db.rows(
            "SELECT heading, body FROM chunk ORDER BY id LIMIT 100")]
        classes = [int(str(found)) for (found,) in db.rows("SELECT id FROM scope_class")]
        shares = {}
        for name, texts in (("questions", questions), ("chunks", chunks)):
            vectors = [real_embedder.embed([text])[0] for text in texts]
            shares[name] = sum(_found(library, db, vector, classes) for vector in vectors) / len(vectors)
        rows = int(str(db.value("SELECT COUNT(*) FROM chunk_vector")))
    library.store.close()
    with capsys.disabled():
        print(f"\nrecall@{K} by bits over {rows} real chunks: "
              + ", ".join(f"{name} {share:.4f}" for name, share in shares.items()))


def _found(library: SmallLibrary, db: Connection, vector: NDArray[np.float32], classes: Sequence[int]) -> float:
    """The share of the exactly nearest that the bits find; equal distances count as the same."""
    exact = exactly_nearest(db, vector, classes, K)
    found = library.store.vectors.nearest(db, vector, classes, K)
    return sum(hit.score >= exact[-1].score - 1e-6 for hit in found) / len(exact)


def brute_force(made: MadeIndex, query: NDArray[np.float32]) -> object:
    """The K nearest over all rows, as NumPy does it."""
    return np.argpartition(-(made.vectors @ query), K)[:K]


def times(work: Callable[[_Query], object], queries: Sequence[_Query]) -> list[float]:
    """Milliseconds of each call; the first is made once before, so that nothing is cold."""
    work(queries[0])
    spent = []
    for query in queries:
        start = time.perf_counter()
        work(query)
        spent.append((time.perf_counter() - start) * 1000)
    return spent


def show(title: str, measured: dict[str, list[float]], *, floor: str = "") -> None:
    """A line a measurement: p50, p95, and the ratio of the medians to the floor."""
    print(f"\n{title}")
    for name, spent in measured.items():
        p95 = quantiles(spent, n=20, method="inclusive")[18]
        ratio = f"  {median(spent) / median(measured[floor]):5.2f}" if floor else ""
        print(f"  {name:22} p50 {median(spent):8.2f}  p95 {p95:8.2f} ms{ratio}")
