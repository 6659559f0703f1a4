"""Asking the generator: how long the prompt may be on this machine, and the draft as it comes.

The instructions are read once, before the first question; that reading also measures how fast this machine reads. A
machine that reads too slowly gets no text but the passages, and is measured again after ``SLOW_SECONDS``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.answer.prompt import INSTRUCTIONS, Prompt, build
from engine.errors import GeneratorLost
from engine.ports import Generator
from engine.types import AnswerEvent, AnswerStage, Evidence, Request, Retrieved

FIRST_WORD_SECONDS = 8.0
PATIENCE_SECONDS = 40.0
SLOW_SECONDS = 600.0
FEWEST_TOKENS, MOST_TOKENS = 200, 1500
ANSWER_TOKENS = 256
OnEvent = Callable[[AnswerEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What the generator gave, or why it gave nothing. Times in milliseconds.

    ``is_too_slow``: it was not asked, since its first word would come too late. ``counts``: tokens of the prompt, and
    how many of them were kept from the one before and not read again.
    """

    text: str = ""
    prompt: Prompt | None = None
    trouble: str = ""
    counts: tuple[int, int] | None = None
    is_too_slow: bool = False
    is_cancelled: bool = False
    timings_ms: tuple[tuple[str, float], ...] = ()

    @property
    def has_failed(self) -> bool:
        """Whether the generator was lost."""
        return bool(self.trouble)


def write(generator: Generator, request: Request, retrieved: Retrieved, blocks: Sequence[Evidence], on_event: OnEvent,
          is_cancelled: Callable[[], bool], *, patience: float) -> Draft:
    """The draft, told piece by piece; none when its first word would come after more than ``patience`` seconds. A
    generator that is lost leaves what it had written, and why.
    """
    start = time.perf_counter()
    parts: list[str] = []
    first_ms = 0.0
    prompt: Prompt | None = None
    try:
        if generator.reading_rate is None:
            generator.warm((("system", INSTRUCTIONS), ("user", "Sources:")))
            if is_too_slow(generator, patience):
                return Draft(is_too_slow=True)
        prompt = build(request.question, retrieved.passages, blocks, count_tokens=generator.count_tokens,
                       budget=_budget(generator),
                       before=request.before if retrieved.sought != request.question else None)
        for delta in generator.generate(prompt.messages, max_tokens=ANSWER_TOKENS, is_cancelled=is_cancelled):
            first_ms = first_ms or since(start)
            parts.append(delta)
            on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=delta))
    except GeneratorLost as lost:
        return Draft(text="".join(parts), prompt=prompt, trouble=str(lost))
    return Draft(text="".join(parts), prompt=prompt, is_cancelled=is_cancelled(), counts=generator.prompt_tokens,
                 timings_ms=(("first_token", first_ms), ("generation", since(start))))


def is_too_slow(generator: Generator, patience: float) -> bool:
    """Whether even the shortest prompt takes longer to read than ``patience`` seconds, by the last measured rate."""
    return generator.reading_rate is not None and patience * generator.reading_rate < FEWEST_TOKENS


def since(start: float) -> float:
    """Milliseconds since a moment of ``time.perf_counter``."""
    return round((time.perf_counter() - start) * 1000, 1)


def _budget(generator: Generator) -> int:
    """Tokens of sources and question that this machine reads until the first word should come."""
    wanted = (generator.reading_rate or 0.0) * FIRST_WORD_SECONDS
    room = generator.context_tokens - ANSWER_TOKENS - generator.count_tokens(INSTRUCTIONS) - 64
    return int(min(max(wanted, FEWEST_TOKENS), MOST_TOKENS, room))
