"""What the engine needs from outside: an embedder, a reranker, a generator, a parser, a clock.

The runtimes in ``models`` match these protocols by shape; neither side imports the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.types import Parsed

Vectors = NDArray[np.float32]


class Embedder(Protocol):
    """Turns texts into unit vectors. The same text always gives the same vector, whatever stands beside it."""

    @property
    def model_id(self) -> str:
        """Name and hash of the model; vectors of different ids are never mixed."""
        ...

    @property
    def dimensions(self) -> int:
        """Length of a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Vectors of shape (len(texts), dimensions), finite, of length 1."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of ``text`` before any truncation."""
        ...

    @property
    def max_tokens(self) -> int:
        """Tokens of a text that are read; what lies beyond is not seen."""
        ...


class Reranker(Protocol):
    """Scores how well a passage answers a query."""

    @property
    def model_id(self) -> str:
        """Name and hash of the model."""
        ...

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        """The chance, 0 … 1, that each passage answers the query; independent of the other passages.

        ``cosines`` are the embedder's for the query and each passage. Raises RerankerLost when there is no score.
        """
        ...


class Generator(Protocol):
    """Writes text after a prompt, in a process of its own."""

    @property
    def model_id(self) -> str:
        """Name of the model and its file's hash."""
        ...

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and answer may take together."""
        ...

    @property
    def reading_rate(self) -> float | None:
        """Prompt tokens a second on this machine, None before anything was read."""
        ...

    @property
    def prompt_tokens(self) -> tuple[int, int] | None:
        """Tokens of the last prompt, and how many of them were kept from the one before; None before the first."""
        ...

    def warm(self, messages: Sequence[tuple[str, str]]) -> None:
        """Read what every prompt begins with, so that it need not be read again; measures ``reading_rate``."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of ``text``, special tokens taken as plain text."""
        ...

    def generate(
        self, messages: Sequence[tuple[str, str]], *, max_tokens: int, is_cancelled: Callable[[], bool]
    ) -> Iterator[str]:
        """Stream the answer to (role, text) messages; roles are system, user, assistant. Greedy and seeded."""
        ...


class Parser(Protocol):
    """Reads one file at a time in a child process with time and memory limits."""

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Begin to read the file that ``parse`` is going to ask for, where that can be done beside other work."""
        ...

    def answers_within(self, seconds: float) -> bool:
        """Whether ``parse`` of the file that was begun would return so soon. Waits no longer than that."""
        ...

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """The file as text and blocks. Raises DocumentTrouble; never harms the calling process."""
        ...

    def close(self) -> None:
        """End the child process. Closing twice is fine."""
        ...


Clock = Callable[[], float]
"""Seconds since the epoch."""
