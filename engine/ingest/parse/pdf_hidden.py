"""Decides which text of a PDF page a reader can see: what is invisible, tiny, off the page or without contrast is not.

1. Type under one point, off the page, or wholly transparent: not seen.
2. Text that is drawn in no way (render mode 3) is seen where a picture lies under it: so recognised text is laid over
   scans. Anywhere else it is hidden.
3. Text in the colour of its ground (the last filled area drawn under it, else white paper) is not seen. Because
   pictures, shadings and patterns can be a ground too, the page is then drawn, once and small: where most of the text's
   place has another shade than the text, it is seen after all.
4. Text under an opaque rectangle that is drawn later is not seen when the page, as drawn, is blank there: so passages
   are blacked out or painted over.
"""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from functools import cached_property
from typing import Any

from engine.ingest.parse.pdf_open import library

_SMALLEST = 1.0
_PAINTED = 0x70
"""Filled, stroked or clipping, as the library's character flags say."""
_CONTRAST = 20
_WHITE = 0xFFFFFF
_OPAQUE = 255
_MOST_FILLS = 3000
_SCALE, _MOST_PIXELS = 1.5, 2_000_000
_PICTURES = ("fill-image", "fill-imgmask", "fill-shade")

Area = tuple[float, float, float, float]


class Sight:
    """What was drawn on one page so far, and whether text on it can be seen. ``under_pictures`` counts letters of
    invisible text over pictures; ``grounds`` are signs that only serve as the ground of others.
    """

    def __init__(self, page: Any, width: float, height: float) -> None:
        self._page = page
        self._right, self._bottom = width, height
        self._fills: list[tuple[Area, int]] = []
        self._covers: list[tuple[Area, int]] = []
        self._colors = {_WHITE}
        self._clear: set[int] = set()
        self._signs: list[Any] = []
        self.under_pictures = 0
        self.grounds: list[Any] = []

    @property
    def has_covers(self) -> bool:
        """Whether anything was drawn that can hide what lies under it."""
        return bool(self._covers)

    @property
    def order(self) -> int:
        """How many areas were filled so far."""
        return len(self._fills)

    def fill(self, area: Area, color: int, *, alpha: int, is_rectangle: bool) -> None:
        """An area was filled."""
        if alpha < 128 or len(self._fills) >= _MOST_FILLS:
            return
        if color not in self._colors:
            self._colors.add(color)
            self._clear.clear()
        self._fills.append((area, color))
        if is_rectangle and alpha == _OPAQUE and area[2] - area[0] > 8 and area[3] - area[1] > 4:
            self._covers.append((area, len(self._fills)))

    @property
    def clear(self) -> Set[int]:
        """Colours that can be told from everything drawn so far."""
        return self._clear

    def holds(self, area: Area) -> bool:
        """Whether an area lies on the page as a whole."""
        return area[0] >= 0 and area[1] >= 0 and area[2] <= self._right and area[3] <= self._bottom

    def sees(self, span: Any) -> bool:
        """Whether a span that is drawn now can be seen on what was drawn before."""
        x0, y0, x1, y1 = span["bbox"]
        if span["size"] < _SMALLEST and x1 - x0 < _SMALLEST * len(span["text"]):
            return False
        x, y = (x0 + x1) / 2, (y0 + y1) / 2
        if x < 0 or y < 0 or x > self._right or y > self._bottom:
            return False
        if not span["char_flags"] & _PAINTED or span["alpha"] < 8:
            if _on(self._pictures, x, y):
                self.under_pictures += len(span["text"])
                return True
            return False
        color = span["color"]
        if len(span["text"]) == 1:
            self._signs.append(span)
        if color in self._clear:
            return True
        if all(_differ(color, shade) for shade in self._colors):
            self._clear.add(color)
            return True
        return _differ(color, self._ground(x, y)) or self._is_on_glyph(x, y, color) or self._shows(span)

    def covered(self, spans: Sequence[Any], order: int) -> list[Any]:
        """Those spans of a line that are hidden by what was drawn after ``order`` areas."""
        if not spans or not self._covers or self._covers[-1][1] <= order:
            return []
        x0, y0, _, y1 = spans[0]["bbox"]
        x1, y = spans[-1]["bbox"][2], (y0 + y1) / 2
        over = [area for area, later in self._covers
                if later > order and area[1] <= y <= area[3] and area[0] < x1 and area[2] > x0]
        if not over:
            return []
        return [span for span in spans if any(area[0] - 1 <= span["bbox"][0] and span["bbox"][2] <= area[2] + 1
                                              for area in over) and self._is_blank(span)]

    @cached_property
    def _pictures(self) -> list[Area]:
        return [tuple(area) for kind, area, *_ in self._page.get_bboxlog() if kind in _PICTURES]

    def _is_on_glyph(self, x: float, y: float, color: int) -> bool:
        """Whether a sign in another colour lies under a point, as the black disc under a white number."""
        under = [span for span in self._signs if _differ(span["color"], color)
                 and span["bbox"][0] <= x <= span["bbox"][2] and span["bbox"][1] <= y <= span["bbox"][3]]
        self.grounds += under
        return bool(under)

    @cached_property
    def _drawn(self) -> tuple[Any, float] | None:
        """The page as a small grey picture, with its pixels per point; None when it cannot be drawn."""
        pymupdf = library()
        scale = min(_SCALE, math.sqrt(_MOST_PIXELS / max(1.0, self._right * self._bottom)))
        rotation = self._page.rotation
        try:
            self._page.set_rotation(0)
            return self._page.get_pixmap(matrix=pymupdf.Matrix(scale, scale), colorspace=pymupdf.csGRAY,
                                         alpha=False), scale
        except (RuntimeError, ValueError, pymupdf.mupdf.FzErrorBase):
            return None  # then a picture under the text decides
        finally:
            self._page.set_rotation(rotation)

    def _shades(self, span: Any) -> list[int] | None:
        """The greys of the place of a span on the page as it is drawn; None when that cannot be told."""
        if self._drawn is None:
            return None
        pixmap, scale = self._drawn
        x0, y0, x1, y1 = span["bbox"]
        left, right = max(0, int(x0 * scale)), min(pixmap.width, math.ceil(x1 * scale))
        top, bottom = max(0, int(y0 * scale)), min(pixmap.height, math.ceil(y1 * scale))
        samples, stride = pixmap.samples_mv, pixmap.stride
        return [shade for y in range(top, bottom) for shade in samples[y * stride + left:y * stride + right]]

    def _shows(self, span: Any) -> bool:
        """Whether the place of a span, as it is drawn, mostly has another shade than the span itself."""
        shades = self._shades(span)
        if shades is None:
            x0, y0, x1, y1 = span["bbox"]
            return _on(self._pictures, (x0 + x1) / 2, (y0 + y1) / 2)
        red, green, blue = _channels(span["color"])
        own = round(0.3 * red + 0.59 * green + 0.11 * blue)
        return 2 * sum(abs(shade - own) >= _CONTRAST for shade in shades) > len(shades)

    def _is_blank(self, span: Any) -> bool:
        """Whether the page, as it is drawn, is of one shade where a span should be."""
        shades = self._shades(span)
        return bool(shades) and max(shades or [0]) - min(shades or [0]) < _CONTRAST

    def _ground(self, x: float, y: float) -> int:
        for (x0, y0, x1, y1), color in reversed(self._fills):
            if x0 <= x <= x1 and y0 <= y <= y1:
                return color
        return _WHITE


def is_plain(span: Any) -> bool:
    """Whether a span of several letters is painted at a size that can be read: then only its colour can hide it."""
    return (len(span["text"]) > 1 and span["size"] >= _SMALLEST and span["alpha"] >= 8
            and bool(span["char_flags"] & _PAINTED))


def _channels(color: int) -> tuple[int, int, int]:
    return color >> 16 & 255, color >> 8 & 255, color & 255


def _differ(one: int, other: int) -> bool:
    return any(abs(a - b) >= _CONTRAST for a, b in zip(_channels(one), _channels(other), strict=True))


def _on(areas: list[Area], x: float, y: float) -> bool:
    return any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in areas)
