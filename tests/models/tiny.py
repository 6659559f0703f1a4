"""Tiny models made on the spot: real ONNX graphs, a real tokenizer and a manifest that names them."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from models.files import ModelFiles
from models.manifest import Fetch, Manifest, Model, ModelFile, Role, Use

WORDS = ["[UNK]", "[CLS]", "[SEP]", "red", "green", "blue", "void", "broken"]
RED, GREEN, BLUE, VOID, BROKEN = range(3, 8)


def file_of(content: bytes, name: str, use: Use = Use.WEIGHTS) -> ModelFile:
    """A manifest entry for that content."""
    return ModelFile(name=name, use=use, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(), sources=())


def model_of(
    *files: ModelFile, role: Role = Role.GENERATOR, model_id: str = "tiny", fetch: Fetch = Fetch.DEFAULT,
    memory_mib: int = 1, dimensions: int = 0, max_tokens: int = 0, temperature: float = 1.0,
    cosine_weight: float = 0.0, offset: float = 0.0,
) -> Model:
    """A model of those files."""
    return Model(id=model_id, role=role, name=f"Tiny {model_id}", licence="AGPL-3.0-or-later", fetch=fetch,
                 memory_mib=memory_mib, files=files, dimensions=dimensions, max_tokens=max_tokens,
                 context_tokens=64, temperature=temperature, cosine_weight=cosine_weight, offset=offset)


def manifest_of(*models: Model) -> Manifest:
    """A manifest of those models."""
    return Manifest(models=models)


def tokenizer_json() -> bytes:
    """A word-level tokenizer with the two markers of BERT."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from tokenizers.processors import TemplateProcessing

    tokenizer = Tokenizer(WordLevel({word: place for place, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)])
    text: str = tokenizer.to_str()
    return text.encode()


def _graph(nodes: list[onnx.NodeProto], constants: list[onnx.TensorProto], output: str, shape: list[object]) -> bytes:
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"])
              for name in ("input_ids", "attention_mask", "token_type_ids")]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, constants)
    content: bytes = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=9).SerializeToString()
    return content


def embedder_graph(rows: NDArray[np.float32]) -> bytes:
    """Each token's state is its row."""
    nodes = [helper.make_node("Gather", ["rows", "input_ids"], ["last_hidden_state"])]
    constants = [numpy_helper.from_array(rows, "rows")]
    return _graph(nodes, constants, "last_hidden_state", ["batch", "length", rows.shape[1]])


def reranker_graph(weights: NDArray[np.float32]) -> bytes:
    """The logit is the sum of the tokens' weights."""
    nodes = [helper.make_node("Gather", ["weights", "input_ids"], ["each"]),
             helper.make_node("ReduceSum", ["each", "axes"], ["logits"], keepdims=1)]
    constants = [numpy_helper.from_array(weights, "weights"),
                 numpy_helper.from_array(np.array([1], np.int64), "axes")]
    return _graph(nodes, constants, "logits", ["batch", 1])


def onnx_model(
    folder: Path, graph: bytes, *, role: Role, dimensions: int = 0, max_tokens: int = 8, temperature: float = 1.0,
    cosine_weight: float = 0.0, offset: float = 0.0,
) -> tuple[ModelFiles, Model]:
    """Write graph and tokenizer to ``folder`` and describe them."""
    tokens = tokenizer_json()
    (folder / "tiny.onnx").write_bytes(graph)
    (folder / "tiny.json").write_bytes(tokens)
    model = model_of(file_of(graph, "tiny.onnx", Use.GRAPH), file_of(tokens, "tiny.json", Use.TOKENIZER), role=role,
                     dimensions=dimensions, max_tokens=max_tokens, temperature=temperature,
                     cosine_weight=cosine_weight, offset=offset)
    return ModelFiles(manifest_of(model), [folder]), model
