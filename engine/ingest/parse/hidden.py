"""Parts of a Markdown source that no reader sees: comments, scripts, styles, hidden elements, inlined data.

Takes them out of the text by the places the parser found them at, so that code showing a comment keeps it. Newlines
inside stay: line numbers are true before and after.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from markdown_it.token import Token

_UNSEEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(script|style|template)\b[^>]{0,2000}>.*?(?:</\1\s*>|\Z)"
    r"|(?P<hidden><([a-zA-Z][\w-]*)\b[^<>]{0,500}?(?:\shidden(?=[\s>/=])|display\s*:\s*none|visibility\s*:\s*hidden"
    r"|font-size\s*:\s*0(?![.\d]*[1-9])|aria-hidden\s*=\s*[\"']?true)[^<>]{0,500}>.*?(?:</\3\s*>|\Z))",
    re.DOTALL | re.IGNORECASE,
)
_TRIGGERS = ("<!--", "<script", "<style", "<template", "hidden", "display", "font-size")
_DATA = re.compile(r"data:[\w.+-]{0,80}(?:/[\w.+-]{0,80})?(?:;[\w=.+-]{0,80}){0,4},[\w+/=%.~-]{64,}")
_NOT_NEWLINE = re.compile(r"[^\n]+")


def without_data(text: str) -> str:
    """``text`` without long ``data:`` addresses, wherever they stand."""
    return _DATA.sub("", text) if "data:" in text else text


def remove_unseen(lines: list[str], text: str, tokens: Sequence[Token]) -> bool:
    """Blank out what is hidden, in ``lines`` and in the tokens' own content.

    Returns whether elements were hidden by style or attribute, which can only be meant to mislead.
    """
    lowered = text.lower()
    if "<" not in text or not any(trigger in lowered for trigger in _TRIGGERS):
        return False
    hidden = False
    for token in tokens:
        if token.map is None or "<" not in token.content:
            continue
        if token.type == "html_block":
            first, last = token.map
            token.content, found = _cut(token.content)
            hidden = hidden or found
            cut, _ = _cut("\n".join(lines[first:last]))
            lines[first:last] = cut.split("\n")
        elif token.type == "inline" and token.children:
            _cut_inline(lines, token)
    return hidden


def _cut(source: str) -> tuple[str, bool]:
    hidden = False

    def blank(match: re.Match[str]) -> str:
        nonlocal hidden
        hidden = hidden or match["hidden"] is not None
        return _NOT_NEWLINE.sub("", match[0])

    return _UNSEEN.sub(blank, source), hidden


def _cut_inline(lines: list[str], token: Token) -> None:
    """Comments inside a paragraph; code spans that show one are other tokens and stay."""
    assert token.map is not None
    first, last = token.map
    place = 0
    source = "\n".join(lines[first:last])
    for child in token.children or ():
        if child.type == "html_inline" and child.content.startswith("<!--"):
            start = source.find(child.content, place)
            if start < 0:
                start = source.find("<!--", place)
            end = source.find("-->", start)
            if start < 0 or end < 0:
                continue
            cut = _NOT_NEWLINE.sub("", source[start:end + 3])
            source = f"{source[:start]}{cut}{source[end + 3:]}"
            place = start
    lines[first:last] = source.split("\n")
