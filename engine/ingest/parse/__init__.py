"""One file to text and blocks: decides what the file is, keeps the size limits, and calls the parser of its family.

A parser is a module here with ``parse(source: Source) -> Parsed``; the registry below loads it when it is first
needed. To add a family: write the module, add its media type to ``sniff`` and a line to the registry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest.parse import sniff
from engine.ingest.parse.nested_notes import raised_notes
from engine.ingest.parse.source import Limits, Source, no_progress
from engine.types import IngestState, Parsed, Problem, ProblemCode

__all__ = ["Limits", "Source", "open_source", "parse_file"]

ParseFunction = Callable[[Source], Parsed]

_BINARY = (sniff.PDF, sniff.DOCX, sniff.XLSX, sniff.ODT)

_NO_TEXT = Problem(code=ProblemCode.EMPTY,
                   detail="The file has no text of its own; only its title and its name can be searched.")


def _markdown() -> ParseFunction:
    from engine.ingest.parse.markdown import parse
    return parse


def _plain() -> ParseFunction:
    from engine.ingest.parse.text import parse
    return parse


def _asciidoc() -> ParseFunction:
    from engine.ingest.parse.asciidoc import parse
    return parse


def _html() -> ParseFunction:
    from engine.ingest.parse.html import parse
    return parse


def _manual() -> ParseFunction:
    from engine.ingest.parse.man import parse
    return parse


def _sheet() -> ParseFunction:
    from engine.ingest.parse.sheet import parse
    return parse


def _csv() -> ParseFunction:
    from engine.ingest.parse.sheet_csv import parse
    return parse


def _restructured() -> ParseFunction:
    from engine.ingest.parse.rst import parse
    return parse


def _pdf() -> ParseFunction:
    from engine.ingest.parse.pdf import parse
    return parse


def _docx() -> ParseFunction:
    from engine.ingest.parse.docx import parse
    return parse


def _odt() -> ParseFunction:
    from engine.ingest.parse.odt import parse
    return parse


def _mail() -> ParseFunction:
    from engine.ingest.parse.mail import parse
    return parse


_PARSERS: Mapping[str, Callable[[], ParseFunction]] = {
    sniff.MARKDOWN: _markdown,
    sniff.PDF: _pdf,
    sniff.PLAIN: _plain,
    sniff.ASCIIDOC: _asciidoc,
    sniff.MAN: _manual,
    sniff.GZIP: _manual,
    sniff.RST: _restructured,
    sniff.HTML: _html,
    sniff.DOCX: _docx,
    sniff.ODT: _odt,
    sniff.MAIL: _mail,
    sniff.XLSX: _sheet,
    sniff.CSV: _csv,
}


def parse_file(
    path: Path, *, relative_path: str, limits: Limits | None = None, progress: Callable[[], None] = no_progress
) -> Parsed:
    """The file as text and blocks.

    ``relative_path`` (below its root, ``/`` separators) names it; ``progress`` is called while a long file is read.
    Raises DocumentTrouble with the reason when it cannot be read; nothing is read of a file that is too large.
    """
    source = open_source(path, relative_path=relative_path, limits=limits, progress=progress)
    make_parser = _PARSERS.get(source.media_type)
    if make_parser is None:
        raise DocumentTrouble(ProblemCode.UNSUPPORTED, f"Files of type {source.media_type} are not read.")
    parsed = make_parser()(source)
    parsed = replace(parsed, blocks=raised_notes(parsed.blocks))
    is_read = parsed.state in (IngestState.INDEXED, IngestState.INDEXED_FLAGGED)
    return replace(parsed, state=IngestState.METADATA_ONLY, problems=(_NO_TEXT, *parsed.problems)) \
        if is_read and not parsed.blocks else parsed


def open_source(
    path: Path, *, relative_path: str, limits: Limits | None = None, progress: Callable[[], None] = no_progress
) -> Source:
    """The file's content and type, for a parser. Raises DocumentTrouble as ``parse_file`` does."""
    limits = limits or Limits()
    try:
        size = path.stat().st_size
        if size > limits.binary_bytes:
            raise _too_large(size, limits.binary_bytes)
        with path.open("rb") as file:
            head = file.read(sniff.HEAD_BYTES)
            media_type = sniff.media_type(relative_path, head)
            largest = limits.binary_bytes if media_type in _BINARY else limits.text_bytes
            if size > largest:
                raise _too_large(size, largest)
            data = head + file.read(largest + 1 - len(head))
    except OSError as error:
        why = f"The file cannot be read ({error.strerror or error}); see whether it is there and may be read."
        raise DocumentTrouble(ProblemCode.UNREADABLE, why) from error
    if len(data) > largest:
        raise _too_large(len(data), largest)
    return Source(path=path, relative_path=relative_path, data=data, media_type=media_type, limits=limits,
                  progress=progress)


def _too_large(size: int, largest: int) -> DocumentTrouble:
    megabytes = 1024 * 1024
    return DocumentTrouble(ProblemCode.TOO_LARGE, f"The file has {size // megabytes:,} MB; files of this kind are read "
                           f"up to {largest // megabytes:,} MB. Split it to have it indexed.")
