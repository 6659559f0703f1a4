"""Parsers that keep a bad file away from us: in a child process with time and memory limits, or right here for tests.

1. The child is started when it is first needed and reads one file at a time, so blame is certain. It can begin with a
   file before its answer is asked for.
2. It answers with bytes; only our own types are made from them, so a subverted child cannot make us run code.
3. Silent for too long, too slow in all, out of memory or crashed: it is ended and started anew for the next file.
   A crash is tried once more; the reason goes to the caller as DocumentTrouble.
4. It watches its parent and ends with it, however the parent ends.
5. A parse can be given up in the middle (``is_cancelled``); the child is ended and the file is not to blame.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.ingest import wire
from engine.types import Parsed, ProblemCode

_log = logging.getLogger(__name__)

SILENT_SECONDS = 60.0
TOTAL_SECONDS = 600.0
MEMORY_BYTES = 2 * 1024**3
ReadFile = Callable[..., Parsed]
"""Called as ``parse_file`` is: (path, relative_path=…, progress=…)."""

_TRIES = 2
_START_SECONDS = 60.0
_JOIN_SECONDS = 5.0
_REPORT_EVERY = 0.5
_LISTEN_SECONDS = 0.2
_BACKGROUND_NICE = 10
_GARBAGE = 20_000
"""New objects between two looks for unreachable ones; a parse makes many that all live until its end."""

_READY, _PARSED, _TROUBLE, _PROGRESS, _FAULT = b"r", b"p", b"t", b".", b"f"


class ParsingCancelled(Exception):  # no error: somebody wanted it so
    """A parse was given up because its caller said so; nothing is known about the file."""


def _never() -> bool:
    return False


class InlineParser:
    """Parses in this process, without limits of time or memory. For tests and small tools."""

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Nothing: there is no other process to do it."""

    def answers_within(self, seconds: float) -> bool:
        """Whether it is worth waiting for; waiting would read nothing here."""
        return True

    def parse(self, path: Path, *, relative_path: str) -> Parsed:
        """As ``engine.ports.Parser``."""
        from engine.ingest.parse import parse_file
        return parse_file(path, relative_path=relative_path)

    def close(self) -> None:
        """Nothing to end."""


class ChildParser:
    """Parses in a child process. Not for several threads at once.

    ``silent_seconds`` is the longest time without progress, ``total_seconds`` the longest for a file in all;
    ``memory_bytes`` limits the child's address space where the system can do that. ``read`` is what the child calls
    (``parse_file`` when None); it must be a function of a module. ``is_background``: the child gives way to others
    where the system can do that.
    """

    def __init__(self, *, silent_seconds: float = SILENT_SECONDS, total_seconds: float = TOTAL_SECONDS,
                 memory_bytes: int = MEMORY_BYTES, read: ReadFile | None = None,
                 is_background: bool = False) -> None:
        self._read = read
        self._is_background = is_background
        self._silent_seconds = silent_seconds
        self._total_seconds = total_seconds
        self._memory_bytes = memory_bytes
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._begun: tuple[Path, str] | None = None
        self._next: tuple[Path, str] | None = None
        self._heard: bytes | None = None

    def begin(self, path: Path, *, relative_path: str) -> None:
        """Let the child read a file while the caller does other things; ``parse`` of that file gets its answer.

        While the child has a file whose answer was not asked for yet, it is given this one after that.
        """
        self._next = (path, relative_path)
        if self._begun is None:
            self._begin_next()

    def answers_within(self, seconds: float) -> bool:
        """Whether the answer to the file that was begun comes so soon; True too when none was."""
        end = time.monotonic() + seconds
        try:
            while self._begun is not None and self._connection is not None and self._heard is None:
                if not self._connection.poll(max(0.0, end - time.monotonic())):
                    return False
                message = self._connection.recv_bytes()
                self._heard = None if message[:1] == _PROGRESS else message
        except (EOFError, OSError):
            return True  # ``parse`` meets it again, and says so
        return True

    def parse(self, path: Path, *, relative_path: str, is_cancelled: Callable[[], bool] = _never) -> Parsed:
        """The file as text and blocks. Raises DocumentTrouble; the child's end never harms this process.

        Raises ParsingCancelled soon after ``is_cancelled`` says so.
        """
        try:
            parsed = self._tried(path, relative_path, is_cancelled)
        except DocumentTrouble:
            self._begin_next()
            raise
        self._begin_next()
        return parsed

    def close(self) -> None:
        """End the child. Closing twice is fine; parsing after it starts a new child."""
        process, connection, is_reading = self._process, self._connection, self._begun is not None
        self._process = self._connection = self._begun = self._heard = None
        if connection is not None:
            connection.close()  # a child that waits for work ends by itself
        if process is None:
            return
        process.join(_JOIN_SECONDS if process.is_alive() and connection is not None and not is_reading else 0)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()

    def _tried(self, path: Path, relative_path: str, is_cancelled: Callable[[], bool]) -> Parsed:
        for _ in range(_TRIES - 1):
            try:
                return self._parse_once(path, relative_path, is_cancelled)
            except DocumentTrouble as trouble:
                if trouble.code is not ProblemCode.CRASH:
                    raise
                _log.warning("reading %s ended the parser; trying once more", relative_path)
        return self._parse_once(path, relative_path, is_cancelled)

    def _begin_next(self) -> None:
        following, self._next = self._next, None
        if following:
            with suppress(DocumentTrouble, EOFError, OSError):  # ``parse`` meets it again, and says so
                self._send(*following)

    def _parse_once(self, path: Path, relative_path: str, is_cancelled: Callable[[], bool]) -> Parsed:
        try:
            if self._next == (path, relative_path):
                self._next = None
            if self._begun is not None and self._begun != (path, relative_path):
                self._kill()  # what it reads is not wanted any more
            connection = self._connection if self._begun is not None else None
            connection = connection or self._send(path, relative_path)
            self._begun = None
            return self._answer(connection, is_cancelled)
        except (EOFError, OSError) as error:
            raise self._ended() from error

    def _send(self, path: Path, relative_path: str) -> Connection:
        connection = self._child()
        connection.send_bytes(wire.dumps((str(path), relative_path)))
        self._begun = (path, relative_path)
        return connection

    def _child(self) -> Connection:
        if self._connection is not None and self._process is not None and self._process.is_alive():
            return self._connection
        self.close()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, name="citeside-parser", daemon=True,
                                  args=(theirs, self._memory_bytes, self._read, self._is_background))
        try:
            process.start()
        finally:
            theirs.close()
        self._process, self._connection = process, ours
        if not ours.poll(_START_SECONDS):  # its start is no file's fault and costs none of a file's time
            self._kill()
            raise DocumentTrouble(ProblemCode.TIMEOUT, "The parser did not start; free some memory and try again.")
        ours.recv_bytes()
        return ours

    def _answer(self, connection: Connection, is_cancelled: Callable[[], bool]) -> Parsed:
        """Wait for the child's answer, as long as it gets on and the time in all is not over."""
        if self._heard is not None:
            message, self._heard = self._heard, None
            return self._decoded(message)
        heard = time.monotonic()
        deadline = heard + self._total_seconds
        while True:
            if is_cancelled():
                self._kill()
                raise ParsingCancelled
            patience = min(heard + self._silent_seconds, deadline) - time.monotonic()
            if patience > 0 and not connection.poll(min(patience, _LISTEN_SECONDS)):
                continue
            if patience <= 0:
                self._kill()
                raise DocumentTrouble(ProblemCode.TIMEOUT, "Reading the file took too long and was stopped; "
                                      "split the file or export it again.")
            message = connection.recv_bytes()
            heard = time.monotonic()
            if message[:1] != _PROGRESS:
                return self._decoded(message)

    def _decoded(self, message: bytes) -> Parsed:
        kind, content = message[:1], message[1:]
        try:
            value = wire.loads(content)
        except Exception as error:  # any bytes can fail in any way
            self._kill()
            raise DocumentTrouble(ProblemCode.PROTOCOL, "The parser gave an answer that makes no sense; "
                                  "the file was left out.") from error
        if kind == _PARSED and isinstance(value, Parsed):
            return value
        if kind == _TROUBLE and isinstance(value, tuple) and len(value) == 2:
            raise DocumentTrouble(ProblemCode(value[0]), str(value[1]))
        if kind == _FAULT:
            _log.error("the parser failed:\n%s", value)
            raise DocumentTrouble(ProblemCode.CRASH, "The parser failed on this file; it was left out.")
        self._kill()
        raise DocumentTrouble(ProblemCode.PROTOCOL, "The parser gave an answer that makes no sense; "
                              "the file was left out.")

    def _ended(self) -> DocumentTrouble:
        """What the end of the child means; the next file gets a new one."""
        process = self._process
        code = None
        if process is not None:
            process.join(_JOIN_SECONDS)
            code = process.exitcode
        self._kill()
        if sys.platform != "win32" and code == -signal.SIGKILL:
            return DocumentTrouble(ProblemCode.MEMORY, "The system ended the parser, most likely for want of memory; "
                                   "split the file.")
        return DocumentTrouble(ProblemCode.CRASH, "The parser crashed on this file; it was left out.")

    def _kill(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = self._begun = self._heard = None
        end_child(process, connection)


def end_child(process: BaseProcess | None, connection: Connection | None) -> None:
    """Kill a child process, wait for its end and close its pipe; either may be None."""
    if connection is not None:
        connection.close()
    if process is not None:
        process.kill()
        process.join()
        process.close()


# --- the child's side -----------------------------------------------------------------------------------------------


def _serve(connection: Connection, memory_bytes: int, read: ReadFile | None, is_background: bool) -> None:
    """Answer requests until the pipe is closed."""
    _end_with_parent()
    _limit_memory(memory_bytes)
    if sys.platform != "win32":
        if is_background:
            os.nice(_BACKGROUND_NICE)
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the parent, which closes the pipe
    if read is None:
        from engine.ingest.parse import parse_file
        read = parse_file
    gc.set_threshold(_GARBAGE)

    with suppress(EOFError, OSError), connection:
        connection.send_bytes(_READY)
        while True:
            path, relative_path = wire.loads(connection.recv_bytes())
            connection.send_bytes(_answer_to(read, Path(path), relative_path, _reporter(connection)))


def _answer_to(read: ReadFile, path: Path, relative_path: str, progress: Callable[[], None]) -> bytes:
    try:
        return _PARSED + wire.dumps(read(path, relative_path=relative_path, progress=progress))
    except DocumentTrouble as trouble:
        return _TROUBLE + wire.dumps((trouble.code.value, trouble.detail))
    except MemoryError:
        return _TROUBLE + wire.dumps((ProblemCode.MEMORY.value, "The file needs more memory than a parser may take; "
                                        "split it."))
    except Exception:  # noqa: BLE001  # a bug of a parser costs this file only; the parent logs it
        import traceback
        return _FAULT + wire.dumps(traceback.format_exc())


def _reporter(connection: Connection) -> Callable[[], None]:
    last = time.monotonic()

    def report() -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= _REPORT_EVERY:
            last = now
            connection.send_bytes(_PROGRESS)

    return report


def _limit_memory(memory_bytes: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    with suppress(ValueError, OSError):  # some systems have no such limit; the parent's time limit still holds
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="parent-watch", daemon=True).start()
