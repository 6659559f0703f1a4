"""AsciiDoc blocks: from lines to headings, paragraphs, code, notes and tables.

1. What stands above a block (``[style]``, ``[[id]]``, ``.Title``) is collected until the block comes.
2. Blocks between delimiters are read in the same way as the document, one level of nesting deeper; a heading in them
   is no heading. Notes give their level to what they hold; examples, sidebars and quotations do not.
3. What no reader sees is left out: comments, raw HTML, tables of contents, index terms.

Lists are in ``asciidoc_lists``, tables in ``asciidoc_tables``, running text in ``asciidoc_inline``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.ingest.parse.asciidoc_attributes import ENTRY, Attributes, SectionIds
from engine.ingest.parse.asciidoc_inline import InlineReader
from engine.ingest.parse.asciidoc_lists import ListReader, list_mark
from engine.ingest.parse.asciidoc_meta import Meta
from engine.ingest.parse.asciidoc_reader import Line, Reader, is_comment
from engine.ingest.parse.asciidoc_tables import DELIMITER as TABLE_DELIMITER
from engine.ingest.parse.asciidoc_tables import read_table
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.notes import note_type
from engine.ingest.parse.rich import Rich, joined, marked, words
from engine.ingest.parse.source import no_progress
from engine.ingest.parse.writer import Writer
from engine.ingest.plain import plain_of

HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?\Z")
_UNDERLINE = re.compile(r"(?:=+|-+|~+|\^+|\++)\Z")
_UNDERLINE_LEVELS = "=-~^+"
_DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|```[^`]*|[|,:!]={3,})\Z")
_ATTRIBUTE_LINE = re.compile(r"\[(?:|[\w{,.#\"'%:].{0,10000}|\[[\w:][^\[\]]*\])\]\Z")
_TITLE = re.compile(r"\.(\.?[^ \t.].*)\Z")
_OWN_ANCHOR = re.compile(r"\s+\[\[([A-Za-z_:][\w:.-]*)(?:,[^\[\]]*)?\]\]\Z")
_ADMONITION = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)")
_BREAK = re.compile(r"(?:'{3,}|<{3,}|-{3}|\*{3}|- - -|\* \* \*)\Z")
_BLOCK_MACRO = re.compile(r"(image|video|audio|toc|icon)::(\S*?)\[(.*)\]\Z")
_CALLOUT = re.compile(r"(?:<!--(\d+|\.)-->|<(\d+|\.)>)(?=(?:\s*(?:<!--(?:\d+|\.)-->|<(?:\d+|\.)>))*\s*$)", re.MULTILINE)
_CODE_STYLES = frozenset("source listing literal mermaid plantuml ditaa graphviz a2s seqdiag blockdiag stem latexmath "
                         "asciimath console".split())
_MATH = frozenset({"stem", "latexmath", "asciimath"})
_DEEPEST = 20


class BlockWalk:
    """Reads the blocks of one document and writes them."""

    def __init__(self, builder: TextBuilder, attributes: Attributes, inline: InlineReader,
                 progress: Callable[[], None] = no_progress) -> None:
        self.writer = Writer(builder)
        self.attributes = attributes
        self.inline = inline
        self.ids = SectionIds(attributes)
        self._lists = ListReader(self)
        self._progress = progress
        self._depth = 0

    def run(self, reader: Reader, *, level: int = 0, is_nested: bool = False) -> None:
        """All blocks up to the end of ``reader``."""
        while reader.skip_blank() or reader.peek() is not None:
            if reader.peek() is not None:
                self._progress()
                self.block(reader, level=level, is_nested=is_nested)

    def block(self, reader: Reader, *, level: int, is_nested: bool = True, in_item: bool = False) -> None:
        """The next block, with what stands above it. In a list item a paragraph ends where an item begins."""
        meta = self.meta(reader)
        text = reader.peek()
        if text is None or not text:
            self._title(meta, level)
            return
        if _DELIMITER.match(text):
            self._delimited(reader, meta, level)
        elif (heading := _heading(reader, is_nested=is_nested and meta.style not in {"discrete", "float"})):
            self._heading(reader, meta, heading, level, is_nested=is_nested)
        elif macro := _BLOCK_MACRO.match(text):
            number = reader.take().number
            if macro[1] == "image":
                self._image(macro[2], macro[3], meta, level, number)
        elif _BREAK.match(text):
            reader.take()
        elif text[0] in " \t" and not list_mark(text):
            self._indented(reader, meta, level)
        elif list_mark(text) and meta.style not in _CODE_STYLES:
            self._title(meta, level, is_topic=True)
            self._lists.read(reader, meta, level)
        else:
            self._paragraph(reader, meta, level, in_item=in_item)
        self._title(meta, level)

    def meta(self, reader: Reader) -> Meta:
        """Take settings, comments and what is said about the next block."""
        meta = Meta()
        while (text := reader.peek()) is not None:
            if text.startswith("//") and (comment := re.match(r"/{4,}\Z", text)):
                reader.take()
                reader.until(comment[0])
            elif is_comment(text) or text in {"", "+"}:
                reader.take()
            elif text[0] == ":" and (entry := ENTRY.match(text)):
                self.take_entry(reader, entry)
            elif text[0] == "[" and _ATTRIBUTE_LINE.match(text):
                reader.take()
                meta.add(self.attributes.filled(text))
            elif text[0] == "." and (title := _TITLE.match(text)) and not list_mark(text):
                meta.title, meta.title_line = title[1], reader.take().number
            else:
                break
        return meta

    # --- headings and paragraphs ---

    def _heading(self, reader: Reader, meta: Meta, heading: tuple[int, str, int], level: int, *,
                 is_nested: bool) -> None:
        depth, source, lines = heading
        if own := _OWN_ANCHOR.search(source):
            source, meta.anchor = source[:own.start()], own[1]
        number = reader.take().number
        if lines == 2:
            reader.take()
        text = self.inline.heading(source)
        if is_nested:
            self.writer.paragraph(marked(text, "**"), level=level, line=number)
            return
        if plain_of(source) == text.plain:
            text = Rich(text.plain, source)
        self.writer.heading(depth + self.attributes.level_offset, text, line=number,
                            anchor=self.ids.make(text.plain, meta.anchor))

    def _paragraph(self, reader: Reader, meta: Meta, level: int, *, in_item: bool = False) -> None:
        lines = self.paragraph_lines(reader, ends=(lambda text: list_mark(text) is not None) if in_item else None)
        number = lines[0].number
        source = "\n".join(line.text.lstrip() for line in lines)
        if meta.style in {"comment", "pass"}:
            meta.title = ""
            return
        if meta.style in _CODE_STYLES:
            self._code(lines, meta, level)
            return
        label = note_type(meta.style)
        if announced := _ADMONITION.match(source):
            label, source = note_type(announced[1]), source[announced.end():]
        if label:
            self.writer.note(label, self._taken_title(meta).plain, level=level, line=number)
            self.writer.paragraph(self.inline.read(source), level=level + 1, line=number)
            return
        if "hardbreaks" in meta.options or meta.style == "verse":
            source = source.replace("\n", " +\n")
        self._title(meta, level, is_topic=True)
        self.writer.paragraph(self.inline.read(source), level=level, line=number)
        if meta.style in {"quote", "verse"}:
            self._attribution(meta, level, number)

    def paragraph_lines(self, reader: Reader, *, ends: Callable[[str], bool] | None = None) -> list[Line]:
        """The lines up to a blank one, a block's beginning, or one that ``ends`` the text; comments left out."""
        lines = [reader.take()]
        while (text := reader.peek()) is not None and text:
            if is_comment(text):
                reader.take()
                continue
            if text == "+" or _DELIMITER.match(text) or (text[0] == "[" and _ATTRIBUTE_LINE.match(text)) or (
                    ends and ends(text)):
                break
            lines.append(reader.take())
        return lines

    def begins_block(self, text: str) -> bool:
        """Whether ``text`` cannot be the first line of a paragraph."""
        return bool(_DELIMITER.match(text) or _ATTRIBUTE_LINE.match(text) or HEADING.match(text))

    def _indented(self, reader: Reader, meta: Meta, level: int) -> None:
        """A paragraph whose first line is indented is kept as it is, without the margin that all its lines have."""
        lines = [reader.take()]
        while (text := reader.peek()) is not None and text and text != "+":
            lines.append(reader.take())
        if meta.style in {"normal", "quote", "verse"} or note_type(meta.style):
            reader.put_back(Line(line.text.lstrip(), line.number) for line in lines)
            self._paragraph(reader, meta, level)
        else:
            margin = min(len(line.text) - len(line.text.lstrip()) for line in lines)
            self._code([Line(line.text[margin:], line.number) for line in lines], meta, level)

    def _title(self, meta: Meta, level: int, *, is_topic: bool = False) -> None:
        """Write the title of the block that follows, unless it was written or is part of the block."""
        line = meta.title_line
        self.writer.title(self._taken_title(meta), level=level, line=line, is_topic=is_topic)

    def _taken_title(self, meta: Meta) -> Rich:
        title, meta.title = meta.title, ""
        return self.inline.read(title)

    def _attribution(self, meta: Meta, level: int, line: int) -> None:
        who = ", ".join(filter(None, (meta.value(1, "attribution"), meta.value(2, "citetitle"))))
        if who:
            self.writer.paragraph(joined((words("— "), self.inline.read(who))), level=level, line=line)

    def _image(self, target: str, values: str, meta: Meta, level: int, line: int) -> None:
        """The words for a picture: its title and its alternative text."""
        given = Meta()
        given.add(f"[{self.attributes.filled(values)}]")
        alternative = given.named.get("alt", "") or (given.values[0] if given.values else "")
        title = meta.title = meta.title or given.named.get("title", "")
        meta.title_line = meta.title_line or line
        self._title(meta, level)
        if target and alternative != title:
            self.writer.paragraph(self.inline.read(alternative), level=level, line=line)

    def take_entry(self, reader: Reader, entry: re.Match[str]) -> None:
        """``:name: value``; a value goes on after a backslash at its end."""
        reader.take()
        value = entry[4] or ""
        while value.endswith((" \\", " +")) and (text := reader.peek()) is not None:
            is_hard = value.endswith(" + \\") or value.endswith(" +")
            value = f"{value[:-2].rstrip()}{' +' if is_hard and value.endswith(' +') else ''} {text.strip()}"
            reader.take()
        if entry[1] or entry[3]:
            self.attributes.unset(entry[2])
        else:
            self.attributes.set(entry[2], value)

    # --- blocks between delimiters ---

    def _delimited(self, reader: Reader, meta: Meta, level: int) -> None:
        opening = reader.take()
        mark = opening.text
        if mark.startswith("```"):
            meta.values = [meta.style or "source", mark.strip("`").split(",")[0].strip(), *meta.values[2:]]
            meta.style, mark = "source", "```"
        lines = reader.until(mark)
        if TABLE_DELIMITER.match(mark):
            self._table(lines, mark, meta, level, opening.number)
        elif mark[0] == "/" or meta.style == "comment":
            meta.title = ""
        elif mark[0] == "+":
            if meta.style in _MATH:
                self._code(lines, meta, level)
        elif mark[0] in "-.`" and (mark != "--" or meta.style in _CODE_STYLES):
            self._code(lines, meta, level)
        elif mark[0] == "_" and meta.style == "verse":
            self._title(meta, level)
            self.writer.paragraph(self.inline.read(" +\n".join(line.text for line in lines)), level=level,
                                  line=opening.number)
            self._attribution(meta, level, opening.number)
        elif self._depth >= _DEEPEST:
            self._code(lines, meta, level)
        else:
            self._compound(lines, meta, level, opening.number)

    def _compound(self, lines: Sequence[Line], meta: Meta, level: int, number: int) -> None:
        """A block that holds blocks: a note, an example, a sidebar, a quotation, or nothing but a group."""
        label = note_type(meta.style)
        self._depth += 1
        if label:
            self.writer.note(label, self._taken_title(meta).plain, level=level, line=number)
            self.run(Reader(lines), level=level + 1, is_nested=True)
        else:
            self._title(meta, level, is_topic=True)
            self.run(Reader(lines), level=level, is_nested=True)
            if meta.style == "quote":
                self._attribution(meta, level, number)
        self._depth -= 1

    def _code(self, lines: Sequence[Line], meta: Meta, level: int) -> None:
        if not lines:
            return
        self._title(meta, level)
        text = "\n".join(line.text for line in lines)
        substitutions = meta.named.get("subs", "")
        if re.search(r"attributes|normal", substitutions):
            text = self.attributes.filled(text)
        if re.search(r"quotes|macros|normal", substitutions):
            text = "\n".join(self.inline.read(line).plain if line.strip() else line for line in text.split("\n"))
        if _CALLOUT.search(text):
            text = _CALLOUT.sub(lambda match: f"({match[1] or match[2]})", text)
        if meta.style in _MATH:
            language = "latex" if meta.style == "latexmath" else ""
        else:
            language = meta.value(1, "language") or (self.attributes.get("source-language")
                                                     if meta.style == "source" else "")
            if not language and meta.style not in {"", "source", "listing", "literal"}:
                language = meta.style
        self.writer.code(text, language=re.sub(r"[^\w+#.-]", "", language), level=level, line=lines[0].number)

    def _table(self, lines: Sequence[Line], mark: str, meta: Meta, level: int, number: int) -> None:
        header, rows = read_table(lines, mark, meta, self._cell_text)
        self.writer.table(header, rows, caption=self._taken_title(meta).plain, level=level, line=number)

    def _cell_text(self, source: str, style: str, line: int) -> str:
        """Readable text of a cell; blocks in it one after the other."""
        source = source.strip() if style != "l" else source.strip("\n")
        if style in {"l", "v"}:
            return source
        if style == "a" and self._depth < _DEEPEST:
            builder = TextBuilder(media_type="")
            cell = BlockWalk(builder, self.attributes, self.inline)
            cell._depth = self._depth + 1
            cell.run(Reader(Line(text.rstrip(), line) for text in source.split("\n")), is_nested=True)
            cell.writer.finish()
            return "\n".join(block.plain for block in builder.blocks)
        return "\n".join(self.inline.read(part.strip()).plain for part in re.split(r"\n\s*\n", source) if part.strip())


def _heading(reader: Reader, *, is_nested: bool) -> tuple[int, str, int] | None:
    """Level, words and lines of the heading that comes next, if one does; in a block none is underlined."""
    text = reader.peek() or ""
    if text[0] in "=#":
        match = HEADING.match(text)
        return (len(match[1]), match[2], 1) if match else None
    if is_nested or not (text[0].isalnum() or text[0] in "`\"'_*{(<") or len(text) > 200:
        return None
    below = reader.peek(1)
    if below and text.endswith(":") and _DELIMITER.match(below):
        return None  # ``Run:`` and code below it
    if below and len(below) > 2 and _UNDERLINE.match(below) and abs(len(below) - len(text)) <= 1:
        return _UNDERLINE_LEVELS.index(below[0]) + 1, text, 2
    return None
