"""Numbers of a sheet as its reader sees them: percentages, decimals, units, leading zeros; dates and times as ISO.

The part of a number format that matters is read here: sections for negative numbers and zero, literal text, currency,
digits, grouping, percent, exponents. Colours, conditions and fill characters are passed over; fractions are shown as
decimals. Which formats are dates, and what a serial number means, is openpyxl's.
"""

from __future__ import annotations

import datetime
import re
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import from_excel

GENERAL = "General"
_EAST_ASIAN_DATES = frozenset({*range(27, 37), *range(50, 59)})
_GENERAL_DIGITS = 11
_PIECE = re.compile(r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|_.|\*.|\[\$(?P<currency>[^\]-]*)[^\]]*\]|\[[^\]]*\]'
                    r"|(?P<digits>[#0?](?:[#0?,.]*[#0?])?(?P<scale>,*)(?P<exponent>E[+-]?0+)?|\.[0#?]+)"
                    r"|(?P<percent>%)|(?P<general>General)|(?P<other>.)", re.IGNORECASE)
_TEXT = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_SPLIT = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]|.', re.DOTALL)
_CONDITION = re.compile(r"\[[<>=]")


def builtin_format(number: int) -> str:
    """The format that a number below 164 stands for."""
    if number in _EAST_ASIAN_DATES:
        return "yyyy-mm-dd"
    return str(BUILTIN_FORMATS.get(number, GENERAL))


@lru_cache(maxsize=512)
def is_date(number_format: str) -> bool:
    """Whether numbers of this format are dates, times or durations."""
    return bool(is_date_format(number_format) or is_timedelta_format(number_format))


def shown_date(serial: float, number_format: str, epoch: datetime.datetime) -> str:
    """A serial number as an ISO date, time, or both, as far as the format shows them; a duration as hours:minutes.

    A number that is no date is shown as a number.
    """
    if is_timedelta_format(number_format):
        seconds = round(serial * 86400)
        hours, rest = divmod(abs(seconds), 3600)
        return f"{'-' if seconds < 0 else ''}{hours}:{rest // 60:02d}" + (f":{rest % 60:02d}" if rest % 60 else "")
    try:
        moment = from_excel(serial, epoch)
    except (ValueError, OverflowError):
        return shown_number(serial, GENERAL)
    letters = _TEXT.sub("", number_format).lower()
    if isinstance(moment, datetime.time):
        moment = datetime.datetime.combine(datetime.date(1900, 1, 1), moment)
        date = ""
    else:
        date = _date(moment, letters)
    time = ""
    if re.search(r"h|s|am/pm", letters):
        time = moment.strftime("%H:%M:%S" if moment.second or "s" in letters else "%H:%M")
    return f"{date} {time}".strip() or moment.date().isoformat()


def _date(moment: datetime.datetime, letters: str) -> str:
    if "d" in letters or ("y" not in letters and "m" in letters and "h" not in letters and "s" not in letters):
        return moment.strftime("%Y-%m-%d")
    if "y" in letters:
        return moment.strftime("%Y-%m" if "m" in letters else "%Y")
    return ""


def shown_number(value: float, number_format: str) -> str:
    """A number in its format; empty when the format hides it."""
    section, is_signed = _section(value, number_format)
    if "general" in section.lower() or "/" in _TEXT.sub("", section):
        return _general(value if is_signed else abs(value))
    pieces = list(_PIECE.finditer(section))
    number = next((piece for piece in pieces if piece["digits"]), None)
    if number is None and any(piece["other"] == "@" for piece in pieces):
        return _general(value)
    amount = abs(Decimal(repr(value))) * Decimal(100) ** sum(piece["percent"] is not None for piece in pieces)
    digits = _digits(amount, number) if number else ""
    sign = "-" if is_signed and value < 0 and re.search("[1-9]", digits) else ""
    words = [digits if piece is number else "" if piece["digits"] else
             piece["quoted"] or piece["escaped"] or piece["currency"] or piece["percent"] or piece["other"] or ""
             for piece in pieces]
    return " ".join(f"{sign}{''.join(words)}".split())


def _section(value: float, number_format: str) -> tuple[str, bool]:
    """The section of the format for this value, and whether a minus is written before it."""
    sections = _sections(number_format)
    if len(sections) == 1 or _CONDITION.search(number_format):
        return sections[0], True
    if value < 0:
        return sections[1], False
    return (sections[2] if value == 0 and len(sections) > 2 else sections[0]), False


@lru_cache(maxsize=512)
def _sections(number_format: str) -> tuple[str, ...]:
    parts = [""]
    for match in _SPLIT.finditer(number_format):
        if match[0] == ";":
            parts.append("")
        else:
            parts[-1] += match[0]
    return tuple(parts)


def _digits(amount: Decimal, piece: re.Match[str]) -> str:
    """The digits of a number by placeholders such as ``#,##0.00``, ``00000`` or ``0.0E+00``."""
    places = re.sub(r"[Ee][+-]?0+$", "", piece["digits"])
    amount = amount.scaleb(-3 * len(piece["scale"] or ""))
    whole, _, decimals = places.rstrip(",").partition(".")
    exponent = 0
    if piece["exponent"] and amount:
        exponent = amount.adjusted()
        amount = amount.scaleb(-exponent)
    amount = amount.quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    before, _, after = f"{amount:f}".partition(".")
    before = before.lstrip("0").rjust(whole.count("0"), "0")
    while after and after[-1] == "0" and decimals[len(after) - 1] in "#?":
        after = after[:-1]
    if "," in whole:
        before = f"{int(before):,}".rjust(len(before), "0") if before else ""
    power = f"E{'-' if exponent < 0 else '+'}{abs(exponent):02d}" if piece["exponent"] else ""
    return (f"{before or ('' if after else '0')}.{after}" if after else before or "0") + power


def _general(value: float) -> str:
    """A number without a format: whole numbers in full, others to as many digits as a cell shows."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return f"{value:.{_GENERAL_DIGITS - 1}g}"
