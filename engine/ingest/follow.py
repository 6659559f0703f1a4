"""Keeps the index level with the folders for as long as it runs: the loop behind the window and ``citeside watch``.

1. Events are hints. A path that was hinted at is looked at when its root has been quiet for ``quiet_s``, or
   ``patience_s`` after its first hint under constant change. Only what was hinted at is looked at.
2. The scan is the truth: at the start, when asked, hourly (a share every five minutes), after every doubt (an
   overflow, a limit of watches, a folder that is another one now), and a minute after removals were held.
3. Documents first, then vectors in small steps, then second readings; whatever is more urgent comes between two steps.
4. Trouble with the index (a full disk, a lock) is told once and tried again until it works.

All waits are measured by a clock that does not jump.
"""

from __future__ import annotations

import logging
import math
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.errors import StoreDamaged, StoreUnavailable
from engine.ingest.guard import CONFIRM_S
from engine.ingest.mounts import is_share
from engine.ingest.scan import Scan
from engine.ingest.sync import Paths, Synchroniser
from engine.ingest.sync_run import SyncRun
from engine.ingest.watch import Watching, open_watch
from engine.types import Root, RootId, SyncProgress, SyncReport, WatchState

_log = logging.getLogger(__name__)
_STEP_TEXTS = 32
_MANY_HINTS = 2000
_SLEPT_S = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """How long what waits, in seconds."""

    quiet_s: float = 2.0
    share_quiet_s: float = 10.0
    patience_s: float = 30.0
    scan_s: float = 3600.0
    share_scan_s: float = 300.0
    poll_s: float = 60.0
    away_s: float = 30.0
    identity_s: float = 30.0
    confirm_s: float = CONFIRM_S + 1
    trouble_s: float = 30.0


@dataclass(slots=True)
class _Followed:
    """What is known of one root while it is followed. Times by the monotonic clock; None: not waiting."""

    root: Root
    is_share: bool
    next_scan: float
    next_identity: float
    identity: str = ""
    first_hint: float | None = None
    last_hint: float = 0.0
    paths: set[str] = field(default_factory=set)
    why_polling: str = ""


class Follower:
    """Follows the folders of a library. ``run`` belongs to the writer's thread, the rest may be called from any."""

    def __init__(self, *, synchroniser: Synchroniser, watch_for: Callable[..., Watching] = open_watch,
                 waits: Waits | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._synchroniser = synchroniser
        self._watch_for = watch_for
        self._waits = waits or Waits()
        self._clock = clock
        self._changed = threading.Condition()
        self._followed: dict[RootId, _Followed] = {}
        self._is_asked = True
        self._is_paused = False
        self._is_pause_untold = False
        self._is_stopped = False
        self._told: set[str] = set()
        self._drift = time.time() - time.monotonic()

    def run(self, *, on_progress: Callable[[SyncProgress], None], on_report: Callable[[SyncReport], None],
            on_notice: Callable[[str], None]) -> None:
        """Until ``stop``. ``on_report`` hears of each pass that was asked for or changed something."""
        watch = self._watch_for(self.hint, self._synchroniser.rules)
        try:
            self._loop(watch, on_progress, on_report, on_notice)
        finally:
            watch.close()

    def ask(self) -> None:
        """Look at everything now, also at folders that were added; ends a pause."""
        with self._changed:
            self._is_asked, self._is_paused = True, False
            self._changed.notify_all()

    def pause(self) -> None:
        """End the pass that is running, keeping what is done, and begin none until ``resume`` or ``ask``.

        A report says how things stand then.
        """
        with self._changed:
            self._is_paused = self._is_pause_untold = True
            self._changed.notify_all()

    def resume(self) -> None:
        """Go on where it was paused."""
        self.ask()

    def stop(self) -> None:
        """End ``run`` soon."""
        with self._changed:
            self._is_stopped = True
            self._changed.notify_all()

    def hint(self, root: RootId, path: str) -> None:
        """Something at or below a path may have changed; the empty path: anything."""
        with self._changed:
            followed = self._followed.get(root)
            if followed is None:
                return
            now = self._clock()
            if followed.first_hint is None:
                followed.first_hint = now
            followed.last_hint = now
            followed.paths.add("" if len(followed.paths) >= _MANY_HINTS else path)
            self._changed.notify_all()

    def states(self) -> dict[RootId, WatchState]:
        """Whether changes of each root are seen at once, and if not, why."""
        with self._changed:
            return {root: WatchState(is_polled=bool(one.why_polling or one.is_share), reason=one.why_polling)
                    for root, one in self._followed.items()}

    # --- the loop -----------------------------------------------------------------------------------------------------

    def _loop(self, watch: Watching, on_progress: Callable[[SyncProgress], None],
              on_report: Callable[[SyncReport], None], on_notice: Callable[[str], None]) -> None:
        spare = self._spare_work(on_progress, on_report)
        while not self._is_stopped:
            try:
                if self._pass(watch, on_progress, on_report, on_notice) or next(spare):
                    self._told.discard("trouble")
                    continue
            except StoreDamaged as damage:
                on_notice(str(damage))
                return
            except StoreUnavailable as trouble:
                spare = self._spare_work(on_progress, on_report)
                self._tell_once("trouble", str(trouble), on_notice)
                self._ask_again_after(self._waits.trouble_s)
                continue
            self._sleep()

    def _pass(self, watch: Watching, on_progress: Callable[[SyncProgress], None],
              on_report: Callable[[SyncReport], None], on_notice: Callable[[str], None]) -> bool:
        """Index what is due. Returns whether anything was."""
        is_asked = self._adopt_roots(watch) or self._is_pause_new()
        self._check_identities()
        due = self._take_due()
        if not due:
            if is_asked:
                on_report(self._synchroniser.report(SyncRun(on_progress, self._must_end)))
            return False

        def on_seen(root: Root, seen: Scan | None, is_held: bool) -> None:
            self._after_look(root, seen, is_held, due[root.id], watch, on_notice)

        report = self._synchroniser.index(due, on_progress=on_progress, is_cancelled=self._must_end, on_seen=on_seen)
        if self._must_end():
            self._put_back(due)
        if is_asked or report.added + report.changed + report.moved + report.removed or report.notice:
            on_report(report)
        return True

    def _spare_work(self, on_progress: Callable[[SyncProgress], None],
                    on_report: Callable[[SyncReport], None]) -> Iterator[bool]:
        """Vectors and second readings, one step at a time; gives whether the step found something to do."""
        run = SyncRun(on_progress, self._is_something_due)
        while True:
            if self._is_paused:
                yield False
            elif self._synchroniser.embed(run, most=_STEP_TEXTS) or any(True for _ in self._refined_once(run)):
                yield True
            else:
                if run.embedded:
                    on_report(self._synchroniser.report(run))
                    run = SyncRun(on_progress, self._is_something_due)
                yield False

    def _refined_once(self, run: SyncRun) -> Iterator[str]:
        for path in self._synchroniser.refined(run):
            yield path
            return

    def _adopt_roots(self, watch: Watching) -> bool:
        """Follow the folders that the library has now; returns whether everything is to be looked at."""
        with self._changed:
            is_asked, self._is_asked = self._is_asked and not self._is_paused, self._is_asked and self._is_paused
        roots = {root.id: root for root in self._synchroniser.roots()} if is_asked else None
        with self._changed:
            if roots is None:
                return False
            for gone in self._followed.keys() - roots.keys():
                del self._followed[gone]
                watch.drop(gone)
            now = self._clock()
            for root in roots.values():
                known = self._followed.get(root.id)
                if known is None:
                    self._followed[root.id] = _Followed(root=root, is_share=is_share(root.path), next_scan=now,
                                                        next_identity=now + self._waits.identity_s)
                else:
                    known.root, known.next_scan = root, now
            return True

    def _is_pause_new(self) -> bool:
        with self._changed:
            is_new, self._is_pause_untold = self._is_pause_untold, False
            return is_new

    def _check_identities(self) -> None:
        """A folder that was renamed or replaced sends no event, and a machine that slept none of what it missed."""
        now, drift = self._clock(), time.time() - time.monotonic()
        has_slept, self._drift = abs(drift - self._drift) > _SLEPT_S, drift
        for followed in list(self._followed.values()):
            found = followed.identity
            if now >= followed.next_identity and not followed.is_share:
                found = self._synchroniser.identity(followed.root)
            with self._changed:
                if now >= followed.next_identity:
                    followed.next_identity = now + self._waits.identity_s
                if found != followed.identity or has_slept:
                    followed.identity, followed.next_scan = found, now

    def _take_due(self) -> dict[RootId, Paths]:
        """What is to be looked at now: the whole of a root (None) or some paths."""
        due: dict[RootId, Paths] = {}
        with self._changed:
            if self._is_paused:
                return due
            now = self._clock()
            for key, followed in self._followed.items():
                if now >= followed.next_scan or (self._is_ripe(followed, now) and "" in followed.paths):
                    due[key] = None
                    followed.next_scan = math.inf  # set anew when it has been looked at
                elif self._is_ripe(followed, now):
                    due[key] = frozenset(followed.paths)
                else:
                    continue
                followed.paths.clear()
                followed.first_hint = None
        return due

    def _put_back(self, due: dict[RootId, Paths]) -> None:
        with self._changed:
            for key in due:
                if key in self._followed:
                    self._followed[key].next_scan = self._clock()

    def _after_look(self, root: Root, seen: Scan | None, is_held: bool, paths: Paths, watch: Watching,
                    on_notice: Callable[[str], None]) -> None:
        """Decide when to look again, and watch the folders that are there now."""
        followed = self._followed.get(root.id)
        if followed is None:
            return
        identity, now = self._synchroniser.identity(root) if seen else "", self._clock()
        if seen is None:
            watch.drop(root.id)
            with self._changed:
                followed.identity, followed.next_scan = "", now + self._waits.away_s
            return
        added: frozenset[str] = frozenset()
        if paths is None:
            added, why = watch.keep(root, seen.folders)
            self._note_polling(followed, why, on_notice)
        with self._changed:
            if paths is None:
                followed.next_scan = now + self._until_scan(followed)
                followed.next_identity = now + self._waits.identity_s
                followed.identity = identity
            if is_held:
                followed.next_scan = min(followed.next_scan, now + self._waits.confirm_s)
        for folder in added:
            self.hint(root.id, folder)  # what changed in it before it was watched

    def _note_polling(self, followed: _Followed, why: str, on_notice: Callable[[str], None]) -> None:
        with self._changed:
            followed.why_polling = why
        if why:
            self._tell_once(why, f"{followed.root.path} is looked at every {self._waits.poll_s:.0f} seconds: {why}.",
                            on_notice)

    def _until_scan(self, followed: _Followed) -> float:
        if followed.why_polling:
            return self._waits.poll_s
        usual = self._waits.share_scan_s if followed.is_share else self._waits.scan_s
        return usual * random.uniform(0.75, 1.25)

    def _is_ripe(self, followed: _Followed, now: float) -> bool:
        quiet = self._waits.share_quiet_s if followed.is_share else self._waits.quiet_s
        return followed.first_hint is not None and (
            now >= followed.last_hint + quiet or now >= followed.first_hint + self._waits.patience_s)

    def _must_end(self) -> bool:
        return self._is_stopped or self._is_paused

    def _is_something_due(self) -> bool:
        """Whether spare work must let something else go first."""
        if self._must_end() or self._is_asked:
            return True
        with self._changed:
            now = self._clock()
            return any(now >= one.next_scan or self._is_ripe(one, now) for one in self._followed.values())

    def _tell_once(self, cause: str, sentence: str, on_notice: Callable[[str], None]) -> None:
        if cause not in self._told:
            self._told.add(cause)
            _log.info("%s", sentence)
            on_notice(sentence)

    def _ask_again_after(self, seconds: float) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_stopped, seconds)
            self._is_asked = True

    def _sleep(self) -> None:
        """Until something is due, or may be."""
        with self._changed:
            if self._is_stopped or self._is_pause_untold or (self._is_asked and not self._is_paused):
                return
            now = self._clock()
            times = [now + self._waits.identity_s]
            if not self._is_paused:
                for one in self._followed.values():
                    quiet = self._waits.share_quiet_s if one.is_share else self._waits.quiet_s
                    times += [one.next_scan, one.next_identity]
                    if one.first_hint is not None:
                        times.append(min(one.last_hint + quiet, one.first_hint + self._waits.patience_s))
            self._changed.wait(max(0.0, min(times) - now))

