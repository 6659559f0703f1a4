"""The key by which a list item, a definition or a paragraph is known: the option, setting or term it explains."""

from __future__ import annotations

import re

from engine.store.identifiers import identifiers

_LONGEST = 100
_TICKED = re.compile(r"(?:\*\*|__|\[)?(`{1,2})([^`\n]+)\1(?:\*\*|__|\]\([^)\s]*\))?"
                     r"(?P<more>(?:\s*(?:,|/|\||or|and)\s*(?:\*\*)?`[^`\n]+`(?:\*\*)?)*)"
                     r"(?P<rest>\s*(?:\Z|\n|[-–—:=(|,.]|<br)|\s+\S)")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^\n]+?)\1(?P<rest>\s*(?:\Z|\n|[-–—:=(|,.])|\s+\S|(?<=:\*\*)\S)")
_BARE = re.compile(r"(-{0,2}[\w$@][\w.$/@-]*)(?:\s*\([^)\n]*\))?(?:\s+[-–—=]{1,2}\s|\s*:\s)")
_FLAG = re.compile(r"(--?[A-Za-z][\w-]*)(?=[\s=,]|\Z)")
_MORE = re.compile(r"`([^`\n]+)`")
_BOLD_ONLY = re.compile(r"(\*\*|__)(?=\S)([^\n]{1,100}?)\1[ \t]*:?[ \t]*(?:\n|\Z)")


def key_of(markdown: str) -> str:
    """The key at the start of a list item's Markdown, or nothing.

    A code span (with its aliases), a bold phrase, or an identifier before a dash or a colon.
    """
    if markdown[:1] in "`[" or markdown[:3] in ("**`", "__`"):
        match = _TICKED.match(markdown)
        if match and (" " not in match[2] or not match["rest"].strip()[:1].isalnum()):
            return ", ".join([match[2].strip(), *_MORE.findall(match["more"])])[:_LONGEST]
    if markdown[:2] in ("**", "__"):
        match = _BOLD.match(markdown)
        if match and len(match[2]) <= _LONGEST:
            return match[2].replace("`", "").strip(" :*")
        return ""
    if match := _BARE.match(markdown) or _FLAG.match(markdown):
        return match[1] if identifiers(match[1]) else ""
    return ""


def bold_heading(markdown: str) -> str:
    """The words of a paragraph's first line when it is nothing but bold (a heading in disguise), or nothing."""
    if markdown[:2] not in ("**", "__"):
        return ""
    match = _BOLD_ONLY.match(markdown)
    return match[2].replace("`", "").strip(" :*") if match and match[1] not in match[2] else ""
