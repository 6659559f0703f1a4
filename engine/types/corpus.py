"""What was read from files: roots, documents, blocks, sections, chunks, and how reading them went."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import NewType

from engine.types.compatible import compatible
from engine.types.versions import UNVERSIONED, VersionRange

RootId = NewType("RootId", int)
DocumentId = NewType("DocumentId", int)
ChunkId = NewType("ChunkId", int)
"""A chunk's row in every table: 63 bits of a hash over root, path, heading path and text."""


class RootState(Enum):
    """Whether a watched folder can be read now."""

    ONLINE = "online"
    OFFLINE = "offline"
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Root:
    """A watched folder. ``product``, ``version`` and ``version_regex`` are explicit settings, empty when unset.

    ``held_files``: so many files vanished at once that their removal waits for a second look.
    """

    id: RootId
    path: str
    label: str
    product: str = ""
    version: str = ""
    version_regex: str = ""
    audience: str = ""
    state: RootState = RootState.ONLINE
    synced_at: datetime | None = None
    held_files: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchState:
    """Whether changes in a root are seen at once, or by looking from time to time and, where not planned, why."""

    is_polled: bool
    reason: str = ""


class IngestState(Enum):
    """Where a file stands, as the ledger and ``show`` say it."""

    WAITING = "waiting"
    INDEXED = "indexed"
    INDEXED_FLAGGED = "indexed_flagged"
    PARTIAL = "partial"
    METADATA_ONLY = "metadata_only"
    SKIPPED = "skipped"
    FAILED = "failed"
    GONE = "gone"


class ProblemCode(Enum):
    """Why a file was not read, or not fully."""

    EMPTY = "empty"
    ENCRYPTED = "encrypted"
    NO_TEXT_LAYER = "no_text_layer"
    CORRUPT = "corrupt"
    BOMB = "bomb"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASH = "crash"
    PROTOCOL = "protocol"
    UNREADABLE = "unreadable"
    BINARY = "binary"
    TYPE_MISMATCH = "type_mismatch"
    UNSUPPORTED = "unsupported"
    NO_SPACE = "no_space"
    BAD_FRONT_MATTER = "bad_front_matter"
    HIDDEN_TEXT = "hidden_text"
    INVISIBLE_CHARACTERS = "invisible_characters"
    DECODE_ERRORS = "decode_errors"
    GUESSED_ENCODING = "guessed_encoding"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A reason code with one sentence for a person."""

    code: ProblemCode
    detail: str


@dataclass(frozen=True, slots=True)
class Span:
    """Half-open character range in a document's text."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle on a page: 1-based page, points from the top left of the unrotated page."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a part of a document stands: its span in the text, and what opens it in the file itself.

    ``page`` counts from 1; ``range`` are its cells in a workbook as spreadsheets write them, such as ``Limits!A4:C4``.
    """

    span: Span
    page: int | None = None
    rects: tuple[Rect, ...] = ()
    range: str = ""


class BlockKind(Enum):
    """What a block of a document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST_ITEM = "list_item"
    DEFINITION = "definition"
    TABLE = "table"
    CODE = "code"
    ADMONITION = "admonition"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row: its cells (merged ones filled in), where it stands, and its sentence form.

    ``range`` are its cells in a sheet, such as ``A4:C4``; empty elsewhere.
    """

    cells: tuple[str, ...]
    span: Span
    sentence: str = ""
    page: int | None = None
    range: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table with its header; ``header`` joins merged header rows by `` / ``.

    ``sheet`` and ``range`` (with its header, such as ``A1:C4``) say where it stands in a workbook.
    """

    header: tuple[str, ...]
    rows: tuple[TableRow, ...]
    caption: str = ""
    sheet: str = ""
    pages: tuple[int, ...] = ()
    range: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A smallest unit of structure, as a parser hands it over; blocks are in reading order and do not overlap.

    ``span`` cuts the document's text. ``plain`` is the readable text without markup (for embedding and search).
    ``level`` is the heading level (1–6); for every other kind the number of list items, notes and definitions it
    stands in. A block and the deeper ones right after it are one atom.
    ``label`` is the admonition's type, or the key by which an atom is known (an option, a setting).
    """

    kind: BlockKind
    span: Span
    plain: str
    level: int = 0
    anchor: str = ""
    label: str = ""
    language: str = ""
    ordered: bool = False
    line: int = 0
    table: Table | None = None
    rects: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One value read from a document, with where it came from (``front matter``, ``path``, ``root setting`` …)."""

    name: str
    value: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a parser makes of one file: text in Markdown, its blocks, and what it found.

    For Markdown and plain text ``text`` is the decoded source (newlines as ``\\n``, hidden parts blanked out);
    for every other format it is our Markdown rendering of it.
    """

    media_type: str
    title: str
    text: str
    blocks: tuple[Block, ...]
    found: tuple[Found, ...] = ()
    problems: tuple[Problem, ...] = ()
    state: IngestState = IngestState.INDEXED
    encoding: str = "utf-8"
    page_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The parent of chunks: one heading and what stands under it up to the next heading.

    ``heading_path`` ends with the section's own heading; the part before the first heading carries the title.
    ``span`` covers the section's own content, without its sub-sections.
    """

    ordinal: int
    level: int
    heading: str
    heading_path: tuple[str, ...]
    anchor: str
    span: Span
    line: int = 0
    pages: tuple[int, ...] = ()
    deprecated: str = ""


class ChunkKind(Enum):
    """What a chunk holds."""

    PROSE = "PROSE"
    LIST = "LIST"
    STEPS = "STEPS"
    TABLE = "TABLE"
    CODE = "CODE"
    ADMONITION = "ADMONITION"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """The child that is searched. ``text`` is the slice ``span`` of the document's text, verbatim.

    ``heading_text`` is the title and the heading path in one line; ``plain`` the readable text (a table piece
    repeats its caption and header there); ``header_text`` the verbatim header rows to show above a table piece;
    ``row_sentences`` the sentence forms of a table's rows; ``identifiers`` codes, flags and keys in exact case.
    ``places`` are those of its parts (rows of a table, blocks) where they tell more than ``pages`` and ``rects`` do.
    """

    id: ChunkId
    section: int
    ordinal: int
    kind: ChunkKind
    text: str
    span: Span
    heading_text: str
    plain: str
    label: str = ""
    header_text: str = ""
    row_sentences: tuple[str, ...] = ()
    identifiers: tuple[str, ...] = ()
    rects: tuple[Rect, ...] = ()
    pages: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()
    deprecated: bool = False

    @property
    def embed_text(self) -> str:
        """What the embedder sees, in compatibility form (NFKC).

        Product and version stay out: the scope filters by them, and copies in several versions share one vector.
        """
        return compatible(f"{self.heading_text}\n{self.plain}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One file of a root as the index knows it. ``revision`` is the SHA-256 of its bytes, in hex.

    ``path`` is relative to the root with ``/`` separators. ``applies_to_source`` says where the version came from.
    """

    id: DocumentId
    root: RootId
    path: str
    title: str
    media_type: str
    revision: str
    size: int
    modified_ns: int
    product: str = ""
    applies_to: VersionRange = UNVERSIONED
    doc_type: str = ""
    locale: str = ""
    audience: str = ""
    effective_date: str = ""
    deprecated_at: str = ""
    superseded_by: str = ""
    canonical: str = ""
    ingested_at: datetime | None = None
    state: IngestState = IngestState.WAITING
    problem: Problem | None = None
    found: tuple[Found, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerEntry:
    """One line of the per-file ledger. ``reader`` names what read the file (see ``engine.ingest.reader``).

    ``kept_from``: when what is still searchable of a file that could not be read again was read.
    """

    root: RootId
    path: str
    state: IngestState
    problem: Problem | None = None
    tries: int = 0
    reader: str = ""
    updated_at: datetime | None = None
    kept_from: datetime | None = None
