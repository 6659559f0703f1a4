"""Pages that the program writes itself, shown in the side panel: why an answer is so, the handbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication

from app.bridge import Bridge
from app.ui.handbook import HOME, handbook_page, with_contents
from app.ui.side_panel import SidePanel
from app.ui.trace_page import trace_markdown

ShowPage = Callable[[str, str], None]


class OwnPages(QObject):
    """``show`` brings a page of a title and Markdown into the side panel."""

    def __init__(self, bridge: Bridge, side_panel: SidePanel, show: ShowPage) -> None:
        super().__init__(side_panel)
        self._bridge = bridge
        self._panel = side_panel
        self._show = show
        self._report = ""
        side_panel.state.chosen.connect(self._copy_report)
        side_panel.own_link_chosen.connect(self._turn)

    def show_trace(self, trace_id: str) -> None:
        """Why an answer is as it is."""
        self._bridge.fetch(lambda engine: engine.trace(trace_id), self._show_trace, failed=self._panel.say_failed,
                           lane="reading", key="trace")

    def show_help(self, name: str = HOME) -> None:
        """A page of the handbook."""
        page = handbook_page(name)
        if page is None:
            self._panel.say_no_place(name)
            return
        title, text = page
        self._show(self.tr("Handbook"), with_contents(text, self.tr("All pages")) if name == HOME else
                   f"{text.rstrip()}\n\n[{self.tr('Back to the first page of the handbook')}]({HOME})\n")
        self._panel.say_title(self.tr("Handbook › {0}").format(title))

    def _show_trace(self, trace: Mapping[str, Any]) -> None:
        self._report = trace_markdown(trace)
        self._show(self.tr("Why this answer"), self._report)
        self._panel.state.say(self.tr("A report of this holds your question and text of your documents."),
                              button=self.tr("Copy as a report"))

    def _copy_report(self) -> None:
        QGuiApplication.clipboard().setText(self._report)
        self._panel.state.say(self.tr("The report was copied."))

    def _turn(self, address: str) -> None:
        name = address.partition("#")[0]
        if "/" not in name and handbook_page(name):
            self.show_help(name)
        else:
            self._panel.say_no_place(address)
