"""The hard cases beside the checkout: the manifest, the layout its README asks for, a case as the index sees it."""

from __future__ import annotations

import json
import multiprocessing
import re
import shutil
import subprocess
import sys
import time
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.cli.shown import document_json
from engine.ingest.child import ChildParser
from engine.ingest.inspect import Inspected, inspect
from engine.ports import Embedder
from engine.types import Block, Chunk, Parsed, Root, RootId, Section, Table
from tests.conftest import SHARED

CASES = SHARED / "cases"
CANARY = "CANARY-OUTSIDE"
PICTURES = frozenset({".svg"})

Case = dict[str, Any]

_BROKEN_WORD = re.compile(r"(?<=\w)-\n\s*(?=[a-z])")
_ROOT = "x/1/2/3/files"


def all_cases() -> list[Case]:
    """The manifest; empty where it is absent."""
    manifest = CASES / "cases.jsonl"
    if not manifest.is_file():
        return []
    return [json.loads(line) for line in manifest.read_text(encoding="utf-8").splitlines()]


def files_of(case: Case) -> list[str]:
    """Names of a case's files below the root; pictures that belong to a page are left out."""
    named = case.get("files") or ([case["file"]] if case.get("file") else [])
    return [name.removeprefix("files/") for name in named if Path(name).suffix not in PICTURES]


def lay_out(base: Path) -> Path:
    """Copy the files to where the README wants them, with the canary outside; returns the root."""
    root = base / _ROOT
    shutil.copytree(CASES / "files", root)
    shutil.copy(CASES / "files/other/canary-outside.txt", base / "x/1/canary-outside.txt")
    return root


def generate(case_id: str, folder: Path) -> Path:
    """Make the files of a case that is too big or too odd to be kept; returns the folder they are in."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, str(CASES / "gen_cases.py"), "big", str(folder), case_id], check=True,
                   capture_output=True)
    return folder


class WatchedParser:
    """A parser process whose time is taken."""

    def __init__(self) -> None:
        self._parser = ChildParser()
        self.seconds = 0.0

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Nothing is read beforehand."""

    def answers_within(self, seconds: float) -> bool:
        """Nothing was begun that one could wait for."""
        return True

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """As ``engine.ports.Parser``; ``seconds`` is what it took."""
        start = time.monotonic()
        try:
            return self._parser.parse(path, relative_path=relative_path)
        finally:
            self.seconds = time.monotonic() - start

    def close(self) -> None:
        """End the process."""
        self._parser.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """One file as the index sees it, and what reading it took: seconds, and the parser's most memory in MiB."""

    inspected: Inspected
    seconds: float
    memory_mib: float

    @property
    def state(self) -> str:
        """The end state, as users read it."""
        return self.inspected.state.value

    @property
    def codes(self) -> list[str]:
        """Codes of all problems."""
        parsed = self.inspected.parsed
        problems = parsed.problems if parsed else filter(None, [self.inspected.problem])
        return [problem.code.value for problem in problems]

    @property
    def title(self) -> str:
        """The document's title."""
        return self.inspected.parsed.title if self.inspected.parsed else ""

    @property
    def sections(self) -> list[Section]:
        """All sections."""
        return [section for section, _ in self.inspected.sections]

    @property
    def headings(self) -> list[tuple[int, str]]:
        """Level and words of every heading."""
        return [(section.level, section.heading) for section in self.sections if section.level]

    @property
    def chunks(self) -> list[Chunk]:
        """All chunks."""
        return [chunk for _, chunks in self.inspected.sections for chunk in chunks]

    @property
    def blocks(self) -> Sequence[Block]:
        """All blocks."""
        return self.inspected.parsed.blocks if self.inspected.parsed else ()

    @property
    def tables(self) -> list[Table]:
        """All tables."""
        return [block.table for block in self.blocks if block.table is not None]

    @property
    def metadata(self) -> dict[str, Any]:
        """As ``show --json`` prints it."""
        printed: Any = document_json(self.inspected)["metadata"]
        return {name: value["value"] for name, value in printed.items()}

    def body(self) -> str:
        """What chunks hold, verbatim and readable."""
        return "\n".join(part for chunk in self.chunks for part in (chunk.text, chunk.plain, chunk.header_text))

    def everything(self) -> str:
        """Whatever of the document can come to anybody's eyes."""
        parsed, problem = self.inspected.parsed, self.inspected.problem
        words = [self.body(), *(chunk.embed_text for chunk in self.chunks), problem.detail if problem else ""]
        words += [heading for section in self.sections for heading in section.heading_path]
        if parsed:
            words += [parsed.title, parsed.text, *(problem.detail for problem in parsed.problems)]
            words += [found.value for found in parsed.found if found.source != "front matter"]
        return "\n".join(words)

    def context(self) -> str:
        """What an answer or a snippet may be made from: chunks, and sections as they stand."""
        text = self.inspected.parsed.text if self.inspected.parsed else ""
        return "\n".join([self.body(), *(text[section.span.start:section.span.end] for section in self.sections)])


def look(file: Path, root: Path, embedder: Embedder, parser: WatchedParser) -> Seen:
    """Read one file through the real parser process."""
    path = file.relative_to(root).as_posix()
    settings = Root(id=RootId(1), path=str(root), label="cases")
    inspected = inspect(file, root=settings, path=path, parser=parser, embedder=embedder)
    return Seen(inspected=inspected, seconds=parser.seconds, memory_mib=_most_memory())


def _most_memory() -> float:
    """The most memory that the parser process had at any time, in MiB; 0 where the system does not say."""
    most = 0.0
    for process in multiprocessing.active_children():
        status = Path(f"/proc/{process.pid}/status")
        if process.name == "citeside-parser" and status.is_file():
            match = re.search(r"VmHWM:\s*(\d+) kB", status.read_text())
            most = max(most, int(match[1]) / 1024 if match else 0.0)
    return most


def flat(text: str) -> str:
    """Words broken at a line's end joined, blanks and line ends as one blank."""
    return " ".join(_BROKEN_WORD.sub("", unicodedata.normalize("NFC", text)).split())


def in_order(words: Sequence[str], text: str) -> bool:
    """Whether the words stand in the text one after the other."""
    place = 0
    for word in map(flat, words):
        place = text.find(word, place)
        if place < 0:
            return False
        place += len(word)
    return True


def matching(expected: Case, tables: Sequence[Table]) -> Iterator[Table]:
    """Tables that have the header, the sheet and the rows a case names."""
    for table in tables:
        header = expected.get("header") or expected.get("header_paths")
        rows = [list(row.cells) for row in table.rows]
        checks = {"rows": rows, "row_count": len(rows), "first_row": rows[0] if rows else [],
                  "last_row": rows[-1] if rows else [], "sheet": table.sheet, "pages": list(table.pages)}
        if list(table.header) == header and all(expected[name] == found for name, found in checks.items()
                                                if name in expected):
            yield table
