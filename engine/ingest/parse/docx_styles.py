"""Styles of a Word document: which make headings, code, notes, tables of contents, and which hide text.

A style inherits from the one it is based on. Built-in styles are known by their English names, which the format keeps
in every language; others by their outline level.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from engine.ingest.parse.notes import note_type

_HEADING = re.compile(r"heading ([1-9])\Z", re.IGNORECASE)
_CODE = re.compile(r"\b(?:(?:source)?code|preformatted|source|listing|verbatim|terminal|console|macro)\b",
                   re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc(?: \d|\s*heading)?|table of (?:figures|authorities)|index \d)\Z", re.IGNORECASE)
_CONTINUES = re.compile(r"list (?:paragraph|continue)", re.IGNORECASE)
_DEFINITIONS = {"definition term": "dt", "definition": "dd", "list heading": "dt", "list contents": "dd"}
_MONOSPACED = re.compile(r"courier|consolas|mono|menlo|lucida console|lucida sans typewriter", re.IGNORECASE)
_DEEPEST = 20
_HIGHEST_LEVEL = 6
_OFF = frozenset({"0", "false", "off", "none"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """What a paragraph or character style means here.

    ``level`` is the heading level or 0; ``note`` the type of a note; ``definition`` says ``dt`` for a term, ``dd`` for
    what it means; ``numbering`` is the list (id, level) that the style belongs to.
    """

    level: int = 0
    is_title: bool = False
    is_code: bool = False
    is_contents: bool = False
    is_hidden: bool = False
    is_strong: bool = False
    is_struck: bool = False
    continues_list: bool = False
    note: str = ""
    definition: str = ""
    numbering: tuple[str, int] | None = None


NORMAL = Style()


def local(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def value(element: Element | None, name: str = "val") -> str:
    """An attribute in the element's own namespace; empty when either is missing."""
    if element is None:
        return ""
    namespace, closing, _ = str(element.tag).rpartition("}")
    return element.get(f"{namespace}{closing}{name}", "")


def child(element: Element | None, *names: str) -> Element | None:
    """The first child of that name, and so on down; None where there is none."""
    for name in names:
        if element is None:
            return None
        element = next((inner for inner in element if local(inner) == name), None)
    return element


def is_on(element: Element | None) -> bool:
    """Whether a switch such as bold is there and not turned off."""
    return element is not None and value(element).lower() not in _OFF


def is_monospaced(properties: Element | None) -> bool:
    """Whether run properties ask for a typewriter face."""
    fonts = child(properties, "rFonts")
    return fonts is not None and bool(_MONOSPACED.search(value(fonts, "ascii") or value(fonts, "hAnsi")))


def list_place(properties: Element | None) -> tuple[str, int] | None:
    """The list (id, level from 0) that paragraph properties name; None when they name none."""
    numbering = child(properties, "numPr")
    if numbering is None:
        return None
    level = value(child(numbering, "ilvl"))
    return value(child(numbering, "numId")), int(level) if level.isdecimal() else 0


class Styles:
    """The styles of one document by their ids."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._made: dict[str, Style] = {}
        for style in root if root is not None else ():
            if local(style) == "style":
                self._elements.setdefault(value(style, "styleId"), style)

    def find(self, style_id: str) -> Style:
        """The style of an id; the normal one for an unknown id."""
        if style_id not in self._made:
            self._made[style_id] = self._style(list(self._chain(style_id)))
        return self._made[style_id]

    def _chain(self, style_id: str) -> Iterator[Element]:
        """The style and those it is based on, nearest first."""
        for _ in range(_DEEPEST):
            style = self._elements.get(style_id)
            if style is None:
                return
            yield style
            style_id = value(child(style, "basedOn"))

    def _style(self, chain: list[Element]) -> Style:
        if not chain:
            return NORMAL
        name = value(child(chain[0], "name"))
        names = [value(child(style, "name")) for style in chain]
        levels = (value(child(style, "pPr", "outlineLvl")) for style in chain)
        headings = (match for each in names if (match := _HEADING.match(each)))
        level = next((int(match[1]) for match in headings), 0) or next(
            (int(text) + 1 for text in levels if text in {"0", "1", "2", "3", "4", "5", "6", "7", "8"}), 0)
        def switched(name: str) -> bool:
            return is_on(next((found for style in chain if (found := child(style, "rPr", name)) is not None), None))

        return Style(
            level=min(level, _HIGHEST_LEVEL),
            is_title=name.lower() == "title",
            is_code=bool(_CODE.search(name)) or is_monospaced(child(chain[0], "rPr")),
            is_contents=bool(_CONTENTS.match(name)),
            is_hidden=switched("vanish"),
            is_strong=switched("b"),
            is_struck=switched("strike") or switched("dstrike"),
            continues_list=bool(_CONTINUES.match(name)),
            note=note_type(name.strip()),
            definition=_DEFINITIONS.get(name.lower(), ""),
            numbering=next((place for style in chain if (place := list_place(child(style, "pPr")))), None),
        )
