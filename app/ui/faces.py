"""How states look: an icon, a word and a colour for each, never one of them alone. Also codes put into words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from app.said import is_translated, said
from engine.types import (
    ALL,
    LATEST,
    Answer,
    AnswerState,
    CitationState,
    Claim,
    IngestState,
    OpenedDocument,
    Retrieved,
    RootState,
    Scope,
    ScopeSource,
    Verdict,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """``tone`` names a colour of the theme: good, warn, bad or muted."""

    icon: str
    word: str
    tone: str


def verdict_face(verdict: Verdict) -> Face:
    """How one sentence was judged."""
    tr = QCoreApplication.translate
    return {
        Verdict.SUPPORTED: Face(icon="✓", word=tr("Faces", "verified"), tone="good"),
        Verdict.CONTRADICTED: Face(icon="✗", word=tr("Faces", "contradicted"), tone="bad"),
        Verdict.NOT_ENOUGH_INFO: Face(icon="?", word=tr("Faces", "not verified"), tone="warn"),
        Verdict.UNCHECKED: Face(icon="○", word=tr("Faces", "not checked"), tone="muted"),
    }[verdict]


def verdicts_face(verdicts: tuple[Verdict, ...]) -> Face:
    """How all sentences that use one citation were judged."""
    verified = sum(verdict is Verdict.SUPPORTED for verdict in verdicts)
    if len(set(verdicts)) == 1:
        return verdict_face(verdicts[0])
    words = QCoreApplication.translate("Faces", "{0} of {1} verified").format(verified, len(verdicts))
    return Face(icon="⚠", word=words, tone="warn")


def citation_face(state: CitationState) -> Face:
    """What opening a citation found."""
    tr = QCoreApplication.translate
    return {
        CitationState.CURRENT: Face(icon="✓", word=tr("Faces", "as cited"), tone="good"),
        CitationState.MOVED: Face(icon="→", word=tr("Faces", "moved within the document"), tone="muted"),
        CitationState.CHANGED: Face(icon="⚠", word=tr("Faces", "changed since it was indexed"), tone="warn"),
        CitationState.MISSING: Face(icon="✗", word=tr("Faces", "missing"), tone="bad"),
    }[state]


def ingest_face(state: IngestState) -> Face:
    """How reading a file went."""
    tr = QCoreApplication.translate
    return {
        IngestState.WAITING: Face(icon="…", word=tr("Faces", "waiting"), tone="muted"),
        IngestState.INDEXED: Face(icon="✓", word=tr("Faces", "read"), tone="good"),
        IngestState.INDEXED_FLAGGED: Face(icon="⚠", word=tr("Faces", "read, with a remark"), tone="warn"),
        IngestState.PARTIAL: Face(icon="⚠", word=tr("Faces", "read in part"), tone="warn"),
        IngestState.METADATA_ONLY: Face(icon="⚠", word=tr("Faces", "known by its title only"), tone="warn"),
        IngestState.SKIPPED: Face(icon="○", word=tr("Faces", "left out"), tone="muted"),
        IngestState.FAILED: Face(icon="✗", word=tr("Faces", "not read"), tone="bad"),
        IngestState.GONE: Face(icon="✗", word=tr("Faces", "gone"), tone="muted"),
    }[state]


def root_face(state: RootState) -> Face:
    """Whether a folder can be read."""
    tr = QCoreApplication.translate
    return {
        RootState.ONLINE: Face(icon="✓", word=tr("Faces", "online"), tone="good"),
        RootState.OFFLINE: Face(icon="⚠", word=tr("Faces", "offline"), tone="warn"),
        RootState.UNREADABLE: Face(icon="✗", word=tr("Faces", "cannot be read"), tone="bad"),
    }[state]


def summary_face(answer: Answer) -> Face | None:
    """The line above an answer, None where there is nothing to count."""
    tr = QCoreApplication.translate
    if answer.state is AnswerState.ANSWERED or answer.state is AnswerState.UNVERIFIED:
        return _counted(answer.claims)
    words = {
        AnswerState.DECLINED: Face(icon="⊘", word=tr("Faces", "The documents found do not answer this"), tone="warn"),
        AnswerState.NO_EVIDENCE: Face(icon="⊘", word=tr("Faces", "Not documented in this scope"), tone="warn"),
        AnswerState.CONFLICTING: Face(icon="⚠", word=tr("Faces", "The documents disagree"), tone="warn"),
        AnswerState.NEEDS_VERSION: Face(icon="⚠", word=tr("Faces", "The answer depends on the version"), tone="warn"),
        AnswerState.VERBATIM: Face(icon="❝", word=tr("Faces", "Word for word from the document"), tone="muted"),
        AnswerState.CANCELLED: Face(icon="■", word=tr("Faces", "Stopped"), tone="muted"),
        AnswerState.FAILED: Face(icon="✗", word=tr("Faces", "No answer could be written"), tone="bad"),
    }
    return words[answer.state]


def _counted(claims: tuple[Claim, ...]) -> Face:
    tr = QCoreApplication.translate
    verified = sum(claim.verdict is Verdict.SUPPORTED for claim in claims)
    if all(claim.verdict is Verdict.UNCHECKED for claim in claims):
        return Face(icon="○", word=tr("Faces", "Not checked yet"), tone="muted")
    counted = tr("Faces", "{0} of {1} sentences verified").format(verified, len(claims))
    if verified == len(claims):
        return Face(icon="✓", word=counted, tone="good")
    return Face(icon="⚠", word=counted, tone="warn")


def deprecation_words(opened: OpenedDocument) -> str:
    """That a document is out of date, since when where that is a date or a version, and what takes its place."""
    tr = QCoreApplication.translate
    if not opened.deprecated:
        return ""
    known = {"draft": tr("Faces", "Draft, not published"), "archived": tr("Faces", "Archived"),
             "superseded": tr("Faces", "Superseded"), "obsolete": tr("Faces", "Obsolete"),
             "removed": tr("Faces", "Removed"), "withdrawn": tr("Faces", "Withdrawn")}
    since = opened.deprecated_at.strip()
    has_date = any(character.isdigit() for character in since)
    words = (tr("Faces", "Deprecated since {0}").format(since) if has_date
             else known.get(since.casefold(), tr("Faces", "Deprecated")))
    successor = opened.superseded_by
    return tr("Faces", "{0}, see {1}").format(words, successor) if successor else words


def check_words(check: str) -> str:
    """Why a sentence was not verified, from the name of the check that decided."""
    tr = QCoreApplication.translate
    known = {
        "quotes": tr("Faces", "the quotation differs"), "numbers": tr("Faces", "a number differs"),
        "dates": tr("Faces", "a date differs"), "versions": tr("Faces", "a version differs"),
        "identifiers": tr("Faces", "a name is not in the source"),
        "negation": tr("Faces", "the source says the opposite"),
        "conditions": tr("Faces", "a condition is left out"), "alignment": tr("Faces", "no passage says this"),
        "rival": tr("Faces", "another place says otherwise"),
        "coverage": tr("Faces", "the source does not say all of this"),
    }
    return known.get(check, check.replace("_", " "))


def reason_words(answer: Answer) -> str:
    """Why an answer is what it is, in the language of the window.

    These are the engine's own words, which name what was searched and what is nearest; where they cannot be translated,
    what the reason's code means.
    """
    if answer.reason == "no_version":
        return said(answer.retrieved.notice)
    words = said(answer.explanation)
    if words and not (is_translated() and words == answer.explanation):
        return words
    return reason_code_words(answer.reason) or words


def reason_code_words(reason: str) -> str:
    """A reason code as a sentence; what is no known code is a sentence already."""
    tr = QCoreApplication.translate
    known = {
        "": "",
        "no_match": tr("Faces", "Nothing in this scope matches the question."),
        "aggregate": tr("Faces", "Counting or listing across all documents cannot be answered from a few passages."),
        "below_floor": tr("Faces", "What was found is not close enough to the question."),
        "model_declined": tr("Faces", "Sections were found, but none of them answers the question."),
        "conflict": tr("Faces", "Current documents say different things; both are shown, and none is chosen."),
        "unverified": tr("Faces", "Some sentences could not be verified in the documents; they are marked."),
        "no_generator": tr("Faces", "Shown as it stands in the document; no text was generated."),
        "nothing_held": tr("Faces", "Nothing of what was written could be verified; shown is what stands in the "
                                    "document."),
        "model_unsure": tr("Faces", "The generator wrote no answer; this passage comes nearest to the question."),
        "slow_machine": tr("Faces", "This machine reads too slowly now for a text to be written in good time."),
        "generator_lost": tr("Faces", "The generator stopped unexpectedly; the passage itself is shown."),
        "stopped": tr("Faces", "You stopped it; what was written until then is not to be relied on."),
        "needs_version": tr("Faces", "The versions say different things, and none was named; each is quoted."),
    }
    return known.get(reason, reason if " " in reason else reason.replace("_", " "))


def source_words(source: ScopeSource) -> str:
    """Where the version of a scope came from."""
    tr = QCoreApplication.translate
    return {
        ScopeSource.EXPLICIT: tr("Faces", "your choice"), ScopeSource.QUESTION: tr("Faces", "from your question"),
        ScopeSource.PROFILE: tr("Faces", "from your settings"), ScopeSource.LATEST: tr("Faces", "the latest"),
        ScopeSource.BEFORE: tr("Faces", "from the question before"), ScopeSource.NONE: "",
    }[source]


def scope_words(retrieved: Retrieved) -> str:
    """One line that says which documents an answer was allowed to see."""
    tr = QCoreApplication.translate
    scope = retrieved.scope
    parts = [_product_and_version(scope)]
    if source := source_words(retrieved.source):
        parts.append(tr("Faces", "version: {0}").format(source))
    if scope.audiences is not ALL:
        parts.append(tr("Faces", "audience: {0}").format(", ".join(sorted(scope.audiences))))
    if scope.include_deprecated:
        parts.append(tr("Faces", "with deprecated pages"))
    return " · ".join(parts)


def _product_and_version(scope: Scope) -> str:
    tr = QCoreApplication.translate
    product = tr("Faces", "All products") if scope.product is ALL else scope.product
    if scope.version is ALL:
        version = tr("Faces", "all versions")
    else:
        version = tr("Faces", "latest version") if scope.version is LATEST else scope.version.raw
    return f"{product} {version}".strip()


def moment_words(moment: datetime) -> str:
    """A moment in the person's own time and form."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(round(moment.timestamp())), QLocale.FormatType.ShortFormat)
