"""Fails every single write of indexing one document, once and for ever: ``python -m tests.soak.failpoints``."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import apsw

from tests.engine.ingest.test_failpoints import Bench


def main() -> int:
    """Print each violation and a summary; the exit status is 1 when there was any."""
    begun, violations = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for at in range(1, bench.calls + 1):
            for for_ever in (False, True):
                for error in (apsw.FullError, apsw.IOError):
                    wrong = bench.fail(at, for_ever=for_ever, error=error)
                    violations += len(wrong)
                    for sentence in wrong:
                        print(f"write {at} of {bench.calls}, {'for ever' if for_ever else 'once'}, {error.__name__}: "
                              f"{sentence}")
    print(f"{bench.calls} writes, each failed 4 ways: {violations} violations ({time.monotonic() - begun:.0f} s)")
    return bool(violations)


if __name__ == "__main__":
    sys.exit(main())
