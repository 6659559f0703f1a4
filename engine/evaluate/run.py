"""Runs a question set against the library and gathers the report.

Each question is searched with the product and version of its fields. Those that also name the version in their words
are searched once more without the field, to see whether the words alone lead to the right version, and those that do
not, to see whether each version is quoted when nobody names one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.evaluate.answers import Answered, Check, answer_times, answers_by_kind, check_figures
from engine.evaluate.conditions import is_procedure
from engine.evaluate.corruptions import corruptions, true_sentences
from engine.evaluate.metrics import Outcome, asked_back, by_kind, by_version, figures, latencies, missed, outcome
from engine.evaluate.questions import HOWTO, Question
from engine.types import Answer, Evidence, Request, Retrieved

DEPTH = 20
"""Passages asked for, so that "ranked low" can be told from "not retrieved"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """Figures by kind and by version, latencies, and the misses.

    ``version_in_words``: the version stood only in the question's words. ``version_unknown``: nobody named it; the
    share of these questions for which each version was quoted, and the figures of what the latest version gave.
    """

    k: int
    kinds: dict[str, dict[str, float | None]]
    versions: dict[str, dict[str, float | None]]
    version_in_words: dict[str, float | None]
    version_unknown: dict[str, float | None]
    latencies_ms: dict[str, dict[str, float]]
    not_retrieved: tuple[str, ...]
    ranked_low: tuple[str, ...]
    outcomes: tuple[Outcome, ...]


def evaluate(questions: Sequence[Question], search: Callable[[Request], Retrieved], *, k: int,
             rerank: bool = True) -> Report:
    """Search for every question and judge the results."""
    outcomes = [outcome(question, search(_request(question, k=max(k, DEPTH), rerank=rerank)), k=k)
                for question in questions]
    in_words = [question for question in questions if question.is_version_in_text and question.version]
    by_words = [outcome(question, search(_request(question, k=k, rerank=rerank, is_version_given=False)), k=k)
                for question in in_words]
    unnamed = [question for question in questions if question.version and not question.is_version_in_text]
    unknown = [outcome(question, search(_request(question, k=k, rerank=rerank, is_version_given=False)), k=k)
               for question in unnamed]
    absent, low = missed(outcomes, k=k)
    return Report(
        k=k, kinds=by_kind(outcomes, k=k), versions=by_version(outcomes, k=k), version_in_words=figures(by_words, k=k),
        version_unknown=figures(unknown, k=k) | {"asked_back": asked_back(unknown)}, latencies_ms=latencies(outcomes),
        not_retrieved=absent, ranked_low=low, outcomes=tuple(outcomes))


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerReport:
    """Figures of answers by kind, of the checks over planted corruptions, times, and each answer."""

    kinds: dict[str, dict[str, float | None]]
    checks: dict[str, float | None]
    times_ms: dict[str, dict[str, float]]
    answered: tuple[Answered, ...]


def evaluate_answers(outcomes: Sequence[Outcome], ask: Callable[[Request], Answer],
                     conditions: Callable[[Evidence], tuple[str, ...]], check: Check, *, k: int,
                     limit: int | None = None, rerank: bool = True) -> AnswerReport:
    """Ask the questions (``limit`` of them, spread over the kinds); plant corruptions in what was retrieved for all.

    ``conditions`` gives the texts that must be on screen with a quoted procedure.
    """
    answered = []
    for found in spread(outcomes, limit):
        answer = ask(_request(found.question, k=k, rerank=rerank))
        needed = tuple(text for block in answer.evidence
                       if is_procedure(block) or found.question.kind == HOWTO for text in conditions(block))
        answered.append(Answered(outcome=found, answer=answer, needed=needed))
    groups = [found.retrieved.passages[:k] for found in outcomes]
    planted = (*true_sentences(groups), *corruptions(groups))
    return AnswerReport(kinds=answers_by_kind(answered, k=k), checks=check_figures(planted, check),
                        times_ms=answer_times(answered), answered=tuple(answered))


def spread(outcomes: Sequence[Outcome], limit: int | None) -> tuple[Outcome, ...]:
    """At most ``limit`` of the questions: of every kind its share, and of each kind evenly spaced ones."""
    if limit is None or limit >= len(outcomes):
        return tuple(outcomes)
    ordered = sorted(range(len(outcomes)), key=lambda place: outcomes[place].question.kind)
    chosen = sorted(ordered[at * len(ordered) // limit] for at in range(limit))
    return tuple(outcomes[place] for place in chosen)


def _request(question: Question, *, k: int, rerank: bool, is_version_given: bool = True) -> Request:
    return Request(question=question.text, product=question.product,
                   version=question.version if is_version_given else None, rerank=rerank, k=k,
                   all_versions=False)
