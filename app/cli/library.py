"""``add``, ``sync``, ``status`` and ``show``: what is in the library and how it got there."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import click

from app.cli import output, terminal
from app.cli.given import GivenPath
from app.cli.interrupt import on_interrupt
from app.cli.shown import document_json
from app.compose import open_library
from engine.types import Catalogue, IngestState, LedgerEntry, SyncReport

_JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")


@click.command()
@click.argument("path", type=GivenPath())
@click.option("--product", default="", help="The product these documents belong to.")
@click.option("--version", default="", help="One version for every document of the folder.")
@click.option("--version-from", default="", metavar="REGEX", help="Finds the version in each path (group 1, or all).")
@click.option("--audience", default="", help="Who may see these documents, for example internal.")
@_JSON
@click.pass_obj
def add(data_dir: Path, path: Path, product: str, version: str, version_from: str, audience: str,
        as_json: bool) -> int:
    """Add a folder to the library; nothing is read until `sync`."""
    if version and version_from:
        raise click.UsageError("Give either --version or --version-from, not both.")
    try:
        re.compile(version_from)
    except re.error as error:
        raise click.UsageError(f"--version-from is not a regular expression: {error}.") from error
    with open_library(data_dir, with_generator=False) as library:
        root = library.assistant.add_root(str(path), product=product, version=version, version_regex=version_from,
                                          audience=audience)
    if as_json:
        output.emit({"root": root.id, "path": root.path, "product": root.product, "version": root.version,
                     "version_from": root.version_regex, "audience": root.audience})
    else:
        click.echo(f"Added {root.path}. Run `citeside sync` to read it.")
    return 0


@click.command()
@_JSON
@click.pass_obj
def sync(data_dir: Path, as_json: bool) -> int:
    """Read what is new or changed in the folders, until done."""
    progress = terminal.Progress()
    with open_library(data_dir, with_generator=False) as library:
        report = library.assistant.sync(on_progress=progress, is_cancelled=lambda: False)
    progress.end()
    if as_json:
        output.emit(output.sync_json(report))
        return 0
    click.echo(_counts(report))
    for place in report.offline:
        click.echo(f"offline: {place}; its documents stay searchable.")
    for place in report.held:
        click.echo(f"waiting: {place}.")
    for entry in (*report.failed, *report.flagged, *report.skipped):
        click.echo(_ledger_line(entry))
    return 0


@click.command()
@click.pass_obj
def watch(data_dir: Path) -> int:
    """Follow the folders and read every change until Ctrl+C."""
    progress = terminal.Progress()

    def tell(report: SyncReport) -> None:
        progress.end()
        click.echo(_counts(report))
        for place in (*report.offline, *report.held):
            click.echo(f"  {place}")

    with open_library(data_dir, with_generator=False) as library, on_interrupt(library.assistant.follower.stop):
        library.assistant.follower.run(on_progress=progress, on_report=tell, on_notice=click.echo)
    progress.end()
    return 0


@click.command()
@click.argument("path")
@_JSON
@click.pass_obj
def remove(data_dir: Path, path: str, as_json: bool) -> int:
    """Take a folder out of the library; its files stay as they are."""
    with open_library(data_dir, with_generator=False) as library:
        root, emptied = library.assistant.remove_folder(path)
    if as_json:
        output.emit({"root": root.id, "path": root.path, "answers_emptied": emptied})
        return 0
    click.echo(f"Removed {root.path} from the library; its files were not touched. Run `citeside maintain` to purge"
               " what is left of them in the index.")
    if emptied:
        click.echo(f"{emptied} kept answers cited it: their text is gone, their questions stay (`citeside saved`).")
    return 0


@click.command()
@_JSON
@click.pass_obj
def maintain(data_dir: Path, as_json: bool) -> int:
    """Purge what was removed from the index, and make it smaller."""
    with open_library(data_dir, with_generator=False) as library:
        done = library.assistant.maintain()
    if as_json:
        output.emit({"bytes_before": done.bytes_before, "bytes_after": done.bytes_after, "traces": done.traces,
                     "files": list(done.files)})
        return 0
    click.echo(f"The index has {done.bytes_after / 1e6:,.1f} MB now, {done.bytes_before / 1e6:,.1f} MB before. "
               f"{done.traces} traces of answers from text that is gone were dropped.")
    for name in done.files:
        click.echo(f"removed: {name}")
    return 0


@click.command()
@_JSON
@click.pass_obj
def status(data_dir: Path, as_json: bool) -> int:
    """Folders, products, versions and files with problems."""
    with open_library(data_dir, with_generator=False) as library:
        catalogue, ledger = library.assistant.catalogue(), library.assistant.ledger()
    if as_json:
        output.emit(_status_json(catalogue, ledger))
        return 0
    for root in catalogue.roots:
        synced = root.synced_at.astimezone().strftime("%Y-%m-%d %H:%M") if root.synced_at else "never"
        click.echo(f"{root.path}  {root.product}  {root.state.value}, synchronised {synced}")
        if root.held_files:
            click.echo(f"  {root.held_files} files vanished at once; the next `citeside sync` removes them if they are "
                       "still missing")
    for root in catalogue.overdue:
        click.echo(f"ALARM: {root.path} has not been synchronised since {root.synced_at:%Y-%m-%d}; what is found in it "
                   "may be out of date.")
    click.echo(f"{catalogue.documents} documents, {catalogue.chunks} chunks, {catalogue.chunks_waiting} waiting")
    for entry in catalogue.entries:
        click.echo(f"  {entry.product or '(no product)'} {entry.applies_to.raw or '(no version)'}: "
                   f"{entry.documents} documents" + (f", {entry.deprecated} deprecated" if entry.deprecated else ""))
    for line in ledger:
        if line.problem:
            click.echo(_ledger_line(line))
    return 0


@click.command()
@click.argument("path", type=GivenPath())
@_JSON
@click.pass_obj
def show(data_dir: Path, path: Path, as_json: bool) -> int:
    """Print one file as the index sees it: metadata, sections, chunks, tables."""
    with open_library(data_dir, with_generator=False) as library:
        output.emit(document_json(library.assistant.inspect(str(path))))
    return 0


def _status_json(catalogue: Catalogue, ledger: tuple[LedgerEntry, ...]) -> output.Json:
    return {
        "roots": [{"id": root.id, "path": root.path, "product": root.product, "state": root.state.value,
                   "synced_at": root.synced_at.isoformat() if root.synced_at else None,
                   "held_files": root.held_files, "overdue": root in catalogue.overdue} for root in catalogue.roots],
        "documents": catalogue.documents, "chunks": catalogue.chunks, "chunks_waiting": catalogue.chunks_waiting,
        "products": list(catalogue.products),
        "versions": [{"product": entry.product, "version": entry.applies_to.raw, "documents": entry.documents,
                      "deprecated": entry.deprecated} for entry in catalogue.entries],
        "audiences": list(catalogue.audiences),
        "oldest_ingested_at": catalogue.oldest_ingested_at.isoformat() if catalogue.oldest_ingested_at else None,
        "files": dict(Counter(entry.state.value for entry in ledger)),
        "failures": [output.ledger_json(entry) for entry in ledger
                     if entry.problem and entry.state is not IngestState.GONE],
    }


def _counts(report: SyncReport) -> str:
    return (f"{report.added} added, {report.changed} changed, {report.moved} moved, {report.removed} removed, "
            f"{report.unchanged} unchanged; {report.chunks_embedded} texts embedded, {report.chunks_reused} vectors "
            f"reused; {report.seconds:.1f} s.")


def _ledger_line(entry: LedgerEntry) -> str:
    problem = f"{entry.problem.code.value}: {entry.problem.detail}" if entry.problem else ""
    kept = (f" What was read of it on {entry.kept_from.astimezone():%Y-%m-%d %H:%M} stays searchable and is out of "
            "date." if entry.kept_from else "")
    return f"  {entry.state.value}  {entry.path}  {problem}{kept}"
