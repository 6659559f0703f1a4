"""Compares what a scan saw with what the ledger remembers: which files to look at, and which are gone.

Pure; nothing is read or written here. A file is looked at when any of its stamps differs, never because one is
newer: clocks go backwards. What it is then is decided by its hash. It is looked at too when it may be read better now
than when it was read (``reader``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from engine.ingest.reader import reads_better
from engine.ingest.scan import FoundFile, Scan
from engine.store.connection import Row
from engine.store.readers import FileMark
from engine.types import IngestState, ProblemCode

MAX_TRIES = 2
_BROKE_PARSER = frozenset({ProblemCode.CRASH, ProblemCode.TIMEOUT, ProblemCode.MEMORY, ProblemCode.PROTOCOL})
FLAGGED = frozenset({IngestState.INDEXED_FLAGGED, IngestState.PARTIAL, IngestState.METADATA_ONLY})
SEARCHABLE = FLAGGED | {IngestState.INDEXED}
SETTLED = SEARCHABLE | {IngestState.SKIPPED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``work``: files to look at. ``vanished``: paths that are no longer there. ``unchanged``: how many are as known.

    ``listed_again``: folders that could not be listed before, and can. ``known``: what is known of all these.
    """

    work: tuple[FoundFile, ...]
    vanished: tuple[str, ...]
    listed_again: tuple[str, ...]
    unchanged: int
    known: Mapping[str, FileMark]


def compare(seen: Scan, stamps: Collection[Row], marks_of: Callable[[Collection[str]], Mapping[str, FileMark]],
            reader: str) -> Difference:
    """What is to be done for the index to equal the folder, as ``reader`` reads it.

    ``stamps`` are ``readers.file_stamps``: the row of a settled file is what a look at it finds while nothing changed,
    so nearly all of them are dealt with by one look into a set. ``marks_of`` tells more of the others.
    """
    same = frozenset(stamps)
    others = [found for found in seen.files.values() if found not in same]
    gone = sorted({str(row[0]) for row in stamps}.difference(seen.files))
    known = marks_of([*(found.path for found in others), *gone])
    work = tuple(found for found in others if _needs_look(found, known.get(found.path), reader))
    missing = [path for path in gone if known[path].state is not IngestState.GONE and not seen.may_hold(path)]
    return Difference(
        work=work, unchanged=len(seen.files) - len(work), known=known,
        vanished=tuple(path for path in missing if not path.endswith("/")),
        listed_again=tuple(path for path in missing if path.endswith("/") and path not in seen.unlisted))


def may_retry(mark: FileMark) -> bool:
    """Whether a file that failed is tried again although it did not change."""
    if mark.state is not IngestState.FAILED or mark.problem is None:
        return False
    if mark.problem in (ProblemCode.UNREADABLE, ProblemCode.NO_SPACE):
        return True
    return mark.problem in _BROKE_PARSER and mark.tries < MAX_TRIES


def is_outdated(mark: FileMark, reader: str) -> bool:
    """Whether a file that did not change is read again because ``reader`` may read more of it."""
    return mark.reader != reader and reads_better(reader, mark.reader, has_problem=mark.problem is not None)


def _needs_look(found: FoundFile, mark: FileMark | None, reader: str) -> bool:
    if mark is None or found[1:5] != mark.stamp or is_outdated(mark, reader):
        return True
    return mark.state not in SETTLED and (mark.state is not IngestState.FAILED or may_retry(mark))
