"""A question without a version is answered for each version when they say different things, and only then."""

from __future__ import annotations

import pytest

from engine.types import AnswerState, Profile
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

VERSIONS = ("1.0", "2.0", "3.0")


def fill(library: SmallLibrary, **texts: str) -> None:
    """One page a version; ``v1_0`` is the text for 1.0."""
    for version in VERSIONS:
        if text := texts.get("v" + version.replace(".", "_")):
            library.write(f"{version}/timeouts.md", f"# Route timeouts\n\n{text}\n")
            library.write(f"{version}/other.md", "# Pump seals\n\nGrease is applied to every seal by hand.\n")
    library.add_docs()
    library.sync()


def said(library: SmallLibrary, question: str, **wishes: object) -> dict[str, str]:
    return {result.version.raw: result.text for result in library.search(question, **wishes).by_version}


def test_other_numbers_are_shown_by_version_newest_first(library: SmallLibrary) -> None:
    fill(library, v1_0="A route becomes stale after 40 seconds.", v2_0="A route becomes stale after 40 seconds.",
         v3_0="A route becomes stale after 90 seconds.")
    found = said(library, "when does a route become stale")
    assert list(found) == ["3.0", "2.0", "1.0"]
    assert ["90" in found["3.0"], "40" in found["2.0"], "40" in found["1.0"]] == [True, True, True]


@pytest.mark.parametrize("other", [
    "A route becomes stale after 90 seconds.",
    "The route then becomes stale after 90 seconds of silence.",
    "A route of version 1.0 becomes stale after 90 seconds.",
    "Grease is applied to each valve."])
def test_the_same_values_or_no_counterpart_ask_nothing(library: SmallLibrary, other: str) -> None:
    fill(library, v1_0=other, v3_0="A route becomes stale after 90 seconds.")
    assert said(library, "when does a route become stale") == {}


def test_what_differs_beside_the_answer_asks_nothing(library: SmallLibrary) -> None:
    same = "A route becomes stale after 90 seconds. "
    fill(library, v1_0=same + "The audit log keeps 7 files.", v3_0=same + "The audit log keeps 30 files.")
    assert said(library, "when does a route become stale") == {}


def test_another_name_for_a_setting_counts(library: SmallLibrary) -> None:
    fill(library, v1_0="Set `route.ttl` to change when a route becomes stale.",
         v3_0="Set `route.lifetime` to change when a route becomes stale.")
    assert set(said(library, "which setting changes when a route becomes stale")) == {"3.0", "1.0"}


def test_a_version_that_does_not_document_it_says_so(library: SmallLibrary) -> None:
    fill(library, v1_0="Grease only.", v2_0="A route becomes stale after 40 seconds.",
         v3_0="A route becomes stale after 90 seconds.")
    answer = library.ask("when does a route become stale")
    assert answer.state is AnswerState.NEEDS_VERSION
    assert answer.text.split("\n\n")[-1] == "1.0: not documented"


@pytest.mark.parametrize("wishes", [{"version": "2.0"}, {"all_versions": True}])
def test_a_chosen_version_asks_nothing(library: SmallLibrary, wishes: dict[str, object]) -> None:
    fill(library, v2_0="A route becomes stale after 40 seconds.", v3_0="A route becomes stale after 90 seconds.")
    assert said(library, "when does a route become stale", **wishes) == {}
    assert said(library, "when does a route become stale in relay 2.0") == {}


def test_a_version_of_the_profile_asks_nothing(tmp_path_factory: pytest.TempPathFactory) -> None:
    library = SmallLibrary(tmp_path_factory.mktemp("profile"), profile=Profile(version="2.0"))
    fill(library, v2_0="A route becomes stale after 40 seconds.", v3_0="A route becomes stale after 90 seconds.")
    assert said(library, "when does a route become stale") == {}
    library.store.close()


def test_no_text_is_generated_and_each_version_is_quoted_at_its_place(tmp_path_factory: pytest.TempPathFactory) -> None:
    generator = FakeGenerator()
    library = SmallLibrary(tmp_path_factory.mktemp("asked"), generator=generator)
    fill(library, v2_0="A route becomes stale after 40 seconds.", v3_0="A route becomes stale after 90 seconds.")
    answer = library.ask("when does a route become stale")
    assert generator.prompts == []
    assert (answer.state, answer.reason) == (AnswerState.NEEDS_VERSION, "needs_version")
    assert [block.passage.applies_to.raw for block in answer.evidence] == ["3.0", "2.0"]
    assert [claim.citations[0].path for claim in answer.claims] == ["3.0/timeouts.md", "2.0/timeouts.md"]
    for claim in answer.claims:
        assert answer.text[claim.span.start:claim.span.end] == claim.text
        assert claim.citations[0].quote == claim.text
    library.store.close()


def test_what_a_reader_may_not_see_is_not_compared(tmp_path_factory: pytest.TempPathFactory) -> None:
    library = SmallLibrary(tmp_path_factory.mktemp("audience"), profile=Profile(audiences=frozenset({"customer"})))
    library.write("2.0/timeouts.md",
                  "---\naudience: internal\n---\n# Route timeouts\n\nA route becomes stale after 40 s.\n")
    library.write("3.0/timeouts.md", "# Route timeouts\n\nA route becomes stale after 90 s.\n")
    library.add_docs()
    library.sync()
    assert said(library, "when does a route become stale") == {}
    library.store.close()
