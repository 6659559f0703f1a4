"""A file as the index sees it: parsed, described and cut exactly as for indexing, but not stored."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest.chunk import chunks
from engine.ingest.metadata import Metadata, resolve
from engine.ports import Embedder, Parser
from engine.store.documents import Sections
from engine.types import IngestState, Parsed, Problem, ProblemCode, Root

SKIPPED = frozenset({ProblemCode.EMPTY, ProblemCode.BINARY, ProblemCode.TOO_LARGE, ProblemCode.UNSUPPORTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """What became of one file; ``parsed``, ``metadata`` and ``sections`` are None or empty when it was refused."""

    path: str
    state: IngestState
    problem: Problem | None = None
    parsed: Parsed | None = None
    metadata: Metadata | None = None
    sections: Sections = ()


def inspect(file: Path, *, root: Root, path: str, parser: Parser, embedder: Embedder) -> Inspected:
    """Read one file of a root without storing anything; a refusal is part of the result."""
    try:
        parsed = parser.parse(file, relative_path=path)
    except DocumentTrouble as trouble:
        return Inspected(path=path, state=refused_state(trouble.code),
                         problem=Problem(code=trouble.code, detail=trouble.detail))
    return Inspected(
        path=path, state=parsed.state, problem=parsed.problems[0] if parsed.problems else None, parsed=parsed,
        metadata=resolve(parsed, root=root, path=path),
        sections=chunks(parsed, root_key=root.path, path=path, count_tokens=embedder.count_tokens,
                                max_tokens=embedder.max_tokens))


def refused_state(code: ProblemCode) -> IngestState:
    """Whether a refused file is no document at all (skipped) or one that failed."""
    return IngestState.SKIPPED if code in SKIPPED else IngestState.FAILED
