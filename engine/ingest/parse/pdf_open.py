"""Opens PDF files with PyMuPDF: as PDF and nothing else, without its layout models, and with clear refusals.

Also reads what the file says about itself: its properties and its outline. Pages are left to ``pdf_page``.
"""

from __future__ import annotations

import re
import sys
import zlib
from dataclasses import dataclass
from typing import Any

from engine.errors import DocumentTrouble
from engine.ingest.decode import clean
from engine.ingest.parse.source import Limits, Source
from engine.types import Found, ProblemCode

HEAVY = ("pymupdf.layout", "pymupdf4llm")
"""Modules that ``import pymupdf`` would load although only the refining pass needs them: 1 s and 140 MB."""

PROPERTIES = "document properties"
_NAMES = {"title": "title", "author": "author", "subject": "subject", "keywords": "keywords",
          "creationDate": "created", "modDate": "modified"}
_DATE = re.compile(r"D:(\d{4})(\d\d)?(\d\d)?")
_MOST_ENTRIES = 20_000
_DEFLATE_RATIO = 1032
"""The most one layer of deflate can grow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutlineEntry:
    """One bookmark: level from 1, its title, and the 1-based page it leads to."""

    level: int
    title: str
    page: int


def library() -> Any:
    """PyMuPDF, loaded without its layout models and silent on the console."""
    if "pymupdf" not in sys.modules:
        blocked = [name for name in HEAVY if name not in sys.modules]
        for name in blocked:
            sys.modules[name] = None  # type: ignore[assignment]  # what Python itself means by "cannot be imported"
        try:
            import pymupdf
        finally:
            for name in blocked:
                sys.modules.pop(name, None)
        pymupdf.TOOLS.mupdf_display_errors(False)
        pymupdf.TOOLS.mupdf_display_warnings(False)
    return sys.modules["pymupdf"]


def open_pdf(source: Source) -> Any:
    """The PyMuPDF document of ``source``; the caller closes it.

    Raises DocumentTrouble: EMPTY, ENCRYPTED (a password is needed), TYPE_MISMATCH or CORRUPT.
    """
    if not source.data:
        raise DocumentTrouble(ProblemCode.EMPTY, "The file is empty; it is looked at again when it changes.")
    pymupdf = library()
    try:
        document = pymupdf.open(stream=source.data, filetype="pdf")
    except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase) as error:
        raise DocumentTrouble(ProblemCode.CORRUPT, "The PDF is damaged and cannot be opened; fetch or export it "
                              "again.") from error
    try:
        _check(document)
    except DocumentTrouble:
        document.close()
        raise
    return document


def _check(document: Any) -> None:
    if not document.is_pdf:
        raise DocumentTrouble(ProblemCode.TYPE_MISMATCH, "The file is called a PDF but holds something else; fetch or "
                              "export it again.")
    if document.needs_pass and not document.authenticate(""):
        raise DocumentTrouble(ProblemCode.ENCRYPTED, "The PDF is locked with a password; save a copy without one to "
                              "have it indexed.")
    if document.page_count < 1:
        raise DocumentTrouble(ProblemCode.CORRUPT, "The PDF has no pages that can be read; fetch or export it again.")


def properties(document: Any) -> tuple[Found, ...]:
    """Title, author, subject, keywords and dates (as YYYY-MM-DD, as far as given), where they say anything."""
    found = []
    for key, name in _NAMES.items():
        value = " ".join(clean(str((document.metadata or {}).get(key) or ""))[0].split())
        if name in {"created", "modified"}:
            match = _DATE.match(value)
            value = "-".join(part for part in match.groups() if part) if match else ""
        if value:
            found.append(Found(name=name, value=value, source=PROPERTIES))
    return tuple(found)


def outline(document: Any) -> tuple[OutlineEntry, ...]:
    """The bookmarks in order; none when they are damaged or lead round in circles."""
    mupdf = library().mupdf
    try:
        entries = document.get_toc()
    except (RuntimeError, ValueError, RecursionError, mupdf.FzErrorBase):
        return ()  # headings are then found by their type, as in files without bookmarks
    cleaned = (OutlineEntry(level=level, title=" ".join(clean(title)[0].split()), page=page)
               for level, title, page, *_ in entries[:_MOST_ENTRIES])
    return tuple(entry for entry in cleaned if entry.title and entry.page > 0)


def is_bomb(document: Any, page: Any, limits: Limits) -> bool:
    """Whether the content of ``page`` unpacks to far more than a page can need."""
    for xref in page.get_contents():
        raw = document.xref_stream_raw(xref)
        layers = document.xref_get_key(xref, "Filter")[1].count("Fl")
        if not layers or len(raw) * _DEFLATE_RATIO ** layers < limits.inflation_floor_bytes:
            continue
        size = _unpacked(raw, layers, limits.inflation_floor_bytes)
        if size >= limits.inflation_floor_bytes and size > len(raw) * limits.inflation:
            return True
    return False


def _unpacked(data: bytes, layers: int, most: int) -> int:
    """The size of ``data`` after so many layers of deflate; stops soon after ``most`` bytes."""
    for _ in range(layers):
        try:
            data = zlib.decompressobj().decompress(data, most + 1)
        except zlib.error:
            break
    return len(data)
