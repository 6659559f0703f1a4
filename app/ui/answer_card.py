"""One question and what became of it: scope, passage word for word, draft, then the settled answer.

The card is told what happened (``hear``, ``settle``, ``show_found``, ``fail``, ``stop``) and shows it; it asks for
nothing itself.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from app.said import said
from app.ui.answer_html import answer_html, answer_markdown, conflicts_html, place_of
from app.ui.banner import Banner
from app.ui.draft_block import DraftBlock
from app.ui.evidence_block import EvidenceBlock
from app.ui.export import answer_section, search_section
from app.ui.faces import Face, reason_words, scope_words, summary_face
from app.ui.feedback_bar import FeedbackBar
from app.ui.flow_layout import FlowLayout
from app.ui.flow_text import FlowText
from app.ui.found_html import found_html, heading_html, passage_of
from app.ui.markdown_html import markdown_html
from app.ui.theme import Colours, Theme
from app.ui.version_cards import VersionCard
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Citation,
    Evidence,
    Passage,
    Retrieved,
    SavedAnswer,
)

_SPOKEN = frozenset({AnswerState.ANSWERED, AnswerState.UNVERIFIED, AnswerState.CONFLICTING, AnswerState.NEEDS_VERSION})
_EMPTY_HANDED = frozenset({AnswerState.NO_EVIDENCE, AnswerState.DECLINED})


class AnswerCard(QFrame):
    """``place_chosen`` carries a Citation or a Passage to open, ``version_chosen`` a version to ask again for."""

    place_chosen = Signal(object)
    version_chosen = Signal(str)
    why_asked = Signal(str)
    """The trace of the answer."""
    approved = Signal()
    said = Signal(object)
    """A FeedbackKind."""

    def __init__(self, theme: Theme, question: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_card")
        self.setAccessibleName(question)
        self.question = question
        self._theme = theme
        self._is_open = True
        self._answer: Answer | None = None
        self._retrieved: Retrieved | None = None
        self._listed: tuple[Passage, ...] = ()
        self._evidence: list[EvidenceBlock] = []
        self._version_cards: list[VersionCard] = []
        self._face: Face | None = None
        self._make_parts()
        self._lay_out()
        theme.changed.connect(self._render)

    @property
    def answer(self) -> Answer | None:
        """The settled answer, None before."""
        return self._answer

    @property
    def retrieved(self) -> Retrieved | None:
        """What was found, None before."""
        return self._retrieved

    @property
    def is_open(self) -> bool:
        """Whether something is still to come."""
        return self._is_open

    def hear(self, event: AnswerEvent) -> None:
        """One step on the way to the answer; after a stop nothing more is heard."""
        if not self._is_open:
            return
        if event.stage is AnswerStage.RETRIEVED and event.retrieved is not None:
            self._take_retrieved(event.retrieved)
            self._show_approved(event.curated)
        elif event.stage is AnswerStage.EVIDENCE:
            self._show_evidence(event.evidence)
            self._draft.wait()
        elif event.stage is AnswerStage.DRAFT:
            self._draft.add(event.delta)
        elif event.stage is AnswerStage.SETTLED:
            self._draft.check()

    def settle(self, answer: Answer, *, is_incomplete: bool = False) -> None:
        """The answer is final. ``is_incomplete``: there are files that had not been read when it was asked."""
        self._answer = answer
        self._is_open = False
        self._take_retrieved(answer.retrieved)
        self._show_approved(answer.curated)
        self._show_evidence(answer.evidence)
        if answer.state is AnswerState.CANCELLED:
            self._draft.stop()
        else:
            self._draft.hide()
        near = answer.retrieved.passages if answer.state is AnswerState.DECLINED else ()
        self._listed = (*near, *answer.elsewhere)
        self._face = summary_face(answer)
        words = reason_words(answer)
        unread = self.tr("Folders are still being read; what has not been read yet was not searched.")
        self._say(self._reason, " ".join(filter(None, (
            "" if words == said(answer.retrieved.notice) else words,
            unread if is_incomplete and answer.state in _EMPTY_HANDED else ""))))
        self._offer_versions(answer)
        self._show_versions(answer)
        self._copy.setVisible(bool(answer.text) and answer.state in _SPOKEN)
        self._why.setVisible(bool(answer.trace_id))
        self.feedback.setVisible(bool(answer.trace_id) and answer.state is not AnswerState.CANCELLED)
        self.feedback.approve_button.setVisible(any(claim.citations for claim in answer.claims))
        self._render()

    def show_found(self, retrieved: Retrieved) -> None:
        """A search without an answer has ended."""
        self._is_open = False
        self._take_retrieved(retrieved)
        self._listed = retrieved.passages
        count = len(retrieved.passages)
        words = self.tr("1 passage found") if count == 1 else self.tr("{0} passages found").format(count)
        self._face = Face(icon="≡", word=words if count else self.tr("Nothing found in this scope"), tone="muted")
        self._render()

    def fail(self, sentence: str) -> None:
        """The question could not be worked on, for the reason in ``sentence``."""
        self._end_early()
        self._notice.say(sentence, "bad")

    def ask_why(self) -> None:
        """Ask for the trace of the answer, if there is one."""
        if self._answer is not None and self._answer.trace_id:
            self.why_asked.emit(self._answer.trace_id)

    def stop(self) -> None:
        """The person stopped it or asked something else; a settled answer may still follow."""
        if self._is_open:
            self._end_early()
            self._face = Face(icon="■", word=self.tr("Stopped"), tone="muted")
            self._render()

    def section(self) -> str:
        """The card as a section of a Markdown document, empty before it has settled."""
        if self._answer is not None:
            return answer_section(self._answer)
        is_found = self._retrieved is not None and not self._is_open
        return search_section(self.question, self._retrieved) if self._retrieved and is_found else ""

    def words(self) -> str:
        """Everything the card says, in the order in which it is read."""
        labels = [label.text() for label in (self._summary, self._reason) if not label.isHidden()]
        scope = "" if self._scope.isHidden() else self._scope.text()
        approved = "" if self._approved.isHidden() else self._approved.toPlainText()
        parts = [self.question, scope, self._notice.text, approved, *(block.text for block in self._evidence),
                 self._draft.words, *labels, *(card.words for card in self._version_cards),
                 "" if self._text.isHidden() else self._text.toPlainText()]
        return "\n".join(part for part in parts if part)

    def _make_parts(self) -> None:
        self._title = self._label(self.question, "title")
        self._scope = self._label(self.tr("Searching …"), "muted")
        self._notice = Banner(self._theme, self, closable=False)
        self._approved = FlowText(self._theme, self.tr("Approved answer"), self)
        self._approved.hide()
        self._draft = DraftBlock(self._theme, self)
        self._summary = self._label("", "summary")
        self._reason = self._label("", "muted")
        self._text = FlowText(self._theme, self.tr("Answer"), self)
        self._text.followed.connect(self._follow)
        self._text.set_tip(self._tip)
        self._copy = QPushButton(self.tr("Copy with citations"), self)
        self._copy.setProperty("kind", "small")
        self._copy.clicked.connect(self._copy_answer)
        self._why = QPushButton(self.tr("Why this answer"), self)
        self._why.setProperty("kind", "small")
        self._why.clicked.connect(self.ask_why)
        self.feedback = FeedbackBar(self)
        self.feedback.approved.connect(self.approved)
        self.feedback.said.connect(self.said)
        for part in (self._summary, self._reason, self._text, self._copy, self._why):
            part.hide()

    def _lay_out(self) -> None:
        self._evidence_column = QVBoxLayout()
        self._evidence_column.setSpacing(8)
        self._versions = FlowLayout()
        self._version_column = QVBoxLayout()
        self._version_column.setSpacing(8)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        column.addWidget(self._title)
        column.addWidget(self._scope)
        column.addWidget(self._notice)
        column.addWidget(self._approved)
        column.addLayout(self._evidence_column)
        column.addWidget(self._draft)
        column.addWidget(self._summary)
        column.addWidget(self._reason)
        column.addLayout(self._versions)
        column.addLayout(self._version_column)
        column.addWidget(self._text)
        last = FlowLayout()
        last.addWidget(self._why)
        last.addWidget(self._copy)
        column.addLayout(last)
        column.addWidget(self.feedback)
        column.addStretch(1)

    def _label(self, text: str, role: str) -> QLabel:
        label = QLabel(text, self, wordWrap=True)
        label.setProperty("role", role)
        return label

    def _say(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _end_early(self) -> None:
        self._is_open = False
        self._draft.stop()
        if self._retrieved is None:
            self._scope.hide()

    def _take_retrieved(self, retrieved: Retrieved) -> None:
        self._retrieved = retrieved
        count = len(retrieved.passages)
        words = self.tr("1 passage") if count == 1 else self.tr("{0} passages").format(count)
        self._say(self._scope, f"{scope_words(retrieved)} · {words}")
        if retrieved.nearest or not retrieved.passages:
            self._notice.say(said(retrieved.notice), "warn")

    def _show_approved(self, approved: SavedAnswer | None) -> None:
        """An answer that somebody vouches for stands before everything else."""
        if approved is None or approved.expires_at is None:
            return
        until = self.tr("✓ Approved by a person until {0}").format(f"{approved.expires_at:%Y-%m-%d}")
        self._approved.say(f"<p><b>{until}</b></p>{markdown_html(approved.text, self._theme.colours)}")
        self._approved.show()

    def _show_evidence(self, evidence: tuple[Evidence, ...]) -> None:
        """Each passage once; what is on screen stays where it is."""
        for item in evidence[len(self._evidence):]:
            block = EvidenceBlock(self._theme, item, self)
            block.opened.connect(self.place_chosen)
            self._evidence_column.addWidget(block)
            self._evidence.append(block)

    def _offer_versions(self, answer: Answer) -> None:
        for version in answer.retrieved.nearest:
            button = QPushButton(self.tr("Ask for {0}").format(version), self)
            button.setProperty("kind", "small")
            button.clicked.connect(lambda _checked=False, version=version: self.version_chosen.emit(version))
            self._versions.addWidget(button)

    def _show_versions(self, answer: Answer) -> None:
        """One card for each version, when the answer depends on it."""
        if answer.state is AnswerState.NEEDS_VERSION:
            for result in answer.retrieved.by_version:
                card = VersionCard(self._theme, result, self)
                card.opened.connect(self.place_chosen)
                card.chosen.connect(self.version_chosen)
                self._version_column.addWidget(card)
                self._version_cards.append(card)

    def _render(self) -> None:
        colours = self._theme.colours
        if self._face is not None:
            self._say(self._summary, f"{self._face.icon}  {self._face.word}")
            self._summary.setStyleSheet(f"color: {getattr(colours, self._face.tone)}; font-weight: bold;")
        text = self._spoken_html(colours) + self._listed_html(colours)
        self._text.setVisible(bool(text))
        if text:
            self._text.say(text)

    def _spoken_html(self, colours: Colours) -> str:
        if self._answer is None or self._answer.state not in _SPOKEN or self._version_cards:
            return ""
        is_conflict = self._answer.state is AnswerState.CONFLICTING
        return conflicts_html(self._answer, colours) if is_conflict else answer_html(self._answer, colours)

    def _listed_html(self, colours: Colours) -> str:
        """What is nearest, and what other versions say; for a search, what was found."""
        elsewhere = self._answer.elsewhere if self._answer is not None else ()
        near = self._listed[:len(self._listed) - len(elsewhere)]
        parts = [heading_html(self.tr("Nearest sections"), colours)] if near and self._answer is not None else []
        parts.append(found_html(near, colours))
        if elsewhere:
            parts.append(heading_html(self.tr("In other versions"), colours))
            parts.append(found_html(elsewhere, colours, first=len(near)))
        return "".join(parts)

    def _place(self, link: str) -> Citation | Passage | None:
        return (place_of(self._answer, link) if self._answer else None) or passage_of(self._listed, link)

    def _follow(self, link: str) -> None:
        place = self._place(link)
        if place is not None:
            self.place_chosen.emit(place)

    def _tip(self, link: str) -> str:
        place = self._place(link)
        return place.quote if isinstance(place, Citation) else ""

    def _copy_answer(self) -> None:
        if self._answer is not None:
            QGuiApplication.clipboard().setText(answer_markdown(self._answer))
            self._copy.setText(self.tr("✓ Copied"))
