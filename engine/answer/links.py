"""Where a link of a document leads within the library: to another document of the same root, or nowhere."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

from engine.store import readers
from engine.store.connection import Connection
from engine.types import Address, RootId

_ENDINGS = (".md", ".html", ".rst", ".adoc", ".txt", "/index.md", "/README.md", "/index.html", "/_index.md")


def follow(db: Connection, root: RootId, path: str, address: str) -> Address | None:
    """The document that ``address``, as written in the document ``path``, means; None when the library has none.

    Tried in order: the path as it stands, with the ending of a source file in place of a page's, then a document
    with that title.
    """
    bare, _, anchor = address.partition("#")
    bare = unquote(bare.split("?", 1)[0]).strip()
    if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", bare):
        return None
    if not bare:
        return Address(root=root, path=path, anchor=unquote(anchor)) if anchor else None
    for candidate in _candidates(path, bare):
        if readers.document_at(db, root, candidate):
            return Address(root=root, path=candidate, anchor=unquote(anchor))
    titled = readers.path_of_title(db, root, bare)
    return Address(root=root, path=titled, anchor=unquote(anchor)) if titled else None


def _candidates(path: str, bare: str) -> Iterator[str]:
    start = "" if bare.startswith("/") else posixpath.dirname(path)
    for base in dict.fromkeys((start, "", path.split("/", 1)[0] if "/" in path else "")):
        wanted = posixpath.normpath(posixpath.join(base, bare.lstrip("/"))).strip("/")
        if wanted.startswith("..") or wanted == ".":
            continue
        yield wanted
        stem = re.sub(r"\.(?:html?|md|rst|adoc)$", "", wanted)
        yield from (stem + ending for ending in _ENDINGS)
