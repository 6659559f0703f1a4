"""What a web page holds and no reader sees: by attribute, by inline style, by a rule of the page's own style sheet.

Only certain signs count. Panels behind tabs and folds are hidden until somebody clicks, and are read; a text in the
colour of its background is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode

Attributes = Mapping[str, str | None]

_NUMBER_ZERO = r"0*(?:\.0*)?(?:px|em|rem|ex|pt|%|vw|vh)?\s*(?:!important\s*)?(?:;|\Z)"
_NOT_SHOWN = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden"
    rf"|opacity\s*:\s*{_NUMBER_ZERO}|font-size\s*:\s*(?:{_NUMBER_ZERO}|0*[01](?:\.\d+)?px|0*\.(?:\d+p[tx]|[01]\d*r?em))"
    r"|(?:text-indent|left|right|top|margin-left|margin-top)\s*:\s*-(?:\d{4,}px|\d{3,}(?:em|rem|pt|vw|vh|%))"
    r"|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)"
    r"|transform\s*:\s*scale[xy]?\(\s*0\s*[,)])", re.IGNORECASE)
_SMALL = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|\Z)", re.IGNORECASE)
_CUT_OFF = re.compile(r"(?<![\w-])overflow\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![\w-])(background(?:-color)?|color)\s*:\s*([^;]+)", re.IGNORECASE)
_FOLDED = re.compile(r"tab|pane|panel|collaps|accordion|toggle|expand|menu|dropdown|spoiler|answer|solution|carousel"
                     r"|slide|fold", re.IGNORECASE)
_LABELLED = re.compile(r"(?:^|\s)(?:katex-html|headerlink|header-anchor|anchor(?:-?link)?|hash-link|permalink|\S*icons?"
                       r"|icon-\S+|fa-\S+)(?=\s|$)", re.IGNORECASE)
_WORD = re.compile(r"\w")
_LONGEST_SHEET = 100_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_AT_RULE = re.compile(r"@[^{};@]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\}?)")
_SELECTOR = re.compile(r"(?:[A-Za-z][\w-]*)?([.#])([\w-]+)\Z")
_RGB = re.compile(r"rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)(?:[\s,/]+([\d.]+)(%?))?")
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b")
_NAMED = {"white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240),
          "whitesmoke": (245, 245, 245), "ghostwhite": (248, 248, 255), "floralwhite": (255, 250, 240),
          "red": (255, 0, 0), "blue": (0, 0, 255), "green": (0, 128, 0), "yellow": (255, 255, 0),
          "gray": (128, 128, 128), "grey": (128, 128, 128)}
_WHITE = (255, 255, 255)
_NEAR = 24
_ANCESTORS = 64
_CONTROLS = ("onclick", "aria-controls", "data-target", "data-bs-target")
_NAME = re.compile(r"[A-Za-z][\w:.-]*")
_LONGEST_CONTROL = 500

Colour = tuple[int, int, int]


class Hiding:
    """Tells what one page hides."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self._classes: set[str] = set()
        self._ids: set[str] = set()
        self._opened: set[str] = set()
        for style in tree.css("style"):
            self._read_sheet(style.text()[:_LONGEST_SHEET])

        for control in tree.css("[onclick], [aria-controls], [data-target], [data-bs-target]"):
            for name in _CONTROLS:
                self._opened.update(_NAME.findall((control.attributes.get(name) or "")[:_LONGEST_CONTROL]))

    def hides(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether the element and what is in it is not shown to readers."""
        if not attributes:
            return False
        if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
            return not self._is_folded(attributes)
        style = attributes.get("style")
        if style and _is_hidden_by(style):
            return not ("display" in style.lower() and self._is_folded(attributes))
        is_coloured = (style and "color" in style.lower()) or "bgcolor" in attributes or "color" in attributes
        if is_coloured and _is_invisible(node):
            return True
        return self._by_sheet(attributes)

    def _by_sheet(self, attributes: Attributes) -> bool:
        if self._classes and (names := attributes.get("class")) and not self._classes.isdisjoint(names.split()):
            return not self._is_folded(attributes)
        return bool(self._ids) and attributes.get("id") in self._ids and not self._is_folded(attributes)

    def _is_folded(self, attributes: Attributes) -> bool:
        """Whether the element is a panel that a click opens: by its role, its name, or what a control names."""
        if attributes.get("role") == "tabpanel" or _FOLDED.search(attributes.get("class") or ""):
            return True
        return bool(self._opened) and attributes.get("id") in self._opened

    def _read_sheet(self, source: str) -> None:
        """Remember the classes and ids that rules with a simple selector hide; rules for print or for scripts do not
        count.
        """
        for rule in _AT_RULE.sub("", _COMMENT.sub("", source)).split("}"):
            selectors, _, declarations = rule.partition("{")
            if not declarations or not _is_hidden_by(declarations):
                continue
            for selector in selectors.split(","):
                if match := _SELECTOR.match(selector.strip()):
                    (self._classes if match[1] == "." else self._ids).add(match[2])


def _is_hidden_by(style: str) -> bool:
    return _NOT_SHOWN.search(style) is not None or (
        _SMALL.search(style) is not None and _CUT_OFF.search(style) is not None)


def is_decoration(node: LexborNode, attributes: Attributes) -> bool:
    """Whether an element is marked as nothing to be read, and indeed is a sign, a picture or a second rendering."""
    if attributes.get("aria-hidden") != "true":
        return False
    return _LABELLED.search(attributes.get("class") or "") is not None or not _WORD.search(node.text())


# --- colours --------------------------------------------------------------------------------------------------------


def _is_invisible(node: LexborNode) -> bool:
    """Whether text in the element has the colour of its background, as far as the page's own attributes tell.

    An unknown background is white, unless a class or an id on the way up may set another.
    """
    text = next((colour for style in _upwards(node) if (colour := style[0]) is not None), None)
    if text is None:
        return False
    if text == ():
        return True
    for _, background, has_class in _upwards(node):
        if background:
            return _are_near(text, background)
        if has_class:
            return False
    return _are_near(text, _WHITE)


def _upwards(node: LexborNode) -> Iterator[tuple[Colour | tuple[()] | None, Colour | tuple[()] | None, bool]]:
    """Colour, background and whether there is a class, of the element and those around it; () is transparent."""
    current: LexborNode | None = node
    for _ in range(_ANCESTORS):
        if current is None or current.tag in ("html", "-document"):
            return
        attributes = current.attributes
        colour = _colour(attributes.get("color") or "") if current.tag == "font" else None
        background = _colour(attributes.get("bgcolor") or "")
        for name, value in _COLOUR.findall(attributes.get("style") or ""):
            if name.lower() == "color":
                colour = _colour(value)
            else:
                background = _colour(value) or background
        yield colour, background, bool(attributes.get("class") or attributes.get("id"))
        current = current.parent


def _colour(value: str) -> Colour | tuple[()] | None:
    """A CSS colour as red, green, blue; () when it lets everything through, None when it is not understood."""
    value = value.strip().lower()
    if value.startswith("transparent"):
        return ()
    if match := _HEX.search(value):
        digits = match[1]
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        if digits[6:] == "00":
            return ()
        return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
    if match := _RGB.search(value):
        if match[4] and float(match[4]) == 0:
            return ()
        return int(match[1]), int(match[2]), int(match[3])
    return next((_NAMED[word] for word in value.replace(",", " ").split() if word in _NAMED), None)


def _are_near(first: Colour | tuple[()], second: Colour | tuple[()]) -> bool:
    return bool(first) and bool(second) and all(abs(a - b) <= _NEAR for a, b in zip(first, second, strict=True))
