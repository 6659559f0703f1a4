"""The banner by which a documentation site says which version a page is of, and that it is an old or a coming one.

Docusaurus ("This is documentation for Relay 2.3, which is no longer actively maintained"), Sphinx and Read the Docs
("This document is for an old version of …", "You are not reading the most recent version of this documentation"),
Antora ("A newer version of this documentation is available"), Kubernetes ("v1.24 documentation is no longer actively
maintained. The version you are currently viewing …") and the like, in English and Chinese.

Only a sentence whose subject is the page or what the reader is looking at counts, at the top of the page; a condition
("If you are viewing …") or a sentence about other versions says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.ingest.deprecation import SIGNS
from engine.ingest.metadata.opening import opening
from engine.types import Block, BlockKind, Parsed

OUTDATED, UNRELEASED = "deprecated", "draft"

_LOOK_AT = 6
_LONGEST = 600
_DOCS = r"(?:documentation|docs?|documents?|pages?|manuals?|guides?|handbook|versions?|releases?|articles?|site)"
_OLD = (r"(?:old(?:er)?|out ?dated|out[- ]of[- ]date|previous|earlier|archived|unsupported|unmaintained|obsolete"
        r"|superseded|deprecated)")
_COMING = r"(?:unreleased|in-development|development|upcoming|pre-?release|future|next|not[- ]yet[- ]released)"
_ELSEWHERE = r"(?! (?:on|by|with|for|under|via|through|over|in) (?!version|release|v?\d))"
_GONE = (r"(?:no longer (?:being )?(?:actively |officially )?(?:maintained|supported|updated|current)|out[- ]of[- ]date"
         r"|outdated|obsolete|archived)\b" + _ELSEWHERE)
_VERB = r"(?:is|are|was)(?: now)?"
_WHAT = r"(?P<what>[^,;:。，；!?]{1,80}?)"
_HERE = (rf"(?:this (?:is )?(?:the )?(?:{_COMING} |{_OLD} )?{_DOCS}(?: {_VERB})?(?: (?:for|of|about|describes|covers|"
         rf"documents))?|you(?: are|'re|’re)(?: currently| now)? (?:viewing|reading|looking at|browsing|on)"
         rf"(?: the| an?)?(?: {_COMING}| {_OLD})? ?{_DOCS}(?: (?:for|of))?)")
_NOT_OF = r"(?! of (?:the|an?|your|our|its|this) (?!software|product|documentation|docs|manual))"
_OUTDATED = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (
    rf"{_HERE} {_WHAT}, which {_VERB} {_GONE}",
    rf"{_HERE} (?:an?|the) {_OLD} (?:and unsupported )?(?:version|release)\b{_NOT_OF}(?P<what>[^,;:。，；!?]{{0,60}})",
    rf"you(?: are|'re|’re)(?: currently| now)? (?:viewing|reading|looking at|browsing|on) (?:an?|the) {_OLD}"
    rf" (?:version|release)\b(?P<what>[^,;:。，；!?]{{0,60}})",
    rf"this (?:{_DOCS}|version of (?:the|this) {_DOCS}) {_VERB} {_GONE}(?P<what>)",
    r"you(?: are|'re|’re) not (?:reading|viewing|looking at) the (?:most recent|latest|current|newest) version\b"
    r"(?P<what>)",
    rf"(?:there is )?a (?:newer|more recent) version of this {_DOCS}(?: is available)?\b(?P<what>)",
    r"(?:此|本|这)(?:页|文档|为|是)(?:为|是)?(?P<what>[^，。；]{1,40}?)(?:版本?)?的?文档[，,]?\s*(?:现|目前)?已(?:经)?"
    r"不再(?:积极|主动)?(?:维护|支持|更新)",
    r"(?:您|你)(?:现在|当前|目前)?(?:正在|正)?(?:查看|浏览|阅读|看到)的?(?:是)?(?:较?旧|过时|早期|历史)的?版本的?"
    r"(?P<what>(?:\s*[（(][^）)]{1,20}[）)])?)\s*的?(?:文档|页面)?",
    r"(?:此|该|本)(?:版本|文档|页面)(?:的文档)?(?:现)?已(?:经)?(?:过时|过期|不再(?:积极|主动)?(?:维护|支持|更新))(?P<what>)",
))
_VIEWED = re.compile(r"(?P<what>[\w.+ -]{1,40}?) documentation (?:is|has been) (?:no longer (?:actively )?maintained"
                     r"|archived)|(?P<cjk>[\w.+ -]{1,40}?)\s*版本?的?文档(?:现)?已(?:经)?不再(?:积极)?维护",
                     re.IGNORECASE)
_VIEWING = re.compile(r"you are (?:currently )?(?:viewing|reading)|(?:你|您)(?:现在|当前|正在|目前)", re.IGNORECASE)
_UNRELEASED = tuple(re.compile(pattern, re.IGNORECASE) for pattern in (
    rf"this is (?:the )?unreleased {_DOCS} for(?P<what>[^,;。，；!?]{{1,80}}?)(?: version)?(?:[.,]|\Z)",
    rf"{_HERE} (?:an?|the) (?:unreleased|in-development|development|upcoming|pre-?release|not[- ]yet[- ]released)"
    r" (?:version|release)\b(?P<what>[^,;:。，；!?]{0,60})",
    rf"{_HERE} (?:an?|the) (?:next|future) (?:version|release)\b"
    r"(?P<what>(?: [\w.-]*\d[\w.-]*| of (?-i:[A-Z])[\w.+ -]{0,40})?)"
    r"(?=[.,;!]|\Z)",
    r"(?:此|本)(?:页|文档|为|是)(?:为|是|描述|介绍)?(?:的是)?(?P<what>[^，。；]{0,40}?)(?:尚未|还未|未)(?:发布|发行)的?"
    r"(?:版本|文档)",
))
_NAMED = re.compile(rf"{_HERE} (?P<what>[^,;:。，；!?]{{1,60}})", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z(\[*_“\"])|(?<=[。！？])\s*")
_LATEST = re.compile(r"\[(?P<words>[^\[\]\n]{0,60}(?:latest|newest|current|stable|most recent|up[- ]to[- ]date"
                     r"|最新|here)[^\[\]\n]{0,60})\]\((?P<target>[^)\s]+)\)", re.IGNORECASE)
_LATEST_VERSION = re.compile(r"(?:latest|newest|current|stable|最新)\b[^.。]{0,40}?[（(]?(?<![\w.])v?"
                             r"(?P<version>\d+(?:\.\d+)+)", re.IGNORECASE)
_ABSOLUTE = re.compile(r"[a-z][a-z0-9+.-]*:|#", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Banner:
    """What a banner says: ``state`` is OUTDATED, UNRELEASED or empty; ``version`` the words that name the version of
    the page, ``successor`` a path or the words for what takes its place; ``note`` is its block's text.
    """

    state: str
    version: str
    successor: str
    note: str


def banner(parsed: Parsed) -> Banner | None:
    """The banner at the top of a page."""
    for block in list(opening(parsed))[:_LOOK_AT]:
        if block.kind in (BlockKind.PARAGRAPH, BlockKind.ADMONITION) and not block.level and (
                len(block.plain) <= _LONGEST):
            found = _read(block, parsed.text[block.span.start:block.span.end])
            if found is not None:
                return found
    return None


def _read(block: Block, source: str) -> Banner | None:
    plain = " ".join(block.plain.split())
    made = partial(Banner, successor=_successor(source), note=block.plain)
    state = version = ""
    for said, named in _statements(plain):
        state = state or said
        version = version or named
    return made(state=state, version=version) if state else None


def _statements(plain: str) -> Iterator[tuple[str, str]]:
    """State and version of each sentence that speaks of the page."""
    for sentence in _SENTENCE.split(plain):
        words = SIGNS.sub("", sentence, count=1)
        for state, patterns in ((UNRELEASED, _UNRELEASED), (OUTDATED, _OUTDATED)):
            match = next((match for pattern in patterns if (match := pattern.match(words))), None)
            if match is not None:
                yield state, _named(match["what"])
                break
        else:
            if (match := _VIEWED.match(words)) and _VIEWING.search(plain):
                yield OUTDATED, _named(match["what"] or match["cjk"])
            elif match := _NAMED.match(words):
                yield "", _named(match["what"])


def _named(what: str) -> str:
    return what.strip(" .()（）").removeprefix("of ").removesuffix(" version").strip()


def _successor(source: str) -> str:
    """The linked latest version: its path, or its words where it is another site's, with its number when given."""
    flat = " ".join(source.replace("\n> ", " ").replace("*", "").split())
    match = _LATEST.search(flat)
    if match and not _ABSOLUTE.match(match["target"]):
        return match["target"]
    version = _LATEST_VERSION.search(re.sub(r"\]\([^)]*\)", "", flat))
    if version:
        return version["version"]
    return match["words"].strip() if match else ""
