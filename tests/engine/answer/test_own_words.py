"""Sentences in a model's own words: true ones hold, and the same with something wrong in them do not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.answer.align import tokens
from engine.answer.claims import split
from engine.answer.verify import verified
from engine.types import Claim, Verdict, parse_version
from tests.engine.answer.test_verify import passage

SOURCE = """compact-min-files
: The smallest number of files before the journal is compacted.

  The default for this parameter is `10`

compact-percentage
: Below this share of live data the journal is compacted.

  The default for this parameter is `30`

- `certFile` - Location of a certificate for the GRPC connection. (Optional)

If you do not need sessions, you can disable the record of subscriptions by setting `record-subscriptions` to `false`.
You can disable keep alive for every connection by adding the variable `NO_KEEP_ALIVE`.

The header is sent to Cortex or Mimir as `tenant-id`.

To grow the volume, edit the claim:

```sh
relayctl claim edit <name>
```
"""


def judged(said: str, question: str = "") -> tuple[Claim, ...]:
    version = parse_version("2.40.0")
    assert version is not None
    there = replace(passage(SOURCE), applies_to=version)
    return verified(said, split(said), [there], lambda _a, _b: 0.0, frozenset(tokens(question)))


@pytest.mark.parametrize(("said", "wrong"), [
    ("The default value of `compact-min-files` is 10.", "The default value of `compact-min-files` is 30."),
    ("The default value of `compact-min-files` (2.40) is 10.",
     "The default value of `compact-min-files` (2.41) is 10."),
    ("The certificate for the gRPC connection is set with `certFile`.",
     "The certificate for the gRPC connection is set with `certfile`."),
    ("The header is sent to Cortex/Mimir as `tenant-id`.", "The header is sent to Cortex/Mimir as `tenant`."),
    ("To stop the relay from recording subscriptions, set `record-subscriptions` to `false`.",
     "To stop the relay from recording subscriptions, set `record-subscriptions` to `true`."),
])
def test_a_true_sentence_in_other_words_holds_and_a_wrong_one_does_not(said: str, wrong: str) -> None:
    (claim,), (other,) = judged(said), judged(wrong)
    assert claim.verdict is Verdict.SUPPORTED, claim.checks
    assert other.verdict is not Verdict.SUPPORTED


def test_a_sentence_copied_from_a_step_is_said_there_whatever_is_near_the_question() -> None:
    steps = ("To add a folder to the library:\n\n1. Click **Add a folder**, or drop the folder onto the window.\n"
             "2. Choose the folder of documents.\n3. Check **Product**. The folder's name is proposed.\n"
             "4. Click **Add folder**. Reading begins at once.\n")
    said = "Choose the folder of documents. Check Product. Click \"Add folder\"."
    claims = verified(said, split(said), [passage(steps)], lambda _a, _b: 0.0,
                      frozenset(tokens("How do I add a folder to the library?")))
    assert [claim.verdict for claim in claims] == [Verdict.SUPPORTED] * 3
    assert [claim.citations[0].quote.split(".")[0] for claim in claims] == [
        "Choose the folder of documents", "Check **Product**", "Click **Add folder**"]


@pytest.mark.parametrize(("source", "copy", "wrong"), [
    ("Set `max_flow` before the first start of the pump.", "Set **max_flow** before the first start of the pump.",
     "Set `maxflow` before the first start of the pump."),
    ("The file is read by `CertFile` at the next start.", "The file is read by CertFile at the next start.",
     "The file is read by `certfile` at the next start."),
    ("The product 2*3 is written into the log.", "The product 2*3 is written into the log.",
     "The product 23 is written into the log."),
])
def test_a_copy_with_another_name_or_number_is_no_copy(source: str, copy: str, wrong: str) -> None:
    (claim,) = verified(copy, split(copy), [passage(source)], lambda _a, _b: 0.0)
    (other,) = verified(wrong, split(wrong), [passage(source)], lambda _a, _b: 0.0)
    assert claim.checks[-1] == "quotes"
    assert other.verdict is not Verdict.SUPPORTED, other.checks


def test_a_clause_that_repeats_the_question_turns_nothing_around() -> None:
    question = "How do I prevent a pileup of sockets?"
    said = "To prevent a pileup of sockets, you can disable keep alive for every connection by adding `NO_KEEP_ALIVE`."
    turned = said.replace("disable", "enable")
    (claim,), (other,) = judged(said, question), judged(turned, question)
    assert claim.verdict is Verdict.SUPPORTED, claim.checks
    assert other.verdict is not Verdict.SUPPORTED


def test_a_line_that_only_leads_to_a_command_stands_as_the_command_does() -> None:
    said = "Edit the claim of the volume by running the command:\n```sh\nrelayctl claim edit <name>\n```"
    lead, command = judged(said)
    assert lead.verdict is command.verdict is Verdict.SUPPORTED
    assert lead.citations == command.citations
    lead, command = judged(said.replace("edit <", "drop <"))
    assert lead.verdict is command.verdict is Verdict.NOT_ENOUGH_INFO


def test_a_true_command_under_a_lead_to_something_else_leaves_the_lead_unverified() -> None:
    lead, command = judged("Restart the reactor after an emergency:\n```sh\nrelayctl claim edit <name>\n```")
    assert command.verdict is Verdict.SUPPORTED
    assert lead.verdict is Verdict.NOT_ENOUGH_INFO


def test_a_bond_that_the_source_does_not_know_is_not_verified() -> None:
    said = "You can disable keep alive only for every connection by adding the variable `NO_KEEP_ALIVE`."
    (claim,) = judged(said)
    assert claim.verdict is not Verdict.SUPPORTED
    assert claim.checks[-1] == "conditions"
