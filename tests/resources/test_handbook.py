"""The handbook says what the program does: compared with the code, so that neither can move alone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from pathlib import Path

import click
import pytest

from app.cli.main import citeside
from app.cli.output import answer_json, search_json
from app.compose import HANDBOOK, HANDBOOK_PRODUCT, SAMPLE_QUESTION
from app.settings import Settings
from app.ui.actions import key_table
from app.ui.faces import summary_face, verdict_face
from engine.answer import generate as answering
from engine.answer.claims import split
from engine.answer.prompt import PER_DOCUMENT
from engine.answer.verify import verified
from engine.errors import DocumentTrouble
from engine.ingest.child import MEMORY_BYTES, SILENT_SECONDS, TOTAL_SECONDS
from engine.ingest.front_matter import front_matter
from engine.ingest.metadata import resolve
from engine.ingest.parse import Limits, parse_file, pdf_read, sheet_csv, sniff
from engine.ingest.parse.sheet_workbook import MOST_CELLS
from engine.ingest.structure import sections
from engine.retrieve.weights import Weights
from engine.store.answers import KEPT_TRACES
from engine.types import (
    ALL,
    UNVERSIONED,
    Answer,
    AnswerState,
    BlockKind,
    ChunkKind,
    CitationState,
    DocumentId,
    IngestState,
    Parsed,
    Passage,
    ProblemCode,
    Profile,
    QueryKind,
    Request,
    Retrieved,
    Root,
    RootId,
    RootState,
    Scope,
    ScopeSource,
    Span,
    Verdict,
    parse_version,
)
from models.manifest import read_manifest

PAGES = sorted(path.relative_to(HANDBOOK).as_posix() for path in HANDBOOK.rglob("*.md"))
CURRENT = [page for page in PAGES if page.startswith("0.2/")]
LINK = re.compile(r"\]\(([^)\s]+)\)")
OPTION = re.compile(r"`(-{1,2}[a-zA-Z][\w-]*)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One command as click knows it: its full name and the options that it takes."""

    name: str
    options: frozenset[str]


def text(page: str) -> str:
    return (HANDBOOK / page).read_text("utf-8")


def parsed(page: str) -> Parsed:
    return parse_file(HANDBOOK / page, relative_path=page)


def anchors(page: str) -> set[str]:
    return {block.anchor for block in parsed(page).blocks if block.kind is BlockKind.HEADING}


def section(page: str, heading: str) -> str:
    """What stands under a heading up to the next one of any level."""
    match = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#+ |\Z)", text(page), re.DOTALL | re.MULTILINE)
    assert match, f"{page} has no section {heading!r}"
    return match[1]


def rows(source: str) -> list[list[str]]:
    """The cells of every table row, header and rule left out."""
    lines = [line for line in source.split("\n") if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    ruled = [index for index, row in enumerate(cells) if all(re.fullmatch(r"-+", cell) for cell in row)]
    return [row for index, row in enumerate(cells) if index not in ruled and index + 1 not in ruled]


def nothing_retrieved() -> Retrieved:
    scope = Scope(product=ALL, version=ALL, include_deprecated=False, audiences=ALL, locale=ALL, roots=ALL)
    return Retrieved(sought="", scope=scope, source=ScopeSource.NONE, notice="", kind=QueryKind.LOOKUP, passages=(),
                     candidates=(), documented=False)


def passage(words: str) -> Passage:
    return Passage(
        label="S1", document=DocumentId(1), root=RootId(1), path="pump.md", title="Pump", revision="00",
        product="Pump", applies_to=UNVERSIONED, deprecated=False, superseded_by="", effective_date="",
        heading="Seal", heading_path=("Seal",), anchor="seal", line=1, text=words, span=Span(0, len(words)),
        focus=Span(0, len(words)), kind=ChunkKind.PROSE)


def checks_of(said: str, source: str) -> tuple[str, ...]:
    """The checks that ran on a sentence which its passage says."""
    (claim,) = verified(said, split(said), [passage(source)], lambda _a, _b: 1.0)
    assert claim.verdict is Verdict.SUPPORTED
    return claim.checks


def commands() -> list[Command]:
    return list(_commands(citeside, "citeside"))


def _commands(group: click.Group, name: str) -> Iterator[Command]:
    context = click.Context(group)
    for part in group.list_commands(context):
        found = group.get_command(context, part)
        assert found is not None
        if isinstance(found, click.Group):
            yield from _commands(found, f"{name} {part}")
        else:
            yield Command(name=f"{name} {part}", options=_options(found))


def _options(command: click.Command) -> frozenset[str]:
    return frozenset(name for option in command.params if isinstance(option, click.Option) for name in option.opts)


def documented_options(heading: str) -> set[str]:
    return {name for row in rows(section("0.2/command-line.md", heading)) for name in OPTION.findall(row[0])}


def test_there_are_two_versions_and_every_page_names_title_and_product() -> None:
    assert {page.split("/")[0] for page in PAGES} == {"0.1", "0.2"}
    for page in PAGES:
        values = {found.name: found.value for found in front_matter(text(page)).values}
        assert values["product"] == HANDBOOK_PRODUCT, page
        assert values["title"], page
        assert "version" not in values, f"{page}: the version comes from the folder"


@pytest.mark.parametrize("command", commands(), ids=lambda command: command.name)
def test_the_command_reference_names_exactly_the_options_of_each_command(command: Command) -> None:
    assert documented_options(command.name) == command.options


def test_the_command_reference_names_exactly_the_commands_there_are() -> None:
    headings = re.findall(r"^## (citeside .+)$", text("0.2/command-line.md"), re.MULTILINE)
    assert {heading for heading in headings if "removed" not in heading} == {command.name for command in commands()}


def test_the_global_options_are_named_before_the_commands() -> None:
    told = {name for row in rows(section("0.2/command-line.md", "Command-line reference"))
            for name in OPTION.findall(row[0])}
    assert told == {*_options(citeside), "-h", "--help"}


@pytest.mark.parametrize("page", CURRENT)
def test_no_page_of_the_current_handbook_names_an_option_that_does_not_exist(page: str) -> None:
    known = {name for command in commands() for name in command.options} | {*_options(citeside), "-h", "--help"}
    spans = re.findall(r"```.*?```|`[^`\n]+`", text(page), re.DOTALL)
    named = {name for span in spans for name in re.findall(r"(?<![\w-])(--[a-z][\w-]*|-[a-z])(?![\w-])", span)}
    assert named <= known


@pytest.mark.parametrize("page", CURRENT)
def test_no_page_of_the_current_handbook_calls_a_command_that_does_not_exist(page: str) -> None:
    known = {command.name for command in commands()}
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text(page), re.DOTALL))
    called = {match[1].strip() for match in re.finditer(
        r"(?:^|`)(citeside(?: --data-dir \S+)? (?:models )?[a-z]+)", code, re.MULTILINE)}
    assert {re.sub(r" --data-dir \S+", "", name) for name in called} - {"citeside index"} <= known


@pytest.mark.parametrize(("enum", "page", "heading"), [
    (ProblemCode, "0.2/synchronising.md", "Reason codes"),
    (IngestState, "0.2/synchronising.md", "States of a file"),
    (RootState, "0.2/synchronising.md", "Folders that are away"),
    (AnswerState, "0.2/asking.md", "States of an answer"),
    (Verdict, "0.2/asking.md", "Verdicts on a sentence"),
    (CitationState, "0.2/citations.md", "What the panel says about a citation"),
])
def test_every_state_and_code_is_explained_and_none_is_invented(enum: type[Enum], page: str, heading: str) -> None:
    explained = {row[0].strip("`"): row[1:] for row in rows(section(page, heading))}
    assert set(explained) == {member.value for member in enum}
    assert all(all(words) for words in explained.values())


@pytest.mark.parametrize("state", [state for state in AnswerState if state not in (
    AnswerState.ANSWERED, AnswerState.UNVERIFIED)])
def test_the_words_for_an_answer_are_those_of_the_window(state: AnswerState) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("0.2/asking.md", "States of an answer"))}
    face = summary_face(Answer(state=state, question="?", retrieved=nothing_retrieved()))
    assert face is not None
    assert face.word.startswith(told[state.value])


@pytest.mark.parametrize("verdict", list(Verdict))
def test_the_words_for_a_sentence_are_those_of_the_window(verdict: Verdict) -> None:
    told = {row[0].strip("`"): row[1] for row in rows(section("0.2/asking.md", "Verdicts on a sentence"))}
    assert told[verdict.value].endswith(verdict_face(verdict).word)


def test_every_check_is_explained_in_the_order_in_which_it_runs() -> None:
    told = tuple(row[0].strip("`") for row in rows(section("0.2/asking.md", "How sentences are checked")))
    source = "The seal of the pump is replaced every 400 hours."
    code = "```sh\npumpctl drain --wait 40\n```"
    assert told == (*checks_of("Every 400 hours the seal of the pump is replaced.", source), *checks_of(code, code))
    assert checks_of(source, source) == (told[0], told[-1])


@pytest.mark.parametrize(("command", "made"), [
    ("citeside search", search_json(nothing_retrieved(), "0")),
    ("citeside ask", answer_json(Answer(state=AnswerState.VERBATIM, question="?", retrieved=nothing_retrieved()))),
])
def test_the_json_of_a_question_has_the_names_in_the_reference(command: str, made: Mapping[str, object]) -> None:
    told = section("0.2/command-line.md", command).partition("Its JSON has")[2].partition(". ")[0].rstrip(".\n")
    assert re.findall(r"`(\w+)`", told) == list(made)


def test_every_way_to_write_versions_that_the_handbook_names_is_understood() -> None:
    written = [form for row in rows(section("0.2/product-and-version.md", "What a version covers"))
               for form in re.findall(r"`([^`]+)`", row[0])]
    assert len(written) > 5
    assert all(parse_version(form) for form in written)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_found_to_be_a_current_one_of_its_version(page: str) -> None:
    root = Root(id=RootId(1), path=str(HANDBOOK), label="handbook", product=HANDBOOK_PRODUCT)
    found = resolve(parsed(page), root=root, path=page)
    assert (found.product, found.applies_to.raw) == (HANDBOOK_PRODUCT, page.split("/")[0])
    assert (found.deprecated_at, found.superseded_by) == ("", "")


def test_every_setting_is_explained_and_none_is_invented() -> None:
    told = {row[0].strip("`") for row in rows(section("0.2/settings.md", "Keys"))}
    assert told == {field.name for field in (*fields(Settings), *fields(Profile))} - {"profile"}


def test_every_weight_is_explained_with_its_value() -> None:
    told = {row[0].strip("`"): float(row[1]) for row in rows(section("0.2/settings.md", "Weights"))}
    assert told == asdict(Weights())


def test_every_model_is_named_with_its_size_and_memory() -> None:
    told = {row[0].strip("`"): row[1:] for heading in ("Generators", "Embedders")
            for row in rows(section("0.2/models.md", heading))}
    models = read_manifest().models
    assert set(told) == {model.id for model in models}
    for model in models:
        size, memory, _ = told[model.id]
        assert size == f"{sum(file.bytes for file in model.files) / 1e6:,.0f} MB"
        assert memory == f"{model.memory_mib:,} MiB"


def test_every_key_of_the_window_is_in_the_table_with_the_same_words() -> None:
    told = {row[1]: row[0] for heading in ("In the question field", "Everywhere in the window")
            for row in rows(section("0.2/keyboard.md", heading))}
    assert set(told) == {key.words for key in key_table()}
    for key in key_table():
        first = key.keys[0].replace("Return", "Enter")
        assert told[key.words].startswith(first), key.words


def test_the_formats_table_names_exactly_the_endings_that_are_read(tmp_path: Path) -> None:
    told = set(re.findall(r"`\.(\w+)`", section("0.2/formats.md", "Formats that are read")))
    sections_of_the_manual = {"1", "9", "n", "l"}
    assert told == sniff._BY_NAME.keys() | sections_of_the_manual
    for ending in sections_of_the_manual:
        assert sniff.media_type(f"page.{ending}", b".TH PAGE 1\n") == sniff.MAN
    for ending in sniff._BY_NAME:
        page = tmp_path / f"page.{ending}"
        page.write_text("Some words.\n")
        assert why_refused(page) is not ProblemCode.UNSUPPORTED, ending


@pytest.mark.parametrize("ending", ["doc", "xls", "pptx", "epub", "cfg", "json", "zip"])
def test_a_format_that_is_not_in_the_table_is_refused_as_unsupported(ending: str, tmp_path: Path) -> None:
    page = tmp_path / f"page.{ending}"
    page.write_text("Some words.\n")
    assert why_refused(page) is ProblemCode.UNSUPPORTED


def why_refused(page: Path) -> ProblemCode | None:
    """The reason for which a file is not read; None when it is."""
    try:
        parse_file(page, relative_path=page.name)
    except DocumentTrouble as trouble:
        return trouble.code
    return None


def test_numbers_in_the_handbook_are_those_of_the_program() -> None:
    numbers = {row[0]: row[1] for row in rows(section("0.2/limits.md", "Numbers"))}
    assert numbers["Size of a text file"] == f"{Limits().text_bytes // 2**20} MiB"
    assert numbers["Size of a PDF or office file"] == f"{Limits().binary_bytes // 2**20} MiB"
    assert numbers["Rows of a table in plain text"] == f"{sheet_csv._MOST_ROWS:,}"
    assert numbers["Cells of a workbook"] == f"{MOST_CELLS:,}"
    assert numbers["Time for scanned pages of one PDF"] == f"{pdf_read._RECOGNITION_SECONDS:.0f} seconds"
    assert numbers["Passages of one document given to the generator"] == str(PER_DOCUMENT)
    assert numbers["Text given to the generator"].endswith(
        f"in {answering.FIRST_WORD_SECONDS:.0f} seconds, from {answering.FEWEST_TOKENS} to "
        f"{answering.MOST_TOKENS:,} tokens")
    assert numbers["Length of a written answer"].startswith(f"{answering.ANSWER_TOKENS} tokens")
    assert numbers["Passages for one question"].endswith(f"default {Request(question='?').k}")
    assert numbers["Traces that are kept"] == f"the newest {KEPT_TRACES:,}"
    codes = {row[0].strip("`"): row[1] for row in rows(section("0.2/synchronising.md", "Reason codes"))}
    assert f"{SILENT_SECONDS:.0f} seconds without progress, or {TOTAL_SECONDS / 60:.0f} minutes" in codes["timeout"]
    assert f"more than {MEMORY_BYTES // 2**30} GiB" in codes["memory"]
    assert f"more than {Limits().text_bytes // 2**20} MiB" in codes["too_large"]
    assert f"{Limits().binary_bytes // 2**20} MiB for PDF and office files" in codes["too_large"]


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_page_and_a_heading_of_the_same_version(page: str) -> None:
    for target in LINK.findall(text(page)):
        path, _, anchor = target.partition("#")
        other = (HANDBOOK / page).parent / path if path else HANDBOOK / page
        assert other.is_file(), f"{page}: {target}"
        assert other.parent == (HANDBOOK / page).parent, f"{page}: {target} leaves the version"
        if anchor:
            assert anchor in anchors(other.relative_to(HANDBOOK).as_posix()), f"{page}: {target}"


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_read_without_a_problem_and_opens_with_its_title(page: str) -> None:
    read = parsed(page)
    assert read.problems == ()
    first = next(block for block in read.blocks if block.kind is BlockKind.HEADING)
    assert (first.level, first.plain) == (1, read.title)


@pytest.mark.parametrize(("early", "late", "before", "now"), [
    ("0.1/searching.md", "0.2/asking.md", "prints 5 passages", "8 passages are found"),
    ("0.1/command-line.md", "0.2/command-line.md", "citeside index\n```", "citeside sync [--json]"),
    ("0.1/indexing.md", "0.2/limits.md", "more than 5 MiB", "20 MiB"),
    ("0.1/indexing.md", "0.2/synchronising.md", "loses all its documents", "its documents stay in the index"),
    ("0.1/searching.md", "0.2/asking.md", "does not read a version out of the question",
     "A version named in the question"),
    ("0.1/getting-started.md", "0.2/getting-started.md", "is the file `index.db`", "is the file `citeside.db`"),
    ("0.1/adding-folders.md", "0.2/adding-folders.md", "Product and version are both required",
     "All settings of a folder are optional"),
])
def test_the_two_versions_differ_in_their_facts(early: str, late: str, before: str, now: str) -> None:
    assert before in text(early)
    assert before not in text(late)
    assert now in text(late)
    assert now not in text(early)


@pytest.mark.parametrize("version", ["0.1", "0.2"])
def test_the_sample_question_is_answered_by_a_short_procedure_in_each_version(version: str) -> None:
    asked = re.sub(r"^How do I (.+)\?$", r"\1", SAMPLE_QUESTION)
    heading = asked[0].upper() + asked[1:]
    steps = section(f"{version}/adding-folders.md", heading)
    numbers = [int(number) for number in re.findall(r"^(\d)\. ", steps, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert 2 <= len(numbers) <= 6
    assert len(steps) < 700


def test_the_procedures_of_the_sample_question_differ() -> None:
    heading = "Add a folder to the library"
    assert section("0.1/adding-folders.md", heading) != section("0.2/adding-folders.md", heading)


def test_the_handbook_shows_the_structures_that_readers_of_manuals_use() -> None:
    kinds = {block.kind for page in CURRENT for block in parsed(page).blocks}
    labels = {block.label for page in CURRENT for block in parsed(page).blocks if block.kind is BlockKind.ADMONITION}
    assert {BlockKind.TABLE, BlockKind.CODE, BlockKind.LIST_ITEM, BlockKind.DEFINITION, BlockKind.ADMONITION} <= kinds
    assert {"warning", "note", "prerequisite", "deprecated"} <= labels


def test_no_page_is_deprecated_and_one_section_shows_how_that_looks() -> None:
    marked = {(page, found.heading) for page in PAGES for found, _ in sections(parsed(page)) if found.deprecated}
    assert marked == {("0.2/command-line.md", "citeside index (removed in 0.2)")}


def test_the_handbook_names_no_address_outside_the_machine() -> None:
    for page in PAGES:
        assert not re.search(r"https?:|www\.", text(page)), page
