"""What every test stands on: no network, no screen, one language, and clear words for what is skipped."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from models.embedder import OnnxEmbedder
    from models.files import ModelFiles

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
GUARD = Path(__file__).with_name("guard") / "sitecustomize.py"
EMBEDDER = "minilm-l6-int8"
TEST_GENERATOR = "smollm2-135m"

settings.register_profile("citeside", deadline=None)  # times are measured by make bench; a busy machine breaks no rule
settings.load_profile("citeside")

os.environ |= {
    "QT_QPA_PLATFORM": os.environ.get("CITESIDE_TEST_PLATFORM", "offscreen"),
    "QT_SCALE_FACTOR": os.environ.get("CITESIDE_TEST_SCALE", "1"),
    "LC_ALL": "C.UTF-8",
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONPATH": os.pathsep.join([str(GUARD.parent), str(ROOT)]),
}


def _load_guard() -> list[str]:
    """Deny internet sockets in this process; children get the same through PYTHONPATH."""
    spec = importlib.util.spec_from_file_location("network_guard", GUARD)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    attempts: list[str] = module.attempts
    return attempts


_ATTEMPTS = _load_guard()


@pytest.fixture(autouse=True)
def network_attempts() -> Iterator[list[str]]:
    """What was tried on the network during this test; anything left in it fails the test."""
    _ATTEMPTS.clear()
    yield _ATTEMPTS
    assert not _ATTEMPTS, f"Nothing may leave the machine, but this was tried: {_ATTEMPTS}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs something that is absent, saying what; with CITESIDE_REQUIRE_MODELS set, fail instead."""
    problems = {"model": _without_embedder(), "llm": _without_generator(), "corpora": _without_corpora()}
    for item in items:
        for name, problem in problems.items():
            if problem and item.get_closest_marker(name):
                if name != "corpora" and os.environ.get("CITESIDE_REQUIRE_MODELS"):
                    pytest.exit(f"{item.nodeid} must run here, but {problem}", returncode=1)
                item.add_marker(pytest.mark.skip(reason=problem))


def _checkout_files() -> ModelFiles:
    from models.files import CHECKOUT, ModelFiles
    from models.manifest import read_manifest

    return ModelFiles(read_manifest(), [CHECKOUT])


def _without(model_id: str) -> str:
    files = _checkout_files()
    return "" if files.find(files.manifest.model(model_id)) else f"{model_id} is not in models/files (make models)"


def _without_embedder() -> str:
    return _without(EMBEDDER)


def _without_generator() -> str:
    if importlib.util.find_spec("llama_cpp") is None:
        return "llama-cpp-python is not installed (make llama)"
    return _without(TEST_GENERATOR)


def _without_corpora() -> str:
    return "" if (SHARED / "corpora").is_dir() else "the real documents (../shared/corpora) are not beside the checkout"


@pytest.fixture(scope="session")
def model_files() -> ModelFiles:
    """The models of this checkout."""
    return _checkout_files()


@pytest.fixture(scope="session")
def real_embedder(model_files: ModelFiles) -> OnnxEmbedder:
    """The shipped embedder; use it in tests marked ``model``."""
    from models.embedder import OnnxEmbedder

    return OnnxEmbedder(model_files, model_files.manifest.model(EMBEDDER))


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of real documents; use it in tests marked ``corpora``."""
    return SHARED / "corpora"


assert "PySide6" not in sys.modules, "the screen settings above must come before Qt"
