"""What kind of document it is: reference, guide, runbook, release notes, faq or ticket; empty when nothing says so.

Belief: front matter and page metadata, the file's name, the title, the folders from the deepest up, and last the
structure: questions as headings, versions as headings, the headings of a runbook, steps, tables of settings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ingest.metadata.facts import EVERYWHERE, PAGE_TEXT, Facts
from engine.ingest.metadata.paths import Place
from engine.types import Block, BlockKind, Found, Parsed

REFERENCE, GUIDE, RUNBOOK = "reference", "guide", "runbook"
RELEASE_NOTES, FAQ, TICKET = "release notes", "faq", "ticket"

_NAMES = ("doc-type", "doctype", "document-type", "content-type", "page-type", "diataxis", "type", "kind")
_EXPLICIT = frozenset({"doc-type", "doctype", "document-type"})
_WORDS = (
    (RELEASE_NOTES, r"release notes?|releasenotes|changelog|what s new|whats new|release history|change log"
                    r"|version history|发布说明|更新日志|版本说明|リリースノート"),
    (FAQ, r"faqs?|frequently asked(?: questions)?|questions and answers|q and a|常见问题|よくある質問"),
    (RUNBOOK, r"runbooks?|playbooks?|standard operating procedures?|sop|sops|incident response|运行手册"
              r"|操作规程"),
    (TICKET, r"tickets?|postmortems?|post mortems?|support cases?|incidents?|(?:issue|bug|case|inc|ticket) ?\d+"
             r"|工单"),
    (REFERENCE, r"references?|specifications?|spec|glossary|man(?:ual)? ?pages?|configuration index|cheat ?sheet|参考"
                r"|リファレンス"),
    (GUIDE, r"guides?|tutorials?|how ?tos?|how to|getting started|quick ?starts?|walkthrough|handbook|manual"
            r"|指南|教程|手册|ガイド"),
    (REFERENCE, r"api|apis|cli|commands?|options?|settings?|parameters?|schema|metrics|events|man\d|ref|syntax"),
    (GUIDE, r"install(?:ation|ing)?|setup|set up|deploy(?:ment|ing)?|operate|concepts?|overview|introduction"
            r"|troubleshooting|migrat(?:ion|ing)|upgrad(?:e|ing)|administration|安装|部署|故障排除"),
)
_STRONG = 6
"""The rest are words that tell the kind only when hardly anything else stands beside them."""
_PATTERNS = tuple((kind, re.compile(rf"(?:^|(?<=\s))(?:{words})(?=\s|$)", re.IGNORECASE), place >= _STRONG)
                  for place, (kind, words) in enumerate(_WORDS))
_CJK = tuple((kind, re.compile("|".join(word for word in words.split("|") if word and word[0] > "\u2e7f")))
             for kind, words in _WORDS if re.search("[\u2e80-\uffff]", words))
_RELEASES = frozenset({"changes", "history", "news", "releases"})
_SITES = frozenset({"manual", "manuals", "handbook", "docs", "doc", "guide", "guides", "html"})
_SIGNS = re.compile(r"[^\w]+|_")
_STEPS = frozenset("meaning impact diagnosis mitigation symptom symptoms resolution remediation escalation "
                   "verification rollback cause causes actions alert".split())
_VERSION_HEADING = re.compile(
    r"\W*(?:(?:version|release|changes in|new in|upgrading (?:from|to)|[A-Z]\w*)\s+){0,3}v?\d+(?:\.\d+)+[a-z\d.+-]*\]?"
    r"(?:\W*(?:released?\W+)?\(?(?:(?:19|20)\d\d\D|[\w,. ]{3,20}\s(?:19|20)\d\d|unreleased|tbd)[^\n]{0,40})?\W*"
    r"|\W*unreleased\W*|(?:19|20)\d\d-\d\d-\d\d.*", re.IGNORECASE)
_MANY = 3
_SHORT = 3
_STEPS_SHARE = 5
_LONGEST = 200
_MEDIA = {"text/troff": REFERENCE, "message/rfc822": TICKET}


def doc_type(parsed: Parsed, facts: Facts, place: Place) -> Found:
    """The kind with its source; empty when nothing says so."""
    for found in facts.all(*_NAMES, sources=(*EVERYWHERE, PAGE_TEXT)):
        kind = kind_of(found.value)
        if not kind and found.name.lower().replace("_", "-") in _EXPLICIT:
            kind = found.value
        if kind:
            return Found(name="doc_type", value=kind, source=found.source)
    if kind := _MEDIA.get(parsed.media_type, ""):
        return Found(name="doc_type", value=kind, source="file type")
    if kind := kind_of(place.stem):
        return Found(name="doc_type", value=kind, source="path")
    if kind := kind_of(parsed.title):
        return Found(name="doc_type", value=kind, source="page text")
    structural = _by_structure(parsed.blocks)
    if structural in (FAQ, RUNBOOK, RELEASE_NOTES):
        return Found(name="doc_type", value=structural, source="structure")
    for name in reversed(place.names):
        if name.lower() not in _SITES and (kind := kind_of(name)):
            return Found(name="doc_type", value=kind, source="path")
    return Found(name="doc_type", value=structural, source="structure" if structural else "")


def kind_of(words: str) -> str:
    """The kind that a name or a title speaks of, or nothing."""
    words = words[:_LONGEST]
    spaced = " ".join(_SIGNS.sub(" ", words).split())
    if spaced.lower() in _RELEASES:
        return RELEASE_NOTES
    is_short = spaced.count(" ") < _SHORT
    found = next((kind for kind, pattern, is_weak in _PATTERNS
                  if (is_short or not is_weak) and pattern.search(spaced)), "")
    return found or next((kind for kind, pattern in _CJK if pattern.search(words)), "")


def _by_structure(blocks: Sequence[Block]) -> str:
    headings = [block.plain.strip()[:_LONGEST] for block in blocks if block.kind is BlockKind.HEADING]
    many = max(_MANY, len(headings) // 2)
    if sum(heading.endswith(("?", "？")) for heading in headings) >= many:
        return FAQ
    if len({heading.lower() for heading in headings} & _STEPS) >= _MANY:
        return RUNBOOK
    if sum(_VERSION_HEADING.fullmatch(heading) is not None for heading in headings) >= many:
        return RELEASE_NOTES
    body = [block for block in blocks if block.kind is not BlockKind.HEADING]
    size = sum(len(block.plain) for block in body) or 1
    if sum(len(block.plain) for block in body if block.table is not None or block.label) * 2 > size:
        return REFERENCE
    ordered = sum(block.ordered for block in body)
    return GUIDE if ordered >= _MANY and ordered * _STEPS_SHARE >= len(body) else ""
