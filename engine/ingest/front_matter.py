"""The metadata block at the top of a Markdown page: YAML between ``---``, TOML between ``+++``, or a JSON object.

Finds where it ends and reads its values as text, exactly as written (``1.10`` stays ``1.10``). What the values mean
is left to ``metadata``.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from engine.types import Found, Problem, ProblemCode

SOURCE = "front matter"

_LARGEST = 64 * 1024
_MOST_VALUES = 500
_DEEPEST = 4
_MOST_BRACKETS = 200
_COMPACT_NESTING = re.compile(r"(?:[-?:][ \t]+){20}")
_YAML = re.compile(r"---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_TOML = re.compile(r"\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_JSON = re.compile(r"(\{[ \t]*\n.*?^\})[ \t]*(?:\n|\Z)", re.DOTALL | re.MULTILINE)
_KEY = re.compile(r"\s*(?:#[^\n]*\n\s*)*[\w\"'][\w .\"'-]*:(?:\s|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """``end`` is the offset of the first character after it (0 without one); ``values`` in source order."""

    end: int = 0
    values: tuple[Found, ...] = ()
    problems: tuple[Problem, ...] = ()


def front_matter(text: str) -> FrontMatter:
    """The front matter at the start of ``text``; a broken one has a problem and no values, and never spoils the body.

    A leading rule (``---``) followed by ordinary text is no front matter.
    """
    head = text[:_LARGEST]
    if head.startswith("---"):
        return _yaml(_YAML.match(head))
    if head.startswith("+++"):
        return _read(_TOML.match(head), _toml)
    if head.startswith("{"):
        return _read(_JSON.match(head), _json)
    return FrontMatter()


def title_of(values: tuple[Found, ...]) -> str:
    """The value of ``title``, or nothing."""
    return next((found.value for found in values if found.name.lower() == "title"), "")


def _yaml(match: re.Match[str] | None) -> FrontMatter:
    if match is None:
        return FrontMatter()
    if not match[1].strip():
        return FrontMatter(end=match.end())
    if not _KEY.match(match[1]):
        return FrontMatter()
    return _read(match, _load_yaml)


def _load_yaml(source: str) -> object:
    import yaml  # loaded for pages that have YAML

    # A base loader keeps every scalar as the text that was written. The fast one recurses in C: no deep nesting for it.
    is_flat = source.count("[") + source.count("{") < _MOST_BRACKETS and not _COMPACT_NESTING.search(source)
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader) if is_flat else yaml.BaseLoader
    try:
        return yaml.load(source, Loader=loader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


def _toml(source: str) -> object:
    return tomllib.loads(source, parse_float=str)


def _json(source: str) -> object:
    return json.loads(source, parse_float=str, parse_int=str)


def _read(match: re.Match[str] | None, load: object) -> FrontMatter:
    if match is None:
        return FrontMatter()
    assert callable(load)
    try:
        data = load(match[1])
        if not isinstance(data, dict):
            raise ValueError("no table of names and values")
    except (ValueError, RecursionError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        problem = Problem(code=ProblemCode.BAD_FRONT_MATTER,
                          detail=f"The metadata at the top of the page could not be read ({why}); the text was.")
        return FrontMatter(end=match.end(), problems=(problem,))
    values: list[Found] = []
    for name, value in _flat(data, "", 0):
        values.append(Found(name=name, value=value, source=SOURCE))
        if len(values) == _MOST_VALUES:
            break
    return FrontMatter(end=match.end(), values=tuple(values))


def _flat(data: object, name: str, depth: int) -> Iterator[tuple[str, str]]:
    """Scalars under dotted names; a list of scalars is one value joined by commas."""
    if isinstance(data, dict):
        if depth < _DEEPEST:
            for key, value in data.items():
                yield from _flat(value, f"{name}.{key}" if name else str(key), depth + 1)
    elif isinstance(data, list):
        scalars = [_text(item) for item in data[:_MOST_VALUES] if not isinstance(item, dict | list)]
        if scalars:
            yield name, ", ".join(scalars)
        if depth < _DEEPEST:
            for item in data[:_MOST_VALUES]:
                if isinstance(item, dict):
                    yield from _flat(item, name, depth + 1)
    else:
        yield name, _text(data)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
