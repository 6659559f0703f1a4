"""Documents as bytes between the parser's process and ours: small, quick, and unable to bring anything but values.

A pickle in which each of our types is its field values in order, and each member of an enumeration its value: how
Python itself pickles members differs between its releases, and in some it takes ``getattr``, which is not let in. Only
our own types are made from it again.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable
from dataclasses import fields
from enum import Enum
from operator import attrgetter
from typing import Any

from engine import types
from engine.types import Block, Found, Parsed, Problem, Rect, Span, Table, TableRow

_TYPES: tuple[type, ...] = (Parsed, Block, Span, Table, TableRow, Rect, Found, Problem)
_NAMES: dict[type, tuple[str, ...]] = {kind: tuple(field.name for field in fields(kind)) for kind in _TYPES}

_FILLERS: dict[type, tuple[Callable[[object, object], None], ...]] = {
    kind: tuple(vars(kind)[name].__set__ for name in names) for kind, names in _NAMES.items()
}
_ENUMS: tuple[type[Enum], ...] = tuple(
    kind for kind in vars(types).values() if isinstance(kind, type) and issubclass(kind, Enum))


def dumps(value: object) -> bytes:
    """``value`` (plain Python, documents and their parts) as bytes."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=5)
    pickler.dispatch_table = _dispatch_table()
    pickler.dump(value)
    return buffer.getvalue()


def loads(data: bytes) -> Any:
    """The value that ``dumps`` was given. Raises any exception on bytes that come from elsewhere."""
    return _OwnTypes(io.BytesIO(data)).load()


def _dispatch_table() -> dict[type, Callable[[Any], Any]]:
    return {**copyreg.dispatch_table, **{kind: _reducer(kind) for kind in _TYPES}, **dict.fromkeys(_ENUMS, _member)}


def _member(value: Any) -> tuple[type, tuple[object]]:
    return type(value), (value.value,)


def _reducer(kind: type) -> Callable[[Any], Any]:
    values = attrgetter(*_NAMES[kind])
    return lambda value: (_made, (kind, *values(value)))


def _made(kind: type, *values: object) -> object:
    """The inverse of a reducer. Fills the slots themselves; ``__init__`` of frozen types is slow."""
    made: object = object.__new__(kind)
    for fill, value in zip(_FILLERS[kind], values, strict=True):
        fill(made, value)
    return made


class _OwnTypes(pickle.Unpickler):
    """Makes plain Python values and our own types, and nothing else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == (__name__, _made.__name__):
            return _made
        if module.startswith("engine.types.") and name.isidentifier():
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is none of our types")
