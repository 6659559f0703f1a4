"""The way from passages to a settled answer: verbatim first, then prompt, draft, claims, verdicts, trace.

The generated text is a layer on top: when there is no generator, or it dies, the verbatim layer is the answer.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from engine.answer.claims import split, without_markers
from engine.answer.prompt import DECLINED, INSTRUCTIONS, Prompt, build
from engine.answer.settle import Outcome, settle
from engine.answer.surroundings import surroundings
from engine.answer.verbatim import evidence
from engine.answer.verify import verified
from engine.errors import GeneratorLost
from engine.ports import Embedder, Generator
from engine.retrieve.pipeline import Retriever
from engine.store.answers import save_trace
from engine.store.store import Store
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Claim,
    Evidence,
    Note,
    Request,
    Retrieved,
    Trace,
)

FIRST_WORD_SECONDS = 8.0
FEWEST_TOKENS, MOST_TOKENS = 200, 1500
ANSWER_TOKENS = 256
OnEvent = Callable[[AnswerEvent], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Draft:
    """What the generator gave, or why it gave nothing."""

    text: str = ""
    prompt: Prompt | None = None
    reason: str = ""
    is_cancelled: bool = False
    has_failed: bool = False
    timings_ms: tuple[tuple[str, float], ...] = ()


class Answerer:
    """Answers one question at a time, from one thread."""

    def __init__(self, *, store: Store, retriever: Retriever, embedder: Embedder,
                 generator: Generator | None) -> None:
        self._store = store
        self._embedder = embedder
        self._retriever = retriever
        self._generator = generator

    def ask(self, request: Request, *, generate: bool, on_event: OnEvent,
            is_cancelled: Callable[[], bool]) -> Answer:
        """The settled answer. Raises BadRequest's kinds before anything is shown."""
        start = time.perf_counter()
        retrieved = self._retriever.retrieve(request)
        on_event(AnswerEvent(stage=AnswerStage.RETRIEVED, retrieved=retrieved))
        with self._store.snapshot() as db:
            blocks = evidence(request.question, retrieved, around=partial(surroundings, db), meaning=self._nearness)
        on_event(AnswerEvent(stage=AnswerStage.EVIDENCE, evidence=blocks))
        shown_ms = _since(start)
        generator = self._generator if generate and retrieved.documented else None
        draft = _write(generator, request.question, retrieved, on_event, is_cancelled) if generator else _Draft()
        answer = self._settled(request, retrieved, blocks, draft, generator, [("verbatim", shown_ms)], start)
        on_event(AnswerEvent(stage=AnswerStage.SETTLED))
        return answer

    def _settled(self, request: Request, retrieved: Retrieved, blocks: tuple[Evidence, ...], draft: _Draft,
                 generator: Generator | None, timings: list[tuple[str, float]], start: float) -> Answer:
        text, markers = without_markers(draft.text)
        claims = verified(text, split(text), draft.prompt.passages, self._meaning) if draft.prompt and text else ()
        state = settle(Outcome(
            found=bool(retrieved.passages), documented=retrieved.documented, has_generator=generator is not None,
            is_cancelled=draft.is_cancelled, has_failed=draft.has_failed,
            model_declined=_declines(text), claims=claims))
        timings = [*retrieved.timings_ms, *timings, *draft.timings_ms, ("settled", _since(start))]
        answer = Answer(
            state=state, question=request.question, retrieved=retrieved,
            text=_shown(state, text, blocks), reason=_reason(state, retrieved, draft, generate=generator is not None),
            claims=claims if state in (AnswerState.ANSWERED, AnswerState.UNVERIFIED, AnswerState.CANCELLED) else (),
            evidence=blocks, generator=generator.model_id if generator else "", trace_id=uuid.uuid4().hex[:12],
            timings_ms=tuple(timings))
        self._keep(answer, draft, claims, markers)
        return answer

    def _meaning(self, claim: str, source: str) -> float:
        return self._nearness(claim, [source])[0]

    def _nearness(self, text: str, others: Sequence[str]) -> list[float]:
        """Cosines of a text with several others."""
        first, *rest = self._embedder.embed([text, *others])
        return [float(first @ other) for other in rest]

    def _keep(self, answer: Answer, draft: _Draft, claims: tuple[Claim, ...], markers: tuple[str, ...]) -> None:
        sent = {passage.label for passage in draft.prompt.passages} if draft.prompt else set()
        unsent = [label for label in markers if label not in sent]
        notes = [Note(stage="claims", what=label, why="the model named a passage that it was not given")
                 for label in unsent]
        trace = Trace(
            id=answer.trace_id, created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            question=answer.question, retrieved=answer.retrieved,
            prompt="\n\n".join(f"<{role}>\n{text}" for role, text in draft.prompt.messages) if draft.prompt else "",
            generator=answer.generator, draft=draft.text, state=answer.state.value,
            verdicts=tuple((claim.text, claim.verdict.value, claim.checks) for claim in claims),
            notes=(*(draft.prompt.notes if draft.prompt else ()), *notes), timings_ms=answer.timings_ms)
        save_trace(self._store, trace, [cited for claim in claims for cited in claim.citations])


def _write(generator: Generator, question: str, retrieved: Retrieved, on_event: OnEvent,
           is_cancelled: Callable[[], bool]) -> _Draft:
    start = time.perf_counter()
    parts: list[str] = []
    first_ms = 0.0
    prompt: Prompt | None = None
    try:
        if generator.reading_rate is None:
            generator.warm((("system", INSTRUCTIONS), ("user", "Sources:")))
        prompt = build(question, retrieved.passages, count_tokens=generator.count_tokens, budget=_budget(generator))
        for delta in generator.generate(prompt.messages, max_tokens=ANSWER_TOKENS, is_cancelled=is_cancelled):
            first_ms = first_ms or _since(start)
            parts.append(delta)
            on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=delta))
    except GeneratorLost as lost:
        return _Draft(text="".join(parts), prompt=prompt, reason=str(lost), has_failed=True)
    return _Draft(text="".join(parts), prompt=prompt, is_cancelled=is_cancelled(),
                  timings_ms=(("first_token", first_ms), ("generation", _since(start))))


def _budget(generator: Generator) -> int:
    """Tokens of sources and question that this machine reads until the first word should come."""
    wanted = (generator.reading_rate or 0.0) * FIRST_WORD_SECONDS
    room = generator.context_tokens - ANSWER_TOKENS - generator.count_tokens(INSTRUCTIONS) - 64
    return int(min(max(wanted, FEWEST_TOKENS), MOST_TOKENS, room))


def _declines(text: str) -> bool:
    return DECLINED in text.casefold()


def _shown(state: AnswerState, text: str, blocks: tuple[Evidence, ...]) -> str:
    if state is AnswerState.VERBATIM:
        return "\n\n".join(part for block in blocks for part in (*block.companions, _whole(block)))
    if state in (AnswerState.ANSWERED, AnswerState.UNVERIFIED, AnswerState.CANCELLED):
        return text
    return ""


def _reason(state: AnswerState, retrieved: Retrieved, draft: _Draft, *, generate: bool) -> str:
    if state is AnswerState.VERBATIM:
        return draft.reason or ("" if generate else "Shown as it stands in the document; no text was generated.")
    if state is AnswerState.UNVERIFIED:
        return "Some sentences could not be verified in the documents; they are marked."
    if state is AnswerState.DECLINED:
        return "Sections were found, but none of them answers the question; the nearest are listed."
    if state is AnswerState.NO_EVIDENCE:
        return retrieved.notice if retrieved.nearest else f"{retrieved.reason.capitalize()}."
    return ""


def _whole(block: Evidence) -> str:
    return f"{block.header}\n{block.text}" if block.header else block.text


def _since(start: float) -> float:
    return round((time.perf_counter() - start) * 1000, 1)
