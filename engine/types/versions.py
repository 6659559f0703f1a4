"""Version ranges and sort keys.

A version is written in many ways: ``2.15``, ``v1.28``, ``2.x``, ``24.04 LTS``, ``R12.1``, ``2023b``,
``1:2.3~rc1-4``. Two rules make them comparable by plain string order, in Python and in SQLite alike:

1. A key is a run of parts, each opening with a rank: ``1`` a pre-release word (alpha, beta, rc, dev, snapshot,
   or anything after a tilde), ``2`` the end, ``3`` a letter suffix (2023 < 2023a < 2023b), ``5`` a number with
   its digit count before it. Pre-releases therefore sort below the release, suffixes above it.
2. A range is half open, ``low <= v < high``. What is named by fewer parts covers more: ``2.15`` is
   ``[2.15, 2.16)``, ``2.x`` is ``[2, 3)``. Trailing zeros do not count in ``low``, so ``2.44`` meets ``2.44.0``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LOWEST = ""
HIGHEST = "~"

_PART = re.compile(r"\d+|[a-z]+|~")
_PRE_RELEASE = {"dev": "a", "a": "b", "alpha": "b", "b": "c", "beta": "c", "m": "d", "milestone": "d",
                "pre": "e", "preview": "e", "snapshot": "e", "rc": "f", "cr": "f"}
_NOISE = re.compile(r"\b(?:lts|release|version|ver|final|ga|stable|only|edition)\b")
_VERSION = re.compile(
    r"^(?:(?:v|r|ver|rel|version|release)[-_. ]?)?"
    r"\d+(?:[.\-_+:~]?[0-9a-z]+)*(?:\.[x*])?\+?"
    r"(?:\s+(?:lts|only|release|final|ga))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionRange:
    """A half-open range of versions: ``low`` inclusive, ``high`` exclusive, both as sortable keys.

    ``raw`` is the text it was read from, kept for display. An unversioned page has an empty ``raw`` and covers all.
    """

    raw: str
    low: str
    high: str

    @property
    def is_unversioned(self) -> bool:
        """Whether the document names no version at all."""
        return not self.raw

    def overlaps(self, other: VersionRange) -> bool:
        """Whether any version lies in both ranges."""
        return self.low < other.high and other.low < self.high


UNVERSIONED = VersionRange(raw="", low=LOWEST, high=HIGHEST)


def version_key(text: str) -> str:
    """Sortable key of one version; compare keys as plain strings (binary collation)."""
    return _low(_parts(text))


def parse_version(text: str) -> VersionRange | None:
    """The range named by ``text``, or None when it does not look like a version.

    ``2.15`` and ``v2.15`` cover 2.15.*; ``2.x`` covers 2.*; ``2.15+`` is open upwards; ``1.2 - 1.4`` spans both ends.
    """
    raw = text.strip()
    if between := re.fullmatch(r"(\S+)\s*(?:\.\.|–|—|\bto\b|\s-\s)\s*(\S+)", raw):
        first, last = parse_version(between[1]), parse_version(between[2])
        if first and last and first.low < last.high:
            return VersionRange(raw=raw, low=first.low, high=last.high)
    if not _VERSION.match(raw):
        return None
    is_open = raw.endswith("+")
    parts = _parts(re.sub(r"\.[x*](?:\.[x*])*$", "", raw.rstrip("+"), flags=re.IGNORECASE))
    if not parts:
        return None
    return VersionRange(raw=raw, low=_low(parts), high=HIGHEST if is_open else _high(parts))


def _parts(text: str) -> list[str]:
    cleaned = _NOISE.sub(" ", text.strip().lower())
    cleaned = re.sub(r"^[-_. ]*(?:(?:v|r|rel|ver)[-_. ]?(?=\d))?", "", cleaned.strip())
    if epoch := re.match(r"(\d+):(?=\d)", cleaned):
        cleaned = cleaned[epoch.end():]
    return _PART.findall(cleaned)


def _encode(parts: list[str], *, end: bool = True) -> list[str]:
    out: list[str] = []
    after_tilde = False
    for part in parts:
        if part == "~":
            after_tilde = True
        elif part.isdigit():
            digits = part.lstrip("0") or "0"
            out.append(f"5{len(digits):02d}{digits}")
        elif part in _PRE_RELEASE and (after_tilde or len(part) > 1):
            out.append(f"1{_PRE_RELEASE[part]}")
        else:
            out.append(f"{'1g' if after_tilde else '3'}{part}")
    return [*out, "2"] if end else out


def _low(parts: list[str]) -> str:
    return "".join(_encode(_without_trailing_zeros(parts)))


def _without_trailing_zeros(parts: list[str]) -> list[str]:
    """Drop zeros that say nothing: at the end, and before a pre-release word (``2.0.0-rc1`` is ``2-rc1``)."""
    head = next((i for i, part in enumerate(parts) if not part.isdigit()), len(parts))
    numbers, rest = parts[:head], parts[head:]
    while len(numbers) > 1 and int(numbers[-1]) == 0:
        numbers = numbers[:-1]
    return [*numbers, *rest]


def _high(parts: list[str]) -> str:
    """Key just above everything that starts with ``parts``, and below the pre-releases of what comes next."""
    if not all(part.isdigit() for part in parts):
        parts = _without_trailing_zeros(parts)
    last = parts[-1]
    if last.isdigit():
        return "".join(_encode([*parts[:-1], str(int(last) + 1)], end=False)) + "1"
    return "".join(_encode(parts, end=False)) + HIGHEST
