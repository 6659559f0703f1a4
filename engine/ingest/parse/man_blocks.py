"""The man macros: headings, paragraphs, tagged options, indents, examples.

1. Text is collected until a macro ends the paragraph; a change of font is an escape in it.
2. ``.TP`` and ``.IP`` open an item; ``.RS`` makes what follows part of it, until ``.RE``. A short paragraph right
   before an ``.RS`` is a term too: that is how pages made from DocBook write their options.
3. Between ``.nf`` and ``.fi`` lines are kept as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.ingest.parse.man_flow import Flow
from engine.ingest.parse.man_lines import ManLine
from engine.ingest.parse.man_tables import read_table
from engine.ingest.parse.man_text import plain
from engine.ingest.parse.notes import note_type
from engine.ingest.parse.rich import Rich

_FONTS = {"B": "B", "SB": "B", "I": "I", "R": "R", "SM": "R"}
_TERM_LENGTH = 200


class ManWalk:
    """Reads the macros of one page."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._base = 0
        self._in_item = False
        self._indents: list[tuple[int, bool]] = []
        self._waiting: str = ""  # a macro that takes its argument from the next line of text
        self._waiting_line = 0
        self._tags: list[str] = []
        self._address = ""

    def run(self, lines: Iterator[ManLine]) -> None:
        """All lines of the page after its title line."""
        for line in lines:
            if self._tags and not self._waiting and line.name != "TQ":
                self._open_tag()
            if not line.name:
                self._text_line(line)
            elif line.name == "TS":
                self._flow.flush()
                header, rows = read_table(lines, self._flow.strings, self._cell)
                self._flow.writer.table(header, rows, level=self._flow.level, line=line.number)
            elif line.name in {"EQ", "PS"}:
                self._drawing(lines, is_shown=line.name == "EQ")
            else:
                self._macro(line)
        if self._tags:
            self._open_tag()
        self._flow.flush()
        self._flow.close_code()
        self._flow.writer.finish()

    def _text_line(self, line: ManLine) -> None:
        flow = self._flow
        if flow.is_code:
            flow.add(line.text, line.number)
        elif not line.text.strip():
            flow.flush()
        else:
            if line.text[0] in " \t" and not self._waiting:
                flow.wrap()
            self._words(line.text.strip(), line.number)

    def _words(self, text: str, number: int) -> None:
        """A piece of text: for the macro that waits for its argument, or for the paragraph."""
        waiting, self._waiting = self._waiting, ""
        if not waiting:
            self._flow.add(text, number)
        elif waiting in {"TP", "TP+"}:
            if waiting == "TP":
                self._tags.append("")
                self._waiting_line = number if len(self._tags) == 1 else self._waiting_line
            self._tags[-1] += text.removesuffix("\\c")
            self._waiting = "TP+" if text.endswith("\\c") else ""
        elif waiting in {"SH", "SS"}:
            self._heading(waiting, text, self._waiting_line)
        else:
            self._flow.add(f"\\f{waiting}{text}\\fR", number)

    def _macro(self, line: ManLine) -> None:
        act = _MACROS.get(line.name)
        if act is not None:
            act(self, line)
        elif line.name in _FONTS:
            if line.args:
                self._words(f"\\f{_FONTS[line.name]}{' '.join(line.args)}\\fR", line.number)
            else:
                self._waiting = _FONTS[line.name]
        elif len(line.name) == 2 and set(line.name) <= set("BIR"):
            fonts = line.name
            parts = (f"\\f{fonts[place % 2]}{part}" for place, part in enumerate(line.args))
            self._words(f"{''.join(parts)}\\fR", line.number)

    # --- paragraphs and items ---

    def _paragraph(self, line: ManLine) -> None:
        self._flow.flush()
        if not self._flow.is_code:
            self._in_item = False
            self._flow.level = self._base
        self._waiting = ""

    def _heading(self, name: str, text: str, number: int) -> None:
        self._base, self._in_item = 0, False
        self._indents.clear()
        self._flow.heading(1 if name == "SH" else 2, text, number)

    def _section(self, line: ManLine) -> None:
        self._flow.flush()
        self._flow.close_code()
        self._waiting_line = line.number
        if line.args:
            self._heading(line.name, " ".join(line.args), line.number)
        else:
            self._waiting = line.name

    def _tagged(self, line: ManLine) -> None:
        self._flow.flush()
        self._flow.close_code()
        self._waiting = "TP"

    def _open_tag(self) -> None:
        """The tags of an item are complete."""
        if len(self._tags) == 1:
            self._flow.item(self._tags[0], self._waiting_line, self._base)
        else:
            self._flow.term(self._tags, self._waiting_line, self._base)
        self._tags = []
        self._in_item = True

    def _indented(self, line: ManLine) -> None:
        self._flow.flush()
        self._flow.close_code()
        if line.args and plain(line.args[0], self._flow.strings).strip():
            self._flow.item(line.args[0], line.number, self._base)
            self._in_item = True
        else:
            self._flow.level = self._base + 1 if self._in_item else self._base

    def _right(self, line: ManLine) -> None:
        """Deeper: part of the item before, or of the term that stands alone in the paragraph before."""
        if self._flow.is_code:
            return
        number = self._flow.line
        text = self._flow.taken()
        if text.plain and self._is_term(text):
            self._flow.writer.definition(text, level=self._base, line=number)
            self._in_item = True
        elif text.plain:
            self._flow.writer.paragraph(text, level=self._flow.level, line=number)
        self._indents.append((self._base, self._in_item))
        self._base += 1 if self._in_item else 0
        self._flow.level = self._base
        self._in_item = False

    def _is_term(self, text: Rich) -> bool:
        return (not self._in_item and len(text.plain) <= _TERM_LENGTH and text.plain[-1] not in ".:;!?"
                and text.plain.count("\n") < 5)

    def _left(self, line: ManLine) -> None:
        if self._flow.is_code:
            return
        self._flow.flush()
        if self._indents:
            self._base, self._in_item = self._indents.pop()
        self._flow.level = self._base + 1 if self._in_item else self._base

    def _break(self, line: ManLine) -> None:
        """A new line; a line that is nothing but ``Note`` opens a note."""
        if self._flow.is_code:
            return
        if self._indents and (label := note_type(self._flow.peeked())):
            number = self._flow.line
            self._flow.taken()
            self._flow.writer.note(label, level=self._base, line=number)
            self._base += 1
            self._flow.level = self._base
        else:
            self._flow.wrap()

    def _space(self, line: ManLine) -> None:
        if line.args[:1] and line.args[0].startswith("-"):
            return
        self._flow.flush()

    def _font(self, line: ManLine) -> None:
        self._flow.add(f"\\f[{line.args[0] if line.args else 'P'}]\\c", line.number)

    # --- code, links, synopses ---

    def _open_code(self, line: ManLine) -> None:
        self._waiting = ""
        self._flow.open_code()

    def _close_code(self, line: ManLine) -> None:
        self._flow.close_code()

    def _open_link(self, line: ManLine) -> None:
        self._address = line.args[0] if line.args else ""

    def _close_link(self, line: ManLine) -> None:
        if self._address:
            self._flow.add(f"<{self._address}>{line.args[0] if line.args else ''}", line.number)
        self._address = ""

    def _reference(self, line: ManLine) -> None:
        name, section, rest = (*line.args, "", "", "")[:3]
        self._words(f"\\fB{name}\\fR({section}){rest}" if section else name, line.number)

    def _command(self, line: ManLine) -> None:
        self._flow.wrap()
        self._words(f"\\fB{' '.join(line.args)}\\fR", line.number)

    def _option(self, line: ManLine) -> None:
        flag, value = (*line.args, "", "")[:2]
        self._words(f"[\\fB{flag}\\fR{f' {chr(92)}fI{value}{chr(92)}fR' if value else ''}]", line.number)

    def _drawing(self, lines: Iterator[ManLine], *, is_shown: bool) -> None:
        """An equation is shown as it is written, a drawing is not."""
        for line in lines:
            if line.name in {"EN", "PE"}:
                return
            if is_shown:
                self._flow.add(line.text, line.number)

    def _cell(self, line: ManLine) -> str:
        """A macro line inside a table's cell as text."""
        if line.name in _FONTS:
            return " ".join(line.args)
        if len(line.name) == 2 and set(line.name) <= set("BIR"):
            return "".join(line.args)
        return ""


_MACROS: Mapping[str, Callable[[ManWalk, ManLine], None]] = {
    "PP": ManWalk._paragraph, "P": ManWalk._paragraph, "LP": ManWalk._paragraph, "HP": ManWalk._paragraph,
    "SH": ManWalk._section, "SS": ManWalk._section,
    "TP": ManWalk._tagged, "TQ": ManWalk._tagged, "IP": ManWalk._indented,
    "RS": ManWalk._right, "RE": ManWalk._left,
    "br": ManWalk._break, "sp": ManWalk._space, "Sp": ManWalk._space, "ce": ManWalk._break, "ti": ManWalk._break,
    "ft": ManWalk._font,
    "nf": ManWalk._open_code, "EX": ManWalk._open_code, "Vb": ManWalk._open_code,
    "DS": ManWalk._open_code, "DE": ManWalk._close_code,
    "fi": ManWalk._close_code, "EE": ManWalk._close_code, "Ve": ManWalk._close_code,
    "UR": ManWalk._open_link, "UE": ManWalk._close_link, "MT": ManWalk._open_link, "ME": ManWalk._close_link,
    "MR": ManWalk._reference, "SY": ManWalk._command, "OP": ManWalk._option, "YS": ManWalk._paragraph,
}
