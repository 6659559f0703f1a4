"""Build the embedder's graph from the published weights of all-MiniLM-L6-v2, the reranker's from ours.

Owns the recipe ``minilm-int8`` of the model manifest; weights with a head become a cross-encoder by the same recipe.
Fetching the published weights is ``fetch_models.py``'s business, training ours that of ``models/train``.

1. The graph is written with ONNX Runtime's own operators (QAttention, DynamicQuantizeMatMul, BiasGelu), so that the
   products run in 8-bit integers. Published "int8" files often only store 8 bits and compute in float.
2. Weights are quantised per output channel to 7 bits (-64 … 64): a CPU without VNNI adds two products of an unsigned
   and a signed byte in 16 bits, and 2 · 255 · 64 is the largest sum that cannot saturate.
3. The word table, two thirds of the file, is stored in 8 bits with one scale a row and read with Gather.
4. Residual and normalisation stay apart (Add, LayerNormalization): ONNX Runtime's fused SkipLayerNormalization took
   six times as long as the two together on an AVX2 machine, 13 % of the whole.
5. Only exact float arithmetic (absolute maximum, division, rounding to even) decides the bytes, so the same weights
   give the same file everywhere and the manifest can hold its hash.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

Weights = Mapping[str, NDArray[np.float32]]

STATES = "last_hidden_state"
LAYER = "encoder.layer."
HEAD = "head"
HEADS = 12
WIDTH = 384
EPSILON = 1e-12
LARGEST_WEIGHT = 64
LARGEST_TABLE_ENTRY = 127
NOTHING = np.float32(1e-12)
"""Lines whose every value is smaller count as zero; their scale must still divide."""
CONTRIB = "com.microsoft"


def read_safetensors(path: Path) -> dict[str, NDArray[np.float32]]:
    """The float32 tensors of a safetensors file by name. Raises ValueError when it is not one."""
    raw = path.read_bytes()
    if len(raw) < 8 or (header := struct.unpack("<Q", raw[:8])[0]) > len(raw) - 8:
        raise ValueError(f"{path.name} is not a safetensors file")
    data = memoryview(raw)[8 + header:]
    tensors = {}
    for name, entry in json.loads(raw[8:8 + header]).items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            start, end = entry["data_offsets"]
            tensors[name] = np.frombuffer(data[start:end], "<f4").reshape(entry["shape"])
    return tensors


class GraphWriter:
    """Collects nodes and constants of one graph. ``quantised`` chooses 8-bit or float products."""

    def __init__(self, weights: Weights, *, quantised: bool) -> None:
        self._weights = weights
        self._quantised = quantised
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def weight(self, name: str) -> NDArray[np.float32]:
        return self._weights[name]

    def constant(self, name: str, values: NDArray[np.generic]) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, *, domain: str = "", **attributes: object) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], domain=domain, **attributes))
        return output

    def product(self, x: str, name: str, matrix: NDArray[np.float32], bias: str = "") -> str:
        """``x`` times ``matrix``, plus the constant named ``bias`` when given."""
        if self._quantised:
            inputs = [x, *self._quantised_matrix(name, matrix), "", *([bias] if bias else [])]
            return self.node("DynamicQuantizeMatMul", inputs, f"{name}.out", domain=CONTRIB)
        out = self.node("MatMul", [x, self.constant(name, matrix)], f"{name}.product")
        return self.node("Add", [out, bias], f"{name}.out") if bias else out

    def attention(self, x: str, name: str, matrix: NDArray[np.float32], bias: NDArray[np.float32]) -> str:
        """Self-attention with query, key and value projections side by side in ``matrix``."""
        bias_name = self.constant(f"{name}.bias", bias)
        if not self._quantised:
            inputs = [x, self.constant(name, matrix), bias_name, "mask"]
            return self.node("Attention", inputs, f"{name}.out", domain=CONTRIB, num_heads=HEADS)
        x8, scale, zero = f"{name}.x8", f"{name}.x8.scale", f"{name}.x8.zero"
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [x], [x8, scale, zero]))
        matrix8, matrix_scale = self._quantised_matrix(name, matrix)
        no_offset = self.constant(f"{name}.zero", np.zeros(matrix.shape[1], np.int8))
        inputs = [x8, matrix8, bias_name, scale, matrix_scale, "mask", zero, no_offset]
        return self.node("QAttention", inputs, f"{name}.out", domain=CONTRIB, num_heads=HEADS)

    def normalised(self, x: str, name: str, output: str) -> str:
        gain = self.constant(f"{name}.weight", self.weight(f"{name}.weight"))
        bias = self.constant(f"{name}.bias", self.weight(f"{name}.bias"))
        return self.node("LayerNormalization", [x, gain, bias], output, axis=-1, epsilon=EPSILON)

    def words(self, name: str) -> str:
        """Rows of the word table for ``input_ids``."""
        table = self.weight(name)
        if not self._quantised:
            return self.node("Gather", [self.constant(name, table), "input_ids"], "words")
        rows, scales = quantise(table, axis=1, largest=LARGEST_TABLE_ENTRY)
        self.node("Gather", [self.constant(name, rows), "input_ids"], "words.8")
        self.node("Gather", [self.constant(f"{name}.scale", scales), "input_ids"], "words.scale")
        self.node("Cast", ["words.8"], "words.float", to=TensorProto.FLOAT)
        return self.node("Mul", ["words.float", "words.scale"], "words")

    def _quantised_matrix(self, name: str, matrix: NDArray[np.float32]) -> tuple[str, str]:
        values, scales = quantise(matrix, axis=0, largest=LARGEST_WEIGHT)
        return self.constant(name, values), self.constant(f"{name}.scale", scales.reshape(-1))


def quantise(matrix: NDArray[np.float32], *, axis: int, largest: int) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Whole numbers in -largest … largest and the scales that lead back, one for each line along ``axis``."""
    peaks = np.abs(matrix).max(axis=axis, keepdims=True)
    scales = np.maximum(peaks, NOTHING) / np.float32(largest)
    return np.clip(np.rint(matrix / scales), -largest, largest).astype(np.int8), scales


def build_graph(weights: Weights, *, quantised: bool = True) -> onnx.ModelProto:
    """The encoder: ``input_ids``, ``attention_mask``, ``token_type_ids`` (batch, length) → ``last_hidden_state``.

    It is as deep as the weights. With the weights of a head it is a cross-encoder: → ``logits`` (batch, 1).
    """
    layers = 1 + max(int(name.split(".")[2]) for name in weights if name.startswith(LAYER))
    writer = GraphWriter(weights, quantised=quantised)
    x = _embeddings(writer)
    for layer in range(layers):
        x = _layer(writer, layer, x, STATES if layer == layers - 1 else f"layer.{layer}.out")
    shape: list[object] = ["batch", "length"]
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, shape)
              for name in ("input_ids", "attention_mask", "token_type_ids")]
    output = helper.make_tensor_value_info(x, TensorProto.FLOAT, [*shape, WIDTH])
    if f"{HEAD}.weight" in weights:
        output = helper.make_tensor_value_info(_head(writer, x), TensorProto.FLOAT, ["batch", 1])
    graph = helper.make_graph(writer.nodes, "minilm", inputs, [output], writer.constants)
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(CONTRIB, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="citeside")


def _head(writer: GraphWriter, states: str) -> str:
    """The logit: a linear map of the mean state of the first segment ([CLS], query, [SEP]), padding left out."""
    one = writer.constant("one", np.ones(1, np.int64))
    writer.node("Sub", [one, "token_type_ids"], "first.segment")
    writer.node("Mul", ["first.segment", "attention_mask"], "first.there")
    writer.node("Cast", ["first.there"], "first", to=TensorProto.FLOAT)
    writer.node("Unsqueeze", ["first", writer.constant("last", np.array([2], np.int64))], "first.wide")
    writer.node("Mul", [states, "first.wide"], "first.states")
    writer.node("ReduceSum", ["first.states", one], "first.sum", keepdims=0)
    writer.node("ReduceSum", ["first", one], "first.count", keepdims=1)
    writer.node("Div", ["first.sum", "first.count"], "first.mean")
    matrix = writer.constant(f"{HEAD}.weight", writer.weight(f"{HEAD}.weight").T)
    writer.node("MatMul", ["first.mean", matrix], "weighed")
    return writer.node("Add", ["weighed", writer.constant(f"{HEAD}.bias", writer.weight(f"{HEAD}.bias"))], "logits")


def _embeddings(writer: GraphWriter) -> str:
    part = "embeddings."
    writer.node("Cast", ["attention_mask"], "mask", to=TensorProto.INT32)
    types = writer.constant("types", writer.weight(f"{part}token_type_embeddings.weight"))
    places = writer.constant("places", writer.weight(f"{part}position_embeddings.weight"))
    writer.node("Shape", ["input_ids"], "length", start=1, end=2)
    writer.node("Slice", [places, writer.constant("start", np.zeros(1, np.int64)), "length"], "places.used")
    writer.node("Gather", [types, "token_type_ids"], "types.used")
    writer.node("Add", [writer.words(f"{part}word_embeddings.weight"), "types.used"], "words.typed")
    writer.node("Add", ["words.typed", "places.used"], "words.placed")
    return writer.normalised("words.placed", f"{part}LayerNorm", "embedded")


def _layer(writer: GraphWriter, layer: int, x: str, output: str) -> str:
    base = f"{LAYER}{layer}."
    parts = [f"{base}attention.self.{kind}" for kind in ("query", "key", "value")]
    matrix = np.concatenate([writer.weight(f"{part}.weight").T for part in parts], axis=1)
    bias = np.concatenate([writer.weight(f"{part}.bias") for part in parts])
    attended = writer.attention(x, f"{base}attention", matrix, bias)
    mixed = _dense(writer, attended, f"{base}attention.output.dense")
    writer.node("Add", [mixed, x], f"{base}attention.sum")
    middle = writer.normalised(f"{base}attention.sum", f"{base}attention.output.LayerNorm", f"{base}middle")
    wide = f"{base}intermediate.dense"
    raised = writer.product(middle, f"{wide}.weight", writer.weight(f"{wide}.weight").T)
    bent = writer.node("BiasGelu", [raised, writer.constant(f"{wide}.bias", writer.weight(f"{wide}.bias"))],
                       f"{wide}.gelu", domain=CONTRIB)
    lowered = _dense(writer, bent, f"{base}output.dense")
    writer.node("Add", [lowered, middle], f"{base}sum")
    return writer.normalised(f"{base}sum", f"{base}output.LayerNorm", output)


def _dense(writer: GraphWriter, x: str, name: str) -> str:
    bias = writer.constant(f"{name}.bias", writer.weight(f"{name}.bias"))
    return writer.product(x, f"{name}.weight", writer.weight(f"{name}.weight").T, bias)


def build(weights_path: Path, target: Path, *, quantised: bool = True) -> str:
    """Write the graph made from ``weights_path`` to ``target`` in one step; returns its SHA-256 in hex."""
    content = build_graph(read_safetensors(weights_path), quantised=quantised).SerializeToString(deterministic=True)
    partial = target.with_name(f".{target.name}.building")
    with partial.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    partial.replace(target)
    return hashlib.sha256(content).hexdigest()


def main() -> int:
    """Build one graph from the command line; prints its hash."""
    parser = argparse.ArgumentParser(description="Build a graph from MiniLM weights.")
    parser.add_argument("weights", type=Path, help="model.safetensors")
    parser.add_argument("target", type=Path, help="the ONNX file to write")
    parser.add_argument("--float", action="store_true", help="keep 32-bit floats, to compare with")
    arguments = parser.parse_args()
    try:
        print(build(arguments.weights, arguments.target, quantised=not arguments.float))
    except (OSError, ValueError, KeyError) as error:
        print(f"The graph could not be built from {arguments.weights}: {error}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
