"""Learning, on a tiny encoder; needs the extra ``train``."""

from __future__ import annotations

import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import onnxruntime
import pytest

from models.train.groups import Group
from models.train.queries import Kind
from tests.conftest import ROOT
from tests.models.tiny import tokenizer_json

torch: Any = pytest.importorskip("torch", reason="training needs the extra train")

torch.set_num_threads(1)
NARROW, GRAPH = 24, 384
"""Widths: the least that twelve heads allow, and the one that graphs are written for."""


def weights(width: int) -> dict[str, Any]:
    """Two layers over the words of the tiny tokenizer."""
    wide = 4 * width
    made = torch.Generator().manual_seed(5)
    shapes: dict[str, tuple[int, ...]] = {
        f"embeddings.{name}_embeddings.weight": (rows, width)
        for name, rows in (("word", 8), ("position", 64), ("token_type", 2))}
    for layer in range(2):
        base = f"encoder.layer.{layer}."
        dense = {"attention.self.query": (width, width), "attention.self.key": (width, width),
                 "attention.self.value": (width, width), "attention.output.dense": (width, width),
                 "intermediate.dense": (wide, width), "output.dense": (width, wide)}
        for name, shape in dense.items():
            shapes |= {f"{base}{name}.weight": shape, f"{base}{name}.bias": shape[:1]}
    found = {name: torch.randn(shape, generator=made) * 0.05 for name, shape in shapes.items()}
    for name in ["embeddings.", *(f"encoder.layer.{layer}.{part}" for layer in range(2)
                                  for part in ("attention.output.", "output."))]:
        found |= {f"{name}LayerNorm.weight": torch.ones(width), f"{name}LayerNorm.bias": torch.zeros(width)}
    return found


def groups() -> list[Group]:
    """The passage with the colour that was asked for answers; where there is none, nothing does."""
    colours = ["red", "green", "blue"]
    full = [Group(kind=Kind.KEYWORD, query=asked, passages=tuple(f"void {colour}" for colour in colours),
                  cosines=(0.5,) * 3, answer=colours.index(asked)) for asked in colours]
    empty = [Group(kind=Kind.KEYWORD, query=asked, passages=tuple(f"void {colour}" for colour in colours
                                                                  if colour != asked),
                   cosines=(0.5,) * 2, answer=None) for asked in colours]
    return (full + empty) * 4


def learn(folder: Path, steps: int) -> Any:
    """So many steps, each a minute by the clock."""
    from models.train.fit import Plan, fit
    from models.train.network import CrossEncoder
    from models.train.pairs import PairWriter

    (folder / "tokens.json").write_bytes(tokenizer_json())
    return fit(CrossEncoder(weights(NARROW), layers=2, frozen=0), groups(), PairWriter(folder / "tokens.json"),
               Plan(minutes=steps, seed=1, device="cpu", checkpoint=folder / "checkpoint.pt"),
               clock=count(step=60.0).__next__)


def test_a_network_that_learned_nothing_yet_scores_every_pair_alike(tmp_path: Path) -> None:
    from models.train.fit import score_pairs

    fitted = learn(tmp_path, steps=0)
    pairs = [([1, 3, 2, 4, 2], [0, 0, 0, 1, 1]), ([1, 4, 2, 4, 2], [0, 0, 0, 1, 1])]
    first, second = score_pairs(fitted.network, pairs, "cpu").tolist()
    assert first == second


def test_learning_ends_with_its_minutes_and_goes_on_from_its_checkpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert learn(tmp_path, steps=2).groups_seen == 16
    assert learn(tmp_path, steps=2).groups_seen == 16
    learned = learn(tmp_path, steps=4)
    assert learned.groups_seen == 32
    assert len(capsys.readouterr().err.splitlines()) == 4
    before, now = weights(NARROW), learned.network.named()
    assert any((now[name] != tensor).any() for name, tensor in before.items())
    assert (now["embeddings.word_embeddings.weight"] == before["embeddings.word_embeddings.weight"]).all()


def test_the_loss_is_least_when_the_answer_leads_and_nothing_leads_where_none_answers() -> None:
    from models.train.fit import group_loss

    good = group_loss(torch.tensor([4.0, -4.0, -4.0, -4.0]), [0, None], [2, 2])
    swapped = group_loss(torch.tensor([-4.0, 4.0, -4.0, -4.0]), [0, None], [2, 2])
    eager = group_loss(torch.tensor([4.0, -4.0, 4.0, -4.0]), [0, None], [2, 2])
    assert good < min(swapped, eager)


def test_the_graph_computes_what_the_network_computed(tmp_path: Path) -> None:
    from safetensors.torch import save_file

    from models.train.network import CrossEncoder, padded

    network = CrossEncoder({**weights(GRAPH), "head.weight": torch.full((1, GRAPH), 0.1), "head.bias": torch.ones(1)},
                           layers=2, frozen=0)
    save_file(network.named(), tmp_path / "weights.safetensors")
    subprocess.run([sys.executable, str(ROOT / "packaging" / "build_embedder.py"),
                    str(tmp_path / "weights.safetensors"), str(tmp_path / "float.onnx"), "--float"], check=True)
    session = onnxruntime.InferenceSession(str(tmp_path / "float.onnx"), providers=["CPUExecutionProvider"])
    ids, types, mask = padded([([1, 3, 2, 4, 5, 2], [0, 0, 0, 1, 1, 1]), ([1, 4, 2, 2], [0, 0, 0, 1])], "cpu")
    given = {"input_ids": ids.numpy(), "token_type_ids": types.numpy(), "attention_mask": mask.numpy()}
    assert session.run(None, given)[0].ravel() == pytest.approx(network(ids, types, mask).tolist(), abs=1e-4)
