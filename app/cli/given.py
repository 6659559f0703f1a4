"""What is typed as a path on the command line."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

import click


class GivenPath(click.Path):
    """A path that is named: an empty one, as an unset shell variable leaves it, must not mean the current folder."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, readable=False)  # what cannot be read is told by who reads it

    def convert(self, value: str | PathLike[str], param: click.Parameter | None,
                ctx: click.Context | None) -> str | bytes | PathLike[str]:
        if isinstance(value, str) and not value.strip():
            self.fail("the path is empty; name a file or folder.", param, ctx)
        return super().convert(value, param, ctx)
