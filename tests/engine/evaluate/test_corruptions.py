"""What checking notices of planted corruptions, and how often it is wrong about true sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from engine.answer.claims import split
from engine.answer.verify import verified
from engine.evaluate.answers import check_figures
from engine.evaluate.corruptions import Change, corruptions, true_sentences
from engine.ingest.parse import parse_file
from engine.ingest.structure import sections
from engine.types import UNVERSIONED, ChunkKind, Claim, DocumentId, Passage, RootId, Section, Span, parse_version

PAGES, TOGETHER = 240, 4


def page_of(section: Section, text: str, *, path: str, title: str, number: int, version: str) -> Passage:
    span = Span(section.span.start, min(section.span.end, section.span.start + 2400))
    return Passage(
        label=f"S{section.ordinal}", document=DocumentId(number), root=RootId(1), path=path, title=title, revision="00",
        product="", applies_to=parse_version(version) or UNVERSIONED, deprecated=False, superseded_by="",
        effective_date="", heading=section.heading, heading_path=section.heading_path, anchor=section.anchor,
        line=section.line, text=text[span.start:span.end], span=span, focus=span, kind=ChunkKind.PROSE)


@cache
def groups(corpora: Path) -> tuple[tuple[Passage, ...], ...]:
    """Sections of pages all over the corpora, neighbours together."""
    files = sorted(file for file in corpora.rglob("*") if file.suffix in {".md", ".adoc"})
    made: list[tuple[Passage, ...]] = []
    for number, file in enumerate(files[::max(1, len(files) // PAGES)]):
        path = file.relative_to(corpora).as_posix()
        parsed = parse_file(file, relative_path=path)
        found = [page_of(section, parsed.text, path=path, title=parsed.title, number=number, version=path.split("/")[1])
                 for section, _ in sections(parsed)]
        made += [tuple(found[at:at + TOGETHER]) for at in range(0, len(found), TOGETHER)]
    return tuple(made)


def strict(said: str, passages: Sequence[Passage], topic: frozenset[str]) -> tuple[Claim, ...]:
    """Rules alone, with an embedder that finds nothing alike."""
    return verified(said, split(said), passages, lambda _a, _b: 0.0, topic)


def lenient(said: str, passages: Sequence[Passage], topic: frozenset[str]) -> tuple[Claim, ...]:
    """Rules alone, with an embedder that finds everything alike."""
    return verified(said, split(said), passages, lambda _a, _b: 1.0, topic)


@pytest.mark.corpora
def test_planted_corruptions_are_caught_whatever_the_embedder_says(corpora: Path) -> None:
    planted = corruptions(groups(corpora), each=120)
    figures = check_figures(planted, lenient)
    assert len(planted) >= 400
    for change in Change:
        caught = figures[f"caught_{change.value}"]
        assert caught is not None
        assert caught >= (0.85 if change is Change.NEGATION else 0.97), (change, caught)


@pytest.mark.corpora
def test_true_sentences_pass_even_without_an_embedder(corpora: Path) -> None:
    figures = check_figures(true_sentences(groups(corpora), limit=300), strict)
    assert figures["true_sentences"] == 300
    assert figures["false_alarms"] is not None
    assert figures["false_alarms"] <= 0.07


def test_a_corruption_changes_one_thing_and_is_the_same_in_every_run() -> None:
    text = ("The relay waits at most 40 seconds for an answer.\n\nThe buffer of version 2.4 is set with "
            "`relay.buffer_kib` and is enabled by default.\n\nThe relay is not restarted by `relayctl drain`.\n")
    section = Section(ordinal=0, level=1, heading="Relay", heading_path=("Relay",), anchor="", span=Span(0, len(text)))
    found = [[page_of(section, text, path="relay.md", title="Relay", number=1, version="2.4")]]
    made = corruptions(found, each=5)
    assert {one.change for one in made} == set(Change)
    assert all(one.said not in text for one in made)
    assert made == corruptions(found, each=5)
    assert all(one.said.replace("`", "") in text.replace("`", "") for one in true_sentences(found))
