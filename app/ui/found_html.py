"""Passages as a list of results: where they stand, which version, and what they say around the find."""

from __future__ import annotations

import html
import re

from PySide6.QtCore import QCoreApplication

from app.ui.evidence_block import passage_words
from app.ui.locate import plain
from app.ui.theme import Colours
from engine.types import Passage

_SNIPPET = 260


def found_html(passages: tuple[Passage, ...], colours: Colours, *, first: int = 0) -> str:
    """One paragraph a passage; its link is ``passage:INDEX``, counted from ``first``."""
    return "".join(_entry(index, passage, colours) for index, passage in enumerate(passages, first))


def heading_html(words: str, colours: Colours) -> str:
    """A quiet heading above a list of results."""
    return f'<p style="color: {colours.muted}; margin-bottom: 6px"><b>{html.escape(words)}</b></p>'


def passage_of(passages: tuple[Passage, ...], link: str) -> Passage | None:
    """The passage that a link of this module stands for, None for any other link."""
    match = re.fullmatch(r"passage:(\d+)", link)
    return passages[int(match[1])] if match and int(match[1]) < len(passages) else None


def snippet(passage: Passage) -> str:
    """The beginning of what was found, on one line, cut between words; why there is none, where there is no text."""
    if passage.no_text:
        return passage.no_text
    start = passage.focus.start - passage.span.start
    found = passage.text[max(0, start):] or passage.text
    line = one_line(found)
    return line if len(line) <= _SNIPPET else line[:_SNIPPET].rsplit(" ", 1)[0] + " …"


def one_line(markdown: str) -> str:
    """A piece of Markdown as one line of plain words."""
    return " ".join(re.sub(r"[#*`>|\[\]]+|^\s*[-+]\s", " ", plain(markdown), flags=re.MULTILINE).split())


def _entry(index: int, passage: Passage, colours: Colours) -> str:
    place = html.escape(passage_words(passage))
    scope = html.escape(" ".join(part for part in (passage.product, passage.applies_to.raw) if part))
    old = QCoreApplication.translate("Found", "⚠ deprecated")
    flag = f' <span class="mark warn">{html.escape(old)}</span>' if passage.deprecated else ""
    return (f'<p style="margin-bottom: 2px"><a href="passage:{index}"><b>{place}</b></a>'
            f' <span class="mark" style="color: {colours.muted}">{scope}</span>{flag}</p>'
            f'<p style="margin-bottom: 14px">{html.escape(snippet(passage))}</p>')
