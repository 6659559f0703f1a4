"""Product and version range, in the order of belief that ``metadata`` states.

What a page says of itself comes last: its metadata, its "applies to" or version line, a sentence such as "This guide
applies to Relay 4.0 and later", its title ("Relay 4.1 Administration Guide"), document properties. A version that a
feature exists since (``availability``, "introduced in") is none of the page's.
"""

from __future__ import annotations

import re

from engine.ingest.metadata.facts import EVERYWHERE, FRONT_MATTER, PAGE_METADATA, PAGE_TEXT, PROPERTIES, Facts
from engine.ingest.metadata.opening import opening
from engine.ingest.metadata.paths import Place
from engine.types import UNVERSIONED, BlockKind, Found, Parsed, Root, VersionRange, parse_version

_VERSION_NAMES = ("version", "applies-to", "appliesto", "product-version", "versions", "release", "revnumber",
                  "software-version", "firmware-version", "firmware")
_LOWEST_NAMES = ("min-version", "minimum-version", "version-min", "from-version", "applies-to-min", "applies-to-from",
                 "versions-min", "versions-from", "version-from")
_HIGHEST_NAMES = ("max-version", "maximum-version", "version-max", "to-version", "applies-to-max", "applies-to-to",
                  "versions-max", "versions-to", "version-to")
_PRODUCT_NAMES = ("product", "product-name", "productname")
_MOST_WORDS = 6
_LONGEST = 200
_LONGEST_PARAGRAPH = 2_000
_PARENTHESIS = re.compile(r"\s*(?:\([^()]*\)|（[^（）]*）)$")
_LABEL = re.compile(r"(?:versions?|releases?):?\s+(?=\S)|版本\s*(?=v?\d)", re.IGNORECASE)
_QUOTES = " \t\n.,;:。，；*_`'\"“”"
_SENTENCE = re.compile(
    r"(?:\bthis|\bthese|\bthe present)\s+(?:\w+\s+){0,3}?(?:pages?|guides?|manuals?|documents?|documentation|handbook"
    r"|runbook|instructions|procedures?|articles?|topics?|chapters?|information|notes)\s+(?:only\s+)?"
    r"(?:appl(?:y|ies) (?:only )?to|(?:is|are) (?:valid |written |intended |meant |only )*for|covers?|describes?"
    r"|documents?)\s+(?P<what>[^\n。;]{1,120})"
    r"|(?:本|此)(?:页|文|文档|指南|手册|章)(?:仅)?(?:适用于|针对)(?P<cjk>[^\n。；]{1,60})", re.IGNORECASE)
_TITLE_BLOCKS = 12
_TITLE_LINE = 70
_VERSION_LINE = re.compile(r"\W*(?:[\w.+-]+\s+){0,5}?(?:version|release|versi[oó]n|versão|ver\.|(?=v\d))\s*"
                           r"(v?\d+(?:\.\d+)*[a-z]?)(?:\W*|\s*[-–—(,].*)", re.IGNORECASE)
_SENTENCE_END = re.compile(r"\.(?:\s|$)|,\s+(?:which|and|but|see|for)\b")
_TITLE_VERSION = re.compile(
    r"(?:\b(?:version|release|ver\.?)\s*|\b[vr](?=\d))?(?P<version>(?<![\w./-])v?\d+(?:\.\d+)*(?:\.x)?[a-z]?"
    r"(?: LTS| SP\d+)?)(?![\w/%])(?!\.\d)", re.IGNORECASE)
_PARTS = re.compile(r"\s+(?:[-–—|·•]|::)\s+")
_DOCUMENT = re.compile(r"\b(?:manual|guide|documentation|docs|handbook|reference|release notes|datasheet|data sheet"
                       r"|specification|runbook|user'?s|admin\w*|what.?s new|changes)\b"
                       r"|手册|指南|文档|说明书|マニュアル|ガイド", re.IGNORECASE)
_SAYS_VERSION = re.compile(r"\b(?:version|release)\s*$", re.IGNORECASE)
_NAMES_VERSION = re.compile(r"\b(?:version|release)\s*$|\bv$", re.IGNORECASE)
_ABOUT_OTHERS = re.compile(r"\b(?:to|from|since|with|for|migrat\w+|upgrad\w+|updat\w+|chapter|section|part|appendix"
                           r"|step|http|tls|usb|rfc|iso|api|oauth|snmp|schema|protocol)\s*$", re.IGNORECASE)


def product(facts: Facts, place: Place, root: Root) -> Found:
    """The product with its source; empty when none is known."""
    if root.product:
        return Found(name="product", value=root.product, source="root setting")
    stated = facts.first(*_PRODUCT_NAMES, sources=(FRONT_MATTER,))
    if stated is None and place.product:
        return Found(name="product", value=place.product, source="path")
    stated = stated or facts.first(*_PRODUCT_NAMES)
    return Found(name="product", value=stated.value if stated else "", source=stated.source if stated else "")


def version(parsed: Parsed, facts: Facts, place: Place, root: Root, path: str, *,
            banner: str = "") -> tuple[VersionRange, str]:
    """The range of versions with its source; everything, from nowhere, when none is named.

    ``banner`` are the words by which a banner at the top names the version of the page.
    """
    if root.version and (found := parse_version(root.version)):
        return found, "root setting"
    if root.version_regex and (found := _by_regex(root.version_regex, path)):
        return found, "root setting"
    if found := _stated(facts, FRONT_MATTER):
        return found, FRONT_MATTER
    if place.version:
        return place.version, "path"
    if found := _stated(facts, PAGE_METADATA):
        return found, PAGE_METADATA
    if banner and (found := version_in(banner)):
        return found, PAGE_TEXT
    if found := _stated(facts, PAGE_TEXT) or _said(parsed) or _on_title_page(parsed) or _in_titles(parsed, facts):
        return found, PAGE_TEXT
    if found := _stated(facts, PROPERTIES):
        return found, PROPERTIES
    return UNVERSIONED, ""


def version_in(text: str) -> VersionRange | None:
    """The range named at the end of a short phrase, product words before it left off: ``Lumen Relay 4.0 and later``."""
    if len(text) > _LONGEST:
        return None
    plain = _PARENTHESIS.sub("", text.strip(_QUOTES)).strip(_QUOTES)
    words = plain.split()
    for start in range(min(len(words), _MOST_WORDS + 1)):
        if found := parse_version(_LABEL.sub("", " ".join(words[start:]))):
            return found
        if any(char.isdigit() for char in words[start]):
            return None
    return None


def _by_regex(pattern: str, path: str) -> VersionRange | None:
    match = re.search(pattern, path)
    if not match:
        return None
    return parse_version(match[1] if match.groups() else match[0])


def _stated(facts: Facts, source: str) -> VersionRange | None:
    for value in facts.all(*_VERSION_NAMES, sources=(source,)):
        if found := version_in(value.value):
            return found
    lowest, highest = (facts.first(*names, sources=(source,)) for names in (_LOWEST_NAMES, _HIGHEST_NAMES))
    if lowest and highest:
        return parse_version(f"{lowest.value} - {highest.value}")
    if lowest and lowest.name.lower().startswith("applies"):  # elsewhere a least version is what a feature needs
        return parse_version(f">= {lowest.value}")
    return parse_version(f"<= {highest.value}") if highest and highest.name.lower().startswith("applies") else None


def _said(parsed: Parsed) -> VersionRange | None:
    """From a sentence of the opening that says what the page applies to."""
    for block in opening(parsed):
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.ADMONITION):
            for match in _SENTENCE.finditer(block.plain[:_LONGEST_PARAGRAPH].replace("\n", " ")):
                what = _SENTENCE_END.split(match["what"] or match["cjk"], maxsplit=1)[0]
                if found := version_in(what):
                    return found
    return None


def _on_title_page(parsed: Parsed) -> VersionRange | None:
    """From a short line of the first page: ``for GLPK Version 5.0``, ``Package v6.0 – 25 May 2022``."""
    if parsed.page_count < 2:
        return None
    lines = (line.strip() for block in opening(parsed)[:_TITLE_BLOCKS] for line in block.plain.split("\n"))
    matches = (_VERSION_LINE.fullmatch(line) for line in lines if len(line) <= _TITLE_LINE)
    return next((found for match in matches if match and (found := parse_version(match[1]))), None)


def _in_titles(parsed: Parsed, facts: Facts) -> VersionRange | None:
    first = next((block.plain for block in parsed.blocks if block.kind is BlockKind.HEADING), "")
    stated = facts.all("title", sources=EVERYWHERE)
    titles = (parsed.title, first, *(value.value for value in stated))
    return next((found for title in titles for part in reversed(_PARTS.split(title[:_LONGEST]))
                 if (found := version_in_title(part))), None)


def version_in_title(title: str) -> VersionRange | None:
    """The one version in a title that names a document: ``Relay 4.1 User Guide``, ``GNU Plot, version 5.4``.

    ``Upgrade to 3.2``, ``Chapter 2.1`` and ``What changed between 2.0 and 2.1`` name none.
    """
    matches = list(_TITLE_VERSION.finditer(title)) if len(title) <= _LONGEST else []
    if len(matches) != 1:
        return None
    match = matches[0]
    before = title[:match.start("version")]
    is_dotted, is_document = "." in match["version"], _DOCUMENT.search(title) is not None
    is_marked = _NAMES_VERSION.search(before) is not None or match["version"][0] in "vV"
    is_said = _SAYS_VERSION.search(before) is not None or (is_marked and (is_dotted or is_document))
    if _ABOUT_OTHERS.search(_NAMES_VERSION.sub("", before)):
        return None
    if not is_said and not (is_dotted and is_document and before.strip()):
        return None
    return parse_version(match["version"])
