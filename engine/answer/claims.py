"""Splits an answer into claims: sentences, list items, code blocks, each an exact slice of the answer.

A sentence ends at ``.``, ``!`` or ``?`` before a blank and a capital, digit or quote, or at a CJK full stop; an
abbreviation or a single letter before the stop does not end it. Source markers the model wrote (``[S1]``) are taken
out first: they are a hint at most, never a citation.
"""

from __future__ import annotations

import re

from engine.types import Span

_MARKER = re.compile(r"[ \t]*(?:\[S\d+(?:\s*,\s*S\d+)*\]|\(S\d+(?:\s*,\s*S\d+)*\))")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")
_END = re.compile(r"[.!?]+[\"')\]]*(?=\s+[\"'(\[`]?[A-Z0-9])|[。！？]+")
_ABBREVIATION = re.compile(r"(?:\b(?:e\.g|i\.e|etc|vs|fig|no|approx|incl|min|max|cf|dr|mr|ms)|\b[A-Za-z])\.$",
                           re.IGNORECASE)
_LIST_MARK = re.compile(r"[ \t]*(?:[-*+]|\d+[.)])[ \t]+")


def without_markers(draft: str) -> tuple[str, tuple[str, ...]]:
    """The draft without the model's own source markers, and the labels it named, in order."""
    labels = tuple(label for marker in _MARKER.findall(draft) for label in re.findall(r"S\d+", marker))
    return _MARKER.sub("", draft).strip(), labels


def split(text: str, *, by_code_line: bool = False) -> tuple[Span, ...]:
    """Spans of the claims in reading order; blanks and list marks between them belong to none.

    A code block is one claim; with ``by_code_line`` each of its lines is a unit, which is how sources are quoted.
    """
    spans: list[Span] = []
    offset = 0
    fence_start: int | None = None
    for line in text.splitlines(keepends=True):
        end = offset + len(line)
        if _FENCE.match(line):
            if fence_start is None:
                fence_start = offset
            else:
                spans += [] if by_code_line else [_trimmed(text, fence_start, end)]
                fence_start = None
        elif fence_start is None:
            spans += _sentences(text, offset, end)
        elif by_code_line:
            spans.append(_trimmed(text, offset, end))
        offset = end
    if fence_start is not None and not by_code_line:
        spans.append(_trimmed(text, fence_start, len(text)))
    return tuple(span for span in spans if span.end > span.start)


def _sentences(text: str, start: int, end: int) -> list[Span]:
    if mark := _LIST_MARK.match(text, start, end):
        start = mark.end()
    spans: list[Span] = []
    for match in _END.finditer(text, start, end):
        if not _ABBREVIATION.search(text, start, match.end()):
            spans.append(_trimmed(text, start, match.end()))
            start = match.end()
    spans.append(_trimmed(text, start, end))
    return spans


def _trimmed(text: str, start: int, end: int) -> Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end)
