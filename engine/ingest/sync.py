"""Brings the index level with the folders: after a run it equals a fresh index of the same files.

1. A root that is missing or cannot be listed is OFFLINE or UNREADABLE and keeps its index. A folder below it that
   cannot be listed has a line of its own in the ledger (its path ends with ``/``); what was read of it is kept.
2. Size and time stamp decide whether a file is looked at; its hash decides whether it changed.
3. Bytes that turn up at a new path while an old one vanished are a move: parsed again for their new place, but every
   vector is taken over, since vectors are kept by text.
4. New and changed files go in first and vanished ones out last, so that moved texts never lose their vectors.
5. What is searchable by then and has pages in doubt is refined last (``refine``).
6. A file that broke its parser is tried twice, one that could not be opened at every run, any other failure only
   when the file changes.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest.embed import embed_waiting
from engine.ingest.pipeline import Pipeline
from engine.ingest.refine import Refiner
from engine.ingest.scan import FoundFile, Scan, root_identity, scan
from engine.ports import Embedder
from engine.store import readers
from engine.store.readers import FileMark
from engine.store.store import Store
from engine.types import IngestState, LedgerEntry, Problem, ProblemCode, Root, RootState, SyncProgress, SyncReport

MAX_TRIES = 2
_BROKE_PARSER = frozenset({ProblemCode.CRASH, ProblemCode.TIMEOUT, ProblemCode.MEMORY, ProblemCode.PROTOCOL})
_FLAGGED = frozenset({IngestState.INDEXED_FLAGGED, IngestState.PARTIAL, IngestState.METADATA_ONLY})
_SEARCHABLE = _FLAGGED | {IngestState.INDEXED}


@dataclass(slots=True)
class _Run:
    """One synchronisation under way: what it counts, and who hears of it."""

    on_progress: Callable[[SyncProgress], None]
    is_cancelled: Callable[[], bool]
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    unchanged: int = 0
    reused: int = 0
    offline: list[str] = field(default_factory=list)
    files_done: int = 0
    files_total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    failed: int = 0

    def plan(self, work: list[FoundFile]) -> None:
        """More files to look at are known."""
        self.files_total += len(work)
        self.bytes_total += sum(found.size for found in work)

    def tell(self, path: str, waiting: int = 0) -> None:
        """Report where the run stands."""
        self.on_progress(SyncProgress(
            files_done=self.files_done, files_total=self.files_total, bytes_done=self.bytes_done,
            bytes_total=self.bytes_total, path=path, failed=self.failed, chunks_waiting=waiting))


class Synchroniser:
    """Runs whole synchronisations; one at a time, from one thread."""

    def __init__(self, *, store: Store, pipeline: Pipeline, embedder: Embedder,
                 refiner: Refiner | None = None) -> None:
        self._store = store
        self._refiner = refiner
        self._pipeline = pipeline
        self._embedder = embedder

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        """Scan every root, index what changed, embed what waits. Cancelling keeps what is done so far."""
        start = time.monotonic()
        run = _Run(on_progress, is_cancelled)
        with self._store.snapshot() as snapshot:
            roots = readers.roots(snapshot)
        for root in roots:
            self._sync_root(root, run)
        embedded = self._embed(run)
        for _ in self._refiner.run(on_document=run.tell, is_cancelled=is_cancelled) if self._refiner else ():
            embedded += self._embed(run)
        if run.added + run.changed + run.moved + run.removed:
            self._store.writer.optimise()
        with self._store.snapshot() as snapshot:
            ledger = readers.ledger(snapshot)
        return SyncReport(
            added=run.added, changed=run.changed, moved=run.moved, removed=run.removed, unchanged=run.unchanged,
            failed=tuple(e for e in ledger if e.state is IngestState.FAILED),
            skipped=tuple(e for e in ledger if e.state is IngestState.SKIPPED),
            flagged=tuple(e for e in ledger if e.state in _FLAGGED),
            offline=tuple(run.offline), chunks_embedded=embedded, chunks_reused=run.reused,
            seconds=round(time.monotonic() - start, 3), notice=self._store.take_notice())

    def _embed(self, run: _Run) -> int:
        return embed_waiting(self._store, self._embedder, is_cancelled=run.is_cancelled,
                             on_batch=lambda waiting: run.tell("", waiting))

    def _sync_root(self, root: Root, run: _Run) -> None:
        seen = self._look(root, run)
        if seen is None:
            return
        with self._store.snapshot() as snapshot:
            known = readers.file_marks(snapshot, root.id)
        self._note_unlisted(root, seen, known, run)
        vanished = {path: mark.revision for path, mark in known.items() if _is_gone(mark, seen)}
        unpaired = {path: revision for path, revision in vanished.items() if known[path].state in _SEARCHABLE}
        work = [found for found in seen.files.values() if _needs_look(found, known.get(found.path))]
        run.unchanged += len(seen.files) - len(work)
        run.plan(work)
        for found in work:
            if run.is_cancelled():
                return
            run.tell(found.path)
            self._visit(root, found, known.get(found.path), unpaired, run)
            run.files_done += 1
            run.bytes_done += found.size
        for path in sorted(vanished):
            self._store.writer.remove_document(LedgerEntry(root=root.id, path=path, state=IngestState.GONE))
        run.removed += len(unpaired)
        self._store.writer.set_root_state(root.id, RootState.ONLINE, identity=root_identity(root.path), is_synced=True)

    def _look(self, root: Root, run: _Run) -> Scan | None:
        """What is there below the root, or None when the root cannot be read now."""
        state = RootState.OFFLINE
        try:
            if Path(root.path).is_dir():
                state = RootState.UNREADABLE
                return scan(root.path)
        except OSError as error:
            run.offline.append(f"{root.path}: {error.strerror}")
        else:
            run.offline.append(f"{root.path}: not there")
        self._store.writer.set_root_state(root.id, state)
        return None

    def _note_unlisted(self, root: Root, seen: Scan, known: dict[str, FileMark], run: _Run) -> None:
        """A line in the ledger for each folder that cannot be listed, and none for those that can be again."""
        for path, reason in seen.unlisted.items():
            problem = Problem(code=ProblemCode.UNREADABLE, detail=f"The folder cannot be listed: {reason}; what was "
                              "read of it before stays searchable. Check its permissions.")
            self._store.writer.note(LedgerEntry(root=root.id, path=path, state=IngestState.FAILED, problem=problem))
            run.failed += 1
        for path in known:
            if path.endswith("/") and path not in seen.unlisted and not seen.may_hold(path):
                self._store.writer.forget(root.id, path)

    def _visit(self, root: Root, found: FoundFile, mark: FileMark | None, unpaired: dict[str, str],
               run: _Run) -> None:
        """Index one file that is new or looks changed. ``unpaired``: vanished paths not yet found again."""
        tries = mark.tries if mark else 0
        try:
            revision = self._revision(root, found)
        except DocumentTrouble as trouble:
            self._pipeline.refuse(root, found, trouble, revision="", tries=tries)
            run.failed += 1
            return
        is_same = mark is not None and mark.revision == revision and mark.state is not IngestState.GONE
        if is_same and mark and mark.state is not IngestState.WAITING and not _may_retry(mark):
            self._store.writer.touch(root.id, found.path, size=found.size, modified_ns=found.modified_ns)
            run.unchanged += 1
            return
        indexed = self._pipeline.index(root, found, revision, tries=tries if is_same else 0)
        run.reused += indexed.reused
        run.failed += indexed.entry.state is IngestState.FAILED
        before = next((path for path, old in unpaired.items() if old == revision), None)
        if indexed.entry.state not in _SEARCHABLE:
            return
        if mark and mark.state in _SEARCHABLE:
            run.changed += 1
        elif before is None:
            run.added += 1
        else:
            del unpaired[before]
            run.moved += 1

    def _revision(self, root: Root, found: FoundFile) -> str:
        if not found.is_regular:
            raise DocumentTrouble(ProblemCode.UNSUPPORTED, "This is a pipe, socket or device, not a document.")
        if self._pipeline.is_too_large(found):
            raise DocumentTrouble(ProblemCode.TOO_LARGE, f"The file has {found.size:,} bytes, more than the limit.")
        return self._pipeline.revision(root, found)


def _is_gone(mark: FileMark, seen: Scan) -> bool:
    """Whether a file that is in the index is no longer in its folder."""
    return (mark.state is not IngestState.GONE and mark.path not in seen.files and not mark.path.endswith("/")
            and not seen.may_hold(mark.path))


def _needs_look(found: FoundFile, mark: FileMark | None) -> bool:
    if mark is None or mark.state in (IngestState.WAITING, IngestState.GONE):
        return True
    return (found.size, found.modified_ns) != (mark.size, mark.modified_ns) or _may_retry(mark)


def _may_retry(mark: FileMark) -> bool:
    if mark.state is not IngestState.FAILED or mark.problem is None:
        return False
    if mark.problem.code is ProblemCode.UNREADABLE:
        return True
    return mark.problem.code in _BROKE_PARSER and mark.tries < MAX_TRIES
