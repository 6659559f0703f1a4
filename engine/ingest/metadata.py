"""Decides what a document is about: product, version range, deprecation and the rest, and where each value came from.

Order of belief, first hit wins: an explicit setting of the root, front matter, the path, the page's own
"applies to" line. Values are kept as written beside the sortable range.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.types import UNVERSIONED, Found, Parsed, Root, VersionRange, parse_version

_VERSION_KEYS = ("version", "applies_to", "applies-to", "appliesto", "product_version", "product-version", "versions")
_PRODUCT_KEYS = ("product", "product_name", "product-name")
_SUPERSEDED_KEYS = ("superseded_by", "superseded-by", "replaced_by", "replaced-by", "supersededby")
_DATE_KEYS = ("effective_date", "effective-date", "date", "lastmod", "last_updated", "updated")
_DEPRECATED_STATES = frozenset({"deprecated", "obsolete", "withdrawn", "superseded", "archived", "retired"})
_FALSE = frozenset({"", "false", "no", "0", "null", "~", "none"})
_FOLDER_VERSION = re.compile(
    r"^(?:(?:v|version|release|rel|r|branch)[-_.]?\d+(?:\.\d+)*(?:\.x)?|\d+(?:\.\d+)+(?:\.x)?|\d+\.x"
    r"|(?:v|version-|release-)?\d+(?:\.\d+)+[-.]?(?:rc|beta|alpha|m)\d*|\d+(?:\.\d+)+\.(?:final|ga))$", re.IGNORECASE)
_APPLIES_TO = re.compile(
    r"^\W*(?:applies to|applicable to|valid for|product version|version)\s*[:：]?\s*(?:[A-Za-z][\w ]{0,40}?\s)?"
    r"(v?\d[\w.+]*(?:\s*(?:-|–|to)\s*v?\d[\w.]*)?|v?\d[\w.]*\.x)\W*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What was decided, with the record of where from."""

    product: str
    applies_to: VersionRange
    doc_type: str
    locale: str
    audience: str
    effective_date: str
    deprecated_at: str
    superseded_by: str
    canonical: str
    found: tuple[Found, ...]


def resolve(parsed: Parsed, *, root: Root, path: str) -> Metadata:
    """Metadata of one parsed file at a root-relative path."""
    front = {found.name.casefold(): found.value for found in parsed.found if found.source == "front matter"}
    product, product_source = _product(front, root)
    version, version_source = _version(parsed, front, root, path)
    deprecated_at, deprecated_source = _deprecation(front)
    superseded_by = _first(front, _SUPERSEDED_KEYS)
    decided = (
        Found(name="product", value=product, source=product_source),
        Found(name="version", value=version.raw, source=version_source),
        Found(name="deprecated", value=deprecated_at, source=deprecated_source),
        Found(name="superseded_by", value=superseded_by, source="front matter"),
    )
    return Metadata(
        product=product,
        applies_to=version,
        doc_type=_first(front, ("doc_type", "type")),
        locale=_first(front, ("locale", "lang", "language")),
        audience=root.audience or _first(front, ("audience",)),
        effective_date=_first(front, _DATE_KEYS),
        deprecated_at=deprecated_at,
        superseded_by=superseded_by,
        canonical=_first(front, ("canonical", "canonical_url")),
        found=(*(found for found in decided if found.value), *parsed.found),
    )


def _product(front: dict[str, str], root: Root) -> tuple[str, str]:
    if root.product:
        return root.product, "root setting"
    return _first(front, _PRODUCT_KEYS), "front matter"


def _version(parsed: Parsed, front: dict[str, str], root: Root, path: str) -> tuple[VersionRange, str]:
    if root.version and (found := parse_version(root.version)):
        return found, "root setting"
    if root.version_regex and (found := _by_regex(root.version_regex, path)):
        return found, "root setting"
    for key in _VERSION_KEYS:
        if found := parse_version(front.get(key, "")):
            return found, "front matter"
    if found := _in_path(path) or _in_folder(re.split(r"[\\/]", root.path.rstrip("\\/"))[-1]):
        return found, "path"
    if (match := _APPLIES_TO.search(parsed.text[:2000])) and (found := parse_version(match[1])):
        return found, "page text"
    return UNVERSIONED, ""


def _by_regex(pattern: str, path: str) -> VersionRange | None:
    match = re.search(pattern, path)
    if not match:
        return None
    return parse_version(match[1] if match.groups() else match[0])


def _in_path(path: str) -> VersionRange | None:
    """The deepest folder that is named like a version."""
    for part in reversed(path.split("/")[:-1]):
        if found := _in_folder(part):
            return found
    return None


def _in_folder(name: str) -> VersionRange | None:
    return parse_version(name) if _FOLDER_VERSION.match(name) else None


def _deprecation(front: dict[str, str]) -> tuple[str, str]:
    for key in ("deprecated_at", "deprecated-at", "deprecated", "withdrawn"):
        value = front.get(key, "")
        if value.casefold() not in _FALSE:
            return value, "front matter"
    if front.get("status", "").casefold() in _DEPRECATED_STATES:
        return front["status"], "front matter"
    return "", ""


def _first(front: dict[str, str], keys: tuple[str, ...]) -> str:
    return next((front[key] for key in keys if front.get(key)), "")
