"""The date of a document, as ISO: since when it holds, else when it was last changed.

Belief: front matter, page metadata, the opening lines, a date in the path, document properties. A date that can be
read in two ways (03/04/2024) is none; what was written stays in the record.
"""

from __future__ import annotations

import re
from datetime import date

from engine.ingest.metadata.facts import FRONT_MATTER, PAGE_METADATA, PAGE_TEXT, PROPERTIES, Facts
from engine.ingest.metadata.paths import Place
from engine.types import Found

_NAMES = ("effective-date", "effective", "valid-from", "lastmod", "last-modified", "last-updated", "last-update",
          "last-reviewed", "modified", "modified-time", "updated", "update-date", "revdate", "revision-date", "date",
          "published", "published-time", "publish-date", "pubdate", "release-date", "issued", "created")
_PROPERTIES = ("modified", "moddate", "mod-date", "last-modified", "date", "created", "creation-date", "creationdate")
_LONGEST = 80
_MONTHS = {name: number for number, names in enumerate((
    "january jan januar", "february feb februar", "march mar märz", "april apr", "may mai", "june jun juni",
    "july jul juli", "august aug", "september sep sept", "october oct oktober okt", "november nov",
    "december dec dezember dez"), 1) for name in names.split()}
_ISO = re.compile(r"(?:D:)?((?:19|20)\d\d)(?:([-/._]?)([01]?\d)(?:\2([0-3]?\d)(?!\d)(?:[T ,_]?\s*\d\d.*|\b.*)?)?)?")
_COMPACT = re.compile(r"(?:D:)?((?:19|20)\d\d)([01]\d)([0-3]\d)(?:T?\d{4,6}.*)?")
_CJK = re.compile(r"((?:19|20)\d\d)\s*年\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?")
_DOTTED = re.compile(r"([0-3]?\d)\.\s?([01]?\d)\.\s?((?:19|20)\d\d)")
_DAY_FIRST = re.compile(r"(?:\w{2,9},?\s+)?([0-3]?\d)(?:st|nd|rd|th|\.)?[ -]([^\W\d_]{3,9})\.?,?[ -]"
                        r"((?:19|20)\d\d)\b.*")
_MONTH_FIRST = re.compile(r"(?:\w{2,9},?\s+)?([^\W\d_]{3,9})\.?\s+(?:([0-3]?\d)(?:st|nd|rd|th)?,?\s+)?"
                          r"((?:19|20)\d\d)\b.*")
_ASCTIME = re.compile(r"\w{3}\s+(\w{3})\s+(\d{1,2})\s+[\d:]{5,8}(?:\s+\w+)?\s+((?:19|20)\d\d)")


def effective_date(facts: Facts, place: Place) -> Found:
    """The date with its source; empty when none is known."""
    stated = [*facts.all(*_NAMES, sources=(FRONT_MATTER,)), *facts.all(*_NAMES, sources=(PAGE_METADATA,)),
              *facts.all(*_NAMES, sources=(PAGE_TEXT,))]
    for found in (*stated, place.date, *facts.all(*_PROPERTIES, sources=(PROPERTIES,))):
        if found and (iso := iso_date(found.value)):
            return Found(name="effective_date", value=iso, source=found.source)
    return Found(name="effective_date", value="", source="")


def iso_date(text: str) -> str:
    """``text`` as ``2024``, ``2024-05`` or ``2024-05-01``, or nothing when it is no date, or one of two."""
    text = text.strip()
    if len(text) > _LONGEST:
        return ""
    if match := _COMPACT.fullmatch(text) or _CJK.fullmatch(text):
        return _iso(match[1], match[2], match[3])
    if (match := _ISO.fullmatch(text)) and (match[2] or not match[3]):
        return _iso(match[1], match[3], match[4])
    if match := _DOTTED.fullmatch(text):
        return _iso(match[3], match[2], match[1])
    if match := _DAY_FIRST.fullmatch(text):
        return _named(match[3], match[2], match[1])
    if match := _MONTH_FIRST.fullmatch(text) or _ASCTIME.fullmatch(text):
        return _named(match[3], match[1], match[2])
    return ""


def _named(year: str, month: str, day: str | None) -> str:
    number = _MONTHS.get(month.lower())
    return _iso(year, str(number), day) if number else ""


def _iso(year: str, month: str | None, day: str | None) -> str:
    if not month:
        return year
    try:
        moment = date(int(year), int(month), int(day or 1))
    except ValueError:
        return ""
    return moment.isoformat() if day else moment.isoformat()[:7]
