"""PDF files: opened, read page by page, put in reading order and written as Markdown with the place of every block.

This is the fast pass: it uses no model, and every page is searchable after it. Pages whose order it is not sure of are
named in what it found, for ``pdf_refine`` to look at again.

1. Every page is read on its own (``pdf_read``, ``pdf_page``); one that cannot be read costs only itself.
2. Running headers and footers go (``pdf_furniture``), tables come out, columns are put in order (``pdf_layout``).
3. All pages together are one flow of lines and tables, in which headings are found (``pdf_headings``) and blocks put
   together (``pdf_blocks``), over page breaks too.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from engine.errors import DocumentTrouble
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.pdf_blocks import Composer, Manner
from engine.ingest.parse.pdf_doubt import doubtful_pages
from engine.ingest.parse.pdf_fonts import MONO
from engine.ingest.parse.pdf_furniture import without_furniture
from engine.ingest.parse.pdf_grid import grids
from engine.ingest.parse.pdf_headings import body_type, headings, usual_leading
from engine.ingest.parse.pdf_layout import Item, Layout, Margins, laid_out
from engine.ingest.parse.pdf_lines import Line, Vocabulary
from engine.ingest.parse.pdf_marks import contents, footnotes
from engine.ingest.parse.pdf_names import DOUBTFUL, SOURCE
from engine.ingest.parse.pdf_open import open_pdf
from engine.ingest.parse.pdf_read import Reading, ranges, read, state_of
from engine.ingest.parse.pdf_run_in import with_heads_apart
from engine.ingest.parse.pdf_title import title_of
from engine.ingest.parse.pdf_write import Writer
from engine.ingest.parse.source import Source
from engine.types import Found, Parsed, ProblemCode

_TYPEWRITTEN_SHARE = 0.6
_MOST_FURNITURE = 12
_OBJECTS_BETWEEN = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A document whose pages are laid out. ``furniture`` are the texts that were taken off their edges."""

    reading: Reading
    layouts: tuple[Layout, ...]
    vocabulary: Vocabulary
    body_size: float
    mono_share: float
    furniture: tuple[str, ...]


def parse(source: Source) -> Parsed:
    """The file as text and blocks. Raises DocumentTrouble when it cannot be opened or nothing in it can be read."""
    with _seldom_collected():
        with closing(open_pdf(source)) as document:
            reading = read(document, source)
        return assembled(prepared(reading, source.progress), source)


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Look for cycles of garbage seldom: hardly any arise here, and looking takes a tenth of the time."""
    usual = gc.get_threshold()
    gc.set_threshold(_OBJECTS_BETWEEN, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def prepared(reading: Reading, progress: Callable[[], None]) -> Prepared:
    """Pages without furniture, in reading order."""
    vocabulary = Vocabulary()
    sizes: Counter[float] = Counter()
    letters = typewritten = 0
    for page in reading.pages:
        for fragment in page.fragments:
            vocabulary.learn(fragment.text)
            count = len(fragment.text)
            letters += count
            if reading.fonts.styles[fragment.pieces[0].font] & MONO:
                typewritten += count
            else:
                sizes[round(fragment.size * 2) / 2] += count
    share = typewritten / letters if letters else 0.0
    if share > _TYPEWRITTEN_SHARE:
        sizes.update(round(part.size * 2) / 2 for page in reading.pages for part in page.fragments)
    body_size = body_type(sizes)
    found = {page.number: grids(page) for page in reading.pages}
    cleared = without_furniture(reading.pages, body_size,
                                {number: [grid.box for grid in tables] for number, (tables, _) in found.items()})
    margins = Margins()
    for page in cleared.pages:
        if page.fragments:
            margins.learn(min(part.x0 for part in page.fragments))
    layouts = []
    for page in cleared.pages:
        layouts.append(laid_out(page, found[page.number], reading.fonts.styles, vocabulary, margins))
        progress()
    return Prepared(reading=reading, layouts=tuple(layouts), vocabulary=vocabulary, body_size=body_size,
                    mono_share=share, furniture=cleared.furniture)


def assembled(ready: Prepared, source: Source, *, refined: Sequence[Found] = ()) -> Parsed:
    """The document written from its laid out pages. ``refined`` tells which of them were looked at again."""
    reading = ready.reading
    flow: list[Item] = []
    breaks: set[int] = set()
    for layout in ready.layouts:
        breaks.update(len(flow) + place for place in layout.breaks)
        flow += layout.items
    flow, breaks = with_heads_apart(flow, breaks, reading.outline)
    pages = {layout.page.number: layout.page for layout in ready.layouts}
    leading = usual_leading(flow, ready.body_size)
    found = headings(flow, reading.outline, ready.body_size, leading)
    gone = contents(flow, reading.outline)
    builder = TextBuilder(media_type=source.media_type)
    writer = Writer(builder, pages, {layout.page.number: layout.frames for layout in ready.layouts}, ready.vocabulary)
    Composer(flow, frozenset(breaks), found, footnotes(flow, breaks, pages, ready.body_size), gone,
             Manner(body_size=ready.body_size, leading=leading, is_typewritten=ready.mono_share > _TYPEWRITTEN_SHARE),
             writer).run()
    state, problems = state_of(reading)
    if len(reading.broken) == reading.page_count:
        raise DocumentTrouble(ProblemCode.CORRUPT, problems[0].detail)
    given = next((item.value for item in reading.properties if item.name == "title"), "")
    contents_pages = sorted({item.page for place in gone if isinstance(item := flow[place], Line)})
    return builder.result(
        title=title_of(given, flow, ready.body_size, source.stem), problems=problems, state=state,
        page_count=reading.page_count, found=(*reading.properties, *_found(ready, contents_pages), *refined))


def _found(ready: Prepared, contents_pages: Sequence[int]) -> list[Found]:
    """What the fast pass left out or is not sure of, by page."""
    reading = ready.reading
    numbers = {
        "contents pages": contents_pages,
        DOUBTFUL: sorted(doubtful_pages(ready.layouts)),
        "pages recognised by OCR": reading.recognized,
        "pages with a recognised text layer": [page.number for page in reading.pages if page.under_picture],
    }
    made = [Found(name=name, value=ranges(pages), source=SOURCE) for name, pages in numbers.items() if pages]
    stamps = {text for page in reading.pages for text in page.slanted}
    furniture = list(dict.fromkeys((*ready.furniture, *sorted(stamps))))[:_MOST_FURNITURE]
    if furniture:
        made.append(Found(name="page furniture", value=" · ".join(furniture), source=SOURCE))
    return made
