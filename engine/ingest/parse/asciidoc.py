"""AsciiDoc files: the header with its attributes, then blocks, written as our own Markdown.

Owns the order of the steps and what the header says. A small reader of our own: no kept library reads AsciiDoc. The
grammar is that of Asciidoctor, as far as it decides what a reader sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.ingest.decode import decode
from engine.ingest.front_matter import SOURCE, front_matter
from engine.ingest.parse.asciidoc_attributes import ENTRY, Attributes, SectionIds
from engine.ingest.parse.asciidoc_blocks import HEADING, BlockWalk
from engine.ingest.parse.asciidoc_include import Includes
from engine.ingest.parse.asciidoc_inline import InlineReader
from engine.ingest.parse.asciidoc_reader import Line, Reader, is_comment, numbered, preprocessed
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.source import Source
from engine.types import BlockKind, Found, Parsed, Problem, ProblemCode

_WORD = r"\w[\w\-'.]*"
_AUTHORS = re.compile(rf"(?:{_WORD}(?: +{_WORD}){{0,3}}(?: +<[^<>\s]+>)?(?:; *(?=\w)|\Z)){{1,20}}\Z")
_REVISION = re.compile(r"(?:v(?P<marked>\d[^\s,:]*)|[^\d,{]{0,12}(?P<number>\d[^\s,:]*)(?=,))"
                       r"(?:, *(?P<date>[^:\n]{0,60}))?(?:: *\S.*)?\Z")
_DATE_ONLY = re.compile(r"\d{4}-\d\d-\d\d\Z")
_HEADING_LINE = re.compile(r"^(?:\[\[([\w:][\w:.-]*)(?:,[^\[\]\n]*)?\]\]\n"
                           r"|\[[^\[\]\n#]*#([\w:-][\w:.-]*)[^\[\]\n]*\]\n)?"
                           r"(?:={1,6}|#{1,6})[ \t]+(\S[^\n]*)$", re.MULTILINE)
_OLD_HEADING = re.compile(r"^\[\[([\w:][\w:.-]*)(?:,[^\[\]\n]*)?\]\]\n(\S[^\n]{0,200})\n(?:-{3,}|~{3,}|\^{3,}|\+{3,})$",
                          re.MULTILINE)
_LARGEST_FOUND = 500
_SETTINGS = frozenset("toc toclevels toc-title icons iconsdir sectnums sectanchors sectlinks docinfo experimental "
                      "idprefix idseparator imagesdir source-highlighter stylesheet stylesdir linkcss doctype backend "
                      "leveloffset nofooter noheader data-uri stem compat-mode hardbreaks figure-caption "
                      "table-caption example-caption".split())


def parse(source: Source) -> Parsed:
    """The file as text and blocks. Raises DocumentTrouble when it is no text."""
    decoded = decode(source.data)
    front = front_matter(decoded.text)
    body = "\n" * decoded.text.count("\n", 0, front.end) + decoded.text[front.end:]
    attributes, includes = Attributes(), Includes(source)
    attributes.set("docname", source.stem)
    builder = TextBuilder(media_type=source.media_type)
    walk = BlockWalk(builder, attributes, InlineReader(attributes, _titles(body)), source.progress)
    reader = Reader(preprocessed(numbered(body), attributes, includes))
    header = _Header(reader, walk)
    header.read()
    walk.run(reader)
    walk.writer.finish()
    problems = (*decoded.problems, *front.problems, *_include_problems(includes))
    refused = Found(name="includes_left_out", value=str(includes.refused), source="includes")
    title = header.title or next((b.plain for b in builder.blocks if b.kind is BlockKind.HEADING), "") or source.stem
    return builder.result(title=title, problems=problems, encoding=decoded.encoding,
                          found=(*front.values, *header.found, *((refused,) if includes.refused else ())))


def _include_problems(includes: Includes) -> Iterator[Problem]:
    if includes.missing:
        names = ", ".join(includes.missing[:3]) + (" …" if len(includes.missing) > 3 else "")
        yield Problem(code=ProblemCode.UNREADABLE, detail=f"{len(includes.missing)} included files are not there "
                      f"({names}); what they say is missing from this page.")


def _titles(text: str) -> dict[str, str]:
    """Headings by their ids, for references to them before they are read."""
    titles: dict[str, str] = {}
    attributes = Attributes()
    for match in re.finditer(r"^:(idprefix|idseparator):[ \t]*(\S*)$", text, re.MULTILINE):
        attributes.set(match[1], match[2])
    ids = SectionIds(attributes)
    for match in _HEADING_LINE.finditer(text):
        words = re.sub(r"[`*_]{1,2}(\S.*?)[`*_]{1,2}", r"\1", match[3])
        titles.setdefault(ids.make(words, match[1] or match[2] or ""), words)
    for match in _OLD_HEADING.finditer(text):
        titles.setdefault(match[1], match[2])
    return titles


class _Header:
    """The title, author and revision lines, and the attributes set before the first block."""

    def __init__(self, reader: Reader, walk: BlockWalk) -> None:
        self._reader = reader
        self._walk = walk
        self._names: list[str] = []
        self._line_values: list[Found] = []
        self.title = ""

    @property
    def found(self) -> tuple[Found, ...]:
        """What the header says, as front matter; ``page-`` attributes also under the name that a site gives them."""
        attributes = self._walk.attributes
        values = [(name, attributes.get(name) or ("true" if name in {"deprecated", "page-deprecated"} else ""))
                  for name in self._names if name in attributes and name not in _SETTINGS]
        made = [*self._line_values]
        made += [Found(name=name.removeprefix("page-"), value=value, source=SOURCE)
                 for name, value in values if name.startswith("page-")]
        made += [Found(name=name, value=value, source=SOURCE) for name, value in values if not name.startswith("page-")]
        if "revnumber" in self._names:
            made.insert(0, Found(name="version", value=attributes.get("revnumber"), source=SOURCE))
        return tuple(found for found in made if found.value)[:_LARGEST_FOUND]

    def read(self) -> None:
        """Take the header's lines; a document without a title has only attributes there."""
        bracketed = self._entries()
        text = self._reader.peek() or ""
        below = self._reader.peek(1) or ""
        heading = HEADING.match(text)
        is_underlined = bool(re.match(r"={3,}\Z", below)) and abs(len(below) - len(text)) <= 1 and text[:1].isalnum()
        if not is_underlined and (heading is None or len(heading[1]) > 1):
            self._reader.put_back(bracketed)
            return
        words = text if is_underlined or heading is None else heading[2]
        number = self._reader.take().number
        if is_underlined:
            self._reader.take()
            self._walk.attributes.set("compat-mode", "")
        self._lines_below()
        self._reader.put_back([*bracketed, Line(f"= {words}", number)])
        self._walk.block(self._reader, level=0, is_nested=False)
        self.title = self._walk.inline.read(words).plain

    def _lines_below(self) -> None:
        """Take author and revision lines and entries, up to the first blank line."""
        text = self._reader.peek() or ""
        if _AUTHORS.match(text):
            self._line_values.append(Found(name="author", value=re.sub(r"\s*<[^>]*>", "", text), source=SOURCE))
            self._reader.take()
            self._revision(self._reader.peek() or "")
        self._entries(ends_at_blank=True)

    def _revision(self, text: str) -> None:
        revision = _REVISION.match(text)
        if revision is None and not _DATE_ONLY.match(text):
            return
        self._reader.take()
        version = (revision["marked"] or revision["number"]) if revision else ""
        date = (revision["date"] or "").strip() if revision else text
        for name, value in (("version", version), ("date", date)):
            if value:
                self._line_values.append(Found(name=name, value=value, source=SOURCE))
        self._walk.attributes.set("revnumber", version)
        self._walk.attributes.set("revdate", date)

    def _entries(self, *, ends_at_blank: bool = False) -> list[Line]:
        """Take attribute entries, comments and blank lines, and lines in brackets, which are returned."""
        kept: list[Line] = []
        while (text := self._reader.peek()) is not None:
            if entry := ENTRY.match(text):
                self._names.append(entry[2].lower())
                self._walk.take_entry(self._reader, entry)
            elif comment := re.match(r"/{4,}\Z", text):
                self._reader.take()
                self._reader.until(comment[0])
            elif (not text and not ends_at_blank) or is_comment(text):
                self._reader.take()
            elif text.startswith("[") and text.endswith("]") and not ends_at_blank:
                kept.append(self._reader.take())
            else:
                break
        return kept
