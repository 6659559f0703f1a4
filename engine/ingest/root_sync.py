"""Brings one root level with its folder: looks, compares, indexes what differs, removes what is gone.

1. A root that is missing, does not answer or cannot be listed is OFFLINE or UNREADABLE and keeps its index. A folder
   below it that cannot be listed has a line of its own in the ledger (its path ends with ``/``); what was read of it
   is kept.
2. Stamps decide whether a file is looked at; what is done with it then is in ``root_files``.
3. New and changed files go in first and vanished ones out last, so that what moved can be found all the time.
4. What vanished leaves the index only as ``guard`` allows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from engine.errors import RootGone
from engine.ingest import guard
from engine.ingest.errand import Errands, NoAnswer
from engine.ingest.guard import Hold
from engine.ingest.ignore import IgnoreRules
from engine.ingest.ledger import SEARCHABLE, SETTLED, Difference, compare
from engine.ingest.pipeline import Pipeline
from engine.ingest.reader import mark_of
from engine.ingest.root_files import RootFiles
from engine.ingest.scan import Scan, root_identity, scan
from engine.ingest.sync_run import SyncRun
from engine.store import readers
from engine.store.readers import FileMark
from engine.store.store import Store
from engine.types import IngestState, LedgerEntry, Problem, ProblemCode, Root, RootState

_Looked = tuple[str, Scan]


class RootSync:
    """Synchronises roots, one at a time, from the writer's thread."""

    def __init__(self, *, store: Store, pipeline: Pipeline, rules: IgnoreRules, errands: Errands,
                 clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._pipeline = pipeline
        self._rules = rules
        self._errands = errands
        self._clock = clock

    def sync(self, root: Root, run: SyncRun, paths: Iterable[str] | None = None) -> Scan | None:
        """Look at the whole root, or only at ``paths`` and what lies below them. Returns what was seen.

        None when the root cannot be read now, or cancelling left it half done.
        """
        try:
            return self._sync(root, run, paths)
        except RootGone:
            return None  # somebody took it out of the library meanwhile

    def _sync(self, root: Root, run: SyncRun, paths: Iterable[str] | None) -> Scan | None:
        with self._store.snapshot() as snapshot:
            before = readers.root_identity(snapshot, root.id)
            hold = readers.held_removal(snapshot, root.id)
            indexed = readers.document_count(snapshot, root.id)
            stamps = readers.file_stamps(
                snapshot, root.id, paths, settled=SETTLED, reader=self._pipeline.reader,
                reader_of_sound=mark_of(self._pipeline.reader, has_problem=False))
        looked = self._look(root, run, paths)
        if looked is None:
            return None
        identity, seen = looked
        if paths is not None and (identity != before or seen.is_doubtful):
            return self._sync(root, run, None)
        if guard.is_away(found=len(seen.files), known=len(stamps), identity=identity, known_identity=before):
            self._away(root, run, RootState.OFFLINE, "it is empty and not the folder it was; is its drive mounted?")
            return None
        difference = compare(seen, stamps, lambda paths: self._marks(root, paths), self._pipeline.reader)
        self._note_unlisted(root, seen, difference, run)
        left = self._index(root, difference, run)
        if left is None:
            return None
        waits = Hold(since=hold[0], identity=hold[1]) if hold else None
        if guard.may_remove(vanished=len(left), indexed=indexed, identity=identity, known_identity=before,
                            hold=waits, now=self._clock()):
            self._remove(root, difference.vanished)
            run.removed += sum(difference.known[path].state in SEARCHABLE for path in left)
            if hold and paths is None:
                self._store.writer.hold_removals(root.id, files=0, since=None, identity="")
            self._store.writer.set_root_state(root.id, RootState.ONLINE, identity=identity, is_synced=True)
        else:
            self._remove(root, [path for path in difference.vanished if path not in left])
            self._hold(root, len(left), waits, identity, run)
        return seen

    def _look(self, root: Root, run: SyncRun, paths: Iterable[str] | None) -> _Looked | None:
        """The folder's identity and what is in it, or None when it cannot be read now."""
        def look(progress: Callable[[], None]) -> _Looked | None:
            if not Path(root.path).is_dir():
                return None
            before = root_identity(root.path)
            seen = scan(root.path, rules=self._rules, paths=paths, progress=progress)
            return (before, seen) if root_identity(root.path) == before else None

        try:
            looked = self._errands.run(look, is_cancelled=run.is_cancelled)
        except NoAnswer:
            if not run.is_cancelled():
                self._away(root, run, RootState.OFFLINE, "it does not answer")
            return None
        except (FileNotFoundError, NotADirectoryError):
            looked = None
        except OSError as error:
            self._away(root, run, RootState.UNREADABLE, error.strerror or str(error))
            return None
        if looked is None:
            self._away(root, run, RootState.OFFLINE, "not there")
        return looked

    def _away(self, root: Root, run: SyncRun, state: RootState, why: str) -> None:
        run.offline.append(f"{root.path}: {why}")
        self._store.writer.set_root_state(root.id, state)

    def _note_unlisted(self, root: Root, seen: Scan, difference: Difference, run: SyncRun) -> None:
        """A line in the ledger for each folder that cannot be listed, and none for those that can be again."""
        for path, reason in seen.unlisted.items():
            problem = Problem(code=ProblemCode.UNREADABLE, detail=f"The folder cannot be listed: {reason}; what was "
                              "read of it before stays searchable. Check its permissions.")
            self._store.writer.note(LedgerEntry(root=root.id, path=path, state=IngestState.FAILED, problem=problem))
            run.failed += 1
        for path in difference.listed_again:
            self._store.writer.forget(root.id, path)

    def _marks(self, root: Root, paths: Iterable[str]) -> dict[str, FileMark]:
        with self._store.snapshot() as snapshot:
            return readers.file_marks(snapshot, root.id, paths)

    def _index(self, root: Root, difference: Difference, run: SyncRun) -> frozenset[str] | None:
        """Index what is new or changed. Returns the vanished paths that turned up nowhere else; None when cancelled."""
        run.unchanged += difference.unchanged
        run.plan(difference.work)
        files = RootFiles(root, writer=self._store.writer, pipeline=self._pipeline, errands=self._errands, run=run,
                          known=difference.known, vanished=difference.vanished)
        try:
            for found in difference.work:
                if run.is_cancelled():
                    return None
                files.visit(found)
            files.finish()
        except NoAnswer:
            if not run.is_cancelled():
                self._away(root, run, RootState.OFFLINE, "it does not answer")
            return None
        finally:
            files.store()
        return frozenset(files.left)

    def _remove(self, root: Root, gone: Iterable[str]) -> None:
        for path in gone:
            self._store.writer.remove_document(LedgerEntry(root=root.id, path=path, state=IngestState.GONE))

    def _hold(self, root: Root, files: int, hold: Hold | None, identity: str, run: SyncRun) -> None:
        """Let the removal of files wait; the folder's identity stays the one it had before the doubt."""
        waits = guard.holding(hold, identity=identity, now=self._clock())
        self._store.writer.hold_removals(root.id, files=files, since=waits.since, identity=identity)
        self._store.writer.set_root_state(root.id, RootState.ONLINE)
        run.held.append(f"{root.path}: {files:,} files vanished at once; they stay in the index until a synchronisation"
                        f" at least {guard.CONFIRM_S:.0f} seconds from now misses them too")
