"""One walk over the tree of a web page: its elements become running text, frames and blocks, in reading order.

Owns what each block element means. Which elements are read is told by ``html_page`` and ``html_hidden``, what happens
inside running text by ``html_running``, at which level a block stands by ``html_frames``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from engine.ingest.parse.builder import TextBuilder, escaped
from engine.ingest.parse.html_boxes import box_note, is_link_column
from engine.ingest.parse.html_code import code_language, code_text, is_preformatted, manual_page
from engine.ingest.parse.html_frames import Term, joined, term_of
from engine.ingest.parse.html_hidden import Attributes, Hiding, is_decoration, is_widget
from engine.ingest.parse.html_inline import Inline
from engine.ingest.parse.html_names import heading_level, is_note_title, note_label, parent_id, signature_label
from engine.ingest.parse.html_page import Page
from engine.ingest.parse.html_running import INLINE_TAGS
from engine.ingest.parse.html_tables import Grid, cells_of, entries_of, is_layout, read_columns, read_grid
from engine.ingest.parse.html_walk import Leave, skip, steps
from engine.ingest.parse.html_writing import Writing

_WORD = re.compile(r"\w")
_MAY_BE_CODE = frozenset({"code", "samp", "tt", "div", "kbd"})
_NOT_IN_HEADINGS = frozenset({"p", "table", "ul", "ol", "dl", "pre", "blockquote", "h1", "h2", "h3", "h4", "h5", "h6"})


@dataclass(slots=True)
class _Terms:
    """An open definition list: how many frames were open before it, terms that wait for their definition, and whether
    the last one was struck out.
    """

    depth: int
    is_note: bool
    is_withdrawn: bool = False
    waiting: list[Term] = field(default_factory=list)


class BlockWalk:
    """Walks the content of one page into a builder.

    ``is_eager`` takes first rows of tables for headers more readily. ``has_hidden`` says afterwards whether text was
    left out because the page hides it.
    """

    def __init__(self, builder: TextBuilder, page: Page, hiding: Hiding, *, progress: Callable[[], None],
                 is_eager: bool = False) -> None:
        self.has_hidden = False
        self._page = page
        self._hiding = hiding
        self._is_eager = is_eager
        self._out = Writing(builder, progress)
        self._frames = self._out.frames
        self._running = self._out.running
        self._counters: list[int | None] = []
        self._terms: list[_Terms] = []
        self._tabs: deque[str] = deque()
        self._ends_heading: Callable[[], None] | None = None
        self._read: set[int] = set()
        self._has_struck = False

    def walk(self, root: LexborNode) -> None:
        """Write what is in ``root``."""
        self._steps(root)
        self._out.end()
        self._frames.close_to(0)

    def _steps(self, root: LexborNode) -> None:
        steps(root, text=self._running.inline.text, enter=self._enter)

    def _enter(self, node: LexborNode, tag: str) -> Leave:
        attributes = node.attributes
        if self._page.skips(node, tag, attributes) or not self._is_shown(node, attributes):
            return skip
        if attributes:
            if is_decoration(node, attributes):
                return skip
            self._out.note_anchor(tag, attributes)
            if tag in _MAY_BE_CODE and not self._running.held and is_preformatted(node, attributes):
                return self._code(node, attributes)
        if tag in INLINE_TAGS:
            return self._running.enter(node, tag, attributes)
        block = _BLOCKS.get(tag)
        return None if block is None else self._enter_block(node, tag, attributes, block)

    def _enter_block(self, node: LexborNode, tag: str, attributes: Attributes,
                     block: Callable[[BlockWalk, LexborNode, Attributes], Leave]) -> Leave:
        if self._read and node.mem_id in self._read:
            return skip
        if self._ends_heading is not None and tag in _NOT_IN_HEADINGS and self._running.inline.has_words:
            self._ends_heading()  # its end tag is missing
        if tag == "td" and not self._running.held and is_link_column(node):
            return skip
        if self._running.held:
            if block is BlockWalk._code:
                self._running.inline.code_lines(code_text(node, self._is_shown))
                return skip
            self._out.flush()
            return self._out.flush if tag not in ("br", "hr") else skip
        return block(self, node, attributes)

    def _is_shown(self, node: LexborNode, attributes: Attributes | None = None) -> bool:
        """Whether readers see the element; notes when words are hidden from them."""
        attributes = node.attributes if attributes is None else attributes
        if self._hiding.strikes(node, node.tag or "", attributes):
            self._has_struck = True
            return False
        if not self._hiding.hides(node, attributes):
            return node.tag != "tr" or not self._is_withdrawn(node)
        if not self.has_hidden and _WORD.search(node.text()) and not is_widget(node, attributes):
            self.has_hidden = True
        return False

    def _is_withdrawn(self, row: LexborNode) -> bool:
        """Whether the first cell of a row, its name, is struck out."""
        cell = next(cells_of(row), None)
        if cell is None:
            return False
        inner = next((part for part in cell.iter() if part.is_element_node), None)
        return inner is not None and self._hiding.strikes(inner, inner.tag or "", inner.attributes) and (
            inner.text().strip() == cell.text().strip() != "")

    # --- paragraphs and what holds them -----------------------------------------------------------------------------

    def _block(self, node: LexborNode, attributes: Attributes) -> Leave:
        names = attributes.get("class") if attributes else None
        if names == "memItemRight":
            return self._out.flush  # Doxygen's declaration goes on beside its type
        self._out.flush()
        if names == "memItemLeft":
            return None
        return (self._special(node, attributes) if attributes else None) or self._out.flush

    def _special(self, node: LexborNode, attributes: Attributes) -> Leave:
        """What an element is by its classes or its role; None when it is just a block."""
        if label := note_label(node, attributes):
            return self._out.framed(lambda: self._frames.open_note(label))
        names = attributes.get("class") or ""
        if self._frames.awaits_note and is_note_title(names):
            return self._out.hold(lambda plain, markup: self._frames.title(plain))
        if level := heading_level(node, attributes):
            return self._heading(node, attributes, level)
        role = attributes.get("role")
        if role == "tablist" or names == "tabbed-labels":
            tabs = node.css("[role=tab], label")
            self._tabs = deque(" ".join(tab.text().split()) for tab in tabs)
            return skip if tabs else None
        if (role == "tabpanel" or names == "tabbed-block") and self._tabs and (name := self._tabs.popleft()):
            self._out.end()
            self._out.write(name, f"**{escaped(name)}**")
        if names in ("fragment", "memproto"):
            return self._code(node, attributes)
        if names.startswith("summary-table") and (grid := read_columns(node, self._cell)) is not None:
            return self._grid(grid)
        return None

    def _quote(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        if special := self._special(node, attributes):
            return special
        leave = self._out.framed(lambda: None)
        self._out.begins_quote = True
        return leave

    def _fold(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        return self._special(node, attributes) or self._out.framed(self._frames.open_fold)

    def _summary(self, node: LexborNode, attributes: Attributes) -> Leave:
        def finish(plain: str, markup: str) -> None:
            if self._frames.awaits_note:
                self._frames.title(plain)
            elif plain:
                self._out.release_caption()
                self._out.write(plain, f"**{escaped(plain)}**")

        return self._out.hold(finish)

    def _break(self, node: LexborNode, attributes: Attributes) -> Leave:
        """A line break; a second one ends the paragraph."""
        if self._running.inline.ends_line:
            self._out.flush()
        else:
            self._running.inline.line_break()
        return skip

    def _rule(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        return skip

    # --- headings ---------------------------------------------------------------------------------------------------

    def _title(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._heading(node, attributes, int((node.tag or "h1")[1]))

    def _heading(self, node: LexborNode, attributes: Attributes, level: int) -> Leave:
        self._out.flush()
        own = attributes.get("id") or ""
        self._has_struck = False
        around = self._out.anchor_for_heading(parent_id(node))

        def finish(plain: str, markup: str) -> None:
            self._running.in_heading = False
            plain, markup = plain.rstrip(" ¶"), markup.rstrip(" ¶")
            if not plain and self._has_struck and (plain := " ".join(node.text().split())):
                markup = f"~~{escaped(plain, starts_line=False)}~~"  # struck out, it still begins a section
            if plain:
                self._out.release_caption()
                self._frames.heading(level, plain, markup, own or self._out.inner_anchor or around)
                self._out.written(is_large=True)

        leave = self._out.hold(finish, starts_line=False)
        self._running.in_heading = True

        def ends() -> None:
            if self._ends_heading is ends:
                self._ends_heading = None
                leave()

        self._ends_heading = ends
        return ends

    # --- lists ------------------------------------------------------------------------------------------------------

    def _bullets(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._list(node, attributes, None)

    def _numbers(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._list(node, attributes, _number(attributes.get("start"), 1))

    def _list(self, node: LexborNode, attributes: Attributes, first: int | None) -> Leave:
        leave = self._block(node, attributes)
        if leave is skip:
            return skip
        self._counters.append(first)

        def ends() -> None:
            self._counters.pop()
            if leave is not None:
                leave()

        return ends

    def _item(self, node: LexborNode, attributes: Attributes) -> Leave:
        number = None
        if self._counters and (count := self._counters[-1]) is not None:
            number = _number(attributes.get("value"), count)
            self._counters[-1] = number + 1
        anchor = attributes.get("id") or ""
        return self._out.framed(lambda: self._frames.open_item(number, anchor))

    # --- definitions ------------------------------------------------------------------------------------------------

    def _definitions(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.end()
        label = note_label(node, attributes)
        depth = self._frames.depth
        if label:
            self._frames.open_note(label)
        terms = _Terms(depth=self._frames.depth, is_note=bool(label))
        self._terms.append(terms)

        def ends() -> None:
            self._end_definition(terms)
            self._terms.pop()
            self._frames.close_to(depth)

        return ends

    def _term(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        if not self._terms:
            return self._out.flush
        terms, own = self._terms[-1], attributes.get("id") or ""
        if self._frames.depth > terms.depth:
            self._end_definition(terms)
        signature, self._has_struck = signature_label(node), False

        def finish(plain: str, markup: str) -> None:
            terms.is_withdrawn = not plain and self._has_struck
            if terms.is_note and self._frames.awaits_note:
                self._frames.title(plain)
            elif plain:
                terms.waiting.append(term_of(plain, markup, own or self._out.inner_anchor, signature))

        return self._out.hold(finish)

    def _definition(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        if self._terms and self._terms[-1].is_withdrawn and not self._terms[-1].waiting:
            return skip
        if self._terms and self._terms[-1].waiting:
            self._out.release_caption()
            terms = self._terms[-1]
            waiting, terms.waiting = terms.waiting, []
            self._frames.open_definition(joined(waiting))
        return self._out.flush

    def _end_definition(self, terms: _Terms) -> None:
        """Close the definition that is open in a list; terms that got none are written on their own."""
        self._out.end()
        self._frames.close_to(terms.depth)
        for term in terms.waiting:
            self._frames.open_definition(term)
            self._frames.close_to(terms.depth)
        terms.waiting = []

    # --- code and tables --------------------------------------------------------------------------------------------

    def _code(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        text = code_text(node, self._is_shown, is_plain=not self._hiding.uses_sheet)
        if not text.strip():
            return skip
        self._out.release_caption()
        for title, part in manual_page(text) if not self._frames.depth else [("", text)]:
            if title:
                self._frames.heading(2, title, "", "")
            self._frames.code(part, code_language(node))
            self._out.written()
        return skip

    def _table(self, node: LexborNode, attributes: Attributes) -> Leave:
        self._out.flush()
        label, marks = box_note(node, attributes)
        self._read.update(cell.mem_id for cell in marks if label)
        if label and not self._frames.awaits_note:
            return self._out.framed(lambda: self._frames.open_note(label))
        if self._frames.awaits_note or is_layout(node, attributes):
            return self._out.flush
        if entries := entries_of(node):
            self._entries(entries)
            return skip
        return self._grid(read_grid(node, self._cell, is_shown=self._is_shown, is_eager=self._is_eager))

    def _grid(self, grid: Grid) -> Leave:
        caption = grid.caption or self._out.take_caption()
        self._out.release_caption()
        self._frames.table(grid, caption)
        self._out.written(is_large=True)
        return skip

    def _entries(self, entries: list[tuple[LexborNode, LexborNode]]) -> None:
        """A table that is a list of definitions: every cell begins with a paragraph that says what it defines."""
        self._out.end()
        for cell, first in entries:
            plain, markup = self._cell(first)
            self._read.add(first.mem_id)
            term = term_of(plain, markup, cell.attributes.get("id") or first.attributes.get("id") or "", "")
            leave = self._out.framed(lambda term=term: self._frames.open_definition(term))  # type: ignore[misc]
            self._steps(cell)
            if leave is not None:
                leave()
        self._read.clear()

    def _cell(self, node: LexborNode) -> tuple[str, str]:
        if not self._is_shown(node):
            return "", ""
        outer, self._running.inline = self._running.inline, Inline()
        self._running.held += 1
        self._steps(node)
        self._running.held -= 1
        inner, self._running.inline = self._running.inline, outer
        return inner.take(starts_line=False)


def _number(value: str | None, otherwise: int) -> int:
    digits = (value or "").strip()[:9]
    return int(digits) if digits.isdecimal() else otherwise


_BLOCKS: Mapping[str, Callable[[BlockWalk, LexborNode, Attributes], Leave]] = {
    **dict.fromkeys((
        "p", "div", "section", "article", "main", "header", "footer", "hgroup", "address", "center", "figure",
        "figcaption", "fieldset", "legend", "form", "aside", "dialog", "tbody", "thead", "tfoot", "tr", "td", "th",
        "caption", "search", "marquee", "body",
    ), BlockWalk._block),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), BlockWalk._title),
    **dict.fromkeys(("ul", "menu", "dir"), BlockWalk._bullets),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), BlockWalk._code),
    "ol": BlockWalk._numbers,
    "li": BlockWalk._item,
    "dl": BlockWalk._definitions,
    "dt": BlockWalk._term,
    "dd": BlockWalk._definition,
    "table": BlockWalk._table,
    "blockquote": BlockWalk._quote,
    "details": BlockWalk._fold,
    "summary": BlockWalk._summary,
    "br": BlockWalk._break,
    "hr": BlockWalk._rule,
}
