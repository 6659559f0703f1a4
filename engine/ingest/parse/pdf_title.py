"""The title of a PDF: what it says of itself if that makes sense, else the largest words of its first page."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Line

_LONGEST = 200
_MOST_LINES = 4
_LARGER = 1.1
_CODE = re.compile(r"[_/\\]|\d{3}")
_FILE = re.compile(r"\.(?:docx?|pdf|tex|dvi|ps|odt|rtf|indd|qxd|fm|xlsx?|pptx?|md|html?|xml|txt|ai|eps|cdr)\Z",
                   re.IGNORECASE)
_EMPTY = re.compile(r"(?:untitled|unbenannt|document|dokument|title|no title|slide|presentation|microsoft word|"
                    r"powerpoint|print|book)?[\s\d._-]*\Z|microsoft (?:word|powerpoint|excel)\s*-|\(?anonymous\)?|"
                    r"无标题|未命名|[\d\s._/-]+\Z", re.IGNORECASE)


def sensible(title: str) -> bool:
    """Whether a title that a program wrote into the file's properties is one that a person would give."""
    title = title.strip()
    return (2 < len(title) <= _LONGEST and title[-1] not in ":：" and not _EMPTY.match(title)
            and not _FILE.search(title) and sum(map(str.isalpha, title)) >= 0.4 * len(title.replace(" ", ""))
            and (" " in title or not _CODE.search(title)))


def title_of(given: str, flow: Sequence[Item], body_size: float, otherwise: str) -> str:
    """The title, from the properties, from the first page that has text, or ``otherwise``."""
    if sensible(given):
        return given
    first = next((item.page for item in flow if isinstance(item, Line)), 0)
    lines = [item for item in flow if isinstance(item, Line) and item.page == first and _letters(item.text) > 1]
    largest = max((line.size for line in lines), default=0.0)
    if largest >= _LARGER * body_size:
        at = next(place for place, line in enumerate(lines) if line.size == largest)
        words = [lines[at].text]
        for line in lines[at + 1:at + _MOST_LINES]:
            if abs(line.size - largest) > 0.3:
                break
            words.append(line.text)
        title = " ".join(" ".join(words).split())
        if len(title) <= _LONGEST:
            return title
    return otherwise


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))
