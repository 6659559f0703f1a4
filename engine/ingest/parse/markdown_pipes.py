"""Bars inside code in tables of pipes: the grammar cuts cells at them, and drops the cells that are then too many.

Most sites show such a bar as part of the code. Where a row has more cells than its table has columns, bars in its code
are escaped before the grammar sees them; lines keep their numbers.
"""

from __future__ import annotations

import re

_RULE = re.compile(r"(?:[>\s]|[-*+]\s)*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`\n]+)\1(?!`)")
_FENCE = re.compile(r"[>\s]*(`{3,}|~{3,})")


def with_code_pipes(body: str) -> str:
    """``body`` with the bars in code of over-full table rows escaped."""
    if "`" not in body or "|" not in body or not any("|" in code for _, code in _CODE.findall(body)):
        return body
    lines = body.split("\n")
    columns, fence = 0, ""
    for at, line in enumerate(lines):
        if match := _FENCE.match(line):
            fence = match[1][:3] if not fence else "" if match[1].startswith(fence) else fence
        if fence or "|" not in line:
            columns = 0
        elif "-" in line and _RULE.fullmatch(line):
            columns = _cells(line)
            if at and "`" in lines[at - 1] and _cells(lines[at - 1]) > columns:
                lines[at - 1] = _escaped(lines[at - 1])
        elif columns and "`" in line and _cells(line) > columns:
            lines[at] = _escaped(line)
    return "\n".join(lines)


def _cells(line: str) -> int:
    bare = line.strip(" \t>")
    return len(_BAR.findall(bare)) + 1 - bare.startswith("|") - (bare.endswith("|") and not bare.endswith("\\|"))


def _escaped(line: str) -> str:
    return _CODE.sub(lambda match: _BAR.sub(r"\\|", match[0]), line)
