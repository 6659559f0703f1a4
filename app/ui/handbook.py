"""The handbook in the side panel, read from the program itself: help without a network and without a library."""

from __future__ import annotations

import posixpath
from importlib.resources import files

HOME = "getting-started.md"
_FOLDER = ("handbook", "0.2")


def handbook_page(name: str) -> tuple[str, str] | None:
    """(title, Markdown) of a page by its file name, None when there is no such page."""
    page = files("resources").joinpath(*_FOLDER, posixpath.basename(name))
    if not name.endswith(".md") or not page.is_file():
        return None
    text = page.read_text(encoding="utf-8")
    title = next((line.removeprefix("title:").strip() for line in text.splitlines() if line.startswith("title:")), name)
    return title, text


def handbook_pages() -> tuple[str, ...]:
    """The names of all pages, the first one first."""
    names = sorted(page.name for page in files("resources").joinpath(*_FOLDER).iterdir() if page.name.endswith(".md"))
    return (HOME, *(name for name in names if name != HOME))


def with_contents(text: str, heading: str) -> str:
    """A page with links to all pages below it."""
    found = [(name, page[0]) for name in handbook_pages() if (page := handbook_page(name))]
    return f"{text.rstrip()}\n\n## {heading}\n\n" + "\n".join(f"- [{title}]({name})" for name, title in found) + "\n"
