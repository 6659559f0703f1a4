"""The body of a Word document as HTML: headings, lists with their true numbers, tables with their spans, notes.

1. Blocks come in reading order out of whatever wraps them (content controls, insertions); text boxes follow the
   paragraph they hang on.
2. Word has no lists, only numbered paragraphs: they are nested here by their level, and carry their number along.
3. A table's grid tells which cells a vertically merged cell covers; a heading in a cell is a line in bold.
4. Footnotes stand at the end of the section that refers to them.
5. A short line in bold with text below it is a heading, though no style says so.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element

from engine.ingest.parse.docx_numbering import Numbering
from engine.ingest.parse.docx_runs import Runs
from engine.ingest.parse.docx_styles import NORMAL, Style, Styles, child, is_on, list_place, local, value
from engine.ingest.parse.notes import note_type

_SKIPPED = frozenset({"del", "moveFrom", "sectPr", "Fallback", "tblPr", "trPr", "tcPr", "pPr", "rPr", "sdtPr"})
_DEEPEST_TABLE = 8
_INDENT = 280
"""Twentieths of a point from which on a paragraph after an item is part of it."""
_CONTENTS = "Table of Contents"
_LONGEST_BOLD = 80
_ALL_BOLD = re.compile(r"\s*(?:<strong>[^<>]*</strong>\s*)+")
_TAG = re.compile(r"<[^<>]*>")
_CAPTION = re.compile(r"(?:Table|Tabelle|Tableau|Figure|Fig\.|Abbildung|表|图)\s*\d", re.IGNORECASE)


def blocks_of(container: Iterable[Element]) -> Iterator[Element]:
    """The paragraphs and tables of a container, in order, out of whatever wraps them."""
    stack = [iter(container)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
            continue
        name = local(element)
        if name in ("p", "tbl"):
            yield element
        elif name == "sdt" and value(child(element, "sdtPr", "docPartObj", "docPartGallery")) == _CONTENTS:
            continue
        elif name not in _SKIPPED:
            stack.append(iter(element))


class Body:
    """Writes one document. ``notes`` are footnotes and endnotes by kind and id (``footnote:2``)."""

    def __init__(self, *, styles: Styles, numbering: Numbering, targets: Mapping[str, str],
                 notes: Mapping[str, Element]) -> None:
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._runs = Runs(styles, targets)
        self._written_notes = 0
        self._parts: list[str] = []
        self._lists: list[tuple[int, str]] = []  # level and tag of every open list
        self._wrapper = ""
        self._carried = ""
        self._depth = 0
        self._has_ground = False
        self._bold: list[str] = []
        self._last_level = 0

    @property
    def unseen(self) -> tuple[bool, bool]:
        """Whether text was left out that is marked as hidden, and whether some was that its colour or size hides."""
        return self._runs.has_hidden, self._runs.has_concealed

    def add(self, block: Element) -> None:
        """Write the next paragraph or table."""
        if local(block) == "tbl":
            self._write_bold(are_headings=True)
            self._close()
            self._parts.append(self._table(block))
        else:
            self._paragraph(block, in_cell=False)

    def finish(self) -> str:
        """All that was written, with the notes that are left."""
        self._write_bold(are_headings=False)
        self._close()
        self._parts.append(f"<p>{self._carried}</p>" if self._carried else "")
        self._write_notes()
        return "".join(self._parts)

    # --- paragraphs -------------------------------------------------------------------------------------------------

    def _paragraph(self, paragraph: Element, *, in_cell: bool) -> None:
        properties = child(paragraph, "pPr")
        style = self._styles.find(value(child(properties, "pStyle")))
        if style.is_contents or style.is_hidden:
            self._runs.has_hidden |= style.is_hidden and bool("".join(paragraph.itertext()).strip())
            return
        has_ground = self._has_ground or child(properties, "shd") is not None
        text = self._carried + self._runs.html(paragraph, may_be_white=has_ground)
        self._carried = ""
        text = f"<s>{text}</s>" if style.is_struck and text.strip() else text
        if child(properties, "rPr", "del") is not None:
            self._carried = text  # its end was deleted: it goes on with the next paragraph
            return
        place = list_place(properties) or style.numbering
        number = self._numbering.next(*place) if place else None
        level = _outline(properties) or style.level or (1 if style.is_title else 0)
        if not in_cell and text.strip() and not number and not level and self._is_bold_line(style, text):
            self._bold.append(text)
            return
        if not in_cell and text.strip():
            self._write_bold(are_headings=not level)
        if level and not in_cell and text.strip():
            self._last_level = level
            self._heading(level, f"{number.shown} " if number else "", text, paragraph)
        elif number and place and text.strip():
            self._item(place[1], number.value, text)
        elif text.strip() or (style.is_code and self._wrapper):
            is_inner = style.continues_list or _is_indented(properties)
            self._plain(style, f"<strong>{text}</strong>" if level else text, is_inner=is_inner)
        self._boxes()

    def _is_bold_line(self, style: Style, text: str) -> bool:
        """Whether a paragraph is a short line in bold: a heading that was made by hand, if text follows it."""
        if style.is_code or style.note or style.definition or self._wrapper or not (
                style.is_strong or _ALL_BOLD.fullmatch(text)):
            return False
        words = html.unescape(_TAG.sub("", text)).strip()
        return 1 < len(words) <= _LONGEST_BOLD and words[-1] not in ".:;,!?。：；，！？" and (
            not note_type(words) and not _CAPTION.match(words) and any(map(str.isalpha, words)))

    def _write_bold(self, *, are_headings: bool) -> None:
        """Write the lines in bold that wait: as headings below the last one of a style, or as what they are.

        More than two in a row are no headings. The first of a document is its title.
        """
        waiting, self._bold = self._bold, []
        for at, text in enumerate(waiting):
            if not are_headings or len(waiting) > 2:
                self._plain(NORMAL, text if _ALL_BOLD.fullmatch(text) else f"<strong>{text}</strong>", is_inner=False)
                continue
            if not self._parts and not self._last_level:
                self._last_level = level = 1
            else:
                level = min(self._last_level + 1 + at * (len(waiting) > 1 and self._last_level > 0), 6)
            self._close()
            self._write_notes()
            self._parts.append(f"<h{level}>{text}</h{level}>")

    def _heading(self, level: int, number: str, text: str, paragraph: Element) -> None:
        self._close()
        self._write_notes()
        anchor = next((name for mark in paragraph if local(mark) == "bookmarkStart"
                       and not (name := value(mark, "name")).startswith("_")), "")
        own = f' id="{html.escape(anchor)}"' if anchor else ""
        self._parts.append(f"<h{level}{own}>{html.escape(number)}{text}</h{level}>")

    def _plain(self, style: Style, text: str, *, is_inner: bool) -> None:
        """A paragraph that is no heading and no item; code, notes and definitions go together with their like.

        ``is_inner``: it belongs to the item of a list before it.
        """
        wrapper = "pre" if style.is_code else "dl" if style.definition else ""
        if style.note and not wrapper:
            wrapper = f'div class="admonition {style.note}"'
        if wrapper != self._wrapper:
            self._unwrap()
        if not is_inner:
            self._close_lists(-1, "")
        if wrapper != self._wrapper:
            self._parts.append(f"<{wrapper}>")
            self._wrapper = wrapper
        tag = style.definition or "p"
        self._parts.append(f"{text}\n" if wrapper == "pre" else f"<{tag}>{text}</{tag}>")

    def _item(self, level: int, number: int | None, text: str) -> None:
        """An item of a list: open and close lists until it is in one of its level and kind."""
        self._unwrap()
        tag = "ul" if number is None else "ol"
        self._close_lists(level, tag)
        if self._lists and self._lists[-1][0] == level:
            self._parts.append("</li>")
        else:
            self._lists.append((level, tag))
            self._parts.append(f"<{tag}>")
        self._parts.append(f'<li value="{number}">{text}' if number is not None else f"<li>{text}")

    def _close(self) -> None:
        """End what is open: code, a note, lists."""
        self._unwrap()
        self._close_lists(-1, "")

    def _unwrap(self) -> None:
        if self._wrapper:
            self._parts.append(f"</{self._wrapper.partition(' ')[0]}>")
            self._wrapper = ""

    def _close_lists(self, level: int, tag: str) -> None:
        """Close the lists that are deeper than a level, or at it and of another kind."""
        while self._lists and (self._lists[-1][0] > level or (
                self._lists[-1][0] == level and self._lists[-1][1] != tag)):
            self._parts.append(f"</li></{self._lists.pop()[1]}>")

    def _boxes(self) -> None:
        """Text boxes of the paragraph that was just written."""
        boxes, self._runs.boxes = self._runs.boxes, []
        if boxes and self._depth < _DEEPEST_TABLE:
            self._close()
            self._parts.extend(self._inside(box) for box in boxes)

    def _write_notes(self) -> None:
        """Footnotes that were referred to since the last heading."""
        for at, name in enumerate(self._runs.notes[self._written_notes:], self._written_notes + 1):
            note = self._notes.get(name)
            if note is not None:
                words = " ".join(self._runs.html(block) for block in blocks_of(note) if local(block) == "p")
                self._parts.append(f"<p>[{at}] {words}</p>")
        self._written_notes = len(self._runs.notes)

    # --- tables -----------------------------------------------------------------------------------------------------

    def _inside(self, container: Element) -> str:
        """What is in a cell or a text box."""
        outer = self._parts, self._lists, self._wrapper
        self._parts, self._lists, self._wrapper = [], [], ""
        self._depth += 1
        for block in blocks_of(container):
            if local(block) == "p":
                self._paragraph(block, in_cell=True)
            elif self._depth < _DEEPEST_TABLE:
                self._close()
                self._parts.append(self._table(block))
            else:
                self._parts.append(f"<p>{html.escape(' '.join(block.itertext()))}</p>")
        self._close()
        made = "".join(self._parts)
        self._depth -= 1
        self._parts, self._lists, self._wrapper = outer
        return made

    def _table(self, table: Element) -> str:
        rows = [row for row in _children(table, "tr") if child(row, "trPr", "del") is None]
        is_styled = child(table, "tblPr", "tblStyle") is not None
        grid = [_placed(row) for row in rows]
        heads = 0
        while heads < len(rows) and is_on(child(rows[heads], "trPr", "tblHeader")):
            heads += 1
        lines = []
        for at in range(len(rows)):
            cells = "".join(self._cell(cell, across, _depth_below(grid, at, column), has_ground=is_styled)
                            for column, (cell, across) in grid[at].items()
                            if not (_is_covered(cell) and at and column in grid[at - 1]))
            lines.append(f"<tr>{_gap(rows[at])}{cells}</tr>")
        head = f"<thead>{''.join(lines[:heads])}</thead>" if 0 < heads < len(lines) else ""
        return f"<table>{head}<tbody>{''.join(lines[heads if head else 0:])}</tbody></table>"

    def _cell(self, cell: Element, across: int, down: int, *, has_ground: bool) -> str:
        outer, self._has_ground = self._has_ground, has_ground or child(cell, "tcPr", "shd") is not None
        made = f'<td colspan="{across}" rowspan="{down}">{self._inside(cell)}</td>'
        self._has_ground = outer
        return made


def _children(element: Element, name: str) -> Iterator[Element]:
    """Children of a name, out of whatever wraps them (content controls, insertions)."""
    stack = [iter(element)]
    while stack:
        inner = next(stack[-1], None)
        if inner is None:
            stack.pop()
        elif local(inner) == name:
            yield inner
        elif local(inner) in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            stack.append(iter(inner))


def _placed(row: Element) -> dict[int, tuple[Element, int]]:
    """The cells of a row by their first column in the grid, each with its width."""
    column = _number(value(child(row, "trPr", "gridBefore")), 0)
    placed = {}
    for cell in _children(row, "tc"):
        across = _number(value(child(cell, "tcPr", "gridSpan")), 1)
        placed[column] = (cell, across)
        column += across
    return placed


def _gap(row: Element) -> str:
    before = _number(value(child(row, "trPr", "gridBefore")), 0)
    return f'<td colspan="{before}"></td>' if before else ""


def _is_covered(cell: Element) -> bool:
    """Whether a cell continues the one above it."""
    merge = child(cell, "tcPr", "vMerge")
    return merge is not None and value(merge) != "restart"


def _depth_below(grid: list[dict[int, tuple[Element, int]]], at: int, column: int) -> int:
    """How many rows a cell covers, itself included."""
    if child(grid[at][column][0], "tcPr", "vMerge") is None:
        return 1
    depth = 1
    while at + depth < len(grid) and column in grid[at + depth] and _is_covered(grid[at + depth][column][0]):
        depth += 1
    return depth


def _outline(properties: Element | None) -> int:
    level = value(child(properties, "outlineLvl"))
    return min(int(level) + 1, 6) if level in {"0", "1", "2", "3", "4", "5", "6", "7", "8"} else 0


def _number(text: str, otherwise: int) -> int:
    return min(int(text[:4]), 200) if text[:4].isdecimal() else otherwise


def _is_indented(properties: Element | None) -> bool:
    indent = child(properties, "ind")
    left = value(indent, "left") or value(indent, "start")
    return left.isdecimal() and int(left[:6]) >= _INDENT
