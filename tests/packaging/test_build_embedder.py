"""Building the embedder graph, on random weights of the real shape with a small vocabulary."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from types import ModuleType

import numpy as np
import onnxruntime
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

WORDS, PLACES, WIDTH, WIDE = 40, 512, 384, 1536


def random_weights() -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(7)
    weights: dict[str, NDArray[np.float32]] = {}

    def matrix(name: str, *shape: int) -> None:
        weights[name] = random.normal(0, 0.05, shape).astype(np.float32)

    def normalisation(name: str) -> None:
        weights[f"{name}.weight"] = random.normal(1, 0.05, WIDTH).astype(np.float32)
        matrix(f"{name}.bias", WIDTH)

    for kind, rows in (("word", WORDS), ("position", PLACES), ("token_type", 2)):
        matrix(f"embeddings.{kind}_embeddings.weight", rows, WIDTH)
    normalisation("embeddings.LayerNorm")
    for layer in range(6):
        base = f"encoder.layer.{layer}."
        for name, rows, columns in (("attention.self.query", WIDTH, WIDTH), ("attention.self.key", WIDTH, WIDTH),
                                    ("attention.self.value", WIDTH, WIDTH), ("attention.output.dense", WIDTH, WIDTH),
                                    ("intermediate.dense", WIDE, WIDTH), ("output.dense", WIDTH, WIDE)):
            matrix(f"{base}{name}.weight", rows, columns)
            matrix(f"{base}{name}.bias", rows)
        normalisation(f"{base}attention.output.LayerNorm")
        normalisation(f"{base}output.LayerNorm")
    return weights


@pytest.fixture(scope="module")
def weights_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "model.safetensors"
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, values in random_weights().items():
        header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [len(body), len(body) + values.nbytes]}
        body += values.tobytes()
    head = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + body)
    return path


def states(graph: Path) -> NDArray[np.float32]:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    ids = np.array([[1, 5, 9, 39, 2]], np.int64)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    return np.asarray(session.run(None, feeds)[0], np.float32)


def test_the_same_weights_always_give_the_same_bytes(builder: ModuleType, weights_file: Path, tmp_path: Path) -> None:
    first = builder.build(weights_file, tmp_path / "first.onnx")
    assert builder.build(weights_file, tmp_path / "second.onnx") == first
    assert (tmp_path / "first.onnx").read_bytes() == (tmp_path / "second.onnx").read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.onnx", "second.onnx"]


def test_the_eight_bit_graph_computes_nearly_what_the_float_graph_computes_in_a_third_of_its_size(
    builder: ModuleType, weights_file: Path, tmp_path: Path
) -> None:
    builder.build(weights_file, tmp_path / "int8.onnx")
    builder.build(weights_file, tmp_path / "float.onnx", quantised=False)
    small, full = states(tmp_path / "int8.onnx")[0], states(tmp_path / "float.onnx")[0]
    cosines = (small * full).sum(1) / np.linalg.norm(small, axis=1) / np.linalg.norm(full, axis=1)
    assert cosines.min() > 0.97
    assert (tmp_path / "int8.onnx").stat().st_size < (tmp_path / "float.onnx").stat().st_size / 3


def test_weights_with_a_head_become_a_cross_encoder_that_reads_the_first_segment(
    builder: ModuleType, tmp_path: Path
) -> None:
    weights = {name: values for name, values in random_weights().items() if not name.startswith("encoder.layer.5")}
    head = {"head.weight": np.linspace(-1, 1, WIDTH, dtype=np.float32)[None], "head.bias": np.ones(1, np.float32)}
    sessions = []
    for name, content in (("plain", weights), ("headed", {**weights, **head})):
        (tmp_path / name).write_bytes(builder.build_graph(content, quantised=False).SerializeToString())
        sessions.append(onnxruntime.InferenceSession(str(tmp_path / name), providers=["CPUExecutionProvider"]))
    ids = np.array([[1, 5, 2, 39, 7, 2], [1, 5, 9, 2, 2, 0]], np.int64)
    types = np.array([[0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 0]], np.int64)
    mask = np.array([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 0]], np.int64)
    feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
    plain, logits = (session.run(None, feeds)[0] for session in sessions)
    for row, length in enumerate((3, 4)):
        expected = plain[row, :length].mean(axis=0) @ head["head.weight"][0] + 1
        assert logits[row, 0] == pytest.approx(expected, abs=1e-3)


@given(matrix=arrays(np.float32, (4, 3), elements=st.floats(-8, 8, width=32)), axis=st.integers(0, 1))
def test_quantised_values_stay_in_range_and_lead_back_within_half_a_step(
    builder: ModuleType, matrix: NDArray[np.float32], axis: int
) -> None:
    values, scales = builder.quantise(matrix, axis=axis, largest=64)
    assert np.abs(values).max() <= 64
    assert (np.abs(values * scales - matrix) <= scales * 0.51).all()


def test_a_file_that_is_no_safetensors_file_is_told_in_one_sentence(
    builder: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk").write_bytes(b"\xff" * 100)
    monkeypatch.setattr("sys.argv", ["build_embedder.py", str(tmp_path / "junk"), str(tmp_path / "out.onnx")])
    assert builder.main() == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert not (tmp_path / "out.onnx").exists()
