"""Where the model files lie on this machine, and whether they are the ones the manifest names.

Owns the search order, verification by size and SHA-256, and the choice among several models of a role. Copying files
in is ``importing``'s business; loading them is the runtimes'.

A hash is remembered in memory for as long as the file's size and modification time stay the same. A file that has the
right size and the wrong hash in one folder does not hide a sound one in the next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from threading import Lock

import platformdirs

from models.errors import ModelDamaged, ModelMissing
from models.manifest import Fetch, Manifest, Model, ModelFile, Role, Use

CHECKOUT = Path(__file__).with_name("files")
SHIPPED = Path(__file__).with_name("weights")


class ModelState(Enum):
    """Where a model stands: hashes checked, sizes checked, a file that is not the right one, or no file."""

    VERIFIED = "verified"
    PRESENT = "present"
    DAMAGED = "damaged"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A model with the path of each of its files, in the manifest's order."""

    model: Model
    paths: tuple[Path, ...]

    def path(self, use: Use) -> Path:
        """The path of the file of that use."""
        return self.paths[self.model.files.index(self.model.file(use))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStatus:
    """What ``models status`` and ``doctor`` show of one model; ``detail`` is a sentence unless all is well."""

    model: Model
    state: ModelState
    paths: tuple[Path, ...] = ()
    detail: str = ""


def default_folders(*, data_dir: Path | None = None, given: Sequence[Path] = ()) -> tuple[Path, ...]:
    """Folders in search order: given, the data folder's own, the user's, all users', the checkout's, the package's."""
    user = platformdirs.user_data_path("citeside", appauthor=False) / "models"
    site = platformdirs.site_data_path("citeside", appauthor=False) / "models"
    own = () if data_dir is None else (data_dir / "models",)
    return tuple(dict.fromkeys((*given, *own, user, site, CHECKOUT, SHIPPED)))


class ModelFiles:
    """The model files in a row of folders, first come first served. Safe to use from several threads."""

    def __init__(self, manifest: Manifest, folders: Iterable[Path]) -> None:
        self.manifest = manifest
        self.folders = tuple(folders)
        self._hashes: dict[tuple[Path, int, int], str] = {}
        self._lock = Lock()

    def find(self, model: Model) -> Located | None:
        """The model's files by name and size, without reading them; None when one is absent."""
        paths = [next(iter(self._candidates(entry)), None) for entry in model.files]
        found = tuple(path for path in paths if path is not None)
        return Located(model=model, paths=found) if len(found) == len(paths) else None

    def verified(self, model: Model) -> Located:
        """The model's files, each with the manifest's hash. Raises ModelMissing or ModelDamaged."""
        return Located(model=model, paths=tuple(self._verified_file(model, entry) for entry in model.files))

    def choose(self, role: Role, *, wanted: str = "", memory_mib: int | None = None) -> Model | None:
        """The model to use for a role: the wanted one, else the first present one that fits the memory.

        ``memory_mib`` is what is free; None does not limit. Models for tests are taken only when wanted by id.
        None means that there is nothing to use: carry on without.
        """
        if wanted:
            return self.manifest.model(wanted)
        for model in self.manifest.of_role(role):
            fits = memory_mib is None or model.memory_mib <= memory_mib
            if fits and model.fetch is not Fetch.TEST and self.find(model):
                return model
        return None

    def status(self, *, verify: bool = False) -> tuple[ModelStatus, ...]:
        """Every model of the manifest; with ``verify`` every file is read and its hash compared."""
        return tuple(self._status(model, verify=verify) for model in self.manifest.models)

    def _status(self, model: Model, *, verify: bool) -> ModelStatus:
        located = self.find(model)
        if located and not verify:
            return ModelStatus(model=model, state=ModelState.PRESENT, paths=located.paths)
        try:
            return ModelStatus(model=model, state=ModelState.VERIFIED, paths=self.verified(model).paths)
        except ModelMissing as error:
            return ModelStatus(model=model, state=ModelState.MISSING, detail=str(error))
        except ModelDamaged as error:
            return ModelStatus(model=model, state=ModelState.DAMAGED, detail=str(error))

    def _candidates(self, entry: ModelFile) -> list[Path]:
        places = [folder / entry.name for folder in self.folders]
        return [path for path in places if path.is_file() and path.stat().st_size == entry.bytes]

    def _verified_file(self, model: Model, entry: ModelFile) -> Path:
        for path in self._candidates(entry):
            if self._hash(path) == entry.sha256:
                return path
        named = [folder / entry.name for folder in self.folders if (folder / entry.name).is_file()]
        if named:
            raise ModelDamaged(f"{named[0]} is not the file of {model.name}: its content differs from the manifest; "
                               "import the model again.")
        raise ModelMissing(f"The model {model.name} is not installed ({entry.name} is missing); "
                           "bring it with: citeside models import FOLDER.")

    def _hash(self, path: Path) -> str:
        facts = path.stat()
        key = (path, facts.st_size, facts.st_mtime_ns)
        with self._lock:
            known = self._hashes.get(key)
        if known is None:
            known = sha256_of(path)
            with self._lock:
                self._hashes[key] = known
        return known


def sha256_of(path: Path) -> str:
    """SHA-256 of a file's content, in hex. Raises OSError."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
