"""The words of the product: every value that crosses a seam, and nothing that acts.

``versions`` holds ranges and their sort keys, ``corpus`` what was read from files, ``library`` the whole of it,
``query`` what is asked for and found, ``answer`` what is said and how far it was checked. All are frozen, slotted and
keyword-only.
"""

from engine.types.answer import (
    SOURCE_REMOVED,
    Address,
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Citation,
    CitationState,
    Claim,
    Conflict,
    Evidence,
    FeedbackKind,
    OpenedDocument,
    PageImage,
    PageRequest,
    Picture,
    SavedAnswer,
    SavedPlace,
    Verdict,
)
from engine.types.corpus import (
    Block,
    BlockKind,
    Chunk,
    ChunkId,
    ChunkKind,
    Document,
    DocumentId,
    Found,
    IngestState,
    LedgerEntry,
    Parsed,
    Place,
    Problem,
    ProblemCode,
    Rect,
    Root,
    RootId,
    RootState,
    Section,
    Span,
    Table,
    TableRow,
    WatchState,
)
from engine.types.library import Catalogue, CatalogueEntry, FolderPreview, SyncProgress, SyncReport
from engine.types.quality import Failing, QualityRun
from engine.types.query import (
    ALL,
    LATEST,
    All,
    Candidate,
    Hit,
    Latest,
    Note,
    Passage,
    Profile,
    QueryKind,
    Request,
    Retrieved,
    Scope,
    ScopeSource,
    Trace,
    Turn,
    VersionResult,
)
from engine.types.version_phrases import parse_version
from engine.types.versions import UNVERSIONED, VersionRange, version_key

__all__ = [
    "ALL", "LATEST", "SOURCE_REMOVED", "UNVERSIONED", "Address", "All", "Answer", "AnswerEvent", "AnswerStage",
    "AnswerState", "Block", "BlockKind", "Candidate", "Catalogue", "CatalogueEntry", "Chunk", "ChunkId", "ChunkKind",
    "Citation", "CitationState", "Claim", "Conflict", "Document", "DocumentId", "Evidence", "Failing", "FeedbackKind",
    "FolderPreview", "Found", "Hit", "IngestState", "Latest", "LedgerEntry", "Note", "OpenedDocument", "PageImage",
    "PageRequest", "Parsed", "Passage", "Picture", "Place", "Problem", "ProblemCode", "Profile", "QualityRun",
    "QueryKind", "Rect", "Request", "Retrieved", "Root", "RootId", "RootState", "SavedAnswer", "SavedPlace", "Scope",
    "ScopeSource", "Section", "Span", "SyncProgress", "SyncReport", "Table", "TableRow", "Trace", "Turn", "Verdict",
    "VersionRange", "VersionResult", "WatchState", "parse_version", "version_key",
]
