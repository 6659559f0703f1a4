"""Small files and small functions. An exception is named here with its reason, and struck off once it is not needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGES = ("app", "engine", "models", "packaging")
FILE_LINES = 400
FUNCTION_LINES = 50

LONG_FILES: dict[str, str] = {}
LONG_FUNCTIONS: dict[str, str] = {}


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def long_functions(source: str) -> set[str]:
    """Names of functions of FUNCTION_LINES lines or more, decorators not counted."""
    return {node.name for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and (node.end_lineno or node.lineno) - node.lineno + 1 >= FUNCTION_LINES}


def test_no_file_reaches_the_limit_of_lines() -> None:
    long = {name(path) for path in sources() if len(path.read_text().splitlines()) >= FILE_LINES}
    assert long == set(LONG_FILES)


def test_no_function_reaches_the_limit_of_lines() -> None:
    long = {f"{name(path)}:{function}" for path in sources() for function in long_functions(path.read_text())}
    assert long == set(LONG_FUNCTIONS)


@pytest.mark.parametrize(("lines", "found"), [(FUNCTION_LINES - 1, set()), (FUNCTION_LINES, {"f"})])
def test_the_measure_itself_sees_a_long_function(lines: int, found: set[str]) -> None:
    body = "    pass\n" * (lines - 1)
    assert long_functions(f"@decorated\ndef f():\n{body}") == found


def test_every_module_says_what_it_owns() -> None:
    silent = {name(path) for path in sources() if not ast.get_docstring(ast.parse(path.read_text()))}
    assert silent == set()
