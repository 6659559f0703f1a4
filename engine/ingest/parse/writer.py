"""Puts running text and blocks into a TextBuilder, and gives notes and list items their first paragraph.

In many formats a note or an item is opened before it is known what stands first in it. A paragraph becomes its head; a
note that begins with something else gets a head of its own, and an item is headed by whatever comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.rich import NOTHING, Rich, marked


class Writer:
    """One document being written. ``level`` and ``line`` are as TextBuilder has them."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._head: Callable[[Rich], None] | None = None
        self._head_level = 0
        self._is_note = False

    def heading(self, level: int, text: Rich, *, anchor: str = "", line: int = 0) -> None:
        """A heading of level 1 to 6."""
        self._settle(0)
        self._builder.heading(level, text.plain, markup=text.markup, anchor=anchor, line=line)

    def paragraph(self, text: Rich, *, level: int = 0, line: int = 0) -> None:
        """A paragraph; the head of the note or item that was just opened around it, if one was."""
        if not text.plain.strip():
            return
        head, self._head = self._head, None
        if head is not None and level == self._head_level + 1:
            head(text)
            return
        self._head = head
        level = self._settle(level)
        self._builder.paragraph(text.plain, markup=text.markup, level=level, line=line)

    def title(self, text: Rich, *, level: int = 0, line: int = 0, is_topic: bool = False) -> None:
        """The name of the block that follows; as a topic it names all up to the next one."""
        self.paragraph(marked(text, "**" if is_topic else "*"), level=level, line=line)

    def note(self, label: str, title: str = "", *, level: int = 0, line: int = 0) -> None:
        """Open a note or warning of that type; what it holds follows at ``level + 1``."""
        level = self._settle(level)

        def head(text: Rich) -> None:
            self._builder.admonition(text.plain, label=label, title=title, markup=text.markup, level=level, line=line)

        self._head, self._head_level, self._is_note = head, level, True

    def item(self, text: Rich, *, level: int = 0, number: int | None = None, label: str = "", line: int = 0) -> None:
        """A list item with its own text; without any, the first paragraph at ``level + 1`` is taken for it."""
        level = self._settle(level)

        def head(own: Rich) -> None:
            self._builder.list_item(own.plain, markup=own.markup, level=level, number=number, label=label, line=line)

        if text.plain.strip():
            head(text)
        else:
            self._head, self._head_level, self._is_note = head, level, False

    def definition(self, term: Rich, text: Rich = NOTHING, *, level: int = 0, line: int = 0) -> None:
        """A term with its definition; without one, the first paragraph at ``level + 1`` is taken for it."""
        level = self._settle(level)

        def head(own: Rich) -> None:
            self._builder.definition(term.plain, own.plain, markup=own.markup, level=level, line=line)

        if text.plain.strip():
            head(text)
        else:
            self._head, self._head_level, self._is_note = head, level, True

    def code(self, text: str, *, language: str = "", level: int = 0, line: int = 0) -> None:
        """Code or other preformatted text."""
        if text.strip():
            level = self._settle(level)
            self._builder.code(text, language=language, level=level, line=line)

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "", level: int = 0,
              line: int = 0) -> None:
        """A table; merged cells filled, merged header rows joined."""
        level = self._settle(level)
        self._builder.table(header, rows, caption=caption, level=level, line=line)

    def finish(self) -> None:
        """Write what was opened last, when nothing followed."""
        self._settle(0)

    def _settle(self, level: int) -> int:
        """Before anything but a first paragraph: notes and terms get their head; an item is headed by what comes."""
        head, self._head = self._head, None
        if head is None:
            return level
        if self._is_note:
            head(NOTHING)
        elif level == self._head_level + 1:
            return self._head_level
        return level
