"""How fast the embedder is, beside the published file of the same weights (make bench; no part of the tests).

The published file is compared when it lies in models/files: .venv/bin/python packaging/fetch_models.py brings it only
as a stand-in, so put it there by hand to see both in one run.
"""

from __future__ import annotations

import os
import time

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from models.embedder import OnnxEmbedder, load_tokenizer
from models.files import ModelFiles
from models.manifest import Use
from models.onnx_runtime import OnnxSession

CHUNK = ("Set minReplicaCount to 0 to let the operator scale the deployment down when no event has arrived for the "
         "cooldown period of 300 seconds; the scaled object must name a trigger that can wake it up again. ") * 3
QUERY = "what must be set to scale to zero?"


TEXTS = [CHUNK[number:] for number in range(32)]
TIMES = 5


def bench_many_texts_beside_the_published_file(benchmark: BenchmarkFixture, model_files: ModelFiles) -> None:
    """Texts a second as indexing embeds them, beside the published file's one after the other, taken in turns."""
    ours, theirs = (model_files.manifest.model(name) for name in ("minilm-l6-int8", "minilm-l6-stock"))
    if not model_files.find(theirs):
        pytest.skip("minilm-l6-stock is not in models/files")
    embedder = OnnxEmbedder(model_files, ours)
    stock = OnnxSession(model_files.verified(theirs).path(Use.GRAPH))
    tokens = [np.array([load_tokenizer(model_files, ours).encode(text).ids], np.int64) for text in TEXTS]

    def published() -> None:
        for ids in tokens:
            stock.run({"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)})

    spent = {"ours": [0.0], "published": [0.0]}
    for _ in range(TIMES):
        for name, work in (("ours", lambda: embedder.embed(TEXTS)), ("published", published)):
            begun = time.perf_counter()
            work()
            spent[name].append(time.perf_counter() - begun)
    benchmark(embedder.embed, TEXTS)
    seconds = {name: sum(times) for name, times in spent.items()}
    benchmark.extra_info.update(
        load=os.getloadavg()[0], ratio=round(seconds["published"] / seconds["ours"], 2),
        **{f"{name}_texts_a_second": round(TIMES * len(TEXTS) / took, 1) for name, took in seconds.items()})


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
