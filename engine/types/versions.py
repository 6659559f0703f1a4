"""Version keys, ranges, and what one version covers.

A version is written in many ways: ``2.15``, ``v1.28``, ``2.x``, ``24.04 LTS``, ``R12.1``, ``2023b``,
``1:2.3~rc1-4``, ``12.1 SP2``. Two rules make them comparable by plain string order, in Python and in SQLite alike:

1. A key is a run of parts, each opening with a rank: ``1`` a pre-release (alpha, beta, rc, dev, snapshot, or anything
   after a tilde), ``2`` the end, ``3`` a package revision (``2.3-4``), ``4`` a letter suffix (2023 < 2023a < 2023b),
   ``5`` a number with its digit count before it. So ``2.3~rc1 < 2.3 < 2.3-4 < 2.3a < 2.3.1``.
2. A range is half open, ``low <= v < high``. What is named by fewer parts covers more: ``2.15`` is
   ``[2.15, 2.16)``, ``2.x`` is ``[2, 3)``. Trailing zeros do not count in ``low``, so ``2.44`` meets ``2.44.0``.

What phrases such as "2.4 and later" mean is in ``version_phrases``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LOWEST = ""
HIGHEST = "~"

_PRE, _END, _REVISION, _LETTERS, _NUMBER = "12345"
_PRE_RELEASE = {"dev": "a", "nightly": "a", "a": "b", "alpha": "b", "b": "c", "beta": "c", "m": "d", "milestone": "d",
                "pre": "e", "preview": "e", "snapshot": "e", "rc": "f", "cr": "f", "c": "f"}
_SUFFIXES = frozenset("sp u update p patch post r rev fix hf hotfix build s sr ubuntu deb el fc bpo dfsg nmu git svn "
                      "redhat".split())
_NOISE = re.compile(r"(?<![a-z])(?:lts|release|version|ver|final|ga|stable|only|edition)(?![a-z])")
_SHAPE = re.compile(
    r"(?:(?:v|r|ver|rel|version|release)[-_. ]*)?\d+(?:[.\-_+:~]?[0-9a-z]+)*(?:\.[x*])*"
    r"(?:[ -]\(?(?:lts|only|release|final|ga|stable)\)?)?")
_SPACED = re.compile(r"\s+(sp|rc|alpha|beta|update|patch|preview|milestone|build|hotfix|u|r)(?:[-. ]?(\d+))?(?=\s|$)")
_START = re.compile(r"[-_. ]*(?:(?:v|r|rel|ver)[-_. ]*(?=\d))?(?:\d+:(?=\d))?")
_ANY_MINOR = re.compile(r"(?:\.[x*])+$")
_TOKEN = re.compile(r"([^a-z\d]*)(\d+|[a-z]+)")


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
    return _key(_without_trailing_zeros(_parts(text.strip().lower()))) + _END


def one_version(text: str) -> tuple[str, str, str] | None:
    """What a single version covers, as (low, high, floor), or None when ``text`` is none; ``text`` in lower case.

    ``floor`` lies below the version's own pre-releases: what comes before 3.0 does not include 3.0-rc1.
    """
    text = _SPACED.sub(r"\1\2", text)
    if not _SHAPE.fullmatch(text):
        return None
    parts = _parts(_ANY_MINOR.sub("", text))
    if not parts or parts[0][0] != _NUMBER or not _is_plausible(text, parts):
        return None
    low = _key(_without_trailing_zeros(parts))
    return low + _END, _above(parts), low + _PRE


def _parts(text: str) -> list[tuple[str, str]]:
    """Ranks and texts of the parts; ``text`` in lower case."""
    cleaned = _NOISE.sub(" ", text)
    start = _START.match(cleaned)
    tokens = _TOKEN.findall(cleaned[start.end() if start else 0:])
    found: list[tuple[str, str]] = []
    is_before = False  # after a tilde everything sorts before the end
    for place, (mark, part) in enumerate(tokens):
        is_before = is_before or "~" in mark
        if part.isdigit():
            after_number = bool(found) and found[-1][0] in (_NUMBER, _REVISION)
            rank = _PRE if "~" in mark else _REVISION if after_number and mark in ("-", "+") else _NUMBER
        elif part in _PRE_RELEASE and (is_before or len(part) > 1 or _is_numbered(tokens, place)):
            rank = _PRE
        else:
            rank = _PRE if "~" in mark else _LETTERS
        found.append((rank, part))
    return found


def _is_numbered(tokens: list[tuple[str, str]], place: int) -> bool:
    """``3.11.0b1`` is a beta, ``5.0.0.M1`` a milestone; ``2023b``, ``1.0.2k`` and ``2.36a-1`` are releases."""
    return place > 1 and place + 1 < len(tokens) and not tokens[place + 1][0] and tokens[place + 1][1].isdigit()


def _is_plausible(text: str, parts: list[tuple[str, str]]) -> bool:
    """Whether the letters in it are such as versions have: ``100ms``, ``2nd`` and ``64-bit`` are none."""
    is_dotted = re.search(r"\d\.\d", text) is not None
    glued = re.findall(r"\d([a-z]+)", _NOISE.sub("", text))
    for rank, part in parts:
        if rank == _LETTERS and len(part) > 1 and part not in _SUFFIXES and (not is_dotted or part in glued):
            return False
    return True


def _key(parts: list[tuple[str, str]]) -> str:
    return "".join(map(_encoded, parts))


def _encoded(part: tuple[str, str]) -> str:
    rank, text = part
    if text.isdigit():
        digits = text.lstrip("0") or "0"
        text = f"{len(digits):02d}{digits}"
        return f"{rank}0{text}" if rank == _PRE else f"{rank}{text}"
    return f"{rank}{_PRE_RELEASE.get(text, f'g{text}')}" if rank == _PRE else f"{rank}{text}"


def _without_trailing_zeros(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Drop zeros that say nothing: at the end, and before other parts (``2.0.0-rc1`` is ``2-rc1``)."""
    head = next((place for place, (rank, _) in enumerate(parts) if rank != _NUMBER), len(parts))
    numbers, rest = parts[:head], parts[head:]
    while len(numbers) > 1 and int(numbers[-1][1]) == 0:
        numbers = numbers[:-1]
    return [*numbers, *rest]


def _above(parts: list[tuple[str, str]]) -> str:
    """Key just above everything that starts with ``parts``, and below the pre-releases of what comes next."""
    if any(rank != _NUMBER for rank, _ in parts):
        parts = _without_trailing_zeros(parts)
    rank, last = parts[-1]
    if last.isdigit():
        return _key([*parts[:-1], (rank, str(int(last) + 1))]) + _PRE
    return _key(parts) + HIGHEST
