"""Bring model files in from a folder or a stick: all that are found, or none.

Owns the copying. What a right file is says the manifest; where files are looked for later says ``files``.

1. Look for the manifest's file names in the given folder and below it.
2. Compare the free disk space with what must be copied, before anything is written.
3. Copy each to a hidden name in the target folder, hashing on the way, and flush it to the disk.
4. Only when every hash is right, give each its name (atomic on one disk). Otherwise remove what was copied.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from models.errors import ModelDamaged, ModelError, ModelMissing
from models.files import sha256_of
from models.manifest import Manifest, ModelFile

BLOCK_BYTES = 4 << 20
RESERVE_BYTES = 200_000_000
MAX_DEPTH = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """What an import did: names of files copied, and of files that were already there and sound."""

    copied: tuple[str, ...]
    already: tuple[str, ...]


def import_models(manifest: Manifest, source: Path, target: Path) -> Imported:
    """Copy the manifest's files found at ``source`` (a folder, or one file) into the folder ``target``.

    Raises ModelMissing when nothing is found, ModelDamaged when a file is not the one named, ModelError when the disk
    is full or cannot be written; then ``target`` is as it was.
    """
    found = _find(manifest, source)
    wanted = {name: pair for name, pair in found.items() if not _is_sound(target / name, pair[0])}
    for entry, path in wanted.values():
        if path.stat().st_size != entry.bytes:
            raise ModelDamaged(f"{path} is not the file the manifest names: it has {path.stat().st_size:,} bytes "
                               f"instead of {entry.bytes:,}; nothing was imported.")
    try:
        target.mkdir(parents=True, exist_ok=True)
        _check_space(target, sum(entry.bytes for entry, _ in wanted.values()))
        _copy_all(list(wanted.values()), target)
    except OSError as error:
        raise ModelError(f"The models could not be copied to {target} ({error.strerror or error}); "
                         "nothing was imported.") from error
    return Imported(copied=tuple(wanted), already=tuple(name for name in found if name not in wanted))


def _find(manifest: Manifest, source: Path) -> dict[str, tuple[ModelFile, Path]]:
    entries = {entry.name: entry for model in manifest.models for entry in model.files}
    if source.is_file():
        places = [source]
    elif source.is_dir():
        places = [path for path in _below(source) if path.name in entries]
    else:
        raise ModelMissing(f"There is no folder {source}; name the folder or drive that holds the model files.")
    found: dict[str, tuple[ModelFile, Path]] = {}
    for path in places:
        if path.name in entries:
            found.setdefault(path.name, (entries[path.name], path))
    if not found:
        raise ModelMissing(f"{source} holds none of the model files; looked for: {', '.join(sorted(entries))}.")
    return found


def _below(folder: Path) -> list[Path]:
    """Files of ``folder``, then of its sub-folders, at most MAX_DEPTH levels deep (a stick may hold anything)."""
    files: list[Path] = []
    level = [folder]
    for _ in range(MAX_DEPTH):
        entries = [entry for place in level for entry in _listed(place)]
        files += [entry for entry in entries if entry.is_file()]
        level = [entry for entry in entries if entry.is_dir() and not entry.is_symlink()]
    return files


def _listed(folder: Path) -> list[Path]:
    """Entries by name; a sub-folder this user may not read holds nothing for us, as on any foreign stick."""
    try:
        return sorted(folder.iterdir())
    except PermissionError:
        return []


def _is_sound(path: Path, entry: ModelFile) -> bool:
    return path.is_file() and path.stat().st_size == entry.bytes and sha256_of(path) == entry.sha256


def _check_space(target: Path, needed: int) -> None:
    free = shutil.disk_usage(target).free
    if needed and needed + RESERVE_BYTES > free:
        raise ModelError(f"The models need {needed / 1e6:,.0f} MB, but the disk of {target} has only "
                         f"{max(free - RESERVE_BYTES, 0) / 1e6:,.0f} MB to give; free some space and try again.")


def _copy_all(wanted: list[tuple[ModelFile, Path]], target: Path) -> None:
    partials: list[tuple[Path, Path]] = []
    try:
        for entry, path in wanted:
            partial = target / f".{entry.name}.importing"
            partials.append((partial, target / entry.name))
            if _copy(path, partial) != entry.sha256:
                raise ModelDamaged(f"{path} is not the file the manifest names: its content differs; "
                                   "nothing was imported.")
        for partial, final in partials:
            partial.replace(final)
        _flush_folder(target)
    finally:
        for partial, _ in partials:
            partial.unlink(missing_ok=True)


def _copy(source: Path, partial: Path) -> str:
    digest = hashlib.sha256()
    with source.open("rb") as reader, partial.open("wb") as writer:
        while block := reader.read(BLOCK_BYTES):
            digest.update(block)
            writer.write(block)
        writer.flush()
        os.fsync(writer.fileno())
    return digest.hexdigest()


def _flush_folder(folder: Path) -> None:
    """Make the new names survive a power cut; Windows has no such call and needs none."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
