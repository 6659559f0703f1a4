"""Carries what a person says of an answer to the bridge, and says on the answer's card what came of it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.bridge import Bridge
from app.ui.answer_card import AnswerCard
from app.ui.conversation import Conversation
from engine.types import FeedbackKind, SavedAnswer


class Feedback(QObject):
    """Between conversation and bridge."""

    def __init__(self, bridge: Bridge, conversation: Conversation) -> None:
        super().__init__(conversation)
        self._bridge = bridge
        conversation.approved.connect(self._approve)
        conversation.said.connect(self._say)

    def _approve(self, card: AnswerCard) -> None:
        answer = card.answer
        if answer is not None:
            self._bridge.fetch(lambda engine: engine.approve(answer.trace_id), lambda kept: self._approved(card, kept),
                               failed=card.feedback.say, lane="feedback")

    def _approved(self, card: AnswerCard, kept: SavedAnswer) -> None:
        until = f"{kept.expires_at:%Y-%m-%d}" if kept.expires_at else ""
        card.feedback.say(self.tr("✓ Approved until {0}; it is offered first for this question.").format(until))

    def _say(self, card: AnswerCard, kind: FeedbackKind) -> None:
        answer = card.answer
        if answer is not None:
            self._bridge.fetch(lambda engine: engine.say(answer.trace_id, kind),
                               lambda _: card.feedback.say(self.tr("✓ Kept on this machine, for your own evaluation.")),
                               failed=card.feedback.say, lane="feedback")
