"""Makes pictures of the window: ``python -m tests.app.ui.pictures FOLDER [STATE …]``, or ``take`` over any assistant.

Offscreen, 1400 by 900 at scale 1, every state in light, dark and Chinese. Pictures are for people to look at; no test
compares pixels.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QEvent, QLocale
from PySide6.QtWidgets import QApplication

from app.engine_port import Assistant
from app.ui.language import speak
from app.ui.start import open_window
from app.ui.theme import Mode, Theme
from app.ui.window import Window
from engine.types import Address, AnswerState, Catalogue, CitationState, RootId, Verdict
from tests.app.ui import states
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import CHINESE_QUESTION, PAGES, QUESTION, citation, passage

_PATIENCE_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """One state of the window: over which assistant, what is asked, and what is done then."""

    assistant: Callable[[], FakeAssistant] = field(default=FakeAssistant)
    question: str = QUESTION
    prepare: Callable[[Window], None] | None = None


def take(assistant: Assistant, question: str, path: Path, *, mode: Mode = Mode.LIGHT, locale: str = "en_US",
         product: str = "", version: str = "", prepare: Callable[[Window], None] | None = None) -> None:
    """Ask ``question`` (an empty one: none) in a window over ``assistant`` and save its picture once it has settled.

    ``prepare`` may change the window before the picture is taken.
    """
    app = application()
    translators = speak(app, QLocale(locale))
    theme = Theme(app, mode, QLocale(locale))
    window, bridge = open_window(app, lambda: assistant, theme=theme)
    window.show()
    window.start()
    up_to_date = window.tr("Up to date") if locale.startswith("en") else "已是最新"
    wait(app, lambda: up_to_date in window.status_line.text or bool(window.banner.text))
    if product:
        window.scope_bar.product.setCurrentIndex(window.scope_bar.product.findText(product))
    if version:
        window.scope_bar.choose_version(version)
    if question:
        card = window.asking.ask(question)
        wait(app, lambda: not card.is_open)
    if prepare is not None:
        prepare(window)
    rest()
    path.parent.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(path))
    window.close()
    bridge.close()
    for made in (window, theme):  # one that stays would be coloured anew with each later one
        made.deleteLater()
    app.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    for translator in translators:
        app.removeTranslator(translator)


def application() -> QApplication:
    """The one application, offscreen."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    app = QApplication.instance()
    return app if isinstance(app, QApplication) else QApplication(["citeside"])


def wait(app: QApplication, is_done: Callable[[], bool]) -> None:
    """Let the window live until something is so, for a while at most."""
    end = monotonic() + _PATIENCE_S
    while not is_done() and monotonic() < end:
        app.processEvents()


def rest(seconds: float = 0.4) -> None:
    """Let the window live for a while."""
    end = monotonic() + seconds
    while monotonic() < end:
        application().processEvents()


def _search(window: Window) -> None:
    card = window.asking.search(QUESTION)
    wait(application(), lambda: not card.is_open)


def _draft(window: Window) -> None:
    card = window.asking.ask(QUESTION)
    wait(application(), lambda: card.words().count("Workers finish") > 0)


def _held() -> FakeAssistant:
    assistant = FakeAssistant()
    assistant.draft_gate.clear()
    return assistant


def _typing(window: Window) -> None:
    window.activateWindow()
    window.question_box.field.setFocus()
    rest(0.2)
    window.question_box.field.insertPlainText("close pool")
    rest(0.6)


def _settled(state: AnswerState, reason: str) -> Callable[[Window], None]:
    def show(window: Window) -> None:
        window.conversation.begin(QUESTION).settle(states.answer_in(state, reason))
    return show


def _library(window: Window) -> None:
    window.show_library(True)
    window.library.filter.setCurrentIndex(4)
    window.library.folders.expandAll()


def _folder(window: Window) -> None:
    window.folder_form.offer("/srv/docs/keda")
    rest(0.8)


def _settings(window: Window) -> None:
    window.show_settings()
    window.settings.show_installation(states.installation())


def _deprecated(window: Window) -> None:
    window.asking.choose(passage(PAGES["old"], "Set `night: on`.", ("Night mode",)))


def _textless(window: Window) -> None:
    window.asking.choose(Address(root=RootId(1), path="scans/plate.html"))
    rest(0.3)


def _page(window: Window) -> None:
    window.asking.choose(citation(PAGES["limits"], states.PDF_QUOTE, ("Limits", "Draining"), "1"))
    rest(0.6)


def _find(window: Window) -> None:
    window.side_panel.pane.open_find()
    window.side_panel.pane.find_bar.field.setText("floor")


def _why(window: Window) -> None:
    window.ask_why()
    rest(0.3)


STATES: dict[str, State] = {
    "answer": State(), "draft": State(assistant=_held, question="", prepare=_draft),
    "first-run": State(assistant=lambda: FakeAssistant(catalogue_now=Catalogue()), question=""),
    "welcome": State(question=""), "search": State(question="", prepare=_search),
    "typing": State(prepare=_typing), "find": State(prepare=_find),
    "unchecked": State(assistant=lambda: FakeAssistant(verdicts=(Verdict.UNCHECKED,) * 6)),
    "changed": State(assistant=lambda: FakeAssistant(opened_state=CitationState.CHANGED)),
    "missing": State(assistant=lambda: FakeAssistant(opened_state=CitationState.MISSING)),
    "deprecated": State(prepare=_deprecated), "page": State(assistant=states.PdfAssistant, prepare=_page),
    "declined": State(question="", prepare=_settled(AnswerState.DECLINED, "below_floor")),
    "no-evidence": State(question="", prepare=_settled(AnswerState.NO_EVIDENCE, "no_match")),
    "conflicting": State(question="", prepare=_settled(AnswerState.CONFLICTING, "conflict")),
    "needs-version": State(question="", prepare=_settled(AnswerState.NEEDS_VERSION, "needs_version")),
    "verbatim": State(question="", prepare=_settled(AnswerState.VERBATIM, "no_generator")),
    "cancelled": State(question="", prepare=_settled(AnswerState.CANCELLED, "stopped")),
    "failed": State(assistant=lambda: FakeAssistant(failure=OSError("a fault"))),
    "library": State(question="", prepare=_library), "folder": State(question="", prepare=_folder),
    "troubles": State(assistant=states.troubled, question="", prepare=_library),
    "no-text": State(assistant=lambda: states.Textless(entries=states.scanned()), question="", prepare=_textless),
    "settings": State(question="", prepare=_settings), "why": State(prepare=_why),
    "handbook": State(question="", prepare=lambda window: window.own_pages.show_help()),
    "chinese-documents": State(question=CHINESE_QUESTION),
}


def main(folder: Path, wanted: list[str]) -> None:
    """Every state (or the wanted ones) over the invented library in light, dark and Chinese; the answer in contrast."""
    for name, state in STATES.items():
        if not wanted or name in wanted:
            for form, mode, locale in (("light", Mode.LIGHT, "en_US"), ("dark", Mode.DARK, "en_US"),
                                       ("chinese", Mode.LIGHT, "zh_CN")):
                take(state.assistant(), state.question, folder / f"{name}-{form}.png", mode=mode, locale=locale,
                     prepare=state.prepare)
    if not wanted:
        take(FakeAssistant(), QUESTION, folder / "answer-contrast.png", mode=Mode.HIGH_CONTRAST)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
