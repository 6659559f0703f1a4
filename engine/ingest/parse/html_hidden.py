"""What a web page holds and no reader sees: by attribute, by inline style, by a rule of the page's own style sheet.

Only certain signs count. Panels behind tabs and folds are hidden until somebody clicks, and are read; a text in the
colour of its background is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

Attributes = Mapping[str, str | None]

_NUMBER_ZERO = r"0*(?:\.0*)?(?:px|em|rem|ex|pt|%|vw|vh)?\s*(?:!important\s*)?(?:;|\Z)"
_FAR = r"(?:\d{4,}px|\d{3,}(?:em|rem|pt|vw|vh|%))"
_NOT_SHOWN = re.compile(
    r"(?<![\w-])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|content-visibility\s*:\s*hidden"
    rf"|opacity\s*:\s*{_NUMBER_ZERO}|font-size\s*:\s*(?:{_NUMBER_ZERO}|0*[01](?:\.\d+)?px|0*\.(?:\d+p[tx]|[01]\d*r?em))"
    rf"|(?:text-indent|left|right|top|bottom|margin-left|margin-top)\s*:\s*-{_FAR}|(?:left|top)\s*:\s*\d{{3,}}v[wh]"
    rf"|translate[xy]?\(\s*-{_FAR}|-webkit-text-fill-color\s*:\s*transparent|mso-hide\s*:\s*all"
    r"|filter\s*:\s*opacity\(\s*0%?\s*\)|clip-path\s*:\s*polygon\((?:[\s,]|0(?:px|%)?(?![\d.]))+\)"
    r"|clip\s*:\s*rect\(\s*[01](?:px)?[\s,]+[01](?:px)?|clip-path\s*:\s*(?:inset\(\s*(?:50|100)%|circle\(\s*0)"
    r"|transform\s*:\s*scale[xy]?\(\s*0\s*[,)])", re.IGNORECASE)
_SMALL = re.compile(r"(?<![\w-])(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:;|\Z)", re.IGNORECASE)
_CUT_OFF = re.compile(r"(?<![\w-])overflow\s*:\s*(?:hidden|clip)", re.IGNORECASE)
_COLOUR = re.compile(r"(?<![\w-])(background(?:-color)?|color)\s*:\s*([^;]+)", re.IGNORECASE)
_FOLDED = re.compile(r"(?<![a-z])(?:tabs?|tab-?(?:pane|panel|content|item|body)s?|panels?|panes?|collaps\w*"
                     r"|accordion\w*|toggle\w*|expand\w*|spoilers?|answers?|solutions?|carousel\w*|slides?|fold(?:ed|able)?)(?![a-z])",
                     re.IGNORECASE)
_WIDGET = re.compile(r"menu|dropdown|modal|popup|popover|overlay|toast|tooltip|offcanvas|lightbox|dialog|drawer|loading"
                     r"|spinner|print|sr-only|no-?js|search", re.IGNORECASE)
_LABELLED = re.compile(r"(?:^|\s)(?:katex-html|headerlink|header-anchor|anchor(?:-?link)?|hash-link|permalink|\S*icons?"
                       r"|icon-\S+|fa-\S+)(?=\s|$)", re.IGNORECASE)
_LINE_THROUGH = re.compile(r"(?<![\w-])text-decoration(?:-line)?\s*:[^;]*\bline-through", re.IGNORECASE)
_STRUCK_NAMES = re.compile(r"(?:^|\s)(?:line-through|strike-?through|text-decoration-line-through|strike)(?=\s|\Z)")
_STRIKING = frozenset({"s", "strike", "del"})
_WORD = re.compile(r"\w")
_LONGEST_SHEET = 100_000
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_AT_RULE = re.compile(r"@[^{};@]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\}?)")
_SELECTOR = re.compile(r"[^:*@{}]*[.#\[][^:*@{}]*\Z")
_MOST_SELECTORS = 200
_MOST_MATCHES = 5000
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
        self._by_sheet: set[int] = set()
        """Elements that a rule of the page's own sheets hides."""
        self._struck_by_sheet: set[int] = set()
        self._opened: set[str] = set()
        for selector, strikes in _telling_selectors(tree):
            found = {node.mem_id for node in _matches(tree, selector) if not _holds_page(node)}
            (self._struck_by_sheet if strikes else self._by_sheet).update(found)
        for control in tree.css("[onclick], [aria-controls], [data-target], [data-bs-target]"):
            for name in _CONTROLS:
                self._opened.update(_NAME.findall((control.attributes.get(name) or "")[:_LONGEST_CONTROL]))

    def strikes(self, node: LexborNode, tag: str, attributes: Attributes) -> bool:
        """Whether a line goes through the element: what is in it was withdrawn."""
        if tag in _STRIKING or (self._struck_by_sheet and node.mem_id in self._struck_by_sheet):
            return True
        if not attributes:
            return False
        return bool(_LINE_THROUGH.search(attributes.get("style") or "")) or bool(
            _STRUCK_NAMES.search(attributes.get("class") or ""))

    @property
    def uses_sheet(self) -> bool:
        """Whether elements without any sign of their own may be hidden."""
        return bool(self._by_sheet or self._struck_by_sheet)

    def hides(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether the element and what is in it is not shown to readers."""
        if self._by_sheet and node.mem_id in self._by_sheet:
            return not self._is_folded(node, attributes)
        if not attributes:
            return False
        if "hidden" in attributes and (attributes["hidden"] or "").lower() != "until-found":
            return not self._is_folded(node, attributes)
        style = attributes.get("style")
        if style and _is_hidden_by(style):
            return not ("display" in style.lower() and self._is_folded(node, attributes))
        is_coloured = (style and "color" in style.lower()) or "bgcolor" in attributes or "color" in attributes
        return bool(is_coloured) and _is_invisible(node)

    def _is_folded(self, node: LexborNode, attributes: Attributes) -> bool:
        """Whether the element is a panel that a click opens: by its role, its name, or what a control names."""
        if attributes.get("role") == "tabpanel" or (self._opened and attributes.get("id") in self._opened):
            return True
        parent = node.parent
        around = parent.attributes.get("class") if parent is not None and parent.is_element_node else ""
        return _FOLDED.search(f"{attributes.get('class') or ''} {around or ''}") is not None


def is_widget(node: LexborNode, attributes: Attributes) -> bool:
    """Whether something hidden is a part of the site that waits to be shown (a menu, a dialog): it misleads nobody."""
    names = f"{attributes.get('class') or ''} {attributes.get('id') or ''} {attributes.get('role') or ''}"
    return _WIDGET.search(names) is not None or node.css_first("button, input, form") is not None


def _telling_selectors(tree: LexborHTMLParser) -> Iterator[tuple[str, bool]]:
    """Selectors of the rules in the page's own sheets that hide, or else strike out; rules for print and for other
    states do not count.
    """
    count = 0
    for sheet in tree.css("style"):
        source = _COMMENT.sub("", sheet.text()[:_LONGEST_SHEET])
        for rule in _AT_RULE.sub("", source).split("}"):
            selectors, _, declarations = rule.partition("{")
            hides = bool(declarations) and (_is_hidden_by(declarations) or _hides_by_colour(declarations))
            if not hides and not _LINE_THROUGH.search(declarations):
                continue
            for selector in map(str.strip, selectors.split(",")):
                if _SELECTOR.match(selector) and count < _MOST_SELECTORS:
                    count += 1
                    yield selector, not hides


def _matches(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    """The elements of a selector; none for one that is not understood."""
    try:
        return tree.css(selector)[:_MOST_MATCHES]
    except SelectolaxError:
        return []


def _holds_page(node: LexborNode) -> bool:
    """Whether an element holds the page itself: sites hide it until their scripts have run."""
    return node.tag in ("html", "body", "main", "article") or node.css_first("main, h1") is not None


def _hides_by_colour(declarations: str) -> bool:
    colours = {name.lower()[:5]: _colour(value) for name, value in _COLOUR.findall(declarations)}
    text, ground = colours.get("color"), colours.get("backg")
    return text == () or (bool(text) and bool(ground) and _are_near(text or (), ground or ()))


def _is_hidden_by(style: str) -> bool:
    if "/*" in style:
        style = _COMMENT.sub("", style)
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
