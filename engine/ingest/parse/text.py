"""Plain text and logs: paragraphs, lists, headings, tables of spaced columns, and log lines that stay as they are.

A heading is underlined, or it is a line of its own that is written in capitals, or numbered like a chapter
(``2.1 Ports``, ``第3章 概要``). Lines with one number only are list items, unless chapters of that kind are there too.
A line stands on its own between blank lines; so does one in capitals over deeper text, and a chapter's in Chinese.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from engine.ingest.decode import decode
from engine.ingest.parse.anchors import Anchors
from engine.ingest.parse.hidden import without_data
from engine.ingest.parse.keys import key_of
from engine.ingest.parse.notes import note_of, note_type
from engine.ingest.parse.source import Source
from engine.ingest.parse.tables import table_plain
from engine.ingest.parse.text_tables import spaced_table
from engine.types import Block, BlockKind, IngestState, Parsed, Span, Table

_UNDERLINED = re.compile(r"[ \t]*(\S[^\n]{0,119})\n[ \t]*(={3,}|-{3,}|~{3,}|\*{3,})[ \t]*(?:\n|\Z)")
_ITEM = re.compile(r"[ \t]*(?P<mark>[-*•+]|\(?\d{1,3}[.)])[ \t]+\S")
_LOG_LINE = re.compile(
    r"^[ \t]*(?:\[?\d{4}[-/]\d\d[-/]\d\d[T ,]|\[?\d\d:\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\[\s*\d+\.\d+\]"
    r"|<\d{1,3}>|(?:level|ts|time)=|(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b|[IWEF]\d{4} )",
    re.MULTILINE,
)
_LOG_SHARE = 0.3
_NUMBERED = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,3}){0,5})\.?[ \t]+(?P<words>[^\W\d_].*)")
_CHAPTER = re.compile(r"第[\d一二三四五六七八九十百]+(?P<kind>[章篇部节節])\s*\S")
_CHAPTER_LINE = re.compile(r"^[ \t]*第[\d一二三四五六七八九十百]+[章篇部节節][ \t\u3000]+"
                           r"[^\s。！？；，：][^\n。！？；]{0,38}$", re.MULTILINE)
_HAS_CHAPTERS = re.compile(r"(?:\A|\n[ \t]*\n)[ \t]*\d{1,2}\.\d{1,3}\.?[ \t]+[^\W\d_][^\n]{1,70}"
                           r"(?=\n[ \t]*\n|\s*\Z)")
_LONGEST_HEADING = 70
_FEWEST_CAPITALS = 4
_CODE_INDENT = ("    ", "\t")
_LEVELS = {"=": 1, "*": 1, "-": 2, "~": 3}


def parse(source: Source) -> Parsed:
    """The file as text and blocks. Raises DocumentTrouble when it is no text."""
    decoded = decode(source.data)
    text = without_data(decoded.text)
    blocks = tuple(_Walk(text).blocks())
    title = blocks[0].plain if blocks and blocks[0].kind is BlockKind.HEADING else source.stem
    return Parsed(
        media_type=source.media_type, title=title, text=text, blocks=blocks, problems=decoded.problems,
        state=IngestState.INDEXED_FLAGGED if decoded.problems else IngestState.INDEXED, encoding=decoded.encoding,
    )


class _Walk:
    """One pass over the runs of lines between blank lines."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._has_chapters = _HAS_CHAPTERS.search(text) is not None
        self._anchors = Anchors()
        self._line = 1
        self._counted = 0
        self._blocks: list[Block] = []

    def blocks(self) -> list[Block]:
        start, place = -1, 0
        for line in self._text.split("\n"):
            if line.strip():
                start = place if start < 0 else start
            elif start >= 0:
                self._run(start, place - 1)
                start = -1
            place += len(line) + 1
        if start >= 0:
            self._run(start, len(self._text))
        return self._blocks

    def _run(self, start: int, end: int) -> None:
        if (table := self._table(start, end)) is not None:
            self._add(BlockKind.TABLE, start, end, table_plain(table), table=table)
            return
        for begin, stop in self._parts(start, end):
            self._part(begin, stop)

    def _parts(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """A run cut before and after the lines that are headings although no blank line is around them."""
        source = self._text[start:end]
        first, _, rest = source.partition("\n")
        cuts = {place for line in _CHAPTER_LINE.finditer(source) for place in (line.start(), line.end() + 1)}
        if rest and _is_deeper(rest, first) and not rest.isupper() and self._heading_level(first.strip()):
            cuts.add(len(first) + 1)
        places = [0, *sorted(cut for cut in cuts if 0 < cut < len(source)), len(source) + 1]
        for begin, stop in pairwise(places):
            yield start + begin, start + stop - 1

    def _part(self, start: int, end: int) -> None:
        heading = _UNDERLINED.match(self._text, start, end)
        if heading and len(heading[2]) >= min(len(heading[1]) - 2, 40):
            self._add(BlockKind.HEADING, start, heading.end(2), heading[1].strip(), level=_LEVELS[heading[2][0]],
                      anchor=self._anchors.make(heading[1]))
            start = heading.end()
            if start >= end:
                return
        source = self._text[start:end]
        line = source.strip()
        if level := self._heading_level(line):
            self._add(BlockKind.HEADING, start, end, line, level=level, anchor=self._anchors.make(line))
            return
        lines = source.count("\n") + 1
        logged = len(_LOG_LINE.findall(source))
        label = note_of(source, source, quoted=False) if logged < 2 else ""
        if label:
            self._add(BlockKind.ADMONITION, start, end, source.strip(), label=label)
        elif logged > lines * _LOG_SHARE:
            self._add(BlockKind.CODE, start, end, source, language="log")
        elif all(line.startswith(_CODE_INDENT) for line in source.split("\n")) and not _ITEM.match(source):
            self._add(BlockKind.CODE, start, end, source)
        elif _ITEM.match(source):
            self._items(start, source)
        else:
            self._add(BlockKind.PARAGRAPH, start, end, source.strip())

    def _table(self, start: int, end: int) -> Table | None:
        """The table that a run of lines is; None for other text."""
        source = self._text[start:end]
        if "\n" not in source or ("  " not in source and "\t" not in source):
            return None
        return spaced_table(source, start)

    def _heading_level(self, line: str) -> int:
        """The level of a line that stands alone and is a heading; 0 for everything else."""
        if "\n" in line or len(line) > _LONGEST_HEADING or line[-1] in ".,;:!?。：" or _LOG_LINE.match(line):
            return 0
        if chapter := _CHAPTER.match(line):
            return 2 if chapter["kind"] in "节節" else 1
        numbered = _NUMBERED.match(line)
        depth = numbered["number"].count(".") + 1 if numbered else 1
        words = numbered["words"] if numbered else line
        capitals = sum(map(str.isupper, words))
        if words[0].isupper() and (capitals >= _FEWEST_CAPITALS and words == words.upper() and not note_type(words)):
            return depth
        return depth if numbered and words[0].isupper() and (depth > 1 or self._has_chapters) else 0

    def _items(self, start: int, source: str) -> None:
        """A run that begins with a list item: one block per item, with the lines that continue it."""
        begin, place, mark = start, start, _ITEM.match(source)
        for line in source.split("\n"):
            following = _ITEM.match(line)
            if following and place > begin:
                self._item(begin, place - 1, mark)
                begin, mark = place, following
            place += len(line) + 1
        self._item(begin, place - 1, mark)

    def _item(self, start: int, end: int, mark: re.Match[str] | None) -> None:
        assert mark is not None
        plain = self._text[start:end].strip()[len(mark["mark"]):].strip()
        self._add(BlockKind.LIST_ITEM, start, end, plain, label=key_of(plain), ordered=mark["mark"][-1] in ".)")

    def _add(self, kind: BlockKind, start: int, end: int, plain: str, *, level: int = 0, anchor: str = "",
             label: str = "", language: str = "", ordered: bool = False, table: Table | None = None) -> None:
        self._line += self._text.count("\n", self._counted, start)
        self._counted = start
        piece = self._text[start:end]
        span = Span(start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip()))
        if span.end > span.start:
            self._blocks.append(Block(kind=kind, span=span, plain=plain, level=level, anchor=anchor, label=label,
                                      language=language, ordered=ordered, line=self._line, table=table))


def _is_deeper(lines: str, first: str) -> bool:
    """Whether every line is indented further than ``first``."""
    edge = len(first) - len(first.lstrip())
    return all(len(line) - len(line.lstrip()) > edge for line in lines.split("\n"))
