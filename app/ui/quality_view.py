"""How well the library answers a labelled set of questions: run one, see the figures over time and what fails."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QLocale, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QProgressBar,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from app.ui.banner import Banner
from app.ui.theme import Theme
from engine.types import Failing, QualityRun

_FAILING = 256


class QualityView(QFrame):
    """``running`` carries a file with questions; ``stopped`` ends the run; ``asked`` carries a Failing to be asked;
    ``closed``: back to the questions.
    """

    running = Signal(str)
    stopped = Signal()
    asked = Signal(object)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("answer_card")
        self._theme = theme
        self._is_running = False
        self.note = Banner(theme, self)
        self.run_button = QPushButton(self.tr("Run a set of questions"), self)
        self.run_button.setProperty("kind", "primary")
        self.run_button.clicked.connect(self._choose)
        self._close = QPushButton(self.tr("Back to the questions  Esc"), self)
        self._close.setProperty("kind", "small")
        self._close.clicked.connect(self.closed)
        self._bar = QProgressBar(self, textVisible=False)
        self._bar.setAccessibleName(self.tr("Progress of the run"))
        self.chart = Chart(theme, self)
        self.runs = self._list([self.tr("When"), self.tr("Set"), self.tr("Questions"), self.tr("Right place first"),
                                self.tr("Among the first 8"), self.tr("Declined rightly"), self.tr("Declined wrongly"),
                                self.tr("Wrong version")], self.tr("Runs"))
        self.failing = self._list([self.tr("Question"), self.tr("Version"), self.tr("What went wrong")],
                                  self.tr("Questions that fail"))
        self.failing.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.failing.itemActivated.connect(lambda item: self.asked.emit(item.data(0, _FAILING)))
        self._lay_out()
        self.show_running(False)

    def show_running(self, is_running: bool) -> None:
        """While a run is under way its button ends it."""
        self._is_running = is_running
        self._bar.setVisible(is_running)
        self.run_button.setText(self.tr("Stop the run") if is_running else self.tr("Run a set of questions"))

    def show_progress(self, done: int, total: int) -> None:
        """How many searches are done."""
        self._bar.setMaximum(total)
        self._bar.setValue(done)

    def show_runs(self, runs: tuple[QualityRun, ...]) -> None:
        """All runs, newest first; the failing questions are those of the newest that has any."""
        self.runs.clear()
        for run in reversed(runs):
            shares = (run.recall_at_1, run.recall_at_8, run.declined, run.wrongly_declined, run.wrong_version)
            QTreeWidgetItem(self.runs, [run.at.replace("T", " ")[:16], run.name, str(run.questions),
                                        *map(_percent, shares)])
        self.chart.show_runs(runs)

    def show_failing(self, failing: tuple[Failing, ...]) -> None:
        """What fails; Enter or a double click asks a question anew."""
        words = {"not_retrieved": self.tr("✗ not found"), "ranked_low": self.tr("⚠ found below the first 8"),
                 "not_declined": self.tr("✗ answered although not documented"),
                 "declined": self.tr("⚠ declined although documented")}
        self.failing.clear()
        for one in failing:
            item = QTreeWidgetItem(self.failing, [one.question, f"{one.product} {one.version}".strip(),
                                                  words.get(one.why, one.why)])
            item.setData(0, _FAILING, one)
            item.setToolTip(0, one.question)

    def _choose(self) -> None:
        if self._is_running:
            self.stopped.emit()
            return
        file, _ = QFileDialog.getOpenFileName(self, self.tr("Set of questions"), "", "JSON Lines (*.jsonl)")
        if file:
            self.running.emit(file)

    def _list(self, head: list[str], name: str) -> QTreeWidget:
        made = QTreeWidget(self)
        made.setHeaderLabels(head)
        made.setRootIsDecorated(False)
        made.setAccessibleName(name)
        made.header().setStretchLastSection(True)
        made.header().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        return made

    def _lay_out(self) -> None:
        title = QLabel(self.tr("Quality"), self)
        title.setProperty("role", "title")
        hint = QLabel(self.tr("A set is a file with one labelled question a line; the handbook says how to write one. "
                              "Its figures are of searching, not of written answers."), self, wordWrap=True)
        hint.setProperty("role", "muted")
        top = QHBoxLayout()
        top.addWidget(title)
        top.addStretch(1)
        top.addWidget(self.run_button)
        top.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 14, 20, 14)
        column.setSpacing(8)
        column.addLayout(top)
        for widget in (hint, self.note, self._bar, self.chart):
            column.addWidget(widget)
        column.addWidget(self.runs, 2)
        column.addWidget(self.failing, 3)


class Chart(QWidget):
    """Two figures over the runs as lines: the right place first, and among the first 8."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._runs: tuple[QualityRun, ...] = ()
        self.setAccessibleName(self.tr("Figures over time"))
        theme.changed.connect(self.update)
        self.hide()

    def sizeHint(self) -> QSize:
        return QSize(300, 130)

    def minimumSizeHint(self) -> QSize:
        return QSize(200, 130)

    def show_runs(self, runs: tuple[QualityRun, ...]) -> None:
        """One point a run; a line needs two."""
        self._runs = runs[-40:]
        self.setVisible(len(self._runs) > 1)
        self.setAccessibleDescription(", ".join(_percent(run.recall_at_8) for run in self._runs))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = self._theme.colours
        lines = ((self.tr("among the first 8"), colours.accent, [run.recall_at_8 for run in self._runs],
                  Qt.PenStyle.SolidLine),
                 (self.tr("right place first"), colours.good, [run.recall_at_1 for run in self._runs],
                  Qt.PenStyle.DashLine))
        left, top, width, height = 44, 10, self.width() - 190, self.height() - 24
        painter.setPen(QColor(colours.border))
        for share in (0.0, 0.5, 1.0):
            y = round(top + height * (1 - share))
            painter.drawLine(left, y, left + width, y)
            painter.drawText(0, y + 5, _percent(share))
        for index, (name, colour, shares, style) in enumerate(lines):
            painter.setPen(QPen(QColor(colour), 2, style))
            points = [(left + width * at / max(1, len(shares) - 1), top + height * (1 - share))
                      for at, share in enumerate(shares) if share is not None]
            for (x0, y0), (x1, y1) in pairwise(points):
                painter.drawLine(round(x0), round(y0), round(x1), round(y1))
            painter.drawText(left + width + 12, top + 14 + 20 * index, name)


def _percent(share: float | None) -> str:
    return "–" if share is None else QLocale().toString(share * 100, "f", 1) + " %"
