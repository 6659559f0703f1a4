"""reStructuredText files: docutils' own parser with everything turned off that opens a file, and its tree as Markdown.

Owns the settings, what the fields at the top of a page say, and what becomes of a page that docutils cannot read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.transforms import references
from docutils.utils import new_reporter

from engine.ingest.decode import Decoded, decode
from engine.ingest.front_matter import SOURCE
from engine.ingest.parse import text
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.hidden import without_data
from engine.ingest.parse.rst_blocks import TreeWalk
from engine.ingest.parse.rst_inline import InlineReader
from engine.ingest.parse.rst_names import every_name_known
from engine.ingest.parse.source import Source, no_progress
from engine.ingest.parse.writer import Writer
from engine.types import BlockKind, Found, IngestState, Parsed, Problem, ProblemCode

_LONGEST_LINE = 20_000
_KEYWORD = re.compile(r"\$[A-Za-z]+: *(.*?) *\$\Z")
_MOST_VALUES = 500
_TRANSFORMS = (references.PropagateTargets, references.AnonymousHyperlinks,
               references.IndirectHyperlinks, references.Footnotes, references.ExternalTargets,
               references.InternalTargets)


def parse(source: Source) -> Parsed:
    """The file as text and blocks. Raises DocumentTrouble when it is no text."""
    decoded = decode(source.data)
    body = without_data(decoded.text)
    if max(map(len, body.split("\n"))) > _LONGEST_LINE:
        return text.parse(source)
    try:
        return _parsed(source, decoded, body)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # docutils raises many kinds on broken markup; the text is kept
        problem = Problem(code=ProblemCode.CORRUPT, detail=f"The markup of the page could not be read "
                          f"({type(error).__name__}); its text is kept as it is written.")
        parsed = text.parse(source)
        return replace(parsed, problems=(*parsed.problems, problem), state=IngestState.INDEXED_FLAGGED)


def _parsed(source: Source, decoded: Decoded, body: str) -> Parsed:
    document = _tree(body, source.progress)
    found = _page_fields(document)
    builder = TextBuilder(media_type=source.media_type)
    writer = Writer(builder)
    inline = InlineReader(_titles(document), document.substitution_defs)
    TreeWalk(writer, inline, _heading_lines(body), source.progress).run(document.children)
    writer.finish()
    title = next((block.plain for block in builder.blocks if block.kind is BlockKind.HEADING), "")
    if left_out := document.settings.left_out:
        found.append(Found(name="includes_left_out", value=str(left_out), source="includes"))
    return builder.result(title=title or source.stem, found=found, problems=decoded.problems, encoding=decoded.encoding)


class _Document(nodes.document):
    """A tree that says that it is getting on, at every line that is read into it."""

    tagname = "document"
    progress: Callable[[], None] = staticmethod(no_progress)

    def note_source(self, source: str, offset: int) -> None:
        """As docutils has it."""
        self.progress()
        super().note_source(source, offset)


def _tree(body: str, progress: Callable[[], None]) -> nodes.document:
    """The page as docutils reads it, with its references resolved."""
    settings = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    document = _Document(settings, new_reporter("page", settings), source="page")
    document.progress = progress
    with every_name_known():
        Parser(rfc2822=body.startswith("PEP:")).parse(body, document)
        document.transformer.add_transforms(_TRANSFORMS)
        document.transformer.apply_transforms()
    return document


_SETTINGS: dict[str, Any] = {
    "report_level": 5, "halt_level": 5, "warning_stream": False, "file_insertion_enabled": False, "raw_enabled": False,
    "_disable_config": True, "syntax_highlight": "none", "smart_quotes": False, "tab_width": 8, "left_out": 0,
    "line_length_limit": _LONGEST_LINE, "language_code": "en", "id_prefix": "", "auto_id_prefix": "%",
}


def _page_fields(document: nodes.document) -> list[Found]:
    """The fields before the first text or right below the first heading; they are taken out of the tree."""
    parent: nodes.Element = document
    skipped = (nodes.Invisible, nodes.system_message, nodes.title)
    while True:
        first = next((child for child in parent.children if not isinstance(child, skipped)), None)
        if isinstance(first, nodes.section) and parent is document:
            parent = first
            continue
        if not isinstance(first, (nodes.field_list, nodes.docinfo)):
            return []
        parent.remove(first)
        pairs = [(field[0].astext().strip().lower(), " ".join(_field_value(field).split()))
                 for field in first.findall(nodes.field)]
        return [Found(name=name, value=_KEYWORD.sub(r"\1", value) or "true", source=SOURCE)
                for name, value in pairs[:_MOST_VALUES]]


def _field_value(field: nodes.field) -> str:
    """A field's text as it is written."""
    body = field[1]
    return (body.rawsource if isinstance(body, nodes.Element) else "") or body.astext()


def _titles(document: nodes.document) -> dict[str, str]:
    """The words of every heading by the labels that lead to it."""
    titles: dict[str, str] = {}
    for section in document.findall(nodes.section):
        if section.children and isinstance(section[0], nodes.title):
            titles.update(dict.fromkeys(section["names"], section[0].astext()))
    return titles


def _heading_lines(body: str) -> Callable[[str], int]:
    """A function that gives the 1-based line of the next heading with a source text; 0 when there is none."""
    lines = [line.strip() for line in body.split("\n")]
    place = 0

    def next_line(source: str) -> int:
        nonlocal place
        wanted = source.strip()
        for at in range(place, len(lines) - 1):
            below = lines[at + 1]
            if lines[at] == wanted and below and not below[0].isalnum() and below == below[0] * len(below):
                place = at + 1
                return at + 1
        return 0

    return next_line
