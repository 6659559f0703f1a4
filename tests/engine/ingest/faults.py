"""Parsers that go wrong in every way a parser can, for the child process to survive."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

from engine.errors import DocumentTrouble
from engine.types import Parsed, ProblemCode


class Stranger:
    """A value of a type that is none of ours."""


def read(path: Path, *, relative_path: str, progress: Callable[[], None]) -> Parsed:  # noqa: C901  # one case a line
    """What happens is told by the file's name; a file called ``fine`` is read."""
    name = path.stem
    if name.startswith("once-") and not (mark := path.with_suffix(".tried")).exists():
        mark.touch()
        name = name.removeprefix("once-")
    match name:
        case "crash":
            os.abort()
        case "leave":
            os._exit(3)
        case "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        case "memory":
            return len(bytearray(10**12))  # type: ignore[return-value]
        case "silent":
            time.sleep(60)
        case "busy":
            while True:
                time.sleep(0.05)
                progress()
        case "slow":
            for _ in range(12):
                time.sleep(0.1)
                progress()
        case "bug":
            raise KeyError("a bug of ours")
        case "trouble":
            raise DocumentTrouble(ProblemCode.ENCRYPTED, "The file is locked.")
        case "stranger":
            return Stranger()  # type: ignore[return-value]
        case "nonsense":
            return 7  # type: ignore[return-value]
        case _ if name.startswith("counted"):
            with path.open("a") as file:
                file.write(".")
        case "loud":
            print("not part of the answer")
    return Parsed(media_type="text/plain", title=relative_path, text=str(os.getpid()), blocks=())
