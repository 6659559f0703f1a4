"""Opening places: carries them from the panes to the bridge, draws the pages that are asked for, keeps the way back.

Only the newest opening counts. The way back holds what was shown, like a browser's: going back and choosing anew
forgets what lay ahead.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from app.bridge import Bridge
from app.pictures import page_picture
from app.ui.side_panel import SidePanel, Target
from engine.types import Address, OpenedDocument, PageRequest

_MOST_KEPT = 100


class Places(QObject):
    """Between side panel and bridge."""

    def __init__(self, bridge: Bridge, side_panel: SidePanel) -> None:
        super().__init__(side_panel)
        self._bridge = bridge
        self._panel = side_panel
        self._asked = 0
        self._way: list[Target] = []
        self._here = -1
        side_panel.pane.page_wanted.connect(self._draw)
        side_panel.pane.find_wanted.connect(self._find)
        side_panel.link_chosen.connect(self._follow)
        side_panel.moved.connect(self.move)
        bridge.opened.connect(self._show_opened)
        bridge.open_failed.connect(self._open_failed)

    @property
    def is_asked(self) -> bool:
        """Whether a place was asked for since the last ``forget``."""
        return bool(self._asked)

    def open(self, target: Target) -> None:
        """Open a place, and remember it on the way."""
        if not self._way or self._way[self._here] != target:
            self._way = [*self._way[:self._here + 1], target][-_MOST_KEPT:]
            self._here = len(self._way) - 1
        self._go(target)

    def move(self, by: int) -> None:
        """Back (-1) or forward (1) on the way."""
        wanted = self._here + by
        if 0 <= wanted < len(self._way):
            self._here = wanted
            self._go(self._way[wanted])

    def forget(self) -> None:
        """An opening under way no longer counts."""
        self._asked = 0

    def _go(self, target: Target) -> None:
        self._panel.expect(target)
        self._panel.show_history(can_go_back=self._here > 0, can_go_forward=self._here < len(self._way) - 1)
        self._asked = self._bridge.open(target)

    def _show_opened(self, ticket: int, opened: OpenedDocument, pictures: dict[str, QImage]) -> None:
        if ticket == self._asked:
            self._panel.show_document(opened, pictures)

    def _open_failed(self, ticket: int, sentence: str) -> None:
        if ticket == self._asked:
            self._panel.say_failed(sentence)

    def _draw(self, request: PageRequest) -> None:
        self._bridge.fetch(
            lambda engine: (page := engine.draw_page(request), page_picture(page)),
            lambda result: self._panel.pane.show_page(*result), failed=self._panel.say_page_failed,
            lane="pages", key="page")

    def _find(self, place: Address, words: str) -> None:
        self._bridge.fetch(lambda engine: engine.find_on_pages(place, words), self._panel.pane.show_hits,
                           failed=self._panel.say_page_failed, lane="pages", key="find")

    def _follow(self, opened: OpenedDocument, address: str) -> None:
        root = opened.root
        if root is None:
            self._panel.say_no_place(address)
            return

        def go(place: Address | None) -> None:
            if place is None:
                self._panel.say_no_place(address)
            else:
                self.open(place)
        self._bridge.fetch(lambda engine: engine.follow(root, opened.path, address), go,
                           failed=self._panel.say_failed, lane="reading beside", key="follow")
