"""Code that a model made up is not shown as something to run."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.answer.claims import split
from engine.answer.withdraw import WITHDRAWN, without_invented_code
from engine.types import AnswerState, Claim, Verdict
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

PAGE = "# Relay\n\nThe buffer holds 64 kibibytes per route. Empty it with:\n\n```sh\nrelayctl drain --wait 40\n```\n"


def asked(base: Path, text: str) -> SmallLibrary:
    library = SmallLibrary(base, generator=FakeGenerator(text))
    library.write("relay.md", PAGE)
    library.add_docs()
    library.sync()
    return library


def test_invented_code_is_left_out_and_what_the_document_says_stays(tmp_path: Path) -> None:
    library = asked(tmp_path, "The buffer holds 64 kibibytes per route.\n\n```sh\nrelayctl wipe --all\n```\n\nWait.")
    answer = library.ask("what does the buffer hold per route")
    trace = library.assistant.trace(answer.trace_id)
    library.store.close()
    assert answer.state is AnswerState.UNVERIFIED
    assert "wipe" not in answer.text
    assert WITHDRAWN in answer.text
    assert "wipe" in str(trace["draft"])
    assert all(answer.text[claim.span.start:claim.span.end] == claim.text for claim in answer.claims)


def test_code_of_the_document_is_shown(tmp_path: Path) -> None:
    library = asked(tmp_path, "The buffer holds 64 kibibytes per route.\n\n```sh\nrelayctl drain --wait 40\n```")
    answer = library.ask("what does the buffer hold per route and how is it emptied")
    library.store.close()
    assert "relayctl drain --wait 40" in answer.text


@given(st.lists(st.tuples(st.sampled_from(["One thing is so.", "```sh\nrun it\n```", "~~~\nstop it\n~~~", "- An item"]),
                          st.sampled_from(Verdict)), max_size=8))
def test_claims_stay_slices_of_the_text_whatever_is_left_out(said: list[tuple[str, Verdict]]) -> None:
    text = "\n\n".join(part for part, _ in said)
    claims = [Claim(text=text[span.start:span.end], span=span, verdict=said[place % len(said)][1])
              for place, span in enumerate(split(text))]
    shorter, kept = without_invented_code(text, claims)
    assert len(kept) == len(claims)
    assert all(shorter[claim.span.start:claim.span.end] == claim.text for claim in kept)
    assert not any(claim.text.startswith(("```", "~~~")) and claim.verdict is not Verdict.SUPPORTED for claim in kept)
