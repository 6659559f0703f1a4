"""Compares what a scan saw with what the ledger remembers: which files to look at, and which are gone.

Pure; nothing is read or written here. A file is looked at when any of its stamps differs, never because one is
newer: clocks go backwards. What it is then is decided by its hash. It is looked at too when it may be read better now
than when it was read (``reader``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.ingest.reader import reads_better
from engine.ingest.scan import FoundFile, Scan
from engine.store.readers import FileMark
from engine.types import IngestState, ProblemCode

MAX_TRIES = 2
_BROKE_PARSER = frozenset({ProblemCode.CRASH, ProblemCode.TIMEOUT, ProblemCode.MEMORY, ProblemCode.PROTOCOL})
FLAGGED = frozenset({IngestState.INDEXED_FLAGGED, IngestState.PARTIAL, IngestState.METADATA_ONLY})
SEARCHABLE = FLAGGED | {IngestState.INDEXED}
_SETTLED = frozenset(state.value for state in SEARCHABLE | {IngestState.SKIPPED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """``work``: files to look at. ``vanished``: paths that are no longer there. ``unchanged``: how many are as known.

    ``listed_again``: folders that could not be listed before, and can.
    """

    work: tuple[FoundFile, ...]
    vanished: tuple[str, ...]
    listed_again: tuple[str, ...]
    unchanged: int


def compare(seen: Scan, known: Mapping[str, FileMark], reader: str) -> Difference:
    """What is to be done for the index to equal the folder, as ``reader`` reads it."""
    work = tuple(found for path, found in seen.files.items() if _needs_look(found, known.get(path), reader))
    gone = IngestState.GONE.value
    missing = [known[path] for path in sorted(known.keys() - seen.files.keys()) if known[path].state_word != gone]
    return Difference(
        work=work, unchanged=len(seen.files) - len(work),
        vanished=tuple(mark.path for mark in missing
                       if not mark.path.endswith("/") and not seen.may_hold(mark.path)),
        listed_again=tuple(mark.path for mark in missing if mark.path.endswith("/")
                           and mark.path not in seen.unlisted and not seen.may_hold(mark.path)))


def may_retry(mark: FileMark) -> bool:
    """Whether a file that failed is tried again although it did not change."""
    if mark.state is not IngestState.FAILED or mark.problem is None:
        return False
    if mark.problem in (ProblemCode.UNREADABLE, ProblemCode.NO_SPACE):
        return True
    return mark.problem in _BROKE_PARSER and mark.tries < MAX_TRIES


def is_outdated(mark: FileMark, reader: str) -> bool:
    """Whether a file that did not change is read again because ``reader`` may read more of it."""
    return mark.reader != reader and reads_better(reader, mark.reader, has_problem=bool(mark.problem_word))


def _needs_look(found: FoundFile, mark: FileMark | None, reader: str) -> bool:
    if mark is None or found[1:5] != mark[1:5]:  # size, modified_ns, changed_ns, inode
        return True
    if mark.reader != reader and is_outdated(mark, reader):
        return True
    return mark.state_word not in _SETTLED and (mark.state is not IngestState.FAILED or may_retry(mark))
