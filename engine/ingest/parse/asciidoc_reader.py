"""The lines of an AsciiDoc source as its blocks see them: conditions decided, includes put in.

Lines are read one by one, because what a condition asks for may be set by the line before it. What an include may open
is decided in ``asciidoc_include``.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.ingest.parse.asciidoc_attributes import Attributes
from engine.ingest.parse.asciidoc_include import Included, Includes

_DIRECTIVE = re.compile(r"(\\?)(ifdef|ifndef|ifeval|endif|include)::([^\[\n]*)\[(.*)\]\Z")


class Line(NamedTuple):
    """``number`` is the 1-based line of the file that was opened; included lines have that of their include."""

    text: str
    number: int


class Reader:
    """Lines that are looked at before they are taken."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[Line] = deque()
        self.number = 1

    def peek(self, ahead: int = 0) -> str | None:
        """The next line (or one further ahead) without taking it; None at the end."""
        while len(self._ahead) <= ahead:
            line = next(self._lines, None)
            if line is None:
                return None
            self._ahead.append(line)
        return self._ahead[ahead].text

    def take(self) -> Line:
        """The next line; only after ``peek`` has shown that there is one."""
        line = self._ahead.popleft()
        self.number = line.number
        return line

    def put_back(self, lines: Iterable[Line]) -> None:
        """Lines to be read again."""
        self._ahead.extendleft(reversed(list(lines)))

    def skip_blank(self) -> int:
        """Take blank lines; returns how many."""
        count = 0
        while (text := self.peek()) is not None and not text:
            self.take()
            count += 1
        return count

    def until(self, delimiter: str) -> list[Line]:
        """The lines up to one that is ``delimiter``, which is taken too; all the rest when there is none."""
        made = []
        while (text := self.peek()) is not None:
            line = self.take()
            if text == delimiter:
                break
            made.append(line)
        return made


def is_comment(text: str | None) -> bool:
    """Whether a line is a comment."""
    return text is not None and text.startswith("//") and not text.startswith("///")


def numbered(text: str) -> Iterator[Line]:
    """The lines of a file, blanks at their ends taken off."""
    return (Line(line.rstrip(), number) for number, line in enumerate(text.split("\n"), start=1))


def preprocessed(lines: Iterable[Line], attributes: Attributes, includes: Includes, *, at: int = 0) -> Iterator[Line]:
    """``lines`` with conditions decided and includes put in; ``at`` is the number for all lines when they are included.

    An ``ifdef`` of an attribute that nobody sets drops its lines, an ``ifndef`` keeps them.
    """
    kept: list[bool] = []
    for text, number in lines:
        match = _DIRECTIVE.match(text) if "::" in text and text.endswith("]") else None
        line = Line(text, at or number)
        if match is None or match[1]:
            if all(kept):
                yield Line(text[1:], line.number) if match else line
        elif match[2] == "endif":
            del kept[-1:]
        elif match[2] == "include":
            if all(kept):
                yield from _included(match[3], match[4], line, attributes, includes)
        elif match[2] == "ifeval" or not match[4]:
            kept.append(all(kept) and _holds(match, attributes))
        elif all(kept) and _holds(match, attributes):
            yield Line(match[4], line.number)


def _holds(match: re.Match[str], attributes: Attributes) -> bool:
    if match[2] == "ifeval":
        return attributes.is_true(match[4])
    if match[2] == "ifdef":
        return attributes.holds(match[3])
    if "," in match[3]:  # kept when any of them is missing, as its own reader does
        return not attributes.holds(match[3].replace(",", "+"))
    return not attributes.holds(match[3])


def _included(target: str, options: str, line: Line, attributes: Attributes, includes: Includes) -> Iterator[Line]:
    """The lines of an included file, its headings moved as asked for; a document of its own is only named."""
    included = includes.open(attributes.filled(target), attributes.filled(options))
    if included is None:
        return
    if included.title:
        yield from (Line(text, line.number) for text in ("", f"* xref:{included.target}[{included.title}]"))
        return
    before = attributes.get("leveloffset")
    if included.level_offset:
        yield Line(f":leveloffset: {included.level_offset}", line.number)
        yield Line("", line.number)
    yield from preprocessed(_lines(included), attributes, includes, at=line.number)
    includes.close()
    if included.level_offset:
        yield Line("", line.number)
        yield Line(f":leveloffset: {before or 0}", line.number)


def _lines(included: Included) -> Iterator[Line]:
    return (Line(text, 1) for text in included.lines)
