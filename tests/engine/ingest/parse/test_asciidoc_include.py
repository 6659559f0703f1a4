"""AsciiDoc includes open what lies below the document's own root, and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.ingest.parse import parse_file
from engine.types import IngestState, Parsed, ProblemCode


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "CANARY.txt").write_text("CANARY")
    folder = tmp_path / "root"
    (folder / "part").mkdir(parents=True)
    return folder


def read_file(root: Path, source: str, name: str = "page.adoc") -> Parsed:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(source)
    return parse_file(root / name, relative_path=name)


def test_a_sibling_is_included_with_its_level_and_the_line_of_the_include(root: Path) -> None:
    (root / "part/one.adoc").write_text("== One\n\nSays {who}.\n\ninclude::../two.adoc[]\n")
    (root / "two.adoc").write_text("Two.\n")
    page = read_file(root, ":who: it\n\nBefore.\n\ninclude::part/one.adoc[leveloffset=+1]\n\n== After\n")
    assert [(b.plain, b.level, b.line) for b in page.blocks] == [
        ("Before.", 0, 3), ("One", 3, 5), ("Says it.", 0, 5), ("Two.", 0, 5), ("After", 2, 7)]
    assert page.state is IngestState.INDEXED


def test_parts_of_a_file_are_included(root: Path) -> None:
    (root / "code.sh").write_text("one\n# tag::a[]\ntwo\n# end::a[]\nthree\n")
    page = read_file(root, "----\ninclude::code.sh[tag=a]\n----\n\n----\ninclude::code.sh[lines=4..]\n----\n")
    assert [b.plain for b in page.blocks] == ["two", "three"]


def test_a_document_of_its_own_is_named_and_not_repeated(root: Path) -> None:
    (root / "chapter.adoc").write_text("// c\n:x: y\n\n= Chapter One\n\nWords of the chapter.\n")
    page = read_file(root, "= Book\n\ninclude::chapter.adoc[leveloffset=1]\n")
    assert page.text == "# Book\n\n- [Chapter One](chapter.adoc)"


@pytest.mark.parametrize("target", [
    "../CANARY.txt", "part/../../CANARY.txt", "{outside}/CANARY.txt", "..\\CANARY.txt", "https://x.invalid/a.adoc",
    "file:///etc/hostname", "/etc/hostname", "//server.invalid/share/a.adoc", "\\\\server.invalid\\share\\a.adoc",
    "C:/x.adoc", "link.txt", "linked/CANARY.txt", "page.adoc", "part", "~/x.adoc", "fifo",
])
def test_nothing_outside_the_root_is_ever_included(root: Path, target: str) -> None:
    (root / "link.txt").symlink_to(root.parent / "CANARY.txt")
    (root / "linked").symlink_to(root.parent)
    if hasattr(os, "mkfifo"):
        os.mkfifo(root / "fifo")
    page = read_file(root, f":outside: ..\n\nBefore.\n\ninclude::{target}[]\n\nAfter.\n")
    assert [b.plain for b in page.blocks] == ["Before.", "After."]
    assert page.state is IngestState.INDEXED
    assert [found.value for found in page.found if found.name == "includes_left_out"] == ["1"]


def test_a_missing_part_is_told_unless_it_is_optional(root: Path) -> None:
    page = read_file(root, "x\n\ninclude::gone.adoc[]\n\ninclude::{nowhere}/b.adoc[]\n\n"
                           "include::c.adoc[opts=optional]\n")
    assert page.state is IngestState.INDEXED_FLAGGED
    assert [problem.code for problem in page.problems] == [ProblemCode.UNREADABLE]
    assert "gone.adoc" in page.problems[0].detail
    assert "c.adoc" not in page.problems[0].detail


def test_circles_and_avalanches_of_includes_end(root: Path) -> None:
    (root / "a.adoc").write_text("A.\n\ninclude::b.adoc[]\n")
    (root / "b.adoc").write_text("B.\n\ninclude::a.adoc[]\n")
    assert [b.plain for b in read_file(root, "include::a.adoc[]\n").blocks] == ["A.", "B."]
    for depth in range(4):
        (root / f"n{depth}.adoc").write_text(f"include::n{depth + 1}.adoc[]\n\n" * 10)
    (root / "n4.adoc").write_text(f"{'x' * 500}\n\n")
    assert len(read_file(root, "include::n0.adoc[]\n").text) < 21 * 1024 * 1024


def test_partials_of_a_site_are_found(root: Path) -> None:
    partial = root / "modules/ROOT/partials/p.adoc"
    partial.parent.mkdir(parents=True)
    partial.write_text("A partial.\n")
    page = read_file(root, "include::partial$p.adoc[]\n", "modules/ROOT/pages/sub/page.adoc")
    assert [b.plain for b in page.blocks] == ["A partial."]
