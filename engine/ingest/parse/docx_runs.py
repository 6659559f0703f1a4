"""Running text of a Word paragraph as HTML: inserted text in, deleted and hidden text out, formulas in a line."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from engine.ingest.parse.docx_styles import Styles, child, is_monospaced, is_on, local, value

_UNREAD = frozenset({
    "pPr", "rPr", "del", "moveFrom", "delText", "instrText", "delInstrText", "commentReference", "annotationRef",
    "footnoteRef", "endnoteRef", "fldChar", "proofErr", "sectPr", "tblPr", "tblGrid", "trPr", "tcPr", "sdtPr",
    "sdtEndPr", "rt", "rubyPr", "Fallback", "bookmarkEnd", "permStart", "permEnd", "lastRenderedPageBreak",
})
_JOINTS = {"sup": "^", "sub": "_", "den": "/"}
_TEXT_BOX = "txbxContent"
_SIGNS = {"F0B7": "•", "F0A7": "▪", "F0FC": "✓", "F0FE": "☑", "F0A8": "☐", "F0E0": "→", "F0DF": "←", "F0E1": "↑",
          "F0E2": "↓", "F0B0": "°", "F0B1": "±", "F0B4": "×", "F0A3": "≤", "F0B3": "≥", "F06D": "µ", "F057": "Ω"}
_WHITE = re.compile(r"(?:F[B-F]){3}\Z", re.IGNORECASE)
_SMALLEST_HALF_POINTS = 2


@dataclass(slots=True)
class Runs:
    """Reads the runs of one document. ``targets`` are the addresses of its links by relationship.

    Gathers on the way: ``boxes`` (text boxes to be read after the paragraph), ``notes`` (referred to in it), and
    ``has_hidden``, whether text was left out that is marked as hidden, and ``has_concealed``, whether some was that
    only disguise makes invisible.
    """

    styles: Styles
    targets: Mapping[str, str]
    boxes: list[Element] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    has_hidden: bool = False
    has_concealed: bool = False

    def html(self, paragraph: Element, *, may_be_white: bool = False) -> str:
        """The paragraph's text. ``may_be_white``: white text has a dark ground there."""
        made: list[str] = []
        stack: list[Iterator[Element | str]] = [iter(paragraph)]
        while stack:
            item = next(stack[-1], None)
            if item is None:
                stack.pop()
            elif isinstance(item, str):
                made.append(item)
            else:
                opening, inner, closing = self._read(item, may_be_white)
                made.append(opening)
                if inner is not None:
                    stack.append(iter([*inner, closing]))
        return "".join(made)

    def _read(self, element: Element, may_be_white: bool) -> tuple[str, Element | None, str]:
        """What stands before an element's content, the element when its content is read, and what stands after it."""
        name = local(element)
        if name in _UNREAD:
            return "", None, ""
        if (leaf := _LEAVES.get(name)) is not None:
            return leaf(element), None, ""
        if name == "r":
            opening, closing = self._style(element, may_be_white)
            return opening or "", None if opening is None else element, closing
        if name == "hyperlink" and (target := self.targets.get(_relationship(element), "")):
            return f'<a href="{html.escape(target)}">', element, "</a>"
        if name in ("footnoteReference", "endnoteReference"):
            self.notes.append(f"{name[:-9]}:{value(element, 'id')}")
            return f"[{len(self.notes)}]", None, ""
        if name == _TEXT_BOX:
            self.boxes.append(element)
            return "", None, ""
        return "", element, ""

    def _style(self, run: Element, may_be_white: bool) -> tuple[str | None, str]:
        """The tags around a run; None when readers do not see it."""
        properties = child(run, "rPr")
        if properties is None:
            return "", ""
        style = self.styles.find(value(child(properties, "rStyle")))
        vanish = child(properties, "vanish")
        if is_on(vanish) or (vanish is None and style.is_hidden):
            words = (each.text or "" for each in run if local(each) == "t")
            self.has_hidden = self.has_hidden or bool("".join(words).strip())
            return None, ""
        if _is_concealed(properties, may_be_white):
            self.has_concealed = self.has_concealed or bool("".join(run.itertext()).strip())
            return None, ""
        bold = child(properties, "b")
        tags = []
        if is_on(bold) or (bold is None and style.is_strong):
            tags.append("strong")
        if style.is_code or is_monospaced(properties):
            tags.append("code")
        strikes = [found for name in ("strike", "dstrike") if (found := child(properties, name)) is not None]
        if any(map(is_on, strikes)) or (not strikes and style.is_struck):
            tags.append("s")
        if (place := value(child(properties, "vertAlign"))) in ("superscript", "subscript"):
            tags.append(place[:3])
        return "".join(f"<{tag}>" for tag in tags), "".join(f"</{tag}>" for tag in reversed(tags))


def formula(root: Element) -> str:
    """A formula in one line: its signs, with ``^``, ``_`` and ``/`` before exponents, indices and denominators."""
    made: list[str] = []
    stack: list[Iterator[Element]] = [iter(root)]
    while stack:
        element = next(stack[-1], None)
        if element is None:
            stack.pop()
            continue
        name = local(element)
        if name == "t":
            made.append(element.text or "")
            continue
        if (joint := _JOINTS.get(name)) and any(True for _ in element.itertext()):
            made.append(joint)
        elif name == "rad":
            made.append("√")
        stack.append(iter(element))
    return " ".join("".join(made).split())


def _is_concealed(properties: Element, may_be_white: bool) -> bool:
    """Whether a run is as white as its ground, or too small to be seen."""
    size = value(child(properties, "sz"))
    if size.isdecimal() and int(size) <= _SMALLEST_HALF_POINTS:
        return True
    if may_be_white or not _WHITE.match(value(child(properties, "color"))):
        return False
    ground = value(child(properties, "shd"), "fill")
    highlight = value(child(properties, "highlight"))
    return (not ground or ground.lower() == "auto" or bool(_WHITE.match(ground))) and highlight in ("", "none", "white")


def _relationship(element: Element) -> str:
    """The relationship an element names; its attribute is in another namespace than the element."""
    return next((text for name, text in element.attrib.items() if name.endswith("relationships}id")), "")


def _picture(properties: Element) -> str:
    words = properties.get("descr", "").strip() or properties.get("title", "").strip()
    return f'<img alt="{html.escape(words)}">' if words else ""


def _break(element: Element) -> str:
    return "<br>" if value(element, "type") in ("", "textWrapping") else " "


_LEAVES: Mapping[str, Callable[[Element], str]] = {
    "oMath": lambda element: html.escape(formula(element)),
    "docPr": _picture,
    "t": lambda element: html.escape(element.text or "", quote=False),
    "tab": lambda element: "\t",
    "ptab": lambda element: "\t",
    "br": _break,
    "cr": lambda element: "<br>",
    "noBreakHyphen": lambda element: "-",
    "softHyphen": lambda element: "",
    "sym": lambda element: _SIGNS.get(value(element, "char").upper(), ""),
}
