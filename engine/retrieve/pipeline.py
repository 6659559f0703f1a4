"""The way of one question to its passages: scope, both searches in one snapshot, fusion, expansion.

Windows: ``CANDIDATES`` hits from each search; ``k`` passages are handed on.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from engine.ports import Embedder
from engine.retrieve.expand import expand
from engine.retrieve.fuse import Ranked, fuse
from engine.retrieve.query import Resolved, resolve
from engine.store import readers, search
from engine.store.connection import Connection
from engine.store.identifiers import identifiers
from engine.store.store import Store
from engine.store.terms import fold
from engine.types import Candidate, Note, Passage, Request, Retrieved, Scope

CANDIDATES = 40


class Retriever:
    """Answers requests from the index; may be used from any thread."""

    def __init__(self, *, store: Store, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

    def retrieve(self, request: Request) -> Retrieved:
        """Passages for a request. Raises BadRequest's kinds; an empty scope is an outcome, not an error."""
        watch = _Watch()
        with self._store.snapshot() as db:
            resolved = resolve(request, readers.catalogue(db))
            watch.lap("scope")
            if resolved.missing:
                return _nothing(resolved, watch)
            if resolved.versions:
                passages, candidates, notes = self._compare(db, request, resolved, watch)
            else:
                passages, candidates, notes = self._find(db, request.question, resolved.scope, request.k, watch)
        return Retrieved(
            scope=resolved.scope, source=resolved.source, notice=resolved.notice, kind=resolved.kind,
            passages=passages, candidates=candidates, documented=bool(passages),
            reason="" if passages else "nothing matches in this scope", notes=notes, timings_ms=watch.laps())

    def _find(self, db: Connection, question: str, scope: Scope, k: int,
              watch: _Watch) -> tuple[tuple[Passage, ...], tuple[Candidate, ...], tuple[Note, ...]]:
        classes = search.classes(db, scope)
        lexical = search.lexical(db, question, classes, CANDIDATES)
        exact = search.exact(db, identifiers(question), classes, CANDIDATES)
        watch.lap("lexical")
        (vector,) = self._embedder.embed([fold(question)])
        watch.lap("embed")
        dense = search.dense(db, vector, classes, CANDIDATES)
        watch.lap("dense")
        candidates = fuse([Ranked(name="lexical", hits=lexical), Ranked(name="dense", hits=dense),
                           Ranked(name="exact", hits=exact)])
        watch.lap("fuse")
        passages, notes = expand(db, candidates, limit=k)
        watch.lap("expand")
        return passages, candidates, notes

    def _compare(self, db: Connection, request: Request, resolved: Resolved,
                 watch: _Watch) -> tuple[tuple[Passage, ...], tuple[Candidate, ...], tuple[Note, ...]]:
        """Each compared version is searched by itself; their passages take turns, so that both sides are there."""
        share = -(-request.k // len(resolved.versions))
        found = [self._find(db, request.question, replace(resolved.scope, version=version), share, watch)
                 for version in resolved.versions]
        return (_take_turns([passages for passages, _, _ in found], request.k),
                tuple(candidate for _, candidates, _ in found for candidate in candidates),
                tuple(note for _, _, notes in found for note in notes))


def _take_turns(lists: Sequence[tuple[Passage, ...]], k: int) -> tuple[Passage, ...]:
    turns = [passages[i] for i in range(max(map(len, lists))) for passages in lists if i < len(passages)]
    return tuple(replace(passage, label=f"S{number}") for number, passage in enumerate(turns[:k], 1))


def _nothing(resolved: Resolved, watch: _Watch) -> Retrieved:
    return Retrieved(
        scope=resolved.scope, source=resolved.source, notice=resolved.notice, kind=resolved.kind, passages=(),
        candidates=(), documented=False, reason=f"no document covers version {resolved.missing}",
        nearest=resolved.nearest, timings_ms=watch.laps())


class _Watch:
    """Stage timings in milliseconds; a stage that runs twice is summed."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now

    def laps(self) -> tuple[tuple[str, float], ...]:
        return tuple((stage, round(spent, 3)) for stage, spent in self._laps.items())
