"""Writes the blocks of a PDF as Markdown: nesting, notes, code with its blanks, and tables over page breaks.

1. What stands in line with the words of an item, a definition or a note, or deeper, is inside it.
2. A paragraph that announces itself (``Warning: …``), or follows a line that says no more than ``Warning``, is a note;
   what follows it in the same frame belongs to it.
3. A table waits for its continuation: on the next page, with as many columns at the same places, under the same header
   or none. The repeated header is dropped. A caption above or below goes with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import pairwise
from statistics import median

from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.notes import note_of
from engine.ingest.parse.pdf_headings import announces, folded
from engine.ingest.parse.pdf_lines import Line, Run, Vocabulary, rect_of, rects_of, text_of
from engine.ingest.parse.pdf_page import Box, PdfPage
from engine.ingest.parse.pdf_table import FoundTable, Row
from engine.ingest.parse.rich import Rich
from engine.types import Rect

_EDGE = 4.5
_NESTED = 5.0
_SAME_COLUMN = 9.0
_ANNOUNCEMENT = re.compile(r"(?:\*\*)?\W{0,3}[\w ]{1,24}?\s*[:：!]\s*(?:\*\*)?\s*")
_BLANK_STEP = 1.6


class Kind(Enum):
    """What a draft is."""

    PARAGRAPH = "paragraph"
    ITEM = "item"
    DEFINITION = "definition"
    CODE = "code"
    CAPTION = "caption"
    FOOTNOTE = "footnote"


@dataclass(slots=True, kw_only=True)
class Draft:
    """A block before it is written: its lines, the words of each, and where it and its words begin in the column.

    ``later`` are captions and footnotes that stand in the middle of it.
    """

    kind: Kind
    lines: list[Line] = field(default_factory=list)
    runs: list[tuple[Run, ...]] = field(default_factory=list)
    x: float = 0.0
    edge: float = 0.0
    number: int | None = None
    term: list[tuple[Run, ...]] = field(default_factory=list)
    later: list[Draft] = field(default_factory=list)


@dataclass(slots=True)
class _Container:
    x: float
    edge: float
    frame: Box | None = None
    page: int = 0


@dataclass(slots=True)
class _OpenTable:
    parts: list[FoundTable]
    rows: list[Row]
    row_pages: list[int]
    caption: str = ""
    rects: list[Rect] = field(default_factory=list)


@dataclass(slots=True)
class Writer:
    """Writes one document into a TextBuilder. ``frames`` are the framed areas by page number."""

    builder: TextBuilder
    pages: dict[int, PdfPage]
    frames: dict[int, Sequence[Box]]
    vocabulary: Vocabulary
    merged_tables: int = 0
    _stack: list[_Container] = field(default_factory=list)
    _table: _OpenTable | None = None
    _caption: Draft | None = None
    _note: Draft | None = None
    _note_label: str = ""

    def heading(self, level: int, lines: Sequence[Line]) -> None:
        """A heading; everything open ends."""
        self.finish()
        self._stack.clear()
        text = text_of([[Run(run.text, run.style & ~1) for run in line.runs] for line in lines], self.vocabulary,
                       starts_line=False)
        self.builder.heading(level, text.plain, markup=text.markup, rects=rects_of(lines, self.pages))

    def block(self, draft: Draft) -> None:
        """A block and what stands in the middle of it."""
        if draft.kind is not Kind.FOOTNOTE:
            self._end_table()
            self._end_caption()
        self._write(draft)
        for later in draft.later:
            self._write(later)

    def table(self, table: FoundTable) -> None:
        """A table, or the continuation of the one before."""
        if self._table is not None and self._continues(self._table, table):
            self._extend(self._table, table)
            self.merged_tables += 1
            return
        self._end_table()
        self._end_note()
        caption, self._caption = self._caption, None
        self._table = _OpenTable([table], list(table.rows), [table.page] * len(table.rows),
                                 self._text(caption).plain if caption else table.title)
        if caption and table.title:
            self._table.caption += f" – {table.title}"
        self._table.rects += [*(rects_of(caption.lines, self.pages) if caption else ()), self._rect(table)]

    def table_caption(self, draft: Draft, *, is_before: bool, is_continued: bool) -> None:
        """The caption of the table that follows or, where none follows, of the one before."""
        if is_before:
            if not is_continued or self._table is None:
                self._end_table()
                self._end_caption()
                self._caption = draft
        elif self._table is not None and not self._table.caption:
            self._table.caption = self._text(draft).plain
            self._table.rects += rects_of(draft.lines, self.pages)
        else:
            self.block(draft)

    def finish(self) -> None:
        """Write what still waits for something to follow."""
        self._end_table()
        self._end_caption()
        self._end_note()

    # --- blocks ----------------------------------------------------------------------------------------------------

    def _write(self, draft: Draft) -> None:
        text = self._text(draft)
        rects = rects_of(draft.lines, self.pages)
        if draft.kind is Kind.PARAGRAPH:
            self._paragraph(draft, text, rects)
            return
        self._end_note()
        level = self._level(draft)
        if draft.kind is Kind.ITEM:
            self.builder.list_item(text.plain, markup=text.markup, level=level, number=draft.number, rects=rects)
            self._stack.append(_Container(draft.x, draft.edge))
        elif draft.kind is Kind.DEFINITION:
            terms = [text_of([term], self.vocabulary) for term in draft.term]
            self.builder.definition(", ".join(term.plain.strip() for term in terms), text.plain, markup=text.markup,
                                    term_markup=", ".join(term.markup.strip() for term in terms), level=level,
                                    rects=rects)
            self._stack.append(_Container(draft.x, draft.edge))
        elif draft.kind is Kind.CODE:
            self.builder.code(code_text(draft.lines), level=level, rects=rects)
        else:
            self.builder.paragraph(text.plain, markup=text.markup, rects=rects)

    def _paragraph(self, draft: Draft, text: Rich, rects: tuple[Rect, ...]) -> None:
        if not self._note_label and (label := announces(text.plain)):
            self._note, self._note_label = draft, label
            return
        level = self._level(draft)
        label = self._note_label or note_of(text.markup, text.plain, quoted=False)
        if not label:
            self.builder.paragraph(text.plain, markup=text.markup, level=level, rects=rects)
            return
        if self._note is not None:
            rects = (*rects_of(self._note.lines, self.pages), *rects)
            self._note, self._note_label = None, ""
        else:
            text = _without_announcement(text)
        self.builder.admonition(text.plain, label=label, markup=text.markup, level=level, rects=rects)
        frame = self._frame(draft.lines[0])
        if frame is not None:
            self._stack.append(_Container(draft.x - 1, draft.x - 1, frame, draft.lines[0].page))

    def _end_note(self) -> None:
        """A line that announced a note nobody wrote is a paragraph."""
        note, self._note, self._note_label = self._note, None, ""
        if note is not None:
            text = self._text(note)
            self.builder.paragraph(text.plain, markup=text.markup, level=self._level(note),
                                   rects=rects_of(note.lines, self.pages))

    def _end_caption(self) -> None:
        caption, self._caption = self._caption, None
        if caption is not None:
            self._write(caption)

    def _text(self, draft: Draft) -> Rich:
        return text_of(draft.runs, self.vocabulary)

    def _level(self, draft: Draft) -> int:
        """How many containers the draft is in; those it is not in are closed."""
        line = draft.lines[0]
        while self._stack:
            top = self._stack[-1]
            if top.frame is not None:
                if line.page == top.page and self._frame(line) == top.frame:
                    break
            elif draft.kind in (Kind.ITEM, Kind.DEFINITION):
                if draft.x > top.x + _NESTED:
                    break
            elif draft.kind is not Kind.FOOTNOTE and draft.x >= top.edge - _EDGE and draft.x > top.x + 1:
                break
            self._stack.pop()
        return len(self._stack)

    def _frame(self, line: Line) -> Box | None:
        """The smallest frame around a line that is not as high as the page."""
        y = (line.y0 + line.y1) / 2
        around = [box for box in self.frames.get(line.page, ()) if box.y0 <= y <= box.y1 and box.x0 <= line.x0 + 1
                  and line.x1 - 1 <= box.x1 and box.y1 - box.y0 < 0.7 * self.pages[line.page].height]
        return min(around, key=lambda box: box.y1 - box.y0, default=None)

    # --- tables ----------------------------------------------------------------------------------------------------

    def _continues(self, open_table: _OpenTable, table: FoundTable) -> bool:
        last, first = open_table.parts[-1], open_table.parts[0]
        if table.page != last.page + 1 or len(table.edges) != len(last.edges) or table.title not in ("", first.title):
            return False
        shift = table.x0 - last.x0
        if any(abs(here - there - shift) > _SAME_COLUMN for here, there in zip(table.edges, last.edges, strict=True)):
            return False
        return not table.is_sure or not first.head or _same(table.header, first.header)

    def _extend(self, open_table: _OpenTable, table: FoundTable) -> None:
        rows = list(table.rows)
        if table.head and not _same(table.header, open_table.parts[0].header):
            rows = [*table.head, *rows]
        open_table.parts.append(table)
        open_table.rows += rows
        open_table.row_pages += [table.page] * len(rows)
        open_table.rects.append(self._rect(table))

    def _end_table(self) -> None:
        table, self._table = self._table, None
        if table is None:
            return
        first = table.parts[0]
        pages = sorted({part.page for part in table.parts})
        self.builder.table(
            first.header, [[cell.plain for cell in row] for row in table.rows],
            markup=[[cell.markup for cell in row] for row in table.rows], caption=table.caption, pages=pages,
            row_pages=table.row_pages, level=self._table_level(first), rects=table.rects)

    def _table_level(self, table: FoundTable) -> int:
        """Inside a note or an item only when it stands in line with its words."""
        page = self.pages[table.page]
        left = min((part.x0 for part in page.fragments), default=table.x0)
        while self._stack and (self._stack[-1].frame is not None or table.x0 - left < self._stack[-1].edge - _EDGE):
            self._stack.pop()
        return len(self._stack)

    def _rect(self, table: FoundTable) -> Rect:
        return rect_of(self.pages[table.page], table.x0, table.y0, table.x1, table.y1)


def _same(one: Sequence[str], other: Sequence[str]) -> bool:
    return [folded(name) for name in one] == [folded(name) for name in other]


def _without_announcement(text: Rich) -> Rich:
    """A note's words after the one that announces it."""
    plain, markup = _ANNOUNCEMENT.match(text.plain), _ANNOUNCEMENT.match(text.markup)
    if plain is None or markup is None or plain.end() == len(text.plain):
        return text
    rest = text.markup[markup.end():]
    return Rich(text.plain[plain.end():], rest if rest.count("**") % 2 == 0 else "")


def code_text(lines: Sequence[Line]) -> str:
    """Lines of code with the blanks that their places show, and a blank line where there is room for one."""
    widths = [(line.x1 - line.x0) / len(line.text) for line in lines if len(line.text) > 3 and len(line.cells) == 1]
    advance = max(median(widths), 1.0) if widths else 0.6 * lines[0].size
    steps = [below.base - above.base for above, below in pairwise(lines)
             if below.page == above.page and below.base > above.base]
    step = min(steps, default=1.2 * lines[0].size)
    lefts: dict[int, float] = {}
    for line in lines:
        lefts[line.page] = min(lefts.get(line.page, line.x0), line.x0)
    made: list[str] = []
    for number, line in enumerate(lines):
        if number and line.page == lines[number - 1].page and line.base - lines[number - 1].base > _BLANK_STEP * step:
            made.append("")
        text = ""
        for cell in line.cells:
            column = round((cell.x0 - lefts[line.page]) / advance)
            text += " " * max(column - len(text), 1 if text else 0) + cell.text
        made.append(text)
    return "\n".join(made)
