"""Decides what a document is about: product, version range, deprecation and the rest, and where each value came from.

1. Facts are gathered once (``facts``): what the parser found, under one spelling of each name, and what the first
   lines of the page say of it (``opening``).
2. Each value has its module and its order of belief; the first that says something wins. For product and version:
   a setting of the root, front matter, the path (``paths``), then what the page says of itself.
3. Values are kept as written beside what is made of them, each with its source.

A draft is not current: it is kept out of searches exactly as a deprecated page is, and marked as what it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.ingest.metadata.banner import banner
from engine.ingest.metadata.dates import effective_date
from engine.ingest.metadata.doc_type import doc_type
from engine.ingest.metadata.facts import EVERYWHERE, Facts
from engine.ingest.metadata.language import locale
from engine.ingest.metadata.paths import place_of
from engine.ingest.metadata.status import DRAFT, Status, status
from engine.ingest.metadata.version import product, version
from engine.types import Found, Parsed, Root, VersionRange

__all__ = ["DRAFT", "Metadata", "resolve"]

_OPEN_TO_ALL = frozenset({"public", "all", "any", "everyone", "everybody", "external"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What was decided, with the record of where from: ``found`` begins with the decided values.

    ``deprecated_at`` is empty for a current page; else the version or the date since when it is none, or, when that is
    not said, the word for what it is: ``deprecated``, ``archived``, ``draft`` …
    ``effective_date`` is ISO (year, year-month or full date), ``locale`` a language code, both empty when unknown.
    """

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
    facts, place = Facts.of(parsed), place_of(root.path, path)
    sign = banner(parsed)
    applies_to, version_source = version(parsed, facts, place, root, path, banner=sign.version if sign else "")
    whose = product(facts, place, root)
    state = status(parsed, facts, place, sign, f"{whose.value} {applies_to.raw}")
    kind, language = doc_type(parsed, facts, place), locale(parsed, facts, place)
    date, audience = effective_date(facts, place), _audience(facts, root)
    canonical = facts.first("canonical", "canonical-url", "canonical-link")
    decided = (
        whose, Found(name="version", value=applies_to.raw, source=version_source), *_status_found(state),
        kind, language, date, audience, canonical,
    )
    return Metadata(
        product=whose.value, applies_to=applies_to, doc_type=kind.value, locale=language.value,
        audience=audience.value, effective_date=date.value, deprecated_at=state.deprecated_at,
        superseded_by=state.superseded_by.value, canonical=canonical.value if canonical else "",
        found=(*(found for found in decided if found and found.value), *parsed.found))


def _audience(facts: Facts, root: Root) -> Found:
    if root.audience:
        return Found(name="audience", value=root.audience, source="root setting")
    found = facts.first("audience", "visibility", sources=EVERYWHERE)
    value = found.value if found and found.value.casefold() not in _OPEN_TO_ALL else ""
    return Found(name="audience", value=value, source=found.source if found else "")


def _status_found(state: Status) -> tuple[Found, ...]:
    is_draft = state.deprecated_at == DRAFT
    return (
        Found(name="draft", value="true" if is_draft else "", source=state.source),
        Found(name="deprecated", value="" if is_draft or not state.deprecated_at else "true", source=state.source),
        Found(name="deprecated_at", value="" if is_draft else state.deprecated_at, source=state.source),
        Found(name="deprecation_note", value=state.note, source=state.source),
        state.superseded_by,
    )
