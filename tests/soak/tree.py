"""A tree of small documents of several formats, in a first and a second state, for runs that are interrupted."""

from __future__ import annotations

from pathlib import Path

_FORMATS = {
    "md": "# Relay {n}\n\nThe relay {n} holds {n} routes in state {s}.\n\n## Limits\n\n"
          "| a | b |\n|---|---|\n| {n} | {s} |\n",
    "txt": "RELAY {n}\n=========\n\nThe relay {n} holds {n} routes in state {s}.\n\nCode `E-{n:04d}` is of it.\n",
    "html": "<title>Relay {n}</title><h1>Relay {n}</h1><p>The relay {n} holds {n} routes in state {s}.</p>",
    "csv": "name,routes,state\nrelay {n},{n},{s}\nrelay b{n},{n},{s}\n",
    "rst": "Relay {n}\n=========\n\nThe relay {n} holds {n} routes in state {s}.\n",
}


def first_state(docs: Path, count: int) -> None:
    """``count`` documents below ``docs``."""
    for number in range(count):
        _write(docs, number, "first")


def second_state(docs: Path, count: int) -> None:
    """The same tree after a day's work: some documents edited, some removed, some moved, some new."""
    for number in range(0, count, 3):
        _write(docs, number, "second")
    for number in range(1, count, 9):
        _path(docs, number).unlink()
    for number in range(2, count, 9):
        moved = docs / "moved" / _path(docs, number).name
        moved.parent.mkdir(exist_ok=True)
        _path(docs, number).rename(moved)
    for number in range(count, count + count // 5):
        _write(docs, number, "second")


def _path(docs: Path, number: int) -> Path:
    ending = list(_FORMATS)[number % len(_FORMATS)]
    return docs / f"part{number % 4}" / f"relay{number:03d}.{ending}"


def _write(docs: Path, number: int, state: str) -> None:
    file = _path(docs, number)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(_FORMATS[file.suffix[1:]].format(n=number, s=state))
