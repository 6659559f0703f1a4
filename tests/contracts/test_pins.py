"""Every direct dependency is pinned within its range, and the Makefile builds the pinned llama.cpp."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pairs = (line.partition("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(package): version for package, _, version in pairs}


def test_every_dependency_is_pinned_within_its_range() -> None:
    pinned = pins()
    extras = [text for group in PROJECT["optional-dependencies"].values() for text in group]
    for requirement in map(Requirement, PROJECT["dependencies"] + extras):
        version = pinned.get(canonicalize_name(requirement.name))
        assert version, f"{requirement.name} has no line in constraints.txt"
        assert version in requirement.specifier


def test_every_line_of_the_constraints_is_an_exact_version() -> None:
    for package, version in pins().items():
        assert re.fullmatch(r"[0-9][0-9A-Za-z.]*", version), package


def test_the_makefile_builds_the_pinned_llama_cpp_without_this_machines_instructions() -> None:
    makefile = (ROOT / "Makefile").read_text()
    assert f"LLAMA_VERSION := {pins()['llama-cpp-python']}\n" in makefile
    assert "-DGGML_NATIVE=OFF -DGGML_OPENMP=OFF" in makefile
