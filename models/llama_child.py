"""The generator's own process: loads the model with llama.cpp and answers requests until the pipe closes.

Owns prompt tokens, the kept prefix, decoding and cancelling. Starting, watching and restarting this process are
``generator``'s business.

1. A thread reads the pipe, so that a cancel is seen while llama.cpp computes; when the pipe ends, because the parent
   closed it or died, the process ends at once.
2. The prompt is built in tokens. The model's own chat template is rendered with a random marker for each text; what
   stands between the markers is the template's and may hold special tokens, the texts themselves are tokenised as
   plain text. So no document can open a new turn.
3. Greedy. The longest common prefix of this prompt and what llama.cpp has kept is not computed again.
4. While the prompt is computed a callback stops llama.cpp between two operations of a graph; while the answer is
   written, a look between two tokens is enough.
"""

from __future__ import annotations

import codecs
import ctypes
import os
import queue
import re
import secrets
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from models.llama_messages import (
    Cancel,
    Count,
    Done,
    Failed,
    Failure,
    Generate,
    Load,
    Messages,
    Number,
    Piece,
    Ready,
    Render,
    Request,
    Stop,
    Text,
    Usage,
)

BATCH_TOKENS = 256
SEED = 1
PIECE_BYTES = 256
LOG_LEVEL_ERROR = 3


class Refused(Exception):
    """A request cannot be met; the message is for a person."""

    def __init__(self, kind: Failure, message: str) -> None:
        super().__init__(message)
        self.kind = kind


def run(connection: Connection, load: Load) -> None:
    """Entry point of the process: say Ready or Failed, then answer one request after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # a windowed program on Windows has no such channels
        os.dup2(2, 1)
    inbox = Inbox(connection)
    try:
        started = time.perf_counter()
        llama = Llama(load, inbox)
        connection.send(Ready(load_ms=(time.perf_counter() - started) * 1000))
        while True:
            _answer(connection, llama, inbox.next())
    except Refused as error:
        connection.send(Failed(kind=error.kind, message=str(error)))
    except (BrokenPipeError, ConnectionResetError):
        os._exit(0)


def _answer(connection: Connection, llama: Llama, request: Request) -> None:
    try:
        match request:
            case Count(text=text):
                connection.send(Number(value=len(llama.plain_tokens(text))))
            case Render(messages=messages):
                connection.send(Text(text="".join(text for text, _ in llama.pieces(messages))))
            case Generate():
                for reply in llama.generate(request):
                    connection.send(reply)
            case Cancel():
                raise AssertionError("the inbox keeps cancels to itself")
    except Refused as error:
        connection.send(Failed(kind=error.kind, message=str(error)))


class Inbox:
    """Requests in order; a cancel overtakes them. Ends the process when the pipe ends."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
        self._cancelled = 0
        threading.Thread(target=self._read, daemon=True).start()

    def next(self) -> Request:
        """The next request, waiting for it."""
        return self._requests.get()

    def is_cancelled(self, number: int) -> bool:
        """Whether the answer of that number is not wanted any more."""
        return self._cancelled >= number

    def _read(self) -> None:
        try:
            while True:
                request = self._connection.recv()
                if isinstance(request, Cancel):
                    self._cancelled = max(self._cancelled, request.number)
                else:
                    self._requests.put(request)
        except (EOFError, OSError):
            os._exit(0)


class Llama:
    """The loaded model."""

    def __init__(self, load: Load, inbox: Inbox) -> None:
        """Load the model. Raises Refused when the runtime is absent or the file cannot be loaded."""
        try:
            import llama_cpp
            from llama_cpp.llama_chat_format import Jinja2ChatFormatter
        except (ImportError, OSError, RuntimeError) as error:
            raise Refused(Failure.CANNOT_RUN, f"The generator's runtime, llama-cpp-python, cannot be loaded ({error}); "
                          "search and verbatim answers work without it.") from error
        self._inbox = inbox
        self._library: Any = llama_cpp
        self._number = 0
        self._errors: deque[str] = deque(maxlen=3)
        self._log: Any = llama_cpp.llama_log_callback(self._keep_error)
        llama_cpp.llama_log_set(self._log, None)
        try:
            self._model: Any = llama_cpp.Llama(
                model_path=load.path, n_ctx=load.context_tokens, n_batch=BATCH_TOKENS, n_ubatch=BATCH_TOKENS,
                n_threads=load.threads, n_threads_batch=load.threads, n_gpu_layers=-1, seed=SEED, verbose=False)
        except (ValueError, RuntimeError, OSError) as error:
            raise Refused(Failure.DAMAGED, f"The model {load.name} cannot be loaded ({self._reason(error)}); "
                          "import the model again, or free some memory.") from error
        self._vocabulary = llama_cpp.llama_model_get_vocab(self._model.model)
        template = self._model.metadata.get("tokenizer.chat_template")
        if not template:
            raise Refused(Failure.DAMAGED, f"The model {load.name} holds no chat template; import another model.")
        self._template: Any = Jinja2ChatFormatter(
            template=template, eos_token=self._special(self._model.token_eos()),
            bos_token=self._special(self._model.token_bos()))
        self._is_unwanted: Any = llama_cpp.ggml_abort_callback(lambda _: self._inbox.is_cancelled(self._number))
        self._never: Any = llama_cpp.ggml_abort_callback()

    def pieces(self, messages: Messages) -> list[tuple[str, bool]]:
        """The prompt in pieces: (text, whether it is the template's own)."""
        nonce = secrets.token_hex(8)
        marked = [{"role": role, "content": f"[{nonce}:{index}]"} for index, (role, _) in enumerate(messages)]
        parts = re.split(rf"\[{nonce}:(\d+)\]", self._template(messages=marked).prompt)
        return [(messages[int(part)][1], False) if place % 2 else (part, True)
                for place, part in enumerate(parts) if part]

    def plain_tokens(self, text: str) -> list[int]:
        """Tokens of a text in which turn markers are nothing but characters."""
        return list(self._model.tokenize(text.encode(errors="replace"), add_bos=False, special=False))

    def prompt_tokens(self, messages: Messages) -> list[int]:
        """Tokens of the whole prompt, with the start token where the model wants one and the template gives none."""
        tokens: list[int] = []
        for text, is_template in self.pieces(messages):
            tokens += self._model.tokenize(text.encode(), add_bos=False, special=True) if is_template \
                else self.plain_tokens(text)
        start = self._model.token_bos()
        if self._library.llama_vocab_get_add_bos(self._vocabulary) and tokens[:1] != [start]:
            tokens.insert(0, start)
        return tokens

    def generate(self, request: Generate) -> Iterator[Piece | Done]:
        """The answer, piece by piece, then what it took. Raises Refused when it does not fit the context."""
        self._number = request.number
        prompt = self.prompt_tokens(request.messages)
        room = self._model.n_ctx() - len(prompt)
        if room < request.max_tokens:
            raise Refused(Failure.TOO_LONG, f"The prompt takes {len(prompt):,} of {self._model.n_ctx():,} tokens and "
                          f"leaves no room for an answer of {request.max_tokens:,}; send fewer passages.")
        kept = self._model.longest_token_prefix(self._model.input_ids[:self._model.n_tokens].tolist(), prompt)
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        started = first = time.perf_counter()
        count, stop = 0, Stop.LENGTH
        for token in self._tokens(prompt):
            first = first if count else time.perf_counter()
            if token is None or self._inbox.is_cancelled(request.number):
                stop = Stop.CANCELLED
                break
            if self._library.llama_vocab_is_eog(self._vocabulary, token):
                stop = Stop.END
                break
            count += 1
            if text := decoder.decode(self._bytes(token)):
                yield Piece(text=text)
            if count >= request.max_tokens:
                break
        if text := decoder.decode(b"", final=True):
            yield Piece(text=text)
        yield Done(usage=Usage(
            prompt_tokens=len(prompt), reused_tokens=min(kept, len(prompt) - 1), generated_tokens=count,
            prompt_ms=(first - started) * 1000, generate_ms=(time.perf_counter() - first) * 1000, stop=stop))

    def _tokens(self, prompt: list[int]) -> Iterator[int | None]:
        """Tokens without end; None when the prompt was cancelled half-way."""
        stream = self._model.generate(prompt, temp=0.0)
        self._library.llama_set_abort_callback(self._model.ctx, self._is_unwanted, None)
        try:
            first = next(stream)
        except RuntimeError as error:
            if not self._inbox.is_cancelled(self._number):
                raise Refused(Failure.CANNOT_RUN, f"The generator could not compute the prompt "
                              f"({self._reason(error)}); the answer from the documents is not affected.") from error
            yield None
            return
        finally:
            self._library.llama_set_abort_callback(self._model.ctx, self._never, None)
        yield first
        yield from stream

    def _bytes(self, token: int) -> bytes:
        """The bytes of a token; one may be longer than a character or shorter."""
        buffer = ctypes.create_string_buffer(PIECE_BYTES)
        length = self._library.llama_token_to_piece(self._vocabulary, token, buffer, PIECE_BYTES, 0, False)
        if length < 0:
            buffer = ctypes.create_string_buffer(-length)
            length = self._library.llama_token_to_piece(self._vocabulary, token, buffer, -length, 0, False)
        return buffer.raw[:length]

    def _keep_error(self, level: int, text: bytes, _: object) -> None:
        """llama.cpp's own words on what went wrong; it writes nothing to the terminal."""
        if level == LOG_LEVEL_ERROR:
            self._errors.append(text.decode(errors="replace").strip())

    def _reason(self, error: Exception) -> str:
        return "; ".join(self._errors) or str(error)

    def _special(self, token: int) -> str:
        if token < 0:
            return ""
        text: bytes = self._library.llama_vocab_get_text(self._vocabulary, token)
        return text.decode(errors="replace")
