"""Puts the lines of a PDF together: paragraphs, list items, terms, code, notes, captions, footnotes, in reading order.

1. A line goes on with what is open when it stands in the usual step below it, in its type and at its edge, and when the
   line above had no room for its first word. So paragraphs end at a gap, an indent or a short line.
   A step, a mark of a list or the word of a warning begins a new block all the same (``pdf_starts``).
2. Over a column or page break it goes on when the sentence is not finished there.
3. Lists nest by where their marks stand; a paragraph in line with an item's words belongs to it.
4. Lines in type of one width are code, with the blanks that their places show. A short line in bold or in such type
   over deeper words is a term with its definition.
5. Footnotes and captions wait until the paragraph around them is complete.

Blocks are written by ``pdf_write``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.ingest.parse.pdf_fonts import BOLD, MONO
from engine.ingest.parse.pdf_headings import Heading
from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Line, Run
from engine.ingest.parse.pdf_marks import Caption, Mark, caption_of, mark_of, starts_footnote, without_mark
from engine.ingest.parse.pdf_starts import Counting, starts_note
from engine.ingest.parse.pdf_table import FoundTable
from engine.ingest.parse.pdf_terms import LONGEST_TERM, WIDE, has_room, is_centred, is_set_apart, is_term
from engine.ingest.parse.pdf_write import Draft, Kind, Writer

_EDGE_EM = 0.4
_STEP = 1.3
_HANGING_EM = 5
_TERM_INDENT_EM = 0.7
_FULL_EM, _COLUMN_EM = 3.0, 18.0
_FINISHED = ".!?:;。！？：；"
_SEPARATOR = re.compile(r"\A\s*[:—–-]?\s*")
_FLOWING = frozenset({Kind.PARAGRAPH, Kind.ITEM, Kind.DEFINITION})


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a document is set: type size and line step of its text, and whether all of it is typewritten."""

    body_size: float
    leading: float
    is_typewritten: bool = False


@dataclass(slots=True)
class _Open:
    """The block that is being put together; ``edge`` is where its words begin, from the column's left."""

    draft: Draft
    lines: list[Line]
    edge: float
    has_edge: bool = False


@dataclass(slots=True)
class Composer:
    """Walks the flow of a document once. ``breaks`` are the places at which columns begin."""

    flow: Sequence[Item]
    breaks: frozenset[int]
    found: dict[int, Heading]
    footnotes: set[int]
    left_out: set[int]
    manner: Manner
    writer: Writer
    _open: _Open | None = None
    _note: list[Line] = field(default_factory=list)
    _crossed: bool = False
    _counting: Counting = field(default_factory=Counting)

    def run(self) -> None:
        """Write all blocks."""
        place = 0
        while place < len(self.flow):
            self._crossed = self._crossed or place in self.breaks
            heading = self.found.get(place)
            if place in self.left_out:
                place += heading.count if heading else 1
            elif heading is not None:
                self._heading(place, heading)
                place += heading.count
            else:
                place += self._item(place)
        self._close()
        self.writer.finish()

    def _item(self, place: int) -> int:
        """Take one item, or the lines of a caption or of terms; returns how many."""
        item = self.flow[place]
        if isinstance(item, FoundTable):
            self._close()
            self.writer.table(item)
            self._crossed = False
            return 1
        if place in self.footnotes:
            return self._footnote(place, item)
        caption = caption_of(item)
        if caption is not None and not self._goes_on(item, is_strict=True):
            return self._caption(place, item, caption)
        taken = self._line(place, item)
        self._crossed = False
        return taken

    def _line(self, place: int, line: Line) -> int:
        if self._is_code(line):
            terms = self._terms(place)
            if not terms:
                self._code(line)
                return 1
            return self._definition_below(place, terms)
        mark = mark_of(line)
        goes_on = self._goes_on(line)
        above = self._open.lines[-1] if goes_on and self._open is not None else None
        if mark is not None and (mark.is_strong or above is None
                                 or self._counting.starts_item(line, mark, above, self.flow, place)):
            self._start_item(line, mark)
            return 1
        if above is not None and starts_note(line, above):
            self._begin(Draft(kind=Kind.PARAGRAPH), line, line.runs, line.x0 - line.left)
            return 1
        if terms := self._terms(place):
            return self._definition_below(place, terms)
        if self._is_beside_term(place, line, goes_on=goes_on):
            self._definition_beside(line)
            return 1
        if goes_on:
            self._add(line, line.runs)
        else:
            self._begin(Draft(kind=Kind.PARAGRAPH), line, line.runs, line.x0 - line.left)
        return 1

    # --- what is open ----------------------------------------------------------------------------------------------

    def _begin(self, draft: Draft, line: Line, runs: Sequence[Run], edge: float, *, has_edge: bool = False) -> None:
        self._close()
        draft.x = line.x0 - line.left
        self._open = _Open(draft, [], edge, has_edge)
        self._add(line, runs)

    def _add(self, line: Line, runs: Sequence[Run]) -> None:
        assert self._open is not None
        block = self._open
        block.lines.append(line)
        block.draft.runs.append(tuple(runs))
        block.draft.lines.append(line)
        if len(block.lines) == 2 and not block.has_edge:
            block.edge = line.x0 - line.left
            block.has_edge = True

    def _close(self) -> None:
        block, self._open = self._open, None
        if block is not None:
            block.draft.edge = block.edge
            if block.draft.kind is Kind.PARAGRAPH:
                block.draft.x = min(line.x0 - line.left for line in block.lines)
            self.writer.block(block.draft)

    def _heading(self, place: int, heading: Heading) -> None:
        self._close()
        lines = [item for item in self.flow[place:place + heading.count] if isinstance(item, Line)]
        self.writer.heading(heading.level, lines)
        self._counting.clear()
        self._crossed = False

    # --- does a line go on? ----------------------------------------------------------------------------------------

    def _goes_on(self, line: Line, *, is_strict: bool = False) -> bool:
        """Whether the line belongs to the block that is open; ``is_strict``: even if it looked like a caption."""
        block = self._open
        if block is None or block.draft.kind not in _FLOWING:
            return False
        last = block.lines[-1]
        if abs(line.size - last.size) > 0.12 * last.size:
            return False
        if line.is_bold != last.is_bold and (line.runs[0].style ^ last.runs[-1].style) & BOLD:
            return False
        if self._crossed or line.page != last.page:
            return not is_strict and self._flows_over(block, line)
        step = line.base - last.base
        usual = self.manner.leading * max(line.size, self.manner.body_size * 0.8)
        if len(block.lines) > 1 and block.lines[-2].page == last.page and 0 < last.base - block.lines[-2].base < usual:
            usual = max(last.base - block.lines[-2].base, 1.05 * line.size)
        if not 0 < step <= _STEP * usual or not self._keeps_edge(block, line):
            return False
        if is_strict:
            return not has_room(last, line) and last.text[-1] not in _FINISHED
        begins_alike = last.runs[0].style & line.runs[0].style & (BOLD | MONO) and not (last.is_bold or last.is_mono)
        begins_anew = line.text[0].isupper() or ord(line.text[0]) >= WIDE or begins_alike  # one of a list of terms
        return not (has_room(last, line) and (last.text[-1] in _FINISHED or begins_anew))

    def _keeps_edge(self, block: _Open, line: Line) -> bool:
        edge = _EDGE_EM * line.size
        x = line.x0 - line.left
        first = block.lines[0]
        if len(block.lines) > 1 or block.has_edge:
            return abs(x - block.edge) <= edge
        if block.draft.kind is Kind.PARAGRAPH:
            if is_centred(first, line) and abs(line.x0 - first.x0) > edge:
                return line.text[0].islower()
            outdent = first.x0 - line.x0
            return outdent <= 5 * line.size and (outdent >= -edge or not has_room(first, line))
        return x >= block.draft.x - edge and x <= block.edge + _HANGING_EM * line.size

    def _flows_over(self, block: _Open, line: Line) -> bool:
        """Whether a sentence goes on over a column or page break."""
        last = block.lines[-1]
        if line.is_mono != last.is_mono:
            return False
        x = line.x0 - line.left
        if len(block.lines) > 1 and x > block.edge + _EDGE_EM * line.size:
            return False
        is_full = last.right - last.x1 <= _FULL_EM * last.size and last.right - last.left > _COLUMN_EM * last.size
        if last.text[-1] in "-\xad\u2010,":
            return line.text[0].islower() or last.text[-1] == ","
        return last.text[-1] not in _FINISHED and (line.text[0].islower() or (is_full and mark_of(line) is None))

    # --- the kinds of block ----------------------------------------------------------------------------------------

    def _start_item(self, line: Line, mark: Mark) -> None:
        self._counting.note(line, mark)
        runs = without_mark(line.runs, mark)
        if len(line.cells) > 1 and len(line.cells[0].text) <= mark.length:
            edge = line.cells[1].x0 - line.left
        else:
            edge = line.x0 - line.left + (line.x1 - line.x0) * mark.length / max(1, len(line.text))
        self._begin(Draft(kind=Kind.ITEM, number=mark.number), line, runs, edge)

    def _is_code(self, line: Line) -> bool:
        if not line.is_mono or self.manner.is_typewritten:
            return False
        block = self._open
        if block is None or block.draft.kind is Kind.CODE:
            return True
        last = block.lines[-1]
        return not (self._goes_on(line) and not has_room(last, line) and last.text[-1] not in _FINISHED)

    def _code(self, line: Line) -> None:
        block = self._open
        if block is not None and block.draft.kind is Kind.CODE and abs(line.size - block.lines[-1].size) < 1 and (
                self._crossed or line.page != block.lines[-1].page
                or 0 < line.base - block.lines[-1].base <= 3.2 * line.size):
            self._add(line, line.runs)
        else:
            self._begin(Draft(kind=Kind.CODE), line, line.runs, line.x0 - line.left, has_edge=True)

    def _terms(self, place: int) -> int:
        """How many lines from here on are terms over a definition that stands deeper."""
        count = 0
        first = self.flow[place]
        while place + count < len(self.flow):
            line = self.flow[place + count]
            if not isinstance(line, Line) or not isinstance(first, Line) or line.page != first.page:
                return 0
            if count and line.x0 - first.x0 > _TERM_INDENT_EM * line.size:
                is_near = line.base - self.flow[place + count - 1].base <= _STEP * self.manner.leading * line.size
                is_list = mark_of(line) is not None or (len(line.cells) == 2 and is_set_apart(line.cells[0]))
                return count if is_near and not line.is_mono and not is_list else 0
            below = self.flow[place + count + 1] if place + count + 1 < len(self.flow) else None
            if place + count in self.found or (count and place + count in self.breaks) or not is_term(line, below) or (
                    count and abs(line.x0 - first.x0) > 1):
                return 0
            count += 1
        return 0

    def _definition_below(self, place: int, terms: int) -> int:
        lines = [item for item in self.flow[place:place + terms + 1] if isinstance(item, Line)]
        body = lines[-1]
        self._begin(Draft(kind=Kind.DEFINITION, term=[line.runs for line in lines[:-1]]), body, body.runs,
                    body.x0 - body.left, has_edge=True)
        assert self._open is not None
        self._open.draft.x = lines[0].x0 - lines[0].left
        self._open.draft.lines[:0] = lines[:-1]
        return terms + 1

    def _is_beside_term(self, place: int, line: Line, *, goes_on: bool) -> bool:
        """Whether the line is a short term and, after a gap or in lighter type, the begin of its definition."""
        if line.is_mono or line.is_bold:
            return False
        following = self.flow[place + 1] if place + 1 < len(self.flow) and place + 1 not in self.breaks else None
        below = following if isinstance(following, Line) and following.page == line.page else None
        if len(line.cells) == 2:
            term, body = line.cells
            if len(term.text) > LONGEST_TERM / 2 or body.x0 - line.x0 > 0.6 * (line.right - line.left):
                return False
            hangs = below is not None and abs(below.x0 - body.x0) <= 2 and len(below.cells) == 1
            repeats = self._open is not None and self._open.draft.kind is Kind.DEFINITION and abs(
                self._open.edge - (body.x0 - line.left)) <= 2
            return is_set_apart(term) or hangs or repeats
        lead = line.runs[0]
        if below is None or goes_on or is_centred(line, below):
            return False
        return (len(line.cells) == 1 and len(line.runs) > 1 and bool(lead.style & (BOLD | MONO))
                and len(lead.text) <= LONGEST_TERM and len(below.cells) == 1
                and below.x0 - line.x0 > _TERM_INDENT_EM * line.size and not has_room(line, below)
                and below.base - line.base <= _STEP * self.manner.leading * line.size)

    def _definition_beside(self, line: Line) -> None:
        if len(line.cells) == 2:
            term, runs = line.cells[0].runs, line.cells[1].runs
            edge, has_edge = line.cells[1].x0 - line.left, True
        else:
            term, runs = line.runs[:1], line.runs[1:]
            edge, has_edge = line.x0 - line.left, False
        runs = (Run(_SEPARATOR.sub("", runs[0].text), runs[0].style), *runs[1:])
        self._begin(Draft(kind=Kind.DEFINITION, term=[term]), line, runs, edge, has_edge=has_edge)

    def _caption(self, place: int, line: Line, caption: Caption) -> int:
        """A caption with all its lines; that of a table goes with it, any other waits for the paragraph around it."""
        lines = [line]
        while place + len(lines) < len(self.flow):
            following = self.flow[place + len(lines)]
            if not isinstance(following, Line) or place + len(lines) in self.breaks or place + len(lines) in self.found:
                break
            step = following.base - lines[-1].base
            if abs(following.size - line.size) > 0.6 or not 0 < step <= 1.2 * self.manner.leading * line.size or (
                    has_room(lines[-1], following)) or len(lines) > 8:
                break
            lines.append(following)
        end = place + len(lines)
        is_before = end < len(self.flow) and isinstance(self.flow[end], FoundTable)
        draft = Draft(kind=Kind.CAPTION, lines=list(lines), runs=[part.runs for part in lines],
                      x=line.x0 - line.left, edge=line.x0 - line.left)
        if caption.is_table:
            self._close()
            self.writer.table_caption(draft, is_before=is_before, is_continued=caption.is_continued)
        else:
            self._later(draft)
        return len(lines)

    def _footnote(self, place: int, line: Line) -> int:
        lines = [line]
        while place + len(lines) in self.footnotes:
            following = self.flow[place + len(lines)]
            if not isinstance(following, Line) or following.page != line.page or (
                    starts_footnote(following) and has_room(lines[-1], following)):
                break
            lines.append(following)
        self._later(Draft(kind=Kind.FOOTNOTE, lines=list(lines), runs=[part.runs for part in lines]))
        return len(lines)

    def _later(self, draft: Draft) -> None:
        if self._open is not None:
            self._open.draft.later.append(draft)
        else:
            self.writer.block(draft)
