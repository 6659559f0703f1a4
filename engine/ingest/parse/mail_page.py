"""The HTML text of a message: what it quotes becomes sections under the name of whoever wrote it, once.

1. Mail programs mark quotations by elements (Gmail, Apple, Thunderbird, Yahoo), or put a block of header lines before
   the old message, which then reaches to the end (Outlook).
2. Quotations in quotations and signatures go: every message of a thread repeats them.
3. A heading is set before each quotation, with the line that introduces it, and one with the sender's name where the
   sender's own words go on after it.
"""

from __future__ import annotations

import html
import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from engine.ingest.parse.html_tree import html_tree
from engine.ingest.parse.mail_quotes import EARLIER, header_title, introduction_of

_REPEATED = ("blockquote blockquote, blockquote .gmail_quote, blockquote .moz-cite-prefix, blockquote .gmail_attr, "
             "div.gmail_quote div.gmail_quote, .gmail_signature, .moz-signature, #Signature")
_QUOTES = ("div.gmail_quote, blockquote.gmail_quote, blockquote[type=cite], .yahoo_quoted, .protonmail_quote, "
           ".moz-forward-container")
_HEADS = "#divRplyFwdMsg, #appendonsend + hr + div, div[style*=border-top], div[style*=BORDER-TOP]"
_INTRODUCTIONS = ".gmail_attr, .moz-cite-prefix, .yahoo_quoted_begin"
_LONGEST_INTRODUCTION = 300
_LONGEST_HEAD = 1500
_DEEPEST = 200
_MARK = re.compile("\ue000([^\ue000\ue001]*)\ue001")
_TAGS = re.compile(r"<[^>]*>")
_LINE_ENDS = re.compile(r"<br\b[^>]*>|</(?:p|div|tr)>", re.IGNORECASE)
_WORD = re.compile(r"\w")


def with_quotes_headed(source: str, *, sender: str) -> str:
    """The page with a heading over every quotation; ``sender`` heads what follows one."""
    tree = html_tree(source.translate({0xe000: None, 0xe001: None}))
    for node in tree.css(_REPEATED):
        node.decompose()
    _mark_old_messages(tree)
    for quote in _outermost(tree):
        title = _title_of(quote)
        quote.insert_before(_mark(title or EARLIER))
        quote.insert_after(_mark(""))
    made = (tree.html or "")
    return _headed(made, sender) if "\ue000" in made else made


def _headed(page: str, sender: str) -> str:
    """Headings in the place of the marks: an empty one stands for the sender, where words follow it."""
    parts = _MARK.split(page)
    made = [parts[0]]
    for title, words in zip(parts[1::2], parts[2::2], strict=True):
        if title or _WORD.search(html.unescape(_TAGS.sub("", words))):
            made.append(f"<h2>{title or html.escape(sender)}</h2>")
        made.append(words)
    return "".join(made)


def _mark(title: str) -> str:
    """A text that stands for a heading until the page is written out, which escapes it."""
    return f"\ue000{title}\ue001"


def _outermost(tree: LexborHTMLParser) -> list[LexborNode]:
    """The quotations that are in no other one and hold words, in order."""
    found = tree.css(_QUOTES)
    ids = {node.mem_id for node in found}
    return [node for node in found if not _is_inside(node, ids) and _WORD.search(node.text())]


def _is_inside(node: LexborNode, ids: set[int]) -> bool:
    above = node.parent
    for _ in range(_DEEPEST):
        if above is None or above.mem_id in ids:
            return above is not None
        above = above.parent
    return False


def _title_of(quote: LexborNode) -> str:
    """Who wrote a quotation, by the line that introduces it inside or right before it; that line is taken away."""
    inside = quote.css_first(_INTRODUCTIONS)
    for node in (inside, *_before(quote), *_first_in(quote)):
        if node is None or len(text := _lines(node)) > _LONGEST_HEAD:
            continue
        title = introduction_of(text) if len(text) <= _LONGEST_INTRODUCTION else ""
        if title:
            node.decompose()
            return title
        if title := header_title(text.split("\n")):
            return title
    return header_title(_lines(quote)[:_LONGEST_HEAD].split("\n"))


def _before(quote: LexborNode) -> list[LexborNode]:
    """The element right before a quotation, blanks and line breaks passed over."""
    node = quote.prev
    while node is not None and (node.tag == "br" or not _WORD.search(node.text() if node.is_element_node
                                                                     else node.text_content or "")):
        node = node.prev
    return [node] if node is not None else []


def _first_in(quote: LexborNode) -> list[LexborNode]:
    """The first elements in a quotation, from the outside in."""
    made: list[LexborNode] = []
    node = quote.first_child
    while node is not None and len(made) < _LONGEST_INTRODUCTION:
        if _WORD.search(node.text() if node.is_element_node else node.text_content or ""):
            made.append(node)
            node = node.first_child if node.is_element_node else None
        else:
            node = node.next
    return made


def _lines(node: LexborNode) -> str:
    """The text of an element with its line breaks."""
    if not node.is_element_node:
        return node.text_content or ""
    return html.unescape(_TAGS.sub("", _LINE_ENDS.sub("\n", (node.html or "").replace("\n", " "))))


def _mark_old_messages(tree: LexborHTMLParser) -> None:
    """Mark the first block of header lines; what follows the second one is deeper and goes."""
    heads = [node for node in tree.css(_HEADS) if len(text := _lines(node)) <= _LONGEST_HEAD
             and header_title(text.split("\n"))]
    if not heads:
        return
    for node in heads[1:]:
        _cut_from(node)
        break
    heads[0].insert_before(_mark(header_title(_lines(heads[0]).split("\n"))))


def _cut_from(node: LexborNode) -> None:
    """Take a node away, and all that follows it on the page."""
    current: LexborNode | None = node
    for _ in range(_DEEPEST):
        if current is None or current.tag in ("body", "html"):
            break
        while (following := current.next) is not None:
            following.decompose()
        current = current.parent
    node.decompose()
