"""What a person may set and look up about this installation: settings, models, and where things lie.

The window calls these on a thread of the bridge; none of them loads a model. What they import is imported there, since
the window must not wait for it when it starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import BadRequest
from models.errors import ModelError

if TYPE_CHECKING:
    from app.settings import Settings
    from models.files import ModelFiles


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelLine:
    """One model for a person to read. ``memory_mib`` is what it takes beyond the program's own."""

    id: str
    name: str
    role: str
    memory_mib: int
    is_there: bool
    is_used: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """The settings, the models, and what the machine has. ``why_verbatim`` says why nothing is written, if so."""

    settings: Settings
    models: tuple[ModelLine, ...]
    data_dir: str
    free_memory_mib: int | None
    why_verbatim: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """What this run loaded: the ids of its models, and why none writes, if so."""

    models: frozenset[str] = frozenset()
    why_verbatim: str = ""


class Preferences:
    """Over one data folder. ``running`` tells what was loaded; nothing before the library is open."""

    def __init__(self, data_dir: Path, *, files: Callable[[], ModelFiles],
                 running: Callable[[], Running] = Running) -> None:
        self._data_dir = data_dir
        self._files = files
        self._running = running

    @property
    def data_dir(self) -> Path:
        """The folder of index, settings and models."""
        return self._data_dir

    def installation(self) -> Installation:
        """How things stand. Raises BadRequest when the settings cannot be understood."""
        from app.settings import load
        from models.machine import available_memory_mib
        from models.manifest import Role

        files, running = self._files(), self._running()
        lines = tuple(
            ModelLine(id=model.id, name=model.name, role=model.role.value, memory_mib=model.memory_mib,
                      is_there=files.find(model) is not None, is_used=model.id in running.models)
            for role in Role for model in files.manifest.of_role(role))
        return Installation(settings=load(self._data_dir), models=lines, data_dir=str(self._data_dir),
                            free_memory_mib=available_memory_mib(), why_verbatim=running.why_verbatim)

    def save(self, *, product: str, version: str, generator: str, threads: int) -> None:
        """Write what the window lets a person set; empty and 0 stand for unset. Everything else stays as it is."""
        from app.settings import load, save

        settings = load(self._data_dir)
        profile = replace(settings.profile, product=product or None, version=version or None)
        save(self._data_dir, replace(settings, profile=profile, generator=generator or None, threads=threads or None))

    def import_pack(self, folder: str) -> tuple[int, int]:
        """Take models over from a folder or stick: how many files were copied, and how many were there already.

        Raises BadRequest in words.
        """
        from models.importing import import_models

        try:
            imported = import_models(self._files().manifest, Path(folder), self._data_dir / "models")
        except ModelError as error:
            raise BadRequest(str(error)) from error
        return len(imported.copied), len(imported.already)
