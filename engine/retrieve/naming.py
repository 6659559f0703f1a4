"""Which versions a question names: "on 4.2", "v1.28", "KEDA 2.x", "since R12.1", "在2.14中".

Numbers in a question are also amounts, ports, addresses and other products' versions. What a document of the library
covers is taken for a version wherever it stands; a number that nothing covers only where it is plainly meant as one,
since it is then refused instead of being answered from another version.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from engine.types import ALL, All, VersionRange, parse_version

# ASCII classes: in Chinese and Japanese a version stands between letters without a space.
_TOKEN = re.compile(
    r"(?<![\w.\-/])v?\d+(?:\.\d+)+(?:\.x)?(?:[-.]?(?:rc|beta|alpha)\d*)?\+?(?![\w/%]|\.\d)|(?<![\w.\-/])v?\d+\.x(?!\w)",
    re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"(?<![\w.\-/:])\d{1,4}(?![\w/%\-]|\.\d)", re.ASCII)
_VERSION_WORD = re.compile(r"(?:\bversions?|\breleases?|\bver\.?|\bv|版本|バージョン)[ :]*$", re.IGNORECASE)
_PLACE_WORD = re.compile(
    r"(?:\b(?:in|on|for|with|since|under|before|after|until|till|as of|using|running|run|vs\.?|versus)\s+"
    r"|[(（\[]\s*|[在于自从用对为]\s*)$", re.IGNORECASE)
_SIDE_WORD = re.compile(r"(?:\b(?:from|to|into|between|and|or|than)\s+|->\s*|→\s*|[到至和与]\s*)$", re.IGNORECASE)
_CHANGE = re.compile(r"upgrad|downgrad|migrat|updat|\bmov(?:e|ing)\b|switch|\bchange|differ|compar|\bnewer\b|\bolder\b"
                     r"|升级|迁移|降级|变化|区别|更新", re.IGNORECASE)
_AMOUNT = re.compile(r"[$€£¥=<>≤≥~±]\s*$")
_ENDS = re.compile(
    r"\s*(?:$|[?!.,;:)\]）、。？！，；：—–]|-\s|[版中里上的以之]"
    r"|(?:and|or|to|vs|versus|than|is|are|was|were|does|do|did|can|could|how|what|which|where|when|why|who|the|an?|has"
    r"|have|had|should|must|will|would|if|but|only|now|i|we|my|our|it|there|any|still|yet|later|onwards?|upwards?"
    r"|clusters?|installations?|deployments?|environments?|systems?|servers?|instances?|docs?|documentation|release"
    r"|versions?)\b)", re.IGNORECASE)
_UNIT = re.compile(r"\s*(?:[kKMGT]i?B|[num]?s|min|h|sec(?:ond)?s?|minutes?|hours?|days?|weeks?|months?|years?|percent"
                   r"|times|bytes?|cores?|v?CPUs?|millicores|[MGk]?Hz|[mk]?V|[mk]?A|[mk]?W|[kmcµ]?m|kg|bar|Nm|°|秒|分|小时|倍|毫秒)"
                   r"(?![A-Za-z0-9])")
_STANDARD = re.compile(r"\b(?:TLS|SSL|HTTPS?|MQTT|AMQP|STOMP|SNMP|USB|SMB|NFS|OAuth|SAML|OpenID|OpenAPI|XML|XSD|HTML"
                       r"|CSS|SQL|Bluetooth|PCIe|HDMI|Modbus|OPC UA)[ /v]*$", re.IGNORECASE)
_ADDRESS_PARTS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Versions a question names: those that exist, with the words for them, and the first that does not exist."""

    found: tuple[VersionRange, ...] = ()
    written: tuple[str, ...] = ()
    missing: str = ""


def named_versions(question: str, product: str | All, known: tuple[VersionRange, ...]) -> Named:
    """The versions in ``question``, in its order. ``known``: what the documents of ``product`` cover."""
    if not known:
        return Named()
    text = unicodedata.normalize("NFKC", question)
    found: list[VersionRange] = []
    written: list[str] = []
    missing = ""
    for start, token in _candidates(text, product, known):
        wanted = parse_version(token.rstrip("."))
        if wanted is None or _is_amount(text, start, token):
            continue
        if matched := known_as(wanted, known):
            written.append(token)
            if matched not in found:
                found.append(matched)
        elif not missing and _is_meant(text, start, token, product):
            missing = token
    return Named(found=tuple(found), written=tuple(written), missing=missing)


def known_as(wanted: VersionRange, known: tuple[VersionRange, ...]) -> VersionRange | None:
    """The wanted range, under the documents' own name where exactly one of them covers it; None where none does."""
    overlapping = [version for version in known if version.overlaps(wanted)]
    if not overlapping:
        return None
    return overlapping[0] if len(overlapping) == 1 and overlapping[0].low == wanted.low else wanted


def _candidates(text: str, product: str | All, known: tuple[VersionRange, ...]) -> list[tuple[int, str]]:
    """Places and texts of what may be a version: dotted numbers, the documents' own names, and whole numbers."""
    found = {match.start(): match[0] for match in _TOKEN.finditer(text)}
    for raw in {version.raw for version in known if not re.fullmatch(r"[\d.]+", version.raw)}:
        for match in re.finditer(rf"(?<![\w.]){re.escape(raw)}(?![\w.])", text, re.IGNORECASE | re.ASCII):
            found[match.start()] = match[0]
    has_whole = any(re.fullmatch(r"v?\d+", version.raw) for version in known)
    for match in _NUMBER.finditer(text):
        before = text[:match.start()]
        is_said = has_whole and _VERSION_WORD.search(before) is not None
        if is_said or (_follows(before, product) and _ENDS.match(text[match.end():])):
            found.setdefault(match.start(), match[0])
    return sorted(found.items())


def _is_meant(text: str, start: int, token: str, product: str | All) -> bool:
    """Whether a number that no document covers is still meant as a version: ``KEDA 9.9``, ``version 9.9``, ``in 9.9?``;
    not ``in 2.5 seconds``, ``set it to 2.5``, ``on 10.0.0.1``.
    """
    before, after = text[:start], text[start + len(token):]
    if token[0] in "vV" or _VERSION_WORD.search(before) or _follows(before, product):
        return True
    if token.count(".") + 1 >= _ADDRESS_PARTS or not _ENDS.match(after):
        return False
    return _PLACE_WORD.search(before) is not None or (
        _SIDE_WORD.search(before) is not None and _CHANGE.search(text) is not None)


def _is_amount(text: str, start: int, token: str) -> bool:
    """Whether the number measures something or belongs to a standard: ``2.5 s``, ``> 1.5``, ``TLS 1.2``."""
    before = text[:start]
    return (_AMOUNT.search(before) is not None or _UNIT.match(text[start + len(token):]) is not None
            or _STANDARD.search(before) is not None)


def _follows(before: str, product: str | All) -> bool:
    return product is not ALL and before.rstrip().casefold().endswith(product.casefold())
