"""What an office document says of itself in its properties."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from engine.types import Found

SOURCE = "document properties"

_LONGEST = 500
_MOST = 60


def found_in(*parts: Element | None) -> tuple[Found, ...]:
    """The values that stand right below property elements, named as the format names them; own ones by their names."""
    pairs = dict.fromkeys(pair for part in parts if part is not None for pair in _values(part))
    return tuple(Found(name=name, value=value, source=SOURCE) for name, value in pairs)[:_MOST]


def value_of(found: Sequence[Found], name: str) -> str:
    """The first value of that name, or nothing."""
    return next((value.value for value in found if value.name == name), "")


def _values(part: Element) -> Iterator[tuple[str, str]]:
    for element in part:
        name = next((text for key, text in element.attrib.items() if key.rpartition("}")[2] == "name"), "")
        if words := " ".join("".join(element.itertext()).split()):
            yield name or str(element.tag).rpartition("}")[2], words[:_LONGEST]
