"""Pieces: what one chunk holds, made from whole blocks, or cut from a block that is too long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import ceil

from engine.ingest.plain import plain_of
from engine.ingest.split import CODE, PROSE, estimate, split
from engine.types import Block, BlockKind, ChunkKind, Place, Rect, Span, Table, TableRow

_LONGEST_LABEL = 300
_LONGEST_MARKED = 300_000
"""A single block with more characters is data, nobody's prose: its markup is not looked for, which would take long."""
_FENCE = re.compile(r"[> \t]*(`{3,}|~{3,})[^\n]*(?:\n|\Z)")
_LISTED = (BlockKind.LIST_ITEM, BlockKind.DEFINITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """The content of one chunk. ``parts``, ``blocks`` or ``rows`` are set while it holds some that can be taken apart;
    ``header_rows`` is what a part of a table that does not begin with them has as its ``header_text``.
    """

    span: Span
    kind: ChunkKind
    plain: str
    label: str = ""
    header_text: str = ""
    row_sentences: tuple[str, ...] = ()
    rects: tuple[Rect, ...] = ()
    pages: tuple[int, ...] = ()
    places: tuple[Place, ...] = ()
    blocks: tuple[Block, ...] = ()
    rows: tuple[TableRow, ...] = ()
    header_rows: str = ""
    parts: tuple[Piece, ...] = ()

    def smaller(self, text: str, target: int) -> list[Piece]:
        """The same content in pieces of about ``target`` estimated tokens; one piece when it cannot be parted."""
        if self.parts:
            return list(self.parts)
        if self.blocks:
            return list(cut(text, self.blocks, target=target))
        if len(self.rows) > 1:
            half = len(self.rows) // 2
            return [self._of_rows(self.rows[:half], first=True), self._of_rows(self.rows[half:], first=False)]
        return _of_text(text, self, PROSE if self.kind is not ChunkKind.CODE else CODE, target)

    def _of_rows(self, rows: tuple[TableRow, ...], *, first: bool) -> Piece:
        head = [line for line in self.plain.split("\n") if line not in self.row_sentences] if self.rows else []
        span = Span(self.span.start, rows[-1].span.end) if first else Span(rows[0].span.start, self.span.end)
        sentences = tuple(row.sentence for row in rows)
        return replace(
            self, span=span, rows=rows, row_sentences=sentences,
            places=tuple(place for place in self.places if span.start <= place.span.start < span.end),
            header_text=self.header_text if first else self.header_rows,
            label=_labels(row.cells[0] for row in rows if row.cells), plain="\n".join((*head, *sentences)),
        )


def piece_of(blocks: Sequence[Block]) -> Piece:
    """One piece of whole blocks."""
    rects = tuple(rect for block in blocks for rect in block.rects)
    tables = [block.table for block in blocks if block.table is not None]
    pages = {rect.page for rect in rects}
    pages.update(page for table in tables for page in table.pages)
    labels = [block.label for block in blocks if block.label and block.kind in _LISTED]
    if blocks[0].kind is BlockKind.ADMONITION:
        labels = [blocks[0].label]
    elif not labels and len(tables) == 1:
        labels = [row.cells[0] for row in tables[0].rows if row.cells]
    return Piece(
        span=Span(blocks[0].span.start, blocks[-1].span.end),
        kind=_kind(blocks),
        plain=blocks[0].plain if len(blocks) == 1 else "\n".join(block.plain for block in blocks),
        label=_labels(labels),
        row_sentences=tuple(row.sentence for table in tables for row in table.rows),
        rects=rects,
        pages=tuple(sorted(pages)),
        places=places_of(blocks, many_pages=len(pages) > 1),
        blocks=tuple(blocks),
    )


def places_of(blocks: Sequence[Block], *, many_pages: bool) -> tuple[Place, ...]:
    """Places of blocks and of their tables' rows, as far as they tell more than the pages of the whole."""
    made = []
    for block in blocks:
        if many_pages and block.rects:
            made.append(Place(span=block.span, page=block.rects[0].page, rects=block.rects))
        if block.table is not None and (many_pages or block.table.range):
            made += [row_place(block.table, row, block.rects) for row in block.table.rows]
    return tuple(made)


def row_place(table: Table, row: TableRow, rects: Sequence[Rect]) -> Place:
    """Where a row stands: its page with what of the table lies on it, or its cells."""
    cells = f"{_quoted(table.sheet)}!{row.range}" if row.range and table.sheet else row.range
    return Place(span=row.span, page=row.page, range=cells,
                 rects=tuple(rect for rect in rects if rect.page == row.page))


def _quoted(sheet: str) -> str:
    """A sheet's name as spreadsheets write it before a range."""
    if re.fullmatch(r"[^\W\d]\w*", sheet):
        return sheet
    doubled = sheet.replace("'", "''")
    return f"'{doubled}'"


def cut(text: str, blocks: Sequence[Block], *, target: int) -> Iterator[Piece]:
    """Pieces of at most ``target`` estimated tokens, as far as the content allows: whole blocks, then parts of one.

    A short lead-in goes with the first part of what it introduces.
    """
    if len(blocks) == 1:
        yield from _of_block(text, blocks[0], target)
        return
    label = blocks[0].label
    current: list[Block] = []
    size = 0
    for block in blocks:
        tokens = estimate(block.plain)
        if tokens > target:
            parts = list(_of_block(text, block, target - size if size <= target // 3 else target))
            if current and size <= target // 3:
                parts[0] = _joined(piece_of(current), parts[0])
            elif current:
                yield piece_of(current)
            yield from (part if part.label or not label else replace(part, label=label) for part in parts)
            current, size = [], 0
            continue
        if current and size + tokens > target:
            kept = current[-1:] if len(current) > 1 and current[-1].plain.endswith((":", "：")) else []
            yield piece_of(current[:len(current) - len(kept)])
            current, size = kept, sum(estimate(lead.plain) for lead in kept)
        current.append(block)
        size += tokens
    if current:
        yield piece_of(current)


def _joined(lead: Piece, piece: Piece) -> Piece:
    return replace(piece, span=Span(lead.span.start, piece.span.end), plain=f"{lead.plain}\n{piece.plain}",
                   label=", ".join(filter(None, (lead.label, piece.label))), rects=lead.rects + piece.rects,
                   pages=tuple(sorted({*lead.pages, *piece.pages})), places=lead.places + piece.places,
                   parts=(lead, piece))


def _of_block(text: str, block: Block, target: int) -> Iterator[Piece]:
    if block.table is not None and block.table.rows:
        yield from _of_table(text, block, block.table, target)
        return
    whole = replace(piece_of([block]), blocks=())
    if block.kind is not BlockKind.CODE:
        yield from _of_text(text, whole, PROSE, target)
        return
    yield from _of_code(text, whole, target)


def _of_code(text: str, whole: Piece, target: int) -> Iterator[Piece]:
    """Code in parts; the fence's lines belong to the first and the last part, and to the readable text of none."""
    source = text[whole.span.start:whole.span.end]
    fence = _FENCE.match(source)
    inner = whole.span
    if fence and "\n" in source:
        closing = source.rfind("\n") if source.rstrip().endswith(fence[1]) else len(source)
        inner = Span(whole.span.start + fence.end(), max(whole.span.start + fence.end(), whole.span.start + closing))
    parts = _of_text(text, replace(whole, span=inner, plain=whole.plain), CODE, target)
    parts[0] = replace(parts[0], span=Span(whole.span.start, parts[0].span.end))
    parts[-1] = replace(parts[-1], span=Span(parts[-1].span.start, whole.span.end))
    header = fence[0].rstrip("\n") if fence else ""
    yield parts[0]
    yield from (replace(part, header_text=header) for part in parts[1:])


def _of_text(text: str, whole: Piece, places: Sequence[object], target: int) -> list[Piece]:
    spans = split(text, whole.span, target=max(1, target), places=CODE if places is CODE else PROSE)
    if len(spans) == 1 and spans[0] == whole.span:
        return [whole]
    head = f"{whole.plain.partition(chr(10))[0]}\n" if whole.rows else ""
    made: list[Piece] = []
    is_endless = whole.span.end - whole.span.start > _LONGEST_MARKED
    for span in spans:
        source = text[span.start:span.end]
        plain = source if whole.kind is ChunkKind.CODE or is_endless else plain_of(source)
        header = whole.header_rows if made and whole.rows else whole.header_text
        made.append(replace(whole, span=span, plain=f"{head}{plain}", header_text=header, row_sentences=(), rows=(),
                            blocks=()))
    return [piece for piece in made if piece.plain] or [whole]


def _of_table(text: str, block: Block, table: Table, target: int) -> Iterator[Piece]:
    """Runs of rows of even size; every run but the first carries caption and header in ``header_text``."""
    header = text[block.span.start:table.rows[0].span.start].rstrip()
    head = [line for line in (table.caption, ", ".join(cell for cell in table.header if cell)) if line]
    room = max(target // 4, target - sum(map(estimate, head)))
    sizes = [estimate(row.sentence) for row in table.rows]
    even = sum(sizes) / ceil(sum(sizes) / room) if sum(sizes) else room
    first, size = 0, 0
    for at, tokens in enumerate([*sizes, room + 1]):
        if at > first and (size + tokens > room or size >= even):
            rows = table.rows[first:at]
            pages = {row.page for row in rows if row.page is not None}
            yield Piece(
                span=Span(rows[0].span.start if first else block.span.start,
                          block.span.end if at == len(sizes) else rows[-1].span.end),
                kind=ChunkKind.TABLE,
                plain="\n".join((*head, *(row.sentence for row in rows))),
                label=_labels(row.cells[0] for row in rows if row.cells),
                header_text=header if first else "",
                header_rows=header,
                row_sentences=tuple(row.sentence for row in rows),
                rects=tuple(rect for rect in block.rects if not pages or rect.page in pages),
                pages=tuple(sorted(pages)) or tuple(sorted({rect.page for rect in block.rects})),
                places=tuple(row_place(table, row, block.rects) for row in rows
                             if row.range or len(table.pages) > 1),
                rows=rows,
            )
            first, size = at, 0
        size += tokens


def _labels(labels: Iterator[str] | Sequence[str]) -> str:
    joined = ""
    for label in dict.fromkeys(filter(None, labels)):
        longer = f"{joined}, {label}" if joined else label
        if len(longer) > _LONGEST_LABEL:
            break
        joined = longer
    return joined


def _kind(blocks: Sequence[Block]) -> ChunkKind:
    """The kind that most of the text is of; a note's head decides alone."""
    if blocks[0].kind is BlockKind.ADMONITION:
        return ChunkKind.ADMONITION
    tables = code = listed = prose = 0
    is_ordered = in_list = False
    for block in blocks:
        kind = block.kind
        if not block.level:
            in_list = kind is BlockKind.LIST_ITEM or kind is BlockKind.DEFINITION
            is_ordered = is_ordered or block.ordered
        size = len(block.plain)
        if in_list:
            listed += size
        elif kind is BlockKind.CODE:
            code += size
        elif kind is BlockKind.TABLE:
            tables += size
        else:
            prose += size
    heaviest = max(tables, code, listed, prose)
    if heaviest == tables:
        return ChunkKind.TABLE
    if heaviest == code:
        return ChunkKind.CODE
    if heaviest == listed:
        return ChunkKind.STEPS if is_ordered else ChunkKind.LIST
    return ChunkKind.PROSE
