"""The second look at PDF pages that the fast pass doubted, once everything is searchable.

1. A document that names doubtful pages and tells nothing of their refinement yet is read again by the layout models,
   in a child process, newest document first.
2. The new reading replaces the old one in one transaction; texts that stayed the same keep their vectors. A process
   that is killed half-way leaves the fast reading, and the next run begins again.
3. Where the models fail as a whole the fast reading stays and says why, so a file is refined once, not at every run.
   Pages that were given up are told apart by ``pdf_refine``.
4. Whoever waits for something more urgent cancels; the document in work stays as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from engine.errors import DocumentTrouble
from engine.ingest.child import TOTAL_SECONDS, ChildParser, ParsingCancelled
from engine.ingest.parse.pdf_names import DOUBTFUL, NOT_REFINED, REFINED, SOURCE
from engine.ingest.parse.source import Limits, no_progress
from engine.ingest.pipeline import Pipeline
from engine.ingest.scan import FoundFile, disk_path, found_file
from engine.ports import Embedder, Parser
from engine.store import readers
from engine.store.store import Store
from engine.types import Document, Found, Parsed, Root, RootId

_log = logging.getLogger(__name__)


SILENT_SECONDS = 150.0
SECONDS_IN_ALL = 2 * TOTAL_SECONDS
"""Longest times without progress and for both readings of a file; a page and the second reading end before that by
themselves (``pdf_refine``).
"""


def read_refined(path: Path, *, relative_path: str, progress: Callable[[], None] = no_progress) -> Parsed:
    """What the child of ``slow_parser`` calls; the layout models are loaded there and nowhere else."""
    from engine.ingest.parse.pdf_refine import refine_file
    return refine_file(path, relative_path=relative_path, progress=progress)


def slow_parser() -> ChildParser:
    """A parser that refines doubtful pages, in a process that gives way to others."""
    return ChildParser(read=read_refined, silent_seconds=SILENT_SECONDS, total_seconds=SECONDS_IN_ALL,
                       is_background=True)


class SlowParser(Protocol):
    """Reads a file with its doubtful pages refined, and can be told to stop."""

    def parse(self, path: Path, *, relative_path: str, is_cancelled: Callable[[], bool]) -> Parsed:
        """As ``Parser.parse``. Raises ParsingCancelled soon after ``is_cancelled`` says so."""
        ...


class Refiner:
    """Refines the doubtful documents of an index, from the writer's thread.

    ``slow`` is asked first; where it fails the file is read by ``fast`` again, which keeps what was there.
    """

    def __init__(self, *, store: Store, slow: SlowParser, fast: Parser, embedder: Embedder, limits: Limits) -> None:
        self._store = store
        self._slow = slow
        self._fast = fast
        self._embedder = embedder
        self._limits = limits

    def run(self, *, on_document: Callable[[str], None], is_cancelled: Callable[[], bool]) -> Iterator[str]:
        """Refine one document after the other; gives each path when it was replaced.

        ``on_document`` hears a path before its (slow) reading begins.
        """
        pipeline = Pipeline(writer=self._store.writer, parser=_Refining(self._slow, self._fast, is_cancelled),
                            embedder=self._embedder, limits=self._limits)
        for root, document in self._doubtful():
            if is_cancelled():
                return
            on_document(document.path)
            try:
                found = found_file(root.path, document.path)
                if not _is_still(document, found) or pipeline.revision(root, found) != document.revision:
                    continue  # the next synchronisation reads it
                read = pipeline.read(root, found, document.revision, tries=0)
            except (OSError, DocumentTrouble):
                _log.info("%s cannot be read now; it is refined another time", document.path)
                continue
            except ParsingCancelled:
                return
            if read.reading:
                self._store.writer.replace_documents([read.reading])
            yield document.path

    def _doubtful(self) -> list[tuple[Root, Document]]:
        with self._store.snapshot() as snapshot:
            roots: dict[RootId, Root] = {root.id: root for root in readers.roots(snapshot)}
            documents = readers.documents_that_found(snapshot, DOUBTFUL, without=(REFINED, NOT_REFINED))
        return [(roots[document.root], document) for document in documents]


def _is_still(document: Document, found: FoundFile) -> bool:
    return found.is_regular and (found.size, found.modified_ns) == (document.size, document.modified_ns)


class AsIndexed:
    """Reads a file as the index does: with its pages refined where the index holds a refined reading. A ``Parser``."""

    def __init__(self, *, store: Store, slow: Parser, fast: Parser) -> None:
        self._store = store
        self._slow = slow
        self._fast = fast

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """As ``engine.ports.Parser``."""
        parser = self._slow if self._is_refined(path, relative_path) else self._fast
        return parser.parse(path, relative_path=relative_path)

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Nothing is read beforehand."""

    def answers_within(self, seconds: float) -> bool:
        """Nothing was begun that one could wait for."""
        return True

    def close(self) -> None:
        """Nothing of its own to end."""

    def _is_refined(self, path: Path, relative_path: str) -> bool:
        with self._store.snapshot() as snapshot:
            for root in readers.roots(snapshot):
                document = readers.document_at(snapshot, root.id, relative_path)
                if document and disk_path(root.path, relative_path) == path:
                    return any(found.name == REFINED for found in document.found)
        return False


class _Refining:
    """The slow reading, or the fast one with a note of what went wrong. A ``Parser`` for one run."""

    def __init__(self, slow: SlowParser, fast: Parser, is_cancelled: Callable[[], bool]) -> None:
        self._slow = slow
        self._fast = fast
        self._is_cancelled = is_cancelled

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """As ``engine.ports.Parser``; raises ParsingCancelled too."""
        try:
            return self._slow.parse(path, relative_path=relative_path, is_cancelled=self._is_cancelled)
        except DocumentTrouble as trouble:
            parsed = self._fast.parse(path, relative_path=relative_path)
            pages = next((found.value for found in parsed.found if found.name == DOUBTFUL), "")
            why = Found(name=NOT_REFINED, value=f"{pages}: {trouble.detail}", source=SOURCE)
            return replace(parsed, found=(*parsed.found, why))

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Nothing is read beforehand."""

    def answers_within(self, seconds: float) -> bool:
        """Nothing was begun that one could wait for."""
        return True

    def close(self) -> None:
        """Nothing of its own to end."""
