"""Whether a page is current: deprecated or superseded, since when and by what, or not yet in force (a draft).

1. Front matter and page metadata: flags (``deprecated``), since (``deprecated_since``), a status, a successor.
2. The top of the page: a status line, a note that the page is deprecated, a title that says so (``deprecation``).
   A site's banner says that its version is an old or a coming one (``banner``); a coming one is a draft.
3. The path: a folder such as ``deprecated/`` or ``archive/``, a name that ends in ``-draft``.

A successor makes a page superseded. The note at the top also tells since when and what to use instead.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ingest.deprecation import deprecation_mark, is_deprecated_title
from engine.ingest.metadata.banner import OUTDATED, UNRELEASED, Banner
from engine.ingest.metadata.facts import EVERYWHERE, PAGE_TEXT, Facts
from engine.ingest.metadata.paths import Place
from engine.types import Block, BlockKind, Found, Parsed

DRAFT = "draft"

_SINCE = ("deprecated-at", "deprecated-since", "deprecated-in", "deprecation-date", "obsolete-since", "removed-in",
          "withdrawn-at", "end-of-life", "eol")
_FLAGS = ("deprecated", "obsolete", "withdrawn", "archived", "retired", "superseded")
_SUCCESSOR = ("superseded-by", "supersededby", "replaced-by", "replacedby", "replacement", "successor", "moved-to")
_LOOK_AT = 4
_PLAIN_MARK = re.compile(r"\W*deprecated since (?:version )?v?\d(?!.{0,60}\b(?:parameter|argument|option|setting|flag"
                         r"|function|method|attribute|class|constant|value|key|field)\b)", re.IGNORECASE)
_STATUS = ("status", "state", "lifecycle", "stage", "doc-status", "document-status")
_GONE_STATES = frozenset("deprecated obsolete withdrawn superseded archived retired outdated legacy 已弃用 已废弃 "
                         "废弃 已过时 过时 归档 已归档 已取代 已被取代 廃止 非推奨".split())
_DRAFT_STATES = frozenset({"draft", "wip", "work in progress", "in progress", "proposed", "proposal", "in review",
                           "under review", "unpublished", "草稿", "起草中", "下書き", "entwurf"})
_FALSE = frozenset({"", "false", "no", "0", "null", "~", "none", "n", "off"})
_TRUE = frozenset({"true", "yes", "1", "y", "on", "t"})
_LONGEST = 800
_VERSION = r"v?\d[\w.-]*"
_SINCE_WORDS = re.compile(
    rf"(?:since|as of|from|starting (?:with|in)|in|with)\s+(?:[A-Za-z][\w.]*\s+){{0,3}}(?P<version>{_VERSION})"
    rf"|(?:自|从)\s*(?:\w+\s+)?(?P<cjk>{_VERSION})", re.IGNORECASE)
_WILL_BE = re.compile(r"\b(?:will|to) be removed\b.*", re.IGNORECASE | re.DOTALL)
_LINKED = (r"\[(?P<words{0}>[^\]\n]+)\]\((?P<target{0}>[^)\s]+)\)|`(?P<code{0}>[^`\n]+)`"
           r"|[\"“](?P<quoted{0}>[^\"”\n]+)[\"”]")
_INSTEAD = re.compile(
    rf"(?:superseded by|replaced (?:by|with)|in favou?r of|(?:migrat\w+|moved?|switch) to)\s+(?:the\s+)?"
    rf"(?:{_LINKED.format(1)}|(?P<plain>[^.,;:\n()*]{{2,80}}?)(?=\s+instead\b|[.,;:\n()*]|$))"
    rf"|\buse\s+(?:the\s+)?(?:{_LINKED.format(4)}|(?P<used>[^.,;:\n()*]{{2,60}}?)(?=\s+instead\b))"
    rf"|see\s+(?:the\s+)?(?:{_LINKED.format(2)})\s+instead"
    rf"|(?:请?(?:使用|改用|参见|参阅)|已?被|替代为)\s*"
    rf"(?:{_LINKED.format(3)}|(?P<cjk>[^，。；\n]{{1,60}}?)(?=取代|替代|代替|[，。；\n]|$))", re.IGNORECASE)
_NAMES_SUCCESSOR = re.compile(r"by$|replacement$|successor$|moved.to$", re.IGNORECASE)
_NOTHING = Found(name="superseded_by", value="", source="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A current page has no ``deprecated_at``; ``note`` is the sentence that says that it is not current."""

    deprecated_at: str = ""
    source: str = ""
    note: str = ""
    superseded_by: Found = _NOTHING


def status(parsed: Parsed, facts: Facts, place: Place, sign: Banner | None, whose: str) -> Status:
    """The state of a page; ``sign`` is the banner at its top, ``whose`` its product and version."""
    since, source = _stated(facts)
    mark = page_mark(parsed, (place.stem, whose))
    note = mark.plain if mark else ""
    is_outdated = sign is not None and sign.state == OUTDATED
    if not mark and sign is not None and sign.state:
        note = sign.note
    if not since and mark:
        since, source = _since(note) or "deprecated", PAGE_TEXT
    if not since and is_outdated:
        since, source = OUTDATED, PAGE_TEXT
    if not since and place.gone:
        since, source = place.gone, "path"
    successor = _successor(parsed, facts, mark)
    if not successor.value and is_outdated and sign is not None:
        successor = Found(name="superseded_by", value=sign.successor, source=PAGE_TEXT)
    if not since and successor.value:
        since, source = "superseded", successor.source
    if not since:
        since, source = _draft(facts, place)
    if not since and sign is not None and sign.state == UNRELEASED:
        since, source = DRAFT, PAGE_TEXT
    return Status(deprecated_at=since, source=source, note=note, superseded_by=successor)


def page_mark(parsed: Parsed, names: Sequence[str] = ()) -> Block | None:
    """The block at the top of the page that says the page is deprecated, or its heading; ``names`` are other names of
    the page.
    """
    blocks = parsed.blocks
    head = blocks[0] if blocks and blocks[0].kind is BlockKind.HEADING else None
    if head and is_deprecated_title(head.plain):
        return head
    own: list[Block] = []
    for block in blocks[1 if head else 0:]:
        if block.kind is BlockKind.HEADING:
            break
        own.append(block)
    if head and not _stands_for_page(head, parsed):
        return None
    mark = deprecation_mark(head.plain if head else parsed.title, parsed.title, own, names=names)
    if mark:
        return next((block for block in own if block.plain == mark), None)
    return next((block for block in own[:_LOOK_AT] if _is_plain_mark(block)), None)


def _is_plain_mark(block: Block) -> bool:
    """``Deprecated since version 3.6: The module …``: so plain that it may stand after an introduction."""
    return (block.kind in (BlockKind.PARAGRAPH, BlockKind.ADMONITION) and not block.level
            and _PLAIN_MARK.match(block.plain) is not None)


def _stands_for_page(head: Block, parsed: Parsed) -> bool:
    """Whether the first heading is the page's title and not the first of several chapters."""
    has_title = any(found.name.lower() == "title" for found in parsed.found)
    if has_title and head.plain.casefold() == parsed.title.casefold():
        return True
    return all(block.level > head.level for block in parsed.blocks[1:] if block.kind is BlockKind.HEADING)


def _stated(facts: Facts) -> tuple[str, str]:
    """Since when, or the word for it, as front matter and the like say."""
    for found in facts.all(*_SINCE, *_FLAGS, sources=EVERYWHERE):
        if found.value.casefold() not in _FALSE:
            is_flag = found.value.casefold() in _TRUE
            return _word(found.name) if is_flag else found.value, found.source
    for found in facts.named("deprecated-"):
        if found.value.casefold() not in _FALSE and not found.name.lower().endswith(("by", "note", "message")):
            return "deprecated" if found.value.casefold() in _TRUE else found.value, found.source
    for found in facts.all(*_STATUS):
        if (words := _state_words(found.value)) and not words.isdisjoint(_GONE_STATES):
            return _since(found.value) or next(iter(words & _GONE_STATES)), found.source
    return "", ""


def _word(name: str) -> str:
    lowered = name.lower()
    return next((flag for flag in _FLAGS if flag in lowered), "deprecated")


def _state_words(value: str) -> frozenset[str]:
    lowered = value[:_LONGEST].casefold().strip(" .*_")
    return frozenset({lowered, *re.split(r"[\s,;:(/]+", lowered)[:2]})


def _draft(facts: Facts, place: Place) -> tuple[str, str]:
    for found in facts.all("draft", "is-draft", "unpublished", sources=EVERYWHERE):
        if found.value.casefold() in _TRUE:
            return DRAFT, found.source
    for found in facts.all("published", sources=EVERYWHERE):
        if found.value.casefold() in ("false", "no"):
            return DRAFT, found.source
    for found in facts.all(*_STATUS):
        if found.value.casefold().strip(" .*_") in _DRAFT_STATES:
            return DRAFT, found.source
    return (DRAFT, "path") if place.is_draft else ("", "")


def _since(note: str) -> str:
    """The version since when, from a note; ``will be removed in 3.0`` says nothing of it."""
    match = _SINCE_WORDS.search(_WILL_BE.sub("", note))
    return (match["version"] or match["cjk"]).rstrip(".-") if match else ""


def _successor(parsed: Parsed, facts: Facts, mark: Block | None) -> Found:
    """What takes the page's place, as written: a path where one is linked, else its name."""
    for found in (*facts.all(*_SUCCESSOR), *facts.named("deprecated-")):
        if found.value.casefold() not in _FALSE | _TRUE and _NAMES_SUCCESSOR.search(found.name):
            return Found(name="superseded_by", value=_link_or_words(found.value), source=found.source)
    source = parsed.text[mark.span.start:mark.span.end][:_LONGEST] if mark else ""
    return Found(name="superseded_by", value=_instead(source), source=PAGE_TEXT)


def _instead(markdown: str) -> str:
    match = _INSTEAD.search(" ".join(markdown.replace("\n> ", " ").split()))
    if not match:
        return ""
    for number in "1234":
        target, words = match[f"target{number}"], match[f"words{number}"]
        if target:
            return target if not re.match(r"[a-z][a-z0-9+.-]*:|#", target) else words.strip("`")
        if found := match[f"code{number}"] or match[f"quoted{number}"]:
            return found
    return (match["plain"] or match["used"] or match["cjk"] or "").strip(" *_")


def _link_or_words(value: str) -> str:
    match = re.fullmatch(r"\[([^\]]+)\]\(([^)\s]+)\)", value.strip())
    return match[2] if match else value.strip()
