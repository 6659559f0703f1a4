"""The pictures of a document, read only from below its own root.

An address is taken when it is a relative one (or begins at the site's root, ``/``), leads to a file that lies below
the root after every link has been followed, and that file begins as a picture does. Everything else stays out:
other roots, the rest of the disk, anything with a scheme.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from engine.types import Picture

MOST_BYTES = 8 * 1024**2
MOST_BYTES_IN_ALL = 32 * 1024**2
_IMAGE = re.compile(r"!\[[^\]\n]*\]\(\s*<?([^)\s>]+)>?(?:\s[^)\n]*)?\)")
_STARTS = (b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a", b"BM", b"RIFF")


def pictures_of(text: str, *, root: Path, document: Path) -> tuple[Picture, ...]:
    """The pictures that the Markdown ``text`` of ``document`` shows; those that may not be read are left out."""
    return tuple(_read(dict.fromkeys(_IMAGE.findall(text)), root, document))


def _read(addresses: dict[str, None], root: Path, document: Path) -> Iterator[Picture]:
    left = MOST_BYTES_IN_ALL
    for address in addresses:
        file = allowed(address, root=root, document=document)
        if file is None:
            continue
        try:
            if file.stat().st_size > min(MOST_BYTES, left):
                continue
            data = file.read_bytes()
        except OSError:
            continue  # the viewer draws a placeholder that says so
        if data.startswith(_STARTS):
            left -= len(data)
            yield Picture(address=address, data=data)


def allowed(address: str, *, root: Path, document: Path) -> Path | None:
    """The file that ``address`` means, when it lies below ``root`` after following every link; else None."""
    bare = unquote(address.split("#", 1)[0].split("?", 1)[0])
    if not bare or re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//|\\", bare) or "\0" in bare:
        return None
    try:
        file = (root / bare.lstrip("/") if bare.startswith("/") else document.parent / bare).resolve(strict=True)
        return file if file.is_relative_to(root.resolve(strict=True)) and file.is_file() else None
    except (OSError, RuntimeError, ValueError):
        return None
