"""What lies near a question in its project: by BM25, by the bi-encoder's cosine, and by place.

Owns the search that training and evaluation share. It is written apart from the product's index so that a run needs
nothing but arrays: one project has some thousand sections at most.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

K1, B = 1.2, 0.75
RRF_K = 60
_WORD = re.compile(r"[a-z]+|\d+|\w+")


class Bm25:
    """Okapi BM25 (Robertson and Zaragoza 2009, k1 1.2, b 0.75) over the words of some texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        counts = [Counter(_WORD.findall(text.casefold())) for text in texts]
        lengths = np.array([sum(count.values()) for count in counts], np.float64)
        self._size = len(texts)
        damping = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
        places: dict[str, list[tuple[int, float]]] = defaultdict(list)
        for at, count in enumerate(counts):
            for word, times in count.items():
                places[word].append((at, times * (K1 + 1) / (times + damping[at])))
        self._places = dict(places)
        self._holders = {word: {at for at, _ in found} for word, found in places.items()}

    def scores(self, query: str) -> NDArray[np.float64]:
        """One score a text, 0 where no word of the query is."""
        scores = np.zeros(self._size)
        for word, rarity in self._rarities(query).items():
            for at, weight in self._places.get(word, []):
                scores[at] += rarity * weight
        return scores

    def reachable(self, query: str) -> float:
        """The sum of the rarities of the query's words, to measure scores against; more than 0."""
        return max(sum(self._rarities(query).values()), 1e-6)

    def coverage(self, query: str, at: int) -> float:
        """The share of that sum that the words of text ``at`` bring, 0 … 1."""
        rarities = self._rarities(query)
        held = sum(rarity for word, rarity in rarities.items() if at in self._holders.get(word, ()))
        return held / max(sum(rarities.values()), 1e-6)

    def _rarities(self, query: str) -> dict[str, float]:
        counts = {word: len(self._places.get(word, [])) for word in set(_WORD.findall(query.casefold()))}
        return {word: math.log(1 + (self._size - count + 0.5) / (count + 0.5)) for word, count in counts.items()}


class Encoder(Protocol):
    """What turns texts into unit vectors."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row a text."""
        ...


class BiEncoder:
    """The shipped embedder, as fast as its graph allows: one text at a time, several threads inside."""

    def __init__(self, graph: Path, tokenizer: Path, *, threads: int, max_tokens: int = 256) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session: Any = onnxruntime.InferenceSession(
            str(graph), options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"])
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_tokens)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors, one row a text."""
        rows = []
        for text in texts:
            ids = np.array([self._tokenizer.encode(text).ids], np.int64)
            states = self._session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids),
                                              "token_type_ids": np.zeros_like(ids)})[0]
            mean = states[0].mean(axis=0)
            rows.append(mean / np.linalg.norm(mean))
        return np.array(rows, np.float32)


def ranks(scores: NDArray[Any]) -> NDArray[np.int64]:
    """1 for the best score, ties in the order of the texts."""
    places = np.empty(len(scores), np.int64)
    places[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return places


def fused(lexical: NDArray[Any], cosines: NDArray[Any]) -> NDArray[np.float64]:
    """Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009, k = 60) of both scores; texts without a word in
    common get nothing from the first."""
    by_words = np.where(lexical > 0, 1.0 / (RRF_K + ranks(lexical)), 0.0)
    return np.asarray(by_words + 1.0 / (RRF_K + ranks(cosines)), np.float64)
