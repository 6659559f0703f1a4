"""Answers that a person kept or vouches for, and what people said of answers.

1. An approved ("curated") answer has a date and an expiry, and is offered while it has not expired and every place it
   cites is as it was: the document has the cited revision.
2. When a cited document changes, the writer marks the answer as stale. It is then verified again: every quote is looked
   for in the new text; all found, the places are brought up to date, otherwise it stays stale until someone decides.
3. Feedback is kept beside the answer and exported as labelled questions for ``citeside eval``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

from engine.errors import BadRequest, NotFound
from engine.store import encoding, readers
from engine.store.connection import Connection, Row
from engine.store.store import Store
from engine.types import SOURCE_REMOVED, CitationState, FeedbackKind, RootId, SavedAnswer, SavedPlace

APPROVED_DAYS = 180
DAY = 86400.0
_COLUMNS = "id, question, text, product, version, state, is_stale, approved_at, expires_at"
_REFUSALS = frozenset({"DECLINED", "NO_EVIDENCE", "CANCELLED", "FAILED", "SEARCH", SOURCE_REMOVED})


def approve(store: Store, answer_id: str, *, days: int = APPROVED_DAYS,
            clock: Callable[[], float] = time.time) -> SavedAnswer:
    """Vouch for an answer for so many days. Raises NotFound, and BadRequest when it cites nothing that still stands."""
    now = clock()
    with store.side_writer() as db, db.writing():
        found = _one(db, answer_id)
        if found.state in _REFUSALS or not found.places:
            raise BadRequest("This answer says nothing from a document, so there is nothing to approve.")
        if any(place.state is not CitationState.CURRENT for place in found.places):
            raise BadRequest("A document that this answer cites has changed; ask again and approve the new answer.")
        db.run("UPDATE answer SET is_saved = 1, is_stale = 0, approved_at = ?, expires_at = ? WHERE id = ?",
               (now, now + days * DAY, answer_id))
        return _one(db, answer_id)


def saved(store: Store) -> tuple[SavedAnswer, ...]:
    """All kept answers, newest approval first, each verified again where a document changed."""
    _verify_again(store)
    with store.snapshot() as db:
        rows = db.rows(f"SELECT {_COLUMNS} FROM answer WHERE is_saved = 1 ORDER BY approved_at DESC, id")
        return tuple(_read(db, row) for row in rows)


def offered(store: Store, question: str, *, product: str, version: str,
            clock: Callable[[], float] = time.time) -> SavedAnswer | None:
    """The approved answer to the same question in the same scope that still holds, or None."""
    with store.snapshot() as db:
        rows = db.rows(
            f"SELECT {_COLUMNS} FROM answer WHERE is_saved = 1 AND approved_at IS NOT NULL AND expires_at > ? "
            "AND product = ? AND version = ? ORDER BY approved_at DESC", (clock(), product, version))
        same = [row for row in rows if folded(encoding.text(row[1])) == folded(question)]
    if any(row[6] for row in same):
        _verify_again(store)
    with store.snapshot() as db:
        found = [_one(db, encoding.text(row[0])) for row in same]
    return next((one for one in found if not one.is_stale
                 and all(place.state is CitationState.CURRENT for place in one.places)), None)


def add_feedback(store: Store, answer_id: str, kind: FeedbackKind, text: str = "", *,
                 clock: Callable[[], float] = time.time) -> None:
    """Keep what a person said of an answer; the answer is kept with it. Raises NotFound."""
    with store.side_writer() as db, db.writing():
        _one(db, answer_id)
        db.run("INSERT INTO feedback (answer_id, created_at, kind, text) VALUES (?, ?, ?, ?)",
               (answer_id, clock(), kind.value, text))
        db.run("UPDATE answer SET is_saved = 1 WHERE id = ?", (answer_id,))


def feedback_questions(db: Connection) -> tuple[Mapping[str, object], ...]:
    """Feedback as labelled questions: what was called good expects the cited sections, a correction its own words as
    the fact; what was called bad or of the wrong version expects nothing yet and is left to be labelled. Of answers
    from a folder that was removed only corrections are left.
    """
    rows = db.rows("SELECT f.id, f.kind, f.text, a.id, a.question, a.product, a.version FROM feedback f "
                   "JOIN answer a ON a.id = f.answer_id WHERE a.state <> ? OR f.kind = ? ORDER BY f.id",
                   (SOURCE_REMOVED, FeedbackKind.CORRECTION.value))
    made = []
    for number, *texts in rows:
        kind, text, answer_id, question, product, version = map(encoding.text, texts)
        cited = db.rows("SELECT DISTINCT path, heading FROM answer_citation WHERE answer_id = ? ORDER BY path, heading",
                        (answer_id,))
        is_good = kind in (FeedbackKind.GOOD.value, FeedbackKind.CORRECTION.value)
        made.append({
            "id": f"feedback-{encoding.number(number)}", "question": question, "product": product or None,
            "version": version if version not in ("", "latest", "all") else None,
            "version_in_question": False,
            "expected": [{"path": path, "heading": heading} for path, heading in cited] if is_good else [],
            "expected_mode": "any", "answer_facts": [text] if kind == FeedbackKind.CORRECTION.value else [],
            "wrong_version_facts": [], "kind": f"feedback_{kind}"})
    return tuple(made)


def folded(question: str) -> str:
    """A question as it is compared: without case, blanks and marks at its end."""
    return " ".join(question.casefold().split()).strip(" ?!.")


def _verify_again(store: Store) -> None:
    """Look for the quotes of stale answers in the documents as they are now."""
    with store.snapshot() as db:
        stale = [encoding.text(key) for (key,) in db.rows("SELECT id FROM answer WHERE is_saved = 1 AND is_stale = 1 "
                                                    "AND state <> ?", (SOURCE_REMOVED,))]
    if not stale:
        return
    with store.side_writer() as db, db.writing():
        for answer_id in stale:
            found = _one(db, answer_id)
            if all(place.state in (CitationState.CURRENT, CitationState.MOVED) for place in found.places):
                for place in found.places:
                    _move(db, answer_id, place)
                db.run("UPDATE answer SET is_stale = 0 WHERE id = ?", (answer_id,))


def _move(db: Connection, answer_id: str, place: SavedPlace) -> None:
    document = readers.document_at(db, place.root, place.path)
    if document and place.state is CitationState.MOVED:
        start = readers.document_text(db, document.id).find(place.quote)
        db.run("UPDATE OR REPLACE answer_citation SET revision = ?, span_start = ?, span_end = ? "
               "WHERE answer_id = ? AND root_id = ? AND path = ? AND quote = ?",
               (document.revision, start, start + len(place.quote), answer_id, place.root, place.path, place.quote))


def _one(db: Connection, answer_id: str) -> SavedAnswer:
    row = db.row(f"SELECT {_COLUMNS} FROM answer WHERE id = ?", (answer_id,))
    if row is None:
        raise NotFound(f"There is no answer {answer_id!r}; `citeside ask` prints the name of each as its trace.")
    return _read(db, row)


def _read(db: Connection, row: Row) -> SavedAnswer:
    key, question, text, product, version, state, is_stale, approved, expires = row
    rows = db.rows("SELECT root_id, path, revision, quote FROM answer_citation WHERE answer_id = ? "
                   "ORDER BY path, span_start", (encoding.text(key),))
    return SavedAnswer(
        id=encoding.text(key), question=encoding.text(question), text=encoding.text(text),
        product=encoding.text(product), version=encoding.text(version), state=encoding.text(state),
        is_stale=bool(is_stale), approved_at=_when(approved), expires_at=_when(expires),
        places=tuple(_place(db, cited) for cited in rows))


def _place(db: Connection, row: Row) -> SavedPlace:
    root, path, revision, quote = RootId(encoding.number(row[0])), encoding.text(row[1]), row[2], encoding.text(row[3])
    document = readers.document_at(db, root, path)
    if document is None:
        state = CitationState.MISSING
    elif document.revision == revision:
        state = CitationState.CURRENT
    else:
        is_there = bool(quote) and quote in readers.document_text(db, document.id)
        state = CitationState.MOVED if is_there else CitationState.CHANGED
    return SavedPlace(root=root, path=path, quote=quote, state=state)


def _when(value: object) -> datetime | None:
    return datetime.fromtimestamp(float(value), UTC) if isinstance(value, int | float) else None
