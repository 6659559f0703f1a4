"""The engine as the window sees it. ``engine.assistant.Assistant`` has this shape; tests hand in another.

Every call may take long, is made on a thread of the bridge, and may raise a ``CitesideError``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from engine.types import (
    Address,
    Answer,
    AnswerEvent,
    Catalogue,
    Citation,
    FeedbackKind,
    FolderPreview,
    LedgerEntry,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    QualityRun,
    Rect,
    Request,
    Retrieved,
    Root,
    RootId,
    SavedAnswer,
    SyncProgress,
    SyncReport,
    WatchState,
)


class Follower(Protocol):
    """What keeps the index level with the folders."""

    def run(self, *, on_progress: Callable[[SyncProgress], None], on_report: Callable[[SyncReport], None],
            on_notice: Callable[[str], None]) -> None:
        """Until ``stop``; a notice is one sentence for the person."""
        ...

    def ask(self) -> None:
        """Look at everything now; ends a pause."""
        ...

    def pause(self) -> None:
        """End the pass that is running, keeping what is done, and begin none until ``ask``."""
        ...

    def stop(self) -> None:
        """End ``run`` soon."""
        ...

    def states(self) -> Mapping[RootId, WatchState]:
        """How changes of each folder that is followed are seen."""
        ...


class Assistant(Protocol):
    """One open library."""

    def catalogue(self) -> Catalogue:
        """Products, versions, audiences and folders that exist now."""
        ...

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        """Answer a question; events come on the calling thread. Cancelled: an answer in the state CANCELLED."""
        ...

    def search(self, request: Request) -> Retrieved:
        """The passages alone, nothing generated."""
        ...

    def look_up(self, request: Request) -> Retrieved:
        """Passages by keywords alone, the last word taken as a beginning."""
        ...

    def open(self, citation: Citation) -> OpenedDocument:
        """The cited document as it is now, at the citation's place."""
        ...

    def open_passage(self, passage: Passage) -> OpenedDocument:
        """The passage's document as it is now, at the passage."""
        ...

    @property
    def follower(self) -> Follower:
        """What keeps the index level with the folders."""
        ...

    def add_root(self, path: str, *, product: str, version: str, version_regex: str) -> Root:
        """Register a folder; empty product and version are found from the files. Nothing is indexed yet."""
        ...

    def preview_root(self, path: str, *, product: str, version: str, version_regex: str) -> FolderPreview:
        """What a folder holds and which versions its paths tell, before anything is read."""
        ...

    def remove_root(self, root: RootId) -> int:
        """Forget a folder with everything read from it; its files stay. Returns how many kept answers lost their text.
        """
        ...

    def retry(self, root: RootId, path: str) -> None:
        """Forget how reading a file went, so that the next synchronisation reads it again."""
        ...

    def trace(self, trace_id: str) -> dict[str, object]:
        """The stored trace of an answer, as JSON values."""
        ...

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """How reading each file went."""
        ...

    def open_address(self, place: Address) -> OpenedDocument:
        """A document at a heading, or at its beginning."""
        ...

    def follow(self, root: RootId, path: str, address: str) -> Address | None:
        """Where a link of a document leads within the library, None when it leads out of it."""
        ...

    def draw_page(self, request: PageRequest) -> PageImage:
        """A page of a document as a picture."""
        ...

    def find_on_pages(self, place: Address, words: str) -> tuple[Rect, ...]:
        """Every place of ``words`` on the pages of a document, in points as drawn."""
        ...

    def measure_quality(self, file: str, *, on_progress: Callable[[int, int], None],
                        is_cancelled: Callable[[], bool]) -> QualityRun:
        """Search for every question of a labelled set; the figures are kept."""
        ...

    def quality_runs(self) -> tuple[QualityRun, ...]:
        """The figures of every run, oldest first."""
        ...

    def approve(self, answer_id: str) -> SavedAnswer:
        """Vouch for an answer; it is then offered first for its question."""
        ...

    def say(self, answer_id: str, kind: FeedbackKind) -> None:
        """Keep what a person says of an answer."""
        ...

    def warm_pages(self) -> None:
        """Make ready for drawing pages."""
        ...
