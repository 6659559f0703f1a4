"""The way of one question to its passages: scope, both searches in one snapshot, fusion, reranking, expansion, floor.

Windows: ``WINDOW`` hits from each search, ``k`` passages handed on. Content that is deprecated is searched apart, in a
small window: it comes in only when it was asked for, or when nothing current comes near it, and then with its mark.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.ports import Embedder, Reranker, Vectors
from engine.retrieve.analyse import Analysis, analyse, without_words
from engine.retrieve.by_version import VersionFinding, other_versions, results
from engine.retrieve.compare import paired, take_turns
from engine.retrieve.expand import expand
from engine.retrieve.floor import Absence, Signals, han_held, is_documented
from engine.retrieve.fuse import FEW, Found, fuse, reachable, telling, weights
from engine.retrieve.query import Resolved, resolve
from engine.retrieve.rank import rank
from engine.retrieve.rerank import MOST, Reranking
from engine.retrieve.weights import Weights
from engine.store import readers, search
from engine.store.connection import Connection
from engine.store.identifiers import fold as fold_identifier
from engine.store.store import Store
from engine.store.terms import alphabetic_share, cjk_runs, fold
from engine.types import (
    Candidate,
    Catalogue,
    ChunkId,
    Hit,
    Note,
    Passage,
    Request,
    Retrieved,
    Scope,
    ScopeSource,
    VersionRange,
    VersionResult,
)

WINDOW = 100
RANKED = 80
ABSENT_LOOKED_AT = 4
HAN_LOOKED_AT = 5
DEPRECATED_WINDOW = 20
DEPRECATED_MARGIN = 1.15
DEPRECATED_LEAD = 0.03
DEPRECATED_SHOWN = 2
_DEPENDS = "The answer depends on the version, and none was named; passages of the latest are listed."
_NO_WORDS = "the question holds no word or code that can be searched for"
_NO_TEXT = "the document that comes nearest is known by its title only"
_DEPRECATED_NOTICE = "What matches best is marked as deprecated; it is shown with its mark."


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one scope holds for a question."""

    passages: tuple[Passage, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    notes: tuple[Note, ...] = ()
    is_documented: bool = False
    reason: str = "nothing matches in this scope"
    notice: str = ""
    by_version: tuple[VersionResult, ...] = ()


class Retriever:
    """Answers requests from the index; may be used from any thread."""

    def __init__(self, *, store: Store, embedder: Embedder, reranker: Reranker | None = None,
                 weights: Weights | None = None) -> None:
        self._store = store
        self._embedder = embedder
        self._weights = weights or Weights()
        self._reranking = Reranking(reranker, weight=self._weights.rerank) if reranker else None

    def retrieve(self, request: Request) -> Retrieved:
        """Passages for a request. Raises BadRequest's kinds; an empty scope is an outcome, not an error."""
        watch = _Watch()
        with self._store.snapshot() as db:
            catalogue = readers.searchable(db, request.audiences)
            resolved = resolve(request, catalogue)
            watch.lap("scope")
            if resolved.reason:
                return _nothing(resolved, watch)
            if resolved.versions:
                finding = self._compare(db, request, resolved, watch)
            else:
                finding = self._find(db, request, resolved.scope, resolved, watch)
                if resolved.source is ScopeSource.LATEST and finding.is_documented:
                    finding = replace(finding, by_version=self._versions(db, request, resolved, finding, catalogue,
                                                                         watch))
        return _retrieved(resolved, finding, watch)

    def look_up(self, request: Request) -> Retrieved:
        """Passages by keywords alone, the last word taken as a beginning: for results while a person types.

        Raises as ``retrieve`` does. Nothing is embedded and nothing is said about what is documented.
        """
        watch = _Watch()
        with self._store.snapshot() as db:
            resolved = resolve(request, readers.searchable(db, request.audiences))
            if resolved.reason:
                return _nothing(resolved, watch)
            analysis = analyse(resolved.sought, resolved.scope, resolved.named)
            *whole, last = analysis.terms or ("",)
            is_begun = bool(last) and request.question.rstrip().casefold().endswith(last.casefold())
            classes = search.classes(db, resolved.scope)
            hits = search.lexical(db, whole if is_begun else analysis.terms, classes, 3 * request.k,
                                  beginning=last if is_begun else "")
            candidates = tuple(Candidate(chunk=hit.chunk, lexical_rank=hit.rank, score=hit.score) for hit in hits)
            passages, notes = expand(db, candidates, terms=analysis.terms, limit=request.k)
        watch.lap("lexical")
        return _retrieved(resolved, Finding(passages=passages, candidates=candidates, notes=notes,
                                            is_documented=bool(passages), reason=""), watch)

    def _find(self, db: Connection, request: Request, scope: Scope, resolved: Resolved, watch: _Watch) -> Finding:
        analysis = analyse(resolved.sought, scope, resolved.named)
        if not (analysis.terms or analysis.identifiers):
            return Finding(reason=_NO_WORDS)
        classes = search.classes(db, scope)
        (vector,) = self._embedder.embed([fold(analysis.text)])
        watch.lap("embed")
        frequencies = self._store.statistics.frequencies(db, analysis.terms)
        chunks = self._store.statistics.chunks(db)
        sought = replace(analysis, terms=telling(analysis.terms, frequencies, chunks))
        found = self._search(db, sought, vector, classes, reachable(frequencies, chunks), WINDOW, watch)
        fused, notice = self._with_deprecated(db, sought, vector, scope, classes, found, watch)
        fused, remarks = self._reranked(db, analysis, vector, fused, found.cosines) if request.rerank else (fused, ())
        watch.lap("rerank")
        candidates = rank(fused, standings=readers.standings(db, [candidate.chunk for candidate in fused]),
                          weights=self._weights)
        watch.lap("rank")
        passages, notes = expand(db, candidates, terms=(*analysis.terms, *analysis.identifiers), limit=request.k)
        watch.lap("expand")
        if not passages:
            return Finding()
        signals = self._signals(db, analysis, vector, frequencies, chunks, found, candidates, passages, classes)
        has_text = bool(passages[0].text.strip())
        documented = has_text and is_documented(signals)
        watch.lap("floor")
        return Finding(passages=passages, candidates=candidates, notes=(*remarks, *notes), is_documented=documented,
                       reason="" if documented else _why(signals) if has_text else _NO_TEXT, notice=notice)

    def _reranked(self, db: Connection, analysis: Analysis, vector: Vectors, fused: tuple[Candidate, ...],
                  cosines: Mapping[ChunkId, float]) -> tuple[tuple[Candidate, ...], tuple[Note, ...]]:
        """The fused candidates with the reranker's word on the first of them, where there is one."""
        if self._reranking is None:
            return fused, ()
        first = [candidate.chunk for candidate in fused[:MOST]]
        unknown = [chunk for chunk in first if chunk not in cosines]
        known = {**cosines, **self._store.vectors.similarities(db, vector, unknown)}
        return self._reranking.rerank(fold(analysis.text), fused, readers.chunk_texts(db, first), known)

    def _with_deprecated(self, db: Connection, analysis: Analysis, vector: Vectors, scope: Scope,
                         classes: Sequence[int], found: Found,
                         watch: _Watch) -> tuple[tuple[Candidate, ...], str]:
        """The fused candidates; with those from deprecated content when they are clearly the only ones that match."""
        current = fuse(found)[:RANKED]
        if scope.include_deprecated:
            return current, ""
        old = [found_class for found_class in search.classes(db, replace(scope, include_deprecated=True))
               if found_class not in classes]
        if not old:
            return current, ""
        aside = self._search(db, analysis, vector, old, found.reachable, DEPRECATED_WINDOW, watch)
        both = fuse(Found(
            lexical=(*found.lexical, *aside.lexical), dense=(*found.dense, *aside.dense),
            exact=(*found.exact, *aside.exact), cosines={**found.cosines, **aside.cosines}, reachable=found.reachable,
            read=found.read))
        known = {candidate.chunk for candidate in current}
        best = next((candidate.score for candidate in both if candidate.chunk in known), 0.0)
        nearest = max(found.cosines.values(), default=-1.0)
        only = tuple(candidate for candidate in both if candidate.chunk not in known
                     and candidate.score >= DEPRECATED_MARGIN * best
                     and aside.cosines.get(candidate.chunk, -1.0) >= nearest + DEPRECATED_LEAD)
        if not only or only[0].score <= 0:
            return current, ""
        return (*only[:DEPRECATED_SHOWN], *current), _DEPRECATED_NOTICE

    def _signals(self, db: Connection, analysis: Analysis, vector: Vectors, frequencies: Sequence[int], chunks: int,
                 found: Found, candidates: Sequence[Candidate], passages: Sequence[Passage],
                 classes: Sequence[int]) -> Signals:
        weight = dict(zip(analysis.terms, weights(frequencies, chunks), strict=True))
        total = sum(weight.values()) or 1.0
        held = search.holds(db, candidates[0].chunk, analysis.terms)
        gone = tuple(name for name in analysis.identifiers if not search.occurs(db, name, classes))
        known = {name.casefold() for name in analysis.identifiers if name not in gone}
        absent = [term for term in analysis.terms if term not in known and not search.occurs(db, term, classes)]
        cosine = max(found.cosines.values(), default=0.0)
        return Signals(
            cosine=cosine,
            lexical=max((hit.score for hit in found.lexical), default=0.0) / found.reachable,
            coverage=sum(weight[term] for term, has in zip(analysis.terms, held, strict=True) if has) / total
            if analysis.terms else 1.0,
            missing=sum(weight[term] for term in absent) / total,
            missing_identifiers=gone,
            absences=tuple(self._absence(db, analysis, vector, word, cosine, classes)
                           for word in [term for term in absent if not cjk_runs(term)][:ABSENT_LOOKED_AT]),
            han=han_held(analysis.runs, weight, [_read(passage) for passage in passages[:HAN_LOOKED_AT]],
                         has_words=any(has and not cjk_runs(term)
                                       for term, has in zip(analysis.terms, held, strict=True))))

    def _absence(self, db: Connection, analysis: Analysis, whole: Vectors, word: str, cosine: float,
                 classes: Sequence[int]) -> Absence:
        """What becomes of the question without a word that the scope does not know."""
        (rest,) = self._embedder.embed([fold(without_words(analysis.text, (word,)))])
        nearest = self._store.vectors.nearest(db, rest, classes, 1)
        return Absence(word=word, same=float(whole @ rest), gain=(nearest[0].score if nearest else 0.0) - cosine)

    def _search(self, db: Connection, analysis: Analysis, vector: Vectors, classes: Sequence[int], reach: float,
                window: int, watch: _Watch) -> Found:
        lexical = search.lexical(db, analysis.terms, classes, window)
        if self._store.statistics.chunks(db) < FEW:
            lexical = _by_share(db, analysis, lexical)
        exact = search.exact(db, analysis.identifiers, classes, window)
        watch.lap("lexical")
        dense = self._store.vectors.nearest(db, vector, classes, window)
        cosines = {hit.chunk: hit.score for hit in dense}
        missing = [hit.chunk for hit in (*lexical, *exact) if hit.chunk not in cosines]
        cosines |= self._store.vectors.similarities(db, vector, missing)
        watch.lap("dense")
        return Found(lexical=lexical, dense=dense, exact=exact, cosines=cosines, reachable=reach,
                     read=alphabetic_share(analysis.text))

    def _versions(self, db: Connection, request: Request, resolved: Resolved, first: Finding, catalogue: Catalogue,
                  watch: _Watch) -> tuple[VersionResult, ...]:
        """What each version says, when nobody named one and the answer depends on it.

        A version that holds the very text found first says the same, and is searched only to be shown beside others.
        The reranker is not asked again for each: what is sought there is the counterpart of what it found.
        """
        top = first.passages[0]
        scopes = {version: replace(resolved.scope, product=top.product, version=version)
                  for version in other_versions(top, catalogue)}
        copies = readers.classes_of_copies(db, first.candidates[0].chunk)
        equal = {version for version, scope in scopes.items() if copies & {*search.classes(db, scope)}}

        def found(version: VersionRange) -> VersionFinding:
            finding = self._find(db, replace(request, rerank=False), scopes[version], resolved, watch)
            return VersionFinding(version=version, passages=finding.passages, is_documented=finding.is_documented)

        analysis = analyse(resolved.sought, resolved.scope, resolved.named)
        frequencies = self._store.statistics.frequencies(db, analysis.terms)
        terms = dict(zip(analysis.terms, weights(frequencies, self._store.statistics.chunks(db)), strict=True))
        searched = VersionFinding(version=top.applies_to, passages=first.passages, is_documented=True)
        others = [found(version) for version in scopes if version not in equal]
        names = {fold_identifier(name) for name in analysis.identifiers}
        if not results(searched, others, terms, names):
            return ()
        return results(searched, [*others, *map(found, sorted(equal, key=lambda version: version.low))], terms, names)

    def _compare(self, db: Connection, request: Request, resolved: Resolved, watch: _Watch) -> Finding:
        """Each compared version is searched by itself; their passages take turns, so that both sides are there."""
        scopes = [replace(resolved.scope, version=version) for version in resolved.versions]
        findings = [self._find(db, request, scope, resolved, watch) for scope in scopes]
        passages = take_turns(paired([finding.passages for finding in findings]), request.k)
        documented = any(finding.is_documented for finding in findings)
        return Finding(
            passages=passages, candidates=tuple(c for finding in findings for c in finding.candidates),
            notes=tuple(note for finding in findings for note in finding.notes), is_documented=documented,
            reason="" if documented else findings[0].reason)


def _by_share(db: Connection, analysis: Analysis, hits: Sequence[Hit]) -> tuple[Hit, ...]:
    """The hits scored by the share of the question's terms that they hold (see ``fuse``), best first."""
    terms = analysis.terms
    shares = {hit.chunk: sum(search.holds(db, hit.chunk, terms)) / len(terms) if terms else 1.0 for hit in hits}
    ordered = sorted(shares, key=lambda chunk: (-shares[chunk], chunk))
    return tuple(Hit(chunk=chunk, rank=rank, score=shares[chunk]) for rank, chunk in enumerate(ordered, 1))


def _read(passage: Passage) -> str:
    """All that is known of a passage as one text."""
    return "\n".join((passage.title, *passage.heading_path, passage.header_text, passage.text))


def _why(signals: Signals) -> str:
    if signals.missing_subjects:
        return f"{', '.join(signals.missing_subjects)} does not occur in this scope"
    return "nothing in this scope comes close enough to the question"


def _retrieved(resolved: Resolved, finding: Finding, watch: _Watch) -> Retrieved:
    return Retrieved(
        sought=resolved.sought, scope=resolved.scope, source=resolved.source,
        notice=" ".join(part for part in (_DEPENDS if finding.by_version else resolved.notice, finding.notice) if part),
        kind=resolved.kind, by_version=finding.by_version,
        passages=finding.passages, candidates=finding.candidates, documented=finding.is_documented,
        reason=finding.reason, notes=finding.notes, timings_ms=watch.laps())


def _nothing(resolved: Resolved, watch: _Watch) -> Retrieved:
    return Retrieved(
        sought=resolved.sought, scope=resolved.scope, source=resolved.source, notice=resolved.notice,
        kind=resolved.kind, passages=(), candidates=(), documented=False, reason=resolved.reason,
        nearest=resolved.nearest, timings_ms=watch.laps())


class _Watch:
    """Stage timings in milliseconds; a stage that runs twice is summed."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self._laps: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        now = time.perf_counter()
        self._laps[stage] = self._laps.get(stage, 0.0) + (now - self._last) * 1000
        self._last = now

    def laps(self) -> tuple[tuple[str, float], ...]:
        return tuple((stage, round(spent, 3)) for stage, spent in self._laps.items())
