"""Simplified Chinese is complete: every text of the window is translated, compiled, and seen."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from app.ui.actions import help_lines
from app.ui.language import speak
from app.ui.window import Window
from tests.app.ui.sample import FakeAssistant
from tests.app.ui.sample_pages import CHINESE_QUESTION
from tests.app.ui.steps import ask_and_wait
from tests.conftest import ROOT

FILE = ROOT / "resources" / "translations" / "citeside_zh_CN.ts"
SAME = {"How do I add a folder to the library?", "{0} MiB"}
"""Texts that are the same in both: the handbook is English, so its sample question is too."""


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    """The script that keeps the translation files."""
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese for one test."""
    before = QLocale()
    made = speak(qapp, QLocale("zh_CN"))
    assert len(made) == 2, "ours and Qt's own"
    yield
    for translator in made:
        qapp.removeTranslator(translator)
    QLocale.setDefault(before)


def test_every_text_is_translated_and_none_is_left_over(tool: ModuleType) -> None:
    known = tool.read(FILE)
    assert [text for text, translation in known.items() if not translation] == [], "run packaging/translations.py"
    assert sorted(known) == tool.texts_in_code()


def test_translations_keep_placeholders_and_differ_from_the_english(tool: ModuleType) -> None:
    for (_, text), translation in tool.read(FILE).items():
        assert sorted(re.findall(r"\{\d\}", text)) == sorted(re.findall(r"\{\d\}", translation)), text
        assert text in SAME or translation != text, text


def test_what_the_program_loads_is_made_of_what_people_edit(tool: ModuleType, tmp_path: Path) -> None:
    tool.release(FILE, tmp_path / "made.qm")
    assert (tmp_path / "made.qm").read_bytes() == FILE.with_suffix(".qm").read_bytes(), "run packaging/translations.py"


def test_new_texts_are_found_and_marked_unfinished(tool: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "x.py").write_text(
        'class Pane:\n    def say(self):\n        return self.tr("New words") + tr("Faces", "told")\n')
    texts = tool.texts_in_code(tmp_path)
    assert texts == [("Faces", "told"), ("Pane", "New words")]
    tool.write(tmp_path / "t.ts", "zh_CN", texts, {("Faces", "told"): "已告知"})
    assert tool.read(tmp_path / "t.ts") == {("Faces", "told"): "已告知", ("Pane", "New words"): ""}


@pytest.mark.usefixtures("chinese")
def test_a_whole_question_in_chinese(qtbot: QtBot, qapp: QApplication) -> None:
    from app.ui.start import open_window
    from app.ui.theme import Mode, Theme

    window, _ = open_window(qapp, FakeAssistant, theme=Theme(qapp, Mode.LIGHT, QLocale("zh_CN")))
    qtbot.addWidget(window)
    window.show()
    window.start()
    qtbot.waitUntil(lambda: "已是最新" in window.status_line.text)
    card = ask_and_wait(qtbot, window, CHINESE_QUESTION)
    assert "3 句中有 3 句已核实" in card.words()
    assert "✓ 已核实" in card.words()
    assert window.scope_bar.version.words == "版本 2.4 最新"
    assert english_words(window) == []
    QTest.keyClick(window, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    assert "文件夹或产品" in str(window.library.folders.headerItem().text(0))
    assert english_words(window) == []
    assert all(re.search("[\u4e00-\u9fff]", words) for _, words in help_lines())
    window.close()


def english_words(window: Window) -> list[str]:
    """English words in labels and buttons that are seen, names of the sample left aside."""
    kinds: tuple[Callable[[], list[str]], ...] = (
        lambda: [label.text() for label in window.findChildren(QLabel) if label.isVisible()],
        lambda: [button.text() for button in window.findChildren(QPushButton) if button.isVisible()],
        lambda: [tool.toolTip() for tool in window.findChildren(QToolButton) if tool.isVisible()])
    bare = [re.sub(r"(?:Ctrl|Alt|Shift|Esc|Citeside|Lantern|Page|Down|Up|Left|Right|ops|zh|schedules|md|\w+/\w+)", "",
                   words) for kind in kinds for words in kind()]
    return [words for words in bare if re.search(r"[A-Za-z]{3,}", words)]
