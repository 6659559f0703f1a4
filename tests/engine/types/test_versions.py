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
])
def test_versions_sort_in_release_order(ordered: list[str]) -> None:
    assert sorted(reversed(ordered), key=version_key) == ordered


@pytest.mark.parametrize(("guide", "on", "covered"), [
    ("2.x", "2.4", True), ("2.x", "3.0", False), ("2.1-only", "2.1.7", True), ("2.1-only", "2.2", False),
    ("2.44", "2.44.0", True), ("2.44.0", "2.44", True), ("2.44.0", "2.44.1", False), ("v3.5", "3.5", True),
    ("2.15+", "2.19", True), ("2.15+", "2.12", False), ("1.2 - 1.4", "1.4.3", True), ("1.2 - 1.4", "1.5", False),
    ("2.1", "2.2.0-rc1", False), ("2.2", "2.2.0-rc1", False), ("24.04 LTS", "24.04", True),
])
def test_a_guide_covers_exactly_the_versions_it_names(guide: str, on: str, covered: bool) -> None:
    assert ranged(guide).overlaps(ranged(on)) is covered


@pytest.mark.parametrize("text", ["current", "latest", "k8s", "guide", "", "scalers", "x86_64", "a.b"])
def test_ordinary_folder_names_are_no_versions(text: str) -> None:
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


@given(_numbers)
def test_a_version_lies_in_its_own_range_and_in_its_line(parts: list[int]) -> None:
    own = ranged(".".join(map(str, parts)))
    assert own.low < own.high
    assert ranged(f"{parts[0]}.x").overlaps(own)


@given(st.text(max_size=30))
def test_any_text_is_either_a_sound_range_or_none(text: str) -> None:
    found = parse_version(text)
    assert found is None or (found.low < found.high and found.raw == text.strip())
