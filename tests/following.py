"""A library that follows its folders, in a thread of its own, with short waits; and waiting for what must come true."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from engine.ingest.follow import Waits
from engine.types import SyncProgress, SyncReport
from tests.library import SmallLibrary

QUICK = Waits(quiet_s=0.15, share_quiet_s=0.3, patience_s=0.6, scan_s=30.0, share_scan_s=5.0, poll_s=0.5, away_s=0.3,
              identity_s=0.3, confirm_s=0.5, trouble_s=0.3)


class Following:
    """Runs the follower of a library between enter and exit; keeps what it reports.

    ``is_patient``: wait for the end of the first pass.
    """

    def __init__(self, library: SmallLibrary, *, is_patient: bool = True) -> None:
        self.library = library
        self._is_patient = is_patient
        self.reports: list[SyncReport] = []
        self.progress: list[SyncProgress] = []
        self.notices: list[str] = []
        self._failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="following")

    def __enter__(self) -> Self:
        self._thread.start()
        if self._is_patient:
            assert until(lambda: bool(self.reports or self._failure))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.library.assistant.follower.stop()
        self._thread.join(20)
        assert not self._thread.is_alive()
        if self._failure and error is None:
            raise self._failure

    def _run(self) -> None:
        try:
            self.library.assistant.follower.run(
                on_progress=self.progress.append, on_report=self.reports.append, on_notice=self.notices.append)
        except BaseException as failure:  # noqa: BLE001  # it is raised by whoever ends the following
            self._failure = failure

    def finds(self, word: str, paths: set[str], *, seconds: float = 15.0) -> None:
        """Wait until the word is found in exactly these documents."""
        found: set[str] = set()

        def is_found() -> bool:
            nonlocal found
            assert self._failure is None, self._failure
            found = holding(self.library, word)
            return found == paths

        assert until(is_found, seconds=seconds), f"{word}: found in {sorted(found)}, wanted {sorted(paths)}"

    def settle(self, *, seconds: float = 20.0) -> None:
        """Wait until every change was read and every chunk has its vector."""
        def is_settled() -> bool:
            catalogue = self.library.assistant.catalogue()
            before = len(self.reports)
            time.sleep(0.4)
            return not catalogue.chunks_waiting and before == len(self.reports)

        assert until(is_settled, seconds=seconds)


def holding(library: SmallLibrary, word: str) -> set[str]:
    """Paths of the documents whose searchable words hold this one."""
    with library.store.snapshot() as db:
        return {str(row[0]) for row in db.rows(
            "SELECT DISTINCT d.path FROM chunk_fts JOIN chunk c ON c.id = chunk_fts.rowid "
            "JOIN document d ON d.id = c.document_id WHERE chunk_fts MATCH ?", (f'"{word}"',))}


def until(is_true: Callable[[], bool], *, seconds: float = 15.0) -> bool:
    """Whether it came true in time."""
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
