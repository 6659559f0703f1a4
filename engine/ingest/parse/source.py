"""What a parser gets: one file, its bytes, the limits it must keep, and a way to say that it is getting on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Sizes beyond which a file is not read. Bytes, but for ``inflation`` (a ratio) and ``page_pixels``.

    ``inflation`` is the most a packed member may grow; it counts only above ``inflation_floor_bytes``.
    """

    text_bytes: int = 20 * MIB
    binary_bytes: int = 200 * MIB
    member_bytes: int = 200 * MIB
    inflation: int = 200
    inflation_floor_bytes: int = 50 * MIB
    page_pixels: int = 40_000_000


def no_progress() -> None:
    """Report to nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One file to parse. ``path`` opens it, ``relative_path`` (``/`` separators) names it, ``data`` is its content.

    A parser of long files calls ``progress`` now and then (per page, per sheet); one that stays silent too long is
    ended.
    """

    path: Path
    relative_path: str
    data: bytes
    media_type: str
    limits: Limits = Limits()
    progress: Callable[[], None] = no_progress

    @property
    def stem(self) -> str:
        """The file's name without its ending, for want of a better title."""
        name = self.relative_path.rsplit("/", 1)[-1]
        stem = name.rsplit(".", 1)[0]
        return stem or name
