"""How fast PDFs are read, beside the bare library on the same pages (make bench; no part of the tests).

The fast pass is measured on real manuals, where CITESIDE_BENCH_PDF names one (or a folder of them), and on one of 300
pages made here; refinement on the pages of the same files that the fast pass is not sure of. Pages a second are
printed as extra information, with the ratio to the bare library.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from engine.ingest.parse import pdf
from engine.ingest.parse.pdf_doubt import doubtful_pages
from engine.ingest.parse.pdf_open import library, open_pdf
from engine.ingest.parse.pdf_read import read
from engine.ingest.parse.pdf_refine import boxes_of, relaid
from tests.engine.ingest.parse.pdfs import PROSE, Paper, source_of

_PAGES = 300
_MOST_REFINED = 8


def made_manual() -> bytes:
    """A manual of headings, prose, lists, code and tables, with a header and a number on every page."""
    paper = Paper()
    for number in range(1, _PAGES + 1):
        paper.turn()
        paper.write(60, 40, "Lumen Relay operations", size=8)
        paper.write(520, 40, str(number), size=8)
        paper.write(60, 80, f"{number} Section", size=16, font="bold")
        y = paper.lines(60, 110, PROSE * 5)
        y = paper.lines(70, y + 10, ["• Close the valve.", "• Unplug the relay.", "• Wait for an hour."])
        y = paper.lines(80, y + 10, ["relayctl probe --all", "relayctl start"], font="mono")
        if number % 4 == 0:
            paper.grid([60, 200, 400], [y + 20 * row for row in range(7)],
                       [["Key", "Value"], *([f"key{row}", f"value {row}"] for row in range(5))])
        paper.lines(60, 620, PROSE * 2)
    paper.document.set_toc([[1, f"{number} Section", number] for number in range(1, _PAGES + 1)])
    return paper.data()


def manuals() -> dict[str, Callable[[], bytes]]:
    """Files to measure on, by name."""
    given = Path(os.environ.get("CITESIDE_BENCH_PDF", "no such file"))
    files = sorted(given.glob("*.pdf")) if given.is_dir() else [given] if given.is_file() else []
    return {"made here": made_manual, **{file.stem: file.read_bytes for file in files}}


def bare_dict(data: bytes) -> float:
    """Seconds of one core that the library alone takes for the text of all pages with fonts and places."""
    with closing(library().open(stream=data, filetype="pdf")) as document:
        start = time.process_time()
        for page in document:
            page.get_text("dict")
        return time.process_time() - start


@pytest.mark.benchmark(min_rounds=3, max_time=1.0)
@pytest.mark.parametrize("name", manuals())
def bench_fast_pass(benchmark: BenchmarkFixture, name: str) -> None:
    """Whole documents, from bytes to blocks; seconds of one core, whatever else the machine does."""
    data = manuals()[name]()
    source = source_of(data)
    taken: list[float] = []

    def timed() -> int:
        start = time.process_time()
        pages = pdf.parse(source).page_count
        taken.append(time.process_time() - start)
        return pages

    pages, seconds = benchmark(timed), min(taken)
    benchmark.extra_info["pages"] = pages
    benchmark.extra_info["pages_a_second"] = round(pages / seconds, 1)
    bare = min(bare_dict(data) for _ in range(3))
    benchmark.extra_info["bare_dict_pages_a_second"] = round(pages / bare, 1)
    benchmark.extra_info["ratio_to_bare_dict"] = round(bare / seconds, 2)
    print(f"\n{name}: {benchmark.extra_info}")


@pytest.mark.benchmark(min_rounds=3, max_time=1.0)
@pytest.mark.parametrize("name", manuals())
def bench_refinement(benchmark: BenchmarkFixture, name: str) -> None:
    """The layout models with our use of what they say, beside the models alone, on the pages that need it."""
    source = source_of(manuals()[name]())
    with closing(open_pdf(source)) as document:
        ready = pdf.prepared(read(document, source), source.progress)
        numbers = sorted(doubtful_pages(ready.layouts))[:_MOST_REFINED]
        if not numbers:
            pytest.skip(f"no page of {name} is doubtful")
        layouts = {layout.page.number: layout for layout in ready.layouts}
        boxes_of(document.load_page(numbers[0] - 1))  # loads the models

        def models_alone() -> float:
            start = time.perf_counter()
            for number in numbers:
                document.load_page(number - 1).get_layout()
            return time.perf_counter() - start

        taken: list[float] = []

        def refined() -> None:
            start = time.perf_counter()
            for number in numbers:
                relaid(layouts[number], boxes_of(document.load_page(number - 1)), ready)
            taken.append(time.perf_counter() - start)

        benchmark(refined)
        alone = min(models_alone() for _ in range(3))
    seconds = min(taken)
    benchmark.extra_info["pages_a_second"] = round(len(numbers) / seconds, 2)
    benchmark.extra_info["models_alone_pages_a_second"] = round(len(numbers) / alone, 2)
    benchmark.extra_info["ratio_to_models_alone"] = round(alone / seconds, 2)
    print(f"\n{name}: {benchmark.extra_info}")
