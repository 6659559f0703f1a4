"""``models`` and ``doctor``: what this installation is made of."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import click

from app.cli import output
from app.cli.given import GivenPath
from app.compose import model_files
from app.settings import load
from engine.store.connection import versions
from engine.store.health import problems as index_problems
from models.doctor import Report, examine
from models.embedder import OnnxEmbedder
from models.errors import ModelError
from models.files import ModelFiles, ModelState, ModelStatus
from models.importing import import_models
from models.manifest import Role

_LIBRARIES = ("PySide6-Essentials", "pymupdf", "markdown-it-py", "watchdog", "platformdirs", "click")


@click.group()
def models() -> None:
    """See which models are installed, or import them from a folder or stick."""


@models.command()
@click.option("--verify", is_flag=True, help="Read every file and compare its hash.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def status(data_dir: Path, verify: bool, as_json: bool) -> int:
    """List the models by role, and where their files are."""
    files = model_files(data_dir)
    found = files.status(verify=verify)
    if as_json:
        output.emit({"folders": [str(folder) for folder in files.folders], "models": [_model_json(m) for m in found]})
        return 0
    for one in found:
        click.echo(f"{one.state.value:9} {one.model.role.value:9} {one.model.id}: {one.model.name}, "
                   f"{one.model.licence}" + (f". {one.detail}" if one.detail else ""))
    return 0


@models.command(name="import")
@click.argument("path", type=GivenPath())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def import_(data_dir: Path, path: Path, as_json: bool) -> int:
    """Copy model files from a folder or stick into the data folder, after checking their hashes."""
    imported = import_models(model_files(data_dir).manifest, path, data_dir / "models")
    if as_json:
        output.emit({"copied": list(imported.copied), "already": list(imported.already)})
    else:
        click.echo(f"{len(imported.copied)} files copied, {len(imported.already)} were there already.")
    return 0


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def doctor(data_dir: Path, as_json: bool) -> int:
    """Check this installation: database, models, llama.cpp, folders. Exit 1 when searching cannot work."""
    load(data_dir)
    files = model_files(data_dir)
    report = examine(files, verify=True)
    provider, problem = _provider(files)
    stopping = [*index_problems(data_dir), *([problem] if problem else [])]
    problems = [*stopping, *report.problems]
    if as_json:
        output.emit(_doctor_json(data_dir, report, provider, problems))
    else:
        for name, value in (*versions(), ("provider", provider), ("llama.cpp", report.llama.system_info),
                            ("data folder", str(data_dir))):
            click.echo(f"{name}: {value}")
        for one in report.models:
            click.echo(f"{one.model.id}: {one.state.value}")
        for sentence in problems:
            click.echo(sentence, err=True)
    return 1 if stopping else 0


def _provider(files: ModelFiles) -> tuple[str, str]:
    """The execution provider the embedder really runs on, or why it does not run."""
    model = files.choose(Role.EMBEDDER)
    if model is None:
        return "", "The search model is missing; run `make models` or `citeside models import PATH`."
    try:
        return OnnxEmbedder(files, model).provider, ""
    except ModelError as error:
        return "", str(error)


def _doctor_json(data_dir: Path, report: Report, provider: str, problems: list[str]) -> output.Json:
    return {
        "citeside": _version("citeside"),
        "python": platform.python_version(), "system": platform.platform(),
        **dict(versions()),
        "libraries": {**{name: _version(name) for name in _LIBRARIES}, **dict(report.versions)},
        "execution_provider": provider, "execution_providers": list(report.providers),
        "cpu": {"physical_cores": report.physical_cores, "avx2": report.has_avx2,
                "available_memory_mib": report.available_memory_mib},
        "llama_cpp": {"build_flags": report.llama.system_info, "gpu": report.llama.gpu,
                      "problem": report.llama.problem or None},
        "models": [_model_json(found) for found in report.models],
        "data_dir": str(data_dir), "problems": problems,
    }


def _model_json(found: ModelStatus) -> output.Json:
    return {
        "id": found.model.id, "role": found.model.role.value, "name": found.model.name,
        "licence": found.model.licence, "state": found.state.value, "detail": found.detail or None,
        "files": [{"name": entry.name, "bytes": entry.bytes, "sha256": entry.sha256,
                   "verified": found.state is ModelState.VERIFIED} for entry in found.model.files],
        "paths": [str(path) for path in found.paths],
    }


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""
