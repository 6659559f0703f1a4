"""An index of any size, made of drawn words and drawn vectors: for timing searches, not for judging what they find.

Words follow Zipf's law over 30,000, so a few stand in a third of the chunks and most are rare. Vectors lie in clusters
around drawn centres. One product in six versions, of which a scope holds one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.store import encoding
from engine.store.connection import Connection, Value
from engine.store.store import Store
from engine.store.vectors import quantise
from engine.types import VersionRange, parse_version

DIMENSIONS = 384
VERSIONS = 6
VOCABULARY = 30_000
WORDS = 70
SECTION_CHUNKS = 2
DOCUMENT_CHUNKS = 20
_BATCH = 20_000
_SYLLABLES = ("ka", "ro", "mi", "ten", "sol", "va", "qui", "dra", "pel", "nu", "sto", "ri", "fen", "lo", "bar", "xi")


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeIndex:
    """The store, its vectors of shape (chunks, DIMENSIONS), and questions drawn from its chunks."""

    store: Store
    vectors: NDArray[np.float32]
    classes: NDArray[np.int64]
    questions: tuple[str, ...]
    query_vectors: NDArray[np.float32]


@dataclass(slots=True, kw_only=True)
class DrawnEmbedder:
    """Gives out drawn vectors, one for each text it has not seen."""

    drawn: NDArray[np.float32]
    model_id: str = "drawn@1"
    dimensions: int = DIMENSIONS
    max_tokens: int = 256
    _known: dict[str, int] = field(default_factory=dict)

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return self.drawn[[self._known.setdefault(text, len(self._known) % len(self.drawn)) for text in texts]]

    def count_tokens(self, text: str) -> int:
        return len(text.split())


def word(rank: int) -> str:
    """The word of a rank by frequency, made of syllables."""
    parts, rest = [], rank + 17
    while rest:
        rest, at = divmod(rest, len(_SYLLABLES))
        parts.append(_SYLLABLES[at])
    return "".join(parts)


def clustered(count: int, dice: np.random.Generator, centres: NDArray[np.float32]) -> NDArray[np.float32]:
    """Unit vectors around drawn centres."""
    made = centres[dice.integers(0, len(centres), count)] + 0.8 * dice.standard_normal(
        (count, DIMENSIONS), dtype=np.float32)
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    return made


def make(folder: Path, chunks: int, *, questions: int = 60) -> MadeIndex:
    """An index of ``chunks`` chunks in ``folder``."""
    dice = np.random.default_rng(20)
    store = Store(folder, model_id="drawn@1", dimensions=DIMENSIONS)
    weights = 1 / (np.arange(VOCABULARY) + 2.7) ** 1.07
    weights /= weights.sum()
    words = np.array([word(rank) for rank in range(VOCABULARY)])
    centres = dice.standard_normal((max(16, chunks // 200), DIMENSIONS)).astype(np.float32)
    vectors = np.empty((chunks, DIMENSIONS), np.float32)
    asked: list[str] = []
    with store.side_writer() as db, db.writing():
        _scopes(db)
        for start in range(0, chunks, _BATCH):
            count = min(_BATCH, chunks - start)
            drawn = words[dice.choice(VOCABULARY, (count, WORDS), p=weights)]
            vectors[start:start + count] = clustered(count, dice, centres)
            _insert(db, start, [" ".join(row) for row in drawn], vectors[start:start + count])
            asked += [" ".join(dice.choice(row, 6, replace=False)) for row in drawn[:questions]]
    store.writer.optimise()
    store.writer.store_vectors([])
    picked = dice.choice(len(asked), questions, replace=False)
    return MadeIndex(store=store, vectors=vectors, classes=np.arange(chunks) // DOCUMENT_CHUNKS % VERSIONS + 1,
                     questions=tuple(asked[at] for at in picked), query_vectors=clustered(questions, dice, centres))


def version(number: int) -> VersionRange:
    """The version of a scope class, from 1."""
    found = parse_version(f"{number}.0")
    assert found
    return found


def _scopes(db: Connection) -> None:
    db.run("INSERT INTO root (id, path, label) VALUES (1, '/made', 'made')")
    for number in range(1, VERSIONS + 1):
        covered = version(number)
        db.run("INSERT INTO scope_class VALUES (?, 1, 'made', ?, ?, ?, '', '', 0)",
               (number, covered.raw, covered.low, covered.high))


def _insert(db: Connection, first: int, texts: list[str], vectors: NDArray[np.float32]) -> None:
    db.run_many(
        f"INSERT INTO document ({encoding.DOCUMENT_COLUMNS}, text) VALUES ({', '.join('?' * 25)})",
        list(_documents(first, texts)))
    db.run_many(
        "INSERT INTO section VALUES (?, ?, ?, 1, ?, ?, '', ?, ?, 1, '[]', '')", list(_sections(first, texts)))
    db.run_many(
        "INSERT INTO chunk (id, document_id, section_id, scope_class_id, ordinal, kind, label, span_start, span_end, "
        "pages, rects, header_text, embed_hash, is_embedded, heading, body, row_sentences, identifiers, cjk, "
        "scope_term) VALUES (?, ?, ?, ?, ?, 'PROSE', '', ?, ?, '[]', '[]', '', x'00', 1, ?, ?, '', '', '', ?)",
        list(_chunks(first, texts)))
    db.run_many(
        "INSERT INTO chunk_vector (chunk_id, scope_class, embedding) VALUES (?, ?, vec_int8(?))",
        [(_chunk_id(at), _class(at), quantise(vector)) for at, vector in enumerate(vectors, first)])


def _class(at: int) -> int:
    return at // DOCUMENT_CHUNKS % VERSIONS + 1


def _chunk_id(at: int) -> int:
    return (at + 1) * 0x9E3779B97F4A7C15 % (1 << 62)


def _documents(first: int, texts: list[str]) -> Iterator[tuple[Value, ...]]:
    for start in range(0, len(texts), DOCUMENT_CHUNKS):
        number = (first + start) // DOCUMENT_CHUNKS
        covered = version(number % VERSIONS + 1)
        text = "\n".join(texts[start:start + DOCUMENT_CHUNKS])
        yield (number + 1, 1, f"{covered.raw}/page-{number}.md", f"Page {number}", "text/markdown", f"{number:064x}",
               len(text), 0, "made", covered.raw, covered.low, covered.high, "", "", "", "", "", "", "", 0.0,
               "indexed", "", "", "[]", text)


def _sections(first: int, texts: list[str]) -> Iterator[tuple[Value, ...]]:
    for at, span in _spans(first, texts):
        if at % SECTION_CHUNKS == 0:
            heading = " ".join(texts[at - first].split()[:3])
            yield (at // SECTION_CHUNKS + 1, at // DOCUMENT_CHUNKS + 1, at // SECTION_CHUNKS, heading,
                   encoding.to_json([heading]), *span)


def _chunks(first: int, texts: list[str]) -> Iterator[tuple[Value, ...]]:
    for at, span in _spans(first, texts):
        text = texts[at - first]
        yield (_chunk_id(at), at // DOCUMENT_CHUNKS + 1, at // SECTION_CHUNKS + 1, _class(at), at % DOCUMENT_CHUNKS,
               *span, " ".join(text.split()[:3]), text, encoding.scope_term(_class(at)))


def _spans(first: int, texts: list[str]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each chunk's number with its place in the text of its document."""
    start = 0
    for at, text in enumerate(texts, first):
        start = 0 if at % DOCUMENT_CHUNKS == 0 else start
        yield at, (start, start + len(text))
        start += len(text) + 1
