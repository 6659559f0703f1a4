"""What people write for a range of versions: "2.4 and later", "1.2 – 1.4", "before 3.0", "≥ 2.1", "1.1, 1.2".

A range has one lower and one upper end; a list covers everything from its first to its last version. Understood are
English, and the usual signs and words in Chinese, Japanese and German. A text that says anything else is no version.
"""

from __future__ import annotations

import re
import unicodedata

from engine.types.versions import HIGHEST, LOWEST, VersionRange, one_version

_Bounds = tuple[str, str]

_LONGEST = 120
_DASHES = str.maketrans("‐‑‒–—−―", "-------")
_LABEL = re.compile(r"^(?:versions?|releases?|ver|版本|バージョン)[ :]*(?=\S)"
                    r"| *(?:版本|版|バージョン|versions?|releases?)$")
_MAVEN = re.compile(r"([\[(])\s*([^\s,;()\[\]]*)\s*,\s*([^\s,;()\[\]]*)\s*([\])])")
_LATER = re.compile(
    r"(.+?)(?: ?\+"
    r"|,? (?:and|or) (?:all )?(?:later|newer|higher|above|up|upwards?|onwards?|greater|after)(?: versions?)?"
    r"|(?: versions?)? onwards?| und (?:höher|neuer|später)"
    r"|\s*(?:版本?)?(?:(?:及|或|和)?(?:其)?(?:以上|以后|更高|更新|之后)|起|以降)的?)")
_EARLIER = re.compile(
    r"(.+?)(?:,? (?:and|or) (?:all )?(?:earlier|older|lower|below|prior|before)(?: versions?)?| und (?:älter|früher)"
    r"|\s*(?:版本?)?(?:及|或|和)(?:其)?(?:以下|以前|更早|更低|之前)的?)")
_BEFORE_AFTER = re.compile(r"(.+?)\s*(?:版本?)?(?:之前|以前|より前|未満)的?")
_FROM = re.compile(r"(?:>=|=>|≥|≧|since |from |starting (?:with|from|in|at) |as of |at least |minimum |min\.? |ab "
                   r"|自|从)\s*(.+?)(?: on| 起|起|开始)?")
_UP_TO = re.compile(r"(?:<=|=<|≤|≦|up to |through |bis )\s*(.+?)")
_BELOW = re.compile(r"(?:<|before |prior to |earlier than |older than |lower than |below |until |vor )\s*(.+?)")
_ABOVE = re.compile(r"(?:>|after |later than |newer than |higher than |above )\s*(.+?)")
_BETWEEN = re.compile(r"(?:between |from |von |从|自)?\s*(\S.*?)\s*(?:\.{2,3}|…| - | to | through | thru | until | bis "
                      r"|~|至|到|(?<=\d|x)-(?=v?\d+\.))\s*(\S.*?)")
_AND = re.compile(r"between (.+) and (.+)")
_TWO_SIDED = re.compile(r"([<>]=?[^<>=]+?)(?:\s*,\s*|\s+and\s+|\s+&&?\s+|\s+)([<>]=?[^<>=]+)")
_LIST = re.compile(r"\s*(?:[,;、，；/|&]|\b(?:and|or|und|oder)\b(?! (?:all )?(?:later|newer|higher|above|up|onward"
                   r"|greater|after|earlier|older|lower|below|prior|before|höher|neuer|später|älter|früher))|[和及与或](?![以更其之]))\s*(?:\band\b\s*)?")


def parse_version(text: str) -> VersionRange | None:
    """The range named by ``text``, or None when it does not look like a version.

    ``2.15`` and ``v2.15`` cover 2.15.*; ``2.x`` covers 2.*; ``2.15+`` and ``2.15 and later`` are open upwards;
    ``1.2 - 1.4`` spans both ends; ``before 3.0`` ends below 3.0 and its pre-releases; ``1.1, 1.2`` covers both.
    """
    raw = text.strip()
    if not raw or len(raw) > _LONGEST:
        return None
    plain = " ".join(unicodedata.normalize("NFKC", raw).translate(_DASHES).lower().split())
    bounds = _bounds(plain)
    return VersionRange(raw=raw, low=bounds[0], high=bounds[1]) if bounds and bounds[0] < bounds[1] else None


def _bounds(text: str) -> _Bounds | None:
    text = _LABEL.sub("", text).strip()
    if single := one_version(text):
        joined = re.fullmatch(r"v?(\d+(?:\.\d+)+)[-~]v?(\d+(?:\.\d+)+)", text)
        return (joined and _span(joined[1], joined[2], same_length=True)) or (single[0], single[1])
    return (_maven(text) or _two_sided(text) or _one_sided(text) or _between(text) or _listed(text))


def _one_sided(text: str) -> _Bounds | None:
    """Everything from, up to, below or above one version."""
    for pattern, side in ((_LATER, "from"), (_EARLIER, "to"), (_BEFORE_AFTER, "below"), (_FROM, "from"),
                          (_UP_TO, "to"), (_BELOW, "below"), (_ABOVE, "above")):
        match = pattern.fullmatch(text)
        found = one_version(_LABEL.sub("", match[1].strip())) if match else None
        if found:
            low, high, floor = found
            return {"from": (low, HIGHEST), "to": (LOWEST, high), "below": (LOWEST, floor),
                    "above": (high, HIGHEST)}[side]
    return None


def _between(text: str) -> _Bounds | None:
    match = _AND.fullmatch(text) or _BETWEEN.fullmatch(text)
    return _span(match[1], match[2]) if match else None


def _span(first: str, last: str, *, same_length: bool = False) -> _Bounds | None:
    if same_length and first.count(".") != last.count("."):
        return None
    low, high = one_version(_LABEL.sub("", first).strip()), one_version(_LABEL.sub("", last).strip())
    return (low[0], high[1]) if low and high and low[0] < high[0] else None


def _maven(text: str) -> _Bounds | None:
    """``[1.2, 1.5)``: an interval as build tools write it."""
    match = _MAVEN.fullmatch(text)
    if not match:
        return None
    first, last = one_version(match[2]), one_version(match[3])
    if not (first or not match[2]) or not (last or not match[3]) or not (first or last):
        return None
    low = LOWEST if not first else first[0] if match[1] == "[" else first[1]
    high = HIGHEST if not last else last[1] if match[4] == "]" else last[2]
    return low, high


def _two_sided(text: str) -> _Bounds | None:
    """``>= 1.2, < 1.5``."""
    match = _TWO_SIDED.fullmatch(text)
    first, second = (_one_sided(match[1].strip()), _one_sided(match[2].strip())) if match else (None, None)
    return (max(first[0], second[0]), min(first[1], second[1])) if first and second else None


def _listed(text: str) -> _Bounds | None:
    parts = _LIST.split(text)
    if len(parts) < 2:
        return None
    ranges = [found for part in parts if (found := _item(part))]
    if len(ranges) < len(parts):
        return None
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def _item(text: str) -> _Bounds | None:
    single = one_version(_LABEL.sub("", text).strip())
    return (single[0], single[1]) if single else _one_sided(text) or _between(text)
