"""A web page's source to the tree that a browser builds.

1. Long inlined data goes: it is no text.
2. In XHTML, empty elements and CDATA sections are written out: the HTML grammar would read on to the end of the page.
3. Elements nested absurdly deep are dropped, their text stays: the grammar's own rules take quadratic time there.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from selectolax.lexbor import LexborHTMLParser

from engine.ingest.parse.hidden import without_data

_DEEPEST = 256
"""How often an element may stand inside others of its name; browsers stop at 512 elements in all."""
_DEEPEST_IN_ALL = 2000
_WITHOUT_EVENTS = 1
_TAG = re.compile(r"<(/?)([A-Za-z][\w:-]*)")
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_CLOSES_ITSELF = frozenset("a body dd dt head html li optgroup option p rp rt tbody td tfoot th thead tr".split())
_UNCOUNTED = _VOID | _CLOSES_ITSELF | {name.upper() for name in _VOID | _CLOSES_ITSELF}
_IS_XHTML = re.compile(r"\s*(?:<!--.{0,2000}?-->\s*)*<\?xml\b", re.DOTALL)
_TITLE = re.compile(r"<title[\s>]", re.IGNORECASE)
_TITLE_END = re.compile(r"</title", re.IGNORECASE)
_OPEN_TITLE = re.compile(r"<title[^<>]*>[^<]*", re.IGNORECASE)
_EMPTY_END = re.compile(r"\s*/>")
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)


def html_tree(source: str) -> LexborHTMLParser:
    """The tree of a page or of a fragment (then with a body around it). Never fails, whatever the source is."""
    source = without_data(source)
    if _IS_XHTML.match(source):
        source = _with_ends(_CDATA.sub(lambda match: html.escape(match[1]), source))
    if _TITLE.search(source) and not _TITLE_END.search(source):
        source = _OPEN_TITLE.sub(r"\g<0></title>", source, count=1)  # or the whole page would be its title
    return LexborHTMLParser(_shallow(source), options=_WITHOUT_EVENTS, scripting=True)


def _with_ends(source: str) -> str:
    """``source`` with an end tag after every empty element (``<a id="x"/>``) that HTML takes for an open one."""
    parts: list[str] = []
    place = 0
    for match in _EMPTY_END.finditer(source):
        tag = _TAG.match(source, max(source.rfind("<", place, match.start()), 0))
        if tag and not tag[1] and tag[2].lower() not in _VOID and ">" not in source[tag.end():match.start()]:
            parts += source[place:match.start()], "></", tag[2], ">"
            place = match.end()
    return "".join([*parts, source[place:]])


def _shallow(source: str) -> str:
    """``source`` without the tags of elements that are nested too deep.

    Depths are counted by name, so that an element that is never closed harms no other.
    """
    tags = _TAG.findall(source)
    too_deep = _too_deep(tags)
    if not too_deep:
        return source
    kept: list[str] = []
    place = 0
    for at, match in enumerate(_TAG.finditer(source)):
        if at in too_deep:
            kept.append(source[place:match.start()])
            place = source.find(">", match.end()) + 1 or len(source)
    return "".join([*kept, source[place:]])


def _too_deep(tags: Sequence[tuple[str, str]]) -> set[int]:
    """Which of the tags (a slash or nothing, a name) to drop."""
    depths: dict[str, int] = {}
    total = 0
    found: set[int] = set()
    for at, (closing, name) in enumerate(tags):
        if name in _UNCOUNTED:
            continue
        depth = depths.get(name, 0) + (not closing)
        if not depth:
            continue
        total += -1 if closing else 1
        depths[name] = depth - (closing == "/")
        if depth > _DEEPEST or total > _DEEPEST_IN_ALL:
            found.add(at)
    return found
