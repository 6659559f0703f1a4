"""Figures of answers over a question set, and of the checks over planted corruptions. Shares are in 0 … 1; an empty
group gives None.

The answer is scored where retrieval succeeded (a passage of an expected section among the first k), and apart from
that end to end. Facts count when they are on screen: in the verbatim layer with what stands beside it, or in the text.
A wrong fact counts when a sentence that is shown as verified states it. Conditions are counted by the index's own
chunks, not by the code that shows them: notes of the section of a shown procedure and under the headings above it, and
what stands under a heading that announces prerequisites beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean, quantiles

from engine.evaluate.corruptions import Change, Planted
from engine.evaluate.metrics import Outcome
from engine.evaluate.questions import has_fact
from engine.types import Answer, AnswerState, Claim, Evidence, Passage, Verdict

ABSTAINED = frozenset({AnswerState.DECLINED, AnswerState.NO_EVIDENCE})
Check = Callable[[str, Sequence[Passage], frozenset[str]], Sequence[Claim]]
"""A text judged against passages, as the text of an answer is; the words are those it may leave unsaid."""
_DEFAULT = re.compile(r"default: (\S+)", re.IGNORECASE)
_NEAR_DEFAULT = r"default\W(?:.{0,40}?\W)?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One question with what was found and said. ``needed`` are the texts of the conditions of what is shown as a
    procedure.
    """

    outcome: Outcome
    answer: Answer
    needed: tuple[str, ...] = ()

    def was_retrieved(self, k: int) -> bool:
        """Whether a passage that answers is among the first k."""
        rank = self.outcome.rank
        return rank is not None and rank <= k

    @property
    def shown(self) -> str:
        """Everything of the answer that is on screen."""
        return "\n".join((*map(shown_text, self.answer.evidence), self.answer.text))


def shown_text(block: Evidence) -> str:
    """A verbatim block with what stands beside it."""
    return "\n".join((*block.companions, block.header, block.text))


def answer_figures(found: Sequence[Answered], *, k: int) -> dict[str, float | None]:
    """All figures of a group of questions."""
    documented = [one for one in found if one.outcome.question.is_documented]
    retrieved = [one for one in documented if one.was_retrieved(k)]
    undocumented = [one for one in found if not one.outcome.question.is_documented]
    abstained = [one for one in found if _abstained(one)]
    claims = [claim for one in found for claim in one.answer.claims]
    conditions = [_is_kept(text, one.shown) for one in found for text in one.needed]
    return {
        "questions": float(len(found)), "retrieved": float(len(retrieved)),
        "facts": _mean(_facts(one, one.shown) for one in retrieved),
        "facts_verbatim": _mean(_facts(one, "\n".join(map(shown_text, one.answer.evidence))) for one in retrieved),
        "facts_text": _mean(_facts(one, one.answer.text) for one in retrieved if one.answer.generator),
        "facts_end_to_end": _mean(_facts(one, one.shown) for one in documented),
        "all_facts": _mean(_facts(one, one.shown) == 1 for one in retrieved),
        "wrong_version_verified": _mean(_says_wrong(one, one.answer.claims) for one in found
                                        if one.outcome.question.wrong_version_facts),
        "declined": _mean(map(_abstained, undocumented)),
        "decline_precision": _mean(not one.outcome.question.is_documented for one in abstained),
        "wrongly_declined": _mean(map(_abstained, documented)),
        "claims": float(len(claims)), "verified": _mean(claim.verdict is Verdict.SUPPORTED for claim in claims),
        "conditions": float(len(conditions)), "conditions_kept": _mean(conditions),
    }


def answers_by_kind(found: Sequence[Answered], *, k: int) -> dict[str, dict[str, float | None]]:
    """The figures over all questions, and of each kind."""
    kinds = sorted({one.outcome.question.kind for one in found})
    of_kind = {kind: [one for one in found if one.outcome.question.kind == kind] for kind in kinds}
    return {name: answer_figures(group, k=k) for name, group in (("all", found), *of_kind.items())}


def answer_times(found: Sequence[Answered]) -> dict[str, dict[str, float]]:
    """p50 and p95 in milliseconds: of the verbatim layer after retrieval, the first word, and the settled answer."""
    times: dict[str, list[float]] = {}
    for one in found:
        spent = dict(one.answer.timings_ms)
        spent["verbatim"] = spent.get("verbatim", 0.0) - sum(ms for _, ms in one.answer.retrieved.timings_ms)
        for name in ("verbatim", "first_token", "settled"):
            if spent.get(name):
                times.setdefault(name, []).append(spent[name])
    return {name: _percentiles(values) for name, values in times.items()}


def check_figures(planted: Sequence[Planted], check: Check) -> dict[str, float | None]:
    """Share of the corruptions that checking caught, by what they change; share of true sentences wrongly flagged.

    A corruption is caught when its sentence, or any of the sentences it is split into, is not shown as verified.
    """
    flagged: dict[Change | None, list[bool]] = {}
    for one in planted:
        claims = check(one.said, one.passages, one.topic)
        flagged.setdefault(one.change, []).append(any(claim.verdict is not Verdict.SUPPORTED for claim in claims))
    return {
        "corruptions": float(sum(len(found) for change, found in flagged.items() if change)),
        **{f"caught_{change.value}": _mean(flagged.get(change, ())) for change in Change},
        "true_sentences": float(len(flagged.get(None, ()))), "false_alarms": _mean(flagged.get(None, ())),
    }


def _abstained(one: Answered) -> bool:
    return one.answer.state in ABSTAINED


def _facts(one: Answered, text: str) -> float:
    facts = one.outcome.question.facts
    return 0.0 if _abstained(one) else fmean(has_fact(text, fact) for fact in facts) if facts else 1.0


def _says_wrong(one: Answered, claims: Sequence[Claim]) -> bool:
    said = "\n".join(claim.text for claim in claims if claim.verdict is Verdict.SUPPORTED)
    return any(_has_wrong(said, fact) for fact in one.outcome.question.wrong_version_facts)


def _has_wrong(text: str, fact: str) -> bool:
    """``Default: X`` is met by X soon after the word default, as the set's description says."""
    if default := _DEFAULT.fullmatch(fact.strip()):
        plain = text.replace("`", "")
        return re.search(rf"{_NEAR_DEFAULT}{re.escape(default[1])}(?!\w)", plain, re.IGNORECASE) is not None
    return has_fact(text, fact)


def _is_kept(needed: str, shown: str) -> bool:
    return _folded(needed) in _folded(shown)


def _folded(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text).casefold().strip()


def _mean(values: Iterable[float | bool]) -> float | None:
    found = [float(value) for value in values]
    return round(fmean(found), 4) if found else None


def _percentiles(values: Sequence[float]) -> dict[str, float]:
    cuts = quantiles(values, n=20, method="inclusive") if len(values) > 1 else [values[0]] * 19
    return {"p50": round(cuts[9], 1), "p95": round(cuts[18], 1)}
