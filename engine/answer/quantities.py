"""Numbers with their units, dates and versions in a text, in a form that can be compared.

1. A quantity is a number (``10,000`` is 10000, ``1.50`` is 1.5) with the unit that follows it. Units of one kind are
   brought to a base: durations to seconds, sizes to bytes (``KB`` as 1000, ``KiB`` as 1024), so that ``300 s`` meets
   ``5 minutes`` and ``4h`` does not meet ``4 seconds``.
2. A claim's quantity is supported by one of the source with the same value and the same kind of unit. A claim that
   adds or drops a unit is not supported by it.
3. Number words up to twelve count as numbers; a one that is an article in disguise does not.
4. Dates and dotted versions are compared as they stand, with separators and a leading ``v`` folded.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass

from engine.types.struck import without_struck

_UNITS: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ms", "msec", "millisecond", "milliseconds", "millis"), ("time", 0.001)),
    **dict.fromkeys(("µs", "us", "microsecond", "microseconds"), ("time", 0.000001)),
    **dict.fromkeys(("ns", "nanosecond", "nanoseconds"), ("time", 1e-9)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds"), ("time", 1.0)),
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), ("time", 60.0)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours"), ("time", 3600.0)),
    **dict.fromkeys(("d", "day", "days"), ("time", 86400.0)),
    **dict.fromkeys(("w", "week", "weeks"), ("time", 604800.0)),
    **dict.fromkeys(("month", "months"), ("months", 1.0)),
    **dict.fromkeys(("year", "years", "y"), ("months", 12.0)),
    **dict.fromkeys(("b", "byte", "bytes"), ("size", 1.0)),
    **dict.fromkeys(("kb", "kilobyte", "kilobytes"), ("size", 1e3)),
    **dict.fromkeys(("mb", "megabyte", "megabytes"), ("size", 1e6)),
    **dict.fromkeys(("gb", "gigabyte", "gigabytes"), ("size", 1e9)),
    **dict.fromkeys(("tb", "terabyte", "terabytes"), ("size", 1e12)),
    **dict.fromkeys(("ki", "kib", "kibibyte", "kibibytes"), ("size", 1024.0)),
    **dict.fromkeys(("mi", "mib", "mebibyte", "mebibytes"), ("size", 1024.0**2)),
    **dict.fromkeys(("gi", "gib", "gibibyte", "gibibytes"), ("size", 1024.0**3)),
    **dict.fromkeys(("%", "percent", "per cent", "pct"), ("percent", 1.0)),
}
_OTHER_UNITS = frozenset(
    "bar bars psi pa kpa mpa hpa °c °f k celsius fahrenheit kelvin v volt volts mv kv a amp amps ampere amperes ma w "
    "watt watts kw mw hz khz mhz ghz rpm mm cm km metre metres meter meters inch inches ft kg g mg lb nm l ml litre "
    "litres ohm ohms db dbm px pixel pixels kbit/s mbit/s gbit/s".split())
_NAMES = "|".join(sorted((re.escape(name) for name in {*_UNITS, *_OTHER_UNITS}), key=len, reverse=True))
_NUMBER = re.compile(
    rf"(?<![\w.\-/])(?P<sign>[-−+]?)(?P<number>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"(?:[ \u00a0\u202f-]?(?P<unit>{_NAMES})(?![\w]))?(?![\w]|\.\d)", re.IGNORECASE)
_DATE = re.compile(r"\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b|\b\d{1,2}[. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
                   r"[a-z]*[. ]\d{4}\b", re.IGNORECASE)
_VERSION = re.compile(r"(?<![\w.\-/])v?\d+(?:\.\d+)+(?:\.x)?\+?(?![\w%]|\.\d)|(?<![\w.\-/])v\d+(?![\w.])",
                      re.IGNORECASE)
_MARKUP = re.compile(r"[`*]+(?=\S)|(?<=\S)[`*]+")
_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
          "eleven": 11, "twelve": 12}
_WORD = re.compile(rf"\b({'|'.join(_WORDS)})\b(?:[ -](?P<unit>{_NAMES})(?!\w))?", re.IGNORECASE)


def is_number(token: str) -> bool:
    """Whether a folded token is a plain number, in digits or as a word up to twelve."""
    return token in _WORDS or re.fullmatch(r"\d[\d,]*(?:\.\d+)?", token) is not None


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value in the base unit of its kind; ``kind`` is empty for a bare number."""

    value: float
    kind: str
    written: str


def quantities(text: str) -> tuple[Quantity, ...]:
    """The numbers of a text with their units; dates and versions are left to the other functions."""
    bare = _MARKUP.sub("", without_struck(text))
    masked = _VERSION_WITH_DOTS.sub(lambda match: " " * len(match[0]), _DATE.sub(lambda m: " " * len(m[0]), bare))
    found = [_quantity(match["sign"], match["number"].replace(",", ""), match["unit"], match[0])
             for match in _NUMBER.finditer(masked)]
    found += [_quantity("", str(_WORDS[match[1].lower()]), match["unit"], match[0]) for match in _WORD.finditer(masked)]
    return tuple(found)


def dates(text: str) -> Counter[str]:
    """Dates as written, separators folded, with how often each stands."""
    return Counter(re.sub(r"[/. ]", "-", found.lower()) for found in _DATE.findall(without_struck(text)))


def versions(text: str) -> Counter[str]:
    """Versions with at least two parts or a leading ``v``, without the ``v``, with how often each stands."""
    return Counter(found.lower().lstrip("v") for found in _VERSION.findall(_DATE.sub(" ", without_struck(text))))


def supports(source: str, claim: str) -> bool:
    """Whether each quantity of the claim stands in the source: same kind of unit, same value, as often at least."""
    left = list(quantities(source))
    for wanted in quantities(claim):
        match = next((one for one in left if one.kind == wanted.kind
                      and math.isclose(one.value, wanted.value, rel_tol=1e-9)), None)
        if match is None:
            return False
        left.remove(match)
    return True


_VERSION_WITH_DOTS = re.compile(r"(?<![\w.\-/])v?\d+\.\d+\.\d+(?:\.\d+)*(?![\w])|(?<![\w.\-/])v\d+(?:\.\d+)*(?!\w)",
                                re.IGNORECASE)


def _quantity(sign: str, number: str, unit: str | None, written: str) -> Quantity:
    value = float(number) * (-1 if sign in ("-", "−") else 1)
    name = (unit or "").lower()
    kind, factor = _UNITS.get(name, (name, 1.0))
    return Quantity(value * factor, kind, written.strip())
