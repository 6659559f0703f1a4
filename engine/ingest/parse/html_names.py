"""What classes and attributes of documentation sites say of an element: notes, sections, signatures, pictures."""

from __future__ import annotations

from functools import lru_cache

from selectolax.lexbor import LexborNode

from engine.ingest.parse.html_hidden import Attributes
from engine.ingest.parse.notes import note_type

_NOTE_TAGS = frozenset({"div", "aside", "section", "p", "blockquote", "details", "dl", "figure", "fieldset"})
_PLAIN_NOTES = frozenset({"note", "tip", "warning", "caution", "important", "danger", "hint", "attention", "deprecated",
                          "seealso", "notice"})
_NOTE_BOXES = frozenset({"admonition", "admonitionblock", "alert", "callout", "notecard", "custom-block", "infobox",
                         "starlight-aside", "markdown-alert", "theme-admonition", "bs-callout", "hint", "message",
                         "notification", "messagebox", "box", "confluence-information-macro"})
_NOTE_PREFIXES = ("admonition-", "alert-", "callout-", "theme-admonition-", "starlight-aside--", "markdown-alert-",
                  "bs-callout-", "is-", "hint-", "notice-", "message-", "confluence-information-macro-")
_NOTE_TITLES = frozenset({"admonition-title", "admonition-heading", "alert-heading", "callout-title", "callout-heading",
                          "notecard-title", "markdown-alert-title", "custom-block-title", "starlight-aside__title",
                          "hint-title", "title", "card-header", "topic-title"})
_DOMAINS = ("c.", "cpp.", "js.", "rst.", "term-", "envvar-", "cmdoption-")
_DEPRECATIONS = frozenset({"deprecation-block", "deprecationblock", "deprecationcomment"})
_LAYOUT_IDS = frozenset({"header", "content", "main", "main-content", "body", "page", "wrapper", "container", "top",
                         "preamble", "doc", "document"})
_SECTIONS = frozenset({"section", "sect1", "sect2", "sect3", "sect4", "sect5", "chapter", "appendix", "part", "preface",
                       "refentry", "refsect1", "refsect2", "refsect3", "refsection", "book", "article", "simplesect",
                       "glossary", "bibliography", "topic"})


@lru_cache(maxsize=4096)
def _tokens(names: str) -> tuple[str, ...]:
    return tuple(names.lower().split())


@lru_cache(maxsize=4096)
def note_by_names(names: str) -> str:
    """The type of note that classes name; empty when they name none."""
    tokens = _tokens(names)
    kinds = [note_type(token) for token in tokens if token not in _NOTE_BOXES]
    kinds += [note_type(token.removesuffix("macro")) for token in tokens if token.endswith("macro")]
    for token in tokens:
        if prefix := next((prefix for prefix in _NOTE_PREFIXES if token.startswith(prefix)), ""):
            kinds.append(note_type(token.removeprefix(prefix)))
    kind = next(filter(None, kinds), "")
    if not _NOTE_BOXES.isdisjoint(tokens) or any(
            token.startswith(_NOTE_PREFIXES) or token.endswith("macro") for token in tokens):
        is_certain = any(token in tokens for token in ("admonition", "admonitionblock", "callout", "alert", "hint"))
        return kind or ("note" if is_certain else "")
    if not _DEPRECATIONS.isdisjoint(tokens):
        return "deprecated"
    return next((note_type(token) for token in tokens if token in _PLAIN_NOTES), "")


def note_label(node: LexborNode, attributes: Attributes) -> str:
    """The type of note that an element is, by its classes or its role; empty when it is none."""
    names = attributes.get("class") or ""
    label = note_by_names(names) if names and node.tag in _NOTE_TAGS else ""
    if not label and attributes.get("role") in ("note", "doc-notice", "doc-tip"):
        label = "note"
    # A wrapper around whole sections is no note, whatever it is called.
    return label if label and node.css_first("h1, h2") is None else ""


def is_note_title(names: str) -> bool:
    """Whether an element of these classes holds the title of the note it is in."""
    return not _NOTE_TITLES.isdisjoint(_tokens(names))


def is_section(tag: str, attributes: Attributes) -> bool:
    """Whether an element wraps a section, so that its id is the section's anchor."""
    return tag == "section" or not _SECTIONS.isdisjoint(_tokens(attributes.get("class") or ""))


def heading_level(node: LexborNode, attributes: Attributes) -> int:
    """The level of an element that is a heading by its role or by its generator's classes (Doxygen, RDoc); else 0."""
    if attributes.get("role") == "heading":
        level = attributes.get("aria-level") or "2"
        return int(level) if level in "123456" else 2
    names = attributes.get("class") or ""
    if names == "title" and node.parent is not None and node.parent.attributes.get("class") == "headertitle":
        return 1
    return 4 if names == "method-heading" else 0


def is_note_mark(node: LexborNode, attributes: Attributes) -> bool:
    """Whether a link is the number of a footnote, which style sheets put in brackets."""
    return "footnote" in (attributes.get("class") or "") and node.text().strip().isdecimal()


def signature_label(term: LexborNode) -> str:
    """The full names that an API reference declares in a term (``os.path.join``), joined by commas; else nothing."""
    if "sig" not in (term.attributes.get("class") or "") and term.attributes.get("id") is None:
        return ""
    names = []
    for name in term.css(".sig-name, .descname"):
        before = name.prev
        prefix = ""
        if before is not None and before.is_element_node:
            classes = before.attributes.get("class") or ""
            prefix = before.text().strip(" ,\n") if "sig-prename" in classes or "descclassname" in classes else ""
        names.append(f"{prefix}{name.text().strip()}")
    label = ", ".join(dict.fromkeys(names))
    own = term.attributes.get("id") or ""
    is_longer = bool(label) and own.endswith(f".{label}") and not own.startswith(_DOMAINS)
    return own if is_longer else label


def picture_words(attributes: Attributes) -> tuple[str, str]:
    """A picture's words and its address: its alternative text, else its title or its file's name.

    A picture with an empty alternative text, or of a single point, is decoration: no words and no address.
    """
    address = (attributes.get("src") or attributes.get("data-src") or "").strip()
    if attributes.get("width") in ("0", "1") or attributes.get("height") in ("0", "1"):
        return "", ""
    if (words := attributes.get("alt")) is not None:
        words = " ".join(words.split())
        return (words, address) if words else ("", "")
    title = " ".join((attributes.get("title") or "").split())
    name = address.partition("?")[0].rstrip("/").rsplit("/", 1)[-1] if not address.startswith("data:") else ""
    words = title or (f"Picture: {name}" if name else "")
    return (words, address) if words else ("", "")


def parent_id(heading: LexborNode) -> str:
    """The id of a wrapper that begins with this heading; empty when there is none."""
    before = heading.prev
    while before is not None:
        if before.is_element_node or (before.text_content or "").strip():
            return ""
        before = before.prev
    parent = heading.parent
    if parent is None or parent.tag not in ("div", "header"):
        return ""
    own = parent.attributes.get("id") or ""
    return own if own not in _LAYOUT_IDS else ""
