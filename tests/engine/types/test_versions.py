"""Versions are compared as people mean them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.types import UNVERSIONED, VersionRange, parse_version, version_key


def ranged(text: str) -> VersionRange:
    found = parse_version(text)
    assert found is not None, text
    return found


@pytest.mark.parametrize("ordered", [
    ["2.4", "2.8", "2.12", "2.15", "2.19"],
    ["2.0.0-alpha1", "2.0.0-beta1", "2.0.0-rc1", "2.0", "2.0.1", "2.1-rc1", "2.1"],
    ["2023", "2023a", "2023b", "2024"],
    ["1:2.3~rc1-4", "2.3-1", "2.3-4"],
    ["R9", "R12", "R12.1"],
    ["v1.9", "v1.28"],
    ["22.04 LTS", "24.04 LTS"],
    ["2.36~git20240101-1", "2.36-1", "2.36-9+deb12u4", "2.36-9+deb12u12", "2.36a-1", "2.36.1-1"],
    ["2.3~rc1-4", "2.3~rc2", "2.3", "2.3-4ubuntu2", "2.3-5"],
    ["3.11.0a2", "3.11.0b1", "3.11.0rc1", "3.11", "3.11.1"],
    ["5.0.0.M1", "5.0.0.RC1", "5.0.0.RELEASE", "5.0.1.Final"],
    ["1.0.2", "1.0.2k", "1.0.2l"],
    ["12.1", "12.1 SP1", "12.1 SP2", "12.2"],
    ["1.0 alpha", "1.0 beta 2", "1.0"],
])
def test_versions_sort_in_release_order(ordered: list[str]) -> None:
    assert sorted(reversed(ordered), key=version_key) == ordered


@pytest.mark.parametrize(("guide", "on", "covered"), [
    ("2.x", "2.4", True), ("2.x", "3.0", False), ("2.1-only", "2.1.7", True), ("2.1-only", "2.2", False),
    ("2.44", "2.44.0", True), ("2.44.0", "2.44", True), ("2.44.0", "2.44.1", False), ("v3.5", "3.5", True),
    ("2.15+", "2.19", True), ("2.15+", "2.12", False), ("1.2 - 1.4", "1.4.3", True), ("1.2 - 1.4", "1.5", False),
    ("2.4 and later", "2.4.0", True), ("2.4 and later", "3.1", True), ("2.4 or newer", "2.3.9", False),
    ("2.4 and earlier", "2.4.7", True), ("2.4 or older", "2.5", False), ("since 2.4", "9", True),
    ("≥ 2.1", "2.1", True), (">= 2.1", "2.0.9", False), ("> 2.1", "2.1.4", False), ("> 2.1", "2.2", True),
    ("<= 2.1", "2.1.4", True), ("before 3.0", "2.99", True), ("before 3.0", "3.0", False),
    ("before 3.0", "3.0-rc1", False), ("prior to 3.0", "2", True), ("< 3", "3.0", False), ("up to 3.0", "3.0.5", True),
    ("1.2 – 1.4", "1.3", True), ("1.2 – 1.4", "1.1.9", False), ("1.2-1.4", "1.3", True), ("1.2 to 1.4", "1.5", False),
    ("from 1.2 to 1.4", "1.4.2", True), ("between 1.2 and 1.4", "1.3", True), ("v1.2..v1.4", "1.3", True),
    ("2.1.x – 2.3.x", "2.3.8", True), (">= 1.2, < 1.5", "1.4.9", True), (">= 1.2, < 1.5", "1.5", False),
    ("[1.2, 1.5)", "1.4.9", True), ("[1.2,1.5)", "1.5", False), ("(,1.5]", "1.5.1", True),
    ("1.1, 1.2", "1.2.3", True), ("1.1 and 1.2", "1.0", False), ("1.1, 1.2 and 1.3", "1.3", True),
    ("1.1/1.2", "1.3", False), ("2.1, 2.2 and later", "5", True), ("versions 2.1 and 2.2", "2.2", True),
    ("2.4 及以上版本", "2.9", True), ("2.4 及更高版本", "2.3", False), ("3.0 之前", "3.0", False),
    ("3.0 之前的版本", "2.9", True), ("1.2 至 1.4", "1.3", True), ("１．２～１．４", "1.3", True),
    ("2.4 以降", "2.5", True),
    ("版本 2.4", "2.4.1", True), ("V2.4 版本", "2.4.1", True), ("ab 2.4", "2.5", True), ("2.4 und höher", "3", True),
    ("Release 12.1", "R12.1", True), ("R12.1", "12.1.4", True), ("2023b", "2023b", True), ("2023", "2023b", True),
    ("2023a", "2023b", False), ("2.36", "2.36-9+deb12u4", True), ("12.1", "12.1 SP2", True),
    ("2.x.x", "2.7.1", True), ("2.*", "2.7.1", True), ("4.2 (LTS)", "4.2.1", True),
    ("2.1", "2.2.0-rc1", False), ("2.2", "2.2.0-rc1", False), ("24.04 LTS", "24.04", True),
])
def test_a_guide_covers_exactly_the_versions_it_names(guide: str, on: str, covered: bool) -> None:
    assert ranged(guide).overlaps(ranged(on)) is covered


@pytest.mark.parametrize("text", [
    "current", "latest", "k8s", "guide", "", "scalers", "x86_64", "a.b", "01-intro", "2-setup", "100ms", "5ghz", "2nd",
    "64-bit", "and later", "1.2 apples", "before", "see 2.4", "4 to the floor", "2.4 – now", "3 and a half", "[1.2]",
    "1.4 - 1.2", ">= 3, < 2",
])
def test_words_that_only_hold_a_number_are_no_versions(text: str) -> None:
    assert parse_version(text) is None


def test_an_unversioned_page_covers_every_version() -> None:
    assert all(UNVERSIONED.overlaps(ranged(text)) for text in ("0.1", "2.x", "2023b", "1:9.9~rc1"))


_numbers = st.lists(st.integers(0, 3000), min_size=1, max_size=4)


@given(_numbers, _numbers)
def test_numeric_versions_compare_as_tuples(first: list[int], second: list[int]) -> None:
    def stripped(parts: list[int]) -> list[int]:
        while len(parts) > 1 and parts[-1] == 0:
            parts = parts[:-1]
        return parts

    keys = [version_key(".".join(map(str, parts))) for parts in (first, second)]
    assert (keys[0] < keys[1]) == (stripped(first) < stripped(second))


@given(_numbers, st.sampled_from(["{} and later", "since {}", ">= {}", "{}+", "{} 及以上"]))
def test_and_later_covers_the_version_and_everything_above_it(parts: list[int], phrase: str) -> None:
    text = ".".join(map(str, parts))
    later = ranged(phrase.format(text))
    assert later.overlaps(ranged(text))
    assert later.overlaps(ranged(str(parts[0] + 1)))
    assert later.low == ranged(text).low


@given(_numbers)
def test_before_a_version_covers_nothing_of_it(parts: list[int]) -> None:
    text = ".".join(map(str, parts))
    before = parse_version(f"before {text}")
    assert before is None or not before.overlaps(ranged(text))
    assert before is None or not before.overlaps(ranged(f"{text}-rc1"))


@given(_numbers)
def test_a_version_lies_in_its_own_range_and_in_its_line(parts: list[int]) -> None:
    own = ranged(".".join(map(str, parts)))
    assert own.low < own.high
    assert ranged(f"{parts[0]}.x").overlaps(own)


@given(st.text(max_size=30))
def test_any_text_is_either_a_sound_range_or_none(text: str) -> None:
    found = parse_version(text)
    assert found is None or (found.low < found.high and found.raw == text.strip())
