"""Judges a graph: fitted on the calibration projects, reported on projects that nothing was fitted on.

1. The chance that a passage answers: a logistic map of logit and cosine, fitted on the first candidates of the
   calibration searches. Its weights give the manifest's temperature, cosine weight and offset.
2. The order: by that chance, and by the search's own score plus the chance times a weight that is chosen on the
   calibration searches. Compared with reciprocal rank fusion, the bi-encoder and the search's own score, on the same
   candidates. What counts is the last: a model that only repeats what the search knows is worth nothing.
3. Whether anything answers at all: the same search with and without its answer, told apart by the best chance, the
   runner-up, the cosine and the share of the question's words that are found, again fitted on the first projects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.train.cases import Case
from models.train.measure import (
    Floats,
    Quality,
    auroc,
    calibration_error,
    gain_interval,
    logistic,
    quality,
    sigmoid,
)
from models.train.pairs import PairWriter
from models.train.queries import Kind

MAX_TOKENS = 256
REACH, DENSE = 1.2, 0.4
WEIGHTS = (0.0, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0)
JUDGED = 10
"""Candidates of a search that calibration looks at; those further down are told apart too easily."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """chance = sigmoid((logit + cosine_weight · cosine + offset) / temperature)."""

    temperature: float
    cosine_weight: float
    offset: float

    def evidence(self, logits: Floats, cosines: Floats) -> Floats:
        """What the sigmoid is taken of."""
        return np.asarray((logits + self.cosine_weight * cosines + self.offset) / self.temperature, np.float64)


@dataclass(frozen=True, slots=True, kw_only=True)
class KindReport:
    """One kind of query on one set of projects, in several orders.

    ``gain`` is the interval of the gain in MRR@10 of ``reranked`` (by the chance alone) over ``fusion``,
    ``gain_in_search`` that of ``together`` (search and chance) over ``search``.
    """

    kind: Kind
    fusion: Quality
    bi_encoder: Quality
    logit_only: Quality
    reranked: Quality
    gain: tuple[float, float]
    search: Quality
    together: Quality
    gain_in_search: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Everything that a model card says about quality; ``weight`` is the best one of the chance beside the search."""

    calibration: Calibration
    weight: float
    kinds: tuple[KindReport, ...]
    pair_auroc: float
    pair_ece: float
    answerable_by_score: float
    answerable: float


def graph_logits(graph: Path, tokenizer: Path, cases: Sequence[Case], *, threads: int) -> list[Floats]:
    """The graph's numbers for every candidate of every case, one pair at a time, as the program does it."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session: Any = onnxruntime.InferenceSession(
        str(graph), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"])
    writer = PairWriter(tokenizer)
    return [np.array([_one(session, pair) for pair in writer.pairs(case.query, case.passages, MAX_TOKENS)])
            for case in cases]


def _one(session: Any, pair: tuple[list[int], list[int]]) -> float:
    ids, types = (np.array([row], np.int64) for row in pair)
    out = session.run(None, {"input_ids": ids, "token_type_ids": types, "attention_mask": np.ones_like(ids)})
    return float(out[0].reshape(()))


def calibrate(cases: Sequence[Case], logits: Sequence[Floats]) -> Calibration:
    """Fit the logistic map on the first candidates of each search."""
    rows = [(values[at], case.cosines[at], at == case.answer) for case, values in zip(cases, logits, strict=True)
            for at in judged(case)]
    features = np.array([row[:2] for row in rows], np.float64)
    of_logit, of_cosine, bias = logistic(features, np.array([row[2] for row in rows]), ridge=1e-5)
    return Calibration(temperature=float(1 / of_logit), cosine_weight=float(of_cosine / of_logit),
                       offset=float(bias / of_logit))


def judged(case: Case) -> list[int]:
    """The candidates that calibration looks at: the first of fusion, and the answer wherever it is."""
    first = list(range(min(JUDGED, len(case.passages))))
    return first if case.answer is None or case.answer in first else [*first, case.answer]


def report(calibration: Calibration, fitted: tuple[Sequence[Case], Sequence[Floats]],
           unseen: tuple[Sequence[Case], Sequence[Floats]]) -> Report:
    """All figures on ``unseen``; what is fitted is fitted on ``fitted``."""
    cases, logits = unseen
    weight = best_weight(*fitted, calibration)
    pairs = [(float(calibration.evidence(values, np.array(case.cosines))[at]), at == case.answer)
             for case, values in zip(cases, logits, strict=True) for at in judged(case)]
    evidence, is_true = np.array([pair[0] for pair in pairs]), np.array([pair[1] for pair in pairs])
    signals, answered = _answerable(*unseen, calibration)
    weights = logistic(*_answerable(*fitted, calibration))
    combined = np.column_stack([signals, np.ones(len(signals))]) @ weights
    return Report(
        calibration=calibration, weight=weight,
        kinds=tuple(_kind(kind, cases, logits, calibration, weight) for kind in Kind
                    if any(case.kind is kind for case in cases)),
        pair_auroc=auroc(evidence, is_true), pair_ece=calibration_error(sigmoid(evidence), is_true),
        answerable_by_score=auroc(signals[:, 0], answered), answerable=auroc(combined, answered))


def search_score(case: Case) -> Floats:
    """What the program's search gives the candidates: keyword evidence and stretched cosine (``engine.retrieve.fuse``,
    whose two constants are repeated here)."""
    cosines = np.array(case.cosines)
    stretched = np.maximum(0, (cosines - case.base) / max(float(cosines.max()) - case.base, 1e-6))
    return np.asarray(np.array(case.lexical) / REACH + DENSE * stretched, np.float64)


def best_weight(cases: Sequence[Case], logits: Sequence[Floats], calibration: Calibration) -> float:
    """The weight of the chance beside the search's score with the best MRR@10, each kind of query counting alike."""
    def worth(weight: float) -> float:
        found = [[place(_together(case, values, calibration, weight), case.answer)
                  for case, values in zip(cases, logits, strict=True) if case.kind is kind] for kind in Kind]
        return float(np.mean([quality(places).mrr for places in found if places]))

    return max(WEIGHTS, key=worth)


def _together(case: Case, values: Floats, calibration: Calibration, weight: float) -> Floats:
    return search_score(case) + weight * sigmoid(calibration.evidence(values, np.array(case.cosines)))


def _kind(kind: Kind, cases: Sequence[Case], logits: Sequence[Floats], calibration: Calibration,
          weight: float) -> KindReport:
    chosen = [(case, values) for case, values in zip(cases, logits, strict=True) if case.kind is kind]

    def places(score: Callable[[Case, Floats], Floats]) -> list[int | None]:
        return [place(score(case, values), case.answer) for case, values in chosen]

    fusion = places(lambda case, values: -np.arange(len(values), dtype=np.float64))
    reranked = places(lambda case, values: calibration.evidence(values, np.array(case.cosines)))
    search = places(lambda case, values: search_score(case))
    together = places(lambda case, values: _together(case, values, calibration, weight))
    return KindReport(
        kind=kind, fusion=quality(fusion), bi_encoder=quality(places(lambda case, values: np.array(case.cosines))),
        logit_only=quality(places(lambda case, values: values)), reranked=quality(reranked),
        gain=gain_interval(fusion, reranked), search=quality(search), together=quality(together),
        gain_in_search=gain_interval(search, together))


def place(scores: Floats, answer: int | None) -> int | None:
    """The place of the answer when ordered by score, ties in the order of fusion; None when it is not there."""
    if answer is None:
        return None
    return 1 + int((scores > scores[answer]).sum() + (scores[:answer] == scores[answer]).sum())


def _answerable(cases: Sequence[Case], logits: Sequence[Floats],
                calibration: Calibration) -> tuple[Floats, NDArray[np.bool_]]:
    """Signals of each search that has an answer among its candidates, with it and with it taken away."""
    rows, answered = [], []
    for case, values in zip(cases, logits, strict=True):
        if case.answer is None:
            continue
        everything = np.arange(len(values))
        for kept in (everything, everything[everything != case.answer]):
            rows.append(_signals(case, values, kept, calibration))
            answered.append(len(kept) == len(values))
    return np.array(rows), np.array(answered)


def _signals(case: Case, values: Floats, kept: NDArray[np.int64], calibration: Calibration) -> list[float]:
    cosines, coverage = np.array(case.cosines)[kept], np.array(case.coverage)[kept]
    evidence = calibration.evidence(values[kept], cosines)
    order = np.argsort(-evidence, kind="stable")
    best, runner_up = evidence[order[0]], evidence[order[1]]
    nearest = np.sort(cosines)
    return [float(best), float(best - runner_up), float(nearest[-1]), float(nearest[-1] - nearest[-2]),
            float(coverage[order[0]]), float(coverage.max()), float(np.array(case.lexical)[kept].max())]
