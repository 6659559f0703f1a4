"""Search by words, filtered by scope before its top-k.

1. A scope becomes the short list of its scope classes (``classes``); everything a scope can filter by is in there.
2. Lexical: FTS5 bm25 over weighted columns; the classes stand in the expression as indexed words of weight 0.
3. Exact: the identifier table, folded form first, exact case ranked above.

Nearest by meaning, under the same filter, is in ``vectors``.

A list of no classes finds nothing, without a query.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from engine.store import encoding
from engine.store.connection import Connection, Value
from engine.store.identifiers import fold as identifier_key
from engine.store.terms import cjk_runs, fold, identifier_parts, pairs, words
from engine.types import ALL, LATEST, ChunkId, Hit, Scope

COLUMN_WEIGHTS = (4.0, 1.0, 1.0, 1.0, 1.0, 0.0)
"""bm25 weights of heading, body, row_sentences, identifiers, cjk, scope_term."""

_LATEST = (
    "(product = '' OR version_raw = '' OR EXISTS (SELECT 1 FROM "
    "(SELECT MAX(version_low) AS newest FROM scope_class newer "
    "WHERE newer.product = scope_class.product COLLATE NOCASE AND newer.version_raw <> '' AND newer.deprecated = 0) "
    "WHERE version_low <= newest AND newest < version_high))")
"""What covers the newest version of its product; documents of no product have no newest version in common."""


def classes(db: Connection, scope: Scope) -> tuple[int, ...]:
    """Ids of the scope classes inside ``scope``."""
    tests: list[str] = ["1"]
    values: list[Value] = []
    if scope.product is not ALL:
        tests.append("product IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(_spellings(db, scope.product)))
    if scope.version is LATEST:
        tests.append(_LATEST)
    elif scope.version is not ALL:
        tests.append("version_low < ? AND ? < version_high")
        values += [scope.version.high, scope.version.low]
    if not scope.include_deprecated:
        tests.append("deprecated = 0")
    if scope.audiences is not ALL:
        tests.append("(audience IN (SELECT value FROM json_each(?)) OR (audience = '' AND ?))")
        values += [json.dumps(sorted(scope.audiences)), int(bool(scope.audiences))]
    if scope.locale is not ALL:
        tests.append("locale IN (?, '')")
        values.append(scope.locale)
    if scope.roots is not ALL:
        tests.append("root_id IN (SELECT value FROM json_each(?))")
        values.append(json.dumps(sorted(scope.roots)))
    rows = db.rows(f"SELECT id FROM scope_class WHERE {' AND '.join(tests)} ORDER BY id", values)
    return tuple(encoding.number(found) for (found,) in rows)


def _spellings(db: Connection, product: str) -> list[str]:
    """The ways in which the documents write a product's name: ``keda`` and ``KEDA`` are one product."""
    known = [encoding.text(found) for (found,) in db.rows("SELECT DISTINCT product FROM scope_class")]
    return [name for name in known if name.casefold() == product.casefold()]


def lexical(db: Connection, terms: Sequence[str], scope_classes: Sequence[int], limit: int, *,
            beginning: str = "") -> tuple[Hit, ...]:
    """Best chunks by weighted bm25. ``terms`` are words and pairs of CJK characters; any text is valid.

    ``beginning`` is a word of which only the beginning is known; chunks must then hold one that begins so.
    """
    wanted = " OR ".join(map(_quoted, terms))
    if beginning:
        begun = f"({_quoted(beginning)} *)"
        wanted = f"({wanted}) AND {begun}" if wanted else begun
    if not wanted or not scope_classes:
        return ()
    weights = ", ".join(str(weight) for weight in COLUMN_WEIGHTS)
    rows = db.rows(
        f"SELECT rowid, bm25(chunk_fts, {weights}) AS score FROM chunk_fts WHERE chunk_fts MATCH ? "
        "ORDER BY score, rowid LIMIT ?", (_scoped(wanted, scope_classes), limit))
    return tuple(Hit(chunk=encoding.chunk_id(chunk), rank=rank, score=-encoding.real(score))
                 for rank, (chunk, score) in enumerate(rows, 1))


def matches(terms: Sequence[str]) -> tuple[str, ...]:
    """The expression that finds each term by itself in any scope."""
    return tuple(f"{_SEARCHED} : ({_quoted(term)})" for term in terms)


def occurs(db: Connection, term: str, scope_classes: Sequence[int]) -> bool:
    """Whether a word, an identifier (also as its parts: ``cpuLimit`` as "cpu limit") or a CJK run is in the scope."""
    if not scope_classes:
        return False
    forms = [[_quoted(word) for word in words(term)], [_quoted(word) for word in identifier_parts(term).split()[1:]]]
    phrases = {" + ".join(form) for form in forms if form} | {
        " + ".join(map(_quoted, pairs(run))) for run in cjk_runs(fold(term))}
    return any(db.value("SELECT 1 FROM chunk_fts WHERE chunk_fts MATCH ? LIMIT 1", (_scoped(phrase, scope_classes),))
               is not None for phrase in sorted(phrases))


def holds(db: Connection, chunk: ChunkId, terms: Sequence[str]) -> tuple[bool, ...]:
    """Which of the terms stand in a chunk, its headings included."""
    return tuple(db.value("SELECT 1 FROM chunk_fts WHERE rowid = ? AND chunk_fts MATCH ?",
                          (chunk, f"{_SEARCHED} : ({_quoted(term)})")) is not None for term in terms)


def exact(db: Connection, identifiers: Sequence[str], scope_classes: Sequence[int], limit: int) -> tuple[Hit, ...]:
    """Chunks that hold the identifiers, in 0 … 1: the share of them they hold, those in exact case before folded."""
    if not identifiers or not scope_classes:
        return ()
    keys = sorted({identifier_key(name) for name in identifiers})
    rows = db.rows(
        "SELECT i.chunk_id, COUNT(DISTINCT i.folded) + 0.5 * MAX(i.exact IN (SELECT value FROM json_each(?))) AS score "
        "FROM identifier i JOIN chunk c ON c.id = i.chunk_id WHERE i.folded IN (SELECT value FROM json_each(?)) "
        "AND c.scope_class_id IN (SELECT value FROM json_each(?)) "
        "GROUP BY i.chunk_id ORDER BY score DESC, i.chunk_id LIMIT ?",
        (json.dumps(list(identifiers)), json.dumps(keys), json.dumps(list(scope_classes)), limit))
    return tuple(Hit(chunk=ChunkId(encoding.number(chunk)), rank=rank, score=encoding.real(score) / (len(keys) + 0.5))
                 for rank, (chunk, score) in enumerate(rows, 1))


_SEARCHED = "{heading body row_sentences identifiers cjk}"


def _scoped(expression: str, scope_classes: Sequence[int]) -> str:
    scope = " OR ".join(encoding.scope_term(found) for found in scope_classes)
    return f"scope_term : ({scope}) AND {_SEARCHED} : ({expression})"


def _quoted(term: str) -> str:
    """A word as an FTS5 string; inside quotes only NUL and the quote itself mean anything."""
    return '"' + term.replace("\0", "").replace('"', "") + '"'
