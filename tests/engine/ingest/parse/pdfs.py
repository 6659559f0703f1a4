"""Small PDF files made for one test each, and short ways to read them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.ingest.parse import pdf
from engine.ingest.parse.pdf_open import library
from engine.ingest.parse.source import Limits, Source
from engine.types import BlockKind, Parsed, Table

WIDTH, HEIGHT = 595.0, 842.0
_FONTS = {"": "helv", "bold": "hebo", "mono": "cour", "italic": "heit"}


class Paper:
    """A PDF being made, page by page; coordinates in points from the top left."""

    def __init__(self) -> None:
        self.document: Any = library().open()
        self.page: Any = None

    def turn(self, width: float = WIDTH, height: float = HEIGHT) -> Paper:
        """Begin the next page."""
        self.page = self.document.new_page(width=width, height=height)
        return self

    def write(self, x: float, y: float, words: str, *, size: float = 11, font: str = "",
              color: tuple[float, float, float] = (0, 0, 0), mode: int = 0, rotate: int = 0) -> None:
        """A line of text with its baseline at ``y``."""
        self.page.insert_text((x, y), words, fontsize=size, fontname=_FONTS[font], color=color, render_mode=mode,
                              rotate=rotate)

    def lines(self, x: float, y: float, lines: Sequence[str], *, size: float = 11, step: float = 14,
              font: str = "") -> float:
        """Lines below each other; returns where the next one would stand."""
        for line in lines:
            self.write(x, y, line, size=size, font=font)
            y += step
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A thin line."""
        self.page.draw_line((x0, y0), (x1, y1), width=0.7)

    def fill(self, x0: float, y0: float, x1: float, y1: float, color: tuple[float, float, float]) -> None:
        """A filled rectangle."""
        self.page.draw_rect((x0, y0, x1, y1), color=None, fill=color, width=0)

    def grid(self, xs: Sequence[float], ys: Sequence[float], rows: Sequence[Sequence[str]], *,
             header_font: str = "bold", size: float = 10) -> None:
        """A fully ruled table with its cells' text."""
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        for number, row in enumerate(rows):
            font = header_font if number == 0 else ""
            for place, cell in enumerate(row):
                if cell:
                    self.write(xs[place] + 3, ys[number + 1] - 5, cell, size=size, font=font)

    def picture(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A grey picture."""
        pymupdf = library()
        pixmap = pymupdf.Pixmap(pymupdf.csGRAY, pymupdf.IRect(0, 0, 8, 8), False)
        pixmap.clear_with(200)
        self.page.insert_image((x0, y0, x1, y1), pixmap=pixmap, keep_proportion=False)

    def data(self, **options: Any) -> bytes:
        """The finished file."""
        made: bytes = self.document.tobytes(**options)
        return made


def source_of(data: bytes, name: str = "doc.pdf", limits: Limits | None = None) -> Source:
    return Source(path=Path(name), relative_path=name, data=data, media_type="application/pdf",
                  limits=limits or Limits())


def read_pdf(made: Paper | bytes, name: str = "doc.pdf", limits: Limits | None = None) -> Parsed:
    return pdf.parse(source_of(made.data() if isinstance(made, Paper) else made, name, limits))


def plains(parsed: Parsed) -> list[str]:
    """The readable text of every block."""
    return [block.plain for block in parsed.blocks]


def headings(parsed: Parsed) -> list[tuple[int, str]]:
    return [(block.level, block.plain) for block in parsed.blocks if block.kind is BlockKind.HEADING]


def tables(parsed: Parsed) -> list[Table]:
    return [block.table for block in parsed.blocks if block.table is not None]


def rows(table: Table) -> list[list[str]]:
    return [list(row.cells) for row in table.rows]


def found(parsed: Parsed, name: str) -> str:
    """What was found under a name; empty when nothing was."""
    return next((item.value for item in parsed.found if item.name == name), "")


PROSE = ["The relay waits for an answer before it marks the route as stale and tries the next one in",
         "the list of neighbours. A route that stays stale for a day is removed, and the operator is told",
         "about it in the daily report, which also names the neighbour that did not answer in time."]
