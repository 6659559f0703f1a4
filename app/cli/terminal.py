"""What a person reads in a terminal: passages, answers, progress. Drawn with rich; plain lines without a terminal."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Citation,
    Claim,
    Evidence,
    Passage,
    Retrieved,
    SavedAnswer,
    SyncProgress,
    Verdict,
)

_VERDICTS = {
    Verdict.SUPPORTED: ("✓ verified", "green"),
    Verdict.CONTRADICTED: ("✗ contradicted", "red"),
    Verdict.NOT_ENOUGH_INFO: ("? not verified", "yellow"),
    Verdict.UNCHECKED: ("○ not checked", "dim"),
}


def console(*, error: bool = False) -> Console:
    """A console on stdout, or stderr for what is not the result."""
    return Console(stderr=error, highlight=False, soft_wrap=False)


def ignore(event: AnswerEvent) -> None:
    """Hear of an event and show nothing: the whole answer follows at the end."""
    del event


class Live:
    """Shows the verbatim passage at once and the draft as it is written (on stderr: the answer itself follows)."""

    def __init__(self) -> None:
        self._is_writing = False

    def __call__(self, event: AnswerEvent) -> None:
        if event.curated:
            show_curated(event.curated)
        if event.stage is AnswerStage.EVIDENCE:
            for block in event.evidence:
                show_evidence(block)
        elif event.stage is AnswerStage.DRAFT and sys.stderr.isatty():
            if not self._is_writing:
                sys.stderr.write("Draft, not checked: ")
                self._is_writing = True
            sys.stderr.write(event.delta)
            sys.stderr.flush()
        elif event.stage is AnswerStage.SETTLED and self._is_writing:
            sys.stderr.write("\n\n")


def show_passages(retrieved: Retrieved) -> None:
    """The hits of a search, best first."""
    out = console()
    if retrieved.notice:
        out.print(Text(retrieved.notice, style="dim"))
    if not retrieved.passages:
        out.print(retrieved.reason.capitalize() + ".")
    for result in retrieved.by_version:
        out.print(Text(f"{result.version.raw}: {' '.join(result.text.split()) or 'not documented'}"))
    for passage in retrieved.passages:
        out.print(Text(f"{passage.label}  {place(passage)}", style="bold"))
        out.print(Padding(Text(_excerpt(passage)), (0, 0, 1, 4)))


def show_curated(found: SavedAnswer) -> None:
    """An answer that somebody vouches for."""
    out = console()
    until = f"{found.expires_at:%Y-%m-%d}" if found.expires_at else ""
    out.print(Rule(Text(f"Approved by a person, until {until}", style="bold"), align="left", style="dim"))
    out.print(Padding(Text(found.text), (0, 0, 1, 2)))


def show_evidence(block: Evidence) -> None:
    """The block that answers, as it stands in the document."""
    out = console()
    out.print(Rule(Text("From the document", style="dim"), align="left", style="dim"))
    for companion in (*block.companions, *((block.header,) if block.header else ()), block.text):
        out.print(Padding(Text(companion), (0, 0, 0, 2)))
    out.print(Text(f"  {place(block.passage)}\n", style="dim"))


def show_answer(answer: Answer) -> None:
    """The settled answer with its citations; the verbatim block was shown before."""
    out = console()
    out.print(Rule(Text(_headline(answer), style="bold"), align="left", style="dim"))
    if answer.retrieved.notice:
        out.print(Text(answer.retrieved.notice, style="dim"))
    if answer.explanation and answer.explanation != answer.retrieved.notice:
        out.print(Text(answer.explanation, style="dim"))
    for claim in answer.claims:
        word, colour = _VERDICTS[claim.verdict]
        marks = "".join(f"[{citation.label}]" for citation in claim.citations)
        out.print(Text.assemble(claim.text, " ", (f"{marks} {word}".strip(), colour)))
    if answer.state in (AnswerState.DECLINED, AnswerState.NO_EVIDENCE):
        for passage in answer.retrieved.passages[:3]:
            out.print(Text(f"  nearest: {place(passage)}"))
    _show_citations(out, answer.claims)
    out.print(Text(f"trace {answer.trace_id}", style="dim"))


def place(passage: Passage) -> str:
    """Product, version, path and headings of a passage."""
    about = " ".join(part for part in (passage.product, passage.applies_to.raw) if part)
    where = " › ".join([passage.path, *passage.heading_path])
    page = f", page {passage.page}" if passage.page else ""
    page += f", {passage.place.range}" if passage.place and passage.place.range else ""
    mark = " (deprecated)" if passage.deprecated else ""
    return f"{about}: {where}{page}{mark}" if about else f"{where}{page}{mark}"


class Progress:
    """Progress of a synchronisation: one line on stderr that is rewritten; nothing without a terminal."""

    def __init__(self) -> None:
        self._last = ""

    def __call__(self, progress: SyncProgress) -> None:
        if progress.path:
            line = f"{progress.files_done} of {progress.files_total} files · {progress.path}"
        else:
            line = f"{progress.chunks_waiting} chunks still wait to be searchable by meaning"
        if sys.stderr.isatty():
            sys.stderr.write("\r\x1b[2K" + line[:110])
            sys.stderr.flush()
        self._last = line

    def end(self) -> None:
        """Leave the progress line."""
        if self._last and sys.stderr.isatty():
            sys.stderr.write("\r\x1b[2K")


def _headline(answer: Answer) -> str:
    verified = sum(claim.verdict is Verdict.SUPPORTED for claim in answer.claims)
    is_unchecked = all(claim.verdict is Verdict.UNCHECKED for claim in answer.claims)
    words = {
        AnswerState.ANSWERED: f"{verified} of {len(answer.claims)} sentences verified",
        AnswerState.UNVERIFIED: "Not checked yet" if is_unchecked else
                                f"{verified} of {len(answer.claims)} sentences verified",
        AnswerState.DECLINED: "The documents found do not answer this",
        AnswerState.NO_EVIDENCE: "Not documented in this scope",
        AnswerState.CONFLICTING: "The documents disagree",
        AnswerState.NEEDS_VERSION: "The answer depends on the version",
        AnswerState.VERBATIM: "Word for word from the document",
        AnswerState.CANCELLED: "Stopped",
        AnswerState.FAILED: "No answer could be written",
    }
    return escape(words[answer.state])


def _show_citations(out: Console, claims: tuple[Claim, ...]) -> None:
    shown: dict[str, Citation] = {}
    for claim in claims:
        for citation in claim.citations:
            shown.setdefault(citation.label, citation)
    for label, citation in shown.items():
        where = " › ".join([citation.path, *citation.heading_path])
        out.print(Text(f"[{label}] {citation.applies_to.raw} {where}", style="dim"))
        out.print(Padding(Text(f"“{citation.quote}”", style="dim"), (0, 0, 0, 4)))


def _excerpt(passage: Passage, limit: int = 320) -> str:
    if passage.no_text:
        return passage.no_text
    start = passage.focus.start - passage.span.start
    text = " ".join(passage.text[start:passage.focus.end - passage.span.start].split())
    return text if len(text) <= limit else text[:limit].rsplit(" ", 1)[0] + " …"
