"""An assistant over a small invented library, for the window's tests and pictures.

``FakeAssistant`` answers from fixed documents, as fast or as slowly as it is told, and records what it was asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from engine.errors import BadRequest
from engine.types import (
    ALL,
    UNVERSIONED,
    Address,
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Catalogue,
    CatalogueEntry,
    Citation,
    CitationState,
    DocumentId,
    Evidence,
    Failing,
    FeedbackKind,
    FolderPreview,
    IngestState,
    LedgerEntry,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    Problem,
    ProblemCode,
    QualityRun,
    QueryKind,
    Rect,
    Request,
    Retrieved,
    Root,
    RootId,
    RootState,
    SavedAnswer,
    Scope,
    ScopeSource,
    Span,
    SyncProgress,
    SyncReport,
    Verdict,
    parse_version,
)
from tests.app.following import FakeFollower
from tests.app.ui.sample_pages import PAGES, QUESTION, Page, between, citation, claims_of, passage


@dataclass
class FakeAssistant:
    """Answers from ``PAGES``. ``gate`` holds an answer back after its evidence, ``draft_gate`` in its draft."""

    catalogue_now: Catalogue = field(default_factory=lambda: library())
    entries: tuple[LedgerEntry, ...] = field(default_factory=lambda: ledger())
    verdicts: tuple[Verdict, ...] = (Verdict.SUPPORTED,) * 5 + (Verdict.CONTRADICTED,)
    gate: threading.Event = field(default_factory=threading.Event)
    draft_gate: threading.Event = field(default_factory=threading.Event)
    opened_state: CitationState = CitationState.CURRENT
    failure: Exception | None = None
    asked: list[Request] = field(default_factory=list)
    opened: list[Citation | Passage | Address] = field(default_factory=list)
    drawn: list[PageRequest] = field(default_factory=list)
    synced: int = 0
    added: list[tuple[str, str, str]] = field(default_factory=list)
    looked_up: list[str] = field(default_factory=list)
    measured: list[QualityRun] = field(default_factory=list)
    feedback: list[tuple[str, str]] = field(default_factory=list)
    removed: list[RootId] = field(default_factory=list)
    retried: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.follower = FakeFollower(self)
        self.gate.set()
        self.draft_gate.set()

    def catalogue(self) -> Catalogue:
        return self.catalogue_now

    def ask(self, request: Request, *, generate: bool, on_event: Callable[[AnswerEvent], None],
            is_cancelled: Callable[[], bool]) -> Answer:
        self.asked.append(request)
        if self.failure is not None:
            raise self.failure
        answer = answer_to(request, self.verdicts)
        on_event(AnswerEvent(stage=AnswerStage.RETRIEVED, retrieved=answer.retrieved))
        on_event(AnswerEvent(stage=AnswerStage.EVIDENCE, evidence=answer.evidence))
        while not is_cancelled() and not self.gate.wait(0.005):
            pass
        if generate and not is_cancelled():
            words = answer.text.split(" ")
            on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=" ".join(words[:30])))
            while not is_cancelled() and not self.draft_gate.wait(0.005):
                pass
            for word in words[30:]:
                on_event(AnswerEvent(stage=AnswerStage.DRAFT, delta=f" {word}"))
            on_event(AnswerEvent(stage=AnswerStage.SETTLED))
        return replace(answer, state=AnswerState.CANCELLED, text="", claims=()) if is_cancelled() else answer

    def search(self, request: Request) -> Retrieved:
        self.asked.append(request)
        return answer_to(request, self.verdicts).retrieved

    def look_up(self, request: Request) -> Retrieved:
        self.looked_up.append(request.question)
        found = answer_to(request, self.verdicts).retrieved
        return found if "pool" in request.question else replace(found, passages=())

    def open(self, citation: Citation) -> OpenedDocument:
        return self._opened(citation, citation.quote, citation.span)

    def open_passage(self, passage: Passage) -> OpenedDocument:
        return self._opened(passage, passage.text, passage.span)

    def open_address(self, place: Address) -> OpenedDocument:
        page = next(page for page in PAGES.values() if page.path == place.path)
        self.opened.append(place)
        return OpenedDocument(
            document=DocumentId(page.id), path=page.path, title=page.title, product="Lantern",
            applies_to=page.applies_to, media_type="text/markdown", text=page.text, state=CitationState.CURRENT,
            heading_path=(page.title, place.anchor) if place.anchor else (), root=place.root)

    def follow(self, root: RootId, path: str, address: str) -> Address | None:
        known = next((page.path for page in PAGES.values() if page.path.endswith(address.split("#")[0])), None)
        return Address(root=root, path=known, anchor=address.partition("#")[2]) if known else None

    def draw_page(self, request: PageRequest) -> PageImage:
        """White paper with one mark, 300 points high and wide, of three pages."""
        self.drawn.append(request)
        marks = (Rect(request.page, 10.0, 100.0, 60.0, 112.0),) if request.quote else ()
        height = request.width
        return PageImage(page=request.page, page_count=3, width=request.width, height=height, scale=request.width / 300,
                         pixels=b"\xff" * (request.width * height * 3), marks=marks, is_exact=bool(marks),
                         words="Valve manual")

    def find_on_pages(self, place: Address, words: str) -> tuple[Rect, ...]:
        return (Rect(1, 20.0, 200.0, 50.0, 210.0), Rect(3, 20.0, 20.0, 50.0, 30.0)) if words == "valve" else ()

    def measure_quality(self, file: str, *, on_progress: Callable[[int, int], None],
                        is_cancelled: Callable[[], bool]) -> QualityRun:
        for done in range(40):
            on_progress(done, 40)
            if is_cancelled():
                raise BadRequest("The run was stopped; nothing of it was kept.")
            self.gate.wait(0.5)
        made = QualityRun(at="2026-11-30T10:00:00+00:00", name=file.rsplit("/", 1)[-1], questions=40, recall_at_1=0.75,
                          recall_at_8=0.925, declined=0.9, failing=(
                              Failing(id="q1", question="How large is a pool?", product="Lantern", version="2.4",
                                      why="not_retrieved"),))
        self.measured.append(replace(made, failing=()))
        return made

    def quality_runs(self) -> tuple[QualityRun, ...]:
        return tuple(self.measured)

    def approve(self, answer_id: str) -> SavedAnswer:
        self.feedback.append((answer_id, "approved"))
        now = datetime(2026, 12, 1, tzinfo=UTC)
        return SavedAnswer(id=answer_id, question=QUESTION, text="", product="Lantern", version="2.4", state="ANSWERED",
                           is_stale=False, approved_at=now, expires_at=now + timedelta(days=180), places=())

    def say(self, answer_id: str, kind: FeedbackKind) -> None:
        self.feedback.append((answer_id, kind.value))

    def warm_pages(self) -> None:
        """Nothing to warm."""

    def sync(self, *, on_progress: Callable[[SyncProgress], None], is_cancelled: Callable[[], bool]) -> SyncReport:
        self.synced += 1
        on_progress(SyncProgress(files_done=1, files_total=2, bytes_done=300, bytes_total=1000, path="limits.md"))
        return SyncReport(unchanged=0 if is_cancelled() else 5)

    def preview_root(self, path: str, *, product: str, version: str, version_regex: str) -> FolderPreview:
        if version_regex == "(":
            return FolderPreview(trouble="The rule is no regular expression: missing ).")
        return FolderPreview(files=1204, bytes=45_000_000, versions=(("2.15", 800), ("2.8", 400), ("", 4)),
                             samples=(("2.15/scalers/cron.md", "2.15", "path"),))

    def remove_root(self, root: RootId) -> int:
        self.removed.append(root)
        return 0

    def retry(self, root: RootId, path: str) -> None:
        self.retried.append(path)

    def trace(self, trace_id: str) -> dict[str, object]:
        return {"id": trace_id, "question": QUESTION, "state": "UNVERIFIED", "prompt": "Sources:",
                "verdicts": [["The pool opens again.", "CONTRADICTED", ["numbers"]]],
                "retrieved": {"scope": {"product": "Lantern", "version": {"raw": "2.4"}}, "source": "latest",
                              "passages": [{"label": "S1", "path": "operate/schedules.md", "score": 0.81}],
                              "candidates": [{"lexical_rank": 2, "dense_rank": None, "score": 0.5}],
                              "notes": [{"stage": "expand", "what": "limits.md", "why": "same text as S1"}]},
                "timings_ms": [["lexical", 1.5]]}

    def add_root(self, path: str, *, product: str, version: str, version_regex: str) -> Root:
        self.added.append((path, product, version))
        return Root(id=RootId(2), path=path, label=path.rsplit("/", 1)[-1], product=product, version=version)

    def ledger(self) -> tuple[LedgerEntry, ...]:
        return self.entries

    def _opened(self, place: Citation | Passage, quote: str, span: Span) -> OpenedDocument:
        self.opened.append(place)
        page = next(page for page in PAGES.values() if page.id == place.document)
        is_there = self.opened_state in (CitationState.CURRENT, CitationState.MOVED)
        is_missing = self.opened_state is CitationState.MISSING
        return OpenedDocument(
            document=place.document, path=page.path, title=page.title, product="Lantern", applies_to=page.applies_to,
            media_type="text/markdown", text="" if is_missing else page.text, state=self.opened_state, quote=quote,
            span=span if is_there else None, heading_path=place.heading_path, deprecated=page.deprecated,
            deprecated_at="2.2" if page.deprecated else "", superseded_by=page.superseded_by, root=RootId(1),
            successor=Address(root=RootId(1), path=page.superseded_by) if page.superseded_by else None,
        )


def ledger() -> tuple[LedgerEntry, ...]:
    """One file of the invented library could not be read."""
    problem = Problem(code=ProblemCode.ENCRYPTED, detail="The file is protected by a password.")
    return (LedgerEntry(root=RootId(1), path="manuals/valve.pdf", state=IngestState.FAILED, problem=problem),
            LedgerEntry(root=RootId(1), path="operate/schedules.md", state=IngestState.INDEXED))


def library() -> Catalogue:
    """What the invented library holds."""
    entries = tuple(CatalogueEntry(product="Lantern", applies_to=parse_version(version) or UNVERSIONED, documents=count,
                                   deprecated=old)
                    for version, count, old in (("2.4", 107, 0), ("2.3", 104, 2), ("2.0", 0, 61)))
    beacon = CatalogueEntry(product="Beacon", applies_to=parse_version("1.0") or UNVERSIONED, documents=12)
    roots = (Root(id=RootId(1), path="/srv/docs/lantern", label="lantern"),
             Root(id=RootId(3), path="/mnt/ops", label="ops", state=RootState.OFFLINE))
    return Catalogue(entries=(*entries, beacon), audiences=("operator", "developer"), documents=223, chunks=6112,
                     chunks_waiting=4872, roots=roots)


def scope_of(request: Request) -> tuple[Scope, ScopeSource]:
    """Scope resolution as simple as can be: a chosen version, one in the question, else the newest."""
    named = next((version for version in ("2.4", "2.3") if version in request.question), None)
    version = request.version or named or "2.4"
    source = (ScopeSource.EXPLICIT if request.version else ScopeSource.QUESTION if named else ScopeSource.LATEST)
    scope = Scope(product="Lantern", version=ALL if request.all_versions else parse_version(version) or UNVERSIONED,
                  include_deprecated=request.include_deprecated, audiences=request.audiences, locale=ALL, roots=ALL)
    return scope, source


def answer_to(request: Request, verdicts: tuple[Verdict, ...]) -> Answer:
    """The answer to any question: the one about closing a pool, in the version of the scope."""
    scope, source = scope_of(request)
    is_chinese = any("\u4e00" <= character <= "\u9fff" for character in request.question)
    version = "2.3" if scope.version is not ALL and scope.version == parse_version("2.3") else "2.4"
    make = _chinese_answer if is_chinese else _english_answer
    text, parts, evidence, passages = make(PAGES["zh"] if is_chinese else PAGES[version])
    judged = [(words, verdict, citations, ("numbers",) if verdict is Verdict.CONTRADICTED else ("align",))
              for (words, citations), verdict in zip(parts, verdicts, strict=False)]
    state = (AnswerState.ANSWERED if all(verdict is Verdict.SUPPORTED for _, verdict, _, _ in judged)
             else AnswerState.UNVERIFIED)
    retrieved = Retrieved(sought=request.question, scope=scope, source=source, notice="", kind=QueryKind.HOWTO,
                          passages=passages, candidates=(), documented=True)
    return Answer(state=state, question=request.question, retrieved=retrieved, text=text,
                  claims=claims_of(judged, text), evidence=evidence, generator="a small model", trace_id="t1")


_Sentences = list[tuple[str, tuple[Citation, ...]]]
_Parts = tuple[str, _Sentences, tuple[Evidence, ...], tuple[Passage, ...]]


def _english_answer(page: Page) -> _Parts:
    night = ("Schedules", "Close a pool at night")
    section = between(page.text, "To let a pool go", "need it.")
    warning = between(page.text, "> [!WARNING]", "queue.")
    steps = between(page.text, "1. Open the pool's file", "No restart is needed.")
    limits = PAGES["limits"]
    drain = "10" if page.version == "2.4" else "5"
    sentences: _Sentences = [
        ("Set `floor: 0` in the pool's file and give the pool a `close` time.",
         (citation(page, between(page.text, "To let a pool", "`close` time."), night, "1"),)),
        (f"Workers finish what they hold; the last one is gone {drain} minutes after the `close` time at the latest.",
         (citation(page, between(page.text, "Workers then", "latest."), night, "2"),)),
        ("Check the file with `lantern pools check`, then run `lantern pools reload`.",
         (citation(page, steps, night, "3"),)),
        ("While it drains, a worker takes no new job.",
         (citation(limits, "While a worker drains it takes no new job.", ("Limits", "Draining"), "4"),)),
        ("Jobs that take longer than `drain` are stopped and put back into the queue.",
         (citation(page, between(page.text, "Jobs that take", "queue."), night, "5"),)),
        ("The pool opens again with 10 workers.", (citation(page, section, night, "6"),)),
    ]
    text = (f"{sentences[0][0]} {sentences[1][0]}\n\n- {sentences[2][0]}\n- {sentences[3][0]}\n\n"
            f"{sentences[4][0]} {sentences[5][0]}")
    first = passage(page, section, night)
    evidence = (Evidence(passage=first, text=section + "\n\n" + steps, span=first.span, companions=(warning,)),)
    passages = (first, passage(limits, "While a worker drains it takes no new job.", ("Limits", "Draining"), "S2"),
                passage(page, between(page.text, "Times are read", "`zone`."), ("Schedules", "Time zones"), "S3"),
                passage(PAGES["old"], "Set `night: on`.", ("Night mode",), "S4"))
    return text, sentences, evidence, passages


def _chinese_answer(page: Page) -> _Parts:
    night = ("定时开关", "夜间关闭工作池")
    section = between(page.text, "若要在工作时间", "退出。")
    sentences: _Sentences = [
        ("将 `floor` 设为 `0`，并为工作池指定 `close` 时间。",
         (citation(page, between(page.text, "若要在工作时间", "时间。"), night, "1"),)),
        ("最后一个进程最迟在 `close` 时间之后 10 分钟退出。",
         (citation(page, between(page.text, "最后一个进程", "退出。"), night, "2"),)),
        ("运行时间超过 `drain` 的任务会被放回队列。",
         (citation(page, between(page.text, "运行时间超过", "队列。"), night, "3"),)),
    ]
    first = passage(page, section, night)
    evidence = (Evidence(passage=first, text=section, span=first.span,
                         companions=(between(page.text, "**警告**", "队列。"),)),)
    return "".join(words for words, _ in sentences), sentences, evidence, (first,)
