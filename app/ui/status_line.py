"""The line at the bottom: what the library holds, how far a synchronisation is, what failed, which folder is away."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

from app.ui.elided import ElidedLabel, ElidedLink
from engine.types import Catalogue, IngestState, LedgerEntry, Root, RootState, SyncProgress, SyncReport

_PERMILLE = 1000


class StatusLine(QWidget):
    """``failures_asked``: a person wants to see the files and folders with their troubles; ``stopped`` and ``resumed``:
    the synchronisation shall end, or go on.
    """

    failures_asked = Signal()
    stopped = Signal()
    resumed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_line")
        self._known_failures = self._chunks = 0
        self._library = QLabel(self)
        self._library.setAccessibleName(self.tr("Library"))
        self._failed = QPushButton(self)
        self._failed.setObjectName("failed")
        self._failed.setProperty("kind", "link")
        self._failed.clicked.connect(self.failures_asked)
        self._notes = ElidedLink("", self)
        self._notes.clicked.connect(self.failures_asked)
        self._progress_text = ElidedLabel(parent=self)
        self._progress_text.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        self._bar = QProgressBar(self, textVisible=False, maximum=_PERMILLE)
        self._bar.setFixedWidth(140)
        self._bar.setAccessibleName(self.tr("Indexing progress"))
        self._is_paused = False
        self._stop = QPushButton(self.tr("Pause"), self)
        self._stop.setProperty("kind", "link")
        self._stop.clicked.connect(lambda: (self.resumed if self._is_paused else self.stopped).emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 2, 14, 3)
        row.setSpacing(10)
        row.addWidget(self._library)
        row.addWidget(self._failed)
        row.addWidget(self._notes)
        row.addStretch(1)
        row.addWidget(self._progress_text, 4)
        row.addWidget(self._bar)
        row.addWidget(self._stop)
        self._show_progress(False)
        self._show_failed(0)
        self._notes.hide()
        self._library.setText(self.tr("Opening the library …"))

    @property
    def text(self) -> str:
        """The line as a person reads it."""
        parts = (self._library, self._failed, self._notes, self._progress_text)
        return " · ".join(part.text() for part in parts if part.text() and not part.isHidden())

    def show_catalogue(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...]) -> None:
        """Say what the library holds now."""
        if catalogue.chunks_waiting:
            held = self.tr("Library: {0} documents, {1} of {2} passages searchable by meaning").format(
                _count(catalogue.documents), _count(catalogue.chunks - catalogue.chunks_waiting),
                _count(catalogue.chunks))
        elif catalogue.documents:
            held = self.tr("Library: {0} documents").format(_count(catalogue.documents))
        else:
            held = self.tr("Library: no documents yet")
        self._library.setText(held)
        self._chunks = catalogue.chunks
        self._known_failures = sum(entry.state is IngestState.FAILED for entry in ledger)
        self._show_failed(self._known_failures)
        self._notes.setText(" · ".join(self._folder_notes(catalogue, ledger)))
        self._notes.setVisible(bool(self._notes.text()))

    def _folder_notes(self, catalogue: Catalogue, ledger: tuple[LedgerEntry, ...]) -> Iterator[str]:
        """What a person should know before trusting that everything is there and as it is on the disk."""
        away = [root for root in catalogue.roots if root.state is not RootState.ONLINE]
        held = [root for root in catalogue.roots if root.held_files and root not in away]
        overdue = [root for root in catalogue.overdue if root not in away]
        kept = sum(entry.kept_from is not None for entry in ledger)
        if away:
            yield self.tr("⚠ offline: {0}").format(_names(away))
        if held:
            yield self.tr("⚠ {0} files vanished, kept for now: {1}").format(
                _count(sum(root.held_files for root in held)), _names(held))
        if overdue:
            yield self.tr("⚠ not read for long: {0}").format(_names(overdue))
        if kept:
            yield self.tr("⚠ out of date: 1 file") if kept == 1 else self.tr("⚠ out of date: {0} files").format(
                _count(kept))

    def show_progress(self, progress: SyncProgress) -> None:
        """Say how far it is: reading by bytes, with the file; then, by passages, making them searchable by meaning."""
        self._show_progress(True)
        self._show_failed(max(progress.failed, self._known_failures))
        if progress.files_total or not self._chunks:
            done = progress.bytes_done / progress.bytes_total if progress.bytes_total else 0.0
            words = self.tr("Indexing {0} of {1} · {2} %").format(
                _count(progress.files_done), _count(progress.files_total), _percent(done))
        elif progress.path:
            done, words = 1.0, self.tr("Reading difficult pages a second time")
        else:
            done = 1 - min(progress.chunks_waiting, self._chunks) / self._chunks
            words = self.tr("Making passages searchable by meaning · {0} %").format(_percent(done))
        self._bar.setValue(int(done * _PERMILLE))
        self._progress_text.setText(f"{words} · {progress.path}" if progress.path else words)

    def show_report(self, report: SyncReport) -> None:
        """Indexing has ended: say what it did."""
        self._show_progress(False)
        changed = report.added + report.changed + report.moved + report.removed
        self._progress_text.setText(
            self.tr("Up to date: {0} added, {1} changed, {2} removed").format(
                report.added, report.changed + report.moved, report.removed) if changed else self.tr("Up to date"))
        self._progress_text.show()

    @property
    def progress_permille(self) -> int:
        """How far reading is, of 1000."""
        return self._bar.value()

    @property
    def progress_words(self) -> str:
        """How reading goes, in words."""
        return "" if self._progress_text.isHidden() else self._progress_text.text()

    def show_paused(self) -> None:
        """Indexing rests until the person wants it to go on; what was read stays."""
        self._show_progress(False)
        self._is_paused = True
        self._progress_text.setText(self.tr("Paused; what was read so far can be asked"))
        self._progress_text.show()
        self._stop.setText(self.tr("Go on"))
        self._stop.show()

    def show_stopped(self) -> None:
        """Indexing has ended without a report."""
        self._show_progress(False)

    def show_closed(self) -> None:
        """The library could not be opened."""
        self._library.setText(self.tr("The library is not open"))

    def _show_failed(self, count: int) -> None:
        self._failed.setText(self.tr("✗ 1 file failed") if count == 1 else self.tr("✗ {0} files failed").format(count))
        self._failed.setVisible(bool(count))

    def _show_progress(self, is_running: bool) -> None:
        self._is_paused = False
        self._stop.setText(self.tr("Pause"))
        for widget in (self._progress_text, self._bar, self._stop):
            widget.setVisible(is_running)


def _names(roots: list[Root]) -> str:
    return ", ".join(root.label or root.path for root in roots)


def _count(number: int) -> str:
    return QLocale().toString(number)


def _percent(share: float) -> str:
    return QLocale().toString(share * 100, "f", 1)
