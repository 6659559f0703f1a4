"""Opens the window, or brings the one that is open to the front; without a screen, says so and how to go on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from app.compose import SAMPLE_QUESTION, model_files, open_library
from app.preferences import Preferences
from engine.store.lock import locked


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

        with open_library(data_dir, with_generator=True) as library:
            is_first_run = library.add_handbook_to_empty_library()
            used = frozenset({library.generator.partition("@")[0], library.embedder.partition("@")[0]})
            preferences = Preferences(data_dir, files=lambda: model_files(data_dir), used=used,
                                      why_verbatim=library.no_generator)
            return run_desktop(library.assistant, preferences=preferences, request=request,
                               first_question=SAMPLE_QUESTION if is_first_run else "")


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
