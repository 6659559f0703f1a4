"""Answers, documents and installations in states of which tests and pictures have need."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from app.preferences import Installation, ModelLine
from app.settings import Settings
from engine.answer.page_draw import draw
from engine.types import (
    Address,
    Answer,
    AnswerState,
    Citation,
    Conflict,
    IngestState,
    LedgerEntry,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    Problem,
    ProblemCode,
    Rect,
    Request,
    Root,
    RootId,
    Span,
    Verdict,
    VersionResult,
    WatchState,
    parse_version,
)
from tests.app.ui.sample import FakeAssistant, answer_to, ledger, library
from tests.app.ui.sample_pages import PAGES, QUESTION, between, citation, passage
from tests.engine.ingest.parse.pdfs import PROSE, Paper

NIGHT = ("Schedules", "Close a pool at night")
PDF_QUOTE = "While a worker drains it takes no new job."


def answer_in(state: AnswerState, reason: str = "") -> Answer:
    """An answer in a state, with what belongs to it."""
    answer = replace(answer_to(Request(question=QUESTION), (Verdict.SUPPORTED,) * 6), state=state, reason=reason)
    bare = replace(answer, text="", claims=(), evidence=())
    if state is AnswerState.DECLINED:
        return replace(bare, elsewhere=(passage(PAGES["2.3"], "Times are read in the zone of the server",
                                                ("Schedules", "Time zones")),))
    if state is AnswerState.NO_EVIDENCE:
        return replace(bare, retrieved=replace(bare.retrieved, passages=(), nearest=("2.3", "2.0")))
    if state is AnswerState.NEEDS_VERSION:
        return replace(bare, text="2.4: …", retrieved=replace(bare.retrieved, by_version=by_version()))
    if state is AnswerState.CONFLICTING:
        return replace(answer, conflicts=(Conflict(subject="drain", first=_drain("2.4"), second=_drain("2.3")),))
    if state in (AnswerState.VERBATIM, AnswerState.CANCELLED):
        return replace(answer, claims=())
    return answer


def by_version() -> tuple[VersionResult, ...]:
    """What three versions say; the last one nothing."""
    results = []
    for name in ("2.4", "2.3", "2.2"):
        version = parse_version(name)
        assert version is not None
        page = PAGES.get(name)
        words = between(page.text, "Workers then", "latest.") if page else ""
        results.append(VersionResult(version=version, text=words,
                                     passage=passage(page, words, NIGHT) if page else None))
    return tuple(results)


def installation() -> Installation:
    """An installation with one generator of two."""
    lines = (ModelLine(id="e", name="all-MiniLM-L6-v2", role="embedder", memory_mib=100, is_there=True, is_used=True),
             ModelLine(id="b", name="Qwen2.5-Coder-1.5B-Instruct Q4_K_M", role="generator", memory_mib=1600,
                       is_there=True, is_used=True),
             ModelLine(id="s", name="Qwen2.5-Coder-0.5B-Instruct Q4_K_M", role="generator", memory_mib=800,
                       is_there=False, is_used=False))
    return Installation(settings=Settings(), models=lines, data_dir="/home/me/.local/share/citeside",
                        free_memory_mib=6400)


class PdfAssistant(FakeAssistant):
    """Every document is a PDF of two pages; what is cited stands on the second."""

    def _opened(self, place: Citation | Passage, quote: str, span: Span) -> OpenedDocument:
        opened = super()._opened(place, quote, span)
        return replace(opened, media_type="application/pdf", file="/srv/docs/limits.pdf", pages=(2,))

    def draw_page(self, request: PageRequest) -> PageImage:
        """The page as the engine draws it."""
        self.drawn.append(request)
        number, count, width, height, pixels, scale, marks, is_exact, words = draw(
            _manual(), request.page, request.width, request.quote, ())
        assert isinstance(pixels, bytes)
        return PageImage(page=_int(number), page_count=_int(count), width=_int(width), height=_int(height),
                         pixels=pixels, scale=float(str(scale)), is_exact=bool(is_exact), words=str(words),
                         marks=tuple(Rect(_int(number), *box) for box in marks))  # type: ignore[attr-defined]


def _manual() -> str:
    import tempfile
    from pathlib import Path

    paper = Paper()
    paper.turn().write(72, 90, "Limits", size=20, font="bold")
    paper.lines(72, 130, PROSE)
    paper.turn().write(72, 90, "Draining", size=16, font="bold")
    paper.lines(72, 120, ["While a worker drains it takes no", "new job. The command shows it as draining.", *PROSE])
    file = Path(tempfile.gettempdir()) / "citeside-limits.pdf"
    file.write_bytes(paper.data())
    return str(file)


def _int(value: object) -> int:
    return int(str(value))


def _drain(version: str) -> Citation:
    page = PAGES[version]
    return citation(page, between(page.text, "Workers then", "latest."), NIGHT, version)


def troubled() -> FakeAssistant:
    """A library of five folders, of which each has another trouble, and a file whose earlier reading was kept."""
    read = datetime(2026, 11, 3, 9, 30, tzinfo=UTC)
    names = ("lantern", "held", "old", "share", "limit")
    roots = tuple(Root(id=RootId(number), path=f"/srv/docs/{name}", label=name, synced_at=read)
                  for number, name in enumerate(names, 1))
    roots = (roots[0], replace(roots[1], held_files=40), *roots[2:], *library().roots[1:])
    damaged = Problem(code=ProblemCode.CORRUPT,
                      detail="The PDF is damaged and cannot be opened; fetch or export it again.")
    assistant = FakeAssistant(
        catalogue_now=replace(library(), roots=roots, overdue=(roots[2],)),
        entries=(*ledger(), LedgerEntry(root=RootId(1), path="manuals/pump.pdf", state=IngestState.FAILED,
                                        problem=damaged, kept_from=read)))
    assistant.follower.watched = {
        RootId(1): WatchState(is_polled=False), RootId(4): WatchState(is_polled=True),
        RootId(5): WatchState(is_polled=True, reason="the system watches no more folders for one person; raise "
                                                     "fs.inotify.max_user_watches to have changes seen at once")}
    return assistant


class Textless(FakeAssistant):
    """Every document is a picture without any text; the file is on the disk."""

    def open_address(self, place: Address) -> OpenedDocument:
        opened = super().open_address(replace(place, path="reference/limits.md"))
        return replace(opened, path=place.path, title=place.path, text="", media_type="text/html",
                       file="/srv/docs/lantern/scan.html")


def scanned() -> tuple[LedgerEntry, ...]:
    """A page without text, as the ledger knows it."""
    problem = Problem(code=ProblemCode.NO_TEXT_LAYER,
                      detail="The file has no text of its own; only its title and its name can be searched.")
    return (LedgerEntry(root=RootId(1), path="scans/plate.html", state=IngestState.METADATA_ONLY, problem=problem),)
