"""Which numbers in a question are versions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.retrieve.naming import named_versions
from engine.types import ALL, All, VersionRange, parse_version


def ranges(*texts: str) -> tuple[VersionRange, ...]:
    return tuple(version for text in texts if (version := parse_version(text)))


PUMP = ranges("2.15", "2.12", "2.4")


@pytest.mark.parametrize("question", [
    "How do I replace the seal in 9.9?", "On 9.9, how do I replace the seal?", "replace the seal (9.9)",
    "since 9.9 is the seal still greased?", "Does the seal need grease in 9.9 or not?", "pump 9.9: replace the seal",
    "version 9.9 seal", "seal on v9.9", "在9.9中如何更换密封", "how do I upgrade from 9.9?", "seal for 9.9 clusters",
    "does the order of steps differ between 9.9 and 9.8?", "ｓｅａｌ in ９.９?"])
def test_a_version_no_document_covers_is_noticed(question: str) -> None:
    assert named_versions(question, "pump", PUMP).missing.lstrip("v") == "9.9"


@pytest.mark.parametrize("question", [
    "does it stop in 9.9 seconds?", "set the ratio to 9.9", "a load of > 9.9", "at 99.9% load", "10.0.0.1 unreachable",
    "is 10.0.0.1 reachable on 10.0.0.2?", "does the pump speak TLS 1.3?", "scale by 9.9 and wait", "costs $9.9?",
    "keep the pressure between 9.9 and 12.5", "run it with 9.9 bar", "path /opt/9.9/bin", "raise it from 9.9 to 11.2",
    "Kubernetes 1.28 nodes", "in 9.9 V mode"])
def test_amounts_addresses_and_other_things_are_no_versions(question: str) -> None:
    named = named_versions(question, "pump", PUMP)
    assert (named.missing, named.found) == ("", ())


@pytest.mark.parametrize(("question", "expected"), [
    ("default depth, 2.12", "2.12"), ("在2.12中如何更换密封", "2.12"), ("pump-2.12 broken; on 2.12 what now", "2.12"),
    ("seal in 2.12.3", "2.12.3")])
def test_a_version_the_documents_cover_is_found_wherever_it_stands(question: str, expected: str) -> None:
    assert [version.raw for version in named_versions(question, "pump", PUMP).found] == [expected]


@pytest.mark.parametrize(("question", "known", "expected"), [
    ("what is new in R12.1?", ("R12.1", "R12.2"), "R12.1"), ("install on 2023b", ("2023a", "2023b"), "2023b"),
    ("upgrade to 24.04 lts", ("22.04 LTS", "24.04 LTS"), "24.04 LTS"), ("vacuum in version 15", ("15", "16"), "15"),
    ("postgres 16 vacuum?", ("15", "16"), None), ("Postgres 16, how do I vacuum", ("15", "16"), "16")])
def test_names_of_every_shape_are_found(question: str, known: tuple[str, ...], expected: str | None) -> None:
    found = [version.low for version in named_versions(question, "postgres", ranges(*known)).found]
    assert found == ([version.low for version in ranges(expected)] if expected else [])


def test_a_whole_number_after_the_product_that_no_document_covers_is_missing() -> None:
    assert named_versions("how do I install pump 7?", "pump", PUMP).missing == "7"
    assert named_versions("how do I connect pump 7 times", "pump", PUMP).missing == ""


@pytest.mark.parametrize("question", [
    "pressure in all versions except 2.12", "pressure without 2.12", "pressure excluding version 2.12",
    "pressure other than in 2.12", "除了2.12版本，压力是多少？", "2.12以外的版本的端口",
    "在2.12之前的版本中润滑周期是多少？",
    "pressure before 2.12", "pressure in versions prior to 2.12", "pressure, not 2.12", "pressure in 2.12 and earlier"])
def test_a_version_left_out_is_not_the_one_asked_about(question: str) -> None:
    named = named_versions(question, "pump", PUMP)
    assert (named.found, named.missing, named.left_out) == ((), "", "2.12")


def test_what_stands_beside_a_version_left_out_counts() -> None:
    named = named_versions("pressure, not 2.12 but 2.15", "pump", PUMP)
    assert ([version.raw for version in named.found], named.left_out) == (["2.15"], "2.12")
    asked = named_versions("does it work or not in 2.12?", "pump", PUMP)
    assert [version.raw for version in asked.found] == ["2.12"]


@pytest.mark.parametrize(("question", "missing"), [
    ("pressure in version 5", "5"), ("第五版的润滑周期是多少？", "5"), ("第5版的润滑周期", "5"),
    ("in version five", "5"),
    ("of version 3,7", "3.7"), ("of version three point seven", "3.7"), ("pressure in r3.7", "r3.7")])
def test_a_version_that_does_not_exist_is_missing_however_it_is_written(question: str, missing: str) -> None:
    assert named_versions(question, "pump", PUMP).missing == missing


@pytest.mark.parametrize("question", ["which kubernetes version 1.28 features", "needs Python version 3.11?",
                                      "API version 2 of the pump"])
def test_another_things_version_is_not_the_products(question: str) -> None:
    assert named_versions(question, "pump", PUMP).missing == ""


@pytest.mark.parametrize("question", ["pressure in the latest version", "newest release?", "最新版本的压力"])
def test_the_latest_version_can_be_asked_for(question: str) -> None:
    assert named_versions(question, "pump", PUMP).is_latest


@pytest.mark.parametrize("question", ["加入 2.12 升油可以吗？", "Is 2.12 l of oil enough?", "at 2.4 rpm", "2.4 度"])
def test_an_amount_with_its_unit_is_no_version(question: str) -> None:
    assert named_versions(question, "pump", PUMP).found == ()


def test_an_amount_that_happens_to_be_a_version_is_none() -> None:
    assert named_versions("does it stop in 2.4 seconds?", "pump", PUMP).found == ()


@given(st.text(max_size=60), st.sampled_from([ALL, "pump", "2.4"]))
def test_any_question_can_be_read(question: str, product: str | All) -> None:
    named = named_versions(question, product, PUMP)
    assert len(named.found) <= len(named.written)
