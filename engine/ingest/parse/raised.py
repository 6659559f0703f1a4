"""Raised and lowered words in a line, so that ``10`` to the power of ``6`` never reads as ``106``.

Powers of plain digits become superscript digits; other exponents stand behind ``^``. Ordinals, marks and the numbers of
notes keep their words. An index beside a digit stands behind ``_``; elsewhere (``H2O``) it is written on.
"""

from __future__ import annotations

import re

_POWER = re.compile(r"[+\-−–]?\d{1,3}")
_SUPERSCRIPT = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_EXPONENT = re.compile(r"[\w+\-−–*/.,()]{1,12}(?: [+\-−–*/] [\w.]{1,6})?")
_NO_EXPONENT = re.compile(r"(?:st|nd|rd|th|er|re|e|[eè]me|o|a|TM|SM|MC|R|C)|\W.*", re.IGNORECASE)


def power_of(words: str) -> str:
    """Superscript words as a power in superscript digits; empty when they are none."""
    bare = words.strip()
    return bare.translate(_SUPERSCRIPT) if _POWER.fullmatch(bare) else ""


def raised(words: str, before: str) -> str:
    """What superscript ``words`` are in running text that ends in ``before``."""
    if power := power_of(words):
        return power
    bare = words.strip()
    if not (before[-1:].isalnum() or before[-1:] == ")") or not _EXPONENT.fullmatch(bare) or (
            _NO_EXPONENT.fullmatch(bare) and not _POWER.match(bare)):
        return words
    return f"^{bare}" if len(bare) == 1 else f"^({bare})"


def lowered(words: str, before: str) -> str:
    """What subscript ``words`` are in running text that ends in ``before``."""
    return f"_{words.strip()}" if before[-1:].isdigit() and words.strip()[:1].isalnum() else words
