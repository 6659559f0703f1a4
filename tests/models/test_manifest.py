"""Reading the manifest."""

from __future__ import annotations

from pathlib import Path

import pytest

from models.errors import BadManifest
from models.manifest import Fetch, Role, Use, read_manifest

TINY = """
[[model]]
id = "a"
role = "generator"
name = "A"
licence = "MIT"
fetch = "default"
memory_mib = 1
[[model.file]]
name = "{name}"
use = "weights"
bytes = 1
sha256 = "{sha256}"
sources = []
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "manifest.toml"
    path.write_text(text)
    return path


def test_the_shipped_manifest_names_an_embedder_and_a_generator_to_fetch_by_default() -> None:
    manifest = read_manifest()
    for role in (Role.EMBEDDER, Role.GENERATOR):
        assert manifest.of_role(role)[0].fetch is Fetch.DEFAULT


def test_the_parts_of_every_shipped_file_add_up_to_the_file_unless_it_is_built() -> None:
    for model in read_manifest().models:
        for entry in model.files:
            assert entry.sources
            if not entry.build:
                assert sum(source.bytes for source in entry.sources) == entry.bytes
            if len(entry.sources) == 1 and not entry.build:
                assert entry.sources[0].sha256 == entry.sha256


def test_every_hash_of_the_shipped_manifest_is_a_whole_sha256() -> None:
    for model in read_manifest().models:
        for entry in model.files:
            for digest in (entry.sha256, *(source.sha256 for source in entry.sources)):
                assert len(bytes.fromhex(digest)) == 32


def test_the_id_of_results_changes_with_the_content_of_the_file(tmp_path: Path) -> None:
    first = read_manifest(write(tmp_path, TINY.format(name="w", sha256="a" * 64))).model("a")
    second = read_manifest(write(tmp_path, TINY.format(name="w", sha256="b" * 64))).model("a")
    assert first.version_id != second.version_id


@pytest.mark.parametrize(("text", "said"), [
    ("not toml [", "cannot be read"),
    ("[[model]]\nid = 'a'", "cannot be read"),
    (TINY.format(name="../outside", sha256="a" * 64), "two meanings"),
    (TINY.format(name="w", sha256="a" * 64) * 2, "names a model twice"),
    (TINY.format(name="w", sha256="a" * 64)
     + TINY.format(name="w", sha256="b" * 64).replace('id = "a"', 'id = "b"'), "two meanings"),
])
def test_a_manifest_that_makes_no_sense_is_refused_in_one_sentence(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadManifest, match=said) as caught:
        read_manifest(write(tmp_path, text))
    assert "\n" not in str(caught.value)


def test_a_missing_manifest_and_an_unknown_model_are_told_by_name(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match=r"nowhere\.toml"):
        read_manifest(tmp_path / "nowhere.toml")
    with pytest.raises(BadManifest, match=r"no model named nothing.*minilm"):
        read_manifest().model("nothing")
    with pytest.raises(BadManifest, match="names no graph file"):
        read_manifest().of_role(Role.GENERATOR)[0].file(Use.GRAPH)
