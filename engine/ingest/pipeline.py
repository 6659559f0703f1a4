"""The way of one file to what the index stores of it: stable read, hash, parse, sections, chunks.

Vectors of texts that are known already are taken over; new texts wait for ``embed``. A file that cannot be read
keeps its last good revision, and the ledger says why.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest.by_title import by_title
from engine.ingest.inspect import Inspected, inspect, refused_state
from engine.ingest.metadata import Metadata
from engine.ingest.parse.source import Limits
from engine.ingest.reader import mark_of, reader
from engine.ingest.scan import FoundFile, disk_path
from engine.ports import Embedder, Parser
from engine.store.documents import Reading
from engine.store.writer import Writer
from engine.types import (
    Document,
    DocumentId,
    IngestState,
    LedgerEntry,
    Parsed,
    Problem,
    ProblemCode,
    Root,
)

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What reading one file came to: its line for the ledger, and what is to be stored where it could be read."""

    entry: LedgerEntry
    reading: Reading | None = None


class Pipeline:
    """Reads single files for the index, from one thread. ``reader`` marks what it reads.

    What was read is stored by the caller, for several files at once where there are many; what was refused is written
    into the ledger here.
    """

    def __init__(self, *, writer: Writer, parser: Parser, embedder: Embedder, limits: Limits,
                 reader_mark: str = "") -> None:
        self.reader = reader_mark or reader()
        self._writer = writer
        self._parser = parser
        self._embedder = embedder
        self._limits = limits

    def is_too_large(self, found: FoundFile) -> bool:
        """Whether the file is beyond every limit and must not even be hashed."""
        return found.size > max(self._limits.text_bytes, self._limits.binary_bytes)

    def revision(self, root: Root, found: FoundFile, *, progress: Callable[[], None] = lambda: None) -> str:
        """SHA-256 of the file's bytes in hex. ``progress`` is called for each block read.

        Raises DocumentTrouble when it cannot be read.
        """
        digest = hashlib.sha256()
        try:
            with disk_path(root.path, found.path).open("rb") as file:
                while block := file.read(_BLOCK):
                    digest.update(block)
                    progress()
        except OSError as error:
            raise DocumentTrouble(ProblemCode.UNREADABLE, f"The file cannot be read: {error.strerror}.") from error
        return digest.hexdigest()

    def inspect(self, root: Root, file: Path, path: str) -> Inspected:
        """The file as indexing would see it, without storing anything."""
        return inspect(file, root=root, path=path, parser=self._parser, embedder=self._embedder)

    def begin(self, root: Root, found: FoundFile) -> None:
        """Let the parser begin with a file while the one before is worked on; ``read`` comes next, for that file."""
        self._parser.begin(disk_path(root.path, found.path), relative_path=found.path)

    def answers_within(self, seconds: float) -> bool:
        """Whether the parser has done so soon with the file that it was given by ``begin``."""
        return self._parser.answers_within(seconds)

    def read(self, root: Root, found: FoundFile, revision: str, *, tries: int) -> Read:
        """Read and cut one file. Never raises for a bad file: its entry carries the problem."""
        file = disk_path(root.path, found.path)
        seen = self.inspect(root, file, found.path)
        if seen.parsed is None or seen.metadata is None:
            return self._refused(root, found, seen.state, seen.problem, revision=revision, tries=tries)
        if _has_changed(file, found):
            entry = LedgerEntry(root=root.id, path=found.path, state=IngestState.WAITING, tries=tries)
            self._writer.note(entry)
            return Read(entry=entry)
        entry = LedgerEntry(root=root.id, path=found.path, state=seen.state, problem=seen.problem, tries=tries,
                            reader=mark_of(self.reader, has_problem=seen.problem is not None))
        sections = seen.sections or by_title(seen.parsed, root_key=root.path, path=found.path, size=found.size)
        document = _document(root, found, revision, seen.parsed, seen.metadata)
        return Read(entry=entry, reading=Reading(document=document, text=seen.parsed.text, sections=sections,
                                                 entry=entry, stamp=found[1:5]))

    def refuse(self, root: Root, found: FoundFile, trouble: DocumentTrouble, *, revision: str,
               tries: int) -> Read:
        """Write down why a file was not read.

        After a failure, what was read of it before stays searchable; what is no document (any more) goes.
        """
        problem = Problem(code=trouble.code, detail=trouble.detail)
        return self._refused(root, found, refused_state(trouble.code), problem, revision=revision, tries=tries)

    def _refused(self, root: Root, found: FoundFile, state: IngestState, problem: Problem | None, *,
                 revision: str, tries: int) -> Read:
        entry = LedgerEntry(root=root.id, path=found.path, state=state, tries=tries + 1, problem=problem,
                            reader=self.reader)
        write = self._writer.remove_document if state is IngestState.SKIPPED else self._writer.note
        write(entry, stamp=found[1:5], revision=revision)
        return Read(entry=entry)


def _document(root: Root, found: FoundFile, revision: str, parsed: Parsed, metadata: Metadata) -> Document:
    return Document(
        id=DocumentId(0), root=root.id, path=found.path, title=parsed.title, media_type=parsed.media_type,
        revision=revision, size=found.size, modified_ns=found.modified_ns, product=metadata.product,
        applies_to=metadata.applies_to, doc_type=metadata.doc_type, locale=metadata.locale,
        audience=metadata.audience, effective_date=metadata.effective_date, deprecated_at=metadata.deprecated_at,
        superseded_by=metadata.superseded_by, canonical=metadata.canonical, state=parsed.state,
        problem=parsed.problems[0] if parsed.problems else None, found=metadata.found)


def _has_changed(file: Path, found: FoundFile) -> bool:
    """Whether the file was written while it was read: then it waits for the next scan."""
    try:
        status = file.stat()
    except OSError:
        return True
    return (status.st_size, status.st_mtime_ns) != (found.size, found.modified_ns)
