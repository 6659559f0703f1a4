"""One question from folder to cited answer, on fakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.errors import BadRoot, GeneratorLost, NotFound
from engine.types import (
    Address,
    AnswerStage,
    AnswerState,
    CitationState,
    Passage,
    Profile,
    Request,
    Verdict,
)
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

PAGE = """# Relay timeouts

A route becomes stale after {} seconds without an acknowledgement.

## Buffer size

The buffer holds {} kibibytes per route. Set it with `relay.buffer_kib`.
"""


@pytest.fixture
def versions(library: SmallLibrary) -> SmallLibrary:
    library.write("1.0/relay.md", PAGE.format(40, 64))
    library.write("2.0/relay.md", PAGE.format(90, 128))
    library.write("notes.md", "# Notes\n\nThe relay room is on floor three.\n")
    library.add_docs()
    library.sync()
    return library


def test_every_hit_belongs_to_the_version_that_was_chosen(versions: SmallLibrary) -> None:
    for wanted, seconds in (("1.0", "40"), ("2.0", "90")):
        found = versions.search("when does a route become stale", product="relay", version=wanted)
        assert found.passages[0].text.count(f"{seconds} seconds") == 1
        assert {passage.applies_to.raw for passage in found.passages} <= {wanted, ""}


def test_a_question_about_both_versions_gets_both(versions: SmallLibrary) -> None:
    found = versions.search("relay: buffer size in 1.0 versus 2.0", product="relay")
    assert {passage.applies_to.raw for passage in found.passages[:2]} == {"1.0", "2.0"}


def test_a_version_that_is_not_there_gets_no_other_versions_content(versions: SmallLibrary) -> None:
    answer = versions.ask("buffer size in relay 7.5", product="relay")
    assert (answer.state, answer.retrieved.passages, answer.text) == (AnswerState.NO_EVIDENCE, (), "")
    assert "2.0" in answer.retrieved.nearest
    chosen = versions.ask("buffer size", product="relay", version="7.5")
    assert (chosen.state, chosen.retrieved.passages) == (AnswerState.NO_EVIDENCE, ())


def test_the_passage_is_on_screen_before_the_first_generated_word(versions: SmallLibrary) -> None:
    events: list[object] = []
    answer = versions.ask("when does a route become stale", product="relay", version="1.0", events=events)  # type: ignore[arg-type]
    stages = [event.stage for event in events]  # type: ignore[attr-defined]
    assert stages[:2] == [AnswerStage.RETRIEVED, AnswerStage.EVIDENCE]
    assert stages[2] is AnswerStage.DRAFT
    assert stages[-1] is AnswerStage.SETTLED
    assert "40 seconds" in answer.evidence[0].text


def test_a_generated_sentence_that_its_place_says_is_verified(versions: SmallLibrary) -> None:
    answer = versions.ask("when does a route become stale", product="relay", version="2.0")
    assert answer.state is AnswerState.ANSWERED
    (claim,) = [claim for claim in answer.claims if claim.citations]
    (citation,) = claim.citations
    assert claim.verdict is Verdict.SUPPORTED
    assert citation.path == "2.0/relay.md"
    opened = versions.assistant.open(citation)
    assert opened.state is CitationState.CURRENT
    assert opened.span is not None
    assert opened.text[opened.span.start:opened.span.end] == citation.quote


def test_an_invented_sentence_has_no_source(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, generator=FakeGenerator(
        "The buffer holds 64 kibibytes per route. Download the installer from the vendor portal today."))
    library.write("relay.md", PAGE.format(40, 64))
    library.add_docs()
    library.sync()
    (_, claim) = library.ask("what does the buffer hold per route").claims
    library.store.close()
    assert (claim.verdict, claim.citations) == (Verdict.NOT_ENOUGH_INFO, ())


def test_a_generator_that_dies_leaves_the_verbatim_answer(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, generator=FakeGenerator(
        "The buffer holds 64 kibibytes.", error=GeneratorLost("The generator stopped; ask again to restart it.")))
    library.write("relay.md", PAGE.format(40, 64))
    library.add_docs()
    library.sync()
    answer = library.ask("how large is the buffer per route")
    library.store.close()
    assert answer.state is AnswerState.VERBATIM
    assert "64 kibibytes" in answer.text
    assert answer.reason == "generator_lost"
    assert "stopped" in answer.explanation


@pytest.mark.parametrize(("question", "state", "reason"), [
    ("buffer size with colour, paint and finish", AnswerState.DECLINED, "model_declined"),
    ("what does the buffer hold per route", AnswerState.VERBATIM, "model_unsure"),
])
def test_a_model_that_finds_nothing_is_believed_unless_the_passage_speaks_of_what_is_asked(
        tmp_path: Path, question: str, state: AnswerState, reason: str) -> None:
    library = SmallLibrary(tmp_path, generator=FakeGenerator("Not documented in these sources."))
    library.write("relay.md", PAGE.format(40, 64))
    library.add_docs()
    library.sync()
    answer = library.ask(question)
    library.store.close()
    assert (answer.state, answer.reason, answer.claims) == (state, reason, ())


def test_a_machine_that_reads_too_slowly_shows_the_passage_and_is_tried_again_later(tmp_path: Path) -> None:
    generator = FakeGenerator("The buffer holds 64 kibibytes per route.")
    library = SmallLibrary(tmp_path, generator=generator)
    library.write("relay.md", PAGE.format(40, 64))
    library.add_docs()
    library.sync()
    generator.reading_rate = 2.0
    slow = library.ask("what does the buffer hold per route")
    generator.reading_rate = 100.0
    after = library.ask("what does the buffer hold per route")
    library.store.close()
    assert (slow.state, slow.reason) == (AnswerState.VERBATIM, "slow_machine")
    assert "64 kibibytes" in slow.text
    assert len(generator.prompts) == 1
    assert after.state is AnswerState.ANSWERED


def test_without_generation_the_answer_is_the_passage(versions: SmallLibrary) -> None:
    answer = versions.ask("buffer size", product="relay", version="1.0", generate=False)
    assert answer.state is AnswerState.VERBATIM
    assert "64 kibibytes" in answer.text


def test_a_changed_file_says_so_when_its_citation_is_opened(versions: SmallLibrary) -> None:
    (claim, *_) = versions.ask("when does a route become stale", product="relay", version="2.0").claims
    (citation,) = claim.citations
    versions.write("2.0/relay.md", "# New first section\n\nMore text.\n\n" + PAGE.format(90, 128))
    assert versions.assistant.open(citation).state is CitationState.MOVED
    versions.write("2.0/relay.md", PAGE.format(95, 128))
    changed = versions.assistant.open(citation)
    assert (changed.state, changed.span) == (CitationState.CHANGED, None)
    (versions.docs / "2.0/relay.md").unlink()
    assert versions.assistant.open(citation).state is CitationState.MISSING


def test_deprecated_pages_are_out_unless_asked_for(library: SmallLibrary) -> None:
    library.write("old.md", "---\ndeprecated: true\nsuperseded_by: new.md\n---\n# Pairing\n\nHold for nine seconds.\n")
    library.write("new.md", "# Pairing\n\nHold the button for three seconds.\n")
    library.add_docs()
    library.sync()
    assert [p.path for p in library.search("pairing: hold the button for how many seconds").passages] == ["new.md"]
    found = library.search("pairing: hold the button for how many seconds", include_deprecated=True).passages
    assert {(p.path, p.deprecated) for p in found} == {("old.md", True), ("new.md", False)}


def test_an_audience_sees_its_own_and_unlabelled_pages_and_nobody_sees_nothing(library: SmallLibrary) -> None:
    library.write("secret.md", "---\naudience: internal\n---\n# Valve audit\n\nThe valve audit is late.\n")
    library.write("open.md", "# Valve audit\n\nThe valve audit is quarterly.\n")
    library.add_docs()
    library.sync()

    def paths(passages: tuple[Passage, ...]) -> set[str]:
        return {passage.path for passage in passages}

    assert paths(library.search("valve audit", audiences=frozenset({"customer"})).passages) == {"open.md"}
    assert paths(library.search("valve audit", audiences=frozenset({"internal"})).passages) == {"open.md", "secret.md"}
    assert paths(library.search("valve audit", audiences=frozenset()).passages) == set()


def test_the_profile_decides_the_version_and_what_may_be_seen(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, profile=Profile(version="1.0", audiences=frozenset({"customer"})))
    library.write("1.0/relay.md", PAGE.format(40, 64))
    library.write("2.0/relay.md", PAGE.format(90, 128))
    library.write("1.0/secret.md", "---\naudience: internal\n---\n# Stale routes\n\nA stale route is our secret.\n")
    library.add_docs()
    library.sync()
    found = library.search("when is a route stale", product="relay", audiences=frozenset({"internal", "customer"}))
    library.store.close()
    assert {passage.path for passage in found.passages} == {"1.0/relay.md"}


def test_an_answer_can_be_explained_afterwards(versions: SmallLibrary) -> None:
    answer = versions.ask("when does a route become stale", product="relay", version="2.0")
    trace = versions.assistant.trace(answer.trace_id)
    assert trace["question"] == "when does a route become stale"
    assert "90 seconds" in str(trace["prompt"])
    assert trace["verdicts"]
    with pytest.raises(NotFound):
        versions.assistant.trace("nope")


@pytest.mark.parametrize("path", ["missing", "file.md"])
def test_only_a_readable_folder_becomes_a_root(library: SmallLibrary, path: str) -> None:
    library.write("file.md", "text")
    with pytest.raises(BadRoot, match=r"\.$"):
        library.assistant.add_root(str(library.docs / path))
    assert library.assistant.catalogue().roots == ()


def test_a_folder_is_not_registered_twice_or_inside_another(library: SmallLibrary) -> None:
    library.write("sub/a.md", "# A\n\ntext")
    library.add_docs()
    for path in (library.docs, library.docs / "sub", library.docs.parent):
        with pytest.raises(BadRoot):
            library.assistant.add_root(str(path))


def test_counts_and_names_leak_nothing_of_what_one_may_not_see(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path, profile=Profile(audiences=frozenset({"customer"})))
    library.write("7.7/secret.md",
                  "---\naudience: internal\nproduct: hidden-product\n---\n# Secret\n\nThe valve is late.\n")
    library.write("1.0/open.md", "# Open\n\nThe valve is quarterly.\n")
    library.assistant.add_root(str(library.docs))
    library.sync()
    seen = library.assistant.catalogue()
    found = library.search("valve in version 7.7")
    library.store.close()
    assert (seen.documents, seen.products, seen.audiences) == (1, (), ())
    assert [version.raw for version in seen.versions(None)] == ["1.0"]
    assert "7.7" not in " ".join(found.nearest)
    assert "secret" not in str(found).lower()


def test_the_latest_version_includes_guides_that_cover_it_and_pages_of_no_product(library: SmallLibrary) -> None:
    for path, product, version, word in (
            ("a.md", "relay", "2.4", "fourth"), ("b.md", "relay", "2.x", "whole line"),
            ("c.md", "relay", "1.0", "first"),
            ("d.md", "", "3", "loose"), ("e.md", "", "2", "second loose"), ("f.md", "relay", "9.0", "planned")):
        draft = "draft: true\n" if path == "f.md" else ""
        library.write(path, f"---\nproduct: {product}\nversion: '{version}'\n{draft}---\n# Valve audit\n\n"
                            f"The valve audit of the {word} release is quarterly.\n")
    library.assistant.add_root(str(library.docs))
    library.sync()
    everywhere = library.search("valve audit", k=20)
    assert {passage.path for passage in everywhere.passages} == {"a.md", "b.md", "d.md", "e.md"}
    relay = library.search("valve audit", product="relay", k=20)
    assert {passage.path for passage in relay.passages} == {"a.md", "b.md"}


def test_a_link_leads_to_the_document_it_means_and_nowhere_else(library: SmallLibrary) -> None:
    library.write("guide/pump.md", "# Pump\n\nSee [seals](seals.html#replace).\n")
    library.write("guide/seals.md", "# Seals\n\n## Replace\n\nPull the old seal.\n")
    library.write("old.md", "---\ndeprecated: true\nsuperseded_by: guide/pump.md\n---\n# Old pump\n\nTurn it.\n")
    library.add_docs()
    library.sync()
    root = library.assistant.catalogue().roots[0].id
    place = library.assistant.follow(root, "guide/pump.md", "seals.html#replace")
    assert place is not None
    assert (place.path, place.anchor) == ("guide/seals.md", "replace")
    opened = library.assistant.open_address(place)
    assert (opened.state, opened.heading_path[-1], opened.quote) == (CitationState.CURRENT, "Replace", "")
    assert library.assistant.follow(root, "guide/pump.md", "https://elsewhere.example/seals.md") is None
    assert library.assistant.follow(root, "guide/pump.md", "../../etc/passwd") is None
    old = library.assistant.open_address(Address(root=root, path="old.md"))
    assert old.successor == Address(root=root, path="guide/pump.md")
    with pytest.raises(NotFound):
        library.assistant.open_address(Address(root=root, path="nowhere.md"))


def test_a_folder_is_previewed_before_anything_is_read(library: SmallLibrary) -> None:
    for path in ("2.15/cron.md", "2.15/kafka.md", "2.8/cron.md", "readme.md"):
        library.write(path, "# Page\n")
    seen = library.assistant.preview_root(str(library.docs))
    assert (seen.files, dict(seen.versions)) == (4, {"2.15": 2, "2.8": 1, "": 1})
    assert seen.bytes == 4 * 7
    ruled = library.assistant.preview_root(str(library.docs), version_regex=r"^2\.(\d+)/")
    assert dict(ruled.versions) == {"15": 2, "8": 1, "": 1}
    assert "regular expression" in library.assistant.preview_root(str(library.docs), version_regex="(").trouble
    assert "cannot be read" in library.assistant.preview_root(str(library.docs / "nowhere")).trouble
    assert library.assistant.catalogue().roots == ()


def test_a_removed_folder_is_forgotten_and_its_files_stay(library: SmallLibrary) -> None:
    file = library.write("pump.md", "# Pump\n\nTurn the valve.\n")
    library.add_docs()
    library.sync()
    (root,) = library.assistant.catalogue().roots
    library.assistant.remove_root(root.id)
    assert (library.assistant.catalogue().documents, library.assistant.ledger()) == (0, ())
    assert library.search("turn the valve").passages == ()
    assert file.exists()


def test_a_file_is_read_again_on_request(library: SmallLibrary) -> None:
    library.write("pump.md", "# Pump\n\nTurn the valve.\n")
    library.add_docs()
    library.sync()
    (root,) = library.assistant.catalogue().roots
    library.assistant.retry(root.id, "pump.md")
    report = library.sync()
    assert report.added + report.changed == 1
    assert library.assistant.catalogue().documents == 1


def test_typing_finds_by_the_beginning_of_a_word_in_the_scope(versions: SmallLibrary) -> None:
    for typed in ("ackn", "stale ackn", "relay.buf"):
        found = versions.assistant.look_up(Request(question=typed, product="relay", version="1.0"))
        assert found.passages, typed
        assert {passage.applies_to.raw for passage in found.passages} <= {"1.0", ""}
    assert versions.assistant.look_up(Request(question="zebr", product="relay")).passages == ()
    assert versions.assistant.look_up(Request(question="\"", product="relay")).passages == ()
