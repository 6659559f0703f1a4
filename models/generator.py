"""Writes text with a local model, in a process of its own.

Owns starting, watching, cancelling and restarting that process. What happens inside it is ``llama_child``'s.

A native crash must not close the window: the process may die at any moment, which is told as GeneratorDied, and the
next call starts a new one. The model file is verified and the processor looked at before the first start. One request
at a time; others wait for it.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import connection
from multiprocessing.context import SpawnProcess

from models import llama_child, machine
from models.errors import CannotRun, GeneratorDied, ModelDamaged, ModelError, PromptTooLong
from models.files import ModelFiles
from models.llama_messages import (
    Cancel,
    Count,
    Done,
    Failed,
    Failure,
    Generate,
    Load,
    Number,
    Piece,
    Ready,
    Render,
    Reply,
    Request,
    Text,
    Usage,
)
from models.manifest import Model, Use

POLL_SECONDS = 0.05
LOAD_SECONDS = 300.0
CANCEL_SECONDS = 5.0
RATE_TOKENS = 32
"""Fewer tokens than this say nothing about how fast a prompt is read."""
ERRORS: dict[Failure, type[ModelError]] = {
    Failure.CANNOT_RUN: CannotRun, Failure.DAMAGED: ModelDamaged, Failure.TOO_LONG: PromptTooLong}


class LlamaGenerator:
    """Matches the engine's ``Generator``. Safe to use from several threads; nothing is loaded before the first call."""

    def __init__(
        self, files: ModelFiles, model: Model, *, threads: int | None = None, context_tokens: int | None = None,
        has_avx2: Callable[[], bool] = machine.has_avx2,
    ) -> None:
        self._files = files
        self._model = model
        self._threads = threads or machine.physical_cores()
        self._context_tokens = context_tokens or model.context_tokens
        self._has_avx2 = has_avx2
        self._lock = threading.Lock()
        self._child: Child | None = None
        self._number = 0
        self._last_usage: Usage | None = None
        self._reading_rate: float | None = None

    @property
    def model_id(self) -> str:
        """Name of the model and its file's hash."""
        return self._model.version_id

    @property
    def context_tokens(self) -> int:
        """Tokens that prompt and answer may take together."""
        return self._context_tokens

    @property
    def last_usage(self) -> Usage | None:
        """What the last finished answer took; None before the first."""
        return self._last_usage

    @property
    def reading_rate(self) -> float | None:
        """Prompt tokens a second, as measured on the last prompt of some length; None before the first."""
        return self._reading_rate

    @property
    def prompt_tokens(self) -> tuple[int, int] | None:
        """Tokens of the last prompt, and how many of them were kept from the one before; None before the first."""
        usage = self._last_usage
        return (usage.prompt_tokens, usage.reused_tokens) if usage else None

    @property
    def process_id(self) -> int | None:
        """The child's process id while it runs."""
        child = self._child
        return child.process_id if child else None

    def start(self) -> None:
        """Load the model now instead of at the first call. Raises ModelError."""
        with self._lock:
            self._running()

    def count_tokens(self, text: str) -> int:
        """Tokens of ``text``, special tokens taken as plain text. Raises ModelError."""
        reply = self._ask(Count(text=text))
        assert isinstance(reply, Number)
        return reply.value

    def render(self, messages: Sequence[tuple[str, str]]) -> str:
        """The exact prompt text for the messages, as the model's own template makes it. Raises ModelError."""
        reply = self._ask(Render(messages=tuple(messages)))
        assert isinstance(reply, Text)
        return reply.text

    def generate(
        self, messages: Sequence[tuple[str, str]], *, max_tokens: int, is_cancelled: Callable[[], bool]
    ) -> Iterator[str]:
        """Stream the answer; ends early, within 200 ms, once ``is_cancelled`` says so or the iterator is closed.

        Raises PromptTooLong when prompt and ``max_tokens`` exceed the context, GeneratorDied when the process ends,
        other ModelErrors when it cannot start.
        """
        with self._lock:
            child = self._running()
            self._number += 1
            request = Generate(number=self._number, messages=tuple(messages), max_tokens=max_tokens)
            try:
                yield from self._stream(child, request, is_cancelled)
            except GeneratorDied:
                self._discard()
                raise

    def warm(self, messages: Sequence[tuple[str, str]]) -> None:
        """Read the messages and write nothing: later prompts that begin alike start sooner, and the rate is known.

        Raises ModelError.
        """
        for _ in self.generate(messages, max_tokens=1, is_cancelled=lambda: False):
            pass

    def close(self) -> None:
        """End the process. Closing twice is fine; a later call starts a new one."""
        child = self._child
        if child:
            child.kill()
        is_held = self._lock.acquire(timeout=CANCEL_SECONDS)
        try:
            self._discard()
        finally:
            if is_held:
                self._lock.release()

    def _stream(self, child: Child, request: Generate, is_cancelled: Callable[[], bool]) -> Iterator[str]:
        child.send(request)
        is_told, is_over = False, False
        try:
            while not is_over:
                if not is_told and is_cancelled():
                    child.send(Cancel(number=request.number))
                    is_told = True
                reply = child.receive(POLL_SECONDS)
                is_over = isinstance(reply, Done | Failed)
                if isinstance(reply, Piece) and not is_told:
                    yield reply.text
                elif isinstance(reply, Done):
                    self._note(reply.usage)
                elif isinstance(reply, Failed):
                    raise _error(reply)
        except GeneratorExit:
            self._abandon(child, request)
            raise

    def _note(self, usage: Usage) -> None:
        self._last_usage = usage
        read = usage.prompt_tokens - usage.reused_tokens
        if read >= RATE_TOKENS and usage.prompt_ms > 0:
            self._reading_rate = read / usage.prompt_ms * 1000

    def _abandon(self, child: Child, request: Generate) -> None:
        """The reader left: cancel, and take the rest of the answer out of the pipe."""
        try:
            child.send(Cancel(number=request.number))
            deadline = time.monotonic() + CANCEL_SECONDS
            while time.monotonic() < deadline:
                if isinstance(reply := child.receive(POLL_SECONDS), Done | Failed):
                    self._last_usage = reply.usage if isinstance(reply, Done) else self._last_usage
                    return
        except GeneratorDied:
            pass  # dead or hanging comes to the same: nobody waits for this answer, and the next call starts anew
        self._discard()

    def _ask(self, request: Request) -> Reply:
        with self._lock:
            child = self._running()
            try:
                child.send(request)
                while (reply := child.receive(POLL_SECONDS)) is None:
                    continue
            except GeneratorDied:
                self._discard()
                raise
        if isinstance(reply, Failed):
            raise _error(reply)
        return reply

    def _running(self) -> Child:
        """The live child, started when there is none. Called with the lock held."""
        if self._child and self._child.is_alive:
            return self._child
        self._discard()
        if not self._has_avx2():
            raise CannotRun("This CPU lacks AVX2, which the generator needs; search and verbatim answers work.")
        located = self._files.verified(self._model)
        child = Child(Load(path=str(located.path(Use.WEIGHTS)), name=self._model.name, threads=self._threads,
                           context_tokens=self._context_tokens))
        self._child = child
        try:
            child.wait_until_ready()
        except ModelError:
            self._discard()
            raise
        return child

    def _discard(self) -> None:
        child, self._child = self._child, None
        if child:
            child.end()


class Child:
    """One run of the process and our end of its pipe."""

    def __init__(self, load: Load) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=llama_child.run, args=(theirs, load), name="citeside-generator", daemon=True)
        self._process.start()
        theirs.close()
        self._name = load.name

    @property
    def is_alive(self) -> bool:
        return self._process.is_alive()

    @property
    def process_id(self) -> int | None:
        return self._process.pid

    def wait_until_ready(self) -> None:
        """Wait for the model to be loaded. Raises GeneratorDied, or what the child failed with."""
        deadline = time.monotonic() + LOAD_SECONDS
        while time.monotonic() < deadline:
            reply = self.receive(POLL_SECONDS)
            if isinstance(reply, Failed):
                raise _error(reply)
            if isinstance(reply, Ready):
                return
        raise GeneratorDied(f"The model {self._name} was not loaded within {LOAD_SECONDS:.0f} seconds; "
                            "search and verbatim answers work.")

    def send(self, request: Request) -> None:
        """Raises GeneratorDied when the process has ended."""
        try:
            self._pipe.send(request)
        except OSError as error:
            raise self._died() from error

    def receive(self, timeout: float) -> Reply | None:
        """The next reply, or None after ``timeout`` seconds. Raises GeneratorDied when the process has ended."""
        try:
            ready = connection.wait([self._pipe, self._process.sentinel], timeout)
            if self._pipe in ready or (ready and self._pipe.poll()):
                reply: Reply = self._pipe.recv()
                return reply
        except (EOFError, OSError) as error:
            raise self._died() from error
        if ready:
            raise self._died()
        return None

    def kill(self) -> None:
        """End the process from any thread; whoever waits for a reply sees GeneratorDied."""
        if self._process.is_alive():
            self._process.kill()

    def end(self) -> None:
        """Close the pipe, which ends the process, and give back what it held."""
        self._pipe.close()
        self._process.join(timeout=POLL_SECONDS)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._process.close()

    def _died(self) -> GeneratorDied:
        self._process.join(timeout=1.0)
        code = self._process.exitcode
        return GeneratorDied(f"The generator stopped unexpectedly ({_reason(code)}); the answer from the documents is "
                             "not affected, and the next question starts the generator again.")


def _reason(code: int | None) -> str:
    if code is None or code >= 0:
        return f"exit status {'unknown' if code is None else code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"


def _error(reply: Failed) -> ModelError:
    return ERRORS[reply.kind](reply.message)
