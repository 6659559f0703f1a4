"""How fast the reranker reads, beside the bare runtime on tokens made beforehand (make bench; no part of the tests).

The ratio is what counts: pairing, cutting and calibration should cost at most a fifth of the computing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from models.files import SHIPPED, ModelFiles
from models.manifest import Role, Use
from models.onnx_runtime import OnnxSession
from models.reranker import OnnxReranker

CANDIDATES, ROUNDS = 40, 5
QUERY = "what must be set to scale to zero?"
PASSAGE = ("Set minReplicaCount to 0 to let the operator scale the deployment down when no event has arrived for the "
           "cooldown period of 300 seconds; the scaled object must name a trigger that can wake it up again. ") * 8


def bench_reranking(benchmark: BenchmarkFixture, model_files: ModelFiles) -> None:
    """Forty candidates that fill the window, one by one, all physical cores; the round shown is one pair."""
    files = ModelFiles(model_files.manifest, (*model_files.folders, SHIPPED))
    model = files.choose(Role.RERANKER)
    if model is None:
        pytest.skip("no reranker is here")
    reranker = OnnxReranker(files, model)
    session = OnnxSession(files.verified(model).path(Use.GRAPH))
    tokens = np.full((1, model.max_tokens), 2000, np.int64)
    pair = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}

    def bare() -> None:
        for _ in range(CANDIDATES):
            session.run(pair)

    def ours() -> None:
        reranker.score(QUERY, [PASSAGE] * CANDIDATES, [0.5] * CANDIDATES)

    floor, spent = _fastest(bare), _fastest(ours)
    benchmark.extra_info |= {"bare_seconds": round(floor, 3), "ratio": round(spent / floor, 3), "cores": os.cpu_count()}
    benchmark(reranker.score, QUERY, [PASSAGE], [0.5])
    assert spent <= 1.2 * floor


def _fastest(run: Callable[[], None]) -> float:
    """Seconds of the fastest of several rounds: what the machine can do when nothing disturbs it."""
    run()
    marks = [time.perf_counter()]
    for _ in range(ROUNDS):
        run()
        marks.append(time.perf_counter())
    return min(end - start for start, end in pairwise(marks))
