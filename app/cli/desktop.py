"""Opens the window, or brings the one that is open to the front; without a screen, says so and how to go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from app.engine_port import Assistant
from app.preferences import Preferences, Running
from engine.errors import EnvironmentTrouble
from engine.store.lock import locked
from models.errors import ModelError

if TYPE_CHECKING:
    from models.files import ModelFiles


def open_desktop(data_dir: Path) -> int:
    """Run the desktop until its window closes; returns the exit status."""
    if not has_screen():
        click.echo("There is no screen here. Ask in the terminal with: citeside ask \"…\" — or try `citeside demo`.",
                   err=True)
        return 1
    with only_window(data_dir) as request:
        if request is None:
            click.echo("Citeside is open already for this library; its window comes to the front.")
            return 0
        from app.ui.start import run_desktop

        with _LateLibrary(data_dir) as library:
            preferences = Preferences(data_dir, files=library.files, running=lambda: library.running)
            return run_desktop(library.open, preferences=preferences, request=request,
                               first_question=lambda: library.first_question)


class _LateLibrary:
    """Opens the library when the window is there, and closes it after the window.

    What it imports takes longer than drawing the window, so that waits until then as well.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._stack = ExitStack()
        self.running = Running()
        self.first_question = ""

    def __enter__(self) -> _LateLibrary:
        return self

    def __exit__(self, *_trouble: object) -> None:
        self._stack.close()

    def open(self) -> Assistant:
        """The engine over the library; called once unless it raises a CitesideError."""
        from app.compose import SAMPLE_QUESTION, open_library

        with ExitStack() as opening:
            try:
                library = opening.enter_context(open_library(self._data_dir, with_generator=True))
            except ModelError as error:
                raise EnvironmentTrouble(str(error)) from error
            self.first_question = SAMPLE_QUESTION if library.add_handbook_to_empty_library() else ""
            self._stack = opening.pop_all()
        self.running = Running(why_verbatim=library.no_generator, models=frozenset(
            {library.generator.partition("@")[0], library.embedder.partition("@")[0]}))
        return library.assistant

    def files(self) -> ModelFiles:
        """Where models lie."""
        from app.compose import model_files

        return model_files(self._data_dir)


@contextmanager
def only_window(data_dir: Path) -> Iterator[Path | None]:
    """One window for each data folder: yields the file by which a later one asks it to come to the front.

    None in that later one, which has asked. The lock ends with its process, so what a dead one left is no obstacle.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    request = data_dir / "window.request"
    with locked(data_dir / "window.lock", seconds=0) as is_first:
        if is_first:
            request.unlink(missing_ok=True)
        else:
            request.touch()
        yield request if is_first else None


def has_screen() -> bool:
    """Whether a window can be shown: always on Windows and macOS, with a display (or a chosen platform) on Linux."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
