"""Markdown to the HTML that ``QTextDocument`` draws well: what is tidied before, and the two forms of a text.

The parser is in ``markdown_render`` and loaded with the first text, not with the window.
"""

from __future__ import annotations

import html
import re

from app.ui.theme import Colours

_FRONT_MATTER = re.compile(r"\A\s*(---|\+\+\+)[ \t]*\n.*?\n\1[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,})")
_SHORTCODE = re.compile(r"\{\{[<%]\s*(/?)\s*([\w-]+)[^}]*?[%>]\}\}")
_CONTAINER = re.compile(r"^:::+\s*(\w[\w-]*)?\s*(.*)$")
_ALERT = re.compile(r"^(\s*>\s*)\[!(\w+)\]\s*$")
_HEADING_ID = re.compile(r"^(#{1,6}\s.*?)\s*\{#[^}]*\}\s*$")
_ASIDES = frozenset({"note", "tip", "info", "warning", "caution", "danger", "important", "attention", "hint"})
PICTURE = "picture:"
"""What a picture's source begins with; behind it stands the address of the document, percent-encoded."""


def markdown_html(text: str, colours: Colours, *, title: str = "") -> str:
    """HTML of a Markdown text. ``title`` is set above it when the text does not open with a heading of its own."""
    from app.ui.markdown_render import rendered

    body = tidy(text)
    if title and not re.match(r"\s*#\s", body):
        body = f"# {title}\n\n{body}"
    return rendered(body, colours)


def plain_html(text: str, colours: Colours) -> str:
    """HTML of a text that is no Markdown: exactly as it stands, in a fixed face, lines wrapped."""
    return f'<pre style="white-space: pre-wrap; color: {colours.text}">{html.escape(text, quote=False)}</pre>'


def tidy(text: str) -> str:
    """Markdown without front matter, and with the asides of site generators as quotes with a bold label."""
    lines: list[str] = []
    fence = ""
    before = aside = False
    for line in _FRONT_MATTER.sub("", text, count=1).split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            fence = "" if fence else mark[1]
            before = aside
        elif not fence:
            before = aside
            line, aside = _tidy_line(line, aside)
        lines.append(f"> {line}" if before and aside else line)
    return "\n".join(lines)


def _tidy_line(line: str, aside: bool) -> tuple[str, bool]:
    """The line, and whether it belongs to an aside."""
    if container := _CONTAINER.match(line):
        kind, rest = container[1], container[2]
        return (f"> **{kind.capitalize()}** {rest}\n>", True) if kind else ("", False)
    if alert := _ALERT.match(line):
        return f"{alert[1]}**{alert[2].capitalize()}**  ", aside
    if (code := _SHORTCODE.search(line)) and code[2].lower() in _ASIDES:
        rest = _SHORTCODE.sub("", line).strip()
        return (rest, False) if code[1] else (f"> **{code[2].capitalize()}** {rest}\n>", True)
    return _HEADING_ID.sub(r"\1", _SHORTCODE.sub("", line)), aside
