"""Questions and openings: carries them from the panes to the bridge and their reports back to the panes.

Reports of an older question reach its own card, and only there; the side panel and the chips follow the newest one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from app.bridge import Bridge
from app.ui.answer_card import AnswerCard
from app.ui.conversation import Conversation
from app.ui.places import Places
from app.ui.question_box import QuestionBox
from app.ui.scope_bar import ScopeBar
from app.ui.side_panel import SidePanel, Target
from engine.types import (
    ALL,
    Answer,
    AnswerEvent,
    AnswerStage,
    Catalogue,
    Retrieved,
    ScopeSource,
    SyncProgress,
    SyncReport,
    Turn,
    VersionRange,
)


class Asking(QObject):
    """What happens between a question and its settled answer."""

    def __init__(self, bridge: Bridge, scope_bar: ScopeBar, question_box: QuestionBox, conversation: Conversation,
                 side_panel: SidePanel) -> None:
        super().__init__(conversation)
        self._bridge = bridge
        self._scope_bar = scope_bar
        self._question_box = question_box
        self._conversation = conversation
        self._side_panel = side_panel
        self._cards: dict[int, AnswerCard] = {}
        self._before: Turn | None = None
        self._last_before: Turn | None = None
        self._is_search = False
        self.places = Places(bridge, side_panel)
        self._has_chosen = False
        self._is_panel_wanted = True
        self._catalogue: Catalogue | None = None
        self._is_reading = False
        self._has_read = False
        self._waiting: list[Callable[[], None]] = []
        self._connect()

    def ask(self, question: str) -> AnswerCard:
        """Ask a question in the scope of the chips; it may go on from the one answered last."""
        self._last_before = self._before
        return self._put(question, is_search=False)

    def search(self, question: str) -> AnswerCard:
        """Find passages in the scope of the chips, without an answer."""
        self._last_before = None
        return self._put(question, is_search=True)

    def ask_again(self) -> None:
        """Put the newest question again, because the scope has changed."""
        last = self._conversation.last
        if last is not None:
            self._put(last.question, is_search=self._is_search)

    def choose(self, place: Target) -> None:
        """The person wants to see a place."""
        self._has_chosen = True
        self.show_panel(True)
        self.places.open(place)

    def open_citation(self, index: int) -> None:
        """Open the citation with the number ``index + 1``, if there is one."""
        citations = self._side_panel.places.citations
        if index < len(citations):
            self.choose(citations[index])

    def show_panel(self, is_wanted: bool) -> None:
        """Show the side panel, or hide it until the person asks for it or picks a place."""
        self._is_panel_wanted = is_wanted
        self._side_panel.setVisible(is_wanted)

    def stop_or_clear(self) -> None:
        """End the running question; without one, empty the field."""
        last = self._conversation.last
        if last is not None and last.is_open:
            self._bridge.stop()
            last.stop()
            self._question_box.set_busy(False)
        else:
            self._question_box.clear()

    def show_page(self, title: str, markdown: str) -> None:
        """A page of our own in the side panel; an opening under way no longer counts."""
        self.places.forget()
        self._has_chosen = True
        self.show_panel(True)
        self._side_panel.show_page(title, markdown)

    def when_read(self, deed: Callable[[], None]) -> None:
        """Do something as soon as it is known what the library holds after its folders have been read."""
        self._waiting.append(deed)

    def _put(self, question: str, *, is_search: bool) -> AnswerCard:
        if self._catalogue is not None and not self._catalogue.documents:
            return self._put_off(question, self._catalogue)
        request = replace(self._scope_bar.request(question), before=self._last_before)
        self._is_search = is_search
        self._has_chosen = False
        self.places.forget()
        self._scope_bar.forget_outcome()
        card = self._conversation.begin(question)
        ticket = self._bridge.search(request) if is_search else self._bridge.ask(request)
        self._cards = {known: other for known, other in self._cards.items() if other in self._conversation.cards}
        self._cards[ticket] = card
        self._question_box.clear()
        self._question_box.set_busy(True)
        return card

    def _put_off(self, question: str, catalogue: Catalogue) -> AnswerCard:
        """There is nothing to search yet: say so instead of an answer that would mean something else."""
        card = self._conversation.begin(question)
        card.fail(self.tr("Nothing has been read yet. Ask again in a moment; the line at the bottom says how far "
                          "reading is.") if catalogue.roots
                  else self.tr("There are no documents yet. Add a folder first."))
        self._question_box.set_busy(False)
        self._question_box.set_text(question)
        return card

    def _know(self, catalogue: Catalogue, _ledger: object, _states: object) -> None:
        self._catalogue = catalogue
        if self._has_read:
            waiting, self._waiting = self._waiting, []
            for deed in waiting:
                deed()

    def _note_progress(self, progress: SyncProgress) -> None:
        self._is_reading = progress.files_done < progress.files_total

    def _note_read(self, _report: SyncReport) -> None:
        self._is_reading, self._has_read = False, True

    def _hear(self, ticket: int, event: AnswerEvent) -> None:
        card = self._cards.get(ticket)
        if card is not None:
            card.hear(event)
        if card is None or card is not self._conversation.last:
            return
        if event.stage is AnswerStage.RETRIEVED and event.retrieved is not None:
            self._scope_bar.show_outcome(event.retrieved)
            self._side_panel.list_passages(event.retrieved.passages)
            if any(passage.pages for passage in event.retrieved.passages):
                self._bridge.fetch(lambda engine: engine.warm_pages(), lambda _: None,
                                   failed=lambda _: None, lane="pages", key="warm")
        elif event.stage is AnswerStage.EVIDENCE and event.evidence:
            self._open_unasked(event.evidence[0].passage)

    def _settle(self, ticket: int, answer: Answer) -> None:
        card = self._cards.pop(ticket, None)
        if card is not None:
            card.settle(answer, is_incomplete=self._is_reading)
        if card is not None and card is self._conversation.last:
            self._before = _turn(answer)
            self._question_box.set_busy(False)
            self._scope_bar.show_outcome(answer.retrieved)
            self._side_panel.list_answer(answer)
            listed = self._side_panel.places
            if listed.citations or (listed.targets and not self.places.is_asked):
                self._open_unasked(listed.targets[0])

    def _show_found(self, ticket: int, retrieved: Retrieved) -> None:
        card = self._cards.pop(ticket, None)
        if card is not None:
            card.show_found(retrieved)
        if card is not None and card is self._conversation.last:
            self._question_box.set_busy(False)
            self._scope_bar.show_outcome(retrieved)
            self._side_panel.list_passages(retrieved.passages)
            if retrieved.passages:
                self._open_unasked(retrieved.passages[0])

    def _fail(self, ticket: int, sentence: str) -> None:
        card = self._cards.pop(ticket, None)
        if card is not None:
            card.fail(sentence)
        if card is not None and card is self._conversation.last:
            self._question_box.set_busy(False)

    def _open_unasked(self, place: Target) -> None:
        """Open the best place by itself: the passage at first, then citation 1, so that panel and list agree.

        Never once the person has picked a place or scrolled what is shown since asking.
        """
        if not self._has_chosen:
            self._side_panel.setVisible(self._is_panel_wanted)
            self.places.open(place)

    def _stay(self) -> None:
        self._has_chosen = True

    def _connect(self) -> None:
        self._scope_bar.changed.connect(self.ask_again)
        self._question_box.asked.connect(self.ask)
        self._question_box.searched.connect(self.search)
        self._question_box.stopped.connect(self.stop_or_clear)
        self._conversation.welcome.asked.connect(self.ask)
        self._conversation.place_chosen.connect(self.choose)
        self._conversation.version_chosen.connect(self._scope_bar.choose_version)
        self._side_panel.place_chosen.connect(self.choose)
        self._side_panel.touched.connect(self._stay)
        self._bridge.catalogue_read.connect(self._know)
        self._bridge.sync_progress.connect(self._note_progress)
        self._bridge.sync_done.connect(self._note_read)
        self._bridge.answer_event.connect(self._hear)
        self._bridge.answer_settled.connect(self._settle)
        self._bridge.answer_failed.connect(self._fail)
        self._bridge.search_found.connect(self._show_found)


def _turn(answer: Answer) -> Turn:
    """What a question that goes on from this answer has to know: its version only where the question named it."""
    scope = answer.retrieved.scope
    is_named = answer.retrieved.source in (ScopeSource.QUESTION, ScopeSource.BEFORE)
    return Turn(
        question=answer.retrieved.sought, answer=answer.text, product="" if scope.product is ALL else scope.product,
        version=scope.version.raw if is_named and isinstance(scope.version, VersionRange) else "")
