"""Preformatted text: its lines as they are shown, without line numbers and buttons, and its language."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from selectolax.lexbor import LexborNode

from engine.ingest.parse.html_hidden import Attributes
from engine.ingest.parse.html_walk import Leave, skip, steps

_LANGUAGE = re.compile(r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-|brush:\s*|sourcecode\s+|source-|src-)"
                       r"([A-Za-z][\w+#.-]*)", re.IGNORECASE)
_NO_LANGUAGE = frozenset({"plaintext", "default", "none", "text", "plain", "notranslate", "highlight", "highlighter",
                          "rouge", "code", "wrapper", "container", "block", "lines", "line", "source", "nohighlight",
                          "inline", "theme", "toolbar", "copy"})
_KEEPS_LINES = re.compile(r"white-space\s*:\s*(?:pre|pre-wrap|break-spaces)\s*(?:;|!|\Z)", re.IGNORECASE)
_OUTWARDS = 3
_PRINTED_TITLE = re.compile(r"^[A-Z][A-Z -]{2,60}$", re.MULTILINE)
_FEWEST_TITLES = 3
_AROUND_SIGNS = re.compile(r"\s*(\()\s*|\s+([,)])")
_UNSHOWN = ".linenos, .lineno, .linenumber, .lnt, .gutter, .line-numbers-rows, button, style, script, .copybtn"
_NEEDS_WALK = f"br, [hidden], [style], div, p, li, {_UNSHOWN}"
_UNSHOWN_NAMES = frozenset(name[1:] for name in _UNSHOWN.replace(",", "").split() if name.startswith("."))


def code_text(node: LexborNode, is_shown: Callable[[LexborNode], bool], *, is_plain: bool = True) -> str:
    """The text of a preformatted element, line breaks and indents kept.

    ``is_shown`` says what readers see of it; ``is_plain`` that an element without attributes is always seen.
    """
    if (node.attributes.get("class") or "") == "memproto":
        return _declaration(node)
    if is_plain and node.css_first(_NEEDS_WALK) is None:
        return node.text()
    parts: list[str] = []

    def line() -> None:
        if parts and not parts[-1].endswith("\n"):
            parts.append("\n")

    def enter(inner: LexborNode, tag: str) -> Leave:
        attributes = inner.attributes
        if tag == "br":
            parts.append("\n")
            return skip
        if tag in ("button", "style", "script") or not is_shown(inner):
            return skip
        if not _UNSHOWN_NAMES.isdisjoint((attributes.get("class") or "").split()):
            return skip
        style = attributes.get("style") or ""
        if tag in ("div", "p", "li") or "display:block" in style.replace(" ", ""):
            line()
            return line
        return None

    steps(node, text=parts.append, enter=enter)
    return "".join(parts)


def _declaration(node: LexborNode) -> str:
    """A declaration that Doxygen sets as a table, in one line: ``int open(const char *path, int flags)``."""
    return _AROUND_SIGNS.sub(lambda match: match[1] or match[2], " ".join(node.text().split()))


def is_preformatted(node: LexborNode, attributes: Attributes) -> bool:
    """Whether an element's style keeps its line breaks, and it has some."""
    style = attributes.get("style") or ""
    return "white-space" in style and _KEEPS_LINES.search(style) is not None and "\n" in node.text().strip()


def manual_page(text: str) -> list[tuple[str, str]]:
    """The sections (title, text) of a manual page that was printed as one preformatted text; else the text alone."""
    titles = list(_PRINTED_TITLE.finditer(text))
    if len(titles) < _FEWEST_TITLES or not {"NAME", "DESCRIPTION"} <= {title[0].strip() for title in titles}:
        return [("", text)]
    places = [0, *(title.start() for title in titles), len(text)]
    parts = [text[start:end] for start, end in pairwise(places)]
    made = [("", parts[0])] if parts[0].strip() else []
    for title, part in zip(titles, parts[1:], strict=True):
        made.append((title[0].strip(), part[len(title[0]):]))
    return made


def code_language(node: LexborNode) -> str:
    """The language that the element, its code element or a wrapper around it names; empty when unknown."""
    inner = node.css_first("code")
    around: list[LexborNode] = [node] if inner is None else [inner, node]
    above = node.parent
    for _ in range(_OUTWARDS):
        if above is None or above.tag not in ("div", "figure", "td", "span"):
            break
        around.append(above)
        above = above.parent
    for element in around:
        attributes = element.attributes
        for name in (attributes.get("data-lang"), attributes.get("data-language"), attributes.get("lang-name")):
            if name and name.isascii() and name.replace("-", "").isalnum():
                return name.lower()
        for match in _LANGUAGE.finditer(attributes.get("class") or ""):
            if match[1].lower() not in _NO_LANGUAGE:
                return match[1].lower()
    return ""
