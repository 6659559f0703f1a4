"""Answers split into claims that are exact slices, and aligned to the place that says them."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.answer.align import align, citations
from engine.answer.claims import split, without_markers
from engine.types import UNVERSIONED, ChunkKind, DocumentId, Passage, RootId, Span


def said(text: str) -> list[str]:
    return [text[span.start:span.end] for span in split(text)]


def passage(text: str, label: str = "S1") -> Passage:
    return Passage(
        label=label, document=DocumentId(1), root=RootId(1), path="a.md", title="A", revision="00", product="",
        applies_to=UNVERSIONED, deprecated=False, superseded_by="", effective_date="", heading="H", heading_path=("H",),
        anchor="h", line=1, text=text, span=Span(100, 100 + len(text)), focus=Span(100, 100 + len(text)),
        kind=ChunkKind.PROSE)


def test_sentences_are_split_where_a_reader_would() -> None:
    text = "Set the limit to 4.5 GB, e.g. in the file. Then restart! Is it up? Yes."
    assert said(text) == ["Set the limit to 4.5 GB, e.g. in the file.", "Then restart!", "Is it up?", "Yes."]


def test_list_items_are_claims_without_their_marks() -> None:
    assert said("Do this:\n\n1. Stop it.\n2. Start it.\n- Done") == ["Do this:", "Stop it.", "Start it.", "Done"]


def test_a_code_block_is_one_claim() -> None:
    assert said("Run:\n```sh\na. B\nc. D\n```\nThen wait.") == ["Run:", "```sh\na. B\nc. D\n```", "Then wait."]


def test_chinese_sentences_end_at_their_full_stop() -> None:
    assert said("端口是 7443。然后重启。") == ["端口是 7443。", "然后重启。"]


def test_markers_of_the_model_are_taken_out_and_counted() -> None:
    assert without_markers("It is 5 [S1]. Or 6 [S2, S9].") == ("It is 5. Or 6.", ("S1", "S2", "S9"))


@given(st.text(alphabet="aB1 .!?。\n-`#*", max_size=200))
def test_claims_are_ordered_slices_that_lose_no_word(text: str) -> None:
    spans = split(text)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    kept = "".join(text[span.start:span.end] for span in spans)
    assert sum(c.isalpha() for c in kept) == sum(c.isalpha() for c in text)


def test_a_claim_is_cited_to_the_sentence_that_says_it() -> None:
    source = passage("The queue holds 512 routes. The timeout is 40 seconds. Restart the relay after a change.")
    alignment = align("The timeout is 40 seconds.", [source])
    assert alignment is not None
    (citation,) = citations(alignment)
    assert citation.quote == "The timeout is 40 seconds."
    assert source.text[citation.span.start - 100:citation.span.end - 100] == citation.quote


def test_a_claim_that_nothing_says_has_no_citation() -> None:
    source = passage("The timeout is 40 seconds.")
    assert align("Download the installer from the vendor portal.", [source]) is None


def test_numbers_weigh_more_than_words() -> None:
    both = [passage("The default timeout of the relay is 30 seconds."), passage("The wait is 40 seconds.", "S2")]
    alignment = align("The default wait is 40 seconds.", both)
    assert alignment is not None
    assert alignment.best == "The wait is 40 seconds."


def test_a_setting_in_a_code_block_is_quoted_by_its_line() -> None:
    source = passage("```yaml\nhost: a\nqueueDepth: 5 # Default: 5 messages\n```\n\nMore text here.")
    alignment = align("The default queueDepth is 5 messages.", [source])
    assert alignment is not None
    assert alignment.best == "queueDepth: 5 # Default: 5 messages"


@given(st.lists(st.sampled_from([
    "The queue holds 512 routes.", "- `relay.retries` - Tries again. (Default: `3`)",
    "| a | 40 s |\n|---|---|\n| b | 9 |",
    "> **Warning:** Unplug it.", "```sh\nrelayctl drain --wait 40\n```", "1. Stop it.\n2. Start it.", "端口是 7443。"]),
    min_size=1, max_size=6), st.text(alphabet="aqr 5`.-40relay", max_size=60))
def test_whatever_is_cited_is_an_exact_slice_of_its_passage(blocks: list[str], more: str) -> None:
    source = passage("\n\n".join([*blocks, more]))
    for said in [*said_in(source.text), more, "The queue of `relay.retries` holds 3 of 512 routes."]:
        alignment = align(said, [source])
        for citation in citations(alignment) if alignment else ():
            assert source.text[citation.span.start - 100:citation.span.end - 100] == citation.quote


def said_in(text: str) -> list[str]:
    return [text[span.start:span.end] for span in split(text)]
