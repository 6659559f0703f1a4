"""One table of keys: complete, without clashes, and the source of the help."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.ui.actions import Act, help_lines, install, key_table, typed_act


def test_every_act_stands_in_the_table_once() -> None:
    assert Counter(key.act for key in key_table()) == dict.fromkeys(Act, 1)


def test_no_key_means_two_things() -> None:
    names = [QKeySequence(name).toString() for key in key_table() for name in key.keys]
    assert len(names) == len(set(names))


def test_every_key_is_one_that_qt_knows() -> None:
    assert all(QKeySequence(name).toString() for key in key_table() for name in key.keys)


@pytest.mark.parametrize(("pressed", "act"), [
    ("Return", Act.ASK), ("Shift+Return", Act.NEWLINE), ("Ctrl+Enter", Act.SEARCH), ("a", None), ("Esc", None),
])
def test_keys_of_the_question_field(pressed: str, act: Act | None) -> None:
    assert typed_act(QKeySequence(pressed)) is act


def test_installing_needs_a_deed_for_every_key_outside_the_field(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    done: list[tuple[Act, int]] = []
    install(widget, {act: lambda index, act=act: done.append((act, index)) for act in Act})  # type: ignore[misc]
    for action in widget.actions():
        action.trigger()
    assert {act for act, _ in done} == {key.act for key in key_table() if not key.typed}
    assert [index for act, index in done if act is Act.CITATION] == list(range(9))


def test_the_help_prints_the_whole_table(qapp: QApplication) -> None:
    lines = help_lines()
    assert len(lines) == len(key_table())
    assert all(keys and words for keys, words in lines)
