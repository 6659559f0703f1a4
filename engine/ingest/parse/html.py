"""Web pages: their content as our Markdown, without the site's furniture and what no reader sees.

Owns the order of the steps: encoding, tree, content, title. Nothing that a page names is ever loaded.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.ingest.decode import clean
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.charset import declared_charset, decode_as
from engine.ingest.parse.html_blocks import BlockWalk
from engine.ingest.parse.html_hidden import Hiding
from engine.ingest.parse.html_meta import found_in, own_title, page_title, without_site
from engine.ingest.parse.html_page import Page
from engine.ingest.parse.html_tree import html_tree
from engine.ingest.parse.source import Source, no_progress
from engine.types import BlockKind, Found, IngestState, Parsed, Problem, ProblemCode

HIDDEN = Problem(code=ProblemCode.HIDDEN_TEXT,
                 detail="Parts of the page are hidden from readers by style; they were left out.")
INVISIBLE = Problem(code=ProblemCode.INVISIBLE_CHARACTERS,
                    detail="The file holds invisible characters that can carry hidden text; they were left out.")
MARKED_HIDDEN = Problem(code=ProblemCode.HIDDEN_TEXT,
                        detail="Parts that the document marks as hidden were left out; show them to have them indexed.")
EMPTY = Problem(code=ProblemCode.EMPTY, detail="The file has no text of its own; only its name can be found.")

_NUMERIC = re.compile(r"&#(?:\d{3,7}|x[0-9a-f]{3,6});?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What was read of a page into a builder. ``title`` is empty when the page has none."""

    title: str
    found: tuple[Found, ...]
    problems: tuple[Problem, ...]


def parse(source: Source) -> Parsed:
    """The page's content as text and blocks. Raises DocumentTrouble(BINARY) when the file is no text."""
    decoded = decode_as(source.data, declared_charset(source.data))
    builder = TextBuilder(media_type=source.media_type)
    read = read_html(decoded.text, builder, progress=source.progress)
    return finished(builder, title=read.title or source.stem, found=read.found,
                    problems=(*decoded.problems, *read.problems), encoding=decoded.encoding)


def read_html(source: str, builder: TextBuilder, *, progress: Callable[[], None] = no_progress,
              is_eager: bool = False) -> Read:
    """Write the content of a page or a fragment into ``builder``.

    ``is_eager`` takes first rows of tables for headers more readily: for documents that seldom mark them.
    """
    tree = html_tree(source)
    page = Page(tree)
    hiding = Hiding(tree)
    walk = BlockWalk(builder, page, hiding, progress=progress, is_eager=is_eager)
    before = len(builder.blocks)
    _outer_title(tree, page, hiding, builder)
    for root in page.roots:
        walk.walk(root)
    if len(builder.blocks) == before and tree.body is not None:
        page.keep_all(tree.body)  # a page of nothing but links, in what looks like navigation
        walk.walk(tree.body)
    problems = [HIDDEN] if walk.has_hidden else []
    if "&#" in source and clean(html.unescape("".join(_NUMERIC.findall(source))))[1]:
        problems.append(INVISIBLE)
    return Read(title=_title(tree, builder, before), found=found_in(tree), problems=tuple(problems))


def finished(builder: TextBuilder, *, title: str, found: tuple[Found, ...], problems: tuple[Problem, ...],
             encoding: str = "utf-8") -> Parsed:
    """The document; one without any text has only its metadata, and says so."""
    if builder.blocks:
        return builder.result(title=title, found=found, problems=tuple(dict.fromkeys(problems)), encoding=encoding)
    return builder.result(title=title, found=found, problems=(EMPTY, *problems), encoding=encoding,
                          state=IngestState.METADATA_ONLY)


def office_text(builder: TextBuilder, *, title: str, found: tuple[Found, ...], problems: tuple[Problem, ...],
                unseen: tuple[bool, bool]) -> Parsed:
    """An office document. ``unseen``: whether text was left out that is marked as hidden, which is named and no fault,
    and whether some was that is disguised.
    """
    is_marked, is_disguised = unseen
    faults = (*problems, *((HIDDEN,) if is_disguised else ()))
    if not is_marked or faults or not builder.blocks:
        return finished(builder, title=title, found=found, problems=faults or (MARKED_HIDDEN,) * is_marked)
    return builder.result(title=title, found=found, problems=(MARKED_HIDDEN,), state=IngestState.INDEXED)


def _title(tree: LexborHTMLParser, builder: TextBuilder, first: int) -> str:
    """The heading that the title element names, else the first of level 1, else the title without the site's name.
    """
    headings = [block for block in builder.blocks[first:] if block.kind is BlockKind.HEADING]
    title = page_title(tree)
    named = own_title(title, frozenset(block.plain for block in headings)) if title else ""
    top = [block.plain for block in headings if block.level == 1]
    if len(top) == 1 or (top and not title):
        return named or top[0]
    return named or without_site(title) or (headings[0].plain if headings else "")


def _outer_title(tree: LexborHTMLParser, page: Page, hiding: Hiding, builder: TextBuilder) -> None:
    """Write the page's main heading where the site shows it outside the content."""
    if page.is_framed or any(root.css_first("h1") is not None for root in page.roots):
        return
    title = page_title(tree)
    for heading in tree.css("h1"):
        words = _words(heading)
        if words and words in title and not hiding.hides(heading, heading.attributes):
            builder.heading(1, words, anchor=heading.attributes.get("id") or "")
            return


def _words(node: LexborNode) -> str:
    return " ".join(node.text().split()).rstrip(" ¶#")
