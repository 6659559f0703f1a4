"""Indexes files of one root, one after the other: those that are new, look changed, or may be read better now.

1. A file's hash decides whether it changed. What a better reader would read again is read again.
2. Bytes that turn up at a new path while an old one vanished are a move: parsed again for their new place, but every
   vector is taken over, since vectors are kept by text.
3. While a file is cut into chunks and stored, the parser reads the next.
4. Files read within a second share a transaction: each is there as a whole or not at all, and a process that is
   killed reads them again.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Mapping, Sequence

from engine.errors import DocumentTrouble, StoreDamaged, StoreUnavailable
from engine.ingest.errand import Errands
from engine.ingest.ledger import SEARCHABLE, is_outdated, may_retry
from engine.ingest.pipeline import Pipeline
from engine.ingest.scan import FoundFile
from engine.ingest.sync_run import SyncRun
from engine.store.documents import Reading
from engine.store.readers import FileMark
from engine.store.writer import Writer
from engine.types import IngestState, ProblemCode, Root

_MUCH_TEXT = 4 << 20
_MANY = 500
_PATIENCE_S = 1.0
_LARGE = 16 << 20
"""A file of so many bytes may take its time to be hashed."""

_Begun = tuple[FoundFile, FileMark | None, str, int]
"""A file that the parser has: what was found, what is known of it, its revision, how often it was tried before."""


class RootFiles:
    """The files of one root in one run. ``left``: the vanished paths that turned up nowhere else so far."""

    def __init__(self, root: Root, *, writer: Writer, pipeline: Pipeline, errands: Errands, run: SyncRun,
                 known: Mapping[str, FileMark], vanished: Sequence[str]) -> None:
        self._root = root
        self._writer = writer
        self._pipeline = pipeline
        self._errands = errands
        self._run = run
        self._known = known
        self.left = set(vanished)
        self._lost: dict[str, list[str]] = defaultdict(list)
        for path in reversed(vanished):
            if known[path].state in SEARCHABLE:
                self._lost[known[path].revision].append(path)
        self._begun: _Begun | None = None
        self._readings: list[Reading] = []
        self._until = 0.0

    def visit(self, found: FoundFile) -> None:
        """Look at one file; give it to the parser where it is to be read, and finish the one before.

        Raises NoAnswer when the file system does not answer.
        """
        if found.size > _LARGE:
            self.store()
        begun = self._begin(found)
        self.finish()
        self._begun = begun
        if begun is None:
            self._run.finished(found)

    def finish(self) -> None:
        """Cut and store the file that the parser has."""
        if self._begun is None:
            return
        (found, mark, revision, tries), self._begun = self._begun, None
        self._run.tell(found.path)
        if self._readings and not self._pipeline.answers_within(max(0.0, self._until - time.monotonic())):
            self.store()  # nobody has to wait for a slow file to be found
        read = self._pipeline.read(self._root, found, revision, tries=tries)
        if read.reading:
            self._gather(read.reading)
        self._run.failed += read.entry.state is IngestState.FAILED
        if read.entry.state in SEARCHABLE:
            self._count(mark, revision)
        self._run.finished(found)

    def store(self) -> None:
        """Write what was read and is not stored yet. Where there is no room for all, as many as there is room for."""
        readings, self._readings = self._readings, []
        if not readings:
            return
        try:
            self._run.reused += self._writer.replace_documents(readings)
        except StoreDamaged:
            raise
        except StoreUnavailable:
            if len(readings) == 1:
                raise
            for reading in readings:
                self._run.reused += self._writer.replace_documents([reading])

    def _begin(self, found: FoundFile) -> _Begun | None:
        """None for a file that need not, or cannot, be read."""
        mark = self._known.get(found.path)
        tries = mark.tries if mark else 0
        try:
            revision = self._revision(found)
        except DocumentTrouble as trouble:
            self._pipeline.refuse(self._root, found, trouble, revision="", tries=tries)
            self._run.failed += 1
            return None
        is_same = mark is not None and mark.revision == revision and mark.state is not IngestState.GONE
        is_old = mark is not None and is_outdated(mark, self._pipeline.reader)
        if is_same and mark and mark.state is not IngestState.WAITING and not (is_old or may_retry(mark)):
            self._writer.touch(self._root.id, found.path, stamp=found[1:5])
            self._run.unchanged += 1
            return None
        if self._begun is None:
            self._run.tell(found.path)
        self._pipeline.begin(self._root, found)
        return found, mark, revision, tries if is_same and not is_old else 0

    def _revision(self, found: FoundFile) -> str:
        if not found.is_regular:
            raise DocumentTrouble(ProblemCode.UNSUPPORTED, "This is a pipe, socket or device, not a document.")
        if self._pipeline.is_too_large(found):
            raise DocumentTrouble(ProblemCode.TOO_LARGE, f"The file has {found.size:,} bytes, more than the limit.")
        return self._errands.run(lambda progress: self._pipeline.revision(self._root, found, progress=progress),
                                 is_cancelled=self._run.is_cancelled)

    def _count(self, mark: FileMark | None, revision: str) -> None:
        if mark and mark.state in SEARCHABLE:
            self._run.changed += 1
        elif self._lost.get(revision):
            self._run.moved += 1
            self.left.discard(self._lost[revision].pop())
        else:
            self._run.added += 1

    def _gather(self, reading: Reading) -> None:
        now = time.monotonic()
        if not self._readings:
            self._until = now + _PATIENCE_S
        self._readings.append(reading)
        if (len(self._readings) >= _MANY or now >= self._until
                or sum(len(one.text) for one in self._readings) >= _MUCH_TEXT):
            self.store()
