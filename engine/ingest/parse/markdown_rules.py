"""The Markdown grammar: CommonMark with tables, definition lists and footnotes, and what documentation sites add.

Adds block rules for containers (``:::note``, ``!!! note``, ``??? note``, ``=== "Tab"``), shortcodes on lines of their
own (Hugo, Jekyll), MDX imports and exports, and attribute lines (``{: .note }``). What the tokens become is left to
``markdown_blocks``. Token types made here: ``container_open`` and ``container_close`` (info: name, content: title),
``shortcode`` (content: its source) and ``unseen`` (lines that no reader sees).
"""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from engine.ingest.plain import has_markup

MAX_NESTING = 100
_LONGEST_SHORTCODE = 30
_LONGEST_LINE = 1000
_MOST_BRACKETS = 2000  # in one paragraph; links are looked for in time that grows with the square of it

_INDENTED = re.compile(r"(?:(?:!!!|\?\?\?\+?)\s+(?P<name>[\w-]+)(?:\s+[\w -]+?)?(?:\s+\"(?P<title>[^\"]*)\")?"
                       r"|===[!+]?\s+\"(?P<tab>[^\"]+)\")\s*\Z")
_FENCED = re.compile(r"(?P<fence>:{3,})\s*\{?\.?(?P<name>[A-Za-z][\w-]*)\}?\s*(?P<title>.*?)\s*\Z")
_FENCE_END = re.compile(r":{3,}\s*\Z")
_ATTRIBUTES = re.compile(r"\s*(?:title\s*=\s*\"([^\"]*)\"|\[([^\]]*)\]|\{[^}]*\})?\s*")
_SHORTCODE_LINE = re.compile(r"(?:\{\{[<%].*[%>]\}\}|\{%.*%\})\s*\Z")
_SHORTCODE_NAME = re.compile(r"\{(?:\{[<%]|%)-?\s*([/\w.-]+)\s*([\w+#-]*)")
_VERBATIM = frozenset({"highlight", "codeblock", "code-block", "code"})
_MODULE = re.compile(r"(?:import\s+(?:[\w*{][^'\"]*\bfrom\s+)?['\"][^'\"]+['\"];?\s*\Z"
                     r"|import\s+[\w*{,\s]*\{[^}]*\Z|export\s+(?:const|let|var|default|function|async|class)\b|export\s*\{)")


class _Reader(MarkdownIt):
    """Takes every address as it is: nothing is opened here, and a refused link would leave its markup in the text."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802
        return url

    def validateLink(self, url: str) -> bool:  # noqa: N802
        return True


@cache
def markdown_parser() -> MarkdownIt:
    """The parser, made once a process; it keeps no state between documents."""
    parser = _Reader("default", {"html": True, "maxNesting": MAX_NESTING, "linkify": False, "typographer": False})
    parser.disable(["linkify", "replacements", "smartquotes"])
    parser.use(deflist_plugin)
    parser.use(footnote_plugin, inline=False, move_to_end=False, always_match_refs=True)
    stops: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    parser.block.ruler.before("table", "site", _site, stops)
    parser.core.ruler.at("inline", _inline_where_needed)
    return parser


def _inline_where_needed(state: StateCore) -> None:
    """Parse inline markup, but leave texts that can be read without, and nonsense that would take for ever: their
    tokens have no children.
    """
    for token in state.tokens:
        if token.type == "inline":
            token.children = []
            if has_markup(token.content) and token.content.count("[") < _MOST_BRACKETS:
                state.md.inline.parse(token.content, state.md, state.env, token.children)


def _site(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """One rule for all that sites add, told apart by the line's first character."""
    at = state.bMarks[start] + state.tShift[start]
    rule = _RULES.get(state.src[at:at + 1])
    if rule is None or state.sCount[start] - state.blkIndent >= 4 or not 0 < state.eMarks[start] - at < _LONGEST_LINE:
        return False
    return rule(state, start, end, silent)


def _line(state: StateBlock, line: int) -> str:
    return state.src[state.bMarks[line] + state.tShift[line]:state.eMarks[line]]


def _first(state: StateBlock, line: int) -> str:
    """First character of a line, or nothing where the line is indented code."""
    if state.sCount[line] - state.blkIndent >= 4:
        return ""
    start = state.bMarks[line] + state.tShift[line]
    return state.src[start] if start < state.eMarks[line] else ""


def _leaf(state: StateBlock, kind: str, start: int, end: int, content: str = "") -> None:
    token = state.push(kind, "", 0)
    token.map = [start, end]
    token.content = content
    state.line = end


def _container(state: StateBlock, name: str, title: str, lines: tuple[int, int, int], indent: int) -> None:
    """Parse the lines from ``lines[0] + 1`` up to ``lines[1]`` inside a container that ends before ``lines[2]``."""
    start, end, after = lines
    token = state.push("container_open", "", 1)
    token.info, token.content, token.map = name.lower(), title, [start, after]
    old_indent, old_max, old_parent = state.blkIndent, state.lineMax, state.parentType
    state.blkIndent, state.lineMax, state.parentType = old_indent + indent, end, "container"
    state.md.block.tokenize(state, start + 1, end)
    state.blkIndent, state.lineMax, state.parentType = old_indent, old_max, old_parent
    state.push("container_close", "", -1)
    state.line = after


def _fenced_container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not (match := _FENCED.match(_line(state, start))):
        return False
    if silent:
        return True
    depth, line, length = 1, start + 1, len(match["fence"])
    while line < end:
        if _first(state, line) == ":":
            text = _line(state, line)
            if _FENCE_END.match(text) and len(text.rstrip()) >= length:
                depth -= 1
                if not depth:
                    break
            elif (inner := _FENCED.match(text)) and len(inner["fence"]) == length:
                depth += 1
        line += 1
    attributes = _ATTRIBUTES.match(match["title"])
    title = match["title"] if attributes is None else (
        attributes[1] or attributes[2] or match["title"][attributes.end():])
    _container(state, match["name"], title, (start, line, min(line + 1, end)), 0)
    return True


def _indented_container(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if not (match := _INDENTED.match(_line(state, start))):
        return False
    if silent:
        return True
    inside = state.sCount[start] + 4
    line, last = start + 1, start + 1
    while line < end:
        if not state.isEmpty(line):
            if state.sCount[line] < inside:
                break
            last = line + 1
        line += 1
    name = match["name"] or "tab"
    _container(state, name, match["title"] or match["tab"] or "", (start, last, last), inside - state.blkIndent)
    return True


def _shortcode(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    text, line = _line(state, start), start + 1
    if text.startswith("{:"):
        return _attribute_line(state, start, text.rstrip(), silent)
    if text[1:2] not in ("{", "%") or text[:3] == "{{{":
        return False
    while not _SHORTCODE_LINE.match(text):
        if line >= min(end, start + _LONGEST_SHORTCODE) or state.isEmpty(line) or "}}" in text or "%}" in text:
            return False
        text, line = f"{text}\n{_line(state, line)}", line + 1
        if not text.startswith("{{<") and not text.startswith("{{%"):
            return False
    if silent:
        return True
    name = _SHORTCODE_NAME.match(text)
    if name and name[1] in _VERBATIM and _verbatim(state, name[1], name[2], start, line, end):
        return True
    _leaf(state, "shortcode", start, line, text)
    return True


def _verbatim(state: StateBlock, name: str, language: str, start: int, line: int, end: int) -> bool:
    """Code between ``highlight`` and its end, where nothing is Markdown."""
    closing = re.compile(rf"\{{(?:\{{[<%]|%)-?\s*(?:/|end){re.escape(name)}\b")
    for last in range(line, end):
        if _first(state, last) == "{" and closing.match(_line(state, last)):
            token = state.push("fence", "code", 0)
            token.info, token.map = language, [start, last + 1]
            token.content = state.getLines(line, last, state.blkIndent, True)
            state.line = last + 1
            return True
    return False


def _attribute_line(state: StateBlock, start: int, text: str, silent: bool) -> bool:
    if not text.endswith("}"):
        return False
    if not silent:
        _leaf(state, "unseen", start, start + 1, text)
    return True


def _module_line(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """``import`` and ``export`` of MDX, up to the next blank line."""
    if silent or state.level or not _MODULE.match(_line(state, start)):
        return False
    line = start + 1
    while line < end and not state.isEmpty(line):
        line += 1
    _leaf(state, "unseen", start, line)
    return True


_RULES = {
    ":": _fenced_container, "!": _indented_container, "?": _indented_container, "=": _indented_container,
    "{": _shortcode, "i": _module_line, "e": _module_line,
}
