"""Pairs as the model reads them: [CLS] query [SEP] passage [SEP], as ``models.reranker`` writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tokenizers import Tokenizer

Pair = tuple[list[int], list[int]]


class PairWriter:
    """Turns texts into token rows. ``max_tokens`` counts the three markers."""

    def __init__(self, tokenizer: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._tokenizer.encode_special_tokens = True
        self._start, self._end = self._tokenizer.encode("").ids

    def pairs(self, query: str, passages: Sequence[str], max_tokens: int) -> list[Pair]:
        """Ids and segment numbers of each pair; the query is kept as far as half of the window reaches."""
        first = [self._start, *self._ids(query)[:max_tokens // 2], self._end]
        seconds = [[*self._ids(passage)[:max_tokens - len(first) - 1], self._end] for passage in passages]
        return [(first + second, [0] * len(first) + [1] * len(second)) for second in seconds]

    def _ids(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text, add_special_tokens=False).ids)
