"""Text in pictures, recognised on this machine; only where the extra ``ocr`` (rapidocr) is installed.

Its models lie in its own package. They are named to it by path, so that it never looks for others and downloads none.
"""

from __future__ import annotations

import importlib.util
from typing import Any, Protocol

from engine.ingest.parse.pdf_page import Fonts, PdfPage

PACKAGE = "rapidocr"


class Recognizer(Protocol):
    """Reads the picture of a page."""

    def page(self, page: Any, number: int, fonts: Fonts, most_pixels: int) -> PdfPage:
        """The page with the lines that were recognised on it, of ``most_pixels`` pixels at most."""
        ...


def recognizer() -> Recognizer | None:
    """The recogniser, or None where the extra is not installed."""
    if importlib.util.find_spec(PACKAGE) is None:
        return None
    return None
