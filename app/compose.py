"""Puts the parts together: the only place that knows engine and models both.

Everything is handed in from here and nothing is made at import. Errors of ``models`` that the engine has to react to
are translated on the way (``_EngineGenerator``, ``_EngineReranker``).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from app.settings import Settings, load
from engine.answer.open import Opener
from engine.answer.pages import PageDrawer
from engine.answer.pipeline import Answerer
from engine.assistant import Assistant
from engine.errors import EnvironmentTrouble, GeneratorLost, RerankerLost
from engine.ingest.child import ChildParser
from engine.ingest.embed import EmbedPace
from engine.ingest.ignore import IgnoreRules
from engine.ingest.parse.source import Limits
from engine.ingest.pipeline import Pipeline
from engine.ingest.power import on_battery
from engine.ingest.refine import AsIndexed, Refiner, slow_parser
from engine.ingest.sync import Synchroniser
from engine.retrieve.pipeline import Retriever
from engine.store.store import Store
from models.embedder import OnnxEmbedder
from models.errors import ModelError
from models.files import ModelFiles, default_folders
from models.generator import LlamaGenerator
from models.machine import available_memory_mib
from models.manifest import Role, read_manifest
from models.reranker import OnnxReranker

_log = logging.getLogger(__name__)

HANDBOOK = Path(__file__).parent.parent / "resources" / "handbook"
HANDBOOK_PRODUCT = "Citeside"
_REST_ON_BATTERY = 2.0
SAMPLE_QUESTION = "How do I add a folder to the library?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """One open library: the assistant, and why it has no generator if it has none."""

    assistant: Assistant
    embedder: str
    generator: str
    no_generator: str

    def add_handbook_to_empty_library(self) -> bool:
        """Register the handbook when there is no folder at all; True when that was done (it still has to be read)."""
        if self.assistant.catalogue().roots:
            return False
        self.assistant.add_root(str(HANDBOOK), product=HANDBOOK_PRODUCT)
        return True


@contextmanager
def open_library(data_dir: Path, *, with_generator: bool) -> Iterator[Library]:
    """Everything over one data folder; closed in the end: generator, parsers, store, in this order.

    A missing generator is no error: answers are then verbatim, and ``no_generator`` says why.
    """
    settings = load(data_dir)
    files = model_files(data_dir)
    embedder = _embedder(files, settings)
    generator, reason = _generator(files, settings) if with_generator else (None, "")
    store = Store(data_dir, model_id=embedder.model_id, dimensions=embedder.dimensions)
    if store.notice:
        _log.warning(store.notice)  # without further ado a warning goes to stderr, as a line of its own
    limits = Limits()
    pace = EmbedPace(slow=lambda: _REST_ON_BATTERY if on_battery() else 0.0)
    ingest_parser, viewer_parser, refining_parser = ChildParser(), ChildParser(), slow_parser()
    drawer = PageDrawer()
    retriever = Retriever(store=store, embedder=embedder, reranker=_reranker(files, settings),
                          weights=settings.weights)
    pipeline = Pipeline(writer=store.writer, parser=ingest_parser, embedder=embedder, limits=limits)
    refiner = Refiner(store=store, slow=refining_parser, fast=ingest_parser, embedder=embedder, limits=limits)
    as_indexed = Pipeline(writer=store.writer, embedder=embedder, limits=limits,
                          parser=AsIndexed(store=store, slow=refining_parser, fast=ingest_parser))
    assistant = Assistant(
        store=store, retriever=retriever,
        answerer=Answerer(store=store, retriever=retriever, embedder=embedder,
                          generator=_EngineGenerator(generator) if generator else None, patience=settings.patience),
        synchroniser=Synchroniser(store=store, pipeline=pipeline, embedder=embedder, refiner=refiner,
                                  rules=IgnoreRules(settings.ignore), pace=pace),
        opener=Opener(store=store, parser=viewer_parser, drawer=drawer), pipeline=as_indexed,
        profile=settings.profile, alarm_after=timedelta(days=settings.alarm_days), pace=pace)
    try:
        yield Library(assistant=assistant, embedder=embedder.model_id,
                      generator=generator.model_id if generator else "", no_generator=reason)
    finally:
        if generator:
            generator.close()
        ingest_parser.close()
        refining_parser.close()
        viewer_parser.close()
        drawer.close()
        store.close()


def model_files(data_dir: Path) -> ModelFiles:
    """The model folders in search order."""
    return ModelFiles(read_manifest(), default_folders(data_dir=data_dir))


def _embedder(files: ModelFiles, settings: Settings) -> OnnxEmbedder:
    model = files.choose(Role.EMBEDDER)
    if model is None:
        raise EnvironmentTrouble(
            "The search model is missing; run `make models` in a source checkout, or `citeside models import PATH` "
            "with a folder that holds it.")
    return OnnxEmbedder(files, model, threads=settings.threads)


def _reranker(files: ModelFiles, settings: Settings) -> _EngineReranker | None:
    model = files.choose(Role.RERANKER)
    if model is None:
        return None
    try:
        return _EngineReranker(OnnxReranker(files, model, threads=settings.threads))
    except ModelError as error:
        _log.warning(f"{error} Until then the order of the two searches is kept.")
        return None


def _generator(files: ModelFiles, settings: Settings) -> tuple[LlamaGenerator | None, str]:
    model = files.choose(Role.GENERATOR, wanted=settings.generator or "", memory_mib=available_memory_mib())
    if model is None:
        return None, "No generator model is installed; answers are shown verbatim from the documents."
    try:
        return LlamaGenerator(files, model, threads=settings.threads), ""
    except ModelError as error:
        return None, str(error)


class _EngineReranker:
    """The reranker as the engine knows it: trouble in ``models`` becomes the engine's RerankerLost."""

    def __init__(self, reranker: OnnxReranker) -> None:
        self._reranker = reranker

    @property
    def model_id(self) -> str:
        return self._reranker.model_id

    def score(self, query: str, passages: Sequence[str], cosines: Sequence[float]) -> list[float]:
        try:
            return self._reranker.score(query, passages, cosines)
        except ModelError as error:
            raise RerankerLost(str(error)) from error


class _EngineGenerator:
    """The generator as the engine knows it: trouble in ``models`` becomes the engine's GeneratorLost."""

    def __init__(self, generator: LlamaGenerator) -> None:
        self._generator = generator

    @property
    def model_id(self) -> str:
        return self._generator.model_id

    @property
    def context_tokens(self) -> int:
        return self._generator.context_tokens

    @property
    def reading_rate(self) -> float | None:
        return self._generator.reading_rate

    @property
    def prompt_tokens(self) -> tuple[int, int] | None:
        return self._generator.prompt_tokens

    def warm(self, messages: Sequence[tuple[str, str]]) -> None:
        try:
            self._generator.warm(messages)
        except ModelError as error:
            raise GeneratorLost(str(error)) from error

    def count_tokens(self, text: str) -> int:
        try:
            return self._generator.count_tokens(text)
        except ModelError as error:
            raise GeneratorLost(str(error)) from error

    def generate(self, messages: Sequence[tuple[str, str]], *, max_tokens: int,
                 is_cancelled: Callable[[], bool]) -> Iterator[str]:
        try:
            yield from self._generator.generate(messages, max_tokens=max_tokens, is_cancelled=is_cancelled)
        except ModelError as error:
            raise GeneratorLost(str(error)) from error
