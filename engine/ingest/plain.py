"""Markdown inline markup to readable text: what a reader sees, for embedding, search and titles.

Works on markdown-it's inline tokens, or on a slice of Markdown text. Struck-out words are withdrawn: they stay in the
source and are no part of the readable text. Block structure is left to the parsers.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from engine.ingest.parse.raised import lowered, raised
from engine.types.struck import without_struck

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_MARKUP = re.compile(r"[\\`*_\[\]<>!&~{^]")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)

_TAG = re.compile(r"<(/?)([A-Za-z][\w.:-]*)([^<>]*)>", re.DOTALL)
_HTML_NAMES = frozenset(
    "a abbr acronym address article aside audio b big blockquote body br button caption center cite code col colgroup "
    "dd del details dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header "
    "hr html i iframe img input ins kbd label legend li link main mark meta nav noscript object ol optgroup option p "
    "picture pre q s samp section select small source span strike strong sub summary sup svg table tbody td template "
    "textarea tfoot th thead time tr tt u ul var video wbr path g rect circle line script style title".split()
)
_STRIKING = frozenset({"s", "del", "strike"})
_BREAKING = frozenset(
    "address article aside blockquote br caption center dd details div dl dt fieldset figcaption figure footer form h1 "
    "h2 h3 h4 h5 h6 header hr legend li main nav ol option p pre section summary table tbody tfoot thead tr ul".split()
)
_TELLING = re.compile(r"\b(?:alt|title|label|summary|header)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_UNSEEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|template|svg)\b[^>]{0,2000}>.*?(?:</\1\s*>|\Z)",
                     re.DOTALL | re.IGNORECASE)
_MDX_COMMENT = re.compile(r"\{/\*.*?\*/\}", re.DOTALL)
_WIDE = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003134f"
_WIDE_BREAK = re.compile(f"(?<=[{_WIDE}])[ \t]*\n[ \t]*(?=[{_WIDE}])")
_BREAK = re.compile(r"[ \t]*\n\s*")
_SHORTCODE = re.compile(r"\{\{[<%]-?\s*(/?)\s*([\w./-]*)([^{}]{0,1000}?)/?\s*-?[%>]\}\}"
                        r"|\{%-?\s*(end)?([\w.-]+)([^{}]{0,1000}?)-?%\}", re.DOTALL)
_STEERS = frozenset("if ifversion unless else elsif elif case when for break continue raw capture assign comment set "
                    "block extends liquid".split())
"""Tags of Liquid and its kin that say when something is shown, and show nothing."""
_STEER = "\ufdd1"
_STEERING = re.compile("((?<=\\w)\ufdd1+(?=\\w))|\ufdd1+")
_ARGUMENT = re.compile(r"(?:([\w.-]+)\s*=\s*)?(?:\"((?:[^\"\\]|\\.)*)\"|'([^']*)'|`([^`]*)`|([^\s\"'`=]+))")
_READABLE_ARGUMENTS = frozenset({"title", "label", "text", "content", "caption", "name", "alt", "header", "heading",
                                 "summary", "description", "version", "message", "body"})
_REFERENCE = re.compile(r"(?<!\\)\[([^\[\]\n]+)\]\[[^\[\]\n]*\]")
_OPENING = re.compile(r"(\\.)|\[", re.DOTALL)
_FOOTNOTE = re.compile(r"(?<!\\)\[\^[^\[\]\s]{1,50}\]")
_BRACKET = "\ufdd0"
"""Stands for a bracket that opens no link; never in a clean text."""
_MOST_LINKS = 100
_MOVED_TAG = re.compile(r"<(/?)(su[pb])(?:\s[^<>]*)?>", re.IGNORECASE)
_MOVED_WORDS = re.compile(r"<(su[pb])(?:\s[^<>]*)?>([^<>]{1,40})</\1>", re.IGNORECASE)
_MOVED = {"sup": raised, "sub": lowered}
_WORD_GAP = re.compile(r"[-_/]+")


def has_markup(markdown: str) -> bool:
    """Whether inline text holds markup other than code spans; without any, it can be read without a parser."""
    if not _MARKUP.search(markdown):
        return False
    return "`" not in markdown or _MARKUP.search(_CODE_SPAN.sub("", markdown)) is not None


def readable(content: str, children: Sequence[Token] | None, *, keeps_struck: bool = False) -> str:
    """Readable text of an inline token with this ``content`` and these ``children`` (none without ``has_markup``).

    ``keeps_struck`` takes struck-out words for ordinary ones.
    """
    if not children:
        content = content if keeps_struck else without_struck(content)
        text = _CODE_SPAN.sub(_code_text, content) if "`" in content else content
    elif len(children) == 1 and children[0].type == "text":
        text = _MDX_COMMENT.sub("", children[0].content)
    else:
        text = _joined(children, keeps_struck=keeps_struck)
    if "\n" in text:
        text = _BREAK.sub(" ", _WIDE_BREAK.sub("", text))
    if "{{" in text or "{%" in text:
        text = _without_shortcodes(text)
    return text.strip()


def plain_of(markdown: str) -> str:
    """Readable text of a slice of Markdown inline text; line breaks become blanks."""
    if not has_markup(markdown):
        return readable(markdown, None)
    source = _FOOTNOTE.sub("", _REFERENCE.sub(r"\1", markdown))
    if "](" not in source or source.count("[") > _MOST_LINKS:
        # No link begins there, and to find that out takes long.
        source = _OPENING.sub(lambda match: match[1] or _BRACKET, source)
    tokens = _inline_parser().parseInline(source)
    return " ".join(readable(token.content, token.children) for token in tokens).replace(_BRACKET, "[")


def html_text(source: str) -> str:
    """Readable text of an HTML fragment: one line per block element, scripts, styles and comments left out.

    Words in angle brackets that are no HTML element (``<host>``) are text.
    """
    def replaced(match: re.Match[str]) -> str:
        name = match[2].lower()
        if name in _BREAKING:
            return "\n"
        if name in {"td", "th"}:
            return " "
        if name in _HTML_NAMES or match[1] or match[3].strip():
            telling = "" if match[1] else _telling(match[3])
            return f"\n{telling}\n" if telling and name not in _HTML_NAMES else telling
        return match[0]

    source = without_struck(_MDX_COMMENT.sub("", _UNSEEN.sub("", source)))
    if "{{" in source or "{%" in source:
        source = _without_shortcodes(source)
    if "<su" in source:
        source = _MOVED_WORDS.sub(_moved_words, source)
    text = html.unescape(_TAG.sub(replaced, source))
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _moved_words(match: re.Match[str]) -> str:
    start = match.start()
    return _MOVED[match[1].lower()](match[2], match.string[max(0, start - 1):start])


def shortcode_text(source: str) -> str:
    """Readable text of a site generator's shortcode: its arguments, or its name in words when it has none."""
    return " ".join(_without_shortcodes(source).split())


def _code_text(match: re.Match[str]) -> str:
    """What a code span shows: a blank at both ends is for the backticks' sake."""
    code = match[2].replace("\n", " ")
    return code[1:-1] if code.startswith(" ") and code.endswith(" ") and code.strip() else code


@cache
def _inline_parser() -> MarkdownIt:
    from engine.ingest.parse.markdown_rules import markdown_parser

    return markdown_parser()


def _joined(children: Sequence[Token], *, keeps_struck: bool) -> str:
    line = _Line(keeps_struck=keeps_struck)
    closed: frozenset[str] | None = None
    for child in children:
        kind = child.type
        if line.leaves_out(child):
            continue
        if kind == "text":
            line.add(_MDX_COMMENT.sub("", child.content) if "{/*" in child.content else child.content)
        elif kind in {"code_inline", "text_special"}:
            line.add(child.content)
        elif kind in {"softbreak", "hardbreak"}:
            line.add("\n")
        elif kind == "image":
            line.add(readable(child.content, child.children))
        elif kind == "html_inline":
            if closed is None:
                closed = frozenset(other.content for other in children if other.content.startswith("</"))
            if not line.moves(child.content):
                text, line.unseen = _inline_tag(child.content, closed, keeps_struck=keeps_struck)
                line.add(text)
    return "".join(line.parts)


@dataclass(slots=True)
class _Line:
    """Running text as it is put together: what of it is not shown, and where raised or lowered words began."""

    keeps_struck: bool
    parts: list[str] = field(default_factory=list)
    unseen: str = ""
    struck: int = 0
    has_gap: bool = False
    start: int = -1

    def leaves_out(self, token: Token) -> bool:
        """Whether a token is not shown: it is struck out, or in an element whose content is not shown."""
        if self.unseen:
            if token.type == "html_inline" and token.content.lower().startswith(f"</{self.unseen}"):
                self.has_gap, self.unseen = self.unseen not in {"script", "style"}, ""
            return True
        if token.type in {"s_open", "s_close"}:
            self.struck += 0 if self.keeps_struck else 1 if token.type == "s_open" else -1
            self.has_gap = not self.keeps_struck
            return True
        return self.struck > 0

    def add(self, text: str) -> None:
        """Text that is shown; of the blanks around words that are not, one is left."""
        if not text:
            return
        if self.has_gap:
            text, self.has_gap = text.lstrip(" ") if self.parts and self.parts[-1].endswith(" ") else text, False
        self.parts.append(text)

    def moves(self, tag: str) -> bool:
        """Take a tag that begins or ends raised or lowered words; False for other tags."""
        match = _MOVED_TAG.fullmatch(tag)
        if match is None:
            return False
        if not match[1]:
            self.start = len(self.parts)
        elif self.start >= 0:
            inside, before = "".join(self.parts[self.start:]), "".join(self.parts[:self.start])
            self.parts[self.start:] = [_MOVED[match[2].lower()](inside, before)]
            self.start = -1
        return True


def _inline_tag(source: str, closed: frozenset[str], *, keeps_struck: bool) -> tuple[str, str]:
    """What a tag in running text shows, and the element whose content is not shown.

    A name that is no HTML element is a component when it has attributes or is closed, else a placeholder to fill in.
    """
    match = _TAG.fullmatch(source)
    if match is None:
        return "", ""  # a comment, a processing instruction
    name = match[2].lower()
    if name in {"script", "style"} and not match[1]:
        return "", name
    if not match[1] and not keeps_struck and (name in _STRIKING or "line-through" in match[3]) and (
            f"</{match[2]}>" in closed):
        return "", name
    if name in _BREAKING:
        return "\n", ""
    if name in _HTML_NAMES:
        return _telling(match[3]) if name in {"img", "abbr"} else "", ""
    is_component = (bool(match[1]) or "=" in match[3] or match[3].rstrip().endswith("/")
                    or f"</{match[2]}>" in closed)
    if not is_component:
        return source, ""
    telling = "" if match[1] else _telling(match[3])
    return f"{telling} " if telling else "", ""


def _telling(attributes: str) -> str:
    match = _TELLING.search(attributes)
    return html.unescape(match[1] or match[2] or "") if match else ""


def _without_shortcodes(source: str) -> str:
    """``source`` with what shortcodes show; tags that only steer leave nothing, and part the words around them."""
    return _STEERING.sub(lambda match: " " if match[1] else "", _SHORTCODE.sub(_shortcode_text, source))


def _shortcode_text(match: re.Match[str]) -> str:
    if match[1] or match[4] or (match[5] or "") in _STEERS:
        return _STEER
    name, arguments = match[2] or match[5] or "", match[3] or match[6] or ""
    said = [
        (key.lower(), " ".join((quoted or single or ticked or bare).replace('\\"', '"').split()))
        for key, quoted, single, ticked, bare in _ARGUMENT.findall(arguments)
    ]
    shown = [words for key, words in said if not key or key in _READABLE_ARGUMENTS]
    if not shown:  # the name says what is of this version, or in this state
        shown = [_WORD_GAP.sub(" ", name), *(words for key, words in said if key == "state" or key.endswith("version"))]
    return " ".join(shown)
