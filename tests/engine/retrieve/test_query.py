"""Which version a question is about, and where that comes from."""

from __future__ import annotations

import pytest

from engine.errors import EmptyQuestion, UnknownProduct, UnknownVersion
from engine.retrieve.query import Resolved, nearest_versions, resolve
from engine.types import (
    ALL,
    LATEST,
    UNVERSIONED,
    Catalogue,
    CatalogueEntry,
    QueryKind,
    Request,
    ScopeSource,
    VersionRange,
    parse_version,
)


def entry(product: str, version: str) -> CatalogueEntry:
    return CatalogueEntry(product=product, applies_to=parse_version(version) or UNVERSIONED, documents=3)


CATALOGUE = Catalogue(entries=(
    *(entry("keda", version) for version in ("2.4", "2.12", "2.15", "2.19")),
    *(entry("artemis", version) for version in ("2.40.0", "2.44.0")),
    entry("runbooks", "")))


def asked(question: str, **wishes: str | bool) -> Resolved:
    return resolve(Request(question=question, **wishes), CATALOGUE)  # type: ignore[arg-type]


def version(resolved: Resolved) -> str:
    assert isinstance(resolved.scope.version, VersionRange)
    return resolved.scope.version.raw


def test_an_explicit_version_wins_over_one_in_the_question() -> None:
    found = asked("minimum Kubernetes for KEDA 2.12", product="keda", version="2.15", profile_version="2.4")
    assert (version(found), found.source) == ("2.15", ScopeSource.EXPLICIT)


def test_a_version_in_the_question_wins_over_the_profile() -> None:
    found = asked("minimum Kubernetes for KEDA 2.12", profile_version="2.4")
    assert (found.scope.product, version(found), found.source) == ("keda", "2.12", ScopeSource.QUESTION)


@pytest.mark.parametrize(("question", "expected"), [
    ("default page size in Artemis 2.44", "2.44.0"), ("artemis v2.40: page size?", "2.40.0"),
    ("page size artemis 2.44.0?", "2.44.0")])
def test_versions_are_recognised_under_the_documents_own_name(question: str, expected: str) -> None:
    assert version(asked(question)) == expected


def test_the_profile_wins_over_the_latest() -> None:
    found = asked("how to install", product="keda", profile_version="2.15")
    assert (version(found), found.source) == ("2.15", ScopeSource.PROFILE)


def test_without_any_hint_the_latest_is_searched_and_said_so() -> None:
    found = asked("how to install", product="keda")
    assert (version(found), found.source) == ("2.19", ScopeSource.LATEST)
    assert "latest" in found.notice


def test_without_a_product_each_products_latest_is_searched() -> None:
    found = asked("how to install")
    assert (found.scope.product, found.scope.version) == (ALL, LATEST)


def test_a_version_that_does_not_exist_names_the_nearest_and_is_never_replaced() -> None:
    found = asked("install KEDA 9.9")
    assert (found.missing, found.nearest[0]) == ("9.9", "2.19")
    chosen = asked("install", product="keda", version="9.9")
    assert (chosen.missing, chosen.source) == ("9.9", ScopeSource.EXPLICIT)
    assert "nearest: 2.19" in chosen.notice


def test_what_is_no_version_is_refused() -> None:
    with pytest.raises(UnknownVersion, match="does not look like a version"):
        asked("install", product="keda", version="banana")


@pytest.mark.parametrize("question", ["timeout of 2.5 seconds in keda", "keda scales at 99.9%", "10.0.0.1 unreachable"])
def test_other_numbers_are_no_versions(question: str) -> None:
    found = asked(question, product="keda")
    assert (found.source, found.missing) == (ScopeSource.LATEST, "")


def test_two_versions_make_a_comparison() -> None:
    found = asked("what changed between KEDA 2.12 and 2.15?")
    assert found.kind is QueryKind.COMPARE
    assert [one.raw for one in found.versions] == ["2.12", "2.15"]


def test_a_question_that_only_leaves_a_version_out_is_not_searched() -> None:
    found = asked("install keda in any version except 2.19")
    assert found.reason
    assert found.notice.startswith("The question leaves out version 2.19")
    assert "2.19" not in found.nearest
    assert asked("install keda except 2.19", version="2.15").reason == ""


def test_the_latest_is_not_asked_back_when_the_question_wants_it() -> None:
    found = asked("install keda in the latest version")
    assert (version(found), found.source) == ("2.19", ScopeSource.QUESTION)


def test_a_choice_against_the_questions_own_version_is_said() -> None:
    found = asked("install KEDA 2.12", version="2.15")
    assert found.notice == "The question names version 2.12; 2.15 was searched, as chosen."


def test_a_comparison_with_a_version_that_does_not_exist_says_so() -> None:
    found = asked("what changed between KEDA 2.12 and 9.9?")
    assert version(found) == "2.12"
    assert found.notice.startswith("There is nothing for version 9.9 of keda; nearest: 2.19")
    assert "Searched keda 2.12" in found.notice


def test_a_product_without_versions_takes_any_version() -> None:
    assert version(asked("alert fires", product="runbooks", version="7.1")) == "7.1"


def test_an_unknown_product_lists_the_known_ones() -> None:
    with pytest.raises(UnknownProduct, match="artemis, keda, runbooks"):
        asked("install", product="nope")


@pytest.mark.parametrize("question", ["", "   ", "\n"])
def test_an_empty_question_is_refused(question: str) -> None:
    with pytest.raises(EmptyQuestion):
        asked(question)


def test_nearest_versions_come_from_both_sides() -> None:
    known = CATALOGUE.versions("keda")
    assert set(nearest_versions("2.13", known)[:2]) == {"2.12", "2.15"}


def test_products_that_differ_only_in_capitals_are_one() -> None:
    mixed = Catalogue(entries=(entry("KEDA", "2.12"), entry("keda", "2.15")))
    assert mixed.products == ("KEDA",)
    assert [known.raw for known in mixed.versions("Keda")] == ["2.15", "2.12"]
    assert resolve(Request(question="how to install", profile_product="keda"), mixed).scope.product == "KEDA"
