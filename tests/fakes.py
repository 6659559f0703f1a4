"""Stand-ins for the models: the same shapes as ``engine.ports``, no files, no threads, always the same results.

Import with ``from tests.fakes import FakeEmbedder``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"\w+")
_LABEL = re.compile(r"\[?\b(S\d+)\b\]?")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+")


def words(text: str) -> list[str]:
    """Lower-case words, a plural s removed, so that near words meet."""
    return [word.removesuffix("s") for word in _WORD.findall(text.lower())]


class FakeEmbedder:
    """Texts that share words are near. Each word adds ±1 at four places given by its hash."""

    def __init__(self, *, dimensions: int = 384, max_tokens: int = 256, model_id: str = "fake@1") -> None:
        self.model_id = model_id
        self.dimensions = dimensions
        self.max_tokens = max_tokens
        self.embedded: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors; the texts are remembered in ``embedded``."""
        self.embedded.extend(texts)
        return np.array([self._vector(text) for text in texts], np.float32).reshape(len(texts), self.dimensions)

    def count_tokens(self, text: str) -> int:
        """One token a word, and the two markers."""
        return len(words(text)) + 2

    def _vector(self, text: str) -> NDArray[np.float64]:
        vector = np.zeros(self.dimensions)
        for word in words(text)[:self.max_tokens - 2]:
            digest = hashlib.blake2b(word.encode(), digest_size=16).digest()
            for place in range(0, 16, 4):
                number = int.from_bytes(digest[place:place + 4], "little")
                vector[number // 2 % self.dimensions] += 1 if number % 2 else -1
        if not vector.any():
            vector[0] = 1
        return vector / np.linalg.norm(vector)


class FakeReranker:
    """The share of the query's words that the passage holds."""

    def __init__(self, *, model_id: str = "fake-reranker@1") -> None:
        self.model_id = model_id
        self.scored: list[tuple[str, str]] = []

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """One score in 0 … 1 per passage; the pairs are remembered in ``scored``, cosines say nothing."""
        self.scored.extend((query, passage) for passage in passages)
        asked = set(words(query))
        return [len(asked & set(words(passage))) / max(1, len(asked)) for passage in passages]


class FakeGenerator:
    """Says ``answer``, or the sentence of the prompt nearest to its last line, with the label that stands before it.

    With ``error`` it stops half-way by raising it. Prompts are remembered in ``prompts``.
    """

    def __init__(
        self, answer: str | None = None, *, error: Exception | None = None, model_id: str = "fake-generator@1",
        context_tokens: int = 4096,
    ) -> None:
        self.model_id = model_id
        self.context_tokens = context_tokens
        self.reading_rate: float | None = 1000.0
        self.prompt_tokens: tuple[int, int] | None = None
        self.warmed: list[tuple[tuple[str, str], ...]] = []
        self.prompts: list[tuple[tuple[str, str], ...]] = []
        self._answer = answer
        self._error = error

    def count_tokens(self, text: str) -> int:
        """One token a word or sign."""
        return len(re.findall(r"\w+|[^\w\s]", text))

    def warm(self, messages: Sequence[tuple[str, str]]) -> None:
        """What was to be read beforehand is remembered in ``warmed``."""
        self.warmed.append(tuple(messages))

    def render(self, messages: Sequence[tuple[str, str]]) -> str:
        """The messages one below the other."""
        return "\n".join(f"<{role}>{text}" for role, text in messages)

    def generate(
        self, messages: Sequence[tuple[str, str]], *, max_tokens: int, is_cancelled: Callable[[], bool]
    ) -> Iterator[str]:
        """The answer word by word, at most ``max_tokens`` of them."""
        self.prompts.append(tuple(messages))
        answer = self._echo(messages) if self._answer is None else self._answer
        pieces = re.findall(r"\S+\s*", answer)[:max_tokens]
        for number, piece in enumerate(pieces):
            if is_cancelled():
                return
            if self._error and number >= len(pieces) // 2:
                raise self._error
            yield piece
        if self._error and not pieces:
            raise self._error

    def _echo(self, messages: Sequence[tuple[str, str]]) -> str:
        lines = [line for role, text in messages if role != "system" for line in text.splitlines() if line.strip()]
        asked = set(words(lines[-1])) if lines else set()
        best, best_score, label = "", 0, ""
        for line in lines[:-1]:
            if found := _LABEL.match(line):
                label = found[1]
            for sentence in _SENTENCE_END.split(_LABEL.sub("", line).strip(" :-")):
                score = len(asked & set(words(sentence)))
                if score > best_score:
                    best, best_score = f"{sentence} [{label}]" if label else sentence, score
        return best or "The passages do not say."
