"""One PDF page as fragments of text, lines and filled areas, in coordinates in which most of its text runs upright.

1. PyMuPDF's dictionary of the page gives runs of text with font and colour, and the boxes of drawings, in the order in
   which they are drawn. No picture is decoded.
2. Text that no reader sees is left out (``pdf_hidden`` decides) and counted.
3. When most of the text runs up, down or upside down, the page is turned so that it runs to the right. Text in any
   other direction is kept apart.
4. Drawings become rules (thin, straight), fills (areas in a colour) and other boxes; what they mean is left to others.

What fragments make together is left to ``pdf_order`` and ``pdf_lines``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.ingest.parse.pdf_hidden import Sight
from engine.ingest.parse.pdf_open import library

RAISED = 8
"""A style bit: the text stands above the line, as exponents and marks of footnotes do."""
BOLD, MONO, ITALIC = 1, 2, 4

_THIN = 2.6
_SHORTEST_RULE = 6.0
_GAP_EM = 0.7
_MOST_DRAWINGS = 6000
"""Beyond so many drawings a page is a picture: its rules are no table."""
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
              0xFB13: "մն", 0xFB14: "մե", 0xFB15: "մի", 0xFB16: "վն", 0xFB17: "մխ"}
_SYMBOLS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF06F: "▫", 0xF0E0: "→", 0xF0A8: "▫", 0xF06C: "•",
            0xF06E: "▪", 0xF076: "❖", 0xF0D2: "®", 0xF0B0: "°", 0xF0B1: "±", 0xF0B5: "µ", 0xF02D: "-"}
_TRANSLATED = _LIGATURES | _SYMBOLS
_ODD = re.compile("[\ufb00-\ufb17\uf000-\uf0ff]")
_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f]")
_MONO_NAME = re.compile(r"mono|nimbusmon|cour|consol|menlo|typewriter|fixed|andale|terminal"
                        r"|(?:cm|sf|ec|tx|lm|sl|la|x|b)tt|tt\d{2,4}$", re.IGNORECASE)
_BOLD_NAME = re.compile(r"bold|black|heavy|demi|-medi|cmbx|cmb10|sfbx|ecbx", re.IGNORECASE)
_ASKEW = (0, 0)
_NARROW, _WIDE = frozenset("ijlt.,'I"), frozenset("mwMW@")

Matrix = tuple[float, float, float, float, float, float]


class Piece(NamedTuple):
    """Text in one style: ``font`` is its place in Fonts; ``bits`` are RAISED or 0; ``x0`` and ``x1`` in points."""

    text: str
    font: int
    bits: int
    x0: float
    x1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fragment:
    """Text on one baseline without a wide gap. ``base`` is the baseline; ``size`` the type size most of it has."""

    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    text: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A thin straight line from ``start`` to ``end``, at ``at`` on the other axis."""

    at: float
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """An area of a page; a filled one has its ``color`` as 0xRRGGBB, any other -1."""

    x0: float
    y0: float
    x1: float
    y1: float
    color: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class PdfPage:
    """What stands on page ``number`` (from 1). ``to_page`` maps turned coordinates to the unrotated page's.

    ``apart`` is text in other directions than the rest, ``slanted`` what runs askew (stamps). ``drawings`` are boxes of
    what is neither rule nor fill. ``hidden`` counts letters that no reader sees, ``unreadable`` characters without
    meaning, ``under_picture`` letters of invisible text over pictures.
    """

    number: int
    width: float
    height: float
    to_page: Matrix | None = None
    fragments: tuple[Fragment, ...] = ()
    apart: tuple[Fragment, ...] = ()
    slanted: tuple[str, ...] = ()
    across: tuple[Rule, ...] = ()
    down: tuple[Rule, ...] = ()
    fills: tuple[Box, ...] = ()
    drawings: tuple[Box, ...] = ()
    hidden: int = 0
    unreadable: int = 0
    under_picture: int = 0


@dataclass(slots=True)
class Fonts:
    """The fonts of one document, and which of them are bold, italic or of one width.

    A font is monospaced by its flag, by its name, or because narrow and wide letters were seen to be of one width.
    """

    styles: list[int] = field(default_factory=list)
    _places: dict[tuple[str, int, int], int] = field(default_factory=dict)
    _widths: dict[int, tuple[float, float, int, bool, bool]] = field(default_factory=dict)

    def place(self, span: Any) -> int:
        """The place of a span's font in ``styles``."""
        key = (span["font"], span["flags"] & 30, span["char_flags"] & 8)
        place = self._places.get(key)
        if place is None:
            name, flags, fake = key
            style = BOLD if flags & 16 or fake or _BOLD_NAME.search(name) else 0
            style |= ITALIC if flags & 2 else 0
            style |= MONO if flags & 8 or _MONO_NAME.search(name) else 0
            place = self._places[key] = len(self.styles)
            self.styles.append(style)
            if not style & MONO:
                self._widths[place] = (9.9, 0.0, 0, False, False)
        return place

    def measure(self, place: int, text: str, advance: float) -> None:
        """Take note of how wide a text of three or more characters is, in ems per character."""
        seen = self._widths.get(place)
        if seen is None:
            return
        low, high, count, narrow, wide = seen
        low, high = min(low, advance), max(high, advance)
        if high - low > 0.03 * high:
            del self._widths[place]
            return
        letters = set(text)
        narrow, wide = narrow or bool(letters & _NARROW), wide or bool(letters & _WIDE)
        self._widths[place] = (low, high, count + 1, narrow, wide)
        if count > 20 and narrow and wide:
            self.styles[place] |= MONO
            del self._widths[place]


def read_page(page: Any, number: int, fonts: Fonts) -> PdfPage:
    """The page as it is drawn. Raises what PyMuPDF raises on a damaged page."""
    pymupdf = library()
    raw = page.get_text("dict", flags=pymupdf.TEXT_CLIP | pymupdf.TEXT_COLLECT_VECTORS, sort=False)
    reader = _Reader(fonts, Sight(page))
    for block in raw["blocks"]:
        if block["type"] == 0:
            for line in block["lines"]:
                reader.line(line)
        elif block["type"] == 3:
            reader.drawing(block)
    return reader.page(page, number)


class _Reader:
    """Collects one page in the order in which it is drawn."""

    def __init__(self, fonts: Fonts, sight: Sight) -> None:
        self._fonts = fonts
        self._sight = sight
        self._lines: dict[tuple[int, int], list[list[Any]]] = {}
        self._orders: list[tuple[list[Any], int]] = []
        self._drawn: list[Any] = []
        self._hidden = 0
        self._unreadable = 0

    def line(self, line: Any) -> None:
        """Take the spans of a line that can be seen."""
        dx, dy = line["dir"]
        spans = []
        for span in line["spans"]:
            text = span["text"]
            if text == " " or self._sight.sees(span):
                spans.append(span)
            else:
                self._hidden += _letters(text)
        while spans and spans[-1]["text"].isspace():
            spans.pop()
        if spans:
            is_straight = max(abs(dx), abs(dy)) > 0.99
            self._lines.setdefault((round(dx), round(dy)) if is_straight else _ASKEW, []).append(spans)
            self._orders.append((spans, self._sight.order))

    def drawing(self, block: Any) -> None:
        """Take one drawing; filled ones are a ground for what follows."""
        if block["color"] is not None and not block["stroked"]:
            self._sight.fill(block["bbox"], block["color"], alpha=block["alpha"], is_rectangle=block["isrect"])
        self._drawn.append(block)

    def page(self, page: Any, number: int) -> PdfPage:
        """Everything collected, turned upright."""
        grounds = set(map(id, self._sight.grounds))
        for spans, order in self._orders:
            covered = {id(span) for span in spans if self._sight.is_covered(span, order)}
            self._hidden += sum(_letters(span["text"]) for span in spans if id(span) in covered)
            gone = covered | grounds
            spans[:] = [span for span in spans if id(span) not in gone] if gone else spans
        direction = max(self._lines, key=self._amount, default=(1, 0))
        turn = _turn(direction, page.rect.width, page.rect.height)
        apart = [self._fragment(spans, turn) for other, lines in self._lines.items()
                 if other not in (direction, _ASKEW) for spans in lines if spans]
        slanted = ["".join(span["text"] for span in spans).strip() for spans in self._lines.get(_ASKEW, ())]
        upright = [self._fragment(spans, turn) for spans in self._lines.get(direction, ()) if spans]
        width, height = page.rect.width, page.rect.height
        if direction[0] == 0:
            width, height = height, width
        across, down, fills, drawings = _sorted_drawings(self._drawn, turn)
        return PdfPage(
            number=number, width=width, height=height, to_page=_to_page(page, turn), fragments=tuple(upright),
            apart=tuple(apart), slanted=tuple(slanted) if direction != _ASKEW else (),
            across=across, down=down, fills=fills, drawings=drawings, hidden=self._hidden,
            unreadable=self._unreadable, under_picture=self._sight.under_pictures)

    def _amount(self, direction: tuple[int, int]) -> int:
        if direction == _ASKEW:
            return -1
        return sum(len(span["text"]) for spans in self._lines[direction] for span in spans)

    def _fragment(self, spans: list[Any], turn: Matrix | None) -> Fragment:
        """One line of the library: neighbouring spans in one style are one piece, wide gaps part them."""
        place_of, measure = self._fonts.place, self._fonts.measure
        pieces: list[Piece] = []
        sizes: dict[float, int] = {}
        for span in spans:
            text, size = span["text"], span["size"]
            x0, _, x1, _ = span["bbox"] if turn is None else _turned(span["bbox"], turn)
            font = place_of(span)
            bits = RAISED if span["flags"] & 1 else 0
            count = len(text)
            sizes[size] = sizes.get(size, 0) + count
            if count > 2:
                measure(font, text, (x1 - x0) / (count * size))
            last = pieces[-1] if pieces else None
            if last is not None and (last.font == font or text == " ") and (last.bits == bits or text == " ") and (
                    text != " " or x1 - x0 < _GAP_EM * size):
                pieces[-1] = Piece(last.text + text, last.font, last.bits, last.x0, x1)
            else:
                pieces.append(Piece(text, font, bits, x0, x1))
        text = "".join([piece.text for piece in pieces])
        if not text.isascii():
            self._unreadable += len(_UNREADABLE.findall(text))
            if _ODD.search(text):
                pieces = [piece._replace(text=piece.text.translate(_TRANSLATED)) for piece in pieces]
                text = "".join([piece.text for piece in pieces])
        size = max(sizes, key=sizes.__getitem__)
        first = next((span for span in spans if span["size"] == size), spans[0])
        return _placed(spans, pieces, text, size, first["origin"], turn)


def _placed(spans: list[Any], pieces: list[Piece], text: str, size: float, origin: tuple[float, float],
            turn: Matrix | None) -> Fragment:
    """The fragment with its box; a font that claims to be taller than its letters is not believed."""
    x0 = y0 = 1e9
    x1 = y1 = -1e9
    for span in spans:
        a, b, c, d = span["bbox"]
        x0, y0, x1, y1 = min(x0, a), min(y0, b), max(x1, c), max(y1, d)
    base = origin[1]
    if turn is not None:
        x0, y0, x1, y1 = _turned((x0, y0, x1, y1), turn)
        base = _turned((*origin, *origin), turn)[1]
    if y0 <= base <= y1 + size:
        y0, y1 = max(y0, base - size), min(y1, base + 0.35 * size)
    return Fragment(x0=x0, y0=y0, x1=x1, y1=y1, base=base, size=size, text=text, pieces=tuple(pieces))


def _letters(text: str) -> int:
    return sum(map(str.isalnum, text))


def _turn(direction: tuple[int, int], width: float, height: float) -> Matrix | None:
    """The turn by which text that runs in ``direction`` runs to the right; None when it does."""
    if direction == (0, -1):
        return (0, 1, -1, 0, height, 0)
    if direction == (0, 1):
        return (0, -1, 1, 0, 0, width)
    if direction == (-1, 0):
        return (-1, 0, 0, -1, width, height)
    return None


def _turned(area: tuple[float, float, float, float], turn: Matrix) -> tuple[float, float, float, float]:
    a, b, c, d, e, f = turn
    x0, y0, x1, y1 = area
    left, top, right, bottom = a * x0 + c * y0 + e, b * x0 + d * y0 + f, a * x1 + c * y1 + e, b * x1 + d * y1 + f
    return min(left, right), min(top, bottom), max(left, right), max(top, bottom)


def _to_page(page: Any, turn: Matrix | None) -> Matrix | None:
    """From turned coordinates to those of the unrotated page; None when they are the same."""
    if turn is None and not page.rotation:
        return None
    pymupdf = library()
    back = pymupdf.Matrix(1, 1) if turn is None else ~pymupdf.Matrix(*turn)
    return tuple(back * page.derotation_matrix)


def _sorted_drawings(
    drawn: list[Any], turn: Matrix | None
) -> tuple[tuple[Rule, ...], tuple[Rule, ...], tuple[Box, ...], tuple[Box, ...]]:
    """Rules across, rules down, filled areas, other boxes."""
    across: list[Rule] = []
    down: list[Rule] = []
    fills: list[Box] = []
    boxes: list[Box] = []
    if len(drawn) > _MOST_DRAWINGS:
        return (), (), (), ()
    for block in drawn:
        x0, y0, x1, y1 = block["bbox"] if turn is None else _turned(block["bbox"], turn)
        width, height = x1 - x0, y1 - y0
        if not block["isrect"]:
            boxes.append(Box(x0=x0, y0=y0, x1=x1, y1=y1))
        elif height <= _THIN and width >= _SHORTEST_RULE:
            across.append(Rule(at=(y0 + y1) / 2, start=x0, end=x1))
        elif width <= _THIN and height >= _SHORTEST_RULE:
            down.append(Rule(at=(x0 + x1) / 2, start=y0, end=y1))
        elif block["stroked"] and min(width, height) > _THIN:
            across += [Rule(at=y0, start=x0, end=x1), Rule(at=y1, start=x0, end=x1)]
            down += [Rule(at=x0, start=y0, end=y1), Rule(at=x1, start=y0, end=y1)]
        elif not block["stroked"] and min(width, height) > _THIN and block["alpha"] > 8:
            fills.append(Box(x0=x0, y0=y0, x1=x1, y1=y1, color=block["color"]))
    return tuple(across), tuple(down), tuple(fills), tuple(boxes)
