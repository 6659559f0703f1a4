"""What a report says about a set of labelled questions."""

from __future__ import annotations

from dataclasses import replace

from engine.evaluate.questions import Expected, Question
from engine.evaluate.run import evaluate
from tests.library import SmallLibrary


def question(number: int, text: str, version: str, path: str) -> Question:
    return Question(id=str(number), text=text, product="relay", version=version, is_version_in_text=False,
                    expected=(Expected(path=path, heading="Route timeouts"),), needs_all=False, facts=(),
                    wrong_version_facts=(), kind="lookup")


def test_figures_are_given_by_version_and_for_questions_without_one(library: SmallLibrary) -> None:
    for version, seconds in (("1.0", 40), ("2.0", 90)):
        library.write(f"{version}/timeouts.md", f"# Route timeouts\n\nA route becomes stale after {seconds} seconds.\n")
        library.write(f"{version}/seals.md", "# Seals\n\nGrease every seal weekly.\n")
    library.add_docs()
    library.sync()
    text = "when does a route become stale"
    report = evaluate((question(1, text, "1.0", "1.0/timeouts.md"), question(2, text, "2.0", "2.0/timeouts.md")),
                      library.assistant.search, k=8)
    assert {name: found["recall@1"] for name, found in report.versions.items()} == {"relay 1.0": 1.0, "relay 2.0": 1.0}
    assert report.version_unknown["asked_back"] == 1.0
    assert (report.not_retrieved, report.ranked_low) == ((), ())


def test_a_question_whose_right_place_is_unknown_lowers_no_figure(library: SmallLibrary) -> None:
    library.write("1.0/timeouts.md", "# Route timeouts\n\nA route becomes stale after 40 seconds.\n")
    library.add_docs()
    library.sync()
    known = question(1, "when does a route become stale", "1.0", "1.0/timeouts.md")
    complaint = replace(known, id="2", expected=(), kind="feedback_bad")
    report = evaluate((known, complaint), library.assistant.search, k=8)
    assert (report.kinds["all"]["recall@1"], report.not_retrieved) == (1.0, ())
    assert len(report.outcomes) == 2
