"""Searching while a person types: asks the keyword index a moment after the last key, and lists what comes back."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.bridge import Bridge
from app.ui.question_box import QuestionBox
from app.ui.scope_bar import ScopeBar
from app.ui.typing_list import TypingList
from engine.types import Retrieved

_PAUSE_MS = 40
_LEAST = 3


class TypedSearch(QObject):
    """Between question box, bridge and list."""

    def __init__(self, bridge: Bridge, box: QuestionBox, scope_bar: ScopeBar, listed: TypingList) -> None:
        super().__init__(listed)
        self._bridge = bridge
        self._box = box
        self._scope_bar = scope_bar
        self._list = listed
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._look_up)
        box.field.textChanged.connect(self._typed)
        box.asked.connect(lambda _: listed.hide())
        box.searched.connect(lambda _: listed.hide())

    @property
    def words(self) -> str:
        """What is typed now."""
        return self._box.field.toPlainText().strip()

    def _typed(self) -> None:
        if len(self.words) < _LEAST or not self._box.field.hasFocus():
            self._pause.stop()
            self._list.hide()
        else:
            self._pause.start()

    def _look_up(self) -> None:
        request = self._scope_bar.request(self.words)
        self._bridge.fetch(lambda engine: engine.look_up(request), lambda found: self._show(request.question, found),
                           failed=lambda _: self._list.hide(), lane="typing", key="typing")

    def _show(self, question: str, found: Retrieved) -> None:
        if question == self.words:
            self._list.show_passages(found.passages)
