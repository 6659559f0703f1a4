"""The engine as one object: what the window and the command line may ask for.

Owns nothing itself; it hands each wish to the part that does. Parts are put together in ``app.compose``.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.answer.open import Opener
from engine.answer.pipeline import Answerer
from engine.errors import BadRoot, NotFound, UnknownVersion
from engine.evaluate import quality
from engine.evaluate.conditions import conditions
from engine.ingest.embed import EmbedPace
from engine.ingest.follow import Follower, Waits
from engine.ingest.inspect import Inspected
from engine.ingest.pipeline import Pipeline
from engine.ingest.preview import preview
from engine.ingest.scan import disk_path, root_identity, stored_path
from engine.ingest.sync import Synchroniser
from engine.retrieve.pipeline import Retriever
from engine.store import answers, readers, saved
from engine.store.maintenance import Maintained, maintain
from engine.store.saved import APPROVED_DAYS
from engine.store.store import Store
from engine.store.writer import Writer
from engine.types import (
    ALL,
    Address,
    Answer,
    AnswerEvent,
    Catalogue,
    Citation,
    Claim,
    Evidence,
    FeedbackKind,
    FolderPreview,
    LedgerEntry,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    Profile,
    QualityRun,
    Rect,
    Request,
    Retrieved,
    Root,
    RootId,
    SavedAnswer,
    SyncProgress,
    SyncReport,
    Trace,
    parse_version,
)


class Assistant:
    """One open library."""

    def __init__(self, *, store: Store, retriever: Retriever, answerer: Answerer, synchroniser: Synchroniser,
                 opener: Opener, pipeline: Pipeline, profile: Profile, alarm_after: timedelta = timedelta(days=7),
                 pace: EmbedPace | None = None, waits: Waits | None = None,
                 clock: Callable[[], float] = time.time) -> None:
        self._store = store
        self._retriever = retriever
        self._answerer = answerer
        self._synchroniser = synchroniser
        self._opener = opener
        self._pipeline = pipeline
        self._profile = profile
        self._alarm_after = alarm_after
        self._clock = clock
        self._pace = pace or EmbedPace()
        self._follower = Follower(synchroniser=synchroniser, waits=waits)

    def catalogue(self) -> Catalogue:
        """Products, versions, audiences, roots and counts of the library."""
        with self._store.snapshot() as db:
            catalogue = readers.catalogue(db, self._profile.audiences)
        earliest = datetime.fromtimestamp(self._clock(), UTC) - self._alarm_after
        return replace(catalogue, overdue=tuple(
            root for root in catalogue.roots if root.synced_at and root.synced_at < earliest))

    def ledger(self) -> tuple[LedgerEntry, ...]:
        """Every file ever seen and how it stands."""
        with self._store.snapshot() as db:
            return readers.ledger(db)

    def add_root(self, path: str, *, product: str = "", version: str = "", version_regex: str = "",
                 audience: str = "") -> Root:
        """Register a folder; nothing is read yet. Raises BadRoot and UnknownVersion in words."""
        if not path.strip():
            raise BadRoot("The folder's name is empty; give a folder that can be read.")
        folder = Path(path).expanduser().resolve()
        if not folder.is_dir():
            what = "is a file, not a folder" if folder.is_file() else "does not exist"
            raise BadRoot(f"{folder} {what}; give a folder that can be read.")
        if not os.access(folder, os.R_OK | os.X_OK):
            raise BadRoot(f"{folder} cannot be read; check its permissions.")
        if stored_path(str(folder)) != str(folder):
            raise BadRoot(f"{stored_path(str(folder))} has a name that is not UTF-8; rename the folder to add it.")
        if version and parse_version(version) is None:
            raise UnknownVersion(f"{version!r} does not look like a version; write it as 2.15, v1.28 or 2.x.")
        root = Root(id=RootId(0), path=str(folder), label=folder.name, product=product, version=version,
                    version_regex=version_regex, audience=audience)
        with self._store.side_writer() as db:  # the writer may be at work in its own thread
            root_id = Writer(db).add_root(root, identity=root_identity(str(folder)))
        self._store.keep_folders()
        return next(found for found in self.catalogue().roots if found.id == root_id)

    def preview_root(self, path: str, *, product: str = "", version: str = "", version_regex: str = "",
                     ) -> FolderPreview:
        """What a folder holds and which versions its paths tell, before anything is read."""
        folder = Path(path).expanduser()
        return preview(Root(id=RootId(0), path=str(folder), label=folder.name, product=product, version=version,
                            version_regex=version_regex))

    def remove_root(self, root: RootId) -> int:
        """Forget a folder with everything read from it; its files stay.

        Returns how many kept answers lost their text, because they cited it.
        """
        with self._store.side_writer() as db:
            emptied = Writer(db).remove_root(root)
        self._store.keep_folders()
        return emptied

    def retry(self, root: RootId, path: str) -> None:
        """Forget how reading a file went, so that the next synchronisation reads it again."""
        with self._store.side_writer() as db:
            Writer(db).forget(root, path)

    def remove_folder(self, path: str) -> tuple[Root, int]:
        """Take a folder out of the library, with everything read from it; the folder itself is not touched.

        Returns it, and how many kept answers lost their text, because they cited it. Raises BadRoot when it is not in
        the library. What it leaves behind in the file goes with ``maintain``.
        """
        folder = Path(path).expanduser()
        names = {path, str(folder), str(folder.resolve())}
        root = next((root for root in self.catalogue().roots if root.path in names), None)
        if root is None:
            raise BadRoot(f"{path} is not in the library; `citeside status` lists the folders that are.")
        return root, self.remove_root(root.id)

    def maintain(self) -> Maintained:
        """Purge what was removed and shrink the index."""
        return maintain(self._store)

    def inspect(self, path: str) -> Inspected:
        """One file as the index sees it, by its path on disk or its path below a root. Raises NotFound."""
        roots = self.catalogue().roots
        file = Path(path).expanduser().resolve()
        for root in roots:
            if file.is_file() and Path(root.path) in file.parents:
                return self._pipeline.inspect(root, file, stored_path(file.relative_to(root.path).as_posix()))
            below = disk_path(root.path, path)
            if not Path(path).is_absolute() and below.is_file():
                return self._pipeline.inspect(root, below, path)
        if file.is_file():
            alone = Root(id=RootId(0), path=str(file.parent), label=file.parent.name)
            return self._pipeline.inspect(alone, file, stored_path(file.name))
        raise NotFound(f"There is no file {path!r}, neither on disk nor below a folder of the library.")

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        """Bring the index level with the folders."""
        return self._synchroniser.sync(on_progress=on_progress, is_cancelled=is_cancelled)

    @property
    def follower(self) -> Follower:
        """What keeps the index level with the folders while its ``run`` is under way."""
        return self._follower

    def search(self, request: Request) -> Retrieved:
        """Passages without generation."""
        with self._pace.question():
            return self._retriever.retrieve(self._for_profile(request))

    def look_up(self, request: Request) -> Retrieved:
        """Passages by keywords alone, quickly: for results while a person types."""
        return self._retriever.look_up(self._for_profile(request))

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        """The settled answer; events tell of its stages."""
        with self._pace.question():
            return self._answerer.ask(self._for_profile(request), generate=generate, on_event=on_event,
                                      is_cancelled=is_cancelled)

    def approve(self, answer_id: str, *, days: int = APPROVED_DAYS) -> SavedAnswer:
        """Vouch for an answer for so many days; it is then offered first. Raises NotFound and BadRequest in words."""
        return saved.approve(self._store, answer_id, days=days, clock=self._clock)

    def saved(self) -> tuple[SavedAnswer, ...]:
        """The answers that were kept, verified again where a document changed."""
        return saved.saved(self._store)

    def say(self, answer_id: str, kind: FeedbackKind, text: str = "") -> None:
        """Keep what a person says of an answer. Raises NotFound."""
        saved.add_feedback(self._store, answer_id, kind, text, clock=self._clock)

    def feedback_questions(self) -> tuple[Mapping[str, object], ...]:
        """Feedback as labelled questions for ``eval``."""
        with self._store.snapshot() as db:
            return saved.feedback_questions(db)

    def check(self, text: str, passages: Sequence[Passage], topic: frozenset[str]) -> tuple[Claim, ...]:
        """A text judged against passages, as the text of an answer is; ``topic`` are words it may leave unsaid."""
        return self._answerer.check(text, passages, topic)

    def conditions(self, block: Evidence) -> tuple[str, ...]:
        """What must be on screen with a quoted procedure, by the index's own chunks; for measuring."""
        with self._store.snapshot() as db:
            return conditions(db, block)

    def open(self, citation: Citation) -> OpenedDocument:
        """The cited place in the document as it is now."""
        return self._opener.open(citation)

    def open_passage(self, passage: Passage) -> OpenedDocument:
        """The found place in the document as it is now."""
        return self._opener.open_passage(passage)

    def open_address(self, place: Address) -> OpenedDocument:
        """A document of the library at a heading. Raises NotFound."""
        return self._opener.open_address(place)

    def follow(self, root: RootId, path: str, address: str) -> Address | None:
        """Where a link of a document leads within the library, None when it leads out of it."""
        return self._opener.follow(root, path, address)

    def draw_page(self, request: PageRequest) -> PageImage:
        """A page of a document as a picture. Raises NotFound and DocumentTrouble."""
        return self._opener.draw_page(request)

    def find_on_pages(self, place: Address, words: str) -> tuple[Rect, ...]:
        """Every place of ``words`` on the pages of a document. Raises NotFound and DocumentTrouble."""
        return self._opener.find_on_pages(place, words)

    def warm_pages(self) -> None:
        """Make ready for drawing pages, so that the first one does not wait."""
        self._opener.warm_pages()

    def measure_quality(self, file: str, *, on_progress: Callable[[int, int], None],
                        is_cancelled: Callable[[], bool]) -> QualityRun:
        """Search for every question of a labelled set; the figures are kept. Raises BadRequest in words."""
        made = quality.run(Path(file), self.search, on_progress=on_progress, is_cancelled=is_cancelled)
        quality.keep(self._store.path.parent, made)
        return made

    def quality_runs(self) -> tuple[QualityRun, ...]:
        """The figures of every run, oldest first."""
        return quality.kept(self._store.path.parent)

    def keep_trace(self, trace: Trace) -> None:
        """Store the trace of a search."""
        answers.save_trace(self._store, trace, ())

    def trace(self, trace_id: str) -> dict[str, object]:
        """A stored trace as JSON values. Raises NotFound."""
        with self._store.snapshot() as db:
            return answers.trace_json(db, trace_id)

    def _for_profile(self, request: Request) -> Request:
        """The request with the profile's product and version, and no audience beyond what the profile may see."""
        entitled = self._profile.audiences
        wanted = request.audiences
        audiences = wanted if entitled is ALL else entitled if wanted is ALL else entitled & wanted
        # what a terminal passes on as undecodable bytes cannot be stored as text
        question = request.question.encode("utf-8", "replace").decode("utf-8")
        return replace(request, question=question, profile_product=self._profile.product,
                       profile_version=self._profile.version, audiences=audiences)
