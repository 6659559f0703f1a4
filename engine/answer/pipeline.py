"""The way from passages to a settled answer: verbatim first, then conflicts, prompt, draft, claims, verdicts, trace.

The generated text is a layer on top: when there is no generator, or it dies, or nothing of its text holds, the
verbatim layer is the answer. It is not asked at all when the documents are silent, disagree, or would have to be
counted, or when the answer depends on a version that nobody named.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from engine.answer.aggregate import is_unstated
from engine.answer.align import context, with_parts
from engine.answer.asked import Asked
from engine.answer.by_version import quoted_by_version
from engine.answer.claims import split, without_markers
from engine.answer.conflict import conflicts, quoted
from engine.answer.explain import Reason, explained, scope_names
from engine.answer.generate import PATIENCE_SECONDS, SLOW_SECONDS, Draft, OnEvent, is_too_slow, since, write
from engine.answer.prompt import DECLINED
from engine.answer.quantities import is_number
from engine.answer.settle import Outcome, settle
from engine.answer.surroundings import surroundings
from engine.answer.verbatim import cited_block, evidence
from engine.answer.verify import verified
from engine.answer.withdraw import without_invented_code
from engine.ports import Embedder, Generator
from engine.retrieve.pipeline import Retriever
from engine.store.answers import save_trace
from engine.store.saved import offered
from engine.store.store import Store
from engine.types import (
    ALL,
    LATEST,
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Claim,
    Evidence,
    Note,
    Passage,
    QueryKind,
    Request,
    Retrieved,
    Trace,
)

MET = 0.5
"""Share of the question's words in the quoted block from which on the block is shown although the model declined."""
_SPOKEN = frozenset({AnswerState.ANSWERED, AnswerState.UNVERIFIED, AnswerState.CANCELLED})
_SILENT = frozenset({Reason.NO_MATCH, Reason.BELOW_FLOOR})


class Answerer:
    """Answers one question at a time, from one thread."""

    def __init__(self, *, store: Store, retriever: Retriever, embedder: Embedder,
                 generator: Generator | None, patience: float = PATIENCE_SECONDS,
                 clock: Callable[[], float] = time.monotonic) -> None:
        """``patience``: seconds after which the first word of a generated text would come too late."""
        self._patience = patience
        self._clock = clock
        self._measured_at = clock()
        self._store = store
        self._embedder = embedder
        self._retriever = retriever
        self._generator = generator

    def ask(self, request: Request, *, generate: bool, on_event: OnEvent,
            is_cancelled: Callable[[], bool]) -> Answer:
        """The settled answer. Raises BadRequest's kinds before anything is shown."""
        start = time.perf_counter()
        retrieved = self._retriever.retrieve(request)
        product, version = scope_names(retrieved.scope)
        curated = offered(self._store, retrieved.sought, product=product, version=version)
        on_event(AnswerEvent(stage=AnswerStage.RETRIEVED, retrieved=retrieved, curated=curated))
        with self._store.snapshot() as db:
            blocks = evidence(retrieved.sought, retrieved, around=partial(surroundings, db), meaning=self._nearness)
        on_event(AnswerEvent(stage=AnswerStage.EVIDENCE, evidence=blocks))
        timings = [("verbatim", since(start))]
        asked = Asked.of(retrieved.sought, retrieved)
        found = conflicts(asked, retrieved)
        unstated = is_unstated(asked, retrieved, blocks)
        draft = Draft()
        is_open = retrieved.documented and not (found or unstated or retrieved.by_version)
        if self._generator and generate and is_open:
            draft = self._written(self._generator, request, retrieved, blocks, on_event, is_cancelled)
        text, _ = without_markers(draft.text)
        is_said = bool(text) and not _declines(text)
        claims = self.check(text, draft.prompt.passages, asked.words) if draft.prompt and is_said else ()
        text, claims = without_invented_code(text, claims)
        outcome = Outcome(
            found=bool(retrieved.passages), documented=retrieved.documented, has_generator=draft.prompt is not None,
            is_cancelled=draft.is_cancelled, has_failed=draft.has_failed,
            model_declined=_declines(text) and not is_met(asked, blocks),
            needs_version=bool(retrieved.by_version), is_too_slow=draft.is_too_slow,
            is_unstated=unstated, claims=claims, conflicts=found)
        answer = self._settled(request, retrieved, blocks, text, outcome, draft)
        answer = replace(answer, curated=curated, timings_ms=(*retrieved.timings_ms, *timings, *draft.timings_ms,
                                             ("settled", since(start))))
        self._keep(answer, draft, claims)
        on_event(AnswerEvent(stage=AnswerStage.SETTLED))
        return answer

    def _written(self, generator: Generator, request: Request, retrieved: Retrieved, blocks: Sequence[Evidence],
                 on_event: OnEvent, is_cancelled: Callable[[], bool]) -> Draft:
        """The generator's draft; none while the machine was found too slow a short time ago."""
        if is_too_slow(generator, self._patience) and self._clock() - self._measured_at < SLOW_SECONDS:
            return Draft(is_too_slow=True)
        draft = write(generator, request, retrieved, blocks, on_event, is_cancelled, patience=self._patience)
        self._measured_at = self._clock()
        return draft

    def check(self, text: str, passages: Sequence[Passage], topic: frozenset[str]) -> tuple[Claim, ...]:
        """The claims of a text, judged against passages; ``topic`` are words that they may leave unsaid."""
        return verified(text, split(text), passages, self._meaning, topic)

    def _settled(self, request: Request, retrieved: Retrieved, blocks: tuple[Evidence, ...], text: str,
                 outcome: Outcome, draft: Draft) -> Answer:
        claims, found = tuple(outcome.claims), tuple(outcome.conflicts)
        state = settle(outcome)
        reason = _reason(state, retrieved, outcome)
        elsewhere = self._elsewhere(request, retrieved) if reason in _SILENT else ()
        if state is AnswerState.CONFLICTING:
            text, claims = quoted(found)
        elif state is AnswerState.NEEDS_VERSION:
            text, claims = quoted_by_version(retrieved.by_version)
        elif state not in _SPOKEN:
            text, claims = (_verbatim(blocks) if state is AnswerState.VERBATIM else ""), ()
        generator = self._generator.model_id if self._generator and draft.prompt else ""
        return Answer(
            state=state, question=request.question, retrieved=retrieved, text=text, reason=reason.value,
            explanation=explained(reason, retrieved, elsewhere=elsewhere, lost=draft.trouble), claims=claims,
            evidence=blocks, conflicts=found, elsewhere=elsewhere, generator=generator, trace_id=uuid.uuid4().hex[:12])

    def _elsewhere(self, request: Request, retrieved: Retrieved) -> tuple[Passage, ...]:
        """What other versions hold on a question that this one's do not answer; never shown as the answer."""
        scope = retrieved.scope
        if scope.version is ALL or scope.version is LATEST or retrieved.kind is QueryKind.COMPARE:
            return ()
        product = None if scope.product is ALL else scope.product
        wider = self._retriever.retrieve(replace(request, product=product, version=None, all_versions=True))
        return tuple(passage for passage in wider.passages[:3] if not passage.applies_to.overlaps(scope.version)) \
            if wider.documented else ()

    def _meaning(self, claim: str, source: str) -> float:
        return self._nearness(claim, [source])[0]

    def _nearness(self, text: str, others: Sequence[str]) -> list[float]:
        """Cosines of a text with several others."""
        first, *rest = self._embedder.embed([text, *others])
        return [float(first @ other) for other in rest]

    def _keep(self, answer: Answer, draft: Draft, claims: Sequence[Claim]) -> None:
        _, markers = without_markers(draft.text)
        sent = {passage.label for passage in draft.prompt.passages} if draft.prompt else set()
        notes = [Note(stage="claims", what=label, why="the model named a passage that it was not given")
                 for label in markers if label not in sent]
        if draft.counts:
            read, kept = draft.counts
            notes.append(Note(stage="generate", what="prompt",
                              why=f"{read} tokens, of which {kept} were kept and not read again"))
        trace = Trace(
            id=answer.trace_id, created_at=datetime.now(UTC).isoformat(timespec="seconds"),
            question=answer.question, retrieved=answer.retrieved,
            prompt="\n\n".join(f"<{role}>\n{text}" for role, text in draft.prompt.messages) if draft.prompt else "",
            generator=answer.generator, draft=draft.text, state=answer.state.value,
            verdicts=tuple((claim.text, claim.verdict.value, claim.checks) for claim in claims),
            notes=(*(draft.prompt.notes if draft.prompt else ()), *notes), timings_ms=answer.timings_ms)
        product, version = scope_names(answer.retrieved.scope)
        cited = [place for claim in answer.claims for place in claim.citations] or [
            cited_block(block) for block in answer.evidence]
        save_trace(self._store, trace, cited, text=answer.text, product=product, version=version)


def _reason(state: AnswerState, retrieved: Retrieved, outcome: Outcome) -> Reason:
    if state is AnswerState.NO_EVIDENCE:
        return Reason.NO_VERSION if retrieved.nearest else Reason.NO_MATCH
    if state is AnswerState.DECLINED:
        if outcome.is_unstated:
            return Reason.AGGREGATE
        return Reason.MODEL_DECLINED if retrieved.documented else Reason.BELOW_FLOOR
    if state is AnswerState.VERBATIM:
        if outcome.has_failed:
            return Reason.GENERATOR_LOST
        if outcome.claims:
            return Reason.NOTHING_HELD
        if outcome.is_too_slow:
            return Reason.SLOW_MACHINE
        return Reason.MODEL_UNSURE if outcome.has_generator else Reason.NO_GENERATOR
    return {AnswerState.CONFLICTING: Reason.CONFLICT, AnswerState.NEEDS_VERSION: Reason.NEEDS_VERSION,
            AnswerState.UNVERIFIED: Reason.UNVERIFIED,
            AnswerState.CANCELLED: Reason.STOPPED}.get(state, Reason.NOTHING)


def is_met(asked: Asked, blocks: Sequence[Evidence]) -> bool:
    """Whether the best quoted block holds enough of the question that a model's "not documented" is not believed: half
    of its words, or the very names and codes that it asks about.
    """
    if not blocks:
        return False
    said = with_parts(f"{blocks[0].text}\n{blocks[0].header}\n{context(blocks[0].passage)}")
    named = {token for token in asked.names if not is_number(token)}
    return len(asked.words & said) >= MET * len(asked.words) or (bool(named) and named <= said)


def _declines(text: str) -> bool:
    return DECLINED in text.casefold()


def _verbatim(blocks: Sequence[Evidence]) -> str:
    """The verbatim layer as one text."""
    return "\n\n".join(part for block in blocks
                       for part in (*block.companions, f"{block.header}\n{block.text}".lstrip("\n")))
