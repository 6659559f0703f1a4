"""Questions that count: answered by a place that states the count, and by no other number."""

from __future__ import annotations

import pytest

from engine.types import AnswerState
from tests.library import SmallLibrary

CODES = """# Pump

## Error codes

| Code | Meaning | Remedy |
| --- | --- | --- |
| E1 | Motor overheated | Let it cool for 20 minutes |
| E2 | Filter blocked | Change the filter |
"""


@pytest.mark.parametrize("question", ["How many error codes are there?", "What is the total number of error codes?"])
def test_a_number_beside_another_thing_is_no_count(library: SmallLibrary, question: str) -> None:
    library.write("pump.md", CODES)
    library.add_docs()
    library.sync()
    answer = library.ask(question, generate=False)
    assert answer.state is AnswerState.DECLINED
    assert answer.reason == "aggregate"


@pytest.mark.parametrize("stated", [
    "The pump knows 12 error codes.", "Error codes: 12.", "There are twelve different error codes.",
    "| Fact | Value | Meaning |\n| --- | --- | --- |\n| `codes` | 12 | Number of the error codes |"])
def test_a_count_that_stands_somewhere_is_the_answer(library: SmallLibrary, stated: str) -> None:
    library.write("pump.md", f"{CODES}\n## Overview\n\n{stated}\n")
    library.add_docs()
    library.sync()
    assert library.ask("How many error codes are there?", generate=False).state is AnswerState.VERBATIM
