"""Retrieval must not get worse: the recorded figures over real documents, and over the handbook without them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compose import HANDBOOK, HANDBOOK_PRODUCT, Library, open_library
from engine.evaluate.questions import Expected, Question, read_questions
from engine.evaluate.run import Report, evaluate

RECALL_AT_8 = 0.922
LOSS = 0.02
WRONG_VERSIONS = 0.01

pytestmark = [pytest.mark.model, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def handbook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with open_library(tmp_path_factory.mktemp("handbook"), with_generator=False) as library:
        library.assistant.add_root(str(HANDBOOK), product=HANDBOOK_PRODUCT)
        library.assistant.sync(on_progress=lambda _: None, is_cancelled=lambda: False)
        yield library


def ask_handbook(library: Library, *questions: tuple[str, str, str, str]) -> Report:
    made = tuple(
        Question(id=str(number), text=text, product=HANDBOOK_PRODUCT, version=version, is_version_in_text=False,
                 expected=(Expected(path=path, heading=heading),), needs_all=False, facts=(), wrong_version_facts=(),
                 kind="lookup")
        for number, (text, version, path, heading) in enumerate(questions))
    return evaluate(made, library.assistant.search, k=8)


def test_the_handbook_answers_its_own_questions_in_the_right_version(handbook: Library) -> None:
    pages = {path.name for path in (HANDBOOK / "0.2").glob("*.md")}
    assert {"adding-folders.md", "settings.md", "troubleshooting.md"} <= pages
    report = ask_handbook(
        handbook,
        ("how do I add a folder to the library", "0.2", "0.2/adding-folders.md", "Add a folder to the library"),
        ("how do I add a folder to the library", "0.1", "0.1/adding-folders.md", "Add a folder to the library"))
    assert report.kinds["all"]["wrong_version"] == 0.0
    assert report.kinds["all"]["page_recall@8"] == 1.0


@pytest.mark.corpora
def test_real_documents_are_found_as_well_as_recorded(corpora: Path, tmp_path: Path) -> None:
    questions = read_questions(corpora.parent / "eval" / "questions-dev.jsonl")
    with open_library(tmp_path / "data", with_generator=False) as library:
        for product in ("keda", "artemis", "prometheus-runbooks"):
            library.assistant.add_root(str(corpora / product), product=product)
        synced = library.assistant.sync(on_progress=lambda _: None, is_cancelled=lambda: False)
        assert synced.failed == ()
        report = evaluate(questions, library.assistant.search, k=8, rerank=False)
    everything = report.kinds["all"]
    recall, wrong = everything["recall@8"], everything["wrong_version"]
    assert recall is not None
    assert recall >= RECALL_AT_8 - LOSS, (report.not_retrieved, report.ranked_low)
    assert wrong is not None
    assert wrong <= WRONG_VERSIONS
    in_words = report.version_in_words["wrong_version"]
    assert in_words is not None
    assert in_words <= WRONG_VERSIONS
