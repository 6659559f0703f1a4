"""Runs of labelled sets: figures, failing questions, and what is kept of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.errors import BadRequest
from engine.evaluate.quality import FILE_NAME, Stopped
from engine.types import QualityRun
from tests.library import SmallLibrary

QUESTIONS = (
    {"id": "q1", "question": "when is a route stale", "expected": [{"path": "relay.md", "heading": "Relay timeouts"}],
     "kind": "lookup"},
    {"id": "q2", "question": "how is the buffer cleaned", "expected": [{"path": "nowhere.md", "heading": "Cleaning"}],
     "kind": "howto"},
)


@pytest.fixture
def library(tmp_path: Path) -> SmallLibrary:
    made = SmallLibrary(tmp_path)
    made.write("relay.md", "# Relay timeouts\n\nA route is stale after 40 seconds.\n")
    made.add_docs()
    made.sync()
    return made


def measured(library: SmallLibrary, file: Path, *, is_cancelled: bool = False) -> QualityRun:
    return library.assistant.measure_quality(str(file), on_progress=lambda *_: None,
                                             is_cancelled=lambda: is_cancelled)


def a_set(library: SmallLibrary) -> Path:
    file = library.docs.parent / "set.jsonl"
    whole: dict[str, object] = {"product": "relay", "version": None, "version_in_question": False,
                                "expected_mode": "any", "answer_facts": [], "wrong_version_facts": []}
    file.write_text("\n".join(json.dumps(whole | question) for question in QUESTIONS), "utf-8")
    return file


def test_a_run_has_figures_and_names_what_fails_and_is_kept_without_the_questions(library: SmallLibrary) -> None:
    made = measured(library, a_set(library))
    assert (made.questions, made.recall_at_1, made.recall_at_8) == (2, 0.5, 0.5)
    assert [(failing.id, failing.why) for failing in made.failing] == [("q2", "not_retrieved")]
    measured(library, a_set(library))
    kept = library.assistant.quality_runs()
    assert [run.recall_at_8 for run in kept] == [0.5, 0.5]
    text = (library.store.path.parent / FILE_NAME).read_text("utf-8")
    assert "buffer" not in text
    (library.store.path.parent / FILE_NAME).write_text(f"{text}broken\n[]\n", "utf-8")
    assert len(library.assistant.quality_runs()) == 2


def test_a_stopped_run_and_a_bad_set_leave_nothing(library: SmallLibrary, tmp_path: Path) -> None:
    with pytest.raises(Stopped):
        measured(library, a_set(library), is_cancelled=True)
    with pytest.raises(BadRequest, match="cannot be read"):
        measured(library, tmp_path / "no.jsonl")
    assert library.assistant.quality_runs() == ()
