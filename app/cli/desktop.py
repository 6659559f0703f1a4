"""Opens the window; without a screen, says so and how to go on."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from app.compose import SAMPLE_QUESTION, open_library


def open_desktop(data_dir: Path) -> int:
    """Run the desktop until its window closes; returns the exit status."""
    if not has_screen():
        click.echo("There is no screen here. Ask in the terminal with: citeside ask \"…\" — or try `citeside demo`.",
                   err=True)
        return 1
    from app.ui.start import run_desktop

    with open_library(data_dir, with_generator=True) as library:
        is_first_run = library.add_handbook_to_empty_library()
        return run_desktop(library.assistant, first_question=SAMPLE_QUESTION if is_first_run else "")


def has_screen() -> bool:
    """Whether a window can be shown: always on Windows and macOS, with a display (or a chosen platform) on Linux."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))
