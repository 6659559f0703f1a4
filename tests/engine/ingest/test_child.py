"""A bad file costs only itself: the child may crash, hang, lie or eat memory, and the next file is read."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import DocumentTrouble
from engine.ingest.child import ChildParser, InlineParser, ParsingCancelled
from engine.types import ProblemCode
from tests.conftest import ROOT
from tests.engine.ingest import faults
from tests.following import until


@pytest.fixture
def parser() -> Iterator[ChildParser]:
    made = ChildParser(read=faults.read, silent_seconds=1.5, total_seconds=4.0)
    made.parse(Path("fine"), relative_path="warm up")
    yield made
    made.close()


@pytest.mark.parametrize(("name", "code"), [
    ("crash", ProblemCode.CRASH), ("leave", ProblemCode.CRASH), ("bug", ProblemCode.CRASH),
    ("killed", ProblemCode.MEMORY), ("memory", ProblemCode.MEMORY), ("silent", ProblemCode.TIMEOUT),
    ("busy", ProblemCode.TIMEOUT), ("stranger", ProblemCode.PROTOCOL), ("nonsense", ProblemCode.PROTOCOL),
    ("trouble", ProblemCode.ENCRYPTED),
])
@pytest.mark.skipif(sys.platform == "win32", reason="signals and memory limits of POSIX")
def test_every_fault_has_its_name_and_the_next_file_is_read(parser: ChildParser, name: str, code: ProblemCode) -> None:
    with pytest.raises(DocumentTrouble) as trouble:
        parser.parse(Path(name), relative_path=f"docs/{name}")
    assert trouble.value.code is code
    assert trouble.value.detail.endswith(".")
    assert parser.parse(Path("fine"), relative_path="next").title == "next"


def test_a_crash_that_does_not_happen_again_costs_nothing(parser: ChildParser, tmp_path: Path) -> None:
    assert parser.parse(tmp_path / "once-crash", relative_path="x").title == "x"
    assert (tmp_path / "once-crash.tried").exists()


def test_a_parser_that_gets_on_may_take_its_time(parser: ChildParser) -> None:
    assert parser.parse(Path("slow"), relative_path="slow").title == "slow"


def test_a_parse_that_is_given_up_ends_at_once_and_the_next_file_is_read(parser: ChildParser) -> None:
    start = time.monotonic()
    with pytest.raises(ParsingCancelled):
        parser.parse(Path("silent"), relative_path="x", is_cancelled=lambda: time.monotonic() > start + 0.3)
    assert time.monotonic() < start + 1.5
    assert parser.parse(Path("fine"), relative_path="next").title == "next"


def test_a_file_that_was_begun_is_read_once(parser: ChildParser, tmp_path: Path) -> None:
    parser.begin(tmp_path / "counted", relative_path="docs/counted")
    assert until(lambda: (tmp_path / "counted").exists())
    parser.parse(tmp_path / "counted", relative_path="docs/counted")
    assert (tmp_path / "counted").read_text() == "."
    assert parser.parse(Path("fine"), relative_path="docs/fine").title


def test_files_are_begun_one_ahead_by_one_child(parser: ChildParser, tmp_path: Path) -> None:
    names = [f"counted-{number}" for number in range(6)]
    pids = set()
    for number, name in enumerate(names):
        if number == 0:
            parser.begin(tmp_path / name, relative_path=name)
        if number + 1 < len(names):
            parser.begin(tmp_path / names[number + 1], relative_path=names[number + 1])
        parsed = parser.parse(tmp_path / name, relative_path=name)
        assert parsed.title == name
        pids.add(parsed.text)
        if number + 1 < len(names):
            assert until((tmp_path / names[number + 1]).exists)
    assert len(pids) == 1
    assert {(tmp_path / name).read_text() for name in names} == {"."}


def test_whether_a_file_is_read_soon_can_be_asked(parser: ChildParser, tmp_path: Path) -> None:
    assert parser.answers_within(0.0)  # of no file one need not wait
    parser.begin(Path("slow"), relative_path="docs/slow")
    assert not parser.answers_within(0.3)
    assert parser.answers_within(10.0)
    assert parser.answers_within(0.0)
    assert parser.parse(Path("slow"), relative_path="docs/slow").title == "docs/slow"
    parser.begin(Path("crash"), relative_path="docs/crash")
    assert parser.answers_within(10.0)
    with pytest.raises(DocumentTrouble):
        parser.parse(Path("crash"), relative_path="docs/crash")


def test_another_file_than_the_one_begun_gets_its_own_answer(parser: ChildParser) -> None:
    parser.begin(Path("busy"), relative_path="docs/busy")
    assert parser.parse(Path("fine"), relative_path="docs/fine").title


@pytest.mark.parametrize(("name", "code"), [("crash", ProblemCode.CRASH), ("silent", ProblemCode.TIMEOUT)])
def test_a_file_that_was_begun_fails_as_any_other(parser: ChildParser, name: str, code: ProblemCode) -> None:
    parser.begin(Path(name), relative_path=f"docs/{name}")
    with pytest.raises(DocumentTrouble) as trouble:
        parser.parse(Path(name), relative_path=f"docs/{name}")
    assert trouble.value.code is code
    assert parser.parse(Path("fine"), relative_path="docs/fine").title


def test_closing_does_not_wait_for_a_file_that_was_begun(parser: ChildParser) -> None:
    parser.begin(Path("busy"), relative_path="docs/busy")
    begun = time.monotonic()
    parser.close()
    assert time.monotonic() - begun < 3


def test_what_a_parser_prints_is_no_answer(parser: ChildParser) -> None:
    assert parser.parse(Path("loud"), relative_path="x").title == "x"


def test_one_child_reads_many_files_outside_this_process(parser: ChildParser) -> None:
    pids = {parser.parse(Path("fine"), relative_path=str(number)).text for number in range(20)}
    assert len(pids) == 1
    assert pids != {str(os.getpid())}


def test_closing_twice_ends_the_child_and_parsing_starts_a_new_one(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("# Real\n")
    parser = ChildParser()
    parser.close()
    assert parser.parse(page, relative_path="page.md").title == "Real"
    parser.close()
    parser.close()
    assert not multiprocessing.active_children()
    assert parser.parse(page, relative_path="page.md").title == "Real"
    parser.close()


def test_the_child_reads_as_this_process_does(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("---\ntitle: T\n---\n| a | b |\n|---|---|\n| 1 | 2 |\n")
    parser = ChildParser()
    assert parser.parse(page, relative_path="page.md") == InlineParser().parse(page, relative_path="page.md")
    parser.close()


def test_a_missing_file_is_unreadable(tmp_path: Path) -> None:
    parser = ChildParser()
    with pytest.raises(DocumentTrouble) as trouble:
        parser.parse(tmp_path / "gone.md", relative_path="gone.md")
    assert trouble.value.code is ProblemCode.UNREADABLE
    parser.close()


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for the process under /proc")
def test_the_child_ends_when_its_parent_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "from pathlib import Path\n"
        "from engine.ingest.child import ChildParser\n"
        "from tests.engine.ingest import faults\n"
        "if __name__ == '__main__':\n"
        "    parser = ChildParser(read=faults.read)\n"
        "    print(parser.parse(Path('fine'), relative_path='x').text, flush=True)\n"
        "    parser.parse(Path('silent'), relative_path='x')\n"
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, cwd=ROOT) as parent:
        assert parent.stdout is not None
        child = Path("/proc") / parent.stdout.readline().strip()
        assert child.is_dir()
        parent.kill()
    deadline = time.monotonic() + 10
    while child.is_dir() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not child.is_dir()
