"""What stands in brackets above an AsciiDoc block: its style, id, options and named values."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ANCHOR = re.compile(r"\[\[([\w:][\w:.-]*)(?:,\s*([^\[\]]+))?\]\]\Z")
_SHORTHAND = re.compile(r"([#.%])([^#.%]+)")
_NAMED = re.compile(r"([\w-]+)\s*=\s*(.*)\Z", re.DOTALL)
_PART = re.compile(r"\s*(?:[\w-]+\s*=\s*)?(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|[^,]*?)\s*(?:,|\Z)", re.DOTALL)


@dataclass(slots=True)
class Meta:
    """Collected line by line until the block comes. ``values`` are the positional ones, the style first."""

    style: str = ""
    anchor: str = ""
    title: str = ""
    title_line: int = 0
    options: set[str] = field(default_factory=set)
    values: list[str] = field(default_factory=list)
    named: dict[str, str] = field(default_factory=dict)

    def add(self, line: str) -> None:
        """One line in brackets."""
        if anchor := _ANCHOR.match(line):
            self.anchor = anchor[1]
            return
        values = []
        for part in split_values(line[1:-1]):
            named = _NAMED.match(part)
            if named:
                self.named[named[1]] = unquoted(named[2])
            else:
                values.append(unquoted(part))
        if values:
            self._shorthand(values[0])
            self.values = values
        self.anchor = self.named.get("id", self.anchor)
        for name in ("options", "opts"):
            self.options.update(re.split(r"[,\s]+", self.named.get(name, "")))

    def value(self, place: int, name: str = "") -> str:
        """The positional value at ``place`` (the style is 0), or the named one."""
        return self.named.get(name, "") or (self.values[place] if place < len(self.values) else "")

    def _shorthand(self, first: str) -> None:
        """``style#id.role%option``."""
        name = re.match(r"[^#.%]*", first)
        if name and name[0].strip():
            self.style = name[0].strip()
        for mark, text in _SHORTHAND.findall(first):
            if mark == "#":
                self.anchor = text
            elif mark == "%":
                self.options.add(text)


def split_values(source: str) -> list[str]:
    """Values between commas; commas in quotes do not count."""
    made = []
    place = 0
    while place < len(source):
        match = _PART.match(source, place)
        if match is None or match.end() == place:
            break
        made.append(match[0].rstrip(",").strip() if match[0].endswith(",") else match[0].strip())
        place = match.end()
    return made


def unquoted(value: str) -> str:
    """A value without its quotes."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1].replace(f"\\{value[0]}", value[0])
    return value
