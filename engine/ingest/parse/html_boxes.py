"""Tables of web pages that are no tables: boxes around a note or a warning, and columns of links beside the text."""

from __future__ import annotations

from itertools import islice

from selectolax.lexbor import LexborNode

from engine.ingest.parse.html_hidden import Attributes
from engine.ingest.parse.html_names import note_by_names
from engine.ingest.parse.html_tables import cells_of, rows_of
from engine.ingest.parse.notes import note_type, sign_type

_MOST_ROWS = 3
_LONGEST_MARK = 30
_FEWEST_LINKS = 3
_LINK_SHARE = 0.85


def box_note(table: LexborNode, attributes: Attributes) -> tuple[str, tuple[LexborNode, ...]]:
    """The type of note that a table is a box around, and the cells that only say so; an empty type for other tables.

    Its class says it, or its first cell holds nothing but an icon or the word. A box has three rows at most, and one
    cell a row besides.
    """
    rows = [list(cells_of(row)) for row in islice(rows_of(table), _MOST_ROWS + 1)]
    if not rows or len(rows) > _MOST_ROWS or not rows[0] or max(map(len, rows)) > 2:
        return "", ()
    first, others = rows[0][0], [*rows[0][1:], *(cell for row in rows[1:] for cell in row)]
    marked = _mark_type(first) if any(cell.text().strip() for cell in others) else ""
    named = note_by_names(attributes.get("class") or "")
    if marked and (len(others) == 1 or _spans(first, len(rows)) or all(len(row) == 1 for row in rows)):
        extra = tuple(cell for cell in others[:-1] if _mark_type(cell))
        return named or marked, (first, *extra)
    has_values = len(rows) > 1 and len(rows[-1]) == 2
    return ("", ()) if has_values else (named, ())


def is_link_column(cell: LexborNode) -> bool:
    """Whether a cell beside the text lists pages: nothing but links, in a row in which another cell has a heading."""
    links = cell.css("a[href]")
    text = cell.text().strip()
    row = cell.parent
    if len(links) < _FEWEST_LINKS or row is None or not text or cell.css_first("h1, h2, h3, p, pre") is not None:
        return False
    if sum(len(link.text().strip()) for link in links) < _LINK_SHARE * len("".join(text.split("\n"))):
        return False
    return any(other.css_first("h1, h2, h3") is not None for other in cells_of(row) if other.mem_id != cell.mem_id)


def _mark_type(cell: LexborNode) -> str:
    """The type of note that a cell names by an icon, a sign or a word, when it holds nothing else."""
    text = cell.text().strip()
    if len(text) > _LONGEST_MARK:
        return ""
    pictures = [picture.attributes.get("alt") or picture.attributes.get("title") or "" for picture in cell.css("img")]
    words = [bare for word in (text, *pictures) if (bare := word.strip(" \t\n[]():：!"))]
    kinds = [note_type(word) or sign_type(word) for word in words]
    return kinds[0] if kinds and all(kinds) else ""


def _spans(cell: LexborNode, rows: int) -> bool:
    """Whether a cell reaches over all rows."""
    return rows > 1 and (cell.attributes.get("rowspan") or "1").strip() == str(rows)
