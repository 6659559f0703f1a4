"""What a document tells the generator to do is text: hidden parts are not sent, links lead nowhere, places are ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.types import AnswerState
from tests.conftest import SHARED
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

pytestmark = pytest.mark.corpora
CASES = SHARED / "cases"
KINDS = re.compile(r"inject\.")
UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
ADDRESS = re.compile(r"https?://|\]\(")
Case = dict[str, Any]


def cases() -> list[Case]:
    """Cases of the kinds ``inject.*`` that ask something."""
    manifest = CASES / "cases.jsonl"
    found = [json.loads(line) for line in manifest.read_text("utf-8").splitlines()] if manifest.is_file() else []
    return [case for case in found if KINDS.match(case["kind"]) and case["must"].get("answer")]


class Asked:
    """A library of one case's file, with a generator that repeats what comes nearest in its prompt."""

    def __init__(self, base: Path) -> None:
        self.generator = FakeGenerator()
        self.library = SmallLibrary(base, generator=self.generator)

    def add(self, case: Case) -> None:
        source = CASES / case["file"]
        target = self.library.docs / Path(case["file"]).relative_to("files")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        self.library.write("other.md", "# Other\n\nAnother page speaks of another thing.\n")
        self.library.assistant.add_root(str(self.library.docs))
        self.library.sync()


@pytest.fixture
def asked(tmp_path: Path) -> Iterator[Asked]:
    made = Asked(tmp_path)
    yield made
    made.library.store.close()


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["id"]))
def test_nothing_hidden_and_no_address_reaches_the_generator_and_places_are_our_own(asked: Asked, case: Case) -> None:
    asked.add(case)
    must = case["must"]
    for wanted in must["answer"]:
        answer = asked.library.ask(wanted["q"])
        prompts = "\n".join(text for prompt in asked.generator.prompts for _, text in prompt)
        shown = "\n".join((answer.text, *(f"{block.text}\n{block.companions}" for block in answer.evidence)))
        for text in must.get("not_in_answer_context", ()):
            assert text not in prompts
            assert text not in shown
        assert not UNSEEN.search(prompts)
        assert not ADDRESS.search(prompts)
        assert answer.state not in (AnswerState.NO_EVIDENCE, AnswerState.FAILED)
        assert wanted["says"] in shown
        cited = {citation.path for claim in answer.claims for citation in claim.citations}
        assert cited <= {Path(case["file"]).relative_to("files").as_posix()}
        assert all(role in ("system", "user") for prompt in asked.generator.prompts for role, _ in prompt)
        assert all([role for role, _ in prompt].count("system") == 1 for prompt in asked.generator.prompts)


def test_a_citation_that_a_model_makes_up_is_no_citation(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, generator=FakeGenerator(
        "The seal lasts 5 years [S9] [source: official-manual.pdf, page 12] ![ok](https://pixel.lumen.invalid/p.png)."))
    library.write("seal.md", "# Seal\n\nThe seal lasts 5 years.\n")
    library.add_docs()
    library.sync()
    answer = library.ask("how long does the seal last")
    trace = library.assistant.trace(answer.trace_id)
    library.store.close()
    assert {citation.path for claim in answer.claims for citation in claim.citations} <= {"seal.md"}
    assert "the model named a passage that it was not given" in str(trace["notes"])
