"""OpenDocument texts (ODT): the parts of the package as HTML, read like any page.

Owns which parts are read; the package is opened and checked by ``office``. The format is one XML part in a published
grammar: a library would bring its own XML parser along and no safety.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from engine.errors import DocumentTrouble
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.docx_styles import child, local
from engine.ingest.parse.html import office_text, read_html
from engine.ingest.parse.odt_body import OpenBody
from engine.ingest.parse.odt_styles import OpenStyles, attribute
from engine.ingest.parse.office import MANIFEST, Package, corrupt, encrypted, open_package
from engine.ingest.parse.office_properties import SOURCE
from engine.ingest.parse.source import Source
from engine.types import Found, Parsed, ProblemCode

_LONGEST_FORMULA = 2000
_PROPERTIES = {"title": "title", "subject": "subject", "initial-creator": "author", "keyword": "keywords",
               "description": "description", "language": "language", "creation-date": "created", "date": "modified"}


def parse(source: Source) -> Parsed:
    """The document as text and blocks.

    Raises DocumentTrouble: EMPTY, ENCRYPTED, UNSUPPORTED, CORRUPT or BOMB.
    """
    package = open_package(source)
    if MANIFEST in package and b"encryption-data" in package.read(MANIFEST):
        raise encrypted()
    package.check()
    content = package.tree("content.xml")
    text = child(content, "body", "text")
    if text is None:
        raise corrupt("it holds no text document")
    body = OpenBody(OpenStyles(content, _tree(package, "styles.xml")), lambda name: _formula(package, name))
    builder = TextBuilder(media_type=source.media_type)
    read = read_html(body.html(text, source.progress), builder, progress=source.progress, is_eager=True)
    found = _properties(_tree(package, "meta.xml"))
    title = read.title or next((each.value for each in found if each.name == "title"), source.stem)
    return office_text(builder, title=title, found=found, problems=read.problems,
                       unseen=(body.has_hidden, body.has_concealed))


def _tree(package: Package, name: str) -> Element | None:
    return package.tree(name) if name in package else None


def _properties(tree: Element | None) -> tuple[Found, ...]:
    """What the document says of itself: the program's own properties that mean something, and those somebody added."""
    found = []
    meta = child(tree, "meta")
    for element in meta if meta is not None else ():
        name = attribute(element, "name") if local(element) == "user-defined" else _PROPERTIES.get(local(element), "")
        if name and (value := " ".join("".join(element.itertext()).split())):
            found.append(Found(name=name, value=value, source=SOURCE))
    return tuple(found)


def _formula(package: Package, name: str) -> str:
    """The source of an embedded formula; empty for other objects, and for one that cannot be read."""
    part = f"{name.removeprefix('./').rstrip('/')}/content.xml"
    if part not in package:
        return ""
    try:
        root = package.tree(part)
    except DocumentTrouble as trouble:
        if trouble.code is ProblemCode.BOMB:
            raise
        return ""
    if local(root) != "math":
        return ""
    written = next((each for each in root.iter() if local(each) == "annotation"), root)
    return " ".join("".join(written.itertext()).split())[:_LONGEST_FORMULA]
