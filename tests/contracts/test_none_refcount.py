"""A release of PySide6 lost one reference to None with every void call, which ends Python 3.11 after some thousand."""

from __future__ import annotations

import sys

import pytest
from pytestqt.qtbot import QtBot


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_void_calls_into_qt_keep_their_references_to_none(qtbot: QtBot) -> None:
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    qtbot.addWidget(label)
    label.setText("warm")
    before = sys.getrefcount(None)
    for number in range(300):
        label.setText(str(number))
    assert abs(sys.getrefcount(None) - before) <= 50
