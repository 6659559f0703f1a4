"""Where things lie, and the few settings a person writes by hand.

``settings.toml`` in the data folder may hold ``product``, ``version`` and ``audiences`` (the profile), ``generator``
(the model's name), ``threads``, ``ignore`` (globs of what is not read), ``alarm_days`` (after so many days without a
synchronisation of a folder an alarm is shown), ``patience`` (seconds until the first written word) and the table
``weights`` (how the parts of a rank count). Everything is optional; a broken file is reported, never guessed at.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import platformdirs

from engine.errors import BadRequest
from engine.retrieve.weights import Weights
from engine.types import ALL, Profile

FILE_NAME = "settings.toml"
_KEYS: dict[str, type] = {"product": str, "version": str, "audiences": list, "generator": str, "threads": int,
                          "ignore": list, "alarm_days": int, "patience": int, "weights": dict}
_FORMS: dict[type, str] = {str: "text in quotes", list: "a list of names", int: "a whole number", dict: "a table"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The profile and the choices of models."""

    profile: Profile = field(default_factory=Profile)
    generator: str | None = None
    threads: int | None = None
    ignore: tuple[str, ...] = ()
    alarm_days: int = 7
    patience: int = 40
    weights: Weights = field(default_factory=Weights)


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
        _check(values)
    except OSError as error:
        raise BadRequest(f"{file} cannot be read: {error.strerror}; check its permissions.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"{file} is not UTF-8 text; save it as UTF-8 or remove it.") from error
    except ValueError as error:
        raise BadRequest(f"{file} cannot be understood ({error}); mend or remove it.") from error
    audiences = values.get("audiences")
    return Settings(
        profile=Profile(product=values.get("product"), version=values.get("version"),
                        audiences=ALL if audiences is None else frozenset(audiences)),
        generator=values.get("generator"), threads=values.get("threads"),
        ignore=tuple(values.get("ignore", ())), alarm_days=values.get("alarm_days", 7),
        patience=values.get("patience", 40),
        weights=Weights(**values.get("weights", {})))


def save(data_dir: Path, settings: Settings) -> None:
    """Write the settings whole; what has its default is left out. Raises BadRequest when the file cannot be written."""
    profile = settings.profile
    values: dict[str, object] = {
        "product": profile.product, "version": profile.version,
        "audiences": None if profile.audiences is ALL else sorted(profile.audiences),
        "generator": settings.generator, "threads": settings.threads, "ignore": list(settings.ignore) or None,
        "alarm_days": None if settings.alarm_days == Settings().alarm_days else settings.alarm_days}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items() if value is not None]
    file = data_dir / FILE_NAME
    partial = file.with_suffix(".partial")
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        partial.write_text("".join(lines), "utf-8")
        partial.replace(file)
    except OSError as error:
        raise BadRequest(f"{file} cannot be written: {error.strerror}; check its permissions.") from error


def _check(values: dict[str, Any]) -> None:
    """Every key known and of its type; raises ValueError naming the first that is not."""
    for key, value in values.items():
        if key not in _KEYS:
            raise ValueError(f"there is no setting {key}; known: {', '.join(_KEYS)}")
        if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
            raise ValueError(f"{key} must be {_FORMS[_KEYS[key]]}")
    for key in ("audiences", "ignore"):
        if not all(isinstance(name, str) for name in values.get(key, ())):
            raise ValueError(f"{key} must be a list of names")
    for key in ("threads", "alarm_days", "patience"):
        if values.get(key, 1) < 1:
            raise ValueError(f"{key} must be 1 or more")
    _check_weights(values.get("weights", {}))


def _check_weights(values: dict[str, Any]) -> None:
    known = [part.name for part in fields(Weights)]
    for name, value in values.items():
        if name not in known:
            raise ValueError(f"there is no weight {name}; known: {', '.join(known)}")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10:
            raise ValueError(f"weight {name} must be a number from 0 to 10")
