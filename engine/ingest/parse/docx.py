"""Word documents: the parts of the package as HTML, read like any page.

Owns which parts are read. Mammoth was tried and lost words: fields (the number of a caption), formulas, the numbers of
steps after an interruption; it shows hidden text, and deep nesting ends it.

1. The package is opened and checked by ``office``; nothing outside it is ever opened, links just keep their address.
2. Styles and numbering tell what a paragraph is; the body goes block by block, so that long documents report progress.
3. Comments, headers and footers are no text. Deleted and hidden text is left out, inserted text is in.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from posixpath import dirname, join, normpath
from xml.etree.ElementTree import Element, ParseError, iterparse

from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.docx_body import Body, blocks_of
from engine.ingest.parse.docx_numbering import Numbering
from engine.ingest.parse.docx_styles import Styles, local, value
from engine.ingest.parse.html import office_text, read_html
from engine.ingest.parse.office import Package, corrupt, open_package
from engine.ingest.parse.office_properties import properties
from engine.ingest.parse.source import Source
from engine.types import Parsed

_MAIN = "word/document.xml"
_REPORT_EVERY = 50


def parse(source: Source) -> Parsed:
    """The document as text and blocks.

    Raises DocumentTrouble: EMPTY, ENCRYPTED, UNSUPPORTED, CORRUPT or BOMB.
    """
    package = open_package(source)
    package.check()
    main = next(iter(_targets(package, "", "officeDocument").values()), _MAIN)
    if main not in package:
        raise corrupt("it holds no Word document")
    body = _body(package, main)
    for count, block in enumerate(_blocks(package.xml(main))):
        body.add(block)
        if count % _REPORT_EVERY == 0:
            source.progress()
    builder = TextBuilder(media_type=source.media_type)
    read = read_html(body.finish(), builder, progress=source.progress, is_eager=True)
    found = properties(package)
    title = read.title or next((each.value for each in found if each.name == "title"), source.stem)
    return office_text(builder, title=title, found=found, problems=read.problems, unseen=body.unseen)


def _body(package: Package, main: str) -> Body:
    notes: dict[str, Element] = {}
    for kind in ("footnote", "endnote"):
        tree = _part(package, main, f"{kind}s")
        for note in tree if tree is not None else ():
            if local(note) == kind:
                notes[f"{kind}:{value(note, 'id')}"] = note
    return Body(styles=Styles(_part(package, main, "styles")), numbering=Numbering(_part(package, main, "numbering")),
                targets=_links(package, main), notes=notes)


def _blocks(data: bytes) -> Iterator[Element]:
    """The paragraphs and tables of the main part, each let go before the next is read."""
    depth = 0
    is_body = False
    try:
        for event, element in iterparse(io.BytesIO(data), events=("start", "end")):
            if event == "start":
                depth += 1
                is_body = is_body or (depth == 2 and local(element) == "body")
                continue
            depth -= 1
            if depth == 2 and is_body:
                yield from blocks_of([element])
                element.clear()
            elif depth == 1:
                is_body = False
    except ParseError as error:
        raise corrupt("its text is no sound XML") from error


def _part(package: Package, main: str, kind: str) -> Element | None:
    """A part that the main part refers to, or that stands beside it; None when there is none."""
    names = [*_targets(package, main, kind).values(), join(dirname(main), f"{kind}.xml")]
    return next((_tree(package, name) for name in names if name in package), None)


def _tree(package: Package, name: str) -> Element | None:
    return package.tree(name) if name in package else None


def _relationships(package: Package, of: str) -> Iterator[Element]:
    folder, _, name = of.rpartition("/")
    tree = _tree(package, join(folder, "_rels", f"{name}.rels"))
    return iter(tree if tree is not None else ())


def _targets(package: Package, of: str, kind: str) -> dict[str, str]:
    """Names of the parts inside the package that a part refers to as ``kind``, by relationship."""
    return {
        each.get("Id", ""): normpath(join(dirname(of), each.get("Target", ""))).lstrip("/")
        for each in _relationships(package, of)
        if each.get("Type", "").endswith(f"/{kind}") and each.get("TargetMode") != "External"
    }


def _links(package: Package, of: str) -> dict[str, str]:
    """Addresses of links, by relationship; they are shown and never opened."""
    return {each.get("Id", ""): each.get("Target", "") for each in _relationships(package, of)
            if each.get("Type", "").endswith("/hyperlink")}
