"""Settings: what acts at once, what is written for the next start, what models there are, and what is remembered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.preferences import Preferences, Running
from app.settings import Settings, load, save
from app.ui.language import translation_for
from app.ui.start import open_window
from app.ui.state import FILE_NAME, WindowState
from app.ui.theme import Mode, Theme
from app.ui.window import Window
from engine.errors import BadRequest
from engine.types import Profile
from models.files import ModelFiles
from models.manifest import read_manifest
from tests.app.ui.sample import FakeAssistant

Opening = Callable[[], Window]


@pytest.fixture
def open_with(qtbot: QtBot, qapp: QApplication, theme: Theme, tmp_path: Path) -> Opening:
    """Opens a window that remembers, over one data folder; may be called again after closing."""
    def open_it() -> Window:
        preferences = Preferences(tmp_path, files=lambda: ModelFiles(read_manifest(), [tmp_path / "models"]),
                                  running=lambda: Running(why_verbatim="No generator model is installed."))
        window, _ = open_window(qapp, FakeAssistant, theme=theme, preferences=preferences)
        qtbot.addWidget(window)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: "Up to date" in window.status_line.text)
        return window
    return open_it


@pytest.fixture
def window(open_with: Opening, qtbot: QtBot) -> Window:
    made = open_with()
    QTest.keyClick(made, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: made.settings.models.topLevelItemCount() > 2)
    return made


def test_colours_and_size_act_at_once_and_are_kept(qtbot: QtBot, window: Window, theme: Theme, tmp_path: Path) -> None:
    view = window.settings
    view.mode.setCurrentIndex(view.mode.findData(Mode.DARK))
    view.mode.activated.emit(view.mode.currentIndex())
    assert theme.mode is Mode.DARK
    view.zoom.setValue(120)
    assert theme.zoom == 1.2
    kept = WindowState(tmp_path)
    assert (kept.mode, kept.zoom) == (Mode.DARK, 1.2)
    window.close()


def test_what_holds_after_the_next_start_is_written_and_nothing_else_is_lost(
        qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    save(tmp_path, Settings(ignore=("*.log",), alarm_days=3))
    view = window.settings
    view.product.setText("Pump")
    view.version.setText('3.2 "beta"')
    view.threads.setValue(2)
    view.save_button.click()
    qtbot.waitUntil(lambda: "after the next start" in view.note.text)
    assert load(tmp_path) == Settings(profile=Profile(product="Pump", version='3.2 "beta"'), threads=2,
                                      ignore=("*.log",), alarm_days=3)
    window.close()


def test_models_are_listed_and_it_is_said_why_nothing_is_written(window: Window) -> None:
    lines = [window.settings.models.topLevelItem(row) for row in range(window.settings.models.topLevelItemCount())]
    words = [" ".join(item.text(column) for column in range(4)) for item in lines if item]
    assert any("written answers" in line and "not installed" in line for line in words)
    assert "No generator model" in window.settings.note.text
    window.close()


def test_importing_from_a_folder_without_models_is_told_in_words(
        qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    window.settings.importing.emit(str(tmp_path))
    qtbot.waitUntil(lambda: "being checked" not in window.settings.note.text)
    assert "copied" not in window.settings.note.text
    assert window.settings.note.text.endswith(".")
    window.close()


def test_past_questions_and_size_of_the_window_are_there_again(qtbot: QtBot, open_with: Opening) -> None:
    first = open_with()
    first.resize(1000, 720)
    first.question_box.asked.emit("How do I close a pool?")
    first.close()
    second = open_with()
    assert second.past.asked == ("How do I close a pool?",)
    assert second.height() == 720
    second.close()


def test_a_damaged_memory_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("[General]\nzoom=large\ncolours=PINK\nlanguage=xx\ngeometry=1\n")
    kept = WindowState(tmp_path)
    assert (kept.zoom, kept.mode, kept.language, kept.geometry) == (1.0, Mode.SYSTEM, "system", None)


def test_settings_that_cannot_be_written_are_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadRequest, match="cannot be written"):
        save(tmp_path / "file" / "below", Settings())


@pytest.mark.parametrize(("locale", "translation"), [
    ("zh_CN", "zh_CN"), ("zh_SG", "zh_CN"), ("zh_TW", ""), ("en_US", ""), ("de_DE", ""), ("C", ""),
])
def test_simplified_chinese_goes_to_those_who_read_it(locale: str, translation: str) -> None:
    assert translation_for(QLocale(locale)) == translation
