"""The whole way from a question to a written answer with a real, small model in its process."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.compose import _EngineGenerator
from engine.answer.prompt import INSTRUCTIONS
from engine.types import AnswerEvent, AnswerStage, AnswerState, Request
from models.files import ModelFiles
from models.generator import LlamaGenerator
from tests.conftest import TEST_GENERATOR
from tests.library import SmallLibrary

pytestmark = pytest.mark.llm
QUESTIONS = ("how large is the buffer per route", "when does a route become stale")


@pytest.fixture
def generator(model_files: ModelFiles) -> Iterator[LlamaGenerator]:
    made = LlamaGenerator(model_files, model_files.manifest.model(TEST_GENERATOR), context_tokens=1024)
    yield made
    made.close()


@pytest.fixture
def relay(tmp_path: Path, generator: LlamaGenerator) -> Iterator[SmallLibrary]:
    library = SmallLibrary(tmp_path, generator=_EngineGenerator(generator))
    library.write("relay.md", "# Relay\n\nA route becomes stale after 40 seconds.\n\n## Buffer\n\nThe buffer holds 64 "
                              "kibibytes per route.\n")
    library.add_docs()
    library.sync()
    yield library
    library.store.close()


def test_a_second_question_reads_no_token_of_the_instructions_again(
        relay: SmallLibrary, generator: LlamaGenerator) -> None:
    for question in QUESTIONS:
        answer = relay.ask(question)
        assert answer.generator
        assert generator.prompt_tokens is not None
        _, kept = generator.prompt_tokens
        assert kept >= generator.count_tokens(INSTRUCTIONS)
        assert re.search(rf"of which {kept} were kept", str(relay.assistant.trace(answer.trace_id)["notes"]))


@pytest.mark.skipif(os.name != "posix", reason="kills with a POSIX signal")
def test_a_generator_killed_in_mid_answer_leaves_the_passage_and_the_next_question_is_answered(
        relay: SmallLibrary, generator: LlamaGenerator) -> None:
    killed: list[int] = []

    def kill(event: AnswerEvent) -> None:
        process = generator.process_id
        if event.stage is AnswerStage.DRAFT and process and not killed:
            killed.append(process)
            os.kill(process, signal.SIGKILL)

    answer = relay.assistant.ask(Request(question=QUESTIONS[0]), generate=True, on_event=kill,
                                 is_cancelled=lambda: False)
    assert killed
    assert (answer.state, answer.reason) == (AnswerState.VERBATIM, "generator_lost")
    assert "64 kibibytes" in answer.text
    assert "starts the generator again" in answer.explanation
    after = relay.ask(QUESTIONS[1])
    assert after.generator
    assert generator.process_id not in (None, killed[0])
