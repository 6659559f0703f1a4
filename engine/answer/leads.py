"""Lines that only lead to what follows: "To grow the volume, follow these steps:", "Run the command:".

Such a line states nothing by itself, and the steps or the code behind it are judged each for itself. It stands as what
follows does, if the passage cited there speaks of what the line announces: steps of another procedure under a lead of
the question's words would be a wrong answer made of true sentences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answer.align import context, is_exact, tokens, weights
from engine.answer.quantities import quantities
from engine.types import Claim, Passage, Verdict

ANNOUNCED = 0.5
"""Share of a lead's content words that the passage must hold."""
_GENERIC = frozenset(tokens(
    "here how what step steps follow following below here command commands run execute running example code look like "
    "these this need needs first then next way ways done perform do you to in as so make sure configuration configure "
    "option options parameter parameters setting settings file field list section would could"))


def with_leads(claims: Sequence[Claim], passages: Sequence[Passage]) -> tuple[Claim, ...]:
    """The claims, with each lead judged by what it leads to; in order from the last, since a lead may lead to one."""
    judged: list[Claim] = []
    for claim in reversed(claims):
        following = judged[-1] if judged else None
        judged.append(_adopted(claim, following, passages) if following and _is_lead(claim) else claim)
    return tuple(reversed(judged))


def _is_lead(claim: Claim) -> bool:
    """Whether a claim only announces: it ends with a colon and states no value and no name."""
    said = claim.text.rstrip("*_ ")
    return (claim.verdict is Verdict.NOT_ENOUGH_INFO and said.endswith((":", "：")) and "`" not in said
            and not quantities(said) and not any(map(is_exact, tokens(said))))


def _adopted(lead: Claim, following: Claim, passages: Sequence[Passage]) -> Claim:
    if following.verdict is not Verdict.SUPPORTED or not following.citations:
        return lead
    place = following.citations[0]
    said = {token for token in weights(lead.text) if len(token) > 1} - _GENERIC
    there = {token for passage in passages if passage.document == place.document
             and passage.span.start <= place.span.start and place.span.end <= passage.span.end
             for token in tokens(f"{context(passage)}\n{passage.text}")}
    if len(said & there) < ANNOUNCED * len(said):
        return lead
    return replace(lead, verdict=Verdict.SUPPORTED, citations=following.citations, checks=(*lead.checks, "lead"))
