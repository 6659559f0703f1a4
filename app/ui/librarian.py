"""The library's errands: carries what a person wants of folders and files to the bridge, and what becomes of it back.

Pausing ends the pass that is running, which keeps all it has done; going on begins the next one, which does the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices

from app.bridge import Bridge
from app.said import said
from app.ui.banner import Banner
from app.ui.folder_form import FolderForm
from app.ui.library_view import LibraryView
from app.ui.status_line import StatusLine
from engine.types import Catalogue, LedgerEntry, Root, RootId, SyncProgress, SyncReport, WatchState

_REFRESH_MS = 2000


class Librarian(QObject):
    """Between bridge, folder form, library view and status line."""

    def __init__(self, bridge: Bridge, form: FolderForm, view: LibraryView, status: StatusLine, banner: Banner) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._form = form
        self._view = view
        self._status = status
        self._banner = banner
        self._is_paused = False
        self._is_open = False
        self._roots: tuple[Root, ...] = ()
        self._refresh = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refresh.timeout.connect(bridge.refresh)
        form.submitted.connect(self._add)
        form.previewed.connect(self._preview)
        view.adding.connect(form.choose)
        view.reading.connect(self.read)
        view.removing.connect(self._remove)
        view.retrying.connect(self._retry)
        view.opening_outside.connect(self._open_outside)
        status.stopped.connect(lambda: self.read(False))
        status.resumed.connect(lambda: self.read(True))
        bridge.catalogue_read.connect(self._show_catalogue)
        bridge.sync_progress.connect(self._show_progress)
        bridge.sync_done.connect(self._show_report)
        bridge.root_added.connect(self._root_added)
        bridge.library_failed.connect(self._failed)
        bridge.noticed.connect(lambda sentence: banner.say(said(sentence), "warn"))
        banner.chosen.connect(self.start)

    def start(self) -> None:
        """Open the library, show it as it is, then bring it up to date."""
        self._banner.hide()
        self._bridge.refresh()
        self.read(True)

    def read(self, is_wanted: bool) -> None:
        """Read the folders, or pause."""
        self._is_paused = not is_wanted
        if is_wanted:
            self._bridge.sync()
        else:
            self._bridge.stop_sync()

    def close(self) -> None:
        """Ask for nothing any more."""
        self._refresh.stop()

    def _add(self, path: str, product: str, version: str, rule: str) -> None:
        self._bridge.add_root(path, product=product, version=version, version_regex=rule)

    def _preview(self, path: str, product: str, version: str, rule: str) -> None:
        if path:
            self._bridge.fetch(
                lambda engine: engine.preview_root(path, product=product, version=version, version_regex=rule),
                self._form.show_preview, failed=self._banner.say, lane="preview", key="preview")

    def _remove(self, root: Root) -> None:
        self._bridge.stop_sync()
        self._bridge.fetch(lambda engine: engine.remove_root(root.id), lambda _: self._removed(root),
                           failed=self._failed, lane="folders")

    def _removed(self, root: Root) -> None:
        self._banner.say(self.tr("“{0}” was removed from the library.").format(root.label or root.path))
        self.read(True)
        self._bridge.refresh()

    def _retry(self, entry: LedgerEntry) -> None:
        self._bridge.stop_sync()
        self._bridge.fetch(lambda engine: engine.retry(entry.root, entry.path), lambda _: self.read(True),
                           failed=self._failed, lane="folders")

    def _open_outside(self, entry: LedgerEntry) -> None:
        """Open a file that was not read with the program that the system has for it."""
        root = next((root for root in self._roots if root.id == entry.root), None)
        if root is not None and (file := Path(root.path) / entry.path).is_file():
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(file)))
        else:
            self._banner.say(self.tr("{0} is not there now.").format(entry.path), "warn")

    def _show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...],
                        states: Mapping[RootId, WatchState]) -> None:
        self._is_open = True
        self._roots = catalogue.roots
        self._view.show_catalogue(catalogue, ledger, states)
        self._status.show_catalogue(catalogue, ledger)

    def _show_progress(self, progress: SyncProgress) -> None:
        self._status.show_progress(progress)
        self._view.show_progress(self._status.progress_words, self._status.progress_permille)
        if not self._refresh.isActive():
            self._refresh.start()

    def _show_report(self, report: SyncReport) -> None:
        if self._is_paused:
            self._status.show_paused()
        else:
            self._status.show_report(report)
        self._view.show_stopped(self._status.progress_words)
        if report.notice:
            self._banner.say(said(report.notice), "warn")
        self._bridge.refresh()

    def _root_added(self, root: Root) -> None:
        words = self.tr("“{0}” was added and is being read. You can ask at once.")
        self._banner.say(words.format(root.label or root.path))
        self.read(True)

    def _failed(self, sentence: str) -> None:
        self._status.show_stopped()
        self._view.show_stopped()
        if not self._is_open:
            self._status.show_closed()
        self._banner.say(sentence, "bad", button="" if self._is_open else self.tr("Try again"))
