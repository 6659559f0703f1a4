"""How well a passage answers a query, with a cross-encoder graph.

Owns pairing, truncation and calibration. How many passages are worth it, and the final order, are the engine's.

1. One pair at a time, so that a score never depends on the other passages.
2. The query is kept whole as far as it fits in half of the window; the passage is cut at the end.
3. The graph's one logit and the bi-encoder's cosine of the same pair are added with the manifest's weights, divided
   by its temperature, and go through the sigmoid: the chance that the passage answers (Platt 1999). The model was
   trained beside the cosine, to know what the cosine does not.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from models.embedder import load_tokenizer
from models.errors import CannotRun, ModelDamaged
from models.files import ModelFiles
from models.manifest import Model, Use
from models.onnx_runtime import OnnxSession


class OnnxReranker:
    """Matches the engine's ``Reranker``. Safe to use from several threads."""

    def __init__(self, files: ModelFiles, model: Model, *, threads: int | None = None) -> None:
        """Verify and load the model. Raises ModelMissing or ModelDamaged."""
        self._model = model
        self._session = OnnxSession(files.verified(model).path(Use.GRAPH), threads=threads)
        self._tokenizer = load_tokenizer(files, model)
        self._start, self._end = self._tokenizer.encode("").ids

    @property
    def model_id(self) -> str:
        """Name and hash of the model."""
        return self._model.version_id

    @property
    def provider(self) -> str:
        """The execution provider in use."""
        return self._session.provider

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """One chance in 0 … 1 per passage; independent of the other passages. Raises CannotRun or ModelDamaged.

        ``cosines`` are the embedder's for query and passage, in the same order.
        """
        asked = self._ids(query)[:self._model.max_tokens // 2]
        return [self._score_one(asked, self._ids(passage), cosine)
                for passage, cosine in zip(passages, cosines, strict=True)]

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)

    def _score_one(self, asked: list[int], passage: list[int], cosine: float) -> float:
        first = [self._start, *asked, self._end]
        second = [*passage[:self._model.max_tokens - len(first) - 1], self._end]
        tokens = np.array([first + second], np.int64)
        types = np.array([[0] * len(first) + [1] * len(second)], np.int64)
        out = self._session.run({"input_ids": tokens, "attention_mask": np.ones_like(tokens),
                                 "token_type_ids": types})
        if out.size != 1:
            raise ModelDamaged(f"The reranker {self._model.name} gives {out.size} numbers for a pair instead of one; "
                               "import the model again.")
        logit = float(out.reshape(()))
        if not math.isfinite(logit):
            raise CannotRun(f"The reranker {self._model.name} gave no finite score on this machine; "
                            "search works without it.")
        model = self._model
        return _sigmoid((logit + model.cosine_weight * cosine + model.offset) / model.temperature)


def _sigmoid(x: float) -> float:
    """1 / (1 + e^-x) without overflow at either end."""
    return 1 / (1 + math.exp(-x)) if x >= 0 else math.exp(x) / (1 + math.exp(x))
