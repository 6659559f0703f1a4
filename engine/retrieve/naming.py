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
    r"(?<![\w.\-/])[vr]?\d+(?:\.\d+)+(?:\.x)?(?:[-.]?(?:rc|beta|alpha)\d*)?\+?(?![\w/%]|\.\d)"
    r"|(?<![\w.\-/])v?\d+\.x(?!\w)",
    re.IGNORECASE | re.ASCII)
_NUMBER = re.compile(r"(?<![\w.\-/:])\d{1,4}(?![\w/%\-]|\.\d)", re.ASCII)
_VERSION_WORD = re.compile(r"(?:\bversions?|\breleases?|\bver\.?|\bv|版本|バージョン)[ :]*$", re.IGNORECASE)
_PLACE_WORD = re.compile(
    r"(?:\b(?:in|on|for|with|since|under|before|after|until|till|as of|using|running|run|vs\.?|versus)\s+"
    r"|[(（\[]\s*|[在于自从用对为]\s*)$", re.IGNORECASE)
_SIDE_WORD = re.compile(r"(?:\b(?:from|to|into|between|and|or|than)\s+|->\s*|→\s*|[到至和与]\s*)$", re.IGNORECASE)
_CHANGE = re.compile(r"upgrad|downgrad|migrat|updat|\bmov(?:e|ing)\b|switch|\bchange|differ|compar|\bnewer\b|\bolder\b"
                     r"|升级|迁移|降级|变化|区别|更新", re.IGNORECASE)
# Words for another thing between the product and "version": the Kubernetes version that a product needs is not its own.
_OF_OTHER = re.compile(r"(?P<thing>[A-Za-z][\w-]*)\s+(?:versions?|releases?|ver\.?)[ :]*$", re.IGNORECASE | re.ASCII)
_PLAIN_WORDS = frozenset(
    "in on for of with the a an this that from to into and or is are was using run running since before after under "
    "our my your at by as than both between vs versus use have has i we what which product software latest only not "
    "except excluding without besides".split())
_LEFT_OUT_BEFORE = re.compile(
    r"(?:\b(?:except(?: for)?|excluding|exclude|without|other than|apart from|besides|instead of|rather than"
    r"|but not|before|prior to|older than|earlier than|lower than|below|until|up to)\s+(?:(?:in|on|for|with|the)\s+)*"
    r"(?:(?:versions?|releases?|ver\.?)\s+)?|\bnot\s+(?:versions?\s+)?|(?:除了?|不是|非|不含|早于|低于)\s*(?:版本)?\s*)$",
    re.IGNORECASE)
_LEFT_OUT_AFTER = re.compile(
    r"\s*(?:版本?)?(?:以外|之外|除外|之前|以前|以下)|\s+(?:excluded|excepted)\b|,?\s+(?:and|or) "
    r"(?:earlier|older|before|below|lower)\b", re.IGNORECASE)
_LATEST = re.compile(r"\b(?:latest|newest|most recent|current) (?:version|release)\b|最新版|当前版本", re.IGNORECASE)
_SPELLED = {word: str(number) for number, word in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split())} | {
    character: str(number) for number, character in enumerate("零一二三四五六七八九十")}
_SPELLED_VERSION = re.compile(
    r"(?P<before>\b(?:version|release)\s+)(?P<first>[a-z]+)(?:\s+point\s+(?P<second>[a-z]+))?\b"
    r"|第(?P<chinese>[零一二三四五六七八九十]|\d+)版本?", re.IGNORECASE)
_COMMA = re.compile(r"((?:\bversion|\brelease|版本)\s*\d+),(?=\d+\b)", re.IGNORECASE)
_AMOUNT = re.compile(r"[$€£¥=<>≤≥~±]\s*$")
_ENDS = re.compile(
    r"\s*(?:$|[?!.,;:)\]）、。？！，；：—–]|-\s|[版中里上的以之]"
    r"|(?:and|or|to|vs|versus|than|is|are|was|were|does|do|did|can|could|how|what|which|where|when|why|who|the|an?|has"
    r"|have|had|should|must|will|would|if|but|only|now|i|we|my|our|it|there|any|still|yet|later|onwards?|upwards?"
    r"|clusters?|installations?|deployments?|environments?|systems?|servers?|instances?|docs?|documentation|release"
    r"|versions?)\b)", re.IGNORECASE)
_UNIT = re.compile(r"\s*(?:[kKMGT]i?B|[num]?s|min|h|sec(?:ond)?s?|minutes?|hours?|days?|weeks?|months?|years?|percent"
                   r"|times|l|L|ml|g|t|rpm|psi|lit(?:er|re)s?|gallons?|met(?:er|re)s?|inch(?:es)?|feet"
                   r"|grams?|degrees?|volts?|amps?|watts?|bytes?|cores?|v?CPUs?|millicores"
                   r"|[MGk]?Hz|[mk]?V|[mk]?A|[mk]?W|[kmcµ]?m|kg|bar|Nm|°|%)(?![A-Za-z0-9])"
                   r"|\s*(?:秒|分钟|小时|倍|毫秒|升|毫升|公斤|千克|克|吨|毫米|厘米|公里|米|伏|安|瓦|度|个|次|天|周|月|年|巴|帕)")
_STANDARD = re.compile(r"\b(?:TLS|SSL|HTTPS?|MQTT|AMQP|STOMP|SNMP|USB|SMB|NFS|OAuth|SAML|OpenID|OpenAPI|XML|XSD|HTML"
                       r"|CSS|SQL|Bluetooth|PCIe|HDMI|Modbus|OPC UA)[ /v]*$", re.IGNORECASE)
_ADDRESS_PARTS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Versions a question names: those that exist, with the words for them, and the first that does not exist.

    ``left_out`` is the first version that the question excludes ("except 3.2", "before 4.0"): what remains cannot be
    told from it alone. ``is_latest``: it asks for the latest version in so many words.
    """

    found: tuple[VersionRange, ...] = ()
    written: tuple[str, ...] = ()
    missing: str = ""
    left_out: str = ""
    is_latest: bool = False


def named_versions(question: str, product: str | All, known: tuple[VersionRange, ...]) -> Named:
    """The versions in ``question``, in its order. ``known``: what the documents of ``product`` cover."""
    if not known:
        return Named()
    text = _COMMA.sub(r"\1.", _SPELLED_VERSION.sub(_in_digits, unicodedata.normalize("NFKC", question)))
    found: list[VersionRange] = []
    written: list[str] = []
    missing = left_out = ""
    for start, token in _candidates(text, product, known):
        wanted = parse_version(token.rstrip("."))
        if wanted is None or _is_amount(text, start, token):
            continue
        if _is_left_out(text, start, token):
            left_out = left_out or token
        elif matched := known_as(wanted, known):
            written.append(token)
            if matched not in found:
                found.append(matched)
        elif not missing and _is_meant(text, start, token, product):
            missing = token
    return Named(found=tuple(found), written=tuple(written), missing=missing, left_out=left_out,
                 is_latest=_LATEST.search(text) is not None)


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
    for match in _NUMBER.finditer(text):
        before = text[:match.start()]
        is_said = _VERSION_WORD.search(before) is not None and not _is_of_other(before, product)
        if is_said or (_follows(before, product) and _ENDS.match(text[match.end():])):
            found.setdefault(match.start(), match[0])
    return sorted(found.items())


def _is_meant(text: str, start: int, token: str, product: str | All) -> bool:
    """Whether a number that no document covers is still meant as a version: ``KEDA 9.9``, ``version 9.9``, ``in 9.9?``;
    not ``in 2.5 seconds``, ``set it to 2.5``, ``on 10.0.0.1``.
    """
    before, after = text[:start], text[start + len(token):]
    if _is_of_other(before, product):
        return False
    if token[0] in "vVrR" or _VERSION_WORD.search(before) or _follows(before, product):
        return True
    if token.count(".") + 1 >= _ADDRESS_PARTS or not _ENDS.match(after):
        return False
    return _PLACE_WORD.search(before) is not None or (
        _SIDE_WORD.search(before) is not None and _CHANGE.search(text) is not None)


def _in_digits(match: re.Match[str]) -> str:
    """``version three point one`` and ``第五版`` in digits; other words stay as they are."""
    if match["chinese"]:
        return f"版本 {_SPELLED.get(match['chinese'], match['chinese'])} "
    numbers = [_SPELLED.get(word.casefold(), "") for word in (match["first"], match["second"]) if word]
    return match["before"] + ".".join(numbers) if all(numbers) else match[0]


def _is_left_out(text: str, start: int, token: str) -> bool:
    """Whether the question excludes the version, or asks for what came before it."""
    return (_LEFT_OUT_BEFORE.search(text[:start]) is not None
            or _LEFT_OUT_AFTER.match(text[start + len(token):]) is not None)


def _is_of_other(before: str, product: str | All) -> bool:
    """Whether "version" belongs to another thing: ``the Kubernetes version 1.28``."""
    match = _OF_OTHER.search(before)
    thing = match["thing"].casefold() if match else ""
    return bool(thing) and thing not in _PLAIN_WORDS and (product is ALL or thing != product.casefold())


def _is_amount(text: str, start: int, token: str) -> bool:
    """Whether the number measures something or belongs to a standard: ``2.5 s``, ``> 1.5``, ``TLS 1.2``."""
    before = text[:start]
    return (_AMOUNT.search(before) is not None or _UNIT.match(text[start + len(token):]) is not None
            or _STANDARD.search(before) is not None)


def _follows(before: str, product: str | All) -> bool:
    return product is not ALL and before.rstrip().casefold().endswith(product.casefold())
