"""The prompt fits its budget, keeps what matters most, and says what it left out."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.answer.prompt import INSTRUCTIONS, build
from engine.types import UNVERSIONED, ChunkKind, DocumentId, Evidence, Passage, RootId, Span

TEXT = "First the warning: unplug it.\n\nSet the limit to 40.\n\nThen restart it. " + "Padding words follow here. " * 30


def passage(label: str, document: int, text: str = TEXT) -> Passage:
    start = max(text.find("Set the limit"), 0)
    return Passage(
        label=label, document=DocumentId(document), root=RootId(1), path="a.md", title="Relay", revision="00",
        product="lumen", applies_to=UNVERSIONED, deprecated=False, superseded_by="", effective_date="",
        heading="Limits", heading_path=("Limits",), anchor="limits", line=1, text=text, span=Span(50, 50 + len(text)),
        focus=Span(50 + start, 50 + start + 20), kind=ChunkKind.PROSE)


def words(text: str) -> int:
    return len(text.split())


def test_the_best_passage_stands_last_before_the_question_and_instructions_come_first() -> None:
    prompt = build("What limit?", [passage("S1", 1), passage("S2", 2)], count_tokens=words, budget=1000)
    (system, instructions), (user, text) = prompt.messages
    assert (system, instructions, user) == ("system", INSTRUCTIONS, "user")
    assert text.index("[S2]") < text.index("[S1]") < text.index("Question: What limit?")


def test_a_passage_that_is_too_long_keeps_its_found_block_and_the_warning_before_it() -> None:
    prompt = build("What limit?", [passage("S1", 1)], count_tokens=words, budget=40)
    text = prompt.messages[1][1]
    assert "Set the limit to 40." in text
    assert "unplug it" in text
    assert "Padding" not in text
    assert [note.what for note in prompt.notes] == ["S1"]


def test_addresses_of_links_are_not_sent() -> None:
    text = "See [the guide](https://example.invalid/a_(b) \"Guide\") and ![a picture](pic.png). Set the limit to 40."
    prompt = build("What limit?", [passage("S1", 1, text)], count_tokens=words, budget=500)
    assert "See the guide and a picture. Set the limit to 40." in prompt.messages[1][1]


def test_no_more_than_two_passages_of_a_document_go_in() -> None:
    found = [replace(passage(f"S{i}", 1), text=f"{TEXT} {i}") for i in range(4)]
    prompt = build("What limit?", found, count_tokens=words, budget=5000)
    assert [taken.label for taken in prompt.passages] == ["S0", "S1"]
    assert len(prompt.notes) == 2


def test_what_is_quoted_to_the_reader_goes_in_first_and_with_its_conditions() -> None:
    found = passage("S1", 1)
    block = Evidence(passage=found, text="Set the limit to 40.", span=found.focus, companions=("Unplug it first.",))
    prompt = build("What limit?", [found, passage("S2", 2)], [block], count_tokens=words, budget=60)
    text = prompt.messages[1][1]
    assert "Unplug it first.\nSet the limit to 40.\n\nQuestion" in text
    assert "Padding" not in text.split("[S1]")[1]
    assert found in prompt.passages


def test_a_quoted_block_from_beyond_its_passage_can_be_cited() -> None:
    found = passage("S1", 1)
    block = Evidence(passage=found, text="Later it is 50.", span=Span(9000, 9015))
    prompt = build("What limit?", [found], [block], count_tokens=words, budget=60)
    assert [taken.span for taken in prompt.passages] == [Span(9000, 9015), found.span]


@given(st.integers(30, 900), st.integers(1, 6))
def test_the_budget_is_kept_once_the_found_block_fits(budget: int, count: int) -> None:
    prompt = build("What limit?", [passage(f"S{i}", i) for i in range(count)], count_tokens=words, budget=budget)
    assert prompt.passages
    assert words(prompt.messages[1][1]) <= max(budget, 40)
