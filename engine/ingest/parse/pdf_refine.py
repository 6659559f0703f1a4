"""The slow second look at PDF pages of which the fast pass is not sure, with the layout models that PyMuPDF brings.

1. The document is read and prepared as in the fast pass; only doubtful pages (or those asked for) go to the models.
2. A model says where on the page text, tables, captions, headers and footers stand. Fragments go to the box they stand
   in; the boxes are put in reading order, and lines are made inside each. So text never runs across boxes.
3. A page that takes too long is given up at its time limit and stays as the fast pass left it, as do pages with more
   drawings than the models can cope with, and those that come after the document's own time is over. What was refined
   and what was not is written down in ``found``.

``refine_file`` is called as ``parse_file`` is, so that a ChildParser can do this in the background, in its own process.
"""

from __future__ import annotations

import ctypes
import importlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.ingest.parse import open_source, parse_file, sniff
from engine.ingest.parse.pdf import Prepared, assembled, prepared
from engine.ingest.parse.pdf_aligned import Setting, region
from engine.ingest.parse.pdf_doubt import doubtful_pages
from engine.ingest.parse.pdf_layout import Item, Layout, right_edge
from engine.ingest.parse.pdf_lines import lines_of
from engine.ingest.parse.pdf_names import NOT_REFINED, REFINED, SOURCE
from engine.ingest.parse.pdf_open import HEAVY, library, open_pdf
from engine.ingest.parse.pdf_order import Column, columns
from engine.ingest.parse.pdf_page import Fragment
from engine.ingest.parse.pdf_read import ranges, read
from engine.ingest.parse.pdf_table import FoundTable
from engine.ingest.parse.source import Source, no_progress
from engine.types import Found, Parsed

SECONDS_PER_PAGE = 20.0
SECONDS_PER_DOCUMENT = 540.0
_WAITING = 3.0
_SHORTEST_LOOK = 0.02
_MOST_DRAWINGS = 3000
_LONGEST_FURNITURE = 160
_FURNITURE = frozenset({"page-header", "page-footer"})


def refine_file(path: Path, *, relative_path: str, progress: Callable[[], None] = no_progress) -> Parsed:
    """The file with its doubtful pages refined; files other than PDF as ``parse_file`` reads them."""
    source = open_source(path, relative_path=relative_path, progress=progress)
    if source.media_type != sniff.PDF:
        return parse_file(path, relative_path=relative_path, progress=progress)
    return refine(source)


def refine(source: Source, pages: Sequence[int] | None = None, *,
           seconds_per_page: float = SECONDS_PER_PAGE,
           seconds_per_document: float = SECONDS_PER_DOCUMENT) -> Parsed:
    """The document with ``pages`` (1-based; None: the doubtful ones) laid out by the models.

    ``found`` names the pages that were refined and, with the reason, those that were not. Raises DocumentTrouble as
    the fast pass does.
    """
    with closing(open_pdf(source)) as document:
        ready = prepared(read(document, source), source.progress)
        wanted = sorted(doubtful_pages(ready.layouts)) if pages is None else list(pages)
        limits = _Limits(page=seconds_per_page, document=seconds_per_document)
        refined, refused = _refined(document, ready, wanted, limits, source.progress)
    found = [Found(name=REFINED, value=ranges([*refined]), source=SOURCE)] if refined else []
    found += [Found(name=NOT_REFINED, value=f"{ranges(numbers)}: {why}", source=SOURCE)
              for why, numbers in refused.items()]
    layouts = tuple(refined.get(layout.page.number, layout) for layout in ready.layouts)
    return assembled(replace(ready, layouts=layouts), source, refined=found)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Limits:
    """Seconds that refining may take."""

    page: float
    document: float


def _refined(document: Any, ready: Prepared, wanted: Sequence[int], limits: _Limits,
             progress: Callable[[], None]) -> tuple[dict[int, Layout], dict[str, list[int]]]:
    """New layouts by page number, and the numbers of pages that stay as they are, by reason."""
    made: dict[int, Layout] = {}
    refused: dict[str, list[int]] = {}
    by_number = {layout.page.number: layout for layout in ready.layouts}
    deadline = time.monotonic() + limits.document
    if wanted:
        _load_models()
        progress()
    for number in wanted:
        layout = by_number[number]
        page = document.load_page(number - 1)
        is_over = time.monotonic() >= deadline
        why = f"not reached within {limits.document:g} s" if is_over else _unfit(layout, page.rotation)
        if not why:
            try:
                with _time_limit(limits.page):
                    made[number] = relaid(layout, boxes_of(page), ready)
            except _TooSlow:
                why = f"cut off after {limits.page:g} s"
            except Exception as error:  # noqa: BLE001  # the models fail in many ways; the fast pass's page stays
                why = f"the layout models failed ({type(error).__name__})"
        if why:
            refused.setdefault(why, []).append(number)
        progress()
    return made, refused


def _unfit(layout: Layout, rotation: int) -> str:
    """Why the models cannot be asked about a page; empty when they can."""
    if not layout.page.fragments:
        return "no text"
    if rotation or layout.page.to_page is not None:
        return "turned pages are not refined"
    return "too many drawings" if layout.page.drawn > _MOST_DRAWINGS else ""


def _load_models() -> None:
    library()
    for name in HEAVY:
        importlib.import_module(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Area:
    """What a model calls one area of a page, such as ``text``, ``table`` or ``page-header``."""

    x0: float
    y0: float
    x1: float
    y1: float
    name: str


def boxes_of(page: Any) -> list[Area]:
    """The areas that the layout models see on a page of PyMuPDF."""
    _load_models()
    page.get_layout()
    return [Area(x0=x0, y0=y0, x1=x1, y1=y1, name=str(name))
            for x0, y0, x1, y1, name in (area[:5] for area in page.layout_information or ())]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """Fragments of one area, placed as a whole for the reading order."""

    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    text: str
    fragments: tuple[Fragment, ...] = ()
    table: FoundTable | None = None


def relaid(layout: Layout, areas: Sequence[Area], ready: Prepared) -> Layout:
    """The page in the order of its areas."""
    page = layout.page
    setting = Setting(page=page, styles=ready.reading.fonts.styles, vocabulary=ready.vocabulary)
    tables = [item for item in layout.items if isinstance(item, FoundTable) and item.is_ruled]
    free = [part for part in page.fragments if not any(
        table.x0 - 2 <= part.x0 and part.x1 <= table.x1 + 2 and table.y0 <= (part.y0 + part.y1) / 2 <= table.y1
        for table in tables)]
    groups = [_Group(x0=table.x0, y0=table.y0, x1=table.x1, y1=table.y1, base=table.y0, text="", table=table)
              for table in tables]
    for area, fragments in _by_area(free, areas):
        words = " ".join(part.text for part in fragments)
        if area is not None and area.name in _FURNITURE and len(words) <= _LONGEST_FURNITURE:
            continue
        groups.append(_group(area, fragments, words, setting))
    items: list[Item] = []
    breaks: set[int] = set()
    beside = 0
    for column in columns(groups, free):
        breaks.add(len(items))
        beside += column.is_beside
        items += _items(column, setting)
    return replace(layout, items=tuple(items), breaks=frozenset(breaks), columns=beside or 1)


def _by_area(fragments: Sequence[Fragment],
             areas: Sequence[Area]) -> Iterator[tuple[Area | None, list[Fragment]]]:
    """The fragments of every area that has any; those in none each on their own."""
    held: dict[int, list[Fragment]] = {}
    for part in fragments:
        x, y = (part.x0 + part.x1) / 2, (part.y0 + part.y1) / 2
        around = [place for place, area in enumerate(areas)
                  if area.x0 - 2 <= x <= area.x1 + 2 and area.y0 - 2 <= y <= area.y1 + 2]
        if around:
            smallest = min(around, key=lambda place: (areas[place].x1 - areas[place].x0)
                           * (areas[place].y1 - areas[place].y0))
            held.setdefault(smallest, []).append(part)
        else:
            yield None, [part]
    for place, own in held.items():
        yield areas[place], own


def _group(area: Area | None, fragments: list[Fragment], words: str, setting: Setting) -> _Group:
    left, right = min(part.x0 for part in fragments), max(part.x1 for part in fragments)
    return _Group(x0=left, y0=min(part.y0 for part in fragments), x1=right, y1=max(part.y1 for part in fragments),
                  base=min(part.base for part in fragments), text=words, fragments=tuple(fragments),
                  table=region(fragments, setting) if area is not None and area.name == "table" else None)


def _items(column: Column[_Group], setting: Setting) -> Iterator[Item]:
    """The lines and tables of a column, area by area; all lines keep to the column's edges."""
    fragments = [part for group in column.parts for part in group.fragments]
    right = right_edge(fragments, column.right)
    for group in column.parts:
        if group.table is not None:
            yield group.table
        else:
            yield from lines_of(group.fragments, setting.styles, setting.page.number, column.left, right)


# --- time ---------------------------------------------------------------------------------------------------------


class _TooSlow(BaseException):
    """Raised in the middle of whatever runs; no Exception, so that no library swallows it."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise _TooSlow in this thread when the block takes more time of the processor (once Python code runs in it).

    On a busy machine the clock may run ``_WAITING`` times as long.
    """
    thread = threading.get_ident()
    lock = threading.Lock()
    is_over = threading.Event()
    used, deadline = time.process_time(), time.monotonic() + _WAITING * seconds

    def watch() -> None:
        while (left := min(seconds - (time.process_time() - used), deadline - time.monotonic())) > 0:
            if is_over.wait(max(left, _SHORTEST_LOOK)):
                return
        with lock:
            if not is_over.is_set():
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TooSlow))

    threading.Thread(target=watch, name="page-watch", daemon=True).start()
    try:
        yield
    finally:
        with lock:
            is_over.set()
