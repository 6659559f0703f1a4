"""Pages as pictures, drawn in a child process: a damaged file or a native crash costs the picture, not the window.

One request at a time, from one thread. Too slow, too big or crashed: the child is ended and started anew for the
next request. What comes back are plain values, checked here.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from engine.errors import DocumentTrouble
from engine.ingest import wire
from engine.ingest.child import end_child
from engine.types import PageImage, PageRequest, ProblemCode, Rect

SECONDS = 20.0
MEMORY_BYTES = 2 * 1024**3
_START_SECONDS = 60.0
_JOIN_SECONDS = 2.0


class PageDrawer:
    """Draws pages and finds words on them. Raises DocumentTrouble in words; its child is started when first needed."""

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None

    def warm(self) -> None:
        """Start the child, so that the first page does not wait for it."""
        self._child()

    def draw(self, file: Path, request: PageRequest) -> PageImage:
        """The page of ``file`` that ``request`` wants."""
        boxes = [(rect.x0, rect.y0, rect.x1, rect.y1) for rect in request.rects if rect.page == request.page]
        answer = self._asked(("draw", str(file), request.page, request.width, request.quote, boxes))
        try:
            number, count, width, height, pixels, scale, marks, is_exact, words = answer
            if len(pixels) != width * height * 3:
                raise ValueError("the picture is not as long as its size says")
            return PageImage(page=number, page_count=count, width=width, height=height, pixels=bytes(pixels),
                             scale=scale, marks=tuple(Rect(number, *box) for box in marks), is_exact=bool(is_exact),
                             words=str(words))
        except (TypeError, ValueError) as error:
            raise self._nonsense() from error

    def find(self, file: Path, words: str) -> tuple[Rect, ...]:
        """Every place of ``words``, in points of the pages as they are drawn."""
        answer = self._asked(("find", str(file), words))
        try:
            return tuple(Rect(int(page), x0, y0, x1, y1) for page, x0, y0, x1, y1 in answer)
        except (TypeError, ValueError) as error:
            raise self._nonsense() from error

    def close(self) -> None:
        """End the child. Closing twice is fine."""
        process, connection = self._process, self._connection
        self._process = self._connection = None
        if connection is not None:
            connection.close()  # the child ends when its pipe does
        if process is not None:
            process.join(_JOIN_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()
            process.close()

    def _asked(self, request: tuple[object, ...]) -> Any:
        try:
            connection = self._child()
            connection.send_bytes(wire.dumps(request))
            if not connection.poll(self._seconds):
                self._kill()
                raise DocumentTrouble(ProblemCode.TIMEOUT, "Drawing the page took too long; its text is shown instead.")
            answer = wire.loads(connection.recv_bytes())
        except (EOFError, OSError) as error:
            self._kill()
            raise DocumentTrouble(ProblemCode.CRASH, "The page could not be drawn; its text is shown instead."
                                  ) from error
        if not isinstance(answer, tuple) or len(answer) != 2:
            raise self._nonsense()
        trouble, value = answer
        if trouble:
            raise DocumentTrouble(ProblemCode.CORRUPT, str(trouble))
        return value

    def _nonsense(self) -> DocumentTrouble:
        self._kill()
        return DocumentTrouble(ProblemCode.PROTOCOL, "The page could not be drawn; its text is shown instead.")

    def _child(self) -> Connection:
        if self._connection is not None and self._process is not None and self._process.is_alive():
            return self._connection
        self._kill()
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), name="citeside-pages", daemon=True)
        try:
            process.start()
        finally:
            theirs.close()
        self._process, self._connection = process, ours
        if not ours.poll(_START_SECONDS):
            self._kill()
            raise DocumentTrouble(ProblemCode.TIMEOUT, "Pages cannot be drawn now; free some memory and try again.")
        ours.recv_bytes()
        return ours

    def _kill(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        end_child(process, connection)


# --- the child's side -----------------------------------------------------------------------------------------------


def _serve(connection: Connection) -> None:
    """Answer requests until the pipe is closed: (trouble in words, value)."""
    if sys.platform != "win32":
        import resource

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with suppress(ValueError, OSError):  # some systems have no such limit; the time limit still holds
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    from engine.answer.page_draw import draw, find

    deeds: dict[str, Callable[..., object]] = {"draw": draw, "find": find}
    with suppress(EOFError, OSError), connection:
        connection.send_bytes(b"ready")
        while True:
            name, *rest = wire.loads(connection.recv_bytes())
            connection.send_bytes(wire.dumps(_answer(deeds[name], rest)))


def _answer(deed: Callable[..., object], rest: list[object]) -> tuple[str, object]:
    try:
        return "", deed(*rest)
    except DocumentTrouble as trouble:
        return str(trouble), None
    except OSError as error:
        return f"The file cannot be read: {error.strerror or error}.", None
    except Exception as error:  # noqa: BLE001  # a damaged page fails in any way; it costs this picture only
        return f"The page is damaged and cannot be drawn ({type(error).__name__}); its text is shown instead.", None
