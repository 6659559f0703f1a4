"""The blocks of a docutils tree, written one after the other.

1. Sections give headings by their depth; the label before a section is its anchor.
2. Terms, options and fields are definitions; notes hold what is in them; containers are transparent.
3. An error of the markup keeps the text it was about, as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from docutils import nodes

from engine.ingest.parse.notes import note_type
from engine.ingest.parse.rich import NOTHING, Rich, assembled, joined, marked, words
from engine.ingest.parse.rst_inline import InlineReader
from engine.ingest.parse.rst_tables import rows_of
from engine.ingest.parse.writer import Writer
from engine.ingest.plain import plain_of

_UNSEEN = (nodes.comment, nodes.substitution_definition, nodes.target, nodes.raw, nodes.pending, nodes.decoration,
           nodes.meta, nodes.transition, nodes.docinfo)
_ERROR = 3


class TreeWalk:
    """Writes one document. ``heading_line`` gives the source line of the next heading with that source text."""

    def __init__(self, writer: Writer, inline: InlineReader, heading_line: Callable[[str], int],
                 progress: Callable[[], None]) -> None:
        self._writer = writer
        self._inline = inline
        self._heading_line = heading_line
        self._progress = progress
        self._depth = 0
        self._line = 1

    def run(self, children: Sequence[nodes.Node], level: int = 0) -> None:
        """All blocks of a parent, in order."""
        for child in children:
            if not isinstance(child, nodes.Element) or isinstance(child, _UNSEEN):
                continue
            self._line = child.line or self._line
            write = next((write for kind, write in _BLOCKS if isinstance(child, kind)), TreeWalk._transparent)
            write(self, child, level)

    def _transparent(self, node: nodes.Element, level: int) -> None:
        if node.children and all(isinstance(child, (nodes.Text, nodes.Inline)) for child in node.children):
            self._writer.paragraph(self._inline.read(node), level=level, line=self._line)
        else:
            self.run(node.children, level)

    # --- sections and paragraphs ---

    def _section(self, node: nodes.Element, level: int) -> None:
        self._progress()
        self._depth += 1
        title = node.next_node(nodes.title)
        if title is not None and title.parent is node:
            text = self._inline.read(title)
            source = " ".join(title.rawsource.split())
            line = self._heading_line(title.rawsource)
            self._line = line or self._line
            if plain_of(source) == text.plain:
                text = Rich(text.plain, source)
            if not text.plain:  # all of it is struck out
                text = Rich(title.astext(), f"~~{title.astext()}~~")
            anchor = node["ids"][-1] if node["ids"] else ""
            self._writer.heading(self._depth, text, anchor=anchor, line=self._line)
        self.run([child for child in node.children if child is not title], level)
        self._depth -= 1

    def _paragraph(self, node: nodes.Element, level: int) -> None:
        text = self._inline.read(node)
        if "title" in node.get("classes", ()):
            text = marked(text, "**")
        self._writer.paragraph(text, level=level, line=self._line)

    def _title(self, node: nodes.Element, level: int) -> None:
        """The title of a topic, a sidebar or a table of contents."""
        self._writer.title(self._inline.read(node), level=level, line=self._line, is_topic=True)

    def _topic(self, node: nodes.Element, level: int) -> None:
        if "contents" not in node.get("classes", ()):
            self.run(node.children, level)

    def _caption(self, node: nodes.Element, level: int) -> None:
        self._writer.title(self._inline.read(node), level=level, line=self._line)

    def _lines(self, node: nodes.Element, level: int) -> None:
        """A block whose line breaks count."""
        lines = [self._inline.read(line) for line in node.findall(nodes.line)]
        made = Rich("\n".join(line.plain for line in lines), "\\\n".join(line.markup for line in lines if line.plain))
        self._writer.paragraph(made, level=level, line=self._line)

    def _attribution(self, node: nodes.Element, level: int) -> None:
        text = joined((words("— "), self._inline.read(node)))
        self._writer.paragraph(text, level=level, line=self._line)

    def _footnote(self, node: nodes.Element, level: int) -> None:
        label = node.next_node(nodes.label)
        mark = f"[{label.astext()}] " if label is not None else ""
        rest = [child for child in node.children if child is not label]
        if rest and isinstance(rest[0], nodes.paragraph):
            text = assembled([mark, self._inline.read(rest[0])])
            self._writer.paragraph(text, level=level, line=self._line)
            rest = rest[1:]
        self.run(rest, level)

    # --- code, pictures, tables ---

    def _code(self, node: nodes.Element, level: int) -> None:
        classes: list[str] = node.get("classes", [])
        styles = [name for name in classes if name not in {"code", "highlight"}]
        language: str = node.get("language") or (styles[0] if "code" in classes and styles else "")
        if isinstance(node, nodes.doctest_block):
            language = "pycon"
        elif isinstance(node, nodes.math_block):
            language = "latex"
        language = " ".join(language.split()[:1])
        self._writer.code(node.astext(), language=language, level=level, line=self._line)

    def _image(self, node: nodes.Element, level: int) -> None:
        self._writer.paragraph(words(str(node.get("alt", ""))), level=level, line=self._line)

    def _table(self, node: nodes.Element, level: int) -> None:
        title = node.next_node(nodes.title)
        caption = self._inline.read(title).plain if title is not None and title.parent is node else ""
        for group in node.findall(nodes.tgroup):
            header, rows = rows_of(group, lambda entry: "\n".join(self._cell(child) for child in entry.children))
            self._writer.table(header, rows, caption=caption, level=level, line=self._line)
            return

    def _cell(self, node: nodes.Node) -> str:
        if isinstance(node, nodes.system_message):  # what was written is shown, the complaint is not
            blocks = node.children if int(node.get("level", 0)) >= _ERROR else []
            return "\n".join(block.astext() for block in blocks if isinstance(block, nodes.literal_block))
        if isinstance(node, nodes.Element) and not isinstance(node, _UNSEEN):
            if isinstance(node, (nodes.TextElement, nodes.image)) and not isinstance(node, nodes.literal_block):
                holder = nodes.paragraph("", "", node.deepcopy()) if isinstance(node, nodes.image) else node
                return self._inline.read(holder).plain
            if node.children and not isinstance(node, nodes.literal_block):
                return "\n".join(filter(None, map(self._cell, node.children)))
            return node.astext()
        return ""

    # --- lists and definitions ---

    def _bullets(self, node: nodes.Element, level: int) -> None:
        number = int(node.get("start", 1)) if isinstance(node, nodes.enumerated_list) else None
        for item in node.children:
            if isinstance(item, nodes.list_item):
                self._line = item.line or _first_line(item) or self._line
                self._writer.item(NOTHING, level=level, number=number, line=self._line)
                self.run(item.children, level + 1)
                number = None if number is None else number + 1

    def _definitions(self, node: nodes.Element, level: int) -> None:
        for item in node.children:
            if isinstance(item, nodes.definition_list_item):
                self._line = item.line or self._line
                names = [child for child in item.children if isinstance(child, (nodes.term, nodes.classifier))]
                term = joined(map(self._inline.read, names), " : ")
                self._define(term, [child for child in item.children if isinstance(child, nodes.definition)], level)

    def _fields(self, node: nodes.Element, level: int) -> None:
        for field in node.children:
            if isinstance(field, nodes.field):
                self._line = field.line or self._line
                name, *bodies = (child for child in field.children if isinstance(child, nodes.Element))
                self._define(self._inline.read(name), bodies, level)

    def _options(self, node: nodes.Element, level: int) -> None:
        for item in node.children:
            if isinstance(item, nodes.option_list_item):
                self._line = item.line or self._line
                options = [words(option.astext()) for option in item.findall(nodes.option)]
                self._define(joined(options, ", "), item.children[1:], level)

    def _define(self, term: Rich, bodies: Sequence[nodes.Node], level: int) -> None:
        self._writer.definition(term, level=level, line=self._line)
        for body in bodies:
            if isinstance(body, nodes.Element):
                self.run(body.children, level + 1)

    # --- notes and errors ---

    def _note(self, node: nodes.Element, level: int) -> None:
        title = node.children[0] if node.children and isinstance(node.children[0], nodes.title) else None
        name = self._inline.read(title).plain if isinstance(title, nodes.title) else ""
        label = node.get("label") or note_type(node.tagname) or note_type(name) or "note"
        self._writer.note(label, "" if note_type(name) == label else name, level=level, line=self._line)
        self.run(node.children[1:] if title is not None else node.children, level + 1)

    def _error(self, node: nodes.Element, level: int) -> None:
        if int(node.get("level", 0)) >= _ERROR:
            for block in node.children:
                if isinstance(block, nodes.literal_block):
                    self._writer.code(block.astext(), level=level, line=self._line)


_BLOCKS: Sequence[tuple[type[Any], Callable[[TreeWalk, nodes.Element, int], None]]] = (
    (nodes.paragraph, TreeWalk._paragraph), (nodes.section, TreeWalk._section), (nodes.title, TreeWalk._title),
    (nodes.bullet_list, TreeWalk._bullets), (nodes.enumerated_list, TreeWalk._bullets),
    (nodes.definition_list, TreeWalk._definitions), (nodes.field_list, TreeWalk._fields),
    (nodes.option_list, TreeWalk._options), (nodes.system_message, TreeWalk._error),
    (nodes.Admonition, TreeWalk._note), (nodes.literal_block, TreeWalk._code), (nodes.doctest_block, TreeWalk._code),
    (nodes.math_block, TreeWalk._code), (nodes.table, TreeWalk._table), (nodes.image, TreeWalk._image),
    (nodes.line_block, TreeWalk._lines), (nodes.footnote, TreeWalk._footnote), (nodes.citation, TreeWalk._footnote),
    (nodes.attribution, TreeWalk._attribution), (nodes.topic, TreeWalk._topic), (nodes.caption, TreeWalk._caption),
    (nodes.rubric, TreeWalk._title), (nodes.subtitle, TreeWalk._title),
)


def _first_line(node: nodes.Element) -> int:
    return next((child.line for child in node.findall(nodes.Element) if child.line), 0)
