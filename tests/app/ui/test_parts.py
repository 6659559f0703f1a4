"""Small parts of the window, each on its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.ui.answer_card import AnswerCard
from app.ui.banner import Banner
from app.ui.elided import ElidedLink
from app.ui.evidence_block import EvidenceBlock
from app.ui.found_html import snippet
from app.ui.scope_bar import ScopeBar
from app.ui.status_line import StatusLine
from app.ui.theme import Theme
from engine.types import (
    Answer,
    AnswerEvent,
    AnswerStage,
    AnswerState,
    Catalogue,
    Request,
    SavedAnswer,
    ScopeSource,
    SyncProgress,
    SyncReport,
    Verdict,
)
from tests.app.ui.sample import answer_to, library
from tests.app.ui.sample_pages import QUESTION


def settled(state: AnswerState, *, reason: str = "", nearest: tuple[str, ...] = (), notice: str = "",
            verdicts: tuple[Verdict, ...] = (Verdict.SUPPORTED,) * 6) -> Answer:
    """An answer in any state over the invented library."""
    from dataclasses import replace

    answer = answer_to(Request(question=QUESTION), verdicts)
    is_spoken = state in (AnswerState.ANSWERED, AnswerState.UNVERIFIED)
    return replace(answer, state=state, reason=reason, text=answer.text if is_spoken else "",
                   claims=answer.claims if is_spoken else (),
                   retrieved=replace(answer.retrieved, nearest=nearest, notice=notice))


@pytest.fixture
def card(qtbot: QtBot, theme: Theme) -> AnswerCard:
    """A card of the usual width."""
    made = AnswerCard(theme, QUESTION)
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    return made


@pytest.mark.parametrize(("state", "words"), [
    (AnswerState.ANSWERED, "✓  6 of 6 sentences verified"), (AnswerState.DECLINED, "do not answer this"),
    (AnswerState.NO_EVIDENCE, "Not documented in this scope"), (AnswerState.CONFLICTING, "The documents disagree"),
    (AnswerState.NEEDS_VERSION, "depends on the version"), (AnswerState.VERBATIM, "Word for word"),
    (AnswerState.CANCELLED, "Stopped"), (AnswerState.FAILED, "No answer could be written"),
])
def test_every_state_has_its_own_words(card: AnswerCard, state: AnswerState, words: str) -> None:
    card.settle(settled(state))
    assert words in card.words()
    assert not card.is_open


def test_a_declined_answer_shows_the_nearest_sections_and_why(card: AnswerCard) -> None:
    card.settle(settled(AnswerState.DECLINED, reason="aggregate"))
    assert "Counting or listing across all documents" in card.words()
    assert "reference/limits.md › Draining" in card.words()


def test_an_approved_answer_stands_before_everything_else_and_says_until_when(card: AnswerCard) -> None:
    approved = SavedAnswer(id="a", question=QUESTION, text="Drain **before** noon.", product="", version="latest",
                           state="ANSWERED", is_stale=False, approved_at=datetime(2027, 1, 1, tzinfo=UTC),
                           expires_at=datetime(2027, 6, 30, tzinfo=UTC), places=())
    retrieved = settled(AnswerState.ANSWERED).retrieved
    card.hear(AnswerEvent(stage=AnswerStage.RETRIEVED, retrieved=retrieved, curated=approved))
    assert "Approved by a person until 2027-06-30" in card.words()
    assert "Drain before noon." in card.words()


def test_versions_outside_the_scope_are_one_click_away(card: AnswerCard, qtbot: QtBot) -> None:
    card.settle(settled(AnswerState.NO_EVIDENCE, nearest=("2.3", "2.0")))
    button = next(button for button in card.findChildren(QPushButton) if button.text() == "Ask for 2.3")
    with qtbot.waitSignal(card.version_chosen) as chosen:
        button.click()
    assert chosen.args == ["2.3"]


def test_a_notice_is_told_once_even_when_it_is_also_the_reason(card: AnswerCard) -> None:
    card.settle(settled(AnswerState.NO_EVIDENCE, reason="Nothing for 9.", notice="Nothing for 9.", nearest=("2.4",)))
    assert card.words().count("Nothing for 9.") == 1


def test_a_scope_that_was_met_is_told_in_one_line_and_needs_no_notice(card: AnswerCard) -> None:
    card.settle(settled(AnswerState.ANSWERED, notice="Searched Lantern 2.4, the latest, as none was named."))
    assert card.words().count("2.4") == 1
    assert "Lantern 2.4 · version: the latest · 4 passages" in card.words()


@pytest.mark.parametrize(("verdicts", "words"), [
    ((Verdict.UNCHECKED, Verdict.UNCHECKED), "○  Not checked yet"),
    ((Verdict.UNCHECKED, Verdict.NOT_ENOUGH_INFO), "⚠  0 of 2 sentences verified"),
    ((Verdict.NOT_ENOUGH_INFO,) * 2, "⚠  0 of 2 sentences verified"),
    ((Verdict.SUPPORTED, Verdict.NOT_ENOUGH_INFO), "⚠  1 of 2 sentences verified"),
    ((Verdict.CONTRADICTED, Verdict.UNCHECKED), "⚠  0 of 2 sentences verified"),
    ((Verdict.SUPPORTED, Verdict.SUPPORTED), "✓  2 of 2 sentences verified"),
])
def test_the_summary_counts_only_what_was_checked(
        card: AnswerCard, verdicts: tuple[Verdict, ...], words: str) -> None:
    card.settle(settled(AnswerState.UNVERIFIED, verdicts=verdicts))
    assert words in card.words().splitlines()


def test_a_failure_after_the_passage_keeps_the_passage(card: AnswerCard) -> None:
    answer = settled(AnswerState.ANSWERED)
    card._show_evidence(answer.evidence)
    card.fail("The generator stopped; ask again.")
    assert "To let a pool go" in card.words()
    assert "The generator stopped" in card.words()


def test_a_long_passage_is_cut_and_can_be_unfolded(qtbot: QtBot, theme: Theme) -> None:
    block = EvidenceBlock(theme, settled(AnswerState.ANSWERED).evidence[0])
    qtbot.addWidget(block)
    block.resize(420, 500)
    block.show()
    more = next(button for button in block.findChildren(QPushButton) if button.text() == "Show all")
    assert more.isVisible()
    before = block._text.height()
    more.click()
    assert block._text.height() > before
    assert not more.isVisible()


@pytest.mark.parametrize(("source", "words"), [
    (ScopeSource.QUESTION, "Version 2.4 from your question"), (ScopeSource.LATEST, "Version 2.4 the latest"),
    (ScopeSource.PROFILE, "Version 2.4 from your settings"), (ScopeSource.EXPLICIT, "Version Automatic"),
])
def test_the_version_chip_tells_where_the_version_came_from(
        qtbot: QtBot, theme: Theme, source: ScopeSource, words: str) -> None:
    from dataclasses import replace

    bar = ScopeBar(theme)
    qtbot.addWidget(bar)
    bar.show_catalogue(library())
    bar.show_outcome(replace(settled(AnswerState.ANSWERED).retrieved, source=source))
    assert bar.version.words == words


def test_the_count_follows_the_scope(qtbot: QtBot, theme: Theme) -> None:
    bar = ScopeBar(theme)
    qtbot.addWidget(bar)
    bar.show_catalogue(library())
    assert bar._count.text() == "223 documents in scope"
    bar.choose_version("2.3")
    assert bar._count.text() == "104 documents in scope"
    bar.deprecated.click()
    assert bar._count.text() == "106 documents in scope"


def test_a_choice_survives_a_new_catalogue_while_it_exists(qtbot: QtBot, theme: Theme) -> None:
    bar = ScopeBar(theme)
    qtbot.addWidget(bar)
    bar.show_catalogue(library())
    bar.choose_version("2.3")
    bar.show_catalogue(library())
    assert bar.choice.version == "2.3"
    bar.show_catalogue(Catalogue())
    assert bar.choice.version is None


def test_progress_is_told_by_bytes_with_the_file(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_progress(SyncProgress(files_done=3, files_total=40, bytes_done=125, bytes_total=1000, path="a/b.md"))
    assert "Indexing 3 of 40 · 12.5 % · a/b.md" in line.text
    line.show_report(SyncReport(added=2, changed=1))
    assert "2 added, 1 changed, 0 removed" in line.text


def test_after_reading_progress_is_told_by_passages_that_can_be_found_by_meaning(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_catalogue(library(), ())
    line.show_progress(SyncProgress(chunks_waiting=3056))
    assert "Making passages searchable by meaning · 50.0 %" in line.text
    line.show_progress(SyncProgress(path="manual.pdf"))
    assert "Reading difficult pages a second time · manual.pdf" in line.text


def test_a_banner_without_words_is_not_there(qtbot: QtBot, theme: Theme) -> None:
    banner = Banner(theme)
    qtbot.addWidget(banner)
    banner.say("Something.", "warn")
    assert banner.text == "Something."
    banner.say("")
    assert banner.isHidden()


@pytest.mark.parametrize("make", [Banner, ScopeBar])
def test_parts_survive_a_change_of_colours_before_they_have_said_anything(
        qtbot: QtBot, theme: Theme, make: Callable[[Theme], Banner | ScopeBar]) -> None:
    qtbot.addWidget(make(theme))
    theme.changed.emit()


def test_a_place_too_long_for_its_line_loses_its_middle_not_its_ends(qtbot: QtBot) -> None:
    link = ElidedLink("a/very/long/path/of/a/document/in/some/folder.md › The last heading of them all")
    qtbot.addWidget(link)
    link.resize(240, 24)
    assert link.shown.startswith("a/very")
    assert link.shown.endswith("all")
    assert "…" in link.shown
    with qtbot.waitSignal(link.clicked):
        QTest.keyClick(link, Qt.Key.Key_Return)


def test_a_snippet_is_one_line_of_plain_words() -> None:
    passage = settled(AnswerState.ANSWERED).retrieved.passages[0]
    words = snippet(passage)
    assert "\n" not in words
    assert "`" not in words
    assert words.startswith("To let a pool go to nothing outside working hours, set floor: 0")
    assert len(words) < 270
