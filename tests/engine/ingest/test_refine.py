"""Doubtful pages are looked at again once everything is searchable; whatever goes wrong costs only that second look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.child import ChildParser, InlineParser, ParsingCancelled
from engine.ingest.refine import AsIndexed, slow_parser
from engine.store import readers
from engine.types import CitationState, Document, Found, Parsed, ProblemCode
from tests.engine.ingest.parse.pdfs import PROSE, Paper
from tests.library import SmallLibrary


class Slow:
    """The fast reading, with its page 1 called refined; or the trouble that it is made with."""

    def __init__(self, trouble: BaseException | None = None) -> None:
        self.trouble = trouble
        self.read: list[str] = []
        self.before: Callable[[], object] = lambda: None

    def parse(self, path: Path, *, relative_path: str, is_cancelled: Callable[[], bool]) -> Parsed:
        """As ``SlowParser``."""
        self.read.append(relative_path)
        self.before()
        if self.trouble:
            raise self.trouble
        parsed = InlineParser().parse(path, relative_path=relative_path)
        return replace(parsed, found=(*parsed.found, Found(name="refined pages", value="1", source="pdf")))


class Asked(InlineParser):
    """Remembers what it was asked to read."""

    def __init__(self) -> None:
        self.read: list[str] = []

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """As ``engine.ports.Parser``."""
        self.read.append(relative_path)
        return super().parse(path, relative_path=relative_path)


def doubtful(file: Path) -> None:
    """A manual whose first page the fast pass does not trust."""
    paper = Paper().turn()
    for row in range(16):
        for column in range(4):
            paper.write(50 + 130 * column + 7 * (row % 3), 80 + 23 * row, f"w{row}-{column}", size=9)
    paper.turn().lines(60, 80, PROSE * 3)
    file.write_bytes(paper.data())


def library_with(tmp_path: Path, slow: Slow | ChildParser) -> SmallLibrary:
    """A library of one doubtful manual and one page."""
    made = SmallLibrary(tmp_path, slow_parser=slow)
    doubtful(made.docs / "manual.pdf")
    made.write("notes.md", "# Notes\n\nThe relay holds 512 routes.\n")
    made.add_docs()
    return made


def manual(library: SmallLibrary) -> Document:
    """The manual as the index has it."""
    with library.store.snapshot() as db:
        [root] = readers.roots(db)
        document = readers.document_at(db, root.id, "manual.pdf")
    assert document
    return document


def told(library: SmallLibrary, name: str) -> str:
    """What was found of this name about the manual."""
    return next((found.value for found in manual(library).found if found.name == name), "")


def test_everything_is_searchable_before_the_second_look_begins(tmp_path: Path) -> None:
    slow = Slow()
    library = library_with(tmp_path, slow)
    seen: list[tuple[int, bool]] = []

    def look() -> None:
        with library.store.snapshot() as db:
            seen.append((readers.waiting_count(db), bool(library.search("w3-2").passages)))

    slow.before = look
    library.sync()
    assert seen == [(0, True)]
    assert slow.read == ["manual.pdf"]
    assert told(library, "refined pages") == "1"
    library.check()


def test_an_unchanged_file_is_refined_once_and_a_changed_one_again(tmp_path: Path) -> None:
    slow = Slow()
    library = library_with(tmp_path, slow)
    library.sync()
    library.sync()
    assert slow.read == ["manual.pdf"]
    with (library.docs / "manual.pdf").open("ab") as file:
        file.write(b"\n% another revision\n")
    library.sync()
    assert slow.read == ["manual.pdf", "manual.pdf"]


def test_a_refined_text_that_stays_the_same_is_not_embedded_again(tmp_path: Path) -> None:
    library = library_with(tmp_path, Slow())
    library.sync()
    assert len(library.embedder.embedded) == len(set(library.embedder.embedded))


def test_where_refining_fails_the_fast_reading_stays_and_says_why(tmp_path: Path) -> None:
    slow = Slow(DocumentTrouble(ProblemCode.TIMEOUT, "Reading the file took too long."))
    library = library_with(tmp_path, slow)
    report = library.sync()
    assert not report.failed
    assert told(library, "pages not refined") == "1: Reading the file took too long."
    assert library.search("w3-2").passages
    library.sync()
    assert slow.read == ["manual.pdf"]


@pytest.mark.parametrize("trouble", [ParsingCancelled(), KeyboardInterrupt()], ids=["cancelled", "ended"])
def test_a_second_look_that_is_broken_off_changes_nothing_and_is_taken_later(tmp_path: Path,
                                                                             trouble: BaseException) -> None:
    slow = Slow(trouble)
    library = library_with(tmp_path, slow)
    try:
        library.sync()
    except KeyboardInterrupt:
        assert isinstance(trouble, KeyboardInterrupt)
    assert told(library, "doubtful pages") == "1"
    assert told(library, "pages not refined") == ""
    assert library.search("w3-2").passages
    slow.trouble = None
    library.sync()
    assert told(library, "refined pages") == "1"
    library.check()


def test_a_refined_document_is_shown_refined_and_the_others_as_they_are(tmp_path: Path) -> None:
    library = library_with(tmp_path, Slow())
    library.sync()
    slow, fast = Asked(), Asked()
    shown = AsIndexed(store=library.store, slow=slow, fast=fast)
    shown.parse(library.docs / "manual.pdf", relative_path="manual.pdf")
    shown.parse(library.docs / "notes.md", relative_path="notes.md")
    (tmp_path / "manual.pdf").write_bytes((library.docs / "manual.pdf").read_bytes())
    shown.parse(tmp_path / "manual.pdf", relative_path="manual.pdf")
    assert (slow.read, fast.read) == (["manual.pdf"], ["notes.md", "manual.pdf"])


def test_a_file_that_changes_meanwhile_is_left_to_the_next_synchronisation(tmp_path: Path) -> None:
    slow = Slow()
    library = library_with(tmp_path, slow)
    file = library.docs / "manual.pdf"
    slow.before = lambda: file.write_bytes(file.read_bytes() + b"\n% more\n")
    library.sync()
    assert told(library, "refined pages") == ""
    slow.before = lambda: None
    library.sync()
    assert told(library, "refined pages") == "1"
    library.check()


def test_the_models_refine_a_manual_and_a_place_cited_before_still_opens(tmp_path: Path) -> None:
    library = library_with(tmp_path, Slow(ParsingCancelled()))
    library.sync()
    passage = library.search("w3-2").passages[0]
    library.store.close()
    parser = slow_parser()
    try:
        refining = SmallLibrary(tmp_path, slow_parser=parser)
        refining.sync()
    finally:
        parser.close()
    assert told(refining, "refined pages") == "1"
    opened = refining.assistant.open_passage(passage)
    assert opened.state in (CitationState.CURRENT, CitationState.CHANGED)
    assert opened.span is None or opened.text[opened.span.start:opened.span.end] == opened.quote
    refining.check()
