"""The import contracts hold, and a planted violation proves each: one that never breaks proves nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT

CONTRACTS = [contract["name"] for contract in
             tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]]

VIOLATIONS = {
    "app joins engine and models; neither knows the other": ("engine/errors.py", "import models.errors"),
    "engine is layered: evaluate, answer, retrieve | ingest, store, ports, types":
        ("engine/store/__init__.py", "import engine.retrieve"),
    "only the connection module imports the SQLite driver": ("engine/ingest/__init__.py", "import apsw"),
    "only models imports a model runtime": ("engine/retrieve/__init__.py", "import onnxruntime"),
    "engine and models know no Qt": ("models/errors.py", "import PySide6"),
    "no network module anywhere": ("models/errors.py", "import socket"),
    "widgets import engine.types only; the bridge alone knows both": ("app/ui/__init__.py", "import engine.store"),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages and their contracts, without data files."""
    for package in ("app", "engine", "models", "resources"):
        for source in (ROOT / package).rglob("*.py"):
            target = tmp_path / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    shutil.copyfile(ROOT / "pyproject.toml", tmp_path / "pyproject.toml")
    return tmp_path


def lint_imports(folder: Path) -> tuple[int, str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--config", "pyproject.toml"]
    environment = os.environ | {"PYTHONPATH": str(folder), "COLUMNS": "200"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_every_contract_holds(copy: Path) -> None:
    status, output = lint_imports(copy)
    assert status == 0, output
    assert f"{len(CONTRACTS)} kept, 0 broken" in output


def test_every_contract_has_a_violation_to_prove_it() -> None:
    assert set(VIOLATIONS) == set(CONTRACTS)


@pytest.mark.parametrize("contract", CONTRACTS)
def test_a_planted_violation_breaks_its_contract(copy: Path, contract: str) -> None:
    file, line = VIOLATIONS[contract]
    with (copy / file).open("a") as stream:
        stream.write(f"\n{line}\n")
    status, output = lint_imports(copy)
    assert status == 1
    broken = [text for text in output.splitlines() if text.rstrip().endswith("BROKEN") or "BROKEN (" in text]
    assert any(contract in text for text in broken), output
