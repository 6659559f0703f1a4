"""Bringing models in from a folder or a stick."""

from __future__ import annotations

import shutil
from collections import namedtuple
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.errors import ModelDamaged, ModelError, ModelMissing
from models.importing import import_models
from models.manifest import Role, Use
from tests.models.tiny import file_of, manifest_of, model_of

GRAPH, TOKENS, WEIGHTS = b"the graph", b"the tokenizer", b"the weights, a little longer"
MANIFEST = manifest_of(
    model_of(file_of(GRAPH, "e.onnx", Use.GRAPH), file_of(TOKENS, "e.json", Use.TOKENIZER),
             role=Role.EMBEDDER, model_id="e"),
    model_of(file_of(WEIGHTS, "g.gguf"), model_id="g"),
)


def stick(folder: Path, *, weights: bytes = WEIGHTS) -> Path:
    (folder / "pack" / "LICENSES").mkdir(parents=True)
    (folder / "pack" / "e.onnx").write_bytes(GRAPH)
    (folder / "pack" / "e.json").write_bytes(TOKENS)
    (folder / "g.gguf").write_bytes(weights)
    (folder / "holiday.jpg").write_bytes(b"not ours")
    return folder


def test_all_files_of_the_manifest_are_copied_from_wherever_they_lie_on_the_stick(tmp_path: Path) -> None:
    target = tmp_path / "data" / "models"
    done = import_models(MANIFEST, stick(tmp_path / "stick"), target)
    assert sorted(done.copied) == ["e.json", "e.onnx", "g.gguf"]
    assert sorted(path.name for path in target.iterdir()) == ["e.json", "e.onnx", "g.gguf"]
    assert (target / "g.gguf").read_bytes() == WEIGHTS


def test_importing_twice_copies_nothing_the_second_time(tmp_path: Path) -> None:
    source, target = stick(tmp_path / "stick"), tmp_path / "models"
    import_models(MANIFEST, source, target)
    again = import_models(MANIFEST, source, target)
    assert again.copied == ()
    assert len(again.already) == 3


def test_a_damaged_file_in_place_is_replaced_by_a_sound_one(tmp_path: Path) -> None:
    target = tmp_path / "models"
    target.mkdir()
    (target / "g.gguf").write_bytes(b"?" * len(WEIGHTS))
    assert import_models(MANIFEST, stick(tmp_path / "stick"), target).copied
    assert (target / "g.gguf").read_bytes() == WEIGHTS


def test_one_file_can_be_named_instead_of_a_folder(tmp_path: Path) -> None:
    done = import_models(MANIFEST, stick(tmp_path / "stick") / "g.gguf", tmp_path / "models")
    assert done.copied == ("g.gguf",)


@given(place=st.integers(0, len(WEIGHTS) - 1), change=st.integers(1, 255))
def test_one_changed_byte_anywhere_refuses_everything_and_leaves_nothing_behind(place: int, change: int) -> None:
    weights = bytearray(WEIGHTS)
    weights[place] ^= change
    with TemporaryDirectory() as folder:
        source, target = stick(Path(folder, "stick"), weights=bytes(weights)), Path(folder, "models")
        with pytest.raises(ModelDamaged, match=r"g\.gguf is not the file the manifest names.*nothing was imported"):
            import_models(MANIFEST, source, target)
        assert list(target.iterdir()) == []


def test_a_file_of_the_wrong_size_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(ModelDamaged, match="4 bytes instead of 28"):
        import_models(MANIFEST, stick(tmp_path / "stick", weights=b"half"), tmp_path / "models")
    assert not (tmp_path / "models").exists()


def test_what_was_there_before_a_refused_import_is_still_there(tmp_path: Path) -> None:
    target = tmp_path / "models"
    target.mkdir()
    (target / "g.gguf").write_bytes(WEIGHTS)
    source = stick(tmp_path / "stick")
    (source / "pack" / "e.onnx").write_bytes(b"THE GRAPH")
    with pytest.raises(ModelDamaged):
        import_models(MANIFEST, source, target)
    assert [path.name for path in target.iterdir()] == ["g.gguf"]


def test_a_missing_folder_and_a_folder_without_models_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="There is no folder"):
        import_models(MANIFEST, tmp_path / "absent", tmp_path / "models")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ModelMissing, match=r"none of the model files; looked for: e\.json, e\.onnx, g\.gguf"):
        import_models(MANIFEST, tmp_path / "empty", tmp_path / "models")


def test_a_full_disk_is_told_with_both_numbers_before_anything_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**9, 10**9, 200_000_010))
    with pytest.raises(ModelError, match=r"need 0 MB, but the disk of .* has only 0 MB"):
        import_models(MANIFEST, stick(tmp_path / "stick"), tmp_path / "models")
    assert list((tmp_path / "models").iterdir()) == []


def test_a_target_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(ModelError, match="could not be copied to"):
        import_models(MANIFEST, stick(tmp_path / "stick"), tmp_path / "file" / "models")
