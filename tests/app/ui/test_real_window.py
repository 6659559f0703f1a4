"""The journeys in a real window: X11 under Xvfb, at scale 1 and 2."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

JOURNEYS = ("test_from_an_empty_library_to_the_first_cited_answer",
            "test_a_pdf_opens_on_its_page_with_the_cited_words_in_the_colour_of_the_highlight")

pytestmark = pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="xvfb-run is not installed (make apt-screen)")


@pytest.mark.parametrize("scale", ["1", "2"])
def test_the_main_journeys_in_a_real_window(scale: str, tmp_path: Path) -> None:
    environment = {**os.environ, "CITESIDE_TEST_PLATFORM": "xcb", "CITESIDE_TEST_SCALE": scale,
                   "XDG_RUNTIME_DIR": str(tmp_path)}
    done = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 2800x1900x24", sys.executable, "-m", "pytest", "-q", "-p",
         "no:cacheprovider", "tests/app/ui/test_journeys.py", "-k", " or ".join(JOURNEYS)],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert f"{len(JOURNEYS)} passed" in done.stdout
