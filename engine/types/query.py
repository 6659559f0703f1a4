"""What is asked for and what is found: request, scope, hits, candidates, passages, trace."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.types.corpus import ChunkId, ChunkKind, DocumentId, Place, Rect, RootId, Span
from engine.types.versions import VersionRange


class All(Enum):
    """The explicit wish not to narrow a dimension of a scope."""

    ALL = "all"


ALL = All.ALL


class Latest(Enum):
    """The newest version of each product: what is meant when nobody names one and no product is fixed."""

    LATEST = "latest"


LATEST = Latest.LATEST


class ScopeSource(Enum):
    """Where the version of a scope came from."""

    EXPLICIT = "explicit"
    QUESTION = "question"
    BEFORE = "before"
    PROFILE = "profile"
    LATEST = "latest"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which documents may be seen at all. Applied inside both searches, before any top-k; nothing has a default.

    A document is in scope when its product equals ``product``, its range overlaps ``version``, it is neither
    deprecated nor superseded (unless ``include_deprecated``), its audience is among ``audiences`` and its root
    among ``roots``. An empty set of audiences or roots admits nothing.
    """

    product: str | All
    version: VersionRange | Latest | All
    include_deprecated: bool
    audiences: frozenset[str] | All
    locale: str | All
    roots: frozenset[RootId] | All


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Who asks: the product and version this person works with, and the audiences they are entitled to."""

    product: str | None = None
    version: str | None = None
    audiences: frozenset[str] | All = ALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """The question before and what came of it: product and version of its scope (empty: none), the answer's text."""

    question: str
    product: str = ""
    version: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A question as it comes from the command line or the window, before its scope is resolved.

    ``product`` and ``version`` are explicit wishes, None when unset. The profile's wishes are filled in by the
    assistant; ``audiences`` can only narrow what the profile is entitled to. ``before`` is the turn before in the same
    conversation, which counts only for a question that goes on from it.
    """

    question: str
    product: str | None = None
    version: str | None = None
    all_versions: bool = False
    include_deprecated: bool = False
    audiences: frozenset[str] | All = ALL
    roots: frozenset[RootId] | All = ALL
    profile_product: str | None = None
    profile_version: str | None = None
    rerank: bool = True
    k: int = 8
    before: Turn | None = None


class QueryKind(Enum):
    """What sort of question it is; decides how the two searches are weighed."""

    LOOKUP = "lookup"
    HOWTO = "howto"
    COMPARE = "compare"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One retriever's find: ``rank`` from 1, ``score`` in the retriever's own unit, higher is better."""

    chunk: ChunkId
    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A chunk after fusion: the rank in each list (None: not in it) and the parts of its score, named."""

    chunk: ChunkId
    lexical_rank: int | None = None
    dense_rank: int | None = None
    score: float = 0.0
    score_parts: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """What the reader and the generator get: a bounded piece of one section, labelled S1, S2 …

    ``text`` is the slice ``span`` of the document's text; ``focus`` the slice of the chunk that was found;
    ``header_text`` the header rows that belong above a table piece.
    ``place`` is where the find stands (of a table: the row that holds most of the question), ``places`` are those of
    all parts of the passage. ``also`` lists other places (root-relative paths) that hold the same text.
    A document without text is found by its title: then ``text`` is empty and ``no_text`` says why.
    """

    label: str
    document: DocumentId
    root: RootId
    path: str
    title: str
    revision: str
    product: str
    applies_to: VersionRange
    deprecated: bool
    superseded_by: str
    effective_date: str
    heading: str
    heading_path: tuple[str, ...]
    anchor: str
    line: int
    text: str
    span: Span
    focus: Span
    kind: ChunkKind
    header_text: str = ""
    pages: tuple[int, ...] = ()
    rects: tuple[Rect, ...] = ()
    score: float = 0.0
    score_parts: tuple[tuple[str, float], ...] = ()
    also: tuple[str, ...] = ()
    place: Place | None = None
    places: tuple[Place, ...] = ()
    no_text: str = ""

    @property
    def page(self) -> int | None:
        """The page on which the find stands, 1-based, where pages exist."""
        if self.place and self.place.page:
            return self.place.page
        return self.pages[0] if self.pages else None

    def place_at(self, span: Span) -> Place:
        """The place of a part of the passage; ``span`` is one of the document's text."""
        around = [place for place in self.places if place.span.start <= span.start < place.span.end]
        nearest = min(around, key=lambda place: place.span.end - place.span.start, default=None)
        return nearest or self.place or Place(span=span, page=self.page, rects=self.rects)


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """One thing that was dropped, shortened or adapted on the way, and why."""

    stage: str
    what: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionResult:
    """What one version says on a question whose answer depends on the version.

    ``text`` is the line that answers, the slice ``span`` of the document of ``passage``; no passage where this version
    does not document it. ``passages`` are all that were found, best first.
    """

    version: VersionRange
    passages: tuple[Passage, ...] = ()
    passage: Passage | None = None
    span: Span | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieved:
    """The outcome of retrieval for one scope. ``nearest`` names versions that exist when the scope holds nothing.

    ``by_version`` has a result for each version, newest first, when the answer depends on it and nobody named one;
    it is empty otherwise. ``sought`` is what was searched for: the question, together with the one before it if it goes
    on from that.
    """

    sought: str
    scope: Scope
    source: ScopeSource
    notice: str
    kind: QueryKind
    passages: tuple[Passage, ...]
    candidates: tuple[Candidate, ...]
    documented: bool
    reason: str = ""
    nearest: tuple[str, ...] = ()
    by_version: tuple[VersionResult, ...] = ()
    notes: tuple[Note, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """Everything that led to one answer, enough to explain or repeat it. Times in milliseconds."""

    id: str
    created_at: str
    question: str
    retrieved: Retrieved
    prompt: str = ""
    generator: str = ""
    draft: str = ""
    state: str = ""
    verdicts: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    notes: tuple[Note, ...] = ()
    timings_ms: tuple[tuple[str, float], ...] = ()
