"""A quick form of ``make soak``: a process that is killed at any moment loses nothing."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.conftest import ROOT


@pytest.mark.skipif(sys.platform == "win32", reason="needs fork and kill -9")
def test_a_process_that_is_killed_leaves_an_index_that_recovers_by_itself() -> None:
    wanted = ("--runs", "16", "--second", "4", "--documents", "30")
    done = subprocess.run([sys.executable, "-m", "tests.soak.kills", *wanted],
                          capture_output=True, text=True, cwd=ROOT, timeout=170, check=False)
    assert (done.returncode, done.stdout.count("violations")) == (0, 1), done.stdout + done.stderr
