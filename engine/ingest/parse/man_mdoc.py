"""The mdoc macros: headings, lists, displays, synopses. Macros inside a line are in ``man_mdoc_text``.

1. A line's text goes to the paragraph, to the head of an item that is not complete yet, or to a cell.
2. A list's type says what its items are: bullets, numbers, terms, or rows of a table.
3. In a synopsis every declaration begins a line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.ingest.front_matter import SOURCE
from engine.ingest.parse.man_flow import Flow
from engine.ingest.parse.man_lines import ManLine, arguments
from engine.ingest.parse.man_mdoc_text import CALLABLE, MdocText
from engine.ingest.parse.man_tables import read_table
from engine.ingest.parse.man_text import plain
from engine.types import Found

_BULLETS = {"-bullet", "-dash", "-hyphen", "-item"}
_OWN_LINE = {"Ft", "Fn", "Fo", "In", "Fd", "Vt", "Cd", "Nm"}
_REFERENCE_PARTS = {"%A", "%T", "%B", "%J", "%R", "%N", "%V", "%P", "%I", "%D", "%U", "%O", "%Q", "%C"}
_CLOSERS = (".", ",", ":", ";", ")", "]", "?", "!")


@dataclass(slots=True)
class _List:
    kind: str
    level: int
    count: int = 0
    rows: list[list[str]] = field(default_factory=list)
    line: int = 0


class MdocWalk:
    """Reads the macros of one page; ``found`` is what its head says."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self._text = MdocText()
        self._lists: list[_List] = []
        self._head: str | None = None  # an item's head that goes on over lines
        self._head_line = 0
        self._in_synopsis = False
        self._glued = False
        self._reference: list[str] | None = None
        self.found: list[Found] = []

    def run(self, lines: Iterator[ManLine]) -> None:
        """All lines of the page."""
        for line in lines:
            if not line.name:
                self._text_line(line)
            elif line.name == "TS":
                self._flow.flush()
                header, rows = read_table(lines, self._flow.strings, lambda inner: self._text.line(inner.args))
                self._flow.writer.table(header, rows, level=self._flow.level, line=line.number)
            else:
                self._macro(line)
        while self._lists:
            self._end_list()
        self._flow.flush()
        self._flow.close_code()
        self._flow.writer.finish()

    def _text_line(self, line: ManLine) -> None:
        if self._flow.is_code:
            self._flow.add(line.text, line.number)
        elif not line.text.strip():
            self._flow.flush()
        else:
            if line.text[0] in " \t":
                self._flow.wrap()
            self._add(line.text.strip(), line.number)

    def _add(self, text: str, number: int) -> None:
        if not text:
            return
        if self._head is not None:
            self._head += text if text in _CLOSERS else f" {text}"
        elif self._lists and self._lists[-1].kind == "-column" and self._lists[-1].rows:
            row = self._lists[-1].rows[-1]
            row[-1] = f"{row[-1]} {text}".strip()
        else:
            glue, self._glued = self._glued, text.endswith(("(", "[", "{", "<", "“", "‘"))
            (self._flow.glue if glue or text in _CLOSERS else self._flow.add)(text, number)

    def _macro(self, line: ManLine) -> None:
        act = _MACROS.get(line.name)
        if act is not None:
            act(self, line)
        elif line.name in _REFERENCE_PARTS:
            self._reference_part(line)
        elif line.name in CALLABLE:
            self._line(line)

    def _paragraph(self, line: ManLine) -> None:
        self._flow.flush()
        self._reference = [] if line.name == "Rs" else None

    def _line(self, line: ManLine) -> None:
        """A line that begins with a macro of running text."""
        if self._in_synopsis and line.name in _OWN_LINE and self._head is None:
            self._flow.wrap()
        tokens = [line.name, *line.args]
        if "Ta" in tokens and self._lists and self._lists[-1].rows:
            self._cells(tokens)
            return
        text = self._text.line(tokens)
        if line.name in {"Oc", "Pc", "Dc", "Sc", "Qc", "Bc", "Brc", "Ac", "Fc", "Ns", "Ap"}:
            self._glued = True
        self._add(text, line.number)
        if line.args[-1:] == ("Ns",):
            self._glued = True

    def _heading(self, line: ManLine) -> None:
        while self._lists:
            self._end_list()
        self._head = None
        text = self._text.line(["No", *line.args])
        self._flow.heading(1 if line.name == "Sh" else 2, text, line.number)
        self._in_synopsis = line.name == "Sh" and "SYNOPSIS" in line.args

    def _note_head(self, line: ManLine) -> None:
        value = plain(line.text, self._flow.strings).replace("$Mdocdate:", "").strip(" $\"")
        if value:
            self.found.append(Found(name="date" if line.name == "Dd" else "source", value=value, source=SOURCE))

    # --- lists ---

    def _open_list(self, line: ManLine) -> None:
        self._close_head()
        self._flow.flush()
        kind = next((arg for arg in line.args if arg in {*_BULLETS, "-enum", "-column"}), "-tag")
        self._lists.append(_List(kind, self._flow.level, line=line.number))

    def _item(self, line: ManLine) -> None:
        self._close_head()
        self._flow.flush()
        self._flow.close_code()
        if not self._lists:
            return
        current = self._lists[-1]
        current.count += 1
        if current.kind == "-column":
            current.rows.append([""])
            self._cells([token for part in line.text.split("\t") for token in ("Ta", *arguments(part))][1:])
        elif current.kind == "-tag":
            self._head, self._head_line = self._text.line(["No", *line.args]), line.number
            if "Xo" not in line.args:
                self._close_head()
        else:
            number = current.count if current.kind == "-enum" else None
            self._flow.item(f"{number}." if number else "•", line.number, current.level)
            self._flow.level = current.level + 1
            if line.args:
                self._add(self._text.line(["No", *line.args]), line.number)

    def _cells(self, tokens: list[str]) -> None:
        """Cells parted by ``Ta``, added to the last row."""
        row = self._lists[-1].rows[-1]
        cell: list[str] = []
        for token in [*tokens, "Ta"]:
            if token == "Ta":
                text = self._text.line(["No", *cell]) if cell else ""
                row[-1] = f"{row[-1]} {text}".strip()
                row.append("")
                cell = []
            else:
                cell.append(token)
        row.pop()

    def _close_head(self) -> None:
        head, self._head = self._head, None
        if head is not None and self._lists:
            self._flow.term([head], self._head_line, self._lists[-1].level)

    def _end_list(self, line: ManLine | None = None) -> None:
        self._close_head()
        self._flow.flush()
        self._flow.close_code()
        if not self._lists:
            return
        current = self._lists.pop()
        if current.rows:
            strings = self._flow.strings
            rows = [[plain(cell, strings) for cell in row] for row in current.rows]
            is_headed = len(rows) > 1 and all(cell.startswith(("\\fB", "\\fI")) for cell in current.rows[0] if cell)
            self._flow.writer.table(rows[0] if is_headed else [], rows[1:] if is_headed else rows, level=current.level,
                                    line=current.line)
        self._flow.level = current.level

    # --- displays and references ---

    def _display(self, line: ManLine) -> None:
        if line.name in {"Ed", "fi"}:
            self._flow.close_code() if self._flow.is_code else self._flow.flush()
        elif line.name == "nf" or (line.name == "Bd" and {"-literal", "-unfilled"} & set(line.args)):
            self._flow.open_code()
        elif line.name in {"D1", "Dl"}:
            self._flow.open_code()
            self._flow.add(self._text.line(["No", *line.args]), line.number)
            self._flow.close_code()
        else:
            self._flow.flush()

    def _end(self, line: ManLine) -> None:
        if line.name == "br":
            self._flow.wrap()
        elif line.name == "Xc":
            self._close_head()
        elif self._reference is not None:
            self._add(f"{', '.join(self._reference)}.", line.number)
            self._reference = None
            self._flow.flush()

    def _reference_part(self, line: ManLine) -> None:
        text = " ".join(arg for arg in line.args if arg not in _CLOSERS)
        if self._reference is not None:
            self._reference.append(text)
        else:
            self._add(text, line.number)


_MACROS: Mapping[str, Callable[[MdocWalk, ManLine], None]] = {
    "Sh": MdocWalk._heading, "Ss": MdocWalk._heading, "Dd": MdocWalk._note_head, "Os": MdocWalk._note_head,
    "Bl": MdocWalk._open_list, "It": MdocWalk._item, "El": MdocWalk._end_list,
    **dict.fromkeys(("Pp", "Lp", "sp", "Sp", "Rs"), MdocWalk._paragraph),
    **dict.fromkeys(("Bd", "Ed", "D1", "Dl", "nf", "fi"), MdocWalk._display),
    **dict.fromkeys(("br", "Xc", "Re"), MdocWalk._end),
}
