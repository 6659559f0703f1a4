"""One command: ``python -m models.train --data FOLDER --base FOLDER --work FOLDER``.

Each stage leaves a file in the work folder and is passed over where its file is there; fitting goes on from its
checkpoint. So the same command after an interruption ends with the same files.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file, save_file

from models.train.cases import Case, prepare_cases, read_cases, write_cases
from models.train.evaluate import calibrate, graph_logits, report
from models.train.fit import Plan, fit
from models.train.measure import Floats
from models.train.neighbours import BiEncoder
from models.train.network import CrossEncoder
from models.train.pairs import PairWriter
from models.train.prepare import prepare_groups, read_groups, write_groups
from models.train.sections import CALIBRATION, read_sections

PACKAGING = Path(__file__).parent.parent.parent / "packaging"
TRAIN, HELD_OUT = "sections-train.jsonl.gz", "sections-heldout-projects.jsonl.gz"
EVALUATION_SEED = 7


def main() -> int:
    """Prepare, fit, export, calibrate and judge; prints the report as JSON."""
    arguments = _arguments()
    torch.set_num_threads(arguments.threads)
    arguments.work.mkdir(parents=True, exist_ok=True)
    encoder = BiEncoder(_embedder(arguments), arguments.base / "tokenizer.json", threads=arguments.threads)
    groups = _groups(arguments, encoder)
    weights = arguments.work / "reranker.safetensors"
    if not weights.exists():
        _fit(arguments, groups, weights)
    graphs = _export(weights, arguments.work)
    fitted, unseen = _cases(arguments, encoder, only_calibration=True), _cases(
        arguments, encoder, only_calibration=False)
    logits = [_logits(arguments, graphs, cases, name) for cases, name in ((fitted, "fitted"), (unseen, "unseen"))]
    judged = report(calibrate(fitted, logits[0]), (fitted, logits[0]), (unseen, logits[1]))
    text = json.dumps(asdict(judged), indent=1, default=lambda value: value.value)
    (arguments.work / "report.json").write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m models.train", description="Train the documentation reranker.")
    parser.add_argument("--data", type=Path, required=True, help=f"folder with {TRAIN} and {HELD_OUT}")
    parser.add_argument("--base", type=Path, required=True, help="folder with model.safetensors and tokenizer.json")
    parser.add_argument("--work", type=Path, required=True, help="folder for everything made; continued when there")
    parser.add_argument("--minutes", type=float, default=150.0, help="minutes of fitting, over all continuations")
    parser.add_argument("--layers", type=int, default=6, choices=range(1, 7))
    parser.add_argument("--frozen", type=int, default=2, help="lowest layers that are not trained")
    parser.add_argument("--device", default="cpu", help="cpu, cuda or mps")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--judged", type=int, default=300, help="natural searches to judge on; half as many of others")
    return parser.parse_args()


def _embedder(arguments: argparse.Namespace) -> Path:
    graph: Path = arguments.work / "embedder.onnx"
    if not graph.exists():
        _build("build_embedder.py", arguments.base / "model.safetensors", graph)
    return graph


def _groups(arguments: argparse.Namespace, encoder: BiEncoder) -> Path:
    path: Path = arguments.work / "groups.jsonl"
    if not path.exists():
        write_groups(path, prepare_groups(arguments.data / TRAIN, encoder, seed=arguments.seed))
    return path


def _fit(arguments: argparse.Namespace, groups: Path, target: Path) -> None:
    network = CrossEncoder(load_file(arguments.base / "model.safetensors"), layers=arguments.layers,
                           frozen=min(arguments.frozen, arguments.layers - 1))
    plan = Plan(minutes=arguments.minutes, seed=arguments.seed, device=arguments.device,
                checkpoint=arguments.work / "checkpoint.pt")
    fitted = fit(network, read_groups(groups), PairWriter(arguments.base / "tokenizer.json"), plan)
    partial = target.with_name(f".{target.name}.writing")
    save_file({name: tensor.cpu().contiguous() for name, tensor in fitted.network.named().items()}, partial)
    partial.replace(target)
    print(f"{fitted.groups_seen} groups seen, cosine weight in training {fitted.alpha:.3f}", file=sys.stderr)


def _export(weights: Path, work: Path) -> Path:
    """The 8-bit graph; the float one is written beside it."""
    graph = work / "reranker-int8.onnx"
    if not graph.exists():
        _build("build_embedder.py", weights, work / "reranker-float.onnx", "--float")
        _build("build_embedder.py", weights, graph)
    return graph


def _build(script: str, weights: Path, target: Path, *options: str) -> None:
    subprocess.run([sys.executable, str(PACKAGING / script), str(weights), str(target), *options], check=True,
                   stdout=sys.stderr)


def _cases(arguments: argparse.Namespace, encoder: BiEncoder, *, only_calibration: bool) -> list[Case]:
    path: Path = arguments.work / ("cases-fitted.jsonl" if only_calibration else "cases-unseen.jsonl")
    if not path.exists():
        sections = read_sections(arguments.data / (TRAIN if only_calibration else HELD_OUT))
        chosen = [section for section in sections if not only_calibration or section.project in CALIBRATION]
        most = arguments.judged // 2 if only_calibration else arguments.judged
        write_cases(path, prepare_cases(chosen, encoder, seed=EVALUATION_SEED, natural=most, made=most // 2))
    return read_cases(path)


def _logits(arguments: argparse.Namespace, graph: Path, cases: list[Case], name: str) -> list[Floats]:
    path: Path = arguments.work / f"logits-{name}.npy"
    if not path.exists():
        found = graph_logits(graph, arguments.base / "tokenizer.json", cases, threads=arguments.threads)
        np.save(path, np.concatenate(found))
    flat = np.load(path).astype(np.float64)
    return np.split(flat, np.cumsum([len(case.passages) for case in cases])[:-1])


if __name__ == "__main__":
    sys.exit(main())
