"""Styles of an OpenDocument text: which make code, notes and titles, which hide text, and how lists are numbered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from engine.ingest.parse.docx_styles import child, local
from engine.ingest.parse.notes import note_type

_CODE = re.compile(r"\b(?:preformatted|(?:source)?code|source text|listing|terminal|console|verbatim)\b", re.IGNORECASE)
_MONOSPACED = re.compile(r"courier|consolas|mono\b|menlo|liberation mono|dejavu sans mono", re.IGNORECASE)
_DEFINITIONS = {"list heading": "dt", "list contents": "dd", "definition term": "dt", "definition definition": "dd"}
_WHITE = re.compile(r"#(?:f[b-f]){3}\Z", re.IGNORECASE)
_SPACE = re.compile(r"_20_")
_DEEPEST = 20
_SMALLEST_POINTS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenStyle:
    """What a paragraph or text style means here.

    ``definition`` is ``dt`` for a term, ``dd`` for what it means; ``shift`` is ``sup`` or ``sub`` for raised or lowered
    text.
    """

    is_title: bool = False
    is_code: bool = False
    is_hidden: bool = False
    is_concealed: bool = False
    is_strong: bool = False
    is_struck: bool = False
    shift: str = ""
    note: str = ""
    definition: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLevel:
    """How one level of a list is marked. ``shown`` levels make up a heading's number, with ``suffix`` at its end."""

    is_numbered: bool = False
    start: int = 1
    shown: int = 1
    suffix: str = ""


def attribute(element: Element | None, name: str) -> str:
    """An attribute by its name without namespace; empty when either is missing."""
    if element is None:
        return ""
    ending = f"}}{name}"
    return next((text for key, text in element.attrib.items() if key.endswith(ending)), "")


class OpenStyles:
    """The styles of one document by family and name, the document's own before the shared ones."""

    def __init__(self, *parts: Element | None) -> None:
        self._elements: dict[tuple[str, str], Element] = {}
        self._lists: dict[str, dict[int, ListLevel]] = {}
        self.outline: dict[int, ListLevel] = {}
        self._made: dict[tuple[str, str], OpenStyle] = {}
        for group in (group for part in parts if part is not None for group in part if "styles" in local(group)):
            for element in group:
                self._read(element)

    def _read(self, element: Element) -> None:
        name = local(element)
        if name == "style":
            self._elements.setdefault((attribute(element, "family"), attribute(element, "name")), element)
        elif name == "list-style":
            self._lists.setdefault(attribute(element, "name"), _levels(element))
        elif name == "outline-style":
            self.outline = _levels(element)

    def find(self, family: str, name: str) -> OpenStyle:
        """The style of a name in a family (``paragraph``, ``text``)."""
        key = (family, name)
        if key not in self._made:
            self._made[key] = _style(list(self._chain(family, name)), name)
        return self._made[key]

    def list_level(self, name: str, level: int) -> ListLevel:
        """How a level (from 1) of a list style is marked."""
        return self._lists.get(name, {}).get(level, ListLevel())

    def _chain(self, family: str, name: str) -> Iterator[Element]:
        for _ in range(_DEEPEST):
            style = self._elements.get((family, name))
            if style is None:
                return
            yield style
            name = attribute(style, "parent-style-name")


def _style(chain: list[Element], name: str) -> OpenStyle:
    names = [name, *(attribute(style, "display-name") or attribute(style, "name") for style in chain),
             *(attribute(style, "parent-style-name") for style in chain)]
    names = [_SPACE.sub(" ", each).strip() for each in names]
    texts = [child(style, "text-properties") for style in chain]

    def first(attribute_name: str) -> str:
        return next(filter(None, (attribute(text, attribute_name) for text in texts)), "")

    size = first("font-size").removesuffix("pt")
    is_tiny = size.replace(".", "", 1).isdecimal() and float(size) <= _SMALLEST_POINTS
    ground = first("background-color") or attribute(child(chain[0], "paragraph-properties") if chain else None,
                                                    "background-color")
    is_white = bool(_WHITE.match(first("color"))) and (ground in ("", "transparent") or bool(_WHITE.match(ground)))
    return OpenStyle(
        is_title="Title" in names,
        is_code=any(map(_CODE.search, names)) or bool(_MONOSPACED.search(first("font-name"))),
        is_hidden=first("display") == "none",
        is_concealed=is_tiny or is_white,
        is_strong=first("font-weight") in ("bold", "600", "700", "800", "900"),
        is_struck=any(first(f"text-line-through-{name}") not in ("", "none") for name in ("style", "type")),
        shift=_shift(first("text-position")),
        note=next(filter(None, map(note_type, names)), ""),
        definition=next((_DEFINITIONS[each.lower()] for each in names if each.lower() in _DEFINITIONS), ""),
    )


def _shift(position: str) -> str:
    """``sup`` or ``sub`` for a place such as ``super 58%`` or ``-33% 58%``."""
    place = position.split()[0] if position else ""
    if place in ("super", "sub"):
        return place[:3]
    height = place.removesuffix("%").lstrip("+")
    return "" if height in ("", "0") or not height.lstrip("-").isdigit() else "sub" if height[0] == "-" else "sup"


def _levels(style: Element) -> dict[int, ListLevel]:
    made = {}
    for element in style:
        level = attribute(element, "level")
        if level.isdecimal():
            made[int(level)] = ListLevel(
                is_numbered=bool(attribute(element, "num-format")),
                start=number(attribute(element, "start-value"), 1),
                shown=number(attribute(element, "display-levels"), 1),
                suffix=attribute(element, "num-suffix"))
    return made


def number(text: str, otherwise: int) -> int:
    """A number as written, at most 100,000; ``otherwise`` when it is none."""
    return min(int(text[:9]), 100_000) if text[:9].isdecimal() else otherwise
