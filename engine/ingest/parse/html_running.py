"""The elements inside running text: which become markup, which words, and which are passed through."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from selectolax.lexbor import LexborNode

from engine.ingest.parse.html_hidden import Attributes
from engine.ingest.parse.html_inline import PLAIN, Inline, Style, link_target
from engine.ingest.parse.html_math import math_text, tex_of
from engine.ingest.parse.html_names import is_note_mark, picture_words
from engine.ingest.parse.html_walk import Leave, skip
from engine.ingest.parse.raised import lowered, raised


class Running:
    """The running text of one page. ``held`` counts the elements whose text is kept for one block (a cell, a term);
    ``in_heading`` says that strong text is nothing special and links lead away.
    """

    def __init__(self) -> None:
        self.inline = Inline()
        self.held = 0
        self.in_heading = False

    def enter(self, node: LexborNode, tag: str, attributes: Attributes) -> Leave:
        """Begin one of ``INLINE_TAGS``; gives what to do on leaving it."""
        return INLINE_TAGS[tag](self, node, attributes)

    def hold(self, finish: Callable[[str, str], None], *, starts_line: bool) -> Callable[[], None]:
        """Keep all text together until the result is called; then hand it to ``finish``.

        ``starts_line`` says that its Markdown will stand at the start of a line.
        """
        self.held += 1
        outer, self.inline.style = self.inline.style, PLAIN

        def leave() -> None:
            self.held -= 1
            self.inline.style = outer
            finish(*self.inline.take(starts_line=starts_line))

        return leave

    def _restyle(self, style: Style) -> Leave:
        before, self.inline.style = self.inline.style, style

        def leave() -> None:
            self.inline.style = before

        return leave

    def _code(self, node: LexborNode, attributes: Attributes) -> Leave:
        style = self.inline.style
        return None if style.is_code else self._restyle(Style(is_code=True, is_strong=style.is_strong, href=style.href))

    def _strong(self, node: LexborNode, attributes: Attributes) -> Leave:
        style = self.inline.style
        if style.is_code or style.is_strong or self.in_heading:
            return None
        return self._restyle(Style(is_strong=True, href=style.href))

    def _link(self, node: LexborNode, attributes: Attributes) -> Leave:
        if is_note_mark(node, attributes):
            return self._between("[", "]")
        style, target = self.inline.style, link_target(attributes.get("href") or "")
        if not target or style.is_code or self.in_heading:
            return None
        return self._restyle(Style(is_strong=style.is_strong, href=target))

    def _picture(self, node: LexborNode, attributes: Attributes) -> Leave:
        words, address = picture_words(attributes)
        if words or address:
            self.inline.picture(words, link_target(address))
        return skip

    def _power(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._moved(node, raised)

    def _index(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._moved(node, lowered)

    def _moved(self, node: LexborNode, written: Callable[[str, str], str]) -> Leave:
        """Raised or lowered words as they stand in a line; links (the numbers of notes) and what else is in it stay."""
        text = node.text()
        shown = written(text, self.inline.last) if node.css_first("a, s, del, img, math") is None else text
        if shown == text:
            return None
        self.inline.text(shown)
        return skip

    def _math(self, node: LexborNode, attributes: Attributes) -> Leave:
        self.inline.text(math_text(node))
        return skip

    def _script(self, node: LexborNode, attributes: Attributes) -> Leave:
        """The only script that is read: a formula for MathJax."""
        self.inline.text(f"${' '.join(node.text().split())}$")
        return skip

    def _span(self, node: LexborNode, attributes: Attributes) -> Leave:
        if (attributes.get("class") or "").startswith(("katex", "mwe-math")) and (tex := tex_of(node)):
            self.inline.text(tex)
            return skip
        return None

    def _quote(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._between("“", "”")

    def _reading(self, node: LexborNode, attributes: Attributes) -> Leave:
        return self._between("(", ")")

    def _between(self, first: str, last: str) -> Leave:
        self.inline.text(first)
        return lambda: self.inline.text(last)

    def _button(self, node: LexborNode, attributes: Attributes) -> Leave:
        """A button is for scripts, unless it is what a heading or a summary says."""
        return None if self.held else skip

    def _through(self, node: LexborNode, attributes: Attributes) -> Leave:
        return None


INLINE_TAGS: Mapping[str, Callable[[Running, LexborNode, Attributes], Leave]] = {
    **dict.fromkeys(("code", "tt", "kbd", "samp"), Running._code),
    **dict.fromkeys(("b", "strong"), Running._strong),
    **dict.fromkeys(("em", "i", "u", "small", "big", "font", "abbr", "acronym", "cite", "var", "dfn", "mark",
                     "ins", "time", "label", "wbr", "ruby", "rb", "data", "bdi", "bdo", "nobr"),
                    Running._through),
    "a": Running._link,
    "img": Running._picture,
    "sup": Running._power,
    "sub": Running._index,
    "math": Running._math,
    "script": Running._script,
    "span": Running._span,
    "q": Running._quote,
    "rt": Running._reading,
    "button": Running._button,
}
