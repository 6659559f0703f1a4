"""One synchronisation under way: what it counts, who hears of it, and when it has to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.ingest.scan import FoundFile
from engine.types import RootId, SyncProgress


@dataclass(slots=True)
class SyncRun:
    """The counts of one run over one or several roots."""

    on_progress: Callable[[SyncProgress], None]
    is_cancelled: Callable[[], bool]
    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    unchanged: int = 0
    reused: int = 0
    embedded: int = 0
    offline: list[str] = field(default_factory=list)
    held: list[str] = field(default_factory=list)
    doubtful: set[RootId] = field(default_factory=set)
    files_done: int = 0
    files_total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    failed: int = 0

    @property
    def changes(self) -> int:
        """How many documents are another than before."""
        return self.added + self.changed + self.moved + self.removed

    def plan(self, work: Iterable[FoundFile]) -> None:
        """More files to look at are known."""
        for found in work:
            self.files_total += 1
            self.bytes_total += max(0, found.size)

    def tell(self, path: str, waiting: int = 0) -> None:
        """Report where the run stands."""
        self.on_progress(SyncProgress(
            files_done=self.files_done, files_total=self.files_total, bytes_done=self.bytes_done,
            bytes_total=self.bytes_total, path=path, failed=self.failed, chunks_waiting=waiting))

    def finished(self, found: FoundFile) -> None:
        """A file was looked at."""
        self.files_done += 1
        self.bytes_done += max(0, found.size)
