"""The first lines of a page as a form: ``Version: 4.1``, ``| Applies to | Relay 4.x |``, a title page's ``Release 12``.

1. The opening is what stands before the second heading; of a document with pages it is the first page; of one that
   begins with a run of headings (a title page without pages) it is the first few blocks. Code never belongs to it.
2. Each of its lines, two-column table rows and definitions is read as a label and a value, when the label is one of
   a short list. A version may follow its label without a colon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.types import Block, BlockKind, Found, Parsed

_MOST_BLOCKS = 16
_MOST_LINES = 60
_LONGEST_LINE = 200
"""Longer lines are prose, or meant to make patterns slow."""
_LONGEST_VALUE = 120
_SOURCE = "page text"
_NAMES = {label: name for name, labels in {
    "version": "version, versions, product version, software version, firmware version, release, product release, 版本"
               ", 产品版本, 软件版本, バージョン, 製品バージョン, produktversion",
    "applies-to": "applies to, applies to version, applies to versions, applicable to, applicable version, applicable "
                  "versions, valid for, for version, for versions, supported versions, gilt für, 适用于, 适用版本"
                  ", 适用范围, 対象バージョン, 対応バージョン",
    "product": "product, product name, 产品, 产品名称, 製品, 製品名, produkt",
    "status": "status, state, document status, page status, lifecycle, 状态, 文档状态, ステータス",
    "date": "effective date, effective from, effective, valid from, last updated, last modified, last reviewed"
            ", last update, updated, date, published, release date, 生效日期, 日期, 更新日期, 发布日期, 更新日, stand"
            ", datum",
    "superseded-by": "superseded by, replaced by, replacement, successor, 替代, 取代者, 替代文档",
    "doc-type": "document type, doc type, type of document, 文档类型",
}.items() for label in labels.split(", ")}
_COLON = re.compile(r"[^\w(]*([^:：\n]{2,40}?)\W*[:：]\W*?(?=[\w<>≤≥=(\[\"'`~./#-])(.+)")
_BARE = re.compile(r"\W*(version|release|product version|software version|applies to|applicable to|valid for"
                   r"|适用于|版本)\s+(\S.*)", re.IGNORECASE)
_TEXT = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.ADMONITION, BlockKind.DEFINITION)


def opening(parsed: Parsed) -> tuple[Block, ...]:
    """The blocks that speak for the whole document."""
    if parsed.page_count > 1:
        first = (block for block in parsed.blocks[:2 * _MOST_BLOCKS] if not block.rects or block.rects[0].page == 1)
        return tuple(block for block in first if block.kind is not BlockKind.CODE)
    kept: list[Block] = []
    headings = 0
    for block in parsed.blocks[:_MOST_BLOCKS]:
        headings += block.kind is BlockKind.HEADING
        if headings > 1 and any(before.kind is not BlockKind.HEADING for before in kept):
            break
        kept.append(block)
    return tuple(block for block in kept if block.kind is not BlockKind.CODE)


def opening_facts(parsed: Parsed) -> Iterator[Found]:
    """Labelled values of the opening, in reading order."""
    for label, value in _labelled(parsed):
        name = _NAMES.get(" ".join(label.casefold().removeprefix("the ").split()), "")
        if name and value and len(value) <= _LONGEST_VALUE:
            yield Found(name=name, value=value, source=_SOURCE)


def _labelled(parsed: Parsed) -> Iterator[tuple[str, str]]:
    is_title_page = parsed.page_count > 1
    lines = 0
    for block in opening(parsed):
        if block.table is not None:
            for row in (block.table.header, *(row.cells for row in block.table.rows[:_MOST_BLOCKS])):
                if len(row) == 2:
                    yield row[0].strip(" :：*"), row[1].strip()
        elif block.kind in _TEXT or (is_title_page and block.kind is BlockKind.HEADING):
            for line in block.plain.split("\n", _MOST_LINES)[:_MOST_LINES]:
                lines += 1
                if lines > _MOST_LINES or len(line) > _LONGEST_LINE:
                    continue
                if match := _COLON.fullmatch(line) or _BARE.fullmatch(line):
                    yield match[1], match[2].strip().rstrip(".。 ") if block.kind in _TEXT else match[2].strip()
