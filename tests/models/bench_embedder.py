"""How fast the embedder is, beside the published file of the same weights (make bench; no part of the tests).

The published file is compared when it lies in models/files: .venv/bin/python packaging/fetch_models.py brings it only
as a stand-in, so put it there by hand to see both in one run.
"""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from models.embedder import OnnxEmbedder
from models.files import ModelFiles

CHUNK = ("Set minReplicaCount to 0 to let the operator scale the deployment down when no event has arrived for the "
         "cooldown period of 300 seconds; the scaled object must name a trigger that can wake it up again. ") * 3
QUERY = "what must be set to scale to zero?"


@pytest.mark.parametrize("text", [CHUNK, QUERY], ids=["chunk", "query"])
@pytest.mark.parametrize("model_id", ["minilm-l6-int8", "minilm-l6-stock"])
def bench_embedding(benchmark: BenchmarkFixture, model_files: ModelFiles, model_id: str, text: str) -> None:
    """One text, batch 1, all physical cores."""
    model = model_files.manifest.model(model_id)
    if not model_files.find(model):
        pytest.skip(f"{model_id} is not in models/files")
    embedder = OnnxEmbedder(model_files, model)
    benchmark.extra_info["tokens"] = embedder.count_tokens(text)
    benchmark(embedder.embed, [text])
