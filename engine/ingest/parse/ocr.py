"""Text in pictures, recognised on this machine; only where the extra ``ocr`` (the package rapidocr) is installed.

Its models lie in its own package. They are named to it by path, so that it looks for no others, and what it would
download with is not there for it; where a model is missing there is no recognition. Which pages are given to it is left
to ``pdf_read``.
"""

from __future__ import annotations

import importlib
import math
import sys
from types import ModuleType
from typing import Any, Protocol

from engine.ingest.parse.ocr_models import PACKAGE, model_paths
from engine.ingest.parse.pdf_fonts import Fonts
from engine.ingest.parse.pdf_open import library
from engine.ingest.parse.pdf_page import Fragment, PdfPage, Piece

_DOWNLOADER = "requests"
_DPI = 200
_POINTS_PER_INCH = 72
_LONGEST_SIDE = 4000
_TYPE_SHARE = 0.75
"""The size of type in the height of a recognised line."""
_BASE_SHARE = 0.8


class Recognizer(Protocol):
    """Reads the picture of a page."""

    def page(self, page: Any, number: int, fonts: Fonts, most_pixels: int) -> PdfPage:
        """The page with the lines that were recognised on it, looked at with ``most_pixels`` at most."""
        ...


def recognizer() -> Recognizer | None:
    """The recogniser, or None where the extra is not installed or lacks a model."""
    settings = model_paths()
    if not settings:
        return None
    engine = _loaded().RapidOCR(
        params={**settings, "Global.log_level": "critical", "Global.max_side_len": _LONGEST_SIDE})
    return _Rapid(engine)


def _loaded() -> Any:
    """The package, with an empty module in place of the one it would download with."""
    nothing = ModuleType(_DOWNLOADER)
    nothing.__dict__.update(Response=object, RequestException=OSError)
    sys.modules.setdefault(_DOWNLOADER, nothing)
    return importlib.import_module(PACKAGE)


class _Rapid:
    """rapidocr, given pages as pictures."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def page(self, page: Any, number: int, fonts: Fonts, most_pixels: int) -> PdfPage:
        """As Recognizer has it."""
        zoom = _zoom(page.rect.width, page.rect.height, most_pixels)
        pymupdf = library()
        pixmap = page.get_pixmap(matrix=pymupdf.Matrix(zoom, zoom), colorspace=pymupdf.csRGB, alpha=False)
        seen = self._engine(pixmap.tobytes("png"))
        font = fonts.place("recognised", 0)
        texts = () if seen.txts is None else seen.txts
        fragments = tuple(_fragment(text, [(float(x) / zoom, float(y) / zoom) for x, y in box], font)
                          for text, box in zip(texts, seen.boxes if texts else (), strict=True) if text.strip())
        back = tuple(page.derotation_matrix) if page.rotation else None
        return PdfPage(number=number, width=page.rect.width, height=page.rect.height, to_page=back, fragments=fragments)


def _zoom(width: float, height: float, most_pixels: int) -> float:
    """Pixels per point, so that neither a side nor the whole is too large."""
    wanted = _DPI / _POINTS_PER_INCH
    most = math.sqrt(most_pixels / max(width * height, 1.0))
    return min(wanted, _LONGEST_SIDE / max(width, height, 1.0), most)


def _fragment(text: str, corners: list[tuple[float, float]], font: int) -> Fragment:
    """A recognised line between its corners."""
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    x0, y0, x1, y1 = min(xs), min(ys), max(xs), max(ys)
    size = max(1.0, _TYPE_SHARE * (y1 - y0))
    return Fragment(x0=x0, y0=y0, x1=x1, y1=y1, base=y0 + _BASE_SHARE * (y1 - y0), size=round(size * 2) / 2, text=text,
                    pieces=(Piece(text, font, 0, x0, x1),))
