"""Files are read again when what reads them got better, and only those that gain by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.ingest.reader import reads_better
from tests.library import SmallLibrary


@pytest.mark.parametrize(("now", "before", "has_problem", "is_better"), [
    ("1", "1", True, False), ("2", "1", False, True), ("1", "2", False, True), ("1", "", False, True),
    ("1+ocr", "1", False, False), ("1+ocr", "1", True, True), ("1+ocr", "1+ocr", True, False),
    ("1", "1+ocr", True, False),
])
def test_a_reader_is_better_by_its_number_or_by_a_part_that_was_missing(now: str, before: str, has_problem: bool,
                                                                        is_better: bool) -> None:
    assert reads_better(now, before, has_problem=has_problem) is is_better


def library_read_by(tmp_path: Path, reader: str) -> SmallLibrary:
    return SmallLibrary(tmp_path, reader=reader)


def test_what_had_a_problem_is_read_again_with_the_new_part_and_once(tmp_path: Path) -> None:
    library = library_read_by(tmp_path, "1")
    library.write("audit.md", "---\ntitle: Valve audit\n---\n")
    library.write("pumps.md", "# Pumps\n\nThe pump holds 40 litres.\n")
    (library.docs / "broken.pdf").write_bytes(b"%PDF-1.7\nbroken")
    library.add_docs()
    library.sync()
    library.store.close()
    library = library_read_by(tmp_path, "1+ocr")
    report = library.sync()
    assert (report.changed, report.unchanged, len(report.failed)) == (1, 1, 1)
    assert library.sync().unchanged == 3
    library.check()


def test_a_new_reading_reads_everything_again_and_embeds_only_what_became_different(tmp_path: Path) -> None:
    library = library_read_by(tmp_path, "1")
    library.write("pumps.md", "# Pumps\n\nThe pump holds 40 litres.\n")
    library.add_docs()
    library.sync()
    library.store.close()
    library = library_read_by(tmp_path, "2")
    report = library.sync()
    assert (report.changed, report.chunks_embedded) == (1, 0)
    assert library.sync().unchanged == 1
