"""From sections to chunks: the pieces that are searched, each cut verbatim from one section.

1. Blocks become atoms: a list item, a definition or a note with everything deeper after it; any other block alone.
2. Atoms are packed in order. A table, a note and an option that says enough stand alone; small options share a
   chunk; a lead-in (``Parameters:``, a line in bold) goes with what it introduces; code goes with its lead-in.
3. An atom beyond the limit is cut: a table between rows, code at blank lines, prose between sentences. Pieces of a
   table repeat caption and header, pieces of code their fence, in ``header_text``.
4. What the embedder would not read to the end is cut again; tokens are counted exactly unless a text is so short
   that it fits whatever it says.

Chunks overlap nowhere. Every block but headings is in exactly one chunk (or in several pieces, without a gap); a
heading with nothing under it is a chunk of its own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from engine.ingest.atoms import Atom, Packer
from engine.ingest.cut import Piece, cut, piece_of
from engine.ingest.plain import has_markup, plain_of
from engine.ingest.split import estimate, surely_within
from engine.ingest.structure import sections
from engine.store.identifiers import identifiers
from engine.types import Block, BlockKind, Chunk, ChunkId, Parsed, Section
from engine.types.compatible import compatible

_TARGET_SHARE = 0.78
"""The wanted share of what the embedder reads: 200 of 256 tokens."""
_PREFIX_SHARE = 0.3
_SMALLEST_BUDGET = 8
_ID_BITS = 63
_SEPARATOR = " > "


def chunks(
    parsed: Parsed, *, root_key: str, path: str, count_tokens: Callable[[str], int], max_tokens: int
) -> tuple[tuple[Section, tuple[Chunk, ...]], ...]:
    """Sections in reading order, each with its chunks.

    ``root_key`` and ``path`` make the ids unique; ``count_tokens`` counts as the embedder does; no chunk's
    ``embed_text`` has more than ``max_tokens``. A section without content of its own has chunks only when no
    sub-section follows. Ids stay the same while root, path, heading path and text do.
    """
    parts = sections(parsed)
    maker = _Maker(parsed, root_key, path, count_tokens, max_tokens)
    made = []
    for place, (section, blocks) in enumerate(parts):
        has_children = place + 1 < len(parts) and parts[place + 1][0].level > section.level
        made.append((section, tuple(maker.section(section, blocks, has_children=has_children))))
    return tuple(made)


@dataclass(slots=True)
class _Maker:
    """What chunking one document needs throughout, and its two counters."""

    parsed: Parsed
    root_key: str
    path: str
    count_tokens: Callable[[str], int]
    max_tokens: int
    ordinal: int = 0
    seen: dict[str, int] = field(default_factory=dict)

    def section(self, section: Section, blocks: Sequence[Block], *, has_children: bool) -> Iterator[Chunk]:
        is_headed = blocks[0].kind is BlockKind.HEADING
        own = blocks[1:] if is_headed else blocks
        if not own:
            if has_children:
                return
            own = blocks
        heading = self._heading(section)
        budget = max(_SMALLEST_BUDGET, int(self.max_tokens * _TARGET_SHARE) - estimate(heading))
        packer = Packer(self.parsed.text, own, target=budget)
        for atoms, lead in packer.packs():
            for piece in self._pieces(atoms, budget):
                yield from self._fitting(section, heading, lead, piece, budget)

    def _pieces(self, atoms: Sequence[Atom], budget: int) -> Iterator[Piece]:
        blocks = [block for atom in atoms for block in atom.blocks]
        if sum(atom.tokens for atom in atoms) > budget:
            yield from cut(self.parsed.text, blocks, target=budget)
        else:
            yield piece_of(blocks)

    def _fitting(self, section: Section, heading: str, lead: str, piece: Piece, budget: int) -> Iterator[Chunk]:
        """The piece as one chunk, or as several where the embedder would not read it to its end."""
        line = f"{heading}{_SEPARATOR}{lead}" if lead and lead not in piece.plain else heading
        if self._fits(f"{line}\n{piece.plain}"):
            yield self._chunk(section, line, piece)
        elif line != heading:
            yield from self._fitting(section, heading, "", piece, budget)
        else:
            smaller = max(1, min(budget, estimate(piece.plain)) * 2 // 3)
            parts = piece.smaller(self.parsed.text, smaller)
            if len(parts) > 1:
                for part in parts:
                    yield from self._fitting(section, heading, "", part, smaller)
            elif smaller > 1:
                yield from self._fitting(section, heading, "", parts[0], smaller)
            elif heading:
                yield from self._fitting(section, heading[:len(heading) // 2], "", piece, budget)
            else:
                yield self._chunk(section, "", piece)  # one character of more tokens than the embedder reads

    def _fits(self, embed_text: str) -> bool:
        if surely_within(embed_text, self.max_tokens):
            return True
        return self.count_tokens(compatible(embed_text)) <= self.max_tokens

    def _heading(self, section: Section) -> str:
        """Title and heading path in one line, the outermost headings left out where it would be too long."""
        names = [_shown(name) for name in section.heading_path]
        if self.parsed.title and self.parsed.title not in names:
            names.insert(0, self.parsed.title)
        limit = int(self.max_tokens * _PREFIX_SHARE)
        while len(names) > 1 and estimate(_SEPARATOR.join(names)) > limit:
            del names[1 if len(names) > 2 else 0]
        line = " ".join(_SEPARATOR.join(name for name in names if name).split())
        tokens = estimate(line)
        return line if tokens <= limit else line[:max(1, len(line) * limit // tokens)].rstrip()

    def _chunk(self, section: Section, heading: str, piece: Piece) -> Chunk:
        text = self.parsed.text[piece.span.start:piece.span.end]
        self.ordinal += 1
        return Chunk(
            id=self._id(section, text),
            section=section.ordinal,
            ordinal=self.ordinal - 1,
            kind=piece.kind,
            text=text,
            span=piece.span,
            heading_text=heading,
            plain=piece.plain,
            label=piece.label,
            header_text=piece.header_text,
            row_sentences=piece.row_sentences,
            identifiers=identifiers(text),
            rects=piece.rects,
            pages=piece.pages,
            places=piece.places,
            deprecated=bool(section.deprecated),
        )

    def _id(self, section: Section, text: str) -> ChunkId:
        key = "\x1f".join((*section.heading_path, "", text))
        count = self.seen.get(key, 0)
        self.seen[key] = count + 1
        return chunk_id(self.root_key, self.path, section.heading_path, text, count)


def chunk_id(root_key: str, path: str, heading_path: Sequence[str], text: str, count: int) -> ChunkId:
    """The id of the ``count``-th chunk (from 0) with this text under this heading path of this document."""
    key = "\x1f".join((root_key, path, *heading_path, "", text, str(count)))
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return ChunkId(int.from_bytes(digest, "big") & ((1 << _ID_BITS) - 1))


def _shown(heading: str) -> str:
    return plain_of(heading) if has_markup(heading) or "`" in heading else heading
