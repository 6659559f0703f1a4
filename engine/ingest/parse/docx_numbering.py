"""Automatic numbers of a Word document: bullets, steps and numbered headings, counted as Word counts them.

1. Lists (``num``) that share a definition (``abstractNum``) go on counting together; an override starts anew.
2. An item ends the counting of all deeper levels.
3. A heading's number is put together by the pattern of its level (``%1.%2``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from engine.ingest.parse.docx_styles import child, local, value

_UNNUMBERED = frozenset({"bullet", "none", ""})
_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LARGEST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    form: str
    pattern: str
    start: int


_BULLET = _Level(form="bullet", pattern="", start=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """An item's number: its value (None for a bullet) and how Word shows it."""

    value: int | None
    shown: str


class Numbering:
    """Counts the items of one document in reading order."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._definition: dict[str, str] = {}
        self._starts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        for element in root if root is not None else ():
            if local(element) == "abstractNum":
                self._levels[value(element, "abstractNumId")] = _levels_of(element)
            elif local(element) == "num":
                self._read_list(element)

    def _read_list(self, element: Element) -> None:
        name = value(element, "numId")
        self._definition[name] = value(child(element, "abstractNumId"))
        for override in element:
            start = value(child(override, "startOverride"))
            if start.isdecimal():
                self._starts.setdefault(name, {})[_int(value(override, "ilvl"), 0)] = _int(start, 1)

    def next(self, list_id: str, level: int) -> Number | None:
        """The number of the next item at a level (from 0) of a list; None when it is in no list."""
        definition = self._definition.get(list_id)
        if definition is None:
            return None
        levels = self._levels.get(definition, {})
        counts = self._counts.setdefault(definition, {})
        start = self._starts.get(list_id, {}).pop(level, None)
        if start is not None:
            counts.pop(level, None)
        for deeper in [other for other in counts if other > level]:
            del counts[deeper]
        form = levels.get(level, _BULLET)
        counts[level] = counts[level] + 1 if level in counts else form.start if start is None else start
        if form.form in _UNNUMBERED:
            return Number(value=None, shown="")
        return Number(value=counts[level], shown=_PLACE.sub(
            lambda match: _written(levels, counts, int(match[1]) - 1), form.pattern))


def _levels_of(definition: Element) -> dict[int, _Level]:
    return {
        _int(value(level, "ilvl"), 0): _Level(
            form=value(child(level, "numFmt")) or "decimal", pattern=value(child(level, "lvlText")),
            start=_int(value(child(level, "start")), 1))
        for level in definition if local(level) == "lvl"
    }


def _written(levels: dict[int, _Level], counts: dict[int, int], at: int) -> str:
    level = levels.get(at, _BULLET)
    number = counts.get(at, level.start)
    if level.form in ("lowerLetter", "upperLetter"):
        text = chr(97 + (number - 1) % 26) * min(1 + (number - 1) // 26, 9) if number > 0 else ""
    elif level.form in ("lowerRoman", "upperRoman"):
        text = _roman(number)
    else:
        return str(number)
    return text.upper() if level.form.startswith("upper") else text


def _roman(number: int) -> str:
    made = ""
    for worth, sign in _ROMAN:
        while 0 < worth <= number < 4000:
            made += sign
            number -= worth
    return made or str(number)


def _int(text: str, otherwise: int) -> int:
    return min(int(text[:9]), _LARGEST) if text[:9].isdecimal() else otherwise
