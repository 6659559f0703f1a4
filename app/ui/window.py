"""The one window. Puts the panes together and carries messages between them and the bridge; draws nothing itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, dropwhile, islice
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFileDialog, QMainWindow, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from app.bridge import Bridge
from app.preferences import Preferences
from app.ui.actions import Act, install
from app.ui.banner import Banner
from app.ui.conversation import Conversation
from app.ui.icons import window_icon
from app.ui.question_box import QuestionBox
from app.ui.scope_bar import ScopeBar
from app.ui.state import WindowState
from app.ui.status_line import StatusLine
from app.ui.theme import Mode, Theme
from engine.types import Address, Catalogue, Failing, LedgerEntry

if TYPE_CHECKING:
    from app.ui.customs import Customs

_ZOOM_STEP = 0.1
_SHARES = (9, 11)
_MARGIN = 14


class Window(QMainWindow):
    """Ask on the left, the document on the right.

    Made in two steps, so that a person sees the window and can type before the rest of it is there: what is drawn
    first, and with ``start`` everything else, then the library.
    """

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        super().__init__()
        self._bridge = bridge
        self._theme = theme
        self.setWindowTitle("Citeside")
        self.setWindowIcon(window_icon())
        self.scope_bar = ScopeBar(theme)
        self.banner = Banner(theme)
        self.conversation = Conversation(theme)
        self.question_box = QuestionBox(theme)
        self.status_line = StatusLine()
        self.customs: Customs | None = None
        self._state: WindowState | None = None
        self._preferences: Preferences | None = None
        self._is_furnished = False
        self._panes = QSplitter(Qt.Orientation.Horizontal)
        self._left = QStackedWidget(self)
        self._notes = QVBoxLayout()
        self._middle = QVBoxLayout()
        self._lay_out()
        self.question_box.field.setFocus()

    def start(self, first_question: Callable[[], str] = str) -> None:
        """Open the library, show it as it is, then bring it up to date.

        ``first_question`` is asked for when the library is open. It stands ready when the folders have been read,
        unless the person has typed.
        """
        self._furnish()
        self._bridge.fetch(lambda _: first_question(), self._offer, failed=lambda _: None, lane="reading")
        self.librarian.start()

    def _offer(self, question: str) -> None:
        if question:
            self.asking.when_read(lambda: self._put_ready(question))

    def _put_ready(self, question: str) -> None:
        if not self.question_box.field.toPlainText() and self.conversation.last is None:
            self.question_box.set_text(question)

    def _furnish(self) -> None:
        """Everything that is not drawn first, with its imports."""
        from app.ui.asking import Asking
        from app.ui.examiner import Examiner
        from app.ui.feedback import Feedback
        from app.ui.folder_form import FolderForm
        from app.ui.librarian import Librarian
        from app.ui.library_view import LibraryView
        from app.ui.own_pages import OwnPages
        from app.ui.past_questions import PastQuestions
        from app.ui.quality_view import QualityView
        from app.ui.settings_view import SettingsView
        from app.ui.side_panel import SidePanel
        from app.ui.typed_search import TypedSearch
        from app.ui.typing_list import TypingList

        bridge, theme = self._bridge, self._theme
        self.folder_form = FolderForm()
        self.side_panel = SidePanel(theme)
        self.asking = Asking(bridge, self.scope_bar, self.question_box, self.conversation, self.side_panel)
        self.library = LibraryView(theme)
        self.librarian = Librarian(bridge, self.folder_form, self.library, self.status_line, self.banner)
        self.own_pages = OwnPages(bridge, self.side_panel, self.asking.show_page)
        self.settings = SettingsView(theme)
        self.quality = QualityView(theme)
        self.examiner = Examiner(bridge, self.quality)
        self.past = PastQuestions(self.question_box)
        Feedback(bridge, self.conversation)
        self._arrange()
        self._connect()
        self.typing_list = TypingList(self.question_box, self)
        self.typing_list.chosen.connect(self.asking.choose)
        TypedSearch(bridge, self.question_box, self.scope_bar, self.typing_list)
        install(self, self._deeds())
        self._recall()
        self.setAcceptDrops(True)
        self._is_furnished = True

    def closeEvent(self, event: QCloseEvent) -> None:
        self.hide()
        if self._is_furnished:
            if self._state is not None:
                self._state.keep(geometry=self.saveGeometry(), panes=self._panes.saveState(),
                                 questions=self.past.asked)
            self.librarian.close()
            self.examiner.stop()
        self._bridge.close()
        event.accept()

    def _show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...], _states: object) -> None:
        self.side_panel.know(ledger)
        self.scope_bar.show_catalogue(catalogue)
        self.conversation.welcome.show_catalogue(catalogue)

    def show_library(self, is_wanted: bool) -> None:
        """The library in place of the questions, or the questions again."""
        self._left.setCurrentWidget(self.library if is_wanted else self.conversation)
        if is_wanted:
            self.library.folders.setFocus()
        else:
            self.question_box.field.setFocus()

    def remember(self, preferences: Preferences, state: WindowState) -> None:
        """Take up where the last session ended, and keep this one's end."""
        self._state, self._preferences = state, preferences
        if state.geometry is not None:
            self.restoreGeometry(state.geometry)

    def _recall(self) -> None:
        """What is remembered of the parts that are there only now."""
        from app.ui.customs import Customs

        if self._state is not None and self._preferences is not None:
            self.customs = Customs(self._bridge, self._theme, self.settings, self._preferences, self._state)
            self.past.restore(self._state.questions)
            if self._state.panes is not None:
                self._panes.restoreState(self._state.panes)

    def show_settings(self) -> None:
        """The settings in place of the questions."""
        self._left.setCurrentWidget(self.settings)
        self.settings.language.setFocus()
        if self.customs is not None:
            self.customs.read()

    def show_quality(self) -> None:
        """Figures over sets of questions, in place of the questions."""
        self._left.setCurrentWidget(self.quality)
        self.quality.run_button.setFocus()
        self.examiner.read()

    def _ask_failing(self, failing: Failing) -> None:
        self.show_library(False)
        self.scope_bar.choose_scope(failing.product, failing.version)
        self.asking.ask(failing.question)

    def _toggle_library(self) -> None:
        self.show_library(self._left.currentWidget() is not self.library)

    def _stop_or_leave(self) -> None:
        if self._left.currentWidget() is not self.conversation:
            self.show_library(False)
        else:
            self.asking.stop_or_clear()

    def _open_file(self, entry: LedgerEntry) -> None:
        self.asking.choose(Address(root=entry.root, path=entry.path))

    def _start_anew(self) -> None:
        self._bridge.stop()
        self.question_box.set_busy(False)
        self.conversation.start_anew()
        self.side_panel.show_nothing()
        self.show_library(False)

    def _export(self) -> None:
        text = self.conversation.markdown()
        if not text:
            self.banner.say(self.tr("There is nothing to write yet; ask something first."))
            return
        from app.ui import export

        path, _ = QFileDialog.getSaveFileName(self, self.tr("Write the conversation to a file"),
                                              self.tr("conversation.md"), "Markdown (*.md)")
        if path:
            trouble = export.write(path, text)
            self.banner.say(trouble or self.tr("The conversation was written to {0}.").format(path),
                            "bad" if trouble else "info")

    def ask_why(self) -> None:
        """Why the newest answer is as it is."""
        card = self.conversation.last
        if card is not None:
            card.ask_why()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Folders may be dropped anywhere on the window."""
        if self._dropped(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        folder = self._dropped(event.mimeData())
        if folder:
            event.acceptProposedAction()
            self.folder_form.offer(folder)

    def _dropped(self, data: QMimeData) -> str:
        paths = [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
        return next((str(path if path.is_dir() else path.parent) for path in paths if path.exists()), "")

    def _next_pane(self) -> None:
        panes: tuple[QWidget, ...] = (self.question_box, self.scope_bar, self.conversation, self.library, self.settings,
                                      self.quality, self.side_panel.pane.shown, self.side_panel.places)
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
            Act.STOP: lambda _: self._stop_or_leave(), Act.QUESTION: lambda _: self.question_box.field.setFocus(),
            Act.PANES: lambda _: self._next_pane(), Act.SIDE_PANEL: lambda _: self._toggle_panel(),
            Act.CITATION: self.asking.open_citation, Act.NEXT_CITATION: lambda _: self.side_panel.step(1),
            Act.PREVIOUS_CITATION: lambda _: self.side_panel.step(-1),
            Act.FIND: lambda _: self._find(), Act.NEXT_MATCH: lambda _: self.side_panel.step_match(1),
            Act.PREVIOUS_MATCH: lambda _: self.side_panel.step_match(-1),
            Act.BACK: lambda _: self.asking.places.move(-1), Act.FORWARD: lambda _: self.asking.places.move(1),
            Act.OUTSIDE: lambda _: self.side_panel.open_outside(),
            Act.TEXT_VIEW: lambda _: self.side_panel.pane.toggle_text(),
            Act.LIBRARY: lambda _: self._toggle_library(), Act.ADD_FOLDER: lambda _: self.folder_form.choose(),
            Act.EXPORT: lambda _: self._export(), Act.NEW: lambda _: self._start_anew(),
            Act.QUALITY: lambda _: self.show_quality(),
            Act.SETTINGS: lambda _: self.show_settings(),
            Act.WHY: lambda _: self.ask_why(), Act.HELP: lambda _: self.own_pages.show_help(),
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
        panes = self._panes
        panes.setHandleWidth(10)
        panes.setChildrenCollapsible(False)
        self._left.addWidget(self.conversation)
        panes.addWidget(self._left)
        middle = self._middle
        middle.addWidget(panes)
        self._left.currentChanged.connect(self._keep_edges)
        self._keep_edges()
        self._notes.setContentsMargins(14, 4, 14, 0)
        self._notes.addWidget(self.banner)
        column = QVBoxLayout(central)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.scope_bar)
        column.addLayout(self._notes)
        column.addLayout(middle, 1)
        column.addWidget(self.question_box)
        column.addWidget(self.status_line)
        self.setCentralWidget(central)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Show, QEvent.Type.Hide):
            self._keep_edges()
        return super().eventFilter(watched, event)

    def _keep_edges(self) -> None:
        """Cards end where the question field ends; beside no panel their scroll bar stands in the window's margin."""
        is_wide = self._left.currentWidget() is self.conversation and not (
            self._is_furnished and self.side_panel.isVisibleTo(self))
        self._middle.setContentsMargins(_MARGIN, 6, 0 if is_wide else _MARGIN, 6)

    def _arrange(self) -> None:
        """Give the later parts their places."""
        self._notes.addWidget(self.folder_form)
        for view in (self.library, self.settings, self.quality):
            self._left.addWidget(view)
        self.side_panel.hide()
        self.side_panel.installEventFilter(self)
        self._panes.addWidget(self.side_panel)
        for index, share in enumerate(_SHARES):
            self._panes.setStretchFactor(index, share)
        self._panes.setSizes([share * 100 for share in _SHARES])

    def _connect(self) -> None:
        self.scope_bar.adding.connect(self.folder_form.choose)
        self.scope_bar.panel_toggled.connect(self._toggle_panel)
        self.conversation.welcome.adding.connect(self.folder_form.choose)
        self.scope_bar.settings_asked.connect(self.show_settings)
        self.scope_bar.library_toggled.connect(self._toggle_library)
        self.status_line.failures_asked.connect(lambda: self.show_library(True))
        self.library.closed.connect(lambda: self.show_library(False))
        self.quality.closed.connect(lambda: self.show_library(False))
        self.quality.asked.connect(self._ask_failing)
        self.settings.closed.connect(lambda: self.show_library(False))
        self.library.opening.connect(self._open_file)
        self.conversation.why_asked.connect(self.own_pages.show_trace)
        self.question_box.asked.connect(lambda _: self.show_library(False))
        self.question_box.searched.connect(lambda _: self.show_library(False))
        self._bridge.catalogue_read.connect(self._show_catalogue)
