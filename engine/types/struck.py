"""Struck-out words in Markdown: what an author withdrew and left to be seen. It is shown, and never taken for a value.

Known are ``~~words~~``, ``<s>``, ``<del>`` and ``<strike>``, and elements with a line through them by style. Tildes and
tags inside code are code.
"""

from __future__ import annotations

import re

_TRIGGER = re.compile(r"<(?:s|del|strike)[\s>]|line-through", re.IGNORECASE)
_LONGEST = 5_000
_INSIDE = rf"(?:(?!\n[ \t]*\n)[^\0]){{0,{_LONGEST}}}?"
_STRUCK = re.compile(
    r"(?P<code>(?<![`\\])(?P<ticks>`{1,8})(?!`)[^\0]*?(?<!`)(?P=ticks)(?!`))"
    rf"|(?<![~\\])~~(?=[^\s~]){_INSIDE}(?<=[^\s~\\])~~(?!~)"
    rf"|<(?P<tag>s|del|strike)(?:\s[^<>]{{0,500}})?>[^\0]{{0,{_LONGEST}}}?</(?P=tag)\s*>"
    rf"|<(?P<styled>[a-z][a-z0-9]{{0,9}})\b[^<>]{{0,500}}\bline-through[^<>]{{0,500}}>[^\0]{{0,{_LONGEST}}}?"
    r"</(?P=styled)\s*>",
    re.IGNORECASE)


def without_struck(markdown: str) -> str:
    """``markdown`` without struck-out words; newlines in them stay, so that lines keep their places."""
    if "~~" not in markdown and ("<" not in markdown or not _TRIGGER.search(markdown)):
        return markdown
    return _STRUCK.sub(lambda match: match[0] if match["code"] else "\n" * match[0].count("\n"), markdown)
