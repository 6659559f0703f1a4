"""A scan sees what a person would call a document, in any folder, and nothing that a rule passes over."""

from __future__ import annotations

import os
import subprocess
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.ignore import IgnoreRules
from engine.ingest.scan import disk_path, scan, stored_path


def lay(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)


def test_hidden_entries_version_control_build_output_and_half_written_files_are_passed_over(tmp_path: Path) -> None:
    lay(tmp_path, "a.md", ".hidden.md", ".git/config.md", "node_modules/x/readme.md", "venv/y.md", "b.md~", "c.md.swp",
        "d.md.tmp", "Thumbs.db", "sub/e.md", "sub/.f/g.md")
    assert set(scan(str(tmp_path)).files) == {"a.md", "sub/e.md"}


@pytest.mark.parametrize(("globs", "left"), [
    (["*.log"], {"a.md", "drafts/b.md", "sub/drafts/c.md", "sub/d.md"}),
    (["drafts/"], {"a.md", "a.log", "sub/d.md"}),
    (["drafts"], {"a.md", "a.log", "sub/d.md"}),
    (["sub/drafts"], {"a.md", "a.log", "drafts/b.md", "sub/d.md"}),
    (["/sub/"], {"a.md", "a.log", "drafts/b.md"}),
    (["sub/*.md"], {"a.md", "a.log", "drafts/b.md"}),
    (["**/D.MD"], {"a.md", "a.log", "drafts/b.md", "sub/drafts/c.md"}),
    (["", "[", "a.?d"], {"a.log", "drafts/b.md", "sub/drafts/c.md", "sub/d.md"}),
])
def test_globs_of_the_person_pass_over_files_and_folders(globs: list[str], left: set[str], tmp_path: Path) -> None:
    lay(tmp_path, "a.md", "a.log", "drafts/b.md", "sub/drafts/c.md", "sub/d.md")
    assert set(scan(str(tmp_path), rules=IgnoreRules(globs)).files) == left


def test_a_look_at_some_paths_sees_what_a_whole_scan_would(tmp_path: Path) -> None:
    lay(tmp_path, "a.md", "sub/b.md", "sub/deep/c.md", "sub/.git/d.md", "node_modules/e.md", "f.md~")
    whole = scan(str(tmp_path)).files
    paths = ["a.md", "sub", "sub/.git/d.md", "node_modules", "node_modules/e.md", "f.md~", "gone.md", "gone/too.md"]
    assert scan(str(tmp_path), paths=paths).files == whole
    assert set(scan(str(tmp_path), paths=["sub/deep"]).files) == {"sub/deep/c.md"}
    assert scan(str(tmp_path), paths=[""]).files == whole


def test_links_are_followed_once_inside_and_never_out(tmp_path: Path) -> None:
    root = tmp_path / "root"
    lay(root, "a.md", ".store/b.md")
    lay(tmp_path, "outside.md")
    for name, target in (("to_a.md", root / "a.md"), ("b1.md", root / ".store/b.md"), ("b2.md", root / ".store/b.md"),
                         ("out.md", tmp_path / "outside.md"), ("loop", root), ("self.md", root / "self.md"),
                         ("nowhere.md", root / "nothing.md")):
        (root / name).symlink_to(target)
    assert set(scan(str(root)).files) == {"a.md", "b1.md"}
    assert scan(str(root), paths=["b2.md"]).is_doubtful


def test_a_very_deep_folder_is_no_trouble() -> None:
    base = Path(tempfile.mkdtemp())
    handle = os.open(base, os.O_RDONLY)
    for _ in range(1200):  # deeper than Python recurses
        os.mkdir("d", dir_fd=handle)
        deeper = os.open("d", os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = deeper
    os.close(handle)
    lay(base, "top.md")
    assert "top.md" in scan(str(base)).files
    subprocess.run(["rm", "-rf", str(base)], check=True)  # Python's own way to remove it does recurse


@given(st.binary(min_size=1, max_size=40).filter(lambda name: b"\0" not in name and b"/" not in name))
def test_any_name_on_disk_comes_back_from_its_stored_form(name: bytes) -> None:
    on_disk = os.fsdecode(name)
    stored = stored_path(on_disk)
    stored.encode("utf-8")
    if not any("\uf780" <= c <= "\uf7ff" for c in on_disk):
        assert disk_path("/root", stored) == Path("/root", on_disk)


def test_names_in_both_forms_of_unicode_are_two_files(tmp_path: Path) -> None:
    lay(tmp_path, *{unicodedata.normalize(form, "résumé.md") for form in ("NFC", "NFD")}, "new\nline.md")
    assert len(scan(str(tmp_path)).files) == 3
