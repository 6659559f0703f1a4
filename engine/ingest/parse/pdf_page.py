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
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.ingest.parse.pdf_fonts import RAISED, Fonts
from engine.ingest.parse.pdf_hidden import Sight, is_plain
from engine.ingest.parse.pdf_open import library

_THIN = 2.6
_SHORTEST_RULE = 6.0
_GAP_EM = 0.7
_BELOW_EM = 0.3
_MOST_DRAWINGS = 6000
"""Beyond so many drawings a page is a picture: its rules are no table."""
_LIGATURES = {0xFB00: "ff", 0xFB01: "fi", 0xFB02: "fl", 0xFB03: "ffi", 0xFB04: "ffl", 0xFB05: "st", 0xFB06: "st",
              0xFB13: "մն", 0xFB14: "մե", 0xFB15: "մի", 0xFB16: "վն", 0xFB17: "մխ"}
_SYMBOLS = {0xF0B7: "•", 0xF0A7: "▪", 0xF0D8: "➢", 0xF0FC: "✓", 0xF06F: "▫", 0xF0E0: "→", 0xF0A8: "▫", 0xF06C: "•",
            0xF06E: "▪", 0xF076: "❖", 0xF0D2: "®", 0xF0B0: "°", 0xF0B1: "±", 0xF0B5: "µ", 0xF02D: "-"}
_TRANSLATED = _LIGATURES | _SYMBOLS
_ODD = re.compile("[\ufb00-\ufb17\uf000-\uf0ff]")
_UNREADABLE = re.compile("[\ufffd\ue000-\uf8ff\x00-\x08\x0e-\x1f]")
_ASKEW = (0, 0)

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
    meaning, ``under_picture`` letters of invisible text over pictures, ``drawn`` all drawings.
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
    drawn: int = 0


def read_page(page: Any, number: int, fonts: Fonts) -> PdfPage:
    """The page as it is drawn. Raises what PyMuPDF raises on a damaged page."""
    pymupdf = library()
    raw = page.get_text("dict", flags=pymupdf.TEXT_CLIP | pymupdf.TEXT_COLLECT_VECTORS, sort=False)
    width, height = unrotated_size(page)
    reader = _Reader(fonts, Sight(page, width, height))
    for block in raw["blocks"]:
        if block["type"] == 0:
            for line in block["lines"]:
                reader.line(line)
        elif block["type"] == 3:
            reader.drawing(block)
    return reader.page(number, width, height)


def unrotated_size(page: Any) -> tuple[float, float]:
    """Width and height of a page as text is given on it: without the rotation it is shown with."""
    rect = page.rect
    return (rect.height, rect.width) if page.rotation % 180 else (rect.width, rect.height)


class _Reader:
    """Collects one page in the order in which it is drawn."""

    def __init__(self, fonts: Fonts, sight: Sight) -> None:
        self._fonts = fonts
        self._sight = sight
        self._lines: dict[tuple[int, int], list[list[Any]]] = {}
        self._amounts: dict[tuple[int, int], int] = {}
        self._orders: list[tuple[list[Any], int]] = []
        self._drawn: list[Any] = []
        self._dashes: list[Any] = []
        self._hidden = 0
        self._unreadable = 0

    def line(self, line: Any) -> None:
        """Take the spans of a line that can be seen."""
        sees = self._sight.sees
        dx, dy = line["dir"]
        direction = (round(dx), round(dy)) if abs(dx) > 0.99 or abs(dy) > 0.99 else _ASKEW
        clear = self._sight.clear if self._sight.holds(line["bbox"]) else frozenset()
        spans = []
        for span in line["spans"]:
            text = span["text"]
            if text == " " or (span["color"] in clear and is_plain(span)) or sees(span):
                spans.append(span)
            elif direction != _ASKEW:  # faint stamps are no secret
                self._hidden += _letters(text)
        while spans and spans[-1]["text"].isspace():
            spans.pop()
        while spans and spans[0]["text"].isspace():
            del spans[0]
        if spans:
            self._lines.setdefault(direction, []).append(spans)
            self._amounts[direction] = self._amounts.get(direction, 0) + sum([len(span["text"]) for span in spans])
            self._orders.append((spans, self._sight.order))

    def drawing(self, block: Any) -> None:
        """Take one drawing; filled ones are a ground for what follows."""
        if block["color"] is not None and not block["stroked"]:
            self._sight.fill(block["bbox"], block["color"], alpha=block["alpha"], is_rectangle=block["isrect"])
        x0, y0, x1, y1 = block["bbox"]
        if y1 - y0 < 1.3 and 1.5 < x1 - x0 < _SHORTEST_RULE + 1.5:
            self._dashes.append(block["bbox"])
        self._drawn.append(block)

    def page(self, number: int, width: float, height: float) -> PdfPage:
        """Everything collected, turned upright."""
        self._settle()
        direction = max(self._lines, key=lambda way: -1 if way == _ASKEW else self._amounts[way], default=(1, 0))
        turn = _turn(direction, width, height)
        apart = [self._fragment(spans, turn) for other, lines in self._lines.items()
                 if other not in (direction, _ASKEW) for spans in lines if spans]
        slanted = ["".join(span["text"] for span in spans).strip() for spans in self._lines.get(_ASKEW, ())]
        upright = [self._fragment(spans, turn) for spans in self._lines.get(direction, ()) if spans]
        upright += _underscores(upright, self._dashes) if turn is None else []
        if direction[0] == 0:
            width, height = height, width
        across, down, fills, drawings = _sorted_drawings(self._drawn, turn)
        return PdfPage(
            number=number, width=width, height=height, to_page=_back(turn), fragments=tuple(upright),
            apart=tuple(apart), slanted=tuple(slanted) if direction != _ASKEW else (),
            across=across, down=down, fills=fills, drawings=drawings, hidden=self._hidden,
            unreadable=self._unreadable, under_picture=self._sight.under_pictures, drawn=len(self._drawn))

    def _settle(self) -> None:
        """Take out what was covered later, or only was a ground, and write underscores."""
        grounds = set(map(id, self._sight.grounds))
        if not (grounds or self._dashes or self._sight.has_covers):
            return
        for spans, order in self._orders:
            covered = self._sight.covered(spans, order)
            self._hidden += sum(_letters(span["text"]) for span in covered)
            if self._dashes:
                self._underscored(spans)
            gone = {*map(id, covered), *grounds}
            spans[:] = [span for span in spans if id(span) not in gone] if gone else spans

    def _underscored(self, spans: list[Any]) -> None:
        """Write the underscores that are drawn as little rules in the gaps of a line, as TeX does."""
        below = _BELOW_EM * max((span["size"] for span in spans), default=0.0)
        bases = [span["origin"][1] for span in spans]
        near = [dash for dash in self._dashes if min(bases) - below < dash[1] < max(bases) + below] if bases else []
        for span in spans if near else ():
            if span["text"] == " ":
                x0, _, x1, _ = span["bbox"]
                y, below = span["origin"][1], _BELOW_EM * span["size"]
                if any(abs(dash[1] - y) < below and x0 - 1.5 <= dash[0] and dash[2] <= x1 + 1.5 for dash in near):
                    span["text"] = "_"

    def _fragment(self, spans: list[Any], turn: Matrix | None) -> Fragment:
        """One line of the library: neighbouring spans in one style are one piece, wide gaps part them."""
        if turn is None and (words := _in_one_style(spans)):
            first = spans[0]
            lefts, tops, rights, bottoms = zip(*[span["bbox"] for span in spans], strict=True)
            piece = self._piece(words, first["font"], first["flags"], first["char_flags"] & 8, lefts[0], rights[-1],
                                first["size"])
            return self._made([piece], (min(lefts), min(tops), max(rights), max(bottoms)), first["size"],
                              first["origin"][1])
        pieces: list[Piece] = []
        sizes: dict[float, int] = {}
        texts: list[str] = []
        name, flags, weight, start, end = "", -1, -1, 0.0, 0.0
        left = top = 1e9
        right = bottom = -1e9
        for span in spans:
            text, size = span["text"], span["size"]
            x0, y0, x1, y1 = span["bbox"] if turn is None else _turned(span["bbox"], turn)
            left, top = x0 if x0 < left else left, y0 if y0 < top else top
            right, bottom = x1 if x1 > right else right, y1 if y1 > bottom else bottom
            sizes[size] = sizes.get(size, 0) + len(text)
            if text == " ":
                if texts and x1 - x0 < _GAP_EM * size:
                    texts.append(text)
                    end = x1
                    continue
            elif texts and span["font"] == name and span["flags"] == flags and span["char_flags"] & 8 == weight and (
                    texts[0] != " "):
                texts.append(text)
                end = x1
                continue
            if texts:
                pieces.append(self._piece(texts, name, flags, weight, start, end, size))
            texts = [text]
            name, flags, weight, start, end = span["font"], span["flags"], span["char_flags"] & 8, x0, x1
        pieces.append(self._piece(texts, name, flags, weight, start, end, size))
        size = max(sizes, key=sizes.__getitem__) if len(sizes) > 1 else size
        origin = next((span for span in spans if span["size"] == size), spans[0])["origin"]
        base = origin[1] if turn is None else _turned((*origin, *origin), turn)[1]
        return self._made(pieces, (left, top, right, bottom), size, base)

    def _made(self, pieces: list[Piece], box: tuple[float, float, float, float], size: float,
              base: float) -> Fragment:
        """The fragment of these pieces, its signs readable, as tall as its letters."""
        left, top, right, bottom = box
        if pieces[0].text[0] == " ":
            pieces[0] = _without_indent(pieces[0])
            left = pieces[0].x0
        text = "".join([piece.text for piece in pieces])
        if not text.isascii():
            self._unreadable += len(_UNREADABLE.findall(text))
            if _ODD.search(text):
                pieces = [piece._replace(text=piece.text.translate(_TRANSLATED)) for piece in pieces]
                text = "".join([piece.text for piece in pieces])
        if top <= base <= bottom + size:  # a font that claims to be taller than its letters is not believed
            top, bottom = max(top, base - size), min(bottom, base + 0.35 * size)
        return Fragment(x0=left, y0=top, x1=right, y1=bottom, base=base, size=size, text=text, pieces=tuple(pieces))

    def _piece(self, texts: list[str], name: str, flags: int, weight: int, start: float, end: float,
               size: float) -> Piece:
        font = self._fonts.place(name, flags, weight)
        text = "".join(texts)
        if len(text) > 2 and " " not in text and font in self._fonts.unmeasured:
            self._fonts.measure(font, text, (end - start) / (len(text) * size))
        return Piece(text, font, RAISED if flags & 1 else 0, start, end)


def _in_one_style(spans: list[Any]) -> list[str]:
    """The texts of spans that are all in one style and without a wide gap, as most lines are; else nothing."""
    first = spans[0]
    name, flags, size, weight = first["font"], first["flags"], first["size"], first["char_flags"] & 8
    texts: list[str] = []
    for span in spans:
        text = span["text"]
        if text == " ":
            x0, _, x1, _ = span["bbox"]
            if not texts or x1 - x0 >= _GAP_EM * span["size"] or span["size"] != size:
                return []
        elif span["font"] != name or span["size"] != size or span["flags"] != flags or (
                span["char_flags"] & 8 != weight):
            return []
        texts.append(text)
    return texts


def _without_indent(piece: Piece) -> Piece:
    """The piece from its first letter on."""
    text = piece.text.lstrip(" ")
    return Piece(text, piece.font, piece.bits, piece.x1 - (piece.x1 - piece.x0) * len(text) / len(piece.text), piece.x1)


def _underscores(fragments: list[Fragment], dashes: list[Any]) -> list[Fragment]:
    """The underscores between fragments that are drawn as little rules on the baseline."""
    made = []
    for x0, y0, x1, _ in dashes:
        before = next((part for part in fragments
                       if abs(part.x1 - x0) < 2 and abs(part.base - y0) < _BELOW_EM * part.size), None)
        if before is not None and any(abs(part.x0 - x1) < 2 and abs(part.base - before.base) < 1
                                      for part in fragments):
            piece = Piece("_", before.pieces[-1].font, before.pieces[-1].bits, x0, x1)
            made.append(Fragment(x0=x0, y0=before.y0, x1=x1, y1=before.y1, base=before.base, size=before.size,
                                 text="_", pieces=(piece,)))
    return made


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


def _back(turn: Matrix | None) -> Matrix | None:
    """From turned coordinates to those of the page."""
    return None if turn is None else tuple(~library().Matrix(*turn))


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
