"""The settled answer as text: every sentence with its verdict and its citations, lists and code kept."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.ui.answer_html import answer_html, answer_markdown, cited, conflicts_html, place_of
from app.ui.theme import LIGHT
from engine.types import Answer, AnswerState, Citation, Claim, Conflict, Request, Span, Verdict
from tests.app.ui.sample import answer_to
from tests.app.ui.sample_pages import PAGES, citation, claims_of

ONE = citation(PAGES["limits"], "While a worker drains it takes no new job.", ("Limits", "Draining"), "1")
TWO = citation(PAGES["limits"], "A pool starts at most `ceiling` workers.", ("Limits", "Workers"), "2")


def answered(text: str, *parts: tuple[str, Verdict, tuple[Citation, ...], tuple[str, ...]]) -> Answer:
    """An answer of those claims."""
    base = answer_to(Request(question="q"), ())
    return Answer(state=AnswerState.UNVERIFIED, question="q", retrieved=base.retrieved, text=text,
                  claims=claims_of(list(parts), text))


def shown(answer: Answer) -> str:
    """The words that a reader sees."""
    document = QTextDocument()
    document.setHtml(answer_html(answer, LIGHT))
    return document.toPlainText()


@pytest.mark.parametrize(("verdict", "checks", "words"), [
    (Verdict.SUPPORTED, (), "✓ verified [1]"), (Verdict.UNCHECKED, ("alignment",), "○ not checked [1]"),
    (Verdict.CONTRADICTED, ("quotes", "numbers"), "✗ contradicted: a number differs [1]"),
    (Verdict.NOT_ENOUGH_INFO, ("alignment",), "? not verified: no passage says this [1]"),
    (Verdict.NOT_ENOUGH_INFO, ("some_new_check",), "? not verified: some new check [1]"),
])
def test_each_verdict_has_icon_word_and_colour(
        qapp: QApplication, verdict: Verdict, checks: tuple[str, ...], words: str) -> None:
    answer = answered("It takes no new job.", ("It takes no new job.", verdict, (ONE,), checks))
    assert shown(answer).strip() == f"It takes no new job. {words}"
    tone = {"✓": "good", "○": "muted", "✗": "bad", "?": "warn"}[words[0]]
    assert f'class="mark {tone}"' in answer_html(answer, LIGHT)


def test_a_contradicted_sentence_is_struck_through_and_only_that_one(qapp: QApplication) -> None:
    answer = answered("Right one. Wrong one.", ("Right one.", Verdict.SUPPORTED, (ONE,), ()),
                      ("Wrong one.", Verdict.CONTRADICTED, (ONE,), ("numbers",)))
    html = answer_html(answer, LIGHT)
    struck = html[html.index("line-through"):]
    assert "Wrong one." in struck[:struck.index("</span>")]
    assert "Right one." not in struck


def test_lists_code_and_tables_keep_their_shape(qapp: QApplication) -> None:
    text = "Do this:\n\n- First `a`.\n- Second.\n\n```bash\nmake run\n```\n\n| x | y |\n|---|---|\n| 1 | 2 |\n"
    answer = answered(
        text, ("Do this:", Verdict.UNCHECKED, (), ()), ("- First `a`.", Verdict.SUPPORTED, (ONE,), ()),
        ("- Second.", Verdict.SUPPORTED, (TWO,), ()), ("```bash\nmake run\n```", Verdict.SUPPORTED, (TWO,), ()),
        ("| 1 | 2 |", Verdict.UNCHECKED, (ONE,), ()))
    html = answer_html(answer, LIGHT)
    assert html.count("<li>") == 2
    assert html.count("<pre") == 1
    assert html.count("<table") == 2, "the code box and the table"
    words = shown(answer)
    for line in ("First a. ✓ verified [1]", "Second. ✓ verified [2]", "make run", "2 ○ not checked [1]"):
        assert line in words


def test_several_citations_of_one_sentence_each_open_their_own_place(qapp: QApplication) -> None:
    answer = answered("Both.", ("Both.", Verdict.SUPPORTED, (ONE, TWO), ()))
    assert "[1] [2]" in shown(answer)
    assert place_of(answer, "cite:0.0") == ONE
    assert place_of(answer, "cite:0.1") == TWO


@pytest.mark.parametrize("link", ["cite:9.0", "cite:0.9", "conflict:0.0", "https://x.example", "cite:0.0.0", ""])
def test_other_links_lead_nowhere(link: str) -> None:
    assert place_of(answered("One.", ("One.", Verdict.SUPPORTED, (ONE,), ())), link) is None


def test_one_citation_is_listed_once_with_all_its_verdicts() -> None:
    claims = (Claim(text="a", span=Span(0, 1), verdict=Verdict.SUPPORTED, citations=(ONE,)),
              Claim(text="b", span=Span(1, 2), verdict=Verdict.UNCHECKED, citations=(TWO, ONE)))
    assert [(entry.citation.label, entry.verdicts) for entry in cited(claims)] == [
        ("1", (Verdict.SUPPORTED, Verdict.UNCHECKED)), ("2", (Verdict.UNCHECKED,))]


def test_what_the_model_wrote_cannot_forge_a_verdict_or_a_link(qapp: QApplication) -> None:
    text = 'x \ue0000\ue002<span class="mark good">verified</span> <a href="cite:0.0">[9]</a> \ue0010\ue002'
    answer = answered(text, (text, Verdict.NOT_ENOUGH_INFO, (), ("alignment",)))
    html = answer_html(answer, LIGHT)
    assert 'class="mark good"' not in html
    assert "cite:" not in html
    assert "\ue000" not in html


def test_disagreeing_places_stand_side_by_side_and_open(qapp: QApplication) -> None:
    answer = answered("")
    disputed = Answer(state=AnswerState.CONFLICTING, question="q", retrieved=answer.retrieved,
                      conflicts=(Conflict(subject="drain", first=ONE, second=TWO),))
    html = conflicts_html(disputed, LIGHT)
    assert html.count("<td width=\"50%\"") == 2
    assert place_of(disputed, "conflict:0.1") == TWO


def test_the_copy_names_every_flagged_sentence_and_lists_the_sources() -> None:
    answer = answered("One. Two.", ("One.", Verdict.SUPPORTED, (ONE,), ()), ("Two.", Verdict.UNCHECKED, (TWO,), ()))
    assert answer_markdown(answer) == (
        "**q**\n\nOne. [1] Two. [2] (not checked)\n\n1. reference/limits.md › Draining (2.4)\n"
        "2. reference/limits.md › Workers (2.4)\n")
