"""The one window. Puts the panes together and carries messages between them and the bridge; draws nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, dropwhile, islice

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QMainWindow, QSplitter, QVBoxLayout, QWidget

from app.bridge import Bridge
from app.ui.actions import Act, install
from app.ui.asking import Asking
from app.ui.banner import Banner
from app.ui.conversation import Conversation
from app.ui.folder_form import FolderForm
from app.ui.icons import window_icon
from app.ui.question_box import QuestionBox
from app.ui.scope_bar import ScopeBar
from app.ui.side_panel import SidePanel
from app.ui.status_line import StatusLine
from app.ui.theme import Mode, Theme
from engine.types import Catalogue, IngestState, LedgerEntry, Root, SyncProgress, SyncReport

_ZOOM_STEP = 0.1
_REFRESH_MS = 2000
_SHARES = (9, 11)


class Window(QMainWindow):
    """Ask on the left, the document on the right. ``start`` reads the library and synchronises it."""

    def __init__(self, bridge: Bridge, theme: Theme, *, first_question: str = "") -> None:
        super().__init__()
        self._bridge = bridge
        self._theme = theme
        self._ledger: tuple[LedgerEntry, ...] = ()
        self.setWindowTitle("Citeside")
        self.setWindowIcon(window_icon())
        self.scope_bar = ScopeBar(theme)
        self.banner = Banner(theme)
        self.folder_form = FolderForm()
        self.conversation = Conversation(theme)
        self.side_panel = SidePanel(theme)
        self.question_box = QuestionBox(theme)
        self.status_line = StatusLine()
        self.asking = Asking(bridge, self.scope_bar, self.question_box, self.conversation, self.side_panel)
        self._refresh_timer = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh_timer.timeout.connect(bridge.refresh)
        self._lay_out()
        self._connect()
        install(self, self._deeds())
        if first_question:
            self.question_box.set_text(first_question)

    def start(self) -> None:
        """Show the library as it is, then bring it up to date."""
        self.question_box.field.setFocus()
        self._bridge.refresh()
        self._bridge.sync()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hide()
        self._refresh_timer.stop()
        self._bridge.close()
        event.accept()

    def _show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...]) -> None:
        self._ledger = ledger
        self.scope_bar.show_catalogue(catalogue)
        self.conversation.welcome.show_catalogue(catalogue)
        self.status_line.show_catalogue(catalogue, ledger)

    def _show_progress(self, progress: SyncProgress) -> None:
        self.status_line.show_progress(progress)
        if not self._refresh_timer.isActive():
            self._refresh_timer.start()

    def _show_report(self, report: SyncReport) -> None:
        self.status_line.show_report(report)
        self._bridge.refresh()

    def _root_added(self, root: Root) -> None:
        words = self.tr("“{0}” was added and is being read. You can ask at once.")
        self.banner.say(words.format(root.label or root.path))
        self._bridge.sync()

    def _library_failed(self, sentence: str) -> None:
        self.status_line.show_stopped()
        self.banner.say(sentence, "bad")

    def _show_failures(self) -> None:
        failed = [entry for entry in self._ledger if entry.state is IngestState.FAILED]
        rows = "\n".join(f"| `{entry.path}` | {entry.problem.detail if entry.problem else ''} |" for entry in failed)
        head = f"| {self.tr('File')} | {self.tr('Reason')} |\n|---|---|\n"
        self.asking.show_page(self.tr("Files that could not be read"), head + rows)

    def _next_pane(self) -> None:
        panes: tuple[QWidget, ...] = (self.question_box, self.scope_bar, self.conversation, self.side_panel.pane.shown,
                                      self.side_panel.places)
        shown = [pane for pane in panes if pane.isVisible()]
        here = next((pane for pane in shown if pane.isAncestorOf(self.focusWidget() or self)
                     or pane is self.focusWidget()), shown[-1])
        following = next(islice(dropwhile(lambda pane: pane is not here, cycle(shown)), 1, None))
        self._focus(following)

    def _focus(self, pane: QWidget) -> None:
        if pane is self.question_box:
            self.question_box.field.setFocus()
        elif pane is self.scope_bar:
            self.scope_bar.product.setFocus()
        elif pane is self.conversation:
            self.conversation.focus_text()
        else:
            pane.setFocus()

    def _toggle_panel(self) -> None:
        self.asking.show_panel(self.side_panel.isHidden())

    def _deeds(self) -> dict[Act, Callable[[int], None]]:
        return {
            Act.STOP: lambda _: self.asking.stop_or_clear(), Act.QUESTION: lambda _: self.question_box.field.setFocus(),
            Act.PANES: lambda _: self._next_pane(), Act.SIDE_PANEL: lambda _: self._toggle_panel(),
            Act.CITATION: self.asking.open_citation, Act.NEXT_CITATION: lambda _: self.side_panel.step(1),
            Act.PREVIOUS_CITATION: lambda _: self.side_panel.step(-1),
            Act.FIND: lambda _: self._find(), Act.NEXT_MATCH: lambda _: self.side_panel.step_match(1),
            Act.PREVIOUS_MATCH: lambda _: self.side_panel.step_match(-1),
            Act.BACK: lambda _: self.asking.places.move(-1), Act.FORWARD: lambda _: self.asking.places.move(1),
            Act.OUTSIDE: lambda _: self.side_panel.open_outside(),
            Act.TEXT_VIEW: lambda _: self.side_panel.pane.toggle_text(),
            Act.ZOOM_IN: lambda _: self._theme.set_zoom(self._theme.zoom + _ZOOM_STEP),
            Act.ZOOM_OUT: lambda _: self._theme.set_zoom(self._theme.zoom - _ZOOM_STEP),
            Act.ZOOM_RESET: lambda _: self._theme.set_zoom(1.0), Act.THEME: lambda _: self._next_mode(),
            Act.QUIT: lambda _: self._quit(),
        }

    def _find(self) -> None:
        if not self.side_panel.isHidden():
            self.side_panel.pane.open_find()

    def _quit(self) -> None:
        self.close()

    def _next_mode(self) -> None:
        modes = list(Mode)
        self._theme.set_mode(modes[(modes.index(self._theme.mode) + 1) % len(modes)])

    def _lay_out(self) -> None:
        central = QWidget(self)
        central.setObjectName("central")
        panes = QSplitter(Qt.Orientation.Horizontal)
        panes.setHandleWidth(10)
        panes.setChildrenCollapsible(False)
        panes.addWidget(self.conversation)
        panes.addWidget(self.side_panel)
        for index, share in enumerate(_SHARES):
            panes.setStretchFactor(index, share)
        panes.setSizes([share * 100 for share in _SHARES])
        self.side_panel.hide()
        middle = QVBoxLayout()
        middle.setContentsMargins(14, 6, 14, 6)
        middle.addWidget(panes)
        notes = QVBoxLayout()
        notes.setContentsMargins(14, 4, 14, 0)
        notes.addWidget(self.banner)
        notes.addWidget(self.folder_form)
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.scope_bar)
        column.addLayout(notes)
        column.addLayout(middle, 1)
        column.addWidget(self.question_box)
        column.addWidget(self.status_line)
        self.setCentralWidget(central)

    def _connect(self) -> None:
        self.scope_bar.adding.connect(self.folder_form.choose)
        self.scope_bar.panel_toggled.connect(self._toggle_panel)
        self.conversation.welcome.adding.connect(self.folder_form.choose)
        self.folder_form.submitted.connect(
            lambda path, product, version: self._bridge.add_root(path, product=product, version=version))
        self.status_line.failures_asked.connect(self._show_failures)
        self.status_line.stopped.connect(self._bridge.stop_sync)
        self._bridge.catalogue_read.connect(self._show_catalogue)
        self._bridge.sync_progress.connect(self._show_progress)
        self._bridge.sync_done.connect(self._show_report)
        self._bridge.root_added.connect(self._root_added)
        self._bridge.library_failed.connect(self._library_failed)
