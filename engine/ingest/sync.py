"""Brings the index level with the folders: after a run it equals a fresh index of the same files.

Two speeds: every root is indexed first, so that each document is found by its words and names; vectors follow, the
newest document's first, and then a second reading of doubtful pages. What happens to one root is in ``root_sync``.
A file that broke its parser is tried twice, one that could not be opened at every run, any other failure only when
the file changes or a better reader has come (``reader``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from engine.ingest.embed import EmbedPace, embed_waiting
from engine.ingest.errand import Errands, NoAnswer
from engine.ingest.ignore import IgnoreRules
from engine.ingest.ledger import FLAGGED
from engine.ingest.pipeline import Pipeline
from engine.ingest.refine import Refiner
from engine.ingest.root_sync import RootSync
from engine.ingest.scan import Scan, root_identity
from engine.ingest.sync_run import SyncRun
from engine.ports import Embedder
from engine.store import readers
from engine.store.store import Store
from engine.types import IngestState, Root, RootId, SyncProgress, SyncReport

Progress = Callable[[SyncProgress], None]
Paths = frozenset[str] | None
"""Which paths of a root to look at; None for all."""

_MUCH = 0.05


class Synchroniser:
    """Runs synchronisations, one at a time, from the writer's thread. ``errands`` goes to folders that may hang."""

    def __init__(self, *, store: Store, pipeline: Pipeline, embedder: Embedder, refiner: Refiner | None = None,
                 rules: IgnoreRules | None = None, errands: Errands | None = None, pace: EmbedPace | None = None,
                 clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._refiner = refiner
        self._embedder = embedder
        self._pace = pace or EmbedPace()
        self.rules = rules or IgnoreRules()
        self._errands = errands or Errands()
        self._root_sync = RootSync(store=store, pipeline=pipeline, rules=self.rules, errands=self._errands, clock=clock)

    def sync(self, *, on_progress: Progress, is_cancelled: Callable[[], bool]) -> SyncReport:
        """Scan every root, index what changed, embed what waits. Cancelling keeps what is done so far."""
        start = time.monotonic()
        run = SyncRun(on_progress, is_cancelled)
        with self._working(is_cancelled):
            for root in self.roots():
                self._root_sync.sync(root, run)
            self._after_indexing(run)
            self.embed(run)
            for _ in self.refined(run):
                self.embed(run)
        return self.report(run, start=start)

    def index(self, wanted: Mapping[RootId, Paths], *, on_progress: Progress, is_cancelled: Callable[[], bool],
              on_seen: Callable[[Root, Scan | None, bool], None]) -> SyncReport:
        """The first speed alone, for some roots, and only some paths of them. Their vectors wait.

        ``on_seen`` hears what was found in each root (None when it could not be read) and whether its removals wait.
        """
        start = time.monotonic()
        run = SyncRun(on_progress, is_cancelled)
        with self._working(is_cancelled):
            for root in self.roots():
                if root.id in wanted and not is_cancelled():
                    held = len(run.held)
                    seen = self._root_sync.sync(root, run, wanted[root.id])
                    on_seen(root, seen, len(run.held) > held)
            self._after_indexing(run)
        return self.report(run, start=start)

    def embed(self, run: SyncRun, *, most: int | None = None) -> int:
        """Give waiting texts their vectors, at most ``most`` of them; returns how many were embedded."""
        embedded = embed_waiting(self._store, self._embedder, is_cancelled=run.is_cancelled, pace=self._pace, most=most,
                                 on_batch=lambda waiting: run.tell("", waiting))
        run.embedded += embedded
        return embedded

    def refined(self, run: SyncRun) -> Iterator[str]:
        """Read doubtful documents a second time; gives the path of each that was replaced."""
        if self._refiner:
            yield from self._refiner.run(on_document=run.tell, is_cancelled=run.is_cancelled)

    def identity(self, root: Root) -> str:
        """Device and inode of a folder now; empty when it is not there or does not answer."""
        try:
            return self._errands.run(lambda _: root_identity(root.path))
        except (OSError, NoAnswer):
            return ""
        finally:
            self._errands.close()

    def roots(self) -> tuple[Root, ...]:
        """The folders of the library."""
        with self._store.snapshot() as snapshot:
            return readers.roots(snapshot)

    @contextmanager
    def _working(self, is_cancelled: Callable[[], bool]) -> Iterator[None]:
        try:
            with self._store.synchronising(is_cancelled=is_cancelled):
                yield
        finally:
            self._errands.close()

    def _after_indexing(self, run: SyncRun) -> None:
        """Tidy up after much has changed; a few changed documents are not worth it."""
        if not run.changes:
            return
        self._store.writer.drop_spare_vectors()
        with self._store.snapshot() as snapshot:
            documents = sum(readers.document_count(snapshot, root.id) for root in readers.roots(snapshot))
        if run.changes > _MUCH * documents:
            self._store.writer.optimise()
            self._store.shrink_vectors()

    def report(self, run: SyncRun, *, start: float | None = None) -> SyncReport:
        """What a run has done so far, and how things stand. ``start``: when it began, by the monotonic clock."""
        with self._store.snapshot() as snapshot:
            ledger = readers.ledger(snapshot, FLAGGED | {IngestState.FAILED, IngestState.SKIPPED})
        return SyncReport(
            added=run.added, changed=run.changed, moved=run.moved, removed=run.removed, unchanged=run.unchanged,
            failed=tuple(e for e in ledger if e.state is IngestState.FAILED),
            skipped=tuple(e for e in ledger if e.state is IngestState.SKIPPED),
            flagged=tuple(e for e in ledger if e.state in FLAGGED),
            offline=tuple(run.offline), held=tuple(run.held), chunks_embedded=run.embedded, chunks_reused=run.reused,
            seconds=round(time.monotonic() - start, 3) if start else 0.0, notice=self._store.take_notice())
