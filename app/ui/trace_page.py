"""Why an answer is as it is, as a page to read and a report to hand on: scope, finds with their ranks, verdicts, times.

The trace comes as JSON values from the store; what is missing in it is left out, so that older traces can be read too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.said import said

_CANDIDATES_SHOWN = 20


def trace_markdown(trace: Mapping[str, Any]) -> str:
    """The whole trace as Markdown."""
    tr = QCoreApplication.translate
    found: Mapping[str, Any] = trace.get("retrieved") or {}
    parts = [
        f"# {tr('Trace', 'Why this answer')}", f"**{_plain(trace.get('question'))}**",
        _table((tr("Trace", "What"), tr("Trace", "Value")), _facts(trace, found)),
        _section(tr("Trace", "Passages found"), _passages(found)),
        _section(tr("Trace", "Candidates with their ranks"), _candidates(found)),
        _section(tr("Trace", "Dropped or shortened, and why"), _notes(trace, found)),
        _section(tr("Trace", "Sentences and what checking them found"), _verdicts(trace)),
        _section(tr("Trace", "Times"), _times(trace, found)),
        _section(tr("Trace", "Prompt"), _fenced(trace.get("prompt"))),
        _section(tr("Trace", "Draft"), _fenced(trace.get("draft"))),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _facts(trace: Mapping[str, Any], found: Mapping[str, Any]) -> list[Sequence[object]]:
    tr = QCoreApplication.translate
    scope: Mapping[str, Any] = found.get("scope") or {}
    version = scope.get("version")
    facts = (
        (tr("Trace", "State"), trace.get("state")), (tr("Trace", "Product"), scope.get("product")),
        (tr("Trace", "Version"), version.get("raw") if isinstance(version, Mapping) else version),
        (tr("Trace", "Version comes from"), found.get("source")),
        (tr("Trace", "Deprecated pages"), tr("Trace", "included") if scope.get("include_deprecated") else
         tr("Trace", "left out")),
        (tr("Trace", "Audience"), _list(scope.get("audiences"))), (tr("Trace", "Kind of question"), found.get("kind")),
        (tr("Trace", "Notice"), said(str(found.get("notice") or ""))),
        (tr("Trace", "Why not documented"), said(str(found.get("reason") or ""))),
        (tr("Trace", "Generator"), trace.get("generator")), (tr("Trace", "Asked at"), trace.get("created_at")),
        (tr("Trace", "Trace"), trace.get("id")),
    )
    return [(name, value) for name, value in facts if value]


def _passages(found: Mapping[str, Any]) -> str:
    tr = QCoreApplication.translate
    rows = [(passage.get("label"), passage.get("path"), passage.get("heading"),
             (passage.get("applies_to") or {}).get("raw"), _number(passage.get("score")),
             _parts(passage.get("score_parts")))
            for passage in found.get("passages") or ()]
    return _table((tr("Trace", "Label"), tr("Trace", "File"), tr("Trace", "Heading"), tr("Trace", "Version"),
                   tr("Trace", "Score"), tr("Trace", "Made of")), rows)


def _candidates(found: Mapping[str, Any]) -> str:
    tr = QCoreApplication.translate
    rows = [(rank, _rank(one.get("lexical_rank")), _rank(one.get("dense_rank")), _number(one.get("score")),
             _parts(one.get("score_parts")))
            for rank, one in enumerate((found.get("candidates") or ())[:_CANDIDATES_SHOWN], 1)]
    return _table((tr("Trace", "Rank"), tr("Trace", "By keywords"), tr("Trace", "By meaning"), tr("Trace", "Score"),
                   tr("Trace", "Made of")), rows)


def _notes(trace: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    notes = (*(found.get("notes") or ()), *(trace.get("notes") or ()))
    return "\n".join(f"- {_plain(note.get('stage'))}: {_plain(note.get('what'))}: {_plain(note.get('why'))}"
                     for note in notes)


def _verdicts(trace: Mapping[str, Any]) -> str:
    tr = QCoreApplication.translate
    rows = [(text, verdict, _list(checks)) for text, verdict, checks in trace.get("verdicts") or ()]
    return _table((tr("Trace", "Sentence"), tr("Trace", "Verdict"), tr("Trace", "Checks")), rows)


def _times(trace: Mapping[str, Any], found: Mapping[str, Any]) -> str:
    tr = QCoreApplication.translate
    times = trace.get("timings_ms") or found.get("timings_ms") or ()
    return _table((tr("Trace", "Stage"), tr("Trace", "Milliseconds")), [(name, _number(ms)) for name, ms in times])


def _section(title: str, body: str) -> str:
    return f"## {title}\n\n{body}" if body else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]
    rule = "|" + "---|" * len(head)
    return "\n".join(["| " + " | ".join(head) + " |", rule, *lines]) if lines else ""


def _fenced(text: object) -> str:
    return f"~~~~~~text\n{text}\n~~~~~~" if text else ""


def _plain(value: object) -> str:
    """A value as the text of a table cell."""
    return " ".join(str(value if value is not None else "").split()).replace("|", "\\|").replace("<", "\\<")


def _list(values: object) -> str:
    return ", ".join(str(value) for value in values) if isinstance(values, list | tuple) else str(values or "")


def _rank(rank: object) -> str:
    return str(rank) if rank is not None else "–"


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value if value is not None else "")


def _parts(parts: object) -> str:
    pairs = parts if isinstance(parts, list | tuple) else ()
    return ", ".join(f"{name} {_number(value)}" for name, value in pairs)
