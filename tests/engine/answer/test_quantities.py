"""Numbers are compared with their units, as a reader would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answer.quantities import dates, supports, versions


@pytest.mark.parametrize(("source", "claim", "holds"), [
    ("The default is 4h.", "The default is 4 hours.", True),
    ("The default is 4h.", "The default is 4 seconds.", False),
    ("Keep 15 % free.", "Keep 15% free.", True),
    ("Waits 300 seconds.", "Waits 5 minutes.", True),
    ("Up to 10,000 routes.", "Up to 10000 routes.", True),
    ("The limit is 20 MB.", "The limit is 20 MiB.", False),
    ("The limit is 20.", "The limit is 20 MB.", False),
    ("The limit is 20 MB.", "The limit is 20.", False),
    ("Pressure 6 bar, then 8 bar.", "Pressure 8 bar.", True),
    ("Pressure 6 bar.", "Pressure 6 bar, then 6 bar.", False),
    ("Cools to -5 °C.", "Cools to 5 °C.", False),
    ("There are three nodes.", "There are 3 nodes.", True),
    ("No number here.", "It takes 2 minutes.", False),
])
def test_a_claims_numbers_must_stand_in_the_source(source: str, claim: str, holds: bool) -> None:
    assert supports(source, claim) is holds


@given(st.integers(0, 10**6), st.sampled_from(["", " seconds", " MB", " %", " bar", "h"]))
def test_a_text_supports_itself_and_not_another_number(number: int, unit: str) -> None:
    assert supports(f"The value is {number}{unit}.", f"The value is {number}{unit}.")
    assert not supports(f"The value is {number}{unit}.", f"The value is {number + 1}{unit}.")


def test_dates_and_versions_are_no_numbers() -> None:
    assert dates("since 2026-03-01") == {"2026-03-01": 1}
    assert versions("since v2.15 and 1.28.3") == {"2.15": 1, "1.28.3": 1}
    assert supports("", "Since 2026-03-01 in 1.28.3.")
