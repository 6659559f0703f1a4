"""From markdown-it's tokens to blocks with exact spans.

1. Tokens come in reading order; every leaf (heading, paragraph, code, table, HTML) knows its lines, and no two leaves
   share a line, so blocks never overlap.
2. List items, definitions and notes open a frame. The first block in a frame is its head, one level above the rest:
   a head and the deeper blocks after it are one atom.
3. Lines that no token accounts for (nested deeper than the grammar goes) become paragraphs: no text is ever lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from markdown_it.token import Token

from engine.ingest.parse.anchors import Anchors, split_custom_anchor
from engine.ingest.parse.keys import key_of
from engine.ingest.parse.markdown_components import Note, component_note, is_bare_component, shortcode_note
from engine.ingest.parse.markdown_frames import Frame, head_of
from engine.ingest.parse.markdown_tables import (
    end_of_html_table,
    html_table,
    opens_table,
    pipe_rows,
    pipe_table,
)
from engine.ingest.parse.notes import note_of, note_type
from engine.ingest.parse.tables import table_plain
from engine.ingest.plain import html_text, plain_of, readable, shortcode_text
from engine.types import Block, BlockKind, Span, Table

_SHORTCODE_END = re.compile(r"\{(?:\{[<%]|%)-?\s*(?:/|end)\s*([\w.-]+)")
_FOLD = re.compile(r"<details\b", re.IGNORECASE)
_ON_ONE_LINE = re.compile(r"\{[{%].*?[}%]\}(.+)\{[{%][<%]?-?\s*(?:/|end)", re.DOTALL)
_WORD = re.compile(r"\w")
_CAPTION = re.compile(r"(?:Table|Tabelle|Tableau|表)\s*\d*\s*[:.：]?\s*\S")
_EMPTY_TASK = re.compile(r"\[[ xX]\]")
_POINT = re.compile(r"<a\s[^<>]*?\b(?:id|name)\s*=\s*[\"']?([^\s\"'<>]+)[^<>]*>", re.IGNORECASE)
_STRUCK = re.compile(r"<(s|del|strike)\b[^<>]*>\Z", re.IGNORECASE)
_LANGUAGE = re.compile(r"[\w+#.-]+")


class BlockWalk:
    """One walk over the tokens of one document. ``lines`` are the text's, hidden parts already taken out."""

    def __init__(self, lines: Sequence[str], *, first_line: int = 0) -> None:
        self._lines = lines
        self._starts: list[int] = []
        place = 0
        for line in lines:
            self._starts.append(place)
            place += len(line) + 1
        self._done = bytearray(len(lines) + 1)
        self._done[:first_line] = b"\x01" * first_line
        self._first_line = first_line
        self._blocks: list[Block] = []
        self._frames: list[Frame] = []
        self._ordered: list[bool] = []
        self._quotes = 0
        self._anchors = Anchors()
        self._point_anchor = ""
        self._struck = ""

    def blocks(self, tokens: Sequence[Token], env: dict[str, Any]) -> tuple[Block, ...]:
        """All blocks in reading order."""
        at, end = 0, len(tokens)
        while at < end:
            token = tokens[at]
            leaf = _LEAVES.get(token.type)
            if leaf is not None:
                at = leaf(self, tokens, at)
            else:
                step = _STEPS.get(token.type)
                if step is not None:
                    step(self, tokens, at)
                at += 1
        for reference in (*env.get("references", {}).values(), *env.get("duplicate_refs", ())):
            self._cover(reference["map"])
        return self._with_lost_lines()

    # --- leaves: return the index of the next token ---

    def _heading(self, tokens: Sequence[Token], at: int) -> int:
        token, inline = tokens[at], tokens[at + 1]
        plain = readable(inline.content, inline.children)
        if self._quotes or any(frame.kind is BlockKind.LIST_ITEM for frame in self._frames):
            self._add(BlockKind.PARAGRAPH, token.map, plain)
            return at + 3
        self._frames.clear()
        words, custom = split_custom_anchor(readable(inline.content, inline.children, keeps_struck=True))
        plain = split_custom_anchor(plain)[0] or words  # a heading that is struck out still begins a section
        if plain:
            self._add(BlockKind.HEADING, token.map, plain, level=int(token.tag[1]),
                      anchor=self._anchors.make(words, custom or self._note_point(inline.content, "")))
        else:
            self._cover(token.map)
        return at + 3

    def _paragraph(self, tokens: Sequence[Token], at: int) -> int:
        inline = tokens[at + 1]
        content, plain = inline.content, readable(inline.content, inline.children)
        self._note_point(content, plain)
        plain = "" if _EMPTY_TASK.fullmatch(plain) else plain
        frame = self._frames[-1] if self._frames else None
        if frame is not None and not frame.has_head and frame.kind is BlockKind.LIST_ITEM:
            frame.label = key_of(content)
        elif label := note_of(content, plain, quoted=self._quotes > 0):
            self._note(label, tokens, at, plain)
            return at + 3
        self._add(BlockKind.PARAGRAPH, tokens[at].map, plain)
        return at + 3

    def _note_point(self, source: str, plain: str) -> str:
        """The anchor that stands in a line with nothing else to be read; it is the next heading's."""
        point = _POINT.search(source) if not plain and "<" in source else None
        self._point_anchor = point[1] if point else self._point_anchor
        return self._point_anchor

    def _note(self, label: str, tokens: Sequence[Token], at: int, plain: str) -> None:
        """The paragraph that begins a note; in a quotation the rest of the quotation belongs to it."""
        if plain.startswith("[!"):
            plain = plain.partition("]")[2].strip()
        is_whole_quote = self._quotes and tokens[at - 1].type == "blockquote_open"
        frame = Frame(BlockKind.ADMONITION, self._level(), label=label, closed_by="quote" if is_whole_quote else "")
        self._frames.append(frame)
        self._add(BlockKind.PARAGRAPH, tokens[at].map, plain)
        if not is_whole_quote:
            self._frames.pop()

    def _code(self, tokens: Sequence[Token], at: int) -> int:
        token = tokens[at]
        language = _LANGUAGE.search(token.info) if token.info else None
        name = language[0] if language else ""
        kind = BlockKind.ADMONITION if token.info.startswith("{") and note_type(name) else BlockKind.CODE
        self._add(kind, token.map, token.content.strip("\n"), language=name,
                  label=note_type(name) if kind is BlockKind.ADMONITION else "")
        return at + 1

    def _html(self, tokens: Sequence[Token], at: int) -> int:
        token = tokens[at]
        if token.map is None or not opens_table(token.content):
            self._component(token)
            return at + 1
        following, last = end_of_html_table(tokens, at, self._lines)
        first = token.map[0]
        source = "\n".join(self._lines[first:last])
        table, plain = html_table(source, self._starts[first])
        self._add(BlockKind.PARAGRAPH if table is None else BlockKind.TABLE, [first, last], plain, table=table)
        return following

    def _component(self, token: Token) -> None:
        """HTML that is no table: its text; tags of notes begin and end them, tags of other components say nothing."""
        source = token.content.strip()
        if (struck := _STRUCK.match(source)) and not self._struck:
            self._struck = f"</{struck[1].lower()}"
        elif self._struck and source.lower().startswith(self._struck):
            self._struck = ""
        if source.startswith("</") and source.endswith(">") and source.count("<") == 1:
            self._cover(token.map)
            self._close(f"<{source[2:-1].strip()}")
            return
        note = component_note(source)
        if note is None and _FOLD.match(source) and "</details>" not in source.lower():
            self._frames.append(Frame(None, self._level(), closed_by="<details"))
        self._note_point(source, html_text(source))
        if note is None:
            told = [line for line in source.split("\n") if not is_bare_component(line)]
            self._add(BlockKind.PARAGRAPH, token.map, html_text("\n".join(told)))
            return
        inside = html_text(source[source.index(">") + 1:])
        if note.name[0].isupper():  # MDX reads Markdown inside
            inside = "\n".join(map(plain_of, inside.split("\n")))
        is_whole = source.endswith(f"</{note.name}>")
        plain = "\n".join(filter(None, (note.title, inside)))
        self._begin(replace(note, name="" if is_whole else f"<{note.name}"), token.map, plain)

    def _table(self, tokens: Sequence[Token], at: int) -> int:
        following, rows = pipe_rows(tokens, at)
        table = pipe_table(rows, self._span, self._caption())
        self._add(BlockKind.TABLE, tokens[at].map, table_plain(table), table=table)
        return following

    def _shortcode(self, tokens: Sequence[Token], at: int) -> int:
        token = tokens[at]
        if ending := _SHORTCODE_END.match(token.content):
            self._cover(token.map)
            self._close(ending[1])
            return at + 1
        note = shortcode_note(token.content)
        if note is None:
            self._add(BlockKind.PARAGRAPH, token.map, shortcode_text(token.content))
        elif inside := _ON_ONE_LINE.match(token.content):
            words = "\n".join(filter(None, (note.title, plain_of(inside[1].strip()))))
            self._begin(replace(note, name=""), token.map, words)
        else:
            self._begin(note, token.map, note.title)
        return at + 1

    def _begin(self, note: Note, lines: list[int] | None, plain: str) -> None:
        """A note begins; without a name that ends it, ``plain`` is all of it."""
        self._frames.append(Frame(BlockKind.ADMONITION, self._level(), label=note.label, closed_by=note.name))
        self._add(BlockKind.PARAGRAPH, lines, plain)
        if not note.name:
            self._frames.pop()

    def _unseen(self, tokens: Sequence[Token], at: int) -> int:
        self._cover(tokens[at].map)
        return at + 1

    # --- steps: frames open and close ---

    def _list_open(self, tokens: Sequence[Token], at: int) -> None:
        self._ordered.append(tokens[at].type == "ordered_list_open")

    def _list_close(self, tokens: Sequence[Token], at: int) -> None:
        self._ordered.pop()

    def _item_open(self, tokens: Sequence[Token], at: int) -> None:
        self._frames.append(Frame(BlockKind.LIST_ITEM, self._level(), ordered=self._ordered[-1], closed_by="item"))
        self._cover_first(tokens[at].map)

    def _item_close(self, tokens: Sequence[Token], at: int) -> None:
        self._close("item")

    def _quote_open(self, tokens: Sequence[Token], at: int) -> None:
        self._quotes += 1

    def _quote_close(self, tokens: Sequence[Token], at: int) -> None:
        self._quotes -= 1
        if self._frames and self._frames[-1].closed_by == "quote":
            self._frames.pop()

    def _container_open(self, tokens: Sequence[Token], at: int) -> None:
        token = tokens[at]
        label = note_type(token.info)
        self._frames.append(Frame(BlockKind.ADMONITION if label else None, self._level(), label=label or token.content,
                                   closed_by="container"))
        assert token.map is not None
        first, last = token.map
        self._cover([first, first + 1])
        if not self._lines[last - 1].strip(" \t:>"):
            self._cover([last - 1, last])
        if token.content:
            self._add(BlockKind.PARAGRAPH, [first, first + 1], token.content)

    def _container_close(self, tokens: Sequence[Token], at: int) -> None:
        self._close("container")

    def _term(self, tokens: Sequence[Token], at: int) -> None:
        """A term is the head of its definitions."""
        self._close("definition")
        inline = tokens[at + 1]
        plain = readable(inline.content, inline.children)
        if self._struck in ("", "dt"):
            self._struck = "" if plain else "dt"  # a term that is struck out, with its definitions
        self._frames.append(Frame(BlockKind.DEFINITION, self._level(), label=plain, closed_by="definition"))
        first = (tokens[at].map or [0])[0]
        self._add(BlockKind.PARAGRAPH, [first, first + 1], plain)

    def _terms_close(self, tokens: Sequence[Token], at: int) -> None:
        self._close("definition")
        self._struck = "" if self._struck == "dt" else self._struck

    def _footnote_open(self, tokens: Sequence[Token], at: int) -> None:
        self._frames.append(Frame(BlockKind.PARAGRAPH, self._level(), closed_by="footnote"))
        self._cover_first(tokens[at].map)

    def _footnote_close(self, tokens: Sequence[Token], at: int) -> None:
        self._close("footnote")

    # --- placing blocks ---

    def _level(self) -> int:
        """Level of the next frame: one below each open frame that has a head, and below one that has none."""
        return self._frames[-1].level + 1 if self._frames else 0

    def _close(self, closed_by: str) -> None:
        """Close the innermost frame of that name and all inside it; nothing when there is none."""
        for index in range(len(self._frames) - 1, -1, -1):
            if self._frames[index].closed_by == closed_by:
                del self._frames[index:]
                return

    def _add(self, kind: BlockKind, lines: list[int] | None, plain: str, *, level: int = 0, anchor: str = "",
             language: str = "", label: str = "", table: Table | None = None) -> None:
        self._cover(lines)
        if not plain or lines is None or self._struck:
            return
        self._point_anchor = ""
        ordered = False
        if self._frames and kind is not BlockKind.HEADING:
            level = self._frames[-1].level + 1
            if not self._frames[-1].has_head:
                kind, level, label, ordered = head_of(self._frames, kind, label)
        self._blocks.append(Block(
            kind=kind, span=self._span(lines), plain=plain, level=level, anchor=anchor, label=label, language=language,
            ordered=ordered, line=lines[0] + 1, table=table,
        ))

    def _span(self, lines: list[int]) -> Span:
        first, last = lines
        while last > first + 1 and not self._lines[last - 1].strip():
            last -= 1
        opening, closing = self._lines[first], self._lines[last - 1]
        return Span(self._starts[first] + len(opening) - len(opening.lstrip()),
                    self._starts[last - 1] + len(closing.rstrip()))

    def _caption(self) -> str:
        """The paragraph right before a table, when it names it (``Table 3: Limits``)."""
        if self._blocks and self._blocks[-1].kind is BlockKind.PARAGRAPH:
            plain = self._blocks[-1].plain
            if len(plain) < 200 and _CAPTION.match(plain):
                return plain
        return ""

    def _cover(self, lines: list[int] | None) -> None:
        if lines is not None:
            self._done[lines[0]:lines[1]] = b"\x01" * (lines[1] - lines[0])

    def _cover_first(self, lines: list[int] | None) -> None:
        """An empty item's line has a marker and nothing else."""
        if lines is not None:
            line = self._lines[lines[0]].strip(" \t>")
            if not _WORD.search(line):
                self._done[lines[0]] = 1

    def _with_lost_lines(self) -> tuple[Block, ...]:
        lost = [Block(kind=BlockKind.PARAGRAPH, span=self._span([first, last]), line=first + 1,
                      plain=" ".join(" ".join(self._lines[first:last]).split()))
                for first, last in self._lost_runs()]
        if not lost:
            return tuple(self._blocks)
        return tuple(sorted([*self._blocks, *lost], key=lambda block: block.span.start))

    def _lost_runs(self) -> Iterator[tuple[int, int]]:
        """Runs of lines with words in them that no token covered."""
        line, count = self._done.find(0, self._first_line), len(self._lines)
        while 0 <= line < count:
            last = self._done.find(1, line)
            last = count if last < 0 else last
            run = [at for at in range(line, last) if _WORD.search(self._lines[at])]
            if run:
                yield run[0], run[-1] + 1
            line = self._done.find(0, last)


_LEAVES = {
    "heading_open": BlockWalk._heading,
    "paragraph_open": BlockWalk._paragraph,
    "fence": BlockWalk._code,
    "code_block": BlockWalk._code,
    "html_block": BlockWalk._html,
    "table_open": BlockWalk._table,
    "shortcode": BlockWalk._shortcode,
    "unseen": BlockWalk._unseen,
    "hr": BlockWalk._unseen,
}
_STEPS = {
    "bullet_list_open": BlockWalk._list_open,
    "ordered_list_open": BlockWalk._list_open,
    "bullet_list_close": BlockWalk._list_close,
    "ordered_list_close": BlockWalk._list_close,
    "list_item_open": BlockWalk._item_open,
    "list_item_close": BlockWalk._item_close,
    "blockquote_open": BlockWalk._quote_open,
    "blockquote_close": BlockWalk._quote_close,
    "container_open": BlockWalk._container_open,
    "container_close": BlockWalk._container_close,
    "dt_open": BlockWalk._term,
    "dl_close": BlockWalk._terms_close,
    "footnote_reference_open": BlockWalk._footnote_open,
    "footnote_reference_close": BlockWalk._footnote_close,
}
