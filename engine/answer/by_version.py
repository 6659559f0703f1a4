"""The answer of each version, when the answer depends on the version and nobody named one: quoted, never generated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.answer.align import place
from engine.types import Claim, Span, Verdict, VersionResult

NOT_DOCUMENTED = "not documented"


def quoted_by_version(results: Sequence[VersionResult]) -> tuple[str, tuple[Claim, ...]]:
    """A line for each version, and what it quotes as a claim with its place."""
    text = ""
    claims: list[Claim] = []
    for result in results:
        lead = f"{result.version.raw}: "
        said = " ".join(result.text.split())
        if result.passage and result.span and said:
            start, shift = len(text) + len(lead), result.passage.span.start
            cited = place(result.passage, Span(result.span.start - shift, result.span.end - shift))
            claims.append(Claim(text=said, span=Span(start, start + len(said)), verdict=Verdict.SUPPORTED,
                                citations=(replace(cited, label=str(len(claims) + 1)),), checks=("quotes",)))
        text += f"{lead}{said or NOT_DOCUMENTED}\n\n"
    return text.rstrip(), tuple(claims)
