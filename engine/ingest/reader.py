"""Which reader made what the index holds of a file, so that a better one reads it again.

The mark is the number of our reading, and the optional parts that were there: ``3`` or ``3+ocr``. A file is read again
when the number is another, and when a part has come that may cure what was wrong with it.
"""

from __future__ import annotations

from engine.ingest.parse.ocr_models import is_installed

READING = 5
"""Raised with every change that makes parsers, metadata or chunks read the same bytes differently."""


def reader() -> str:
    """The mark of what would read a file now."""
    return f"{READING}+ocr" if is_installed() else f"{READING}"


def mark_of(now: str, *, has_problem: bool) -> str:
    """What is noted of a file that ``now`` has read: optional parts count only where something was left to be wished.

    So a part that is added later concerns no other file.
    """
    return now if has_problem else now.split("+")[0]


def reads_better(now: str, before: str, *, has_problem: bool) -> bool:
    """Whether ``now`` may read more of a file than the reader ``before`` did."""
    number, *parts = now.split("+")
    old_number, *old_parts = before.split("+")
    return number != old_number or (has_problem and not set(parts) <= set(old_parts))
