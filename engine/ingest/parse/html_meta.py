"""What a web page says of itself beside its text: title, description, versions, dates, language, canonical address.

Doxygen and Javadoc print product and version above every page or in its title, DocBook names the book that a page is
of in the link to its start; there they count as metadata too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from selectolax.lexbor import LexborHTMLParser

from engine.types import Found

SOURCE = "page metadata"

_NAMES = re.compile(
    r"(?:description|keywords|author|generator|product|product[-_]?name|release|revision|status|audience"
    r"|(?:\w+[:.])?(?:version|product|locale|language|lang|date|modified|issued|updated|title)"
    r"|docusaurus_(?:version|locale|tag)|docsearch:(?:version|language)|last[-_]?(?:modified|updated)|date[-_]?modified"
    r"|article:(?:modified_time|published_time)|og:(?:updated_time|locale|site_name)|dc(?:terms)?\.\w+|deprecated"
    r"|applies[-_]?to)\Z", re.IGNORECASE)
_JAVADOC = re.compile(r"javadoc\b", re.IGNORECASE)
_JAVADOC_TITLE = re.compile(r"\(([^()]*\d[\w.-]*)(?:\s+(?:API|Docs?|Documentation))?\)\Z")
_HOME_TITLE = re.compile(r"([^\d]*\d+\.\d[\w.-]*)"
                         r"(?:\s+(?:API|Docs?|Documentation|(?:\w+\s+)?(?:Manual|Guide|Handbook)))?\Z")
_LONGEST = 500
_MOST = 40
_SEPARATORS = (" | ", " — ", " – ", " · ", " :: ", " » ", " « ", " - ")


def found_in(tree: LexborHTMLParser) -> tuple[Found, ...]:
    """Values of the page's head, named as written, and ``title``, ``lang`` and ``canonical``."""
    return tuple(Found(name=name, value=value, source=SOURCE) for name, value in dict.fromkeys(_values(tree)) if value
                 )[:_MOST]


def page_title(tree: LexborHTMLParser) -> str:
    """The text of the title element; empty when there is none."""
    node = tree.css_first("title")
    return " ".join(node.text().split()) if node is not None else ""


def own_title(title: str, headings: frozenset[str]) -> str:
    """The heading that a page's title names beside its site's name; empty when there is none."""
    for separator in _SEPARATORS:
        parts = [part.strip() for part in title.split(separator)]
        for count in range(len(parts), 0, -1):
            for own in (separator.join(parts[:count]), separator.join(parts[-count:])):
                if own in headings:
                    return own
    return ""


def without_site(title: str) -> str:
    """A page's title without the name of its site: what stands before it."""
    for separator in _SEPARATORS:
        parts = [part.strip() for part in title.split(separator)]
        if len(parts) > 1 and all(parts):
            return parts[0] if separator != " - " else separator.join(parts[:-1])
    return title


def _values(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    if title := page_title(tree):
        yield "title", _short(title)
    root = tree.css_first("html")
    if root is not None and (lang := root.attributes.get("lang") or root.attributes.get("xml:lang")):
        yield "lang", _short(lang)
    for meta in tree.css("meta"):
        name = meta.attributes.get("name") or meta.attributes.get("property") or meta.attributes.get("itemprop") or ""
        value = _short(meta.attributes.get("content") or "")
        if value and _NAMES.match(name.strip()):
            yield name.strip(), value
    for link in tree.css("link"):
        if (link.attributes.get("rel") or "").lower() == "canonical" and (address := link.attributes.get("href")):
            yield "canonical", _short(address)


    yield from _printed(tree)


def _printed(tree: LexborHTMLParser) -> Iterator[tuple[str, str]]:
    """Product and version that generators of API references print on every page."""
    if (number := tree.css_first("#projectname #projectnumber")) is not None:
        version, whole = _short(number.text()), _short(number.parent.text() if number.parent is not None else "")
        yield "version", version
        yield "product", whole.removesuffix(version).strip()
    generator = tree.css_first('meta[name="generator"]')
    if generator is not None and _JAVADOC.match(generator.attributes.get("content") or "") and (
            match := _JAVADOC_TITLE.search(page_title(tree))):
        yield "version", match[1]
    home = tree.css_first('link[rel="home"], link[rel="start"], a[accesskey="h"][title]')
    if home is not None and (match := _HOME_TITLE.match(_short(home.attributes.get("title") or ""))):
        yield "version", match[1]


def _short(value: str) -> str:
    return " ".join(value.split())[:_LONGEST]
