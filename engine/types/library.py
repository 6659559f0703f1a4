"""What a library holds as a whole: how a synchronisation goes and went, and the catalogue of products and versions."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from engine.types.corpus import LedgerEntry, Root
from engine.types.versions import VersionRange


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncProgress:
    """How far a synchronisation is. ``path`` is the file being read; ``chunks_waiting`` have no vector yet.

    The totals may still grow while folders are being scanned.
    """

    files_done: int = 0
    files_total: int = 0
    bytes_done: int = 0
    bytes_total: int = 0
    path: str = ""
    failed: int = 0
    chunks_waiting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What one synchronisation did, in files and chunks.

    ``failed``, ``skipped`` and ``flagged`` (partly read, or read with a warning) list how things stand after it, with
    reasons, also for files this run did not touch. ``offline`` names folders that could not be read, ``held`` those of
    which so much vanished at once that its removal waits. ``notice`` is what the person should know of the index
    itself, empty when nothing.
    """

    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    unchanged: int = 0
    failed: tuple[LedgerEntry, ...] = ()
    skipped: tuple[LedgerEntry, ...] = ()
    flagged: tuple[LedgerEntry, ...] = ()
    offline: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    chunks_embedded: int = 0
    chunks_reused: int = 0
    seconds: float = 0.0
    notice: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """One product and version range with the number of its current and deprecated documents."""

    product: str
    applies_to: VersionRange
    documents: int
    deprecated: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Products, versions, audiences and locales that exist in the index, for scope resolution and the scope bar.

    ``overdue`` are the roots that have not been synchronised for longer than the settings allow.
    """

    entries: tuple[CatalogueEntry, ...] = ()
    audiences: tuple[str, ...] = ()
    locales: tuple[str, ...] = ()
    documents: int = 0
    chunks: int = 0
    chunks_waiting: int = 0
    oldest_ingested_at: datetime | None = None
    roots: tuple[Root, ...] = field(default=())
    overdue: tuple[Root, ...] = ()

    @property
    def products(self) -> tuple[str, ...]:
        """Distinct product names, sorted, each in one spelling; the empty name (no product) is left out."""
        names = {entry.product.casefold(): entry.product for entry in reversed(self.entries) if entry.product}
        return tuple(sorted(names.values()))

    def versions(self, product: str | None) -> tuple[VersionRange, ...]:
        """Distinct version ranges of a product (of all when None), newest first, unversioned left out."""
        ranges = {entry.applies_to for entry in self.entries
                  if (product is None or entry.product.casefold() == product.casefold())
                  and not entry.applies_to.is_unversioned}
        return tuple(sorted(ranges, key=lambda r: (r.low, r.high), reverse=True))

    def latest(self, product: str | None) -> VersionRange | None:
        """The newest version of a product that has current documents, else the newest there is."""
        current = Catalogue(entries=tuple(entry for entry in self.entries if entry.deprecated < entry.documents))
        return next(iter((*current.versions(product), *self.versions(product))), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderPreview:
    """What a folder holds before it is read: files and bytes, and the versions that their paths tell.

    ``versions`` counts files by version as written, most first; the empty name stands for no version in the path.
    ``samples`` are a few paths with the version found and where it came from. ``trouble`` says in words why nothing
    could be looked at, such as a rule that is no regular expression; empty when all went well. ``is_whole`` is False
    when the folder holds more files than were looked at.
    """

    files: int = 0
    bytes: int = 0
    versions: tuple[tuple[str, int], ...] = ()
    samples: tuple[tuple[str, str, str], ...] = ()
    trouble: str = ""
    is_whole: bool = True
