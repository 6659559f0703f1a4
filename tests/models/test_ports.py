"""The runtimes and the fakes have the shapes the engine asks for; most of it is proved by the type checker."""

from __future__ import annotations

import numpy as np
import pytest

from engine.ports import Embedder, Generator, Reranker
from models.embedder import OnnxEmbedder
from models.files import ModelFiles
from models.generator import LlamaGenerator
from models.reranker import OnnxReranker
from tests.fakes import FakeEmbedder, FakeGenerator, FakeReranker


def as_embedder(runtime: OnnxEmbedder | FakeEmbedder) -> Embedder:
    return runtime


def as_reranker(runtime: OnnxReranker | FakeReranker) -> Reranker:
    return runtime


def as_generator(runtime: LlamaGenerator | FakeGenerator) -> Generator:
    return runtime


@pytest.mark.model
def test_the_shipped_embedder_gives_what_the_engine_expects(real_embedder: OnnxEmbedder) -> None:
    embedder = as_embedder(real_embedder)
    assert embedder.embed(["a", "b"]).shape == (2, embedder.dimensions)
    assert "@" in embedder.model_id


def test_a_generator_that_was_never_asked_knows_its_name_and_context(model_files: ModelFiles) -> None:
    generator = as_generator(LlamaGenerator(model_files, model_files.manifest.model("smollm2-135m")))
    assert generator.context_tokens == 4096
    assert generator.model_id.startswith("smollm2-135m@")


def test_the_fake_embedder_puts_texts_with_common_words_near() -> None:
    vectors = as_embedder(FakeEmbedder()).embed(["scale to zero", "scaling to zero replicas", "banana bread", ""])
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(4))
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2]


def test_the_fake_reranker_prefers_the_passage_with_the_words_of_the_query() -> None:
    high, low = as_reranker(FakeReranker()).score("scale to zero", ["we scale to zero", "banana"], [0.5, 0.5])
    assert 1 >= high > low >= 0


def test_the_fake_generator_echoes_the_nearest_sentence_with_its_label() -> None:
    prompt = "S1: Bananas are yellow.\nS2: KEDA waits. It scales to zero after 300 seconds.\nWhen does it scale?"
    generator = as_generator(FakeGenerator())
    said = "".join(generator.generate([("user", prompt)], max_tokens=50, is_cancelled=lambda: False))
    assert said == "It scales to zero after 300 seconds. [S2]"


def test_the_fake_generator_can_be_cancelled_and_can_fail() -> None:
    generator = as_generator(FakeGenerator("one two three four"))
    assert list(generator.generate([("user", "")], max_tokens=2, is_cancelled=lambda: False)) == ["one ", "two "]
    assert list(generator.generate([("user", "")], max_tokens=9, is_cancelled=lambda: True)) == []
    failing = as_generator(FakeGenerator("one two", error=OSError("gone")))
    with pytest.raises(OSError, match="gone"):
        list(failing.generate([("user", "")], max_tokens=9, is_cancelled=lambda: False))
