"""Runs a labelled set for the window, tells how far it is, and keeps the figures of every run.

``quality.jsonl`` in the data folder holds one run a line, without the questions' text.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from engine.errors import BadRequest
from engine.evaluate.metrics import Outcome
from engine.evaluate.questions import read_questions
from engine.evaluate.run import Report, evaluate
from engine.types import Failing, QualityRun, Request, Retrieved

FILE_NAME = "quality.jsonl"
K = 8


class Stopped(BadRequest):
    """The person ended the run."""


def run(file: Path, search: Callable[[Request], Retrieved], *, on_progress: Callable[[int, int], None],
        is_cancelled: Callable[[], bool]) -> QualityRun:
    """The figures of a set; ``on_progress`` hears (searches done, searches at least needed).

    Raises BadRequest when the set cannot be read, Stopped when cancelled.
    """
    questions = read_questions(file)
    done = 0

    def counted(request: Request) -> Retrieved:
        nonlocal done
        if is_cancelled():
            raise Stopped("The run was stopped; nothing of it was kept.")
        done += 1
        on_progress(done, max(done, len(questions)))
        return search(request)

    report = evaluate(questions, counted, k=K)
    return _run_of(file.name, report)


def keep(data_dir: Path, made: QualityRun) -> None:
    """Add a run to those of before. Raises BadRequest when it cannot be written."""
    line = {key: value for key, value in asdict(replace(made, failing=())).items() if key != "failing"}
    try:
        with (data_dir / FILE_NAME).open("a", encoding="utf-8") as file:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    except OSError as error:
        raise BadRequest(f"{data_dir / FILE_NAME} cannot be written: {error.strerror}; check its permissions."
                         ) from error


def kept(data_dir: Path) -> tuple[QualityRun, ...]:
    """The runs of before, oldest first; a line that cannot be understood is passed over."""
    try:
        lines = (data_dir / FILE_NAME).read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return ()
    runs = []
    for line in lines:
        try:
            runs.append(QualityRun(**json.loads(line)))
        except (ValueError, TypeError):
            continue
    return tuple(runs)


def _run_of(name: str, report: Report) -> QualityRun:
    figures = report.kinds.get("all") or {}
    return QualityRun(
        at=datetime.now(UTC).isoformat(timespec="seconds"), name=name, questions=len(report.outcomes),
        recall_at_1=figures.get("recall@1"), recall_at_8=figures.get("recall@8"), mrr=figures.get("mrr@10"),
        declined=figures.get("declined"), wrongly_declined=figures.get("wrongly_declined"),
        wrong_version=figures.get("wrong_version"),
        failing=tuple(failing for outcome in report.outcomes if (failing := _failing(outcome))))


def _failing(found: Outcome) -> Failing | None:
    question, documented = found.question, found.retrieved.documented
    if not question.is_documented:
        why = "not_declined" if documented else ""
    elif found.rank is None:
        why = "not_retrieved"
    elif found.rank > K:
        why = "ranked_low"
    else:
        why = "" if documented else "declined"
    return Failing(id=question.id, question=question.text, product=question.product or "",
                   version=question.version or "", why=why) if why else None
