"""From the elements of a web page that hold others (list items, definitions, notes, folds) to levels of blocks.

1. Every open element of that kind is a frame. The first block in a frame is its head, one level above the rest.
2. A frame whose first block cannot be its head (code, a table, another frame) gets a head of its own: a definition its
   term, a note its title; a list item has none then and passes its place on.
3. A heading ends the frames around it: pages lay out whole chapters in lists. In a note, or after an item's own text,
   it is a line in bold.
4. The entries of an API reference inside other entries (methods of a class) stand beside them: each is an atom.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ingest.parse.builder import TextBuilder, escaped
from engine.ingest.parse.html_inline import code_span
from engine.ingest.parse.html_tables import Grid
from engine.ingest.parse.keys import key_of
from engine.ingest.parse.notes import note_of, note_type
from engine.types import BlockKind

_DEEPEST = 20
_LINE_ENDS = re.compile(r",?\n")
_NOTE_WORD = re.compile(r"(?P<open>\**)\s*(?:[⚠ℹ💡❗📝🚨]\ufe0f?\s*)?"
                        r"(?P<word>[A-Za-z][A-Za-z ]{1,14}|[\u4e00-\u9fff]{1,4})\s*"
                        r"(?P<sign>[:：!]?)\s*(?P<close>\**)\s*(?P<after>[:：]?)(?:\s+|\Z|(?<=[:：*]))")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """What a definition defines: readable text, Markdown, the key it is known by, and its anchor."""

    plain: str
    markup: str = ""
    label: str = ""
    anchor: str = ""
    is_signature: bool = False


@dataclass(slots=True, kw_only=True)
class _Frame:
    """An open element; ``is_split`` says that later blocks stand beside its head, not below it."""

    kind: BlockKind | None
    level: int
    label: str = ""
    title: str = ""
    anchor: str = ""
    number: int | None = None
    term: Term | None = None
    has_head: bool = False
    is_split: bool = False

    @property
    def inner_level(self) -> int:
        """The level of blocks after the head."""
        return self.level if self.is_split else min(self.level + 1, _DEEPEST)


class Frames:
    """Writes blocks, each at the level that the open frames give it."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._frames: list[_Frame] = []

    @property
    def depth(self) -> int:
        """How many frames are open; for ``close_to``."""
        return len(self._frames)

    @property
    def awaits_note(self) -> bool:
        """Whether the innermost frame is a note in which nothing stands yet."""
        return bool(self._frames) and self._frames[-1].kind is BlockKind.ADMONITION and not self._frames[-1].has_head

    def close_to(self, depth: int) -> None:
        """Close frames until ``depth`` are open. A term or a note in which nothing came is written on its own."""
        while len(self._frames) > depth:
            frame = self._frames[-1]
            if not frame.has_head and (frame.kind is BlockKind.DEFINITION or frame.title):
                self._lone(self._head() or frame)
            self._frames.pop()

    def open_item(self, number: int | None, anchor: str) -> None:
        """A list item; with a ``number`` it is a step."""
        self._open(_Frame(kind=BlockKind.LIST_ITEM, level=self._level(), number=number, anchor=anchor))

    def open_note(self, label: str) -> None:
        """A note of a type."""
        self._open(_Frame(kind=BlockKind.ADMONITION, level=self._level(), label=label))

    def open_fold(self) -> None:
        """A part that a click opens; its summary is its first text."""
        self._open(_Frame(kind=None, level=self._level()))

    def open_definition(self, term: Term) -> None:
        """What a term means."""
        outer = self._frames[-1] if self._frames else None
        if term.is_signature and outer is not None and outer.term is not None and outer.term.is_signature:
            if not outer.has_head:
                self._lone(self._head() or outer)
            outer.is_split = True
        self._open(_Frame(kind=BlockKind.DEFINITION, level=self._level(), term=term))

    def _open(self, frame: _Frame) -> None:
        self._frames.append(frame)

    def _level(self) -> int:
        return self._frames[-1].inner_level if self._frames else 0

    # --- blocks -----------------------------------------------------------------------------------------------------

    def title(self, plain: str) -> None:
        """The title of the note that was just opened; the bare word for its type is none."""
        if note_type(plain.strip(" :：!")) == "":
            self._frames[-1].title = plain

    def heading(self, level: int, plain: str, markup: str, anchor: str) -> None:
        """A heading, or a line in bold where a heading cannot be."""
        if self.awaits_note:
            self.title(plain)
        elif any(frame.kind is BlockKind.ADMONITION or (frame.kind is BlockKind.LIST_ITEM and frame.has_head)
                 for frame in self._frames):
            self.text(plain, f"**{escaped(plain)}**" if plain else "")
        else:
            self.close_to(0)
            self._builder.heading(level, plain, markup=markup, anchor=anchor)

    def text(self, plain: str, markup: str, *, quoted: bool = False) -> None:
        """A paragraph, or the head of what was opened. ``quoted``: it begins a quotation."""
        if self.awaits_note:
            plain, markup = without_note_word(plain, markup)
            if not plain:
                return
        head = self._head()
        if head is None:
            self._paragraph(plain, markup, quoted=quoted)
            return
        head.has_head = True
        level = head.level
        if head.kind is BlockKind.LIST_ITEM:
            self._builder.list_item(plain, markup=markup, level=level, number=head.number, anchor=head.anchor)
        elif head.kind is BlockKind.ADMONITION:
            self._builder.admonition(plain, label=head.label, title=head.title, markup=markup, level=level)
        elif head.term is not None:
            term = head.term
            self._builder.definition(term.plain, plain, markup=markup, term_markup=term.markup, level=level,
                                     label=term.label, anchor=term.anchor)
        else:
            self._builder.paragraph(plain, markup=markup, level=level)

    def code(self, text: str, language: str) -> None:
        """Code or other preformatted text."""
        self._builder.code(text, language=language, level=self._level_of_other())

    def table(self, grid: Grid, caption: str) -> None:
        """A table."""
        self._builder.table(grid.header, grid.rows, markup=grid.markup, caption=caption, level=self._level_of_other())

    def _paragraph(self, plain: str, markup: str, *, quoted: bool) -> None:
        label = note_of(markup or plain, plain, quoted=quoted)
        if not label:
            self._builder.paragraph(plain, markup=markup, level=self._level())
            return
        rest, rest_markup = without_note_word(plain, markup)
        if quoted:
            self.open_note(label)
            self._frames[-1].has_head = bool(rest)
        if rest:
            level = self._frames[-1].level if quoted else self._level()
            self._builder.admonition(rest, label=label, markup=rest_markup, level=level)
        elif not quoted:
            self._builder.paragraph(plain, markup=markup, level=self._level())

    def _level_of_other(self) -> int:
        """The level for a block that is nobody's head."""
        head = self._head()
        if head is None:
            return self._level()
        if head.kind in (BlockKind.DEFINITION, BlockKind.ADMONITION):
            self._lone(head)
            return head.inner_level
        head.has_head = True
        return head.level

    def _head(self) -> _Frame | None:
        """The innermost frame when it has no head yet; frames around it that have none get theirs."""
        first = len(self._frames)
        while first and not self._frames[first - 1].has_head:
            first -= 1
        waiting = self._frames[first:]
        if not waiting:
            return None
        level = waiting[0].level
        for frame in waiting[:-1]:
            frame.level = level
            if frame.kind in (BlockKind.DEFINITION, BlockKind.ADMONITION):
                self._lone(frame)
                level = frame.inner_level
            frame.has_head = True
        waiting[-1].level = level
        return waiting[-1]

    def _lone(self, frame: _Frame) -> None:
        """Write a frame's head without any text of its own."""
        frame.has_head = True
        if frame.term is not None:
            term = frame.term
            self._builder.definition(term.plain, "", term_markup=term.markup, level=frame.level, label=term.label,
                                     anchor=term.anchor)
        else:
            self._builder.admonition("", label=frame.label, title=frame.title, level=frame.level)


def term_of(plain: str, markup: str, anchor: str, signature: str) -> Term:
    """A term with the key it is known by: the names a signature declares, a code span, or all its words."""
    plain, markup = _LINE_ENDS.sub(", ", plain), _LINE_ENDS.sub(", ", markup)
    return Term(
        plain=plain, markup=code_span(plain) if signature else markup, anchor=anchor, is_signature=bool(signature),
        label=signature or key_of(markup or plain) or plain.rstrip(" :："))


def joined(terms: Sequence[Term]) -> Term:
    """Several terms of one definition as one."""
    if len(terms) == 1:
        return terms[0]
    return Term(
        plain=", ".join(term.plain for term in terms),
        markup=", ".join(term.markup or escaped(term.plain, starts_line=False) for term in terms),
        label=", ".join(dict.fromkeys(term.label for term in terms)),
        anchor=next((term.anchor for term in terms if term.anchor), ""),
        is_signature=any(term.is_signature for term in terms),
    )


def without_note_word(plain: str, markup: str) -> tuple[str, str]:
    """A note's text without the word (``Note:``, ``**Warning**``) that announces it, as text and as Markdown."""
    source = markup or plain
    match = _NOTE_WORD.match(source)
    if match is None or not note_type(match["word"].strip()) or match["open"] != match["close"]:
        return plain, markup
    rest = source[match.end():]
    if rest and not (match["open"] or match["sign"] or match["after"]):
        return plain, markup
    word = match["word"].strip()
    return plain[plain.find(word) + len(word):].lstrip(" :：!"), rest if markup else ""
