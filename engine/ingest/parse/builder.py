"""Builds the Markdown rendering of a document that was written in another format, and its blocks with exact spans.

A parser calls one method per block, in reading order, and takes the result. Text is given as readers see it; where the
source has inline markup worth keeping (code, links), the parser also gives the Markdown for it, made with ``escaped``
for the words in between. What the source means is left to the parser.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.ingest.decode import clean
from engine.ingest.parse.anchors import Anchors
from engine.ingest.parse.keys import key_of
from engine.ingest.parse.tables import row_sentences
from engine.types import Block, BlockKind, Found, IngestState, Parsed, Problem, Rect, Span, Table, TableRow

_SPECIAL = re.compile(
    r"\\(?=[!-/:-@\[-`{-~])|`|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)|\*(?=\S)|(?<=\S)\*|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)"
    r"|\[(?=[^\[\]]*\](?:\(|\[|:))|~~"
)
_MAY_BE_SPECIAL = re.compile(r"[\\`_*<&\[~]")
_LINE_START = re.compile(r"^([ \t]*)(#{1,6}(?=\s|$)|>|[+*=-](?=\s|$|[*=-]{2})|\d{1,9}(?=[.)](?:\s|$))|:(?=\s|::))",
                         re.MULTILINE)
_COLONS = " :："
_BREAKS = re.compile(r"\s*\n\s*")
_FENCES = re.compile(r"`{3,}")
_NUMBERED = re.compile(r"\d+\Z")


def escaped(plain: str, *, starts_line: bool = True) -> str:
    """``plain`` as Markdown that reads the same: only what would be taken for markup gets a backslash.

    ``starts_line`` says that nothing but blanks stands before it on its line.
    """
    text = plain
    if _MAY_BE_SPECIAL.search(plain):
        text = _SPECIAL.sub(lambda match: "".join(f"\\{char}" for char in match[0]), plain)
    first, newline, rest = text.partition("\n")
    if starts_line and (match := _LINE_START.match(first)):
        first = f"{_escaped_start(match)}{first[match.end():]}"
    return f"{first}\n{_LINE_START.sub(_escaped_start, rest)}" if newline else first


def _escaped_start(match: re.Match[str]) -> str:
    mark = match[2]
    return f"{match[1]}{mark}\\" if _NUMBERED.match(mark) else f"{match[1]}\\{mark}"


def whole_page(page: int) -> tuple[Rect, ...]:
    """The place of a block of which only the page is known: an empty rectangle on it."""
    return (Rect(page, 0.0, 0.0, 0.0, 0.0),)


class TextBuilder:
    """Collects one document.

    For every method: ``level`` is the number of list items, notes and definitions around the block (a block belongs to
    the last one given at ``level - 1``); ``markup`` the Markdown of the text, when it is more than words; ``rects``
    where it stands on its pages (``whole_page`` when only that is known); ``line`` its 1-based source line. Blocks
    without visible text are left out.
    """

    def __init__(self, *, media_type: str) -> None:
        self._media_type = media_type
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._prefixes: list[str] = []
        self._anchors = Anchors()
        self._in_list = False

    @property
    def blocks(self) -> Sequence[Block]:
        """What was added up to now."""
        return self._blocks

    def heading(self, level: int, plain: str, *, markup: str = "", anchor: str = "", rects: Sequence[Rect] = (),
                line: int = 0) -> None:
        """A heading of level 1 to 6; ``anchor`` is the source's own, made from the words when empty."""
        plain = " ".join(_cleaned(plain).split())
        if plain:
            level = min(max(level, 1), 6)
            source = f"{'#' * level} {' '.join((_cleaned(markup) or escaped(plain, starts_line=False)).split())}"
            self._add(BlockKind.HEADING, source, plain, block_level=level, rects=rects, line=line,
                      anchor=self._anchors.make(plain, anchor))

    def paragraph(self, plain: str, *, markup: str = "", level: int = 0, rects: Sequence[Rect] = (),
                  line: int = 0) -> None:
        """A paragraph; newlines in it stay."""
        plain = _cleaned(plain).strip()
        self._add(BlockKind.PARAGRAPH, _markup(markup, plain), plain, level=level, rects=rects, line=line)

    def list_item(self, plain: str, *, markup: str = "", level: int = 0, number: int | None = None, label: str = "",
                  anchor: str = "", rects: Sequence[Rect] = (), line: int = 0) -> None:
        """A list item's own text; with a ``number`` it is a step. ``label`` is its key, looked for when empty."""
        plain = _cleaned(plain).strip()
        source = _markup(markup, plain)
        mark = "- " if number is None else f"{number}. "
        self._add(BlockKind.LIST_ITEM, source, plain, level=level, label=label or key_of(source), anchor=anchor,
                  rects=rects, line=line, ordered=number is not None, mark=mark)
        self._open(level, " " * len(mark))

    def definition(self, term: str, plain: str, *, markup: str = "", term_markup: str = "", level: int = 0,
                   label: str = "", anchor: str = "", rects: Sequence[Rect] = (), line: int = 0) -> None:
        """A term with (the first paragraph of) its definition; the term is the label unless there is a shorter one."""
        term = " ".join(_cleaned(term).split())
        plain = _cleaned(plain).strip()
        head = " ".join(_markup(term_markup, term).split())
        body = _markup(markup, plain).replace("\n", "\n  ")
        source = f"{head}\n: {body}" if head and body else head or body
        self._add(BlockKind.DEFINITION, source, f"{term.rstrip(_COLONS)}: {plain}" if term and plain else term or plain,
                  level=level,
                  label=label or term, anchor=anchor, rects=rects, line=line)
        self._open(level, "  ")

    def admonition(self, plain: str, *, label: str, title: str = "", markup: str = "", level: int = 0,
                   rects: Sequence[Rect] = (), line: int = 0) -> None:
        """The first paragraph of a note or warning; ``label`` is its type in lower case, and all that is shown when
        the note begins with something else than words.
        """
        plain = _cleaned(plain).strip()
        title = " ".join(_cleaned(title).split())
        heading = f"{label.capitalize()}: {title}" if title else f"{label.capitalize()}:"
        source = f"**{escaped(heading)}** {_markup(markup, plain)}".rstrip()
        shown = " ".join(filter(None, (title, plain))) or label.capitalize()
        self._add(BlockKind.ADMONITION, source, shown, level=level, label=label, rects=rects, line=line, quote="> ")
        self._open(level, "> ")

    def code(self, text: str, *, language: str = "", level: int = 0, rects: Sequence[Rect] = (), line: int = 0) -> None:
        """Code or other preformatted text, kept as it is."""
        plain = _cleaned(text).strip("\n").rstrip()
        longest = max((len(run) for run in _FENCES.findall(plain)), default=2)
        fence = "`" * (longest + 1)
        self._add(BlockKind.CODE, f"{fence}{language}\n{plain}\n{fence}", plain if plain.strip() else "", level=level,
                  language=language, rects=rects, line=line)

    def table(self, header: Sequence[str], rows: Sequence[Sequence[str]], *, caption: str = "", sheet: str = "",
              markup: Sequence[Sequence[str]] = (), pages: Sequence[int] = (), row_pages: Sequence[int | None] = (),
              cell_range: str = "", row_ranges: Sequence[str] = (), level: int = 0, rects: Sequence[Rect] = (),
              line: int = 0) -> None:
        """A table; merged cells are filled in by the caller, merged header rows joined by `` / ``.

        ``markup`` is the Markdown of the rows' cells; ``pages`` are all it stands on, ``row_pages`` the page of each
        row, where known. ``cell_range`` and ``row_ranges`` are the cells of a ``sheet`` that it and its rows take.
        """
        width = max((len(row) for row in (header, *rows)), default=0)
        names = _row(header, width)
        cells = [_row(row, width) for row in rows]
        if not any(names) and not any(map(any, cells)):
            return
        caption = " ".join(_cleaned(caption).split())
        lines = [f"**{escaped(caption)}**", ""] if caption else []
        shown = [_row(row, width) for row in markup] or [tuple(map(escaped, row)) for row in cells]
        lines += [_pipes(tuple(map(escaped, names))), f"|{'---|' * width}", *map(_pipes, shown)]
        sentences = row_sentences(names, cells)
        head = [line_ for line_ in (caption, ", ".join(filter(None, names))) if line_]
        spans = self._add(BlockKind.TABLE, "\n".join(lines), "\n".join((*head, *sentences)), level=level, rects=rects,
                          line=line, spans=len(cells))
        page_of = [*row_pages, *[None] * len(cells)]
        range_of = [*row_ranges, *[""] * len(cells)]
        table = Table(
            header=names, caption=caption, sheet=sheet, pages=tuple(pages), range=cell_range,
            rows=tuple(TableRow(cells=row, span=span, sentence=sentence, page=page, range=place)
                       for row, span, sentence, page, place in zip(cells, spans, sentences, page_of, range_of,
                                                                   strict=False)),
        )
        self._blocks[-1] = _with_table(self._blocks[-1], table)

    def result(self, *, title: str, found: Sequence[Found] = (), problems: Sequence[Problem] = (),
               state: IngestState | None = None, encoding: str = "utf-8", page_count: int = 0) -> Parsed:
        """The document. Without a ``state`` it is INDEXED, or INDEXED_FLAGGED when there are problems."""
        return Parsed(
            media_type=self._media_type,
            title=" ".join(_cleaned(title).split()),
            text="".join(self._parts),
            blocks=tuple(self._blocks),
            found=tuple(found),
            problems=tuple(problems),
            state=state or (IngestState.INDEXED_FLAGGED if problems else IngestState.INDEXED),
            encoding=encoding,
            page_count=page_count,
        )

    def _open(self, level: int, prefix: str) -> None:
        """Blocks of higher level are inside the block just added."""
        if len(self._prefixes) < level:
            self._prefixes += [""] * (level - len(self._prefixes))
        self._prefixes[level:] = [prefix]

    def _add(self, kind: BlockKind, source: str, plain: str, *, level: int = 0, block_level: int | None = None,
             anchor: str = "", label: str = "", language: str = "", ordered: bool = False, mark: str = "",
             quote: str = "", rects: Sequence[Rect] = (), line: int = 0, spans: int = 0) -> list[Span]:
        """Append one block; returns the spans of its last ``spans`` lines."""
        if not plain:
            return []
        del self._prefixes[level:]
        prefix = "".join(self._prefixes)
        self._separate(prefix, is_item=kind is BlockKind.LIST_ITEM)
        first, rest = f"{prefix}{quote}{mark}", f"{prefix}{quote}{' ' * len(mark)}"
        start = self._length + len(prefix) - len(prefix.lstrip())
        ends: list[Span] = []
        for number, text in enumerate(source.split("\n")):
            lead = "\n" + rest if number else first
            self._write(lead)
            ends.append(Span(self._length, self._length + len(text)))
            self._write(text)
        self._blocks.append(Block(
            kind=kind, span=Span(start, self._length), plain=plain, level=level if block_level is None else block_level,
            anchor=anchor, label=label, language=language, ordered=ordered, line=line, rects=tuple(rects),
        ))
        self._in_list = kind is BlockKind.LIST_ITEM
        return ends[len(ends) - spans:]

    def _separate(self, prefix: str, *, is_item: bool) -> None:
        """The blank line before a block, inside the same quotation; none between the items of a list."""
        if not self._parts:
            return
        if is_item and self._in_list:
            self._write("\n")
        else:
            self._write(f"\n{prefix.rstrip()}\n" if ">" in prefix else "\n\n")

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _cleaned(text: str) -> str:
    return clean(text)[0]


def _markup(markup: str, plain: str) -> str:
    return _cleaned(markup).strip() or escaped(plain)


def _row(cells: Sequence[str], width: int) -> tuple[str, ...]:
    shown = [_BREAKS.sub(" ", _cleaned(cell)).strip() for cell in cells]
    return (*shown, *[""] * (width - len(shown)))


def _pipes(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _with_table(block: Block, table: Table) -> Block:
    return Block(kind=block.kind, span=block.span, plain=block.plain, level=block.level, line=block.line, table=table,
                 rects=block.rects)
