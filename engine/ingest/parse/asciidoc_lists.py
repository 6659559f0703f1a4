"""AsciiDoc lists: bullets, steps, terms with definitions, and the notes to numbered places in code.

1. An item's marker says which list it belongs to: one that is open goes on, a new one is nested in the item before.
2. An item's text ends at a blank line, at the next marker, or at a ``+``. Each ``+`` joins one block to the item;
   blank lines before a ``+`` join it to the item further out. Indented text after a blank line is joined as well.
3. Anything else after a blank line ends all lists. A term takes the next paragraph as its definition even then.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.ingest.parse.asciidoc_meta import Meta
from engine.ingest.parse.asciidoc_reader import Line, Reader, is_comment
from engine.ingest.parse.rich import NOTHING, Rich, joined

if TYPE_CHECKING:
    from engine.ingest.parse.asciidoc_blocks import BlockWalk

_BULLET = re.compile(r"[ \t]*(-|\*{1,10}|•)[ \t]+(\S.*)\Z")
_NUMBER = re.compile(r"[ \t]*(\.{1,10}|\d{1,9}\.|[A-Za-z]\.|[ivx]{1,8}\)|[IVX]{1,8}\))[ \t]+(\S.*)\Z")
_TERM = re.compile(r"[ \t]*((?!//[^/])\S.*?)(:{2,4}|;;)(?:[ \t]+(\S.*))?\Z")
_CALLOUT = re.compile(r"<(\d{1,4}|\.)>[ \t]+(\S.*)\Z")
_LEADING_ANCHOR = re.compile(r"\[\[\[?[\w:][^\[\]]*\]\]\]?(?=\S)")
_TERM_MARKS = ("::", ";;")
_DEEPEST = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class _Mark:
    """What begins an item: its kind (the marker's class), the text after it, and a number or a term where it has one.
    """

    key: str
    text: str
    number: int | None = None
    term: str = ""


def list_mark(text: str) -> _Mark | None:
    """The item that ``text`` begins, if it begins one."""
    first = text.lstrip()[:1]
    if first in ("-", "*", "•"):
        if bullet := _BULLET.match(text):
            return _Mark(key=bullet[1], text=bullet[2])
    elif first == "<":
        if callout := _CALLOUT.match(text):
            return _Mark(key="<", text=callout[2], number=int(callout[1]) if callout[1] != "." else 0)
    elif first and (number := _NUMBER.match(text)):
        mark = number[1]
        if mark[0] == ".":
            return _Mark(key=mark, text=number[2], number=0)
        if mark[0].isdigit():
            return _Mark(key="1.", text=number[2], number=int(mark[:-1]))
        return _Mark(key=f"{'a' if mark[-1] == '.' else 'i'}{mark[0].isupper()}", text=number[2], number=0)
    if any(mark in text for mark in _TERM_MARKS) and len(text) < 2000 and (term := _TERM.match(text)):
        return _Mark(key=term[2], text=term[3] or "", term=term[1])
    return None


class ListReader:
    """Reads one list with all lists nested in it."""

    def __init__(self, walk: BlockWalk) -> None:
        self._walk = walk

    def read(self, reader: Reader, meta: Meta, level: int) -> None:
        """The list that begins at the next line."""
        opened: list[str] = []
        counts: list[int] = []
        start = meta.named.get("start", "")
        while (mark := list_mark(reader.peek() or "")) is not None:
            if mark.key in opened:
                depth = opened.index(mark.key)
                del opened[depth + 1:], counts[depth + 1:]
            elif len(opened) < _DEEPEST:
                first = int(start) if start.isdigit() and not counts else mark.number or 1
                opened.append(mark.key)
                counts.append(first - 1)
            counts[-1] += 1
            inner = level + len(opened) - 1
            if mark.term:
                self._definition(reader, mark, inner)
            else:
                self._item(reader, mark, counts[-1], inner)
            if not self._goes_on(reader, level, opened):
                return

    def _item(self, reader: Reader, mark: _Mark, count: int, level: int) -> None:
        number = reader.take().number
        text = NOTHING if mark.text == "{empty}" else self._text(reader, mark.text, number)
        self._walk.writer.item(text, level=level, number=None if mark.number is None else count, line=number)

    def _definition(self, reader: Reader, mark: _Mark, level: int) -> None:
        """A term, with those on the lines after it that share its definition."""
        number = reader.take().number
        terms = [self._inline(mark.term)]
        while not mark.text:
            reader.skip_blank()
            following = list_mark(reader.peek() or "")
            if following is None or not following.term or following.key != mark.key:
                break
            reader.take()
            mark = following
            terms.append(self._inline(mark.term))
        text = self._text(reader, mark.text, number) if mark.text else self._text_below(reader)
        self._walk.writer.definition(joined(terms, ", "), text, level=level, line=number)

    def _text_below(self, reader: Reader) -> Rich:
        while is_comment(text := reader.peek()):
            reader.take()
        if text is None or text == "+" or list_mark(text) or self._walk.begins_block(text):
            return NOTHING
        line = reader.take()
        return self._text(reader, line.text.strip(), line.number)

    def _text(self, reader: Reader, first: str, number: int) -> Rich:
        """An item's own text, which begins with ``first`` on a line that was taken."""
        reader.put_back([Line(_LEADING_ANCHOR.sub("", first), number)])
        lines = self._walk.paragraph_lines(reader, ends=lambda text: text == "+" or list_mark(text) is not None)
        return self._walk.inline.read("\n".join(line.text.lstrip() for line in lines))

    def _inline(self, term: str) -> Rich:
        return self._walk.inline.read(_LEADING_ANCHOR.sub("", term))

    def _goes_on(self, reader: Reader, level: int, opened: list[str]) -> bool:
        """Read what is joined to the last item; whether another item follows."""
        while True:
            blanks = reader.skip_blank()
            text = reader.peek()
            if text is None:
                return False
            if list_mark(text):
                return True
            if text == "+":
                reader.take()
                if not reader.peek():
                    continue
                del opened[max(1, len(opened) - blanks):]
                if list_mark(reader.peek() or ""):
                    return True
                self._walk.block(reader, level=level + len(opened), in_item=True)
            elif blanks and text[0] in " \t":
                self._walk.block(reader, level=level + len(opened), in_item=True)
            else:
                return not blanks and text[0] == "[" and self._skipped_to_item(reader)

    def _skipped_to_item(self, reader: Reader) -> bool:
        """Whether nothing but settings in brackets stands before a nested list; they are taken then."""
        count = 0
        while (reader.peek(count) or "").startswith("["):
            count += 1
        if list_mark(reader.peek(count) or "") is None:
            return False
        for _ in range(count):
            reader.take()
        return True
