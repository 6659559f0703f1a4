"""Finding and verifying model files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from models.errors import BadManifest, ModelDamaged, ModelMissing
from models.files import CHECKOUT, SHIPPED, ModelFiles, ModelState, default_folders
from models.manifest import Fetch, Role, Use
from tests.models.tiny import file_of, manifest_of, model_of

CONTENT = b"weights of a tiny model"
WRONG = b"WEIGHTS OF A TINY MODEL"
TINY = model_of(file_of(CONTENT, "tiny.gguf"))


def folders(tmp_path: Path, first: bytes | None, second: bytes | None) -> ModelFiles:
    places = [tmp_path / "first", tmp_path / "second"]
    for place, content in zip(places, (first, second), strict=True):
        place.mkdir()
        if content is not None:
            (place / "tiny.gguf").write_bytes(content)
    return ModelFiles(manifest_of(TINY), [tmp_path / "absent", *places])


def test_folders_are_searched_from_the_most_particular_to_the_package(tmp_path: Path) -> None:
    found = default_folders(data_dir=tmp_path / "data", given=[tmp_path / "stick"])
    assert found[:2] == (tmp_path / "stick", tmp_path / "data" / "models")
    assert found[-2:] == (CHECKOUT, SHIPPED)
    assert len(found) == 6


def test_the_first_folder_that_holds_the_file_wins(tmp_path: Path) -> None:
    files = folders(tmp_path, CONTENT, CONTENT)
    assert files.verified(TINY).path(Use.WEIGHTS) == tmp_path / "first" / "tiny.gguf"


@pytest.mark.parametrize("bad", [WRONG, b"short", None])
def test_a_bad_file_does_not_hide_a_sound_one_in_the_next_folder(tmp_path: Path, bad: bytes | None) -> None:
    files = folders(tmp_path, bad, CONTENT)
    assert files.verified(TINY).path(Use.WEIGHTS) == tmp_path / "second" / "tiny.gguf"


@pytest.mark.parametrize("bad", [WRONG, b"short"])
def test_a_file_that_is_not_the_one_named_is_refused_with_its_path(tmp_path: Path, bad: bytes) -> None:
    with pytest.raises(ModelDamaged, match=r"first/tiny\.gguf is not the file of Tiny tiny"):
        folders(tmp_path, bad, None).verified(TINY)


def test_a_missing_model_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="citeside models import"):
        folders(tmp_path, None, None).verified(TINY)


def test_a_file_that_changes_after_it_was_verified_is_read_again(tmp_path: Path) -> None:
    files = folders(tmp_path, CONTENT, None)
    path = files.verified(TINY).path(Use.WEIGHTS)
    path.write_bytes(WRONG)
    os.utime(path, ns=(1, 1))
    with pytest.raises(ModelDamaged):
        files.verified(TINY)


def test_an_unchanged_file_is_hashed_once(tmp_path: Path) -> None:
    files = folders(tmp_path, CONTENT, None)
    path = files.verified(TINY).path(Use.WEIGHTS)
    facts = path.stat()
    path.write_bytes(WRONG)
    os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert files.verified(TINY).path(Use.WEIGHTS) == path


def test_status_tells_present_verified_damaged_and_missing_apart(tmp_path: Path) -> None:
    models = [model_of(file_of(CONTENT, f"{name}.gguf"), model_id=name) for name in ("good", "bad", "gone")]
    (tmp_path / "good.gguf").write_bytes(CONTENT)
    (tmp_path / "bad.gguf").write_bytes(WRONG)
    files = ModelFiles(manifest_of(*models), [tmp_path])
    assert [status.state for status in files.status()] == [
        ModelState.PRESENT, ModelState.PRESENT, ModelState.MISSING]
    assert [status.state for status in files.status(verify=True)] == [
        ModelState.VERIFIED, ModelState.DAMAGED, ModelState.MISSING]


def test_the_first_present_model_that_fits_the_memory_is_chosen_and_a_test_model_only_by_name(tmp_path: Path) -> None:
    large, small, test = (
        model_of(file_of(CONTENT, f"{name}.gguf"), model_id=name, memory_mib=memory, fetch=fetch)
        for name, memory, fetch in (("large", 1000, Fetch.DEFAULT), ("small", 100, Fetch.OPTIONAL),
                                    ("test", 10, Fetch.TEST)))
    for name in ("large", "small", "test"):
        (tmp_path / f"{name}.gguf").write_bytes(CONTENT)
    files = ModelFiles(manifest_of(large, small, test), [tmp_path])
    assert files.choose(Role.GENERATOR) == large
    assert files.choose(Role.GENERATOR, memory_mib=500) == small
    assert files.choose(Role.GENERATOR, memory_mib=50) is None
    assert files.choose(Role.GENERATOR, wanted="test") == test
    assert files.choose(Role.EMBEDDER) is None
    with pytest.raises(BadManifest):
        files.choose(Role.GENERATOR, wanted="unheard of")


def test_a_model_counts_as_found_only_with_all_its_files(tmp_path: Path) -> None:
    model = model_of(file_of(b"a", "a", Use.GRAPH), file_of(b"b", "b", Use.TOKENIZER), role=Role.EMBEDDER)
    files = ModelFiles(manifest_of(model), [tmp_path])
    (tmp_path / "a").write_bytes(b"a")
    assert files.find(model) is None
    (tmp_path / "b").write_bytes(b"b")
    located = files.find(model)
    assert located
    assert located.path(Use.TOKENIZER) == tmp_path / "b"
