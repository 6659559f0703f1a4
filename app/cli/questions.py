"""``search``, ``ask`` and ``trace``."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from app.cli import output, terminal
from app.compose import Library, open_library
from engine.errors import BadRequest
from engine.types import ALL, AnswerEvent, Request, Retrieved, Trace, Turn

Decorated = Callable[..., Any]
_FLAGS_MAY_BE_ASKED = {"ignore_unknown_options": True}
"""A question may be a pasted flag, such as ``--snapshot-count``; a mistyped option is still one argument too many."""


def scope_options(command: Decorated) -> Decorated:
    """The options that ``search`` and ``ask`` share."""
    for option in reversed((
        click.argument("question"),
        click.option("--product", help="Only documents of this product."),
        click.option("--version", help="The version you are on, for example 2.15 or 2.x."),
        click.option("--all-versions", is_flag=True, help="Search every version."),
        click.option("--include-deprecated", is_flag=True, help="Also search deprecated and superseded content."),
        click.option("--audience", "audiences", multiple=True, help="Only documents for this audience; repeatable."),
        click.option("--no-rerank", is_flag=True, help="Keep the order of fusion."),
        click.option("-k", "k", type=click.IntRange(1, 100), default=8, show_default=True, help="Passages wanted."),
        click.option("--json", "as_json", is_flag=True, help="Print one JSON object."),
    )):
        command = option(command)
    return command


@click.command(context_settings=_FLAGS_MAY_BE_ASKED)
@scope_options
@click.pass_obj
def search(data_dir: Path, /, as_json: bool, **wishes: Any) -> int:
    """Find the passages for a question, without an answer."""
    request = _request(wishes)
    with open_library(data_dir, with_generator=False) as library:
        _prepare(library)
        retrieved = library.assistant.search(request)
        trace_id = uuid.uuid4().hex[:12]
        library.assistant.keep_trace(_search_trace(trace_id, request, retrieved))
    if as_json:
        output.emit(output.search_json(retrieved, trace_id))
    else:
        terminal.show_passages(retrieved)
    return _status(retrieved)


@click.command(context_settings=_FLAGS_MAY_BE_ASKED)
@scope_options
@click.option("--no-generate", is_flag=True, help="Show the passages verbatim; write nothing.")
@click.option("--after", default="", help="The question before, for one that goes on from it (\"And in 2.19?\").")
@click.pass_obj
def ask(data_dir: Path, /, as_json: bool, no_generate: bool, after: str, **wishes: Any) -> int:
    """Answer a question with citations."""
    before = Turn(question=after.encode("utf-8", "replace").decode()) if after.strip() else None
    request = replace(_request(wishes), before=before)
    with open_library(data_dir, with_generator=not no_generate) as library:
        _prepare(library)
        on_event: Callable[[AnswerEvent], None] = terminal.ignore if as_json else terminal.Live()
        answer = library.assistant.ask(request, generate=not no_generate, on_event=on_event,
                                       is_cancelled=lambda: False)
    if as_json:
        output.emit(output.answer_json(answer))
    else:
        terminal.show_answer(answer)
    return _status(answer.retrieved)


@click.command()
@click.argument("trace_id")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object (the default).")
@click.pass_obj
def trace(data_dir: Path, trace_id: str, as_json: bool) -> int:
    """Show everything that led to an answer."""
    with open_library(data_dir, with_generator=False) as library:
        output.emit(library.assistant.trace(trace_id))
    return 0


def _request(wishes: dict[str, Any]) -> Request:
    # what a terminal passes on as undecodable bytes can neither be stored nor printed as text
    wishes = {name: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
              for name, value in wishes.items()}
    if wishes["version"] is not None and wishes["all_versions"]:
        raise click.UsageError("--version and --all-versions contradict each other; give one of them.")
    return Request(
        question=wishes["question"], product=wishes["product"], version=wishes["version"],
        all_versions=wishes["all_versions"], include_deprecated=wishes["include_deprecated"],
        audiences=frozenset(wishes["audiences"]) or ALL, rerank=not wishes["no_rerank"], k=wishes["k"])


def _prepare(library: Library) -> None:
    """A library without any folder gets the handbook first, so that there is something to ask."""
    catalogue = library.assistant.catalogue()
    if not catalogue.roots:
        library.add_handbook_to_empty_library()
        click.echo("The library is empty; reading the handbook first.", err=True)
        library.assistant.sync(on_progress=lambda _: None, is_cancelled=lambda: False)
    elif not catalogue.documents and all(root.synced_at is None for root in catalogue.roots):
        raise BadRequest("Nothing has been read yet; run `citeside sync` first.")


def _status(retrieved: Retrieved) -> int:
    """1 when the version that was asked for is not there (said on stderr), else 0."""
    if retrieved.nearest and not retrieved.passages:
        click.echo(retrieved.notice, err=True)
        return 1
    return 0


def _search_trace(trace_id: str, request: Request, retrieved: Retrieved) -> Trace:
    return Trace(id=trace_id, created_at=datetime.now(UTC).isoformat(timespec="seconds"),
                 question=request.question, retrieved=retrieved, state="SEARCH", timings_ms=retrieved.timings_ms)
