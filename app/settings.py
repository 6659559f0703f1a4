"""Where things lie, and the few settings a person writes by hand.

``settings.toml`` in the data folder may hold ``product``, ``version`` and ``audiences`` (the profile), ``generator``
(the model's name) and ``threads``. Everything is optional; a broken file is reported, never guessed at.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from engine.errors import BadRequest

FILE_NAME = "settings.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The profile and the choices of models. ``audiences`` None: no audience is enforced."""

    product: str | None = None
    version: str | None = None
    audiences: frozenset[str] | None = None
    generator: str | None = None
    threads: int | None = None


def default_data_dir() -> Path:
    """The user's data folder on this system."""
    return Path(platformdirs.user_data_dir("citeside", appauthor=False))


def load(data_dir: Path) -> Settings:
    """The settings of a data folder. Raises BadRequest when the file cannot be understood."""
    file = data_dir / FILE_NAME
    if not file.is_file():
        return Settings()
    try:
        values = tomllib.loads(file.read_text("utf-8"))
        audiences = values.get("audiences")
        return Settings(
            product=_text(values, "product"), version=_text(values, "version"),
            audiences=None if audiences is None else frozenset(str(name) for name in audiences),
            generator=_text(values, "generator"), threads=values.get("threads"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, TypeError) as error:
        raise BadRequest(f"{file} cannot be understood ({error}); mend or remove it.") from error


def _text(values: dict[str, object], key: str) -> str | None:
    found = values.get(key)
    return None if found is None else str(found)
