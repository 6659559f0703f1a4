"""The parts of an XLSX package as grids: sheets in order, cells as shown, what is hidden, comments, text boxes.

Reads the parts as a stream, because openpyxl's readers either keep every cell as an object or know nothing of merged
and hidden cells, and both refuse a workbook for one style they do not know. Formulas are never read: a cell is its
stored result. Grids hold cells that exist, so a cell in the last row costs nothing.
"""

from __future__ import annotations

import io
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree import ElementTree

from openpyxl.utils.datetime import MAC_EPOCH, WINDOWS_EPOCH

from engine.ingest.parse.office import Package, corrupt
from engine.ingest.parse.sheet_cells import Shared, Sheet, SheetReader, box_of, is_on, local_name, text_of
from engine.ingest.parse.sheet_grid import Box, Cell
from engine.ingest.parse.sheet_numbers import GENERAL, builtin_format

MOST_CELLS = 2_000_000
"""Cells of a workbook that are read; what lies beyond is left out, and said so."""

_WORKBOOK = "xl/workbook.xml"
_THREADED = re.compile(r"^\[Threaded comment\].*?(?:Comment:|\n\n)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetEntry:
    """A sheet as the workbook lists it."""

    name: str
    part: str
    is_hidden: bool


class Workbook:
    """One workbook: its list of sheets, shared texts and styles."""

    def __init__(self, package: Package, progress: Callable[[], None]) -> None:
        """Raises DocumentTrouble(CORRUPT) when the workbook's own parts cannot be read."""
        self._package = package
        self._progress = progress
        self._left = MOST_CELLS
        root = package.tree(_WORKBOOK)
        relations = _relations(package, _WORKBOOK)
        is_mac = any(is_on(found, "date1904") for found in _all(root, "workbookPr"))
        formats, bold, struck = _styles(package, relations)
        self._shared = Shared(texts=_shared_texts(package, relations), formats=formats, bold=bold, struck=struck,
                              epoch=MAC_EPOCH if is_mac else WINDOWS_EPOCH)
        self.sheets = tuple(_entries(root, relations))

    def read(self, entry: SheetEntry) -> Sheet:
        """One sheet. Raises DocumentTrouble(CORRUPT) when it cannot be read."""
        reader = SheetReader(self._shared, self._left, self._progress)
        try:
            reader.feed(self._package.xml(entry.part))
        except (ElementTree.ParseError, ValueError, IndexError) as error:
            raise corrupt(f"the sheet {entry.name} cannot be read") from error
        self._left -= reader.cells
        tables = [box for part in self._related(entry.part, "table") for box in _table(self._package, part)]
        sheet = reader.sheet(tables)
        threads = [_threads(self._package, part) for part in self._related(entry.part, "threadedComment")]
        legacy = [_comments(self._package, part) for part in self._related(entry.part, "comments")]
        sheet.comments = [found for part in (threads or legacy) for found in part if reader.is_visible(found[0])]
        sheet.boxes = [text for part in self._related(entry.part, "drawing") for text in _boxes(self._package, part)]
        return sheet

    def _related(self, part: str, kind: str) -> list[str]:
        return [target for name, target in _relations(self._package, part).values()
                if name == kind and target in self._package]


def _shared_texts(package: Package, relations: dict[str, tuple[str, str]]) -> list[Cell]:
    part = next((target for kind, target in relations.values() if kind == "sharedStrings"), "")
    if part not in package:
        return []
    return [Cell(text_of(item).strip()) for item in _streamed(package.xml(part), "si")]


def _styles(package: Package, relations: dict[str, tuple[str, str]]) -> tuple[list[str], list[bool], list[bool]]:
    """The number format of each cell style, whether it is bold, and whether it is struck out."""
    part = next((target for kind, target in relations.values() if kind == "styles"), "")
    if part not in package:
        return [], [], []
    root = package.tree(part)
    custom = {found.get("numFmtId", ""): found.get("formatCode", GENERAL) for found in _all(root, "numFmt")}
    fonts = [{local_name(mark) for mark in font if mark.get("val", "1") in ("1", "true")}
             for group in _all(root, "fonts") for font in group]
    formats: list[str] = []
    bold: list[bool] = []
    struck: list[bool] = []
    for style in (style for group in _all(root, "cellXfs") for style in group):
        number, font = style.get("numFmtId", ""), style.get("fontId", "")
        formats.append(custom.get(number) or builtin_format(int(number) if number.isdigit() else 0))
        marks = fonts[int(font)] if font.isdigit() and int(font) < len(fonts) else set()
        bold.append("b" in marks)
        struck.append("strike" in marks)
    return formats, bold, struck


def _entries(root: ElementTree.Element, relations: dict[str, tuple[str, str]]) -> Iterator[SheetEntry]:
    for group in _all(root, "sheets"):
        for sheet in group:
            target = next((value for name, value in sheet.attrib.items() if name.endswith("}id")), "")
            kind, part = relations.get(target, ("", ""))
            if kind == "worksheet":
                yield SheetEntry(name=sheet.get("name", ""), part=part, is_hidden=sheet.get("state", "") != ""
                                 and sheet.get("state") != "visible")


def _relations(package: Package, part: str) -> dict[str, tuple[str, str]]:
    """Relations of a part by id: their kind (the last word of its address) and the part they lead to."""
    folder, name = posixpath.split(part)
    where = f"{folder}/_rels/{name}.rels"
    if where not in package:
        return {}
    found = {}
    for relation in package.tree(where):
        if relation.get("TargetMode") != "External":
            target = relation.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(folder, target))
            found[relation.get("Id", "")] = (relation.get("Type", "").rsplit("/", 1)[-1], path)
    return found


def _table(package: Package, part: str) -> Iterator[tuple[Box, int]]:
    root = package.tree(part)
    if box := box_of(root.get("ref", "")):
        yield box, int(root.get("headerRowCount", "1"))


def _comments(package: Package, part: str) -> list[tuple[str, str]]:
    return [(found.get("ref", ""), _THREADED.sub("", text_of(found)).strip()) for found in
            _all(package.tree(part), "comment")]


def _threads(package: Package, part: str) -> list[tuple[str, str]]:
    return [(found.get("ref", ""), text_of(found)) for found in _all(package.tree(part), "threadedComment")]


def _boxes(package: Package, part: str) -> list[str]:
    """The texts of a drawing's text boxes, a line for each paragraph."""
    bodies = _all(package.tree(part), "txBody")
    texts = ["\n".join(text_of(paragraph) for paragraph in _all(body, "p")) for body in bodies]
    return [text.strip() for text in texts if text.strip()]


def _streamed(data: bytes, wanted: str) -> Iterator[ElementTree.Element]:
    for _, element in ElementTree.iterparse(io.BytesIO(data)):
        if local_name(element) == wanted:
            yield element
            element.clear()


def _all(root: ElementTree.Element, wanted: str) -> Iterator[ElementTree.Element]:
    return (element for element in root.iter() if local_name(element) == wanted)
