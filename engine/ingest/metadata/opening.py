"""The first lines of a page as a form: ``Version: 4.1``, ``| Applies to | Relay 4.x |``, a title page's ``Release 12``.

1. The opening is what stands before the second heading; of a document with pages it is the first page; of one that
   begins with a run of headings (a title page without pages) it is the first few blocks. Code never belongs to it.
2. Each of its lines, two-column table rows and definitions is read as a label and a value, when the label is one of
   a short list. A version may follow its label without a colon, and sentences may follow it.
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
_PARTED = re.compile(r"\s+[|·•]\s+")
_VERSION_NAMES = frozenset({"version", "applies-to"})
_BARE_CJK = re.compile(r"\W*(适用于|适用版本|版本)\s*((?=[^\d]{0,20}\d).+)")
_SENTENCE_END = re.compile(r"(?<=\w[.;])\s+(?=[A-Z*_(\[])|(?<=[。；！])")
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
        if name in _VERSION_NAMES:
            value = _SENTENCE_END.split(value, maxsplit=1)[0].rstrip(".。；; ")
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
            for line in _lines(parsed, block)[:_MOST_LINES - lines]:
                lines += 1
                if len(line) > _LONGEST_LINE:  # a sentence that says the version may stand before long prose
                    line = _SENTENCE_END.split(line[:_LONGEST_LINE], maxsplit=1)[0]
                if len(line) == _LONGEST_LINE:
                    continue
                if match := _COLON.fullmatch(line) or _BARE.fullmatch(line) or _BARE_CJK.fullmatch(line):
                    value = match[2].strip()
                    yield match[1], value.rstrip(".。 ") if block.kind in _TEXT else value


def _lines(parsed: Parsed, block: Block) -> list[str]:
    """The lines of a block, one that is parted by ``|`` in its parts; a paragraph whose source is nothing but lines
    of a label and its value is read line by line.
    """
    lines = block.plain.split("\n", _MOST_LINES)[:_MOST_LINES]
    if len(lines) == 1 and block.kind is BlockKind.PARAGRAPH:
        source = parsed.text[block.span.start:block.span.end]
        written = [line.strip(" *_\\") for line in source.split("\n", _MOST_LINES)[:_MOST_LINES]]
        if all(len(line) <= _LONGEST_LINE and _COLON.fullmatch(line) for line in written):
            lines = written
    return [part for line in lines for part in (_PARTED.split(line) if len(line) <= _LONGEST_LINE else (line,))]
