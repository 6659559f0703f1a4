"""Tables in Markdown: of pipes, and of HTML with merged cells filled in; every row with its place and its sentence.

HTML tables are read from the source itself, for the places of their rows; whole HTML pages have their own parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.token import Token

from engine.ingest.parse.tables import row_sentences, table_plain
from engine.ingest.plain import html_text, readable
from engine.types import Span, Table, TableRow

Rows = list[tuple[list[int], tuple[str, ...]]]
"""Lines and cells of each row of a table of pipes, its header first."""

_MOST_SPANNED = 100
_STRUCK = re.compile(r"~~|</(?:s|del|strike|span)\s*>", re.IGNORECASE)
_OPEN = re.compile(r"<table\b", re.IGNORECASE)
_CLOSE = re.compile(r"</table\s*>", re.IGNORECASE)
_BODY = re.compile(r"<table\b[^<>]{0,1000}>(.*?)(?:</table\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_CAPTION = re.compile(r"<caption\b[^<>]{0,1000}>(.*?)</caption\s*>", re.DOTALL | re.IGNORECASE)
_ROW = re.compile(r"<tr\b[^<>]{0,1000}>(.*?)(?:</tr\s*>|(?=<tr\b)|(?=</?t(?:able|body|head|foot)\b)|\Z)",
                  re.DOTALL | re.IGNORECASE)
_CELL = re.compile(r"<t([dh])\b([^<>]{0,1000})>(.*?)(?:</t[dh]\s*>|(?=<t[dh]\b)|\Z)", re.DOTALL | re.IGNORECASE)
_SPANNED = re.compile(r"\b(col|row)span\s*=\s*[\"']?(\d{1,4})", re.IGNORECASE)


def pipe_rows(tokens: Sequence[Token], at: int) -> tuple[int, Rows]:
    """The rows of the table that opens at ``at``, and the index of the token after it.

    A row whose name is struck out says nothing: its cells are empty.
    """
    rows: list[tuple[list[int], list[str]]] = []
    withdrawn: set[int] = set()
    while tokens[at].type != "table_close":
        if tokens[at].type == "tr_open":
            rows.append((tokens[at].map or [0, 0], []))
        elif tokens[at].type == "inline":
            rows[-1][1].append(readable(tokens[at].content, tokens[at].children))
            if len(rows[-1][1]) == 1 and not rows[-1][1][0] and _STRUCK.search(tokens[at].content):
                withdrawn.add(len(rows) - 1)
        at += 1
    return at + 1, [(lines, ("",) * len(cells) if number in withdrawn else tuple(cells))
                    for number, (lines, cells) in enumerate(rows)]


def pipe_table(rows: Rows, span_of: Callable[[list[int]], Span], caption: str) -> Table:
    """The table of these rows; ``span_of`` gives the span of lines."""
    header = rows[0][1]
    sentences = row_sentences(header, [row for _, row in rows[1:]])
    return Table(
        header=header, caption=caption,
        rows=tuple(TableRow(cells=row, span=span_of(lines), sentence=sentence)
                   for (lines, row), sentence in zip(rows[1:], sentences, strict=True)),
    )


def opens_table(source: str) -> bool:
    """Whether an HTML table begins in ``source``."""
    return _OPEN.search(source) is not None


def end_of_html_table(tokens: Sequence[Token], at: int, lines: Sequence[str]) -> tuple[int, int]:
    """Index of the token and of the line after the HTML table that begins in the token at ``at``.

    Blank lines inside a table do not end it, whatever they mean to Markdown; a heading does, and so does the end of
    the list item or quotation it stands in.
    """
    first, last = tokens[at].map or [0, 0]
    following = at + 1
    while following < len(tokens) and not _CLOSE.search("\n".join(lines[first:last])):
        token = tokens[following]
        if token.level < tokens[at].level or token.type == "heading_open":
            break
        if token.map is not None and token.level == tokens[at].level:
            first, last = last, max(last, token.map[1])
        following += 1
    return following, last


def html_table(source: str, offset: int) -> tuple[Table | None, str]:
    """The HTML table in ``source``, which begins at ``offset`` of the text, and its readable text.

    No table where words stand before it or it has no rows: then all is text.
    """
    opening, closing = _OPEN.search(source), _CLOSE.search(source)
    table = inline_table(source, offset)
    if table is None or opening is None or html_text(source[:opening.start()]):
        return None, html_text(source)
    after = html_text(source[closing.end():]) if closing else ""
    return table, "\n".join(filter(None, (table.caption, table_plain(table), after)))


def inline_table(source: str, offset: int) -> Table | None:
    """The first HTML table in ``source``, which begins at ``offset`` of the text; None when it has no rows."""
    body = _BODY.search(source)
    if body is None:
        return None
    rows: list[tuple[str, ...]] = []
    spans: list[Span] = []
    are_headers: list[bool] = []
    pending: dict[int, tuple[str, int]] = {}  # column: the cell that reaches down into it, and for how many rows yet
    for row in _ROW.finditer(source, body.start(1), body.end(1)):
        cells = _CELL.findall(row[1])
        if cells:
            rows.append(_filled(cells, pending))
            spans.append(Span(offset + row.start(), offset + row.start() + len(row[0].rstrip())))
            are_headers.append(all(kind in "hH" for kind, _, _ in cells))
    width = max(map(len, rows), default=0)
    heads = next((at for at, is_header in enumerate(are_headers) if not is_header), len(rows))
    if width == 0 or heads == len(rows):
        return None
    grid = [(*row, *[""] * (width - len(row))) for row in rows]
    header = tuple(" / ".join(dict.fromkeys(filter(None, names))) for names in zip(*grid[:heads], strict=True))
    header = header or ("",) * width
    sentences = row_sentences(header, grid[heads:])
    caption = _CAPTION.search(body[1])
    return Table(
        header=header,
        rows=tuple(TableRow(cells=row, span=span, sentence=sentence)
                   for row, span, sentence in zip(grid[heads:], spans[heads:], sentences, strict=True)),
        caption=" ".join(html_text(caption[1]).split()) if caption else "",
    )


def _filled(cells: list[tuple[str, str, str]], pending: dict[int, tuple[str, int]]) -> tuple[str, ...]:
    """One row with the cells that reach into it from above and those that span several columns repeated."""
    row: list[str] = []

    def take_pending() -> None:
        while (column := len(row)) in pending:
            text, left = pending.pop(column)
            row.append(text)
            if left > 1:
                pending[column] = (text, left - 1)

    for _, attributes, content in cells:
        take_pending()
        text = " ".join(html_text(content).split())
        sizes = {name.lower(): min(int(size), _MOST_SPANNED) for name, size in _SPANNED.findall(attributes)}
        for _ in range(max(1, sizes.get("col", 1))):
            if sizes.get("row", 1) > 1:
                pending[len(row)] = (text, sizes["row"] - 1)
            row.append(text)
    take_pending()
    return tuple(row)
