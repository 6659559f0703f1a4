"""Document properties of a packed office file: what its author or company wrote down about it.

Values are given as they stand; what they mean is left to ``metadata``. Revision counts of the program are none.
"""

from __future__ import annotations

from xml.etree import ElementTree

from engine.ingest.parse.office import Package
from engine.types import Found

SOURCE = "document properties"

_CORE = "docProps/core.xml"
_CUSTOM = "docProps/custom.xml"
_NAMES = {"title": "title", "subject": "subject", "creator": "author", "keywords": "keywords", "category": "category",
          "description": "description", "language": "language", "version": "version", "contentStatus": "status",
          "created": "created", "modified": "modified"}


def properties(package: Package) -> tuple[Found, ...]:
    """The properties that have a value: the office program's own first, then those somebody added.

    Raises DocumentTrouble as ``Package.tree`` does.
    """
    found: list[Found] = []
    if _CORE in package:
        for element in package.tree(_CORE):
            name = _NAMES.get(_local(element), "")
            if name and element.text and element.text.strip():
                found.append(Found(name=name, value=element.text.strip(), source=SOURCE))
    if _CUSTOM in package:
        for element in package.tree(_CUSTOM):
            value = "".join(element.itertext()).strip()
            if value and element.get("name"):
                found.append(Found(name=element.get("name", ""), value=value, source=SOURCE))
    return tuple(found)


def _local(element: ElementTree.Element) -> str:
    return str(element.tag).rpartition("}")[2]
