"""Silence where the scope does not hold what was asked, and only there."""

from __future__ import annotations

import pytest

from engine.retrieve.floor import Absence, Signals, is_documented
from tests.library import SmallLibrary

GOOD = Signals(cosine=0.6, lexical=0.9, coverage=0.9, missing=0.0)


def test_good_evidence_is_documented_and_none_is_not() -> None:
    assert is_documented(GOOD)
    assert not is_documented(Signals(cosine=0.1, lexical=0.1, coverage=0.0, missing=1.0))


def test_an_identifier_that_is_nowhere_decides_alone() -> None:
    for name, documented in (("enableEtags", False), ("E2", False), ("T-15", False), ("M8", False), ("k8s", True)):
        named = Signals(cosine=0.9, lexical=1.2, coverage=1.0, missing=0.0, missing_identifiers=(name,))
        assert is_documented(named) is documented


@pytest.mark.parametrize(("same", "gain", "documented"), [(0.7, 0.1, False), (0.97, 0.1, True), (0.7, 0.0, True)])
def test_an_absent_word_counts_only_when_the_question_turns_on_it(same: float, gain: float, documented: bool) -> None:
    signals = Signals(cosine=0.6, lexical=0.9, coverage=0.9, missing=0.1,
                      absences=(Absence(word="snowflake", same=same, gain=gain),))
    assert is_documented(signals) is documented


def test_a_code_that_no_page_holds_is_declined_and_names_itself(library: SmallLibrary) -> None:
    library.write("errors.md", "# Error codes\n\n`ERR_404_NULL` means that the route is empty.\n\n"
                               "`ERR_404_AUTH` means that the token is missing.\n")
    library.add_docs()
    library.sync()
    known, unknown = library.search("what is ERR_404_NULL"), library.search("what is ERR_409_LOCK")
    assert known.documented
    assert not unknown.documented
    assert "ERR_409_LOCK" in unknown.reason


def test_a_camel_case_name_is_known_by_its_parts(library: SmallLibrary) -> None:
    library.write("alerts.md", "# CPU Throttling High\n\nThe processor quota is used up.\n")
    library.add_docs()
    library.sync()
    assert library.search("CPUThrottlingHigh: is the processor quota used up").documented
