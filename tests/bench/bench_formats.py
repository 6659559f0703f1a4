"""How fast each format becomes text and blocks, beside the bare library on the same files (make bench; no test).

Printed as extra information: megabytes a second of ours and of the bare library, and their ratio. Markdown and
AsciiDoc are the real documents beside the checkout; the other formats are made from the same Markdown, so that the
content is alike. PDF has a bench of its own beside its tests.
"""

from __future__ import annotations

import csv
import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from pytest_benchmark.fixture import BenchmarkFixture

from engine.ingest.chunk import chunks
from engine.ingest.parse import parse_file

SHARED = Path(__file__).resolve().parents[3] / "shared" / "corpora"
_PAGES = 60
_ROUNDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """Files of one format, and what the bare library does with one of them."""

    name: str
    files: tuple[Path, ...]
    bare: Callable[[Path], object] | None

    @property
    def megabytes(self) -> float:
        """The files' size."""
        return sum(file.stat().st_size for file in self.files) / 1e6


def bare_markdown(file: Path) -> object:
    return MarkdownIt("commonmark").enable("table").parse(file.read_text("utf-8", "replace"))


def bare_html(file: Path) -> object:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(file.read_bytes())
    return tree.body.text() if tree.body else ""


def bare_csv(file: Path) -> object:
    return list(csv.reader(io.StringIO(file.read_text("utf-8"))))


def bare_rst(file: Path) -> object:
    from docutils.core import publish_doctree

    return publish_doctree(file.read_text("utf-8"), settings_overrides={
        "report_level": 5, "halt_level": 5, "file_insertion_enabled": False, "raw_enabled": False})


def made(folder: Path) -> Iterator[Format]:
    """Every format with its files below ``folder``."""
    sources = sorted((SHARED / "keda" / "2.15").rglob("*.md"))[:_PAGES]
    texts = [source.read_text("utf-8", "replace") for source in sources]
    yield Format(name="markdown", files=tuple(sources), bare=bare_markdown)
    manual = sorted((SHARED / "artemis" / "2.44.0").glob("*.adoc"))[:_PAGES]
    yield Format(name="asciidoc", files=tuple(manual), bare=None)
    to_html = MarkdownIt("commonmark").enable("table")
    yield written(folder, "html", [f"<html><body><main>{to_html.render(text)}</main></body></html>" for text in texts],
                  bare_html)
    yield written(folder, "txt", texts, None)
    yield written(folder, "csv", [as_csv(text) for text in texts], bare_csv)
    yield written(folder, "rst", [as_rst(text) for text in texts], bare_rst)


def written(folder: Path, ending: str, texts: list[str], bare: Callable[[Path], object] | None) -> Format:
    files = []
    for number, text in enumerate(texts):
        file = folder / f"{number}.{ending}"
        file.write_text(text, "utf-8")
        files.append(file)
    return Format(name=ending, files=tuple(files), bare=bare)


def as_csv(text: str) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([["line", "text", "length"], *(
        [number, line, len(line)] for number, line in enumerate(text.split("\n"), 1) if line.strip())])
    return out.getvalue()


def as_rst(text: str) -> str:
    lines = []
    for line in text.replace("`", "``").split("\n"):
        heading = line.lstrip("#").strip()
        lines += [heading, "=" * max(len(heading), 4), ""] if line.startswith("#") and heading else [line]
    return "\n".join(lines)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the real documents (../shared/corpora) are not beside the checkout")
@pytest.mark.parametrize("name", ["markdown", "asciidoc", "html", "txt", "csv", "rst"])
def bench_format(benchmark: BenchmarkFixture, tmp_path: Path, name: str) -> None:
    """Parse, structure and chunk all files of a format once a round."""
    wanted = next(one for one in made(tmp_path) if one.name == name)
    benchmark(_read, wanted)
    ours = wanted.megabytes / min(_seconds(lambda: _read(wanted)) for _ in range(_ROUNDS))
    found = {"MB/s": round(ours, 2)}
    if bare := wanted.bare:
        alone = wanted.megabytes / min(_seconds(lambda: [bare(file) for file in wanted.files]) for _ in range(_ROUNDS))
        found |= {"bare MB/s": round(alone, 2), "ratio": round(ours / alone, 3)}
    benchmark.extra_info.update(found)
    print(f"\n{name}: {found}")


def _read(wanted: Format) -> None:
    for file in wanted.files:
        parsed = parse_file(file, relative_path=file.name)
        chunks(parsed, root_key="bench", path=file.name, count_tokens=lambda text: len(text) // 4, max_tokens=256)


def _seconds(work: Callable[[], object]) -> float:
    """Processor seconds of this process: other work on the machine does not count."""
    start = time.process_time()
    work()
    return time.process_time() - start
