"""The Markdown parser and its renderer. Owns what of a document reaches the screen.

Text of documents is data. Raw HTML in it never passes through: tags are dropped and their text is escaped, ``script``
and ``style`` with all they hold; images become a name that only the viewer knows; nothing is fetched. The output
holds only tags written here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, unquote

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.deflist import deflist_plugin
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, Keyword, Literal, Name, Number, String
from pygments.util import ClassNotFound

from app.ui.markdown_html import PICTURE
from app.ui.theme import Colours

_SILENT = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<!--.*?(?:-->|\Z)|</?[A-Za-z][^>]*>", re.DOTALL)
_UNSPACED = re.compile("[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]")
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)


def rendered(text: str, colours: Colours) -> str:
    """HTML of a Markdown text that has been tidied."""
    # Raw HTML is parsed only so that it can be dropped as a whole; _Renderer lets none of it out.
    parser = MarkdownIt("commonmark", {"html": True}, renderer_cls=_Renderer).enable(["table", "strikethrough"])
    parser.use(deflist_plugin)
    renderer = parser.renderer
    assert isinstance(renderer, _Renderer)
    renderer.colours = colours
    return str(parser.render(text))


class _Renderer(RendererHTML):
    """Writes tags that ``QTextDocument`` lays out well: boxes as tables of one cell, colours in place."""

    colours: Colours

    def fence(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        language = tokens[idx].info.strip().split(" ", 1)[0].strip("{}.")
        return self._code_box(tokens[idx].content, language)

    def code_block(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return self._code_box(tokens[idx].content, "")

    def code_inline(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return f"<code>{html.escape(tokens[idx].content, quote=False)}</code>"

    def html_block(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        text = _without_tags(tokens[idx].content)
        return f"<p>{text}</p>" if text.strip() else ""

    def html_inline(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        return "<br>" if _BREAK.fullmatch(tokens[idx].content) else ""

    def image(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        """A picture by a name that nothing can load; the viewer looks it up among those it was handed."""
        address = quote(unquote(str(tokens[idx].attrs.get("src", ""))), safe="")
        return f'<img src="{PICTURE}{address}" alt="{html.escape(tokens[idx].content)}">'

    def softbreak(self, tokens: Sequence[Token], idx: int, _options: OptionsDict, _env: EnvType) -> str:
        """A line break inside a paragraph is a space, but between Chinese or Japanese characters it is nothing."""
        before = tokens[idx - 1].content[-1:] if idx else ""
        after = tokens[idx + 1].content[:1] if idx + 1 < len(tokens) else ""
        return "" if _UNSPACED.match(before) and _UNSPACED.match(after) else "\n"

    def blockquote_open(self, *_rest: Any) -> str:
        return (f'<table width="100%" cellspacing="0" cellpadding="0" style="margin-top: 2px; margin-bottom: 12px"><tr>'
                f'<td width="3" bgcolor="{self.colours.control}"></td><td style="padding: 4px 4px 0 12px">')

    def blockquote_close(self, *_rest: Any) -> str:
        return "</td></tr></table>"

    def table_open(self, *_rest: Any) -> str:
        return (f'<table cellspacing="0" cellpadding="6" border="1" style="border-collapse: collapse; '
                f'border-color: {self.colours.border}; margin-bottom: 12px">')

    def _code_box(self, content: str, language: str) -> str:
        body = coloured_code(content.rstrip("\n"), language, self.colours)
        return (f'<table width="100%" cellspacing="0" cellpadding="9" bgcolor="{self.colours.code}" '
                f'style="margin-bottom: 12px"><tr><td><pre style="white-space: pre-wrap">{body}</pre>'
                '</td></tr></table>')


def _without_tags(raw: str) -> str:
    kept = _TAG.sub("", _BREAK.sub("\n", _SILENT.sub("", raw)))
    return html.escape(html.unescape(kept), quote=False).replace("\n", "<br>").strip()


def coloured_code(code: str, language: str, colours: Colours) -> str:
    """Escaped code with comments, words, strings and numbers coloured when the language is known."""
    try:
        lexer = get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return html.escape(code, quote=False)
    kinds: tuple[tuple[Any, str], ...] = (
        (Comment, colours.muted), (Keyword, colours.accent), (Name.Tag, colours.accent), (String, colours.good),
        (Number, colours.warn), (Literal.Date, colours.warn),
    )
    return "".join(_coloured(kind, text, kinds) for kind, text in lexer.get_tokens(code))


def _coloured(kind: Any, text: str, kinds: tuple[tuple[Any, str], ...]) -> str:
    escaped = html.escape(text, quote=False)
    colour = next((colour for parent, colour in kinds if kind in parent), "")
    return f'<span style="color: {colour}">{escaped}</span>' if colour and text.strip() else escaped
