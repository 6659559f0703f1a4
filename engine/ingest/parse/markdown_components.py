"""What site generators write into Markdown for notes: shortcodes (Hugo, Jekyll, GitBook) and components (MDX, HTML).

Says which of them are notes, of which type and with which title. Where their content lies is left to
``markdown_blocks``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from engine.ingest.parse.notes import note_type

_SHORTCODE = re.compile(r"\{(?:\{[<%]|%)-?\s*([\w./-]+)\s*(.*?)/?\s*-?[%>]\}", re.DOTALL)
_ARGUMENT = re.compile(r"(?:([\w.-]+)\s*=\s*)?(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=]+))")
_COMPONENT = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][\w.-]*)(?P<attributes>(?:\s[^<>]*)?)>", re.DOTALL)
_BARE = re.compile(r"</?[A-Z][A-Za-z\d]*[a-z][A-Za-z\d]*(?:\.\w+)?\s*/?>\Z")
_KINDS = frozenset({"type", "style", "kind", "level", "color", "colour", "variant", "intent", "severity", "class",
                    "classname", "context", "icon"})
_TITLES = frozenset({"title", "heading", "header", "label"})
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_GENERAL = frozenset({"callout", "admonition", "alert", "notice", "aside", "message", "hint", "infobox", "panel"})
_BOXES = frozenset({"div", "aside", "section", "blockquote", "p", "article"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """A note that begins: its type, its title, and what ends it (empty: nothing, all of it stands here)."""

    label: str
    title: str = ""
    name: str = ""


def shortcode_note(source: str) -> Note | None:
    """The note that a shortcode is or begins; None for other shortcodes."""
    match = _SHORTCODE.match(source)
    if not match:
        return None
    name, arguments = match[1], _arguments(match[2])
    if name in ("include", "include_relative", "render"):
        called = PurePosixPath(next((value for key, value in arguments if not key), "")).stem
        if not (label := _label(called, [pair for pair in arguments if pair[0]])):
            return None
        text = next((value for key, value in arguments if key in ("content", "text", "message", "body")), "")
        return Note(label=label, title=text)
    label = _label(name, arguments)
    return Note(label=label, title=_title(arguments), name=name) if label else None


def component_note(tag: str) -> Note | None:
    """The note that begins with this opening tag; None for every other tag."""
    match = _COMPONENT.match(tag)
    if not match or match["close"] or match["attributes"].rstrip().endswith("/"):
        return None
    name, arguments = match["name"], _arguments(match["attributes"])
    if name[0].isupper():
        label = _label(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.rpartition(".")[2]), arguments)
    elif name in _BOXES:
        label = next((found for key, value in arguments if key in ("class", "classname", "role")
                      for word in _WORD.findall(value.lower()) if (found := note_type(word.rpartition("-")[2]))
                      and word.rpartition("-")[2] not in _GENERAL), "")
    else:
        return None
    return Note(label=label, title=_title(arguments), name=name) if label else None


def is_bare_component(source: str) -> bool:
    """Whether a line of HTML is nothing but the tag of a component without attributes, such as ``<Tabs>``."""
    return _BARE.match(source.strip()) is not None


def _arguments(source: str) -> list[tuple[str, str]]:
    return [(key.lower(), double or single or bare) for key, double, single, bare in _ARGUMENT.findall(source)]


def _title(arguments: list[tuple[str, str]]) -> str:
    return next((value for key, value in arguments if key in _TITLES), "")


def _label(name: str, arguments: list[tuple[str, str]]) -> str:
    """The type by what the arguments say it is, else by the name."""
    general = name.lower() in _GENERAL
    named = note_type(name) or ("note" if general else "")
    if named and (general or named == "note"):
        for key, value in arguments:
            if (not key or key in _KINDS) and (kind := note_type(value)):
                return kind
    return named
