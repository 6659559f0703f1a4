"""The set-up scripts are files to run, not modules to import; here they are loaded by path."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

import pytest

from tests.conftest import ROOT


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"script_{name}", ROOT / "packaging" / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def fetch() -> ModuleType:
    """packaging/fetch_models.py."""
    return _script("fetch_models")


@pytest.fixture(scope="session")
def builder() -> ModuleType:
    """packaging/build_embedder.py."""
    return _script("build_embedder")
