"""What may be said of a claim after looking at the place that says it.

Checks run cheapest first; each names itself, and the last one named decided:

1. ``alignment``: enough of the claim stands in units of one passage; else NOT_ENOUGH_INFO. A claim that is a sentence
   of a passage, or code whose lines all stand in one, is a quote, and done with (``quotes``).
2. ``identifiers``: code, flags, keys and paths of the claim stand in its units or in what is above them.
3. ``numbers``, ``dates``, ``versions``: each stands in the units; numbers with the same kind of unit and value.
4. ``negation``: the claim is not turned around.
5. ``conditions``: a source bound by only, unless, except or if is not told without it, and a claim brings no such bond
   of its own.
6. ``coverage``: what is left of the claim beyond exact values is said too (words, or meaning by the embedder).
7. ``rival``: no other place says the claim in more of its words with another number or name.

A claim that contradicts a unit it otherwise repeats is CONTRADICTED; one that merely goes beyond is NOT_ENOUGH_INFO.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from engine.answer.align import Alignment, Wanted, align, citations, context, is_exact, tokens, units_of, weights
from engine.answer.leads import with_leads
from engine.answer.polarity import WHOLE, is_turned, nearest_sentence
from engine.answer.quantities import dates, quantities, supports, versions
from engine.store.identifiers import identifiers
from engine.types import Citation, Claim, Passage, Span, Verdict

ENOUGH_WORDS = 0.62
ENOUGH_MEANING = 0.72
REPEATS = 0.5
RIVAL = 0.85
FEWEST_WORDS = 3
_GENERIC = frozenset(tokens("default parameter option setting property attribute field true false yes no this that it"))
RESTATED = 0.6
"""Share of a clause's words that are the question's from which on it only repeats the question."""
COPY, COPIED = 6, 0.85
"""Words and likeness from which on a claim is a copy of a unit."""
_CODE = re.compile(r"`+([^`\n]+)`+")
_BINDING = re.compile(r"\b(?:only|unless|except|provided that|as long as)\b([^.;]*)|(?:仅|只有|除非)([^。；]*)",
                      re.IGNORECASE)
_KEEPS = re.compile(r"\b(?:only|unless|except|provided|if|when|as long as|just|solely|until)\b|仅|只|除非",
                    re.IGNORECASE)
_BOUND_SHARE = 0.5
_BEHIND_NAME = re.compile(r"(?<!\w)((?!is\b|are\b|to\b|of\b|at\b|by\b|than\b|equals\b|default\b|value\b|be\b)\w+ )"
                          r"v?(\d+(?:\.\d+)+)(?![\w%]|\.\d| ?(?:s|ms|[kKMGT]i?B)\b)")
_BRACKETED = re.compile(r"[(\[]\s*v?(\d+(?:\.\d+)+)\s*[)\]]")
_PURPOSE = re.compile(r"To [^,]{3,160}, ")
_CHANGES = re.compile(r"\b(?:deprecat|remov|add(?:ed|s)|introduc|replac|chang|renam|drop|since|as of|until|from|before|"
                      r"after|new in|will be|no longer)\w*", re.IGNORECASE)
_LINK = re.compile(r"!?\[([^\[\]\n]*)\]\([^()\s]*\)")
_MARKS = re.compile(r"[`*]")
_SCOPED = re.compile(r"\A\s*(?:in|for|with|on)\s+(?:\w+\s+){0,3}(v?\d+(?:\.\w+)+)(?![\w.]*\w)", re.IGNORECASE)

Meaning = Callable[[str, str], float]
"""Cosine of two texts by the embedder."""


def verified(text: str, spans: Sequence[Span], passages: Sequence[Passage], meaning: Meaning,
             topic: frozenset[str] = frozenset()) -> tuple[Claim, ...]:
    """The claims of an answer with citations and verdicts; citations are numbered in order of first use.

    ``topic`` are the question's content words, which a claim may leave unsaid, as it may what was said just before.
    """
    claims: list[Claim] = []
    for span in spans:
        before = frozenset(tokens(claims[-1].text)) if claims else frozenset()
        claims.append(_judged(text[span.start:span.end], span, passages, meaning, topic | before))
    numbers: dict[tuple[int, int, int], str] = {}
    return tuple(replace(claim, citations=tuple(_numbered(cited, numbers) for cited in claim.citations))
                 for claim in with_leads(claims, passages))


def judge(claim: str, alignment: Alignment, meaning: Meaning,
          topic: frozenset[str] = frozenset()) -> tuple[Verdict, tuple[str, ...]]:
    """The verdict on a claim at a place, and the checks that ran.

    A clause that only repeats the question ("To prevent a pileup, …"; ``topic`` are its words) turns nothing around.
    """
    source = alignment.text
    told = _without_purpose(claim, topic)
    above = alignment.above
    ran = ["alignment"]
    checks: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("identifiers", lambda: _identifiers_hold(claim, source, above) and not _is_renamed(claim, alignment.best)),
            ("numbers", lambda: supports(source, _without_own_version(claim, alignment.passage))),
            ("dates", lambda: dates(claim) <= dates(source)),
            ("versions", lambda: _versions_hold(claim, source, alignment.passage)),
            ("negation", lambda: not all(is_turned(form(said), form(alignment.best))
                                         for said in {claim, told} for form in (_prose, _bare))),
            ("conditions", lambda: _conditions_hold(claim, alignment.best)
             and not _brings_bond(claim, f"{source}\n{above}")))
    for name, holds in checks:
        ran.append(name)
        if not holds():
            repeats = alignment.coverage >= REPEATS and name != "conditions"
            return (Verdict.CONTRADICTED if repeats else Verdict.NOT_ENOUGH_INFO), tuple(ran)
    ran.append("coverage")
    enough = alignment.coverage >= ENOUGH_WORDS or meaning(claim, f"{above}\n{source}") >= ENOUGH_MEANING
    return (Verdict.SUPPORTED if enough else Verdict.NOT_ENOUGH_INFO), tuple(ran)


def _judged(said: str, span: Span, passages: Sequence[Passage], meaning: Meaning, topic: frozenset[str]) -> Claim:
    if said.startswith(("```", "~~~")):
        return _judged_code(said, span, passages)
    alignment = align(said, passages, topic)
    if alignment is None:
        return Claim(text=said, span=span, verdict=Verdict.NOT_ENOUGH_INFO, checks=("alignment",))
    if _lacks_subject(said, alignment, passages, topic):
        return Claim(text=said, span=span, verdict=Verdict.NOT_ENOUGH_INFO, citations=citations(alignment),
                     checks=("alignment",))
    if alignment.is_copy:
        return Claim(text=said, span=span, verdict=Verdict.SUPPORTED, citations=citations(alignment),
                     checks=("alignment", "quotes"))
    verdict, ran = judge(said, alignment, meaning, topic)
    if verdict is Verdict.SUPPORTED:
        ran = (*ran, "rival")
        if rival := rival_of(said, alignment, passages):
            verdict, alignment = Verdict.CONTRADICTED, rival
    return Claim(text=said, span=span, verdict=verdict, citations=citations(alignment), checks=ran)


def _lacks_subject(claim: str, alignment: Alignment, passages: Sequence[Passage], topic: frozenset[str]) -> bool:
    """Whether a claim leaves its subject to the question ("The default is 5"), and the place speaks of another one.

    The place must hold a word of the question, and its names as far as any unit of the passages holds them.
    """
    wanted = Wanted.of(claim, topic)
    if wanted.names or len(wanted.words - _GENERIC) > 1:
        return False
    there = set(tokens(f"{alignment.text}\n{alignment.above}"))
    units = [set(tokens(passage.text[span.start:span.end])) for passage in passages for span in units_of(passage.text)]
    names = {token for token in wanted.topic if is_exact(token) and any(token in unit for unit in units)}
    return not (names & there if names else wanted.topic & there)


def rival_of(claim: str, alignment: Alignment, passages: Sequence[Passage]) -> Alignment | None:
    """The place that says the claim in more of its words than the aligned one, with other numbers or names, if there is
    one: there the claim's value was changed, and the aligned place says it of something else.
    """
    names = [name for name in identifiers(claim) if len(name) > 1]
    if not quantities(claim) and not names:
        return None
    above = alignment.above
    wanted = Wanted.of(claim, frozenset()).words
    best = len(wanted & set(tokens(alignment.best)))
    for passage in passages:
        for span in units_of(passage.text):
            unit = passage.text[span.start:span.end]
            held = len(wanted & set(tokens(unit)))
            if held > best and held >= RIVAL * len(wanted) and len(wanted) >= FEWEST_WORDS and (
                    _differs(unit, claim) or not _identifiers_hold(claim, unit, f"{above} {context(passage)}")):
                return Alignment(passage=passage, units=(span,), coverage=held / len(wanted), above=context(passage))
    return None


def _differs(source: str, claim: str) -> bool:
    """Whether a source gives numbers of the claim's kinds, and other ones."""
    kinds = {one.kind for one in quantities(claim)}
    return kinds <= {one.kind for one in quantities(source)} and not supports(source, claim)


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
    nearest = nearest_sentence(claim, source)
    stands = set(weights(nearest))
    if len(stands & said) >= WHOLE * len(stands):
        source = nearest
    for match in _BINDING.finditer(source):
        bound = set(weights(match[1] or match[2] or ""))
        if bound and (not _KEEPS.search(claim) or len(bound & said) < _BOUND_SHARE * len(bound)):
            return False
    return True


def _brings_bond(claim: str, source: str) -> bool:
    """Whether a claim is bound by an only or an unless where the source knows no bond at all."""
    return _BINDING.search(claim) is not None and _KEEPS.search(source) is None


def _without_own_version(claim: str, passage: Passage) -> str:
    """The claim without the version of its passage where it stands behind a name ("the scaler of KEDA 2.8") or by
    itself in brackets, and is no value.
    """
    return _without_bracketed(_BEHIND_NAME.sub(
        lambda match: match[1] if _is_own(match[2], passage) else match[0], claim), passage)


def _without_bracketed(claim: str, passage: Passage) -> str:
    return _BRACKETED.sub(lambda match: "" if _is_own(match[1], passage) else match[0], claim)


def _is_own(version: str, passage: Passage) -> bool:
    """Whether a version is the one that the passage is about, or a shorter name of it: 2.40 of 2.40.0."""
    own = {passage.applies_to.raw.lstrip("v"), *versions(passage.applies_to.raw)} - {""}
    return any(name == version or name.startswith(f"{version}.") for name in own)


def _without_purpose(claim: str, topic: frozenset[str]) -> str:
    """The claim without an opening "To …," whose words are the question's."""
    purpose = _PURPOSE.match(claim)
    said = set(weights(purpose[0])) if purpose else set()
    return claim[purpose.end():] if purpose and len(said & topic) >= RESTATED * len(said) else claim


def _versions_hold(claim: str, source: str, passage: Passage) -> bool:
    """A heading's version speaks for a source that names none; a source that names one is not to be changed. The
    version that the passage is about may be said beside it ("In 2.15, …").
    """
    claim = _without_bracketed(claim, passage)
    own = versions(passage.applies_to.raw)
    stands = versions(source)
    if stands:
        said = _SCOPED.sub(lambda scoped: "" if versions(scoped[1]) <= own else scoped[0], claim)
        return versions(said if _CHANGES.search(claim) else _without_own_version(said, passage)) <= stands
    return versions(claim) <= versions(" ".join(passage.heading_path)) + own


def _identifiers_hold(claim: str, source: str, above: str) -> bool:
    have = _squeezed(f"{source}\n{above}")
    quoted = [_squeezed(code) for code in _CODE.findall(claim)]
    bare = identifiers(_CODE.sub(" ", claim))
    named = [_squeezed(name) for name in bare if is_exact(name.casefold()) or _is_mixed(name)]
    return (all(_stands_in(name, have) for name in quoted if name)
            and all(_stands_in(name.casefold(), have.casefold()) for name in named if name))


def _is_renamed(claim: str, unit: str) -> bool:
    """Whether a claim repeats a unit word for word but for a name, which it replaces by another word."""
    said, stands = _bare(claim).split(), _bare(unit).split()
    if len(said) < COPY or abs(len(said) - len(stands)) > 2:
        return False
    matcher = SequenceMatcher(None, said, stands, autojunk=False)
    if matcher.ratio() < COPIED:
        return False
    replaced = [word.strip(".,;:()") for what, _, _, start, end in matcher.get_opcodes() if what == "replace"
                for word in stands[start:end]]
    valued = {word for code in _CODE.findall(unit) for word in code.split()}
    return any((_is_name(word) or word in valued) and word not in claim for word in replaced)


def _is_name(word: str) -> bool:
    return bool(identifiers(word)) or _is_mixed(word)


def _is_mixed(name: str) -> bool:
    return any(c.isupper() for c in name[1:])


def _stands_in(name: str, have: str) -> bool:
    left = r"(?<![\w-])" if name[0].isalnum() else r"(?<!-)" if name[0] == "-" else ""
    right = r"(?![\w-])" if name[-1].isalnum() else ""
    return re.search(left + re.escape(name) + right, have) is not None


def _squeezed(text: str) -> str:
    return " ".join(text.replace("`", "").replace("**", "").split()).strip(" .,;")


def _bare(text: str) -> str:
    """The text without marks and the targets of its links."""
    return _MARKS.sub("", _LINK.sub(r"\1", text))


def _prose(text: str) -> str:
    """The sentence without code, whose words are names and deny nothing."""
    return _CODE.sub(" ", text)


def _numbered(cited: Citation, numbers: dict[tuple[int, int, int], str]) -> Citation:
    key = (cited.document, cited.span.start, cited.span.end)
    return replace(cited, label=numbers.setdefault(key, str(len(numbers) + 1)))
