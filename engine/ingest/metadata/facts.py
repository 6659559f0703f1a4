"""What a document says of itself, under one spelling of each name: ``appliesTo``, ``applies_to`` and
``extra.applies-to`` are ``applies-to``.

Gathers what the parser found and what stands in the opening lines; what the values mean is left to the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.ingest.metadata.opening import opening_facts
from engine.types import Found, Parsed

FRONT_MATTER = "front matter"
PAGE_METADATA = "page metadata"
PAGE_TEXT = "page text"
PROPERTIES = "document properties"
EVERYWHERE = (FRONT_MATTER, PAGE_METADATA, PROPERTIES)
"""Where somebody stated a value on purpose."""
ALL_SOURCES = (FRONT_MATTER, PAGE_METADATA, PAGE_TEXT, PROPERTIES)

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WRAPPERS = frozenset("extra params custom metadata meta page docsearch dc dcterms article og doc document".split())
_SEPARATOR = re.compile(r"[.:]+")
_GLUE = re.compile(r"[\s_-]+")


def name_of(written: str) -> str:
    """The one spelling of a name."""
    parts = [part for part in _SEPARATOR.split(_CAMEL.sub("-", written)) if part]
    words = [_GLUE.sub("-", part.strip()).strip("-").lower() for part in parts]
    while len(words) > 1 and words[0] in _WRAPPERS:
        words = words[1:]
    return "-".join(words).removeprefix("page-")


@dataclass(frozen=True, slots=True)
class Facts:
    """Values by source and name; the first of a name counts."""

    values: dict[tuple[str, str], Found] = field(default_factory=dict)

    @classmethod
    def of(cls, parsed: Parsed) -> Facts:
        """The facts of a parsed file."""
        values: dict[tuple[str, str], Found] = {}
        for found in (*parsed.found, *opening_facts(parsed)):
            if found.value.strip():
                values.setdefault((found.source, name_of(found.name)), found)
        return cls(values)

    def first(self, *names: str, sources: Iterable[str] = ALL_SOURCES) -> Found | None:
        """The value of the first name that has one, in the first source that has any of them."""
        return next(self.all(*names, sources=sources), None)

    def all(self, *names: str, sources: Iterable[str] = ALL_SOURCES) -> Iterator[Found]:
        """As ``first``, but every value, best first."""
        return (self.values[source, name] for source in sources for name in names if (source, name) in self.values)

    def named(self, prefix: str) -> Iterator[Found]:
        """Values of names that begin with ``prefix`` and go on, such as ``deprecated.since``."""
        return (found for (_, name), found in self.values.items() if name.startswith(prefix))
