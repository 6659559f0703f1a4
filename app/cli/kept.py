"""``saved``, ``approve`` and ``feedback``: answers that were kept, and what people say of them."""

from __future__ import annotations

import json
from pathlib import Path

import click

from app.cli import output
from app.cli.given import GivenPath
from app.compose import open_library
from engine.errors import BadRequest
from engine.store.saved import APPROVED_DAYS
from engine.types import SOURCE_REMOVED, FeedbackKind, SavedAnswer


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def saved(data_dir: Path, as_json: bool) -> int:
    """List the answers that were kept, and whether they still hold."""
    with open_library(data_dir, with_generator=False) as library:
        found = library.assistant.saved()
    if as_json:
        output.emit({"answers": [output.saved_json(one) for one in found]})
        return 0
    for one in found:
        click.echo(f"{one.id}  {_standing(one)}  {one.question}")
    if not found:
        click.echo("No answer was kept yet; `citeside approve TRACE` keeps one.")
    return 0


@click.command()
@click.argument("trace")
@click.option("--days", type=click.IntRange(1, 3650), default=APPROVED_DAYS, show_default=True,
              help="Days until it has to be approved again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def approve(data_dir: Path, trace: str, days: int, as_json: bool) -> int:
    """Vouch for an answer: it is offered first, until it expires or a document it cites changes."""
    with open_library(data_dir, with_generator=False) as library:
        found = library.assistant.approve(trace, days=days)
    if as_json:
        output.emit(output.saved_json(found))
    else:
        click.echo(f"{found.id}  {_standing(found)}  {found.question}")
    return 0


@click.command()
@click.argument("trace", required=False)
@click.option("--good", "kind", flag_value=FeedbackKind.GOOD.value, help="The answer is right.")
@click.option("--bad", "kind", flag_value=FeedbackKind.BAD.value, help="The answer is wrong or of no use.")
@click.option("--wrong-version", "kind", flag_value=FeedbackKind.WRONG_VERSION.value, help="It is for another version.")
@click.option("--correction", help="What the answer should have said.")
@click.option("--export", "export", type=GivenPath(), default=None,
              help="Write all feedback as labelled questions for `eval`.")
@click.pass_obj
def feedback(data_dir: Path, trace: str | None, kind: str | None, correction: str | None, export: Path | None) -> int:
    """Say what you think of an answer, or write what was said to a file."""
    said = FeedbackKind.CORRECTION.value if correction else kind
    if bool(trace) != bool(said) or not (trace or export):
        raise click.UsageError("Name a trace with --good, --bad, --wrong-version or --correction, or --export FILE.")
    with open_library(data_dir, with_generator=False) as library:
        if trace and said:
            library.assistant.say(trace, FeedbackKind(said), correction or "")
            click.echo("Kept, with the answer.")
        lines = [json.dumps(question, ensure_ascii=False) for question in library.assistant.feedback_questions()]
    if export:
        try:
            export.write_text("".join(f"{line}\n" for line in lines), "utf-8", "backslashreplace")
        except OSError as error:
            raise BadRequest(f"{export} cannot be written: {error.strerror}; give another file to --export.") from error
        click.echo(f"{len(lines)} written to {export}.")
    return 0


def _standing(found: SavedAnswer) -> str:
    if found.state == SOURCE_REMOVED:
        return "its text went with the folder it was taken from; ask again"
    until = f"approved until {found.expires_at:%Y-%m-%d}" if found.expires_at else "kept"
    return f"{until}, a source has changed" if found.is_stale else until
