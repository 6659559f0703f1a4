"""What the program and its generator process say to each other. All are frozen and can be pickled.

Requests: Count, Render, Generate, Cancel. Replies: Ready or Failed once after the start; then Number, Text, or any
number of Piece followed by Done, or Failed instead of any of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Messages = tuple[tuple[str, str], ...]
"""(role, text) pairs; roles are system, user and assistant."""


class Stop(Enum):
    """Why an answer ended: the model said so, the limit was reached, or it was cancelled."""

    END = "end"
    LENGTH = "length"
    CANCELLED = "cancelled"


class Failure(Enum):
    """What kind of trouble the child met; the parent raises the error of that kind."""

    CANNOT_RUN = "cannot_run"
    DAMAGED = "damaged"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """How to load the model; handed over when the child starts."""

    path: str
    name: str
    context_tokens: int
    threads: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Ask for the number of tokens of a text taken as plain text."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Render:
    """Ask for the exact prompt text."""

    messages: Messages


@dataclass(frozen=True, slots=True, kw_only=True)
class Generate:
    """Ask for an answer; ``number`` rises by one with each, so that a late Cancel hits only its own."""

    number: int
    messages: Messages
    max_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cancel:
    """End the answer of that number as soon as possible."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ready:
    """The model is loaded. Time in milliseconds."""

    load_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """Answer to Count."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """Answer to Render."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """The next characters of an answer."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one answer took. Tokens, and milliseconds; ``reused_tokens`` of the prompt were kept from the one before."""

    prompt_tokens: int
    reused_tokens: int
    generated_tokens: int
    prompt_ms: float
    generate_ms: float
    stop: Stop


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """The answer is complete."""

    usage: Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """The request could not be met; ``message`` is one sentence for a person."""

    kind: Failure
    message: str


Request = Count | Render | Generate | Cancel
Reply = Ready | Number | Text | Piece | Done | Failed
