"""How results leave the program: the JSON of the command-line contract, and sentences on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping

import click

from engine.errors import CitesideError, EmptyQuestion
from engine.types import (
    ALL,
    LATEST,
    Answer,
    Citation,
    Claim,
    Conflict,
    Evidence,
    LedgerEntry,
    Passage,
    Retrieved,
    SavedAnswer,
    Scope,
    ScopeSource,
    SyncReport,
)
from models.errors import ModelError

Json = Mapping[str, object]


def foreseen_errors() -> tuple[type[Exception], ...]:
    """Errors whose message is a sentence for a person."""
    return (CitesideError, ModelError)


def exit_status(error: Exception) -> int:
    """2 for a request that says nothing, 1 for work that failed."""
    return 2 if isinstance(error, EmptyQuestion) else 1


def fail(sentence: str, *, as_json: bool, status: int) -> int:
    """One sentence on stderr, and with ``--json`` an object that holds it; returns ``status``."""
    click.echo(sentence, err=True)
    if as_json:
        emit({"error": sentence})
    return status


def emit(value: Json) -> None:
    """One JSON object on stdout; what UTF-8 cannot hold is escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace") + b"\n")
    sys.stdout.buffer.flush()


def scope_json(scope: Scope, source: ScopeSource) -> Json:
    """The scope that was searched, and where its version came from."""
    version = "latest" if scope.version is LATEST else "all" if scope.version is ALL else scope.version.raw
    return {
        "product": None if scope.product is ALL else scope.product,
        "version": version,
        "version_source": source.value,
        "include_deprecated": scope.include_deprecated,
        "audiences": "all" if scope.audiences is ALL else sorted(scope.audiences),
    }


def passage_json(passage: Passage, *, rank: int) -> Json:
    """One hit: what was found and where it stands."""
    header = f"{passage.header_text}\n" if passage.header_text else ""
    return {
        "rank": rank, "label": passage.label, "root": passage.root, "path": passage.path,
        "product": passage.product, "version": passage.applies_to.raw, "title": passage.title,
        "heading": passage.heading, "heading_path": list(passage.heading_path), "anchor": passage.anchor,
        "line": passage.line, "page": passage.page, "pages": list(passage.pages),
        "range": passage.place.range if passage.place else "", "deprecated": passage.deprecated,
        "superseded_by": passage.superseded_by, "also": list(passage.also), "score": passage.score,
        "score_parts": dict(passage.score_parts), "text": header + passage.text, "no_text": passage.no_text,
    }


def hits_json(retrieved: Retrieved) -> list[Json]:
    """All passages, ranked from 1."""
    return [passage_json(passage, rank=rank) for rank, passage in enumerate(retrieved.passages, 1)]


def search_json(retrieved: Retrieved, trace_id: str) -> Json:
    """The object of ``search``."""
    return {
        "scope": scope_json(retrieved.scope, retrieved.source), "notice": retrieved.notice,
        "documented": retrieved.documented, "reason": retrieved.reason, "hits": hits_json(retrieved),
        "nearest_versions": list(retrieved.nearest), "versions": _versions_json(retrieved),
        "timings_ms": dict(retrieved.timings_ms), "trace_id": trace_id,
    }


def answer_json(answer: Answer) -> Json:
    """The object of ``ask``."""
    retrieved = answer.retrieved
    return {
        "state": answer.state.value, "reason": answer.reason, "explanation": answer.explanation,
        "question": answer.question,
        "scope": scope_json(retrieved.scope, retrieved.source), "notice": retrieved.notice, "answer": answer.text,
        "claims": [_claim_json(claim) for claim in answer.claims],
        "evidence": [_evidence_json(block) for block in answer.evidence],
        "passages": hits_json(retrieved),
        "nearest": [passage_json(p, rank=rank) for rank, p in enumerate(retrieved.passages[:3], 1)]
        if answer.state.value in ("DECLINED", "NO_EVIDENCE") else [],
        "nearest_versions": list(retrieved.nearest), "versions": _versions_json(retrieved),
        "elsewhere": [passage_json(p, rank=rank) for rank, p in enumerate(answer.elsewhere, 1)],
        "conflicts": [_conflict_json(conflict) for conflict in answer.conflicts],
        "curated": saved_json(answer.curated) if answer.curated else None,
        "generator": answer.generator, "trace_id": answer.trace_id, "timings_ms": dict(answer.timings_ms),
    }


def _versions_json(retrieved: Retrieved) -> list[Json]:
    """What each version says; empty unless the answer depends on the version and nobody named one."""
    return [{"version": result.version.raw, "documented": result.passage is not None, "text": result.text,
             "path": result.passage.path if result.passage else None,
             "heading_path": list(result.passage.heading_path) if result.passage else []}
            for result in retrieved.by_version]


def saved_json(found: SavedAnswer) -> Json:
    """A kept answer: its words, how long somebody vouches for it, and how its places stand."""
    return {
        "id": found.id, "question": found.question, "answer": found.text, "product": found.product or None,
        "version": found.version, "state": found.state, "stale": found.is_stale,
        "approved_at": found.approved_at.isoformat() if found.approved_at else None,
        "expires_at": found.expires_at.isoformat() if found.expires_at else None,
        "places": [{"path": place.path, "quote": place.quote, "state": place.state.value} for place in found.places],
    }


def _evidence_json(block: Evidence) -> Json:
    return {"label": block.passage.label, "path": block.passage.path, "header": block.header, "text": block.text,
            "companions": list(block.companions)}


def _claim_json(claim: Claim) -> Json:
    return {"text": claim.text, "verdict": claim.verdict.value, "checks": list(claim.checks),
            "citations": [citation_json(citation) for citation in claim.citations]}


def citation_json(citation: Citation) -> Json:
    """One citation: the place and the exact words."""
    return {
        "label": citation.label, "root": citation.root, "path": citation.path, "version": citation.applies_to.raw,
        "heading_path": list(citation.heading_path), "anchor": citation.anchor, "line": citation.line,
        "page": citation.page, "range": citation.range,
        "rects": [[rect.page, rect.x0, rect.y0, rect.x1, rect.y1] for rect in citation.rects],
        "quote": citation.quote,
    }


def _conflict_json(conflict: Conflict) -> Json:
    return {"subject": conflict.subject, "first": citation_json(conflict.first),
            "second": citation_json(conflict.second)}


def ledger_json(entry: LedgerEntry) -> Json:
    """One line of the ledger."""
    return {"root": entry.root, "path": entry.path, "state": entry.state.value,
            "problem": entry.problem.code.value if entry.problem else None,
            "detail": entry.problem.detail if entry.problem else None,
            "kept_from": entry.kept_from.isoformat() if entry.kept_from else None}


def sync_json(report: SyncReport) -> Json:
    """The object of ``sync``."""
    return {
        "added": report.added, "changed": report.changed, "moved": report.moved, "removed": report.removed,
        "unchanged": report.unchanged, "failed": [ledger_json(entry) for entry in report.failed],
        "skipped": [ledger_json(entry) for entry in report.skipped],
        "flagged": [ledger_json(entry) for entry in report.flagged], "offline": list(report.offline),
        "held": list(report.held),
        "chunks_embedded": report.chunks_embedded, "chunks_reused": report.chunks_reused, "seconds": report.seconds,
        "notice": report.notice,
    }
