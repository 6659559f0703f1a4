"""The compatibility form of texts, in which they are embedded and searched."""

from __future__ import annotations

import re
import unicodedata

_POWER = re.compile("(?<=[0-9)])([\u00b2\u00b3\u00b9\u2070\u2074-\u207b]+)")
_INDEX = re.compile("(?<=[0-9])([\u2080-\u208b]+)")


def compatible(text: str) -> str:
    """``text`` in NFKC: ligatures and full-width letters as ordinary ones, and no number grown by its exponent (``10⁶``
    is ``10^6`` and not ``106``).
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _INDEX.sub(r"_\1", _POWER.sub(r"^\1", text)))
