"""``demo``: the handbook, the sample question and its cited answer in the terminal, for a machine without a screen."""

from __future__ import annotations

from pathlib import Path

import click

from app.cli import output, terminal
from app.compose import HANDBOOK_PRODUCT, SAMPLE_QUESTION, open_library
from engine.types import Request


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def demo(data_dir: Path, as_json: bool) -> int:
    """Read the handbook, ask the sample question, print the cited answer."""
    with open_library(data_dir, with_generator=True) as library:
        if library.add_handbook_to_empty_library():
            click.echo("Reading the handbook …", err=True)
        progress = terminal.Progress()
        library.assistant.sync(on_progress=progress, is_cancelled=lambda: False)
        progress.end()
        click.echo(f"Asking: {SAMPLE_QUESTION}", err=True)
        if library.no_generator:
            click.echo(library.no_generator, err=True)
        answer = library.assistant.ask(
            Request(question=SAMPLE_QUESTION, product=HANDBOOK_PRODUCT), generate=True,
            on_event=terminal.ignore if as_json else terminal.Live(), is_cancelled=lambda: False)
    if as_json:
        output.emit(output.answer_json(answer))
        return 0
    terminal.show_answer(answer)
    click.echo("\nOn a machine with a screen, `citeside` (or `make run`) opens the window. "
               "Ask here with: citeside ask \"…\"")
    return 0
