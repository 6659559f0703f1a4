"""What may be said of a claim after looking at the place that says it.

Checks run cheapest first; each names itself, and the last one named decided:

1. ``alignment``: enough of the claim stands in units of one passage; else NOT_ENOUGH_INFO.
2. ``identifiers``: code, flags, keys and paths of the claim stand in its units or in what is above them.
3. ``numbers``, ``dates``, ``versions``: each stands in the units; numbers with the same kind of unit and value.
4. ``negation``: the claim is not turned around.
5. ``conditions``: a source bound by only, unless, except or if is not told without it.
6. ``coverage``: what is left of the claim beyond exact values is said too (words, or meaning by the embedder).

A claim that contradicts a unit it otherwise repeats is CONTRADICTED; one that merely goes beyond is NOT_ENOUGH_INFO.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.answer.align import Alignment, align, citations, context, is_exact, tokens, weights
from engine.answer.polarity import is_turned
from engine.answer.quantities import dates, supports, versions
from engine.store.identifiers import identifiers
from engine.types import Citation, Claim, Passage, Span, Verdict

ENOUGH_WORDS = 0.62
ENOUGH_MEANING = 0.72
REPEATS = 0.5
_CODE = re.compile(r"`+([^`\n]+)`+")
_BINDING = re.compile(r"\b(?:only|unless|except|provided that|as long as)\b([^.;]*)|(?:仅|只有|除非)([^。；]*)",
                      re.IGNORECASE)
_KEEPS = re.compile(r"\b(?:only|unless|except|provided|if|when|as long as|just|solely|until)\b|仅|只|除非",
                    re.IGNORECASE)
_BOUND_SHARE = 0.5

Meaning = Callable[[str, str], float]
"""Cosine of two texts by the embedder."""


def verified(text: str, spans: Sequence[Span], passages: Sequence[Passage], meaning: Meaning) -> tuple[Claim, ...]:
    """The claims of an answer with citations and verdicts; citations are numbered in order of first use."""
    claims = [_judged(text[span.start:span.end], span, passages, meaning) for span in spans]
    numbers: dict[tuple[int, int, int], str] = {}
    return tuple(replace(claim, citations=tuple(_numbered(cited, numbers) for cited in claim.citations))
                 for claim in claims)


def judge(claim: str, alignment: Alignment, meaning: Meaning) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict on a claim at a place, and the checks that ran."""
    source = alignment.text
    above = context(alignment.passage)
    ran = ["alignment"]
    checks: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("identifiers", lambda: _identifiers_hold(claim, source, above)),
            ("numbers", lambda: supports(source, claim)),
            ("dates", lambda: dates(claim) <= dates(source)),
            ("versions", lambda: _versions_hold(claim, source, alignment.passage)),
            ("negation", lambda: not is_turned(_prose(claim), _prose(alignment.best))),
            ("conditions", lambda: _conditions_hold(claim, alignment.best)))
    for name, holds in checks:
        ran.append(name)
        if not holds():
            repeats = alignment.coverage >= REPEATS and name != "conditions"
            return (Verdict.CONTRADICTED if repeats else Verdict.NOT_ENOUGH_INFO), tuple(ran)
    ran.append("coverage")
    enough = alignment.coverage >= ENOUGH_WORDS or meaning(claim, f"{above}\n{source}") >= ENOUGH_MEANING
    return (Verdict.SUPPORTED if enough else Verdict.NOT_ENOUGH_INFO), tuple(ran)


def _judged(said: str, span: Span, passages: Sequence[Passage], meaning: Meaning) -> Claim:
    if said.startswith(("```", "~~~")):
        return _judged_code(said, span, passages)
    alignment = align(said, passages)
    if alignment is None:
        return Claim(text=said, span=span, verdict=Verdict.NOT_ENOUGH_INFO, checks=("alignment",))
    verdict, ran = judge(said, alignment, meaning)
    return Claim(text=said, span=span, verdict=verdict, citations=citations(alignment), checks=ran)


def _judged_code(said: str, span: Span, passages: Sequence[Passage]) -> Claim:
    """Code is shown as an instruction only when every line of it stands in one passage."""
    body = [line for line in said.split("\n")[1:] if line.strip() and not line.startswith(("```", "~~~"))]
    lines = [" ".join(line.split()) for line in body]
    for passage in passages:
        known = {" ".join(line.split()) for line in passage.text.split("\n")}
        if lines and all(line in known for line in lines):
            alignment = align("\n".join(lines), [passage])
            return Claim(text=said, span=span, verdict=Verdict.SUPPORTED, checks=("quotes",),
                         citations=citations(alignment) if alignment else ())
    return Claim(text=said, span=span, verdict=Verdict.NOT_ENOUGH_INFO, checks=("quotes",))


def _conditions_hold(claim: str, source: str) -> bool:
    """Whether what binds the source's sentence is told too: a binding word, and half of what it binds to."""
    said = set(tokens(claim))
    for match in _BINDING.finditer(source):
        bound = set(weights(match[1] or match[2] or ""))
        if bound and (not _KEEPS.search(claim) or len(bound & said) < _BOUND_SHARE * len(bound)):
            return False
    return True


def _versions_hold(claim: str, source: str, passage: Passage) -> bool:
    """A heading's version speaks for a source that names none; a source that names one is not to be changed."""
    own = versions(passage.applies_to.raw)
    stands = versions(source)
    return versions(claim) <= (stands or versions(" ".join(passage.heading_path))) + own


def _identifiers_hold(claim: str, source: str, above: str) -> bool:
    have = _squeezed(f"{source}\n{above}")
    quoted = [_squeezed(code) for code in _CODE.findall(claim)]
    bare = identifiers(_CODE.sub(" ", claim))
    named = [_squeezed(name) for name in bare if is_exact(name.casefold()) or _is_mixed(name)]
    return all(_stands_in(name, have) for name in (*quoted, *named) if name)


def _is_mixed(name: str) -> bool:
    return any(c.isupper() for c in name[1:])


def _stands_in(name: str, have: str) -> bool:
    left = r"(?<![\w-])" if name[0].isalnum() else r"(?<!-)" if name[0] == "-" else ""
    right = r"(?![\w-])" if name[-1].isalnum() else ""
    return re.search(left + re.escape(name) + right, have) is not None


def _squeezed(text: str) -> str:
    return " ".join(text.replace("`", "").replace("**", "").split()).strip(" .,;")


def _prose(text: str) -> str:
    """The sentence without code, whose words are names and deny nothing."""
    return _CODE.sub(" ", text)


def _numbered(cited: Citation, numbers: dict[tuple[int, int, int], str]) -> Citation:
    key = (cited.document, cited.span.start, cited.span.end)
    return replace(cited, label=numbers.setdefault(key, str(len(numbers) + 1)))
