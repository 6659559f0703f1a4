"""Which pictures of a document may be read: those below its own root, after every link has been followed."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.answer.pictures import MOST_BYTES, pictures_of

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20


@pytest.fixture
def page(tmp_path: Path) -> Path:
    root = tmp_path / "docs"
    (root / "guide" / "img").mkdir(parents=True)
    (root / "guide" / "img" / "a pump.png").write_bytes(PNG)
    (root / "logo.png").write_bytes(PNG)
    (root / "notes.txt").write_text("secret")
    (root / "huge.png").write_bytes(PNG + b"0" * MOST_BYTES)
    (tmp_path / "outside.png").write_bytes(PNG)
    (root / "guide" / "link.png").symlink_to(tmp_path / "outside.png")
    (root / "guide" / "fine.png").symlink_to(root / "logo.png")
    return root / "guide" / "pump.md"


def addresses(page: Path, address: str) -> list[str]:
    shown = pictures_of(f"Look: ![x]({address})", root=page.parent.parent, document=page)
    return [picture.address for picture in shown]


@pytest.mark.parametrize("address", ["img/a%20pump.png", "../logo.png", "/logo.png", "fine.png", "../logo.png?raw=1"])
def test_pictures_below_the_root_are_read(page: Path, address: str) -> None:
    assert addresses(page, address) == [address]


@pytest.mark.parametrize("address", [
    "../../outside.png", "link.png", "file:///etc/passwd", "https://elsewhere.example/x.png", "//host/x.png",
    "../notes.txt", "../huge.png", "missing.png", "../..", "%00.png", "C:/x.png", "\\\\host\\x.png",
])
def test_everything_else_stays_out(page: Path, address: str) -> None:
    assert addresses(page, address) == []
