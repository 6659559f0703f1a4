"""Texts to vectors."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.embedder import OnnxEmbedder
from models.errors import CannotRun, ModelDamaged
from models.manifest import Role
from tests.models.tiny import BLUE, BROKEN, GREEN, RED, VOID, WORDS, embedder_graph, onnx_model


def tiny(folder: Path, *, dimensions: int = 3) -> OnnxEmbedder:
    """Red, green and blue are the three directions, markers and unknown words add nothing."""
    rows = np.zeros((len(WORDS), 3), np.float32)
    rows[RED], rows[GREEN], rows[BLUE] = np.eye(3, dtype=np.float32)
    rows[VOID] = 0
    rows[BROKEN] = np.nan
    return OnnxEmbedder(*onnx_model(folder, embedder_graph(rows), role=Role.EMBEDDER, dimensions=dimensions))


def test_a_vector_is_the_mean_of_the_token_states_brought_to_length_one(tmp_path: Path) -> None:
    vectors = tiny(tmp_path).embed(["red", "red red green", "blue red"])
    assert vectors == pytest.approx(np.array([
        [1, 0, 0], [2 / 5**0.5, 1 / 5**0.5, 0], [0.5**0.5, 0, 0.5**0.5]], np.float32))
    assert vectors.dtype == np.float32


def test_nothing_to_embed_gives_no_rows(tmp_path: Path) -> None:
    assert tiny(tmp_path).embed([]).shape == (0, 3)


def test_only_the_first_tokens_are_read_but_all_are_counted(tmp_path: Path) -> None:
    embedder = tiny(tmp_path)
    text = " ".join(["red"] * 6 + ["green"] * 100)
    assert embedder.embed([text]) == pytest.approx(np.array([[1, 0, 0]]))
    assert embedder.count_tokens(text) == 108
    assert embedder.max_tokens == 8


@pytest.mark.parametrize("text", ["broken", "red broken", "void", ""])
def test_a_vector_without_a_direction_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(CannotRun, match="without a direction"):
        tiny(tmp_path).embed([text])


def test_a_graph_whose_vectors_have_another_length_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match="another shape"):
        tiny(tmp_path, dimensions=4).embed(["red"])


def test_a_tokenizer_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    files, model = onnx_model(tmp_path, embedder_graph(np.eye(8, 3, dtype=np.float32)), role=Role.EMBEDDER)
    broken = b'{"model": 1}'
    (tmp_path / "tiny.json").write_bytes(broken)
    with pytest.raises(ModelDamaged):
        OnnxEmbedder(files, model)


@pytest.mark.model
def test_texts_of_like_meaning_are_nearer_than_others(real_embedder: OnnxEmbedder) -> None:
    vectors = real_embedder.embed([
        "How do I scale my deployment down to zero?",
        "Reduce the number of replicas to 0 when there is no load.",
        "A recipe for banana bread with walnuts."])
    near, far = vectors[0] @ vectors[1], vectors[0] @ vectors[2]
    assert near > far + 0.15


@pytest.mark.model
def test_a_text_has_the_same_vector_alone_and_among_others(real_embedder: OnnxEmbedder) -> None:
    text = "The cooldown period is 300 seconds."
    alone = real_embedder.embed([text])[0]
    among = real_embedder.embed(["short", text, "long " * 300])[1]
    assert np.array_equal(alone, among)


@pytest.mark.model
def test_marker_words_in_a_document_are_plain_text(real_embedder: OnnxEmbedder) -> None:
    assert real_embedder.count_tokens("[SEP]") > real_embedder.count_tokens("") + 1


@pytest.mark.model
@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=400))
def test_any_text_gives_a_finite_vector_of_length_one(real_embedder: OnnxEmbedder, text: str) -> None:
    vector = real_embedder.embed([text])[0]
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)
