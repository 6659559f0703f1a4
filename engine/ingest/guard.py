"""Whether files that vanished may leave the index: an unplugged drive must never look like a mass deletion.

1. A folder that is empty and another one than before (device and inode differ) is an unmounted drive: it is away.
2. Few files that vanished from the folder as it was known have been deleted.
3. More than ``max(FEWEST, SHARE)`` of them, or any from a folder that is another one now, are held. They go when a
   second look, ``CONFIRM_S`` later, finds the same folder and misses them still.

The rule is pure. Times are seconds of the wall clock, since the two looks may be those of two processes; a clock that
went back begins the wait anew.
"""

from __future__ import annotations

from dataclasses import dataclass

FEWEST = 20
SHARE = 0.25
CONFIRM_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Since when removals wait, and for which folder (device and inode)."""

    since: float
    identity: str


def is_away(*, found: int, known: int, identity: str, known_identity: str) -> bool:
    """Whether a folder without files is the place of a drive that is not mounted; ``known`` files were there."""
    return bool(known and not found and known_identity) and identity != known_identity


def may_remove(*, vanished: int, indexed: int, identity: str, known_identity: str, hold: Hold | None,
               now: float) -> bool:
    """Whether ``vanished`` of ``indexed`` documents may go now; an empty ``known_identity`` is unknown."""
    is_other = bool(known_identity) and identity != known_identity
    if not vanished or (not is_other and vanished <= max(FEWEST, indexed * SHARE)):
        return True
    return hold is not None and hold.identity == identity and now - hold.since >= CONFIRM_S


def holding(hold: Hold | None, *, identity: str, now: float) -> Hold:
    """The hold from now on: an older one for the same folder goes on."""
    if hold and hold.identity == identity and hold.since <= now:
        return hold
    return Hold(since=now, identity=identity)
