"""Lines of a PDF page made from fragments on one baseline, and running text made from lines.

Owns blanks between fragments, hyphens at line ends and the Markdown of bold and monospaced words. Where a paragraph
begins and ends is left to ``pdf_blocks``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.ingest.parse.builder import escaped
from engine.ingest.parse.pdf_fonts import BOLD, ITALIC, MONO, RAISED
from engine.ingest.parse.pdf_page import Fragment, PdfPage
from engine.ingest.parse.rich import Rich, code_span, joined, marked
from engine.types import Rect

_BLANK_EM = 0.13
_BLANKS = re.compile(" {2,}")
_CELL_EM, _CODE_CELL_EM = 1.1, 0.8
_WIDE = "\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef"
_WIDE_END = re.compile(f"[{_WIDE}]\\Z")
_WIDE_START = re.compile(f"[{_WIDE}]")
_HYPHENS = "-\u2010\xad"
_HYPHENATED = re.compile(f"(\\w*[^\\W\\d_]{{2,}})[{_HYPHENS}]\\Z")
_NEXT_WORD = re.compile(r"[^\W\d_]+")
_OPTION_END = re.compile(f"(?:^|[\\s(\\[\"'`|,/])--?[a-z][{_HYPHENS}\\w]*\\Z")
_COMPOUND = re.compile(r"(?=\b([^\W\d_]+-[^\W\d_]+))")
_ADDRESS_END = re.compile(r"(?:https?:|www\.|ftp:)\S*\Z")
_ADDRESS_SIGNS = "./_=&?:#~"
_LONGEST_END = 200
_RTL = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_RAISED_SIGNS = str.maketrans("0123456789+-−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ")
_RAISABLE = re.compile(r"[+\-−]?(?:\d+|n)\Z")


class Run(NamedTuple):
    """Words in one style: BOLD and MONO bits, and RAISED."""

    text: str
    style: int


class Cell(NamedTuple):
    """A part of a line between wide gaps."""

    x0: float
    x1: float
    runs: tuple[Run, ...]

    @property
    def text(self) -> str:
        """What stands in it."""
        return "".join(run.text for run in self.runs).strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a column. ``left`` and ``right`` are the edges of that column, ``cells`` its parts in order."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    left: float
    right: float
    cells: tuple[Cell, ...]
    text: str
    style: int
    is_italic: bool = False

    @property
    def is_bold(self) -> bool:
        """Whether all of it is bold."""
        return bool(self.style & BOLD)

    @property
    def is_mono(self) -> bool:
        """Whether all of it is in a font of one width."""
        return bool(self.style & MONO)

    @property
    def runs(self) -> tuple[Run, ...]:
        """Its words by style, cells parted by a blank."""
        made: list[Run] = []
        for cell in self.cells:
            if made:
                made.append(Run(" ", cell.runs[0].style & made[-1].style))
            made += cell.runs
        return tuple(made)


def lines_of(fragments: Sequence[Fragment], styles: Sequence[int], page: int, left: float, right: float) -> list[Line]:
    """Lines from the top down: fragments on one baseline in one column, in the order of their script."""
    rows: list[list[Fragment]] = []
    for fragment in sorted(fragments, key=lambda part: (part.base, part.x0)):
        row = next((row for row in reversed(rows[-3:]) if _same_row(row, fragment)), None)
        if row is None:
            rows.append([fragment])
        else:
            row.append(fragment)
    return [_line(row, styles, page, left, right) for row in rows]


def _same_row(row: Sequence[Fragment], fragment: Fragment) -> bool:
    """Whether a fragment stands on the row's baseline, or raised or lowered just beside it."""
    big = row[0] if len(row) == 1 else max(row, key=lambda part: part.size)
    apart = abs(fragment.base - big.base)
    if apart <= 0.2 * min(big.size, fragment.size):
        return True
    if apart > 0.55 * max(big.size, fragment.size):
        return False
    is_small = min(big.size, fragment.size) < 0.85 * max(big.size, fragment.size)
    beside = all(part.x1 <= fragment.x0 + 1 or fragment.x1 <= part.x0 + 1 for part in row)
    return apart <= (0.55 if is_small else 0.35) * max(big.size, fragment.size) and beside


def _line(row: list[Fragment], styles: Sequence[int], page: int, left: float, right: float) -> Line:
    sizes: dict[float, int] = {}
    for part in row:
        sizes[part.size] = sizes.get(part.size, 0) + len(part.text)
    size = max(sizes, key=sizes.__getitem__)
    base = next(part.base for part in row if part.size == size)
    row.sort(key=lambda part: part.x0, reverse=_is_right_to_left(row))
    cells = _cells(row, styles, size, base)
    letters = [run.style for cell in cells for run in cell.runs if run.text.strip() and not run.style & RAISED]
    style = BOLD | MONO if letters else 0
    for one in letters:
        style &= one
    return Line(
        page=page, x0=min(part.x0 for part in row), y0=min(part.y0 for part in row), x1=max(part.x1 for part in row),
        y1=max(part.y1 for part in row), base=base, size=size, left=left, right=right, cells=tuple(cells),
        text=" ".join(cell.text for cell in cells), style=style,
        is_italic=all(styles[piece.font] & ITALIC for part in row for piece in part.pieces if piece.text.strip()))


def _is_right_to_left(row: Sequence[Fragment]) -> bool:
    text = "".join(part.text for part in row)
    return not text.isascii() and 2 * len(_RTL.findall(text)) > sum(map(str.isalpha, text))


def _cells(row: Sequence[Fragment], styles: Sequence[int], size: float, base: float) -> list[Cell]:
    """The row cut at wide gaps; narrower ones become blanks."""
    cells: list[Cell] = []
    runs: list[Run] = []
    start = end = row[0].x0
    is_mono = all(styles[piece.font] & MONO for part in row for piece in part.pieces if piece.text.strip())
    widest = (_CODE_CELL_EM if is_mono else _CELL_EM) * size
    for part in row:
        is_raised = part.size < 0.85 * size and part.base < base - 0.15 * size
        for piece in part.pieces:
            if runs and piece.text.isspace() and piece.x1 - piece.x0 > _BLANK_EM * size:
                continue
            gap = max(piece.x0 - end, start - piece.x1) if runs else 0.0
            if gap > widest:
                cells.append(Cell(start, end, tuple(runs)))
                runs, start = [], piece.x0
            elif gap > _BLANK_EM * size and not runs[-1].text.endswith(" ") and not piece.text.startswith(" "):
                runs.append(Run(" ", runs[-1].style))
            _add(runs, piece.text, styles[piece.font] & (BOLD | MONO) | (RAISED if is_raised else piece.bits))
            start, end = min(start, piece.x0), piece.x1
    cells.append(Cell(start, end, tuple(runs)))
    return [cell for cell in cells if cell.text]


def _add(runs: list[Run], text: str, style: int) -> None:
    """Append words; raised figures are written as such where there are signs for them."""
    if style & RAISED:
        shown = text.strip()
        if _RAISABLE.match(shown):
            text, style = text.translate(_RAISED_SIGNS), runs[-1].style if runs else 0
        else:
            style &= ~RAISED
    if runs and (runs[-1].style == style or not text.strip()):
        runs[-1] = Run(runs[-1].text + text, runs[-1].style)
    else:
        runs.append(Run(text, style))


class Vocabulary:
    """The words of a document, which decide how a word that was broken at a line end is put together again."""

    def __init__(self) -> None:
        self._words: set[str] = set()
        self._compounds: set[str] = set()

    def learn(self, text: str) -> None:
        """Take note of the words of a line, but for the broken one at its end."""
        if text[-1:] in _HYPHENS:
            text = text.rpartition(" ")[0]
        lowered = text.lower()
        self._words.update(_NEXT_WORD.findall(lowered))
        if "-" in lowered:
            self._compounds.update(_COMPOUND.findall(lowered))

    def keeps_hyphen(self, head: str, tail: str) -> bool:
        """Whether ``head-tail`` is a compound that was broken at its own hyphen."""
        head, tail = head.lower(), tail.lower()
        if f"{head}{tail}" in self._words:
            return False
        return f"{head}-{tail}" in self._compounds


def text_of(lines: Sequence[Sequence[Run]], vocabulary: Vocabulary, *, starts_line: bool = True) -> Rich:
    """Lines as running text: a blank between them, none between wide characters, broken words joined.

    ``starts_line`` says that nothing stands before it on its line of Markdown.
    """
    runs: list[Run] = []
    for line in lines:
        line = [run if run.style & MONO else Run(_BLANKS.sub(" ", run.text), run.style) for run in line if run.text]
        if not line:
            continue
        if runs:
            _join(runs, line[0], vocabulary)
        for run in line:
            if runs and runs[-1].style == run.style:
                runs[-1] = Run(runs[-1].text + run.text, run.style)
            else:
                runs.append(run)
    return rich(runs, starts_line=starts_line)


def _join(runs: list[Run], following: Run, vocabulary: Vocabulary) -> None:
    """Put what belongs between two lines at the end of ``runs``."""
    last = runs[-1]
    text = last.text.rstrip()
    start = following.text.lstrip()
    end = text[-_LONGEST_END:]
    broken = _HYPHENATED.search(end) if text[-1:] in _HYPHENS else None
    tail = _NEXT_WORD.match(start)
    if broken and tail and start[0].islower() and not last.style & MONO:
        head = broken[1].rpartition("_")[2]
        is_option = text[-1] != "\xad" and _OPTION_END.search(end)  # --no-wait
        if not is_option and (text[-1] == "\xad" or not vocabulary.keeps_hyphen(head, tail[0])):
            text = text[:-1]
        runs[-1] = Run(text, last.style)
    elif text[-1:] in _HYPHENS and text[-2:-1].isalnum() and start[:1].isalnum():
        runs[-1] = Run(text.rstrip("\xad"), last.style)
    else:
        is_address = (text[-1:] in _ADDRESS_SIGNS or start[:1] == "/") and _ADDRESS_END.search(end)
        is_wide = not start.isascii() and _WIDE_START.match(start) and _WIDE_END.search(end)
        runs[-1] = Run(text if is_address or is_wide else f"{text} ", last.style)


def rich(runs: Sequence[Run], *, starts_line: bool = True) -> Rich:
    """Runs in both forms: monospaced words as code, bold ones in bold unless the mark would not be read as such."""
    parts: list[Rich] = []
    runs = _smoothed(runs)
    for place, run in enumerate(runs):
        stripped = run.text.strip()
        if not stripped or not run.style & (MONO | BOLD):
            parts.append(Rich(run.text, escaped(run.text, starts_line=starts_line and place == 0)))
            continue
        if run.style & MONO:
            lead, tail = run.text[:len(run.text) - len(run.text.lstrip())], run.text[len(run.text.rstrip()):]
            span = code_span(stripped)
            parts.append(Rich(run.text, f"{lead}{span.markup}{tail}"))
        else:
            plain = Rich(run.text, escaped(run.text, starts_line=starts_line and place == 0))
            parts.append(marked(plain, "**") if _takes_mark(runs, place) else plain)
    return joined(parts)


def _smoothed(runs: Sequence[Run]) -> list[Run]:
    """Signs between words take the style that both neighbours have, or none."""
    made: list[Run] = []
    for place, run in enumerate(runs):
        style = run.style
        if not any(map(str.isalnum, run.text)):
            before = runs[place - 1].style if place else 0
            after = runs[place + 1].style if place + 1 < len(runs) else 0
            style = before if before == after and " " not in run.text else 0
        if made and made[-1].style == style:
            made[-1] = Run(made[-1].text + run.text, style)
        else:
            made.append(Run(run.text, style))
    return made


def _takes_mark(runs: Sequence[Run], place: int) -> bool:
    """Whether Markdown reads two stars around this run as bold: they must not stand between a letter and a sign."""
    text = runs[place].text
    before = runs[place - 1].text[-1:] if place else ""
    after = runs[place + 1].text[:1] if place + 1 < len(runs) else ""
    opens = text[0].isspace() or not before.isalnum() or text[0].isalnum()
    closes = text[-1].isspace() or not after.isalnum() or text[-1].isalnum()
    return opens and closes


def rects_of(lines: Sequence[Line], pages: dict[int, PdfPage]) -> tuple[Rect, ...]:
    """The places of lines: neighbours in one column are one rectangle, in points of the unrotated page."""
    boxes: list[list[float]] = []
    for line in lines:
        last = boxes[-1] if boxes else None
        if last and last[0] == line.page and -2 <= line.y0 - last[4] <= 1.2 * line.size and (
                line.x0 < last[3] and line.x1 > last[1]):
            last[1:] = min(last[1], line.x0), min(last[2], line.y0), max(last[3], line.x1), max(last[4], line.y1)
        else:
            boxes.append([line.page, line.x0, line.y0, line.x1, line.y1])
    return tuple(rect_of(pages[int(page)], x0, y0, x1, y1) for page, x0, y0, x1, y1 in boxes)


def rect_of(page: PdfPage, x0: float, y0: float, x1: float, y1: float) -> Rect:
    """A box in turned coordinates as a rectangle on the unrotated page."""
    if page.to_page is not None:
        a, b, c, d, e, f = page.to_page
        xs = sorted((a * x0 + c * y0 + e, a * x1 + c * y1 + e))
        ys = sorted((b * x0 + d * y0 + f, b * x1 + d * y1 + f))
        (x0, x1), (y0, y1) = xs, ys
    return Rect(page.number, round(x0, 1), round(y0, 1), round(x1, 1), round(y1, 1))
