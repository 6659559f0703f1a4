"""A sentence is called verified only when its place says the same."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answer.claims import split
from engine.answer.verify import verified
from engine.types import UNVERSIONED, ChunkKind, Claim, DocumentId, Passage, RootId, Span, Verdict, parse_version

SOURCE = """The relay holds at most 512 routes. A route becomes stale after 40 seconds without an acknowledgement.

- `relay.buffer_kib` - Size of the buffer. (Default: `64`, Optional)
- `relay.retries` - How often a message is sent again. (Default: `3`, Optional)

Do not restart the relay while a route is stale. The dump is written only when `--verbose` is set.

```sh
relayctl drain --wait 40
```
"""


def passage(text: str = SOURCE) -> Passage:
    return Passage(
        label="S1", document=DocumentId(1), root=RootId(1), path="2.0/relay.md", title="Relay", revision="00",
        product="lumen", applies_to=UNVERSIONED, deprecated=False, superseded_by="", effective_date="",
        heading="Limits", heading_path=("Limits",), anchor="limits", line=1, text=text,
        span=Span(0, len(text)), focus=Span(0, len(text)),
        kind=ChunkKind.PROSE)


def check(said: str, *, meaning: float = 0.0) -> Claim:
    (claim,) = verified(said, split(said), [passage()], lambda _a, _b: meaning)
    return claim


@pytest.mark.parametrize("said", [
    "The relay holds at most 512 routes.",
    "A route becomes stale after 40 seconds without an acknowledgement.",
    "The default of `relay.buffer_kib` is 64.",
    "The default size of the buffer (`relay.buffer_kib`) is 64 and `relay.retries` is 3 by default.",
    "Do not restart the relay while a route is stale.",
    "```sh\nrelayctl drain --wait 40\n```",
])
def test_what_the_source_says_is_supported_and_quoted_exactly(said: str) -> None:
    claim = check(said)
    assert claim.verdict is Verdict.SUPPORTED, claim.checks
    assert claim.citations
    for citation in claim.citations:
        assert SOURCE[citation.span.start:citation.span.end] == citation.quote


@pytest.mark.parametrize(("said", "decided"), [
    ("The relay holds at most 1024 routes.", "numbers"),
    ("A route becomes stale after 40 minutes without an acknowledgement.", "numbers"),
    ("The default of `relay.buffer_mib` is 64.", "identifiers"),
    ("The default of `relay.retries` is 9.", "numbers"),
    ("Restart the relay while a route is stale.", "negation"),
    ("The dump is written when starting.", "conditions"),
    ("```sh\nrelayctl drain --force\n```", "quotes"),
    ("Download the installer from the vendor portal.", "alignment"),
])
def test_what_the_source_does_not_say_is_not_supported(said: str, decided: str) -> None:
    claim = check(said)
    assert claim.verdict in (Verdict.CONTRADICTED, Verdict.NOT_ENOUGH_INFO)
    assert claim.checks[-1] == decided


@pytest.mark.parametrize(("said", "holds"), [
    ("If it is left out in the KEDA 2.17 trigger, the HPA aims for 20 messages.", True),
    ("In 2.17, the HPA aims for 20 messages if it is left out.", True),
    ("The old metric is removed in KEDA 2.17.", False),
    ("The old metric is removed in KEDA 2.18.", True),
])
def test_the_own_version_of_a_page_may_be_named_but_not_put_in_place_of_another(said: str, holds: bool) -> None:
    text = ("If it is left out, the HPA aims for 20 messages, as it did in 2.16.\n\n"
            "The old metric is removed in KEDA 2.18.\n")
    version = parse_version("2.17")
    assert version
    (claim,) = verified(said, split(said), [replace(passage(text), applies_to=version)], lambda _a, _b: 1.0)
    assert (claim.verdict is Verdict.SUPPORTED) is holds, claim.checks


def test_meaning_can_stand_in_for_words_but_not_for_numbers() -> None:
    said = "Routes go bad once 40 seconds pass and no acknowledgement arrives anywhere."
    assert check(said, meaning=0.9).verdict is Verdict.SUPPORTED
    assert check(said.replace("40", "45"), meaning=1.0).verdict is not Verdict.SUPPORTED


@given(st.sampled_from(["The relay holds at most 512 routes.", "The default of `relay.buffer_kib` is 64.",
                        "A route becomes stale after 40 seconds without an acknowledgement."]),
       st.integers(1, 10**6))
def test_changing_a_verified_claims_number_changes_its_verdict(said: str, more: int) -> None:
    changed = re.sub(r"\d+", lambda match: str(int(match[0]) + more), said, count=1)
    assert check(said).verdict is Verdict.SUPPORTED
    assert check(changed, meaning=1.0).verdict is not Verdict.SUPPORTED


def test_citations_are_numbered_by_first_use() -> None:
    text = "The relay holds at most 512 routes. Do not restart the relay while a route is stale. " \
           "At most 512 routes are held by the relay."
    claims = verified(text, split(text), [passage()], lambda _a, _b: 0.0)
    assert [[citation.label for citation in claim.citations] for claim in claims] == [["1"], ["2"], ["1"]]
