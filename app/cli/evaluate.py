"""``eval``: scores a labelled question set against the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click
from rich.table import Table

from app.cli import output, terminal
from app.cli.given import GivenPath
from app.compose import open_library
from engine.errors import BadRequest
from engine.evaluate.metrics import Outcome
from engine.evaluate.questions import read_questions
from engine.evaluate.run import AnswerReport, Report, evaluate, evaluate_answers
from engine.types import Answer, Request, Retrieved

_SHOWN = {"questions": "n", "recall@1": "R@1", "recall@5": "R@5", "recall@8": "R@8", "mrr@10": "MRR",
          "wrong_version": "wrong version", "declined": "declined", "wrongly_declined": "wrongly declined"}

_SAID = ("questions", "facts", "facts_verbatim", "facts_text", "wrong_version_verified", "declined",
         "decline_precision", "wrongly_declined", "verified", "conditions_kept")


@click.command(name="eval")
@click.argument("file", type=GivenPath())
@click.option("-k", "k", type=click.IntRange(1, 50), default=8, show_default=True, help="Passages that count.")
@click.option("--answers", is_flag=True, help="Also answer the questions and score what is said and shown.")
@click.option("--no-generate", is_flag=True, help="With --answers: only the passages word for word (quick).")
@click.option("--limit", type=click.IntRange(1), default=None, help="With --answers: so many, spread over the kinds.")
@click.option("--no-rerank", is_flag=True, help="Keep the order of fusion.")
@click.option("--out", type=GivenPath(), default=None, help="Write one JSON line per question.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_obj
def evaluate_set(data_dir: Path, file: Path, k: int, answers: bool, no_generate: bool, limit: int | None,
                 no_rerank: bool, out: Path | None, as_json: bool) -> int:
    """Score a labelled question set: recall, order, versions, abstention, latency; with --answers what is said."""
    questions = read_questions(file)
    if out:
        _write(out, "a", "")  # a place that cannot be written is noticed before the long run
    said: AnswerReport | None = None
    with open_library(data_dir, with_generator=answers and not no_generate) as library:
        search: Callable[[Request], Retrieved] = library.assistant.search
        report = evaluate(questions, search, k=k, rerank=not no_rerank)
        if answers:
            ask = partial(library.assistant.ask, generate=not no_generate, on_event=terminal.ignore,
                          is_cancelled=lambda: False)
            said = evaluate_answers(report.outcomes, ask, library.assistant.conditions, library.assistant.check, k=k,
                                    limit=limit, rerank=not no_rerank)
    if out:
        by_question = {one.outcome.question.id: one.answer for one in said.answered} if said else {}
        lines = [json.dumps(_line(found, by_question.get(found.question.id), k=k), ensure_ascii=False)
                 for found in report.outcomes]
        _write(out, "w", "\n".join(lines) + "\n")
    if as_json:
        output.emit({**_report_json(report), **(_answers_json(said) if said else {})})
    else:
        _show(report)
        if said:
            _show_answers(said)
    return 0


def _write(out: Path, mode: str, text: str) -> None:
    try:
        with out.open(mode, encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise BadRequest(f"{out} cannot be written: {error.strerror}; give another file to --out.") from error


def _line(found: Outcome, answer: Answer | None, *, k: int) -> output.Json:
    retrieved = answer.retrieved if answer else found.retrieved
    said = output.answer_json(answer) if answer else {}
    return {
        "id": found.question.id, "state": said.get("state") or _state(retrieved),
        "scope": output.scope_json(retrieved.scope, retrieved.source), "notice": retrieved.notice,
        "hits": output.hits_json(retrieved)[:k], "answer": said.get("answer", ""), "claims": said.get("claims", []),
        "evidence": said.get("evidence", []), "conflicts": said.get("conflicts", []),
        "timings_ms": dict(answer.timings_ms if answer else retrieved.timings_ms),
    }


def _state(retrieved: Retrieved) -> str:
    if not retrieved.passages:
        return "NO_EVIDENCE"
    return "VERBATIM" if retrieved.documented else "DECLINED"


def _report_json(report: Report) -> output.Json:
    return {"k": report.k, "kinds": report.kinds, "versions": report.versions,
            "version_in_words": report.version_in_words, "version_unknown": report.version_unknown,
            "latencies_ms": report.latencies_ms, "not_retrieved": list(report.not_retrieved),
            "ranked_low": list(report.ranked_low)}


def _answers_json(said: AnswerReport) -> output.Json:
    return {"answers": said.kinds, "checks": said.checks, "answer_times_ms": said.times_ms}


def _show_answers(said: AnswerReport) -> None:
    table = Table(title="Answers, where retrieval succeeded")
    table.add_column("kind")
    for name in _SAID:
        table.add_column(name, justify="right")
    for kind, values in said.kinds.items():
        table.add_row(kind, *(_figure(values.get(name)) for name in _SAID))
    out = terminal.console()
    out.print(table)
    out.print("checks: " + ", ".join(f"{name} {_figure(value)}" for name, value in said.checks.items()))
    out.print("time p50 / p95 ms: " + ", ".join(
        f"{stage} {spent['p50']} / {spent['p95']}" for stage, spent in said.times_ms.items()))


def _show(report: Report) -> None:
    table = Table(title=f"Retrieval, first {report.k} passages")
    table.add_column("kind")
    for title in _SHOWN.values():
        table.add_column(title, justify="right")
    groups = (*report.kinds.items(), *report.versions.items(), ("version only in the words", report.version_in_words),
              ("no version at all", report.version_unknown))
    for kind, values in groups:
        table.add_row(kind, *(_figure(values.get(name)) for name in _SHOWN))
    out = terminal.console()
    out.print(table)
    out.print("not retrieved: " + (", ".join(report.not_retrieved) or "none"))
    out.print("ranked low: " + (", ".join(report.ranked_low) or "none"))
    out.print("latency p50 / p95 ms: " + ", ".join(
        f"{stage} {spent['p50']} / {spent['p95']}" for stage, spent in report.latencies_ms.items()))


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f}" if value > 1 else f"{value:.3f}"
