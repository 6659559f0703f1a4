"""What was removed is gone: no byte of it in any file of ours; and the index takes no more room than it needs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from engine.errors import BadRequest, BadRoot
from engine.store.migrate import is_bloated
from engine.types import SOURCE_REMOVED, FeedbackKind
from tests.library import SmallLibrary

PAGE = "# Relay {0}\n\nThe relay {0} holds {0} routes. " + "Each of them has a name and a price. " * 20


def secret_page() -> str:
    return ("# SECRET-TOKEN-91 plan\n\nThe word is secret-token-91 and `SECRET-TOKEN-91` is its code.\n\n"
            "| a | b |\n|-|-|\n| secret-token-91 | x |\n")


def leaks(base: Path, word: bytes) -> list[str]:
    """Files of the data folder that hold the word in any case."""
    return [file.name for file in (base / "data").rglob("*") if file.is_file() and word in file.read_bytes().lower()]


@pytest.fixture
def base(tmp_path: Path) -> Path:
    library = SmallLibrary(tmp_path)
    library.write("secret-token-91.md", secret_page())
    for number in range(30):
        library.write(f"page{number}.md", PAGE.format(number))
    library.add_docs()
    library.sync()
    library.store.close()
    return tmp_path


def test_no_byte_of_a_deleted_file_is_left_after_maintenance(base: Path) -> None:
    library = SmallLibrary(base)
    answer = library.ask("what is the secret-token-91 code", generate=False)
    assert answer.trace_id
    library.ask("how many routes holds relay 7", all_versions=True, generate=False)
    assert leaks(base, b"secret-token-91")
    (library.docs / "secret-token-91.md").unlink()
    library.sync()
    (base / "data/citeside.db.damaged-20260101T000000").write_bytes(b"old secret-token-91")
    done = library.assistant.maintain()
    assert (done.traces, done.files) == (1, ("citeside.db.damaged-20260101T000000",))
    assert library.search("how many routes holds relay 7", all_versions=True).passages
    library.check()
    library.store.close()
    assert leaks(base, b"secret-token-91") == []


def test_no_byte_of_an_edited_passage_is_left_after_maintenance(base: Path) -> None:
    library = SmallLibrary(base)
    library.write("page3.md", "# Relay\n\nThe price is hidden-price-17.\n")
    library.sync()
    library.ask("what is the hidden-price-17", generate=False)
    library.write("page3.md", "# Relay\n\nThe price is public.\n")
    library.sync()
    library.assistant.maintain()
    library.store.close()
    assert leaks(base, b"hidden-price-17") == []


def test_a_removed_folder_takes_everything_with_it_and_the_others_stay(base: Path) -> None:
    other = base / "other"
    other.mkdir()
    (other / "a.md").write_text("# Other\n\nThe other folder stays here.\n")
    library = SmallLibrary(base)
    library.assistant.add_root(str(other))
    library.sync()
    library.ask("what is the secret-token-91 code", generate=False)
    library.ask("which folder stays here", generate=False)
    removed, _ = library.assistant.remove_folder(str(library.docs))
    assert removed.path == str(library.docs)
    assert [root.path for root in library.assistant.catalogue().roots] == [str(other)]
    assert library.search("which folder stays here").passages[0].path == "a.md"
    assert library.assistant.maintain().traces >= 1
    library.check()
    library.store.close()
    assert leaks(base, b"secret-token-91") == []
    assert leaks(base, str(library.docs).encode()) == []
    assert (library.docs / "secret-token-91.md").is_file()


def test_a_kept_answer_loses_its_text_with_the_folder_and_keeps_what_people_said(base: Path) -> None:
    library = SmallLibrary(base)
    library.write("spare.md", "# Spare routes\n\nA spare route expires after forty-one seconds.\n")
    library.sync()
    cited = library.ask("when does a spare route expire", all_versions=True)
    library.assistant.approve(cited.trace_id)
    library.assistant.say(cited.trace_id, FeedbackKind.CORRECTION, "After 41 s.")
    library.assistant.say(cited.trace_id, FeedbackKind.GOOD)
    read = library.ask("what is the name and the price of a relay", all_versions=True, generate=False)
    with library.store.side_writer() as db:  # kept by an earlier version: it read pages of the folder, and cites none
        db.run("UPDATE answer SET is_saved = 1 WHERE id = ?", (read.trace_id,))
        db.run("DELETE FROM answer_citation WHERE answer_id = ?", (read.trace_id,))
    _, emptied = library.assistant.remove_folder(str(library.docs))
    assert emptied == 1
    assert library.ask("when does a spare route expire", all_versions=True).curated is None
    assert library.assistant.maintain().traces >= 1
    kept = {one.id: one for one in library.assistant.saved()}
    assert {(one.text, one.state, one.approved_at, one.places) for one in kept.values()} == {
        ("", SOURCE_REMOVED, None, ())}
    assert kept[cited.trace_id].question == "when does a spare route expire"
    assert [question["answer_facts"] for question in library.assistant.feedback_questions()] == [["After 41 s."]]
    with pytest.raises(BadRequest):
        library.assistant.approve(cited.trace_id)
    library.store.close()
    assert leaks(base, b"each of them has") == []
    assert leaks(base, b"forty-one") == []


def test_a_folder_that_is_not_in_the_library_cannot_be_removed(base: Path) -> None:
    library = SmallLibrary(base)
    with pytest.raises(BadRoot, match="is not in the library"):
        library.assistant.remove_folder(str(base / "elsewhere"))
    shutil.rmtree(library.docs)
    library.assistant.remove_folder(str(library.docs))  # also one that is away
    assert library.assistant.catalogue().roots == ()
    library.store.close()


def test_maintenance_embeds_nothing_and_changes_no_answer(base: Path) -> None:
    library = SmallLibrary(base)
    contents, found = library.contents(), library.search("which relay holds routes").passages
    library.assistant.maintain()
    assert (library.contents(), library.search("which relay holds routes").passages) == (contents, found)
    assert library.sync().chunks_embedded == 0
    library.store.close()


def test_an_index_that_lost_most_of_its_vectors_is_made_smaller_by_a_synchronisation(tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path)
    sections = "".join(f"## Part {number}\n\nThis is part {number} of it.\n\n" for number in range(1500))
    for name in ("one.md", "two.md", "three.md"):
        library.write(name, f"# {name}\n\n{sections}")
    library.write("stays.md", "# Stays\n\nThis one stays.\n")
    library.add_docs()
    library.sync()
    for name in ("one.md", "two.md", "three.md"):
        (library.docs / name).unlink()
    assert library.sync().removed == 3
    with library.store.snapshot() as db:
        assert not is_bloated(db)
    assert library.search("which one stays").passages
    library.check()
    library.store.close()
