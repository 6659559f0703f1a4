"""Makes pictures of the window: ``python -m tests.app.ui.pictures FOLDER``, or ``take`` over any assistant.

Offscreen, 1400 by 900 at scale 1. Pictures are for people to look at; no test compares pixels.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.engine_port import Assistant
from app.ui.start import open_window
from app.ui.theme import Mode, Theme
from app.ui.window import Window
from engine.types import Catalogue, CitationState, Verdict
from tests.app.ui.sample import CHINESE_QUESTION, QUESTION, FakeAssistant

_PATIENCE_S = 600.0


def take(assistant: Assistant, question: str, path: Path, *, mode: Mode = Mode.LIGHT, locale: str = "en_US",
         product: str = "", version: str = "", prepare: Callable[[Window], None] | None = None) -> None:
    """Ask ``question`` (an empty one: none) in a window over ``assistant`` and save its picture once it has settled.

    ``prepare`` may change the window before the picture is taken.
    """
    app = application()
    QLocale.setDefault(QLocale(locale))
    window, bridge = open_window(app, assistant, theme=Theme(app, mode, QLocale(locale)))
    window.show()
    window.start()
    wait(app, lambda: "Up to date" in window.status_line.text or bool(window.banner.text))
    if product:
        window.scope_bar.product.setCurrentIndex(window.scope_bar.product.findText(product))
    if version:
        window.scope_bar.choose_version(version)
    if question:
        card = window.asking.ask(question)
        wait(app, lambda: not card.is_open)
    if prepare is not None:
        prepare(window)
    _rest(app)
    path.parent.mkdir(parents=True, exist_ok=True)
    window.grab().save(str(path))
    window.close()
    bridge.close()


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


def _rest(app: QApplication, seconds: float = 0.4) -> None:
    end = monotonic() + seconds
    while monotonic() < end:
        app.processEvents()


def main(folder: Path) -> None:
    """All pictures over the invented library."""
    for mode in (Mode.LIGHT, Mode.DARK, Mode.HIGH_CONTRAST):
        take(FakeAssistant(), QUESTION, folder / f"answer-{mode.name.lower()}.png", mode=mode)
    take(FakeAssistant(), CHINESE_QUESTION, folder / "chinese.png", locale="zh_CN")
    take(FakeAssistant(verdicts=(Verdict.UNCHECKED,) * 6), f"{QUESTION} (2.3)", folder / "unchecked.png")
    take(FakeAssistant(opened_state=CitationState.CHANGED), QUESTION, folder / "changed.png")
    take(FakeAssistant(catalogue_now=Catalogue()), "", folder / "first-run.png",
         prepare=lambda window: window.question_box.field.setFocus())
    take(FakeAssistant(), "", folder / "search.png", prepare=_search)
    _take_draft(folder / "draft.png")


def _search(window: Window) -> None:
    card = window.asking.search(QUESTION)
    wait(application(), lambda: not card.is_open)


def _take_draft(path: Path) -> None:
    """A picture in the middle of an answer."""
    assistant = FakeAssistant()
    assistant.draft_gate.clear()

    def draft(window: Window) -> None:
        card = window.asking.ask(QUESTION)
        wait(application(), lambda: "Check the file" in card.words())
    take(assistant, "", path, prepare=draft)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
