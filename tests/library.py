"""A small library on fakes: a folder one writes files into, and the whole engine over it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from engine.answer.open import Opener
from engine.answer.pages import PageDrawer
from engine.answer.pipeline import Answerer
from engine.assistant import Assistant
from engine.ingest.child import InlineParser
from engine.ingest.errand import Errands
from engine.ingest.follow import Waits
from engine.ingest.ignore import IgnoreRules
from engine.ingest.parse.source import Limits
from engine.ingest.pipeline import Pipeline
from engine.ingest.refine import Refiner, SlowParser
from engine.ingest.sync import Synchroniser
from engine.ports import Embedder, Generator, Parser, Reranker
from engine.retrieve.pipeline import Retriever
from engine.store.store import Store
from engine.types import Answer, AnswerEvent, Profile, Request, Retrieved, SyncReport
from tests.fakes import FakeEmbedder, FakeGenerator


class SmallLibrary:
    """An engine over one data folder, with a docs folder beside it."""

    def __init__(self, base: Path, *, generator: Generator | None = None, data: str = "data",
                 profile: Profile | None = None, embedder: Embedder | None = None, reranker: Reranker | None = None,
                 parser: Parser | None = None, slow_parser: SlowParser | None = None, reader: str = "",
                 rules: IgnoreRules | None = None, errands: Errands | None = None,
                 waits: Waits | None = None, clock: Callable[[], float] = time.time) -> None:
        self.docs = base / "docs"
        self.docs.mkdir(exist_ok=True)
        self.embedder: FakeEmbedder = embedder or FakeEmbedder()  # type: ignore[assignment]  # its giver knows it
        parser = parser or InlineParser()
        self.store = Store(base / data, model_id=self.embedder.model_id, dimensions=self.embedder.dimensions,
                           clock=clock)
        retriever = Retriever(store=self.store, embedder=self.embedder, reranker=reranker)
        pipeline = Pipeline(writer=self.store.writer, parser=parser, embedder=self.embedder, limits=Limits(),
                            reader_mark=reader)
        refiner = Refiner(store=self.store, slow=slow_parser, fast=parser, embedder=self.embedder,
                          limits=Limits()) if slow_parser else None
        self.drawer = PageDrawer()
        self.synchroniser = Synchroniser(store=self.store, pipeline=pipeline, embedder=self.embedder, refiner=refiner,
                                         rules=rules, errands=errands, clock=clock)
        self.assistant = Assistant(
            store=self.store, retriever=retriever,
            answerer=Answerer(store=self.store, retriever=retriever, embedder=self.embedder,
                              generator=generator or FakeGenerator()),
            synchroniser=self.synchroniser,
            opener=Opener(store=self.store, parser=InlineParser(), drawer=self.drawer), pipeline=pipeline,
            profile=profile or Profile(), waits=waits, clock=clock)

    def write(self, path: str, text: str) -> Path:
        """A file below the docs folder."""
        file = self.docs / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        return file

    def add_docs(self, *, product: str = "relay", **settings: str) -> None:
        """Register the docs folder."""
        self.assistant.add_root(str(self.docs), product=product, **settings)

    def sync(self) -> SyncReport:
        """Bring the index level with the docs folder."""
        return self.assistant.sync(on_progress=lambda _: None, is_cancelled=lambda: False)

    def search(self, question: str, **wishes: object) -> Retrieved:
        """Passages for a question."""
        return self.assistant.search(Request(question=question, **wishes))  # type: ignore[arg-type]

    def ask(self, question: str, *, generate: bool = True, events: list[AnswerEvent] | None = None,
            **wishes: object) -> Answer:
        """The settled answer to a question."""
        return self.assistant.ask(
            Request(question=question, **wishes),  # type: ignore[arg-type]
            generate=generate, on_event=(events if events is not None else []).append, is_cancelled=lambda: False)

    def contents(self) -> dict[str, list[tuple[object, ...]]]:
        """Everything that a fresh index of the same files must also hold."""
        queries = {
            "documents": "SELECT path, title, revision, product, version_raw, state, text FROM document ORDER BY path",
            "sections": "SELECT d.path, s.ordinal, s.heading_path, s.anchor, s.span_start, s.span_end "
                        "FROM section s JOIN document d ON d.id = s.document_id ORDER BY d.path, s.ordinal",
            "chunks": "SELECT c.id, d.path, c.ordinal, c.kind, c.span_start, c.span_end, c.embed_hash, c.is_embedded "
                      "FROM chunk c JOIN document d ON d.id = c.document_id ORDER BY c.id",
            "vectors": "SELECT chunk_id, embedding FROM chunk_vector ORDER BY chunk_id",
            "identifiers": "SELECT folded, exact, chunk_id FROM identifier ORDER BY folded, exact, chunk_id",
        }
        with self.store.snapshot() as db:
            return {name: [tuple(row) for row in db.rows(sql)] for name, sql in queries.items()}

    def check(self) -> None:
        """The database is sound and nothing in it is orphaned."""
        # a connection of its own: FTS5's integrity check believes what an older reader has cached
        with self.store.side_writer() as db:
            assert db.rows("PRAGMA integrity_check") == [("ok",)]
            assert db.rows("PRAGMA foreign_key_check") == []
            assert db.value("SELECT COUNT(*) FROM chunk_vector WHERE chunk_id NOT IN (SELECT id FROM chunk)") == 0
            assert db.value("SELECT COUNT(*) FROM chunk_fts_docsize") == db.value("SELECT COUNT(*) FROM chunk")
            db.run("INSERT INTO chunk_fts(chunk_fts, rank) VALUES ('integrity-check', 1)")
