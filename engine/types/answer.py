"""What is said and how far it was checked: claims, citations, evidence, the answer and its state."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from engine.types.corpus import DocumentId, Rect, RootId, Span
from engine.types.query import Passage, Retrieved
from engine.types.versions import VersionRange


class AnswerState(Enum):
    """What kind of answer this is; the window shows each with its own face."""

    ANSWERED = "ANSWERED"
    UNVERIFIED = "UNVERIFIED"
    DECLINED = "DECLINED"
    NO_EVIDENCE = "NO_EVIDENCE"
    CONFLICTING = "CONFLICTING"
    NEEDS_VERSION = "NEEDS_VERSION"
    VERBATIM = "VERBATIM"
    CANCELLED = "CANCELLED"
    FAILED = "FAILED"


class Verdict(Enum):
    """What checking a claim found. UNCHECKED never looks like passed."""

    SUPPORTED = "SUPPORTED"
    CONTRADICTED = "CONTRADICTED"
    NOT_ENOUGH_INFO = "NOT_ENOUGH_INFO"
    UNCHECKED = "UNCHECKED"


class CitationState(Enum):
    """What opening a citation found: the same revision, the same text elsewhere, another text, or nothing."""

    CURRENT = "CURRENT"
    MOVED = "MOVED"
    CHANGED = "CHANGED"
    MISSING = "MISSING"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A place in a document revision. ``quote`` is exactly the slice ``span`` of that revision's text.

    ``page`` and ``rects`` tell where it stands on a page, ``range`` in which cells of a workbook (``Limits!A4:C4``).
    """

    label: str
    document: DocumentId
    root: RootId
    path: str
    revision: str
    applies_to: VersionRange
    heading_path: tuple[str, ...]
    anchor: str
    line: int
    span: Span
    quote: str
    page: int | None = None
    rects: tuple[Rect, ...] = ()
    range: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence of an answer: the slice ``span`` of the answer's text, its citations and its verdict.

    ``checks`` names the checks that ran; the last one decided.
    """

    text: str
    span: Span
    verdict: Verdict
    citations: tuple[Citation, ...] = ()
    checks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The verbatim layer: the block that answers, as it stands, and what must be read with it.

    ``text`` is the slice ``span`` of the document, ``header`` the table header that belongs above it. ``companions``
    are slices too: prerequisites, warnings, notes and conditions, in reading order.
    """

    passage: Passage
    text: str
    span: Span
    header: str = ""
    companions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """Two current places that give different values for the same thing."""

    subject: str
    first: Citation
    second: Citation


class FeedbackKind(Enum):
    """What a person said of an answer."""

    GOOD = "good"
    BAD = "bad"
    CORRECTION = "correction"
    WRONG_VERSION = "wrong_version"


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedPlace:
    """A place that a kept answer cites, and how it stands now."""

    root: RootId
    path: str
    quote: str
    state: CitationState


SOURCE_REMOVED = "SOURCE_REMOVED"
"""The state of a kept answer whose text went with the folder it was taken from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedAnswer:
    """An answer that a person kept. ``approved_at`` is set when somebody vouches for it, until ``expires_at``.

    ``state`` is the answer's own state, or SOURCE_REMOVED. ``is_stale``: a document it cites has changed and no longer
    says the same, or is gone.
    """

    id: str
    question: str
    text: str
    product: str
    version: str
    state: str
    is_stale: bool
    approved_at: datetime | None
    expires_at: datetime | None
    places: tuple[SavedPlace, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The settled answer. ``text`` is generated, or the evidence's text where nothing was generated.

    ``curated`` is an approved answer to the same question, to be offered first. ``reason`` is a code, empty for a
    plain answer; ``explanation`` says the same in words. ``elsewhere`` are passages of other versions that speak of
    what this one's documents do not.
    """

    state: AnswerState
    question: str
    retrieved: Retrieved
    text: str = ""
    reason: str = ""
    explanation: str = ""
    claims: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    elsewhere: tuple[Passage, ...] = ()
    curated: SavedAnswer | None = None
    generator: str = ""
    trace_id: str = ""
    timings_ms: tuple[tuple[str, float], ...] = ()


class AnswerStage(Enum):
    """The moments of answering a question, in this order; DRAFT comes many times or, without a generator, never."""

    RETRIEVED = "RETRIEVED"
    EVIDENCE = "EVIDENCE"
    DRAFT = "DRAFT"
    SETTLED = "SETTLED"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerEvent:
    """One step on the way to an answer.

    RETRIEVED carries ``retrieved`` and an approved answer to the same question in ``curated``, if there is one,
    EVIDENCE the verbatim layer in ``evidence``, DRAFT the text written since the last event in ``delta`` (unchecked;
    joined they are the whole draft). SETTLED says that checking has ended and carries nothing: the answer itself is
    what the call returns.
    """

    stage: AnswerStage
    retrieved: Retrieved | None = None
    curated: SavedAnswer | None = None
    evidence: tuple[Evidence, ...] = ()
    delta: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A document of the library without a quote: its root and root-relative path, and a heading's anchor or words."""

    root: RootId
    path: str
    anchor: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A picture that a document shows: the address as the document writes it, and the bytes of the file."""

    address: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRequest:
    """One page of a document to be drawn, ``width`` device pixels wide.

    ``quote`` is looked for on the page; where its letters are not found, ``rects`` are marked instead (points of the
    unrotated page, those of other pages are passed over).
    """

    root: RootId
    path: str
    page: int
    width: int
    quote: str = ""
    rects: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """A drawn page: ``pixels`` are rows of ``width`` times three bytes (red, green, blue), ``height`` of them.

    ``marks`` are what is to be highlighted, in device pixels from the top left of the picture. ``is_exact`` tells
    whether they are the quote's own letters. ``words`` is the page's text, for those who cannot see the picture.
    """

    page: int
    page_count: int
    width: int
    height: int
    pixels: bytes
    scale: float
    marks: tuple[Rect, ...] = ()
    is_exact: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedDocument:
    """A document as it is now, opened at a place.

    ``text`` is the document's text in Markdown. ``span`` is where ``quote`` stands in it, None when the quote is no
    longer there (the state then says CHANGED or MISSING). MISSING has no text. ``line`` counts from 1, 0 when
    unknown; ``pages`` are those of the quote, 1-based, empty for formats without pages, ``range`` its cells in a
    workbook, ``rects`` where it stands on its pages, as far as that still holds. ``root`` is None for a page that no
    folder holds; ``file`` is the file on disk, empty when there is none. ``successor`` is the document that
    ``superseded_by`` names, None when the library does not hold it. ``pictures`` lie below the document's own root.
    """

    document: DocumentId
    path: str
    title: str
    product: str
    applies_to: VersionRange
    media_type: str
    text: str
    state: CitationState
    quote: str = ""
    span: Span | None = None
    heading_path: tuple[str, ...] = ()
    anchor: str = ""
    line: int = 0
    deprecated: bool = False
    deprecated_at: str = ""
    superseded_by: str = ""
    successor: Address | None = None
    pages: tuple[int, ...] = ()
    range: str = ""
    root: RootId | None = None
    file: str = ""
    rects: tuple[Rect, ...] = ()
    pictures: tuple[Picture, ...] = ()
