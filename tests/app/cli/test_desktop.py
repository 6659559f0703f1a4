"""One window for each library: a second one hands over to the first, and a dead one is no obstacle."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.cli.desktop import only_window, open_desktop
from app.ui.start import come_when_asked
from tests.conftest import ROOT

_FIRST = """
import sys, time
from pathlib import Path
from app.cli.desktop import only_window
with only_window(Path(sys.argv[1])) as request:
    print(request, flush=True)
    time.sleep(60)
"""


@pytest.mark.qt_log_ignore("does not support raise")
def test_a_second_window_hands_over_to_the_first(tmp_path: Path, qtbot: QtBot,
                                                 capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    first = subprocess.Popen([sys.executable, "-c", _FIRST, str(data)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert first.stdout is not None
    request = Path(first.stdout.readline().strip())
    begun = time.monotonic()
    assert open_desktop(data) == 0
    assert time.monotonic() - begun < 3
    assert "open already" in capsys.readouterr().out
    assert [file.name for file in data.iterdir() if file.suffix == ".db"] == [], "it never touches the index"
    window = QWidget()
    qtbot.addWidget(window)
    window.showMinimized()
    come_when_asked(window, request)
    qtbot.waitUntil(lambda: not window.isMinimized() and not request.exists())
    first.send_signal(signal.SIGKILL)
    first.wait()
    first.stdout.close()
    with only_window(data) as again:
        assert again == request
