"""A manual page being written: the paragraph that is being collected, and the items, notes and indents around it.

Shared by the two macro languages of manual pages; knows neither.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.parse.man_text import Strings, plain, rich
from engine.ingest.parse.notes import note_type
from engine.ingest.parse.rich import NOTHING, Rich, joined, words
from engine.ingest.parse.writer import Writer

_LONGEST_TERM = 300


class Flow:
    """Collects text in roff's escapes and writes it as blocks. ``level`` is that of the next paragraph."""

    def __init__(self, writer: Writer, strings: Strings) -> None:
        self.writer = writer
        self.strings = strings
        self.level = 0
        self.line = 0
        self._text = ""
        self._code: list[str] | None = None
        self._glued = False

    # --- text ---

    def add(self, text: str, line: int) -> None:
        """Words of the current paragraph, or a line of the current code."""
        if self._code is not None:
            if self._glued and self._code:
                self._code[-1] += text.removesuffix("\\c")
            else:
                self._code.append(text.removesuffix("\\c"))
            self.line = self.line or line
        elif self._text:
            self._text += text if self._glued or self._text.endswith("\n") else f" {text}"
        else:
            self._text = text
            self.line = line
        self._glued = text.endswith("\\c")

    def glue(self, text: str, line: int) -> None:
        """As ``add``, without a blank before it."""
        self._glued = True
        self.add(text, line)

    def wrap(self) -> None:
        """A new line in the same paragraph."""
        if self._code is None and self._text and not self._text.endswith("\n"):
            self._text += "\n"

    @property
    def is_code(self) -> bool:
        """Whether lines are kept as they are."""
        return self._code is not None

    def open_code(self) -> None:
        """From here lines are kept as they are."""
        if self._code is None:
            self.flush()
            self._code = []

    def close_code(self, language: str = "") -> None:
        """Write the code collected since it was opened."""
        code, self._code = self._code, None
        if code:
            text = "\n".join(plain(line, self.strings).rstrip() for line in code)
            self.writer.code(text, language=language, level=self.level, line=self.line)
        self.line = 0

    def peeked(self) -> str:
        """Readable text of the current paragraph."""
        return plain(self._text, self.strings).strip()

    def taken(self) -> Rich:
        """The current paragraph's text, which is not written any more."""
        text, self._text = self._text.strip(), ""
        self._glued = False
        return rich(text, self.strings) if text else NOTHING

    def flush(self) -> None:
        """Write the current paragraph."""
        if self._code is not None:
            self._code.append("")
            return
        line = self.line
        text = self.taken()
        if text.plain:
            self.writer.paragraph(text, level=self.level, line=line)

    # --- blocks ---

    def heading(self, level: int, text: str, line: int) -> None:
        """A heading; ends everything that is open."""
        self.flush()
        self.close_code()
        self.level = 0
        self.writer.heading(level, words(plain(text, self.strings)), line=line)

    def item(self, mark: str, line: int, level: int) -> None:
        """A list item with that mark (a bullet, a number, or a term); its text follows at ``level + 1``."""
        shown = plain(mark, self.strings).strip()
        number = shown.strip("()[].:")
        if shown in {"•", "*", "-", "o", "·", "—", "–", "+", "○", "□", "‣", "−"}:
            self.writer.item(NOTHING, level=level, line=line)
        elif number.isdecimal() and len(number) < 4 and not shown.isdecimal():
            self.writer.item(NOTHING, level=level, number=int(number), line=line)
        else:
            self.term([mark], line, level)
            return
        self.level = level + 1

    def term(self, terms: Sequence[str], line: int, level: int) -> None:
        """A term; its definition follows at ``level + 1``."""
        text = joined((rich(term.strip(), self.strings) for term in terms), ", ")
        label = note_type(text.plain.rstrip(":"))
        if label and text.plain[:1].isupper() and len(terms) == 1:
            self.writer.note(label, level=level, line=line)
        elif len(text.plain) > _LONGEST_TERM:
            self.writer.paragraph(text, level=level, line=line)
        else:
            self.writer.definition(text, level=level, line=line)
        self.level = level + 1
