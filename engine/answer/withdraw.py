"""Takes code out of an answer that stands in no document: nobody should run what a model made up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.types import Claim, Span, Verdict

WITHDRAWN = "(Code that stands in no document was left out here.)"
_FENCES = ("```", "~~~")


def without_invented_code(text: str, claims: Sequence[Claim]) -> tuple[str, tuple[Claim, ...]]:
    """The text with a remark in place of each code block that is not supported, and the claims at their new places."""
    kept: list[Claim] = []
    parts: list[str] = []
    last = shift = 0
    for claim in claims:
        start = claim.span.start + shift
        said = claim.text
        if said.startswith(_FENCES) and claim.verdict is not Verdict.SUPPORTED:
            said = WITHDRAWN
            parts += [text[last:claim.span.start], said]
            last = claim.span.end
            shift += len(said) - (claim.span.end - claim.span.start)
        kept.append(replace(claim, text=said, span=Span(start, start + len(said))))
    return "".join((*parts, text[last:])), tuple(kept)
