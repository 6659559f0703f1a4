"""What stands around a passage in its document: the blocks of its section, the sections above it, the prerequisites.

1. A section is read again as Markdown, the form that every format has in the index: a passage may be cut, a block that
   is quoted must not be.
2. A block and the deeper ones after it are one piece; steps that are interrupted by code or a note stay together.
3. Prerequisites are the sections that are named so and stand beside or below the section, or beside one above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.ingest.parse.markdown import read
from engine.store import readers
from engine.store.connection import Connection
from engine.types import Block, BlockKind, Passage, Section, Span

LONGEST_SECTION = 60_000
"""Characters of a section that are read; the found place is always among them."""
_PREREQUISITES = re.compile(
    r"\b(?:pre-?requisites?|requirements?|before (?:you|we) (?:begin|start)|before (?:beginning|starting|upgrading)|"
    r"what you(?:'ll| will)? need|things you need|you will need|preparations?|preconditions?|safety|"
    r"voraussetzungen|vorbereitung)\b|前提条件|前提|准备", re.IGNORECASE)
_STEP = re.compile(r"[ \t]*(\d+)[.)]")
_LISTED = (BlockKind.LIST_ITEM, BlockKind.DEFINITION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A block with what is nested in it, or a whole run of steps. ``span`` cuts the document's text.

    ``parts`` are the rows of a table, the items of a list; ``header`` the text above a table's first row.
    """

    kind: BlockKind
    span: Span
    plain: str
    label: str = ""
    is_steps: bool = False
    header: str = ""
    parts: tuple[Piece, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One section with its pieces; sub-sections are parts of their own."""

    section: Section
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A passage's document around it. ``own`` is its section; the places are indexes of ``sections``."""

    passage: Passage
    text: str
    own: Part
    sections: tuple[Section, ...]
    at: int

    @property
    def above(self) -> tuple[Part, ...]:
        """The sections it stands in, outermost first."""
        return tuple(_part(self.text, self.sections[place]) for place in _above(self.sections, self.at))

    @property
    def below(self) -> tuple[Part, ...]:
        """All sections that stand in it."""
        return tuple(_part(self.text, self.sections[place]) for place in _below(self.sections, self.at))

    @property
    def prerequisites(self) -> tuple[Section, ...]:
        """Sections that say what must hold before, with all below them."""
        return tuple(self.sections[place] for place in _prerequisites(self.sections, self.at))

    def cut(self, span: Span) -> str:
        """The document's text at a span."""
        return self.text[span.start:span.end]


def surroundings(db: Connection, passage: Passage) -> Surroundings:
    """What stands around a passage now; the passage alone when its document has changed since it was found."""
    text = readers.document_text(db, passage.document)
    sections = readers.sections(db, passage.document)
    at = max((place for place, section in enumerate(sections) if section.span.start <= passage.focus.start),
             default=None)
    if at is None or text[passage.span.start:passage.span.end] != passage.text:
        return _alone(passage)
    return Surroundings(passage=passage, text=text, own=_part(text, sections[at], around=passage.focus.start),
                        sections=sections, at=at)


def is_prerequisite(heading: str) -> bool:
    """Whether a heading announces what must hold before a procedure is begun."""
    return bool(_PREREQUISITES.search(heading))


def _above(sections: Sequence[Section], at: int) -> list[int]:
    """The sections that a section stands in, outermost first; what precedes the first heading is above all."""
    found: list[int] = []
    level = sections[at].level
    for place in range(at - 1, -1, -1):
        if sections[place].level < level:
            level = sections[place].level
            found.insert(0, place)
    return found


def _below(sections: Sequence[Section], at: int) -> list[int]:
    end = at + 1
    while end < len(sections) and sections[end].level > sections[at].level > 0:
        end += 1
    return list(range(at + 1, end))


def _prerequisites(sections: Sequence[Section], at: int) -> list[int]:
    """Sections named so, with all below them, that stand beside the section, below it, or beside one above it."""
    found: list[int] = []
    above, below = _above(sections, at), _below(sections, at)
    for place, section in enumerate(sections):
        if place == at or place in above or not is_prerequisite(section.heading):
            continue
        if place in below or not set(_above(sections, place)) - set(above) - {at}:
            found += [place, *(child for child in _below(sections, place) if child != at)]
    return sorted(set(found))


def _part(text: str, section: Section, *, around: int | None = None) -> Part:
    start, end = section.span.start, section.span.end
    if end - start > LONGEST_SECTION:
        middle = max(start, (around or start) - LONGEST_SECTION // 2)
        blank = text.rfind("\n\n", start, middle)
        start = blank + 2 if blank >= 0 else start
        end = min(end, start + LONGEST_SECTION)
    return Part(section=section, pieces=tuple(pieces_of(text[start:end], offset=start)))


def _alone(passage: Passage) -> Surroundings:
    """The passage as if it were all there is of its document."""
    section = Section(ordinal=0, level=0, heading=passage.heading, heading_path=passage.heading_path,
                      anchor=passage.anchor, span=passage.span)
    text = " " * passage.span.start + passage.text
    return Surroundings(passage=passage, text=text, own=_part(text, section), sections=(section,), at=0)


def pieces_of(source: str, *, offset: int = 0) -> Iterator[Piece]:
    """The pieces of a section in reading order; headings are none. ``offset`` is where ``source`` begins."""
    cleaned, blocks, _, _ = read(source)
    blocks = tuple(block for block in blocks if cleaned[block.span.start:block.span.end]
                   == source[block.span.start:block.span.end] and block.kind is not BlockKind.HEADING)
    atoms = list(_atoms(blocks))
    at = 0
    while at < len(atoms):
        end = _run_end(source, atoms, at)
        if end - at > 1 or _is_listed(atoms[at]):
            yield _list(source, atoms[at:end], offset)
        else:
            yield _piece(source, atoms[at], offset)
        at = end


def _atoms(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    at = 0
    while at < len(blocks):
        end = at + 1
        while end < len(blocks) and blocks[end].level > blocks[at].level:
            end += 1
        yield tuple(blocks[at:end])
        at = end


def _run_end(source: str, atoms: Sequence[tuple[Block, ...]], at: int) -> int:
    """Where the list that begins at an atom ends; numbered steps go on over code, text and notes between them."""
    if not _is_listed(atoms[at]):
        return at + 1
    end = at + 1
    while end < len(atoms) and _is_listed(atoms[end]) and atoms[end][0].ordered == atoms[at][0].ordered:
        end += 1
    if atoms[at][0].ordered:
        number = _number(source, atoms[end - 1][0])
        following = next((place for place in range(end, min(end + 4, len(atoms))) if atoms[place][0].ordered), None)
        if following is not None and number and _number(source, atoms[following][0]) == number + 1:
            return _run_end(source, atoms, following)
    return end


def _number(source: str, block: Block) -> int:
    match = _STEP.match(source, source.rfind("\n", 0, block.span.start) + 1)
    return int(match[1]) if match else 0


def _is_listed(atom: tuple[Block, ...]) -> bool:
    return atom[0].kind in _LISTED


def _list(source: str, atoms: Sequence[tuple[Block, ...]], offset: int) -> Piece:
    parts = tuple(_piece(source, atom, offset) for atom in atoms)
    start = source.rfind("\n", 0, atoms[0][0].span.start) + 1
    return Piece(
        kind=BlockKind.LIST_ITEM, span=Span(start + offset, parts[-1].span.end),
        plain="\n".join(part.plain for part in parts), is_steps=atoms[0][0].ordered and len(parts) > 1, parts=parts)


def _piece(source: str, atom: tuple[Block, ...], offset: int) -> Piece:
    head = atom[0]
    span = Span(head.span.start + offset, atom[-1].span.end + offset)
    rows: tuple[Piece, ...] = ()
    header = ""
    if head.table is not None and head.table.rows:
        rows = tuple(Piece(kind=BlockKind.TABLE, plain=row.sentence or " ".join(row.cells),
                           label=row.cells[0] if row.cells else "",
                           span=Span(row.span.start + offset, row.span.end + offset)) for row in head.table.rows)
        header = source[head.span.start:head.table.rows[0].span.start].rstrip()
    return Piece(kind=head.kind, span=span, plain="\n".join(block.plain for block in atom), label=head.label,
                 is_steps=any(block.ordered for block in atom[1:]), header=header, parts=rows)
