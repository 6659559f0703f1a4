"""Answers, documents and installations in states of which tests and pictures have need."""

from __future__ import annotations

from dataclasses import replace

from app.preferences import Installation, ModelLine
from app.settings import Settings
from engine.answer.page_draw import draw
from engine.types import (
    Answer,
    AnswerState,
    Citation,
    Conflict,
    OpenedDocument,
    PageImage,
    PageRequest,
    Passage,
    Rect,
    Request,
    Span,
    Verdict,
    VersionResult,
    parse_version,
)
from tests.app.ui.sample import PAGES, QUESTION, FakeAssistant, answer_to, between, citation, passage
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
