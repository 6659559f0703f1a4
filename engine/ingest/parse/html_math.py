"""Formulas in web pages as one line that can be read, searched and typed: their TeX source, or their signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborNode

_BETWEEN = {"msup": "^", "msub": "_", "mfrac": "/", "munder": "_", "mover": "^", "msubsup": "_^", "munderover": "_^"}
_FORMULAS = 2000
_SHOWN = "mi, mn, mo, mtext, ms"
_TEX_COMMAND = re.compile(r"\\(?:begin|end)\{[^{}]*\}|\\[A-Za-z]+")
_TEX_WORD = re.compile(r"[A-Za-z]{4,}")
_LONGEST_SOURCE = 2000


def tex_of(node: LexborNode) -> str:
    """The TeX source that a rendered formula (MathML, KaTeX, MathJax) carries along, between dollar signs; or nothing.
    """
    annotation = node.css_first("annotation[encoding='application/x-tex'], script[type^='math/tex']")
    written = [annotation.text() if annotation is not None else "", node.attributes.get("alttext") or ""]
    source = next(filter(None, (" ".join(words.split()) for words in written)), "")
    return f"${source}$" if source and _is_rendered(source, node) else ""


def _is_rendered(source: str, node: LexborNode) -> bool:
    """Whether the words of a source are those of the formula that readers see: what only the source says is hidden."""
    shown = "".join("".join(part.text() for part in node.css(_SHOWN)).split())
    words = _TEX_WORD.findall(_TEX_COMMAND.sub(" ", source))
    return len(source) <= _LONGEST_SOURCE and all(word in shown for word in words)


def math_text(node: LexborNode) -> str:
    """A MathML formula in a line: its TeX source, else its signs with ``^``, ``_`` and ``/`` between their parts."""
    return tex_of(node) or "".join(_signs(node)).strip()


def _signs(root: LexborNode) -> Iterator[str]:
    """The signs in reading order; what joins the parts of an element stands between them."""
    for count, node in enumerate(root.traverse(include_text=True)):
        if count > _FORMULAS:
            return
        parent = node.parent
        if parent is None or parent.tag in ("annotation", "annotation-xml"):
            continue
        joint = _BETWEEN.get(parent.tag or "")
        if joint and node.is_element_node:
            place = _place(node)
            if place:
                yield joint[min(place, len(joint)) - 1]
        if node.is_text_node:
            words = " ".join((node.text_content or "").split())
            yield f" {words} " if parent.tag == "mo" and words in "=<>≤≥≠≈→+−±" else words


def _place(node: LexborNode) -> int:
    """How many elements stand before this one beside it."""
    place, before = 0, node.prev
    while before is not None and place < 3:
        place += before.is_element_node
        before = before.prev
    return place
