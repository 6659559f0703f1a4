"""The fonts of a PDF: which are bold, italic or of one width, by what they say, by their names, or by measure."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

BOLD, MONO, ITALIC = 1, 2, 4
RAISED = 8
"""The text stands above the line, as exponents and marks of footnotes do; not a matter of the font."""

_MONO_NAME = re.compile(r"mono|nimbusmon|cour|consol|menlo|typewriter|fixed|andale|terminal"
                        r"|(?:cm|sf|ec|tx|lm|sl|la|x|b)tt|tt\d{2,4}$", re.IGNORECASE)
_BOLD_NAME = re.compile(r"bold|black|heavy|demi|-medi|cmbx|cmb10|sfbx|ecbx", re.IGNORECASE)
_NARROW, _WIDE = frozenset("ijlt.,'I"), frozenset("mwMW@")


@dataclass(slots=True)
class Fonts:
    """The fonts of one document, and which of them are bold, italic or of one width.

    A font is monospaced by its flag, by its name, or because narrow and wide letters were seen to be of one width;
    ``unmeasured`` are those of which that is not yet known.
    """

    styles: list[int] = field(default_factory=list)
    _places: dict[tuple[str, int, int], int] = field(default_factory=dict)
    unmeasured: dict[int, tuple[float, float, int, bool, bool]] = field(default_factory=dict)

    def place(self, name: str, flags: int, weight: int = 0) -> int:
        """The place of a font in ``styles``: by its name and flags; ``weight`` is not 0 where it is made bold."""
        key = (name, flags & 30, weight)
        place = self._places.get(key)
        if place is None:
            style = BOLD if flags & 16 or weight or _BOLD_NAME.search(name) else 0
            style |= ITALIC if flags & 2 else 0
            style |= MONO if flags & 8 or _MONO_NAME.search(name) else 0
            place = self._places[key] = len(self.styles)
            self.styles.append(style)
            if not style & MONO:
                self.unmeasured[place] = (9.9, 0.0, 0, False, False)
        return place

    def measure(self, place: int, text: str, advance: float) -> None:
        """Take note of how wide a text in an unmeasured font is, in ems per character."""
        low, high, count, narrow, wide = self.unmeasured[place]
        low, high = min(low, advance), max(high, advance)
        if high - low > 0.03 * high:
            del self.unmeasured[place]
            return
        letters = set(text)
        narrow, wide = narrow or bool(letters & _NARROW), wide or bool(letters & _WIDE)
        self.unmeasured[place] = (low, high, count + 1, narrow, wide)
        if count > 20 and narrow and wide:
            self.styles[place] |= MONO
            del self.unmeasured[place]
