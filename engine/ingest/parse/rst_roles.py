"""The role for every name that docutils does not know: what Sphinx and its kin would show for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from docutils.utils import unescape

_CODE = frozenset("func function meth method class mod module attr attribute data exc exception obj object const macro "
                  "member type struct union enum enumerator var expr envvar option program command file samp kbd token "
                  "keyword makevar regexp mailheader mimetype newsgroup cfunc cdata setting confval lib bin dir "
                  "opcode label-like decorator property directive role cmd conf term-code mod-name any-code".split())
_STRUCK = frozenset({"strike", "strikethrough", "del", "s", "st"})
_CALLED = frozenset({"func", "function", "meth", "method"})
_REFERENCES = frozenset({"ref", "numref", "doc", "any", "term"})
_LABELLED = re.compile(r"(.+?)\s*<([^<>]*)>\Z", re.DOTALL)


def any_role(name: str, rawtext: str, text: str, lineno: int, inliner: Any,
             options: Mapping[str, Any] | None = None, content: Sequence[str] = ()
             ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
    """A node for what the role's text shows; ``name`` may have a domain (``py:func``)."""
    short = name.lower().rpartition(":")[2]
    shown = unescape(text).strip()
    if short == "raw":
        return [], []
    if short in _STRUCK:
        return [nodes.inline(rawtext, shown, classes=["strike"])], []
    labelled = _LABELLED.match(shown) if not shown.startswith("<") else None
    if labelled and short not in {"samp", "file", "kbd", "option"}:
        label = unescape(labelled[1]).strip()
        node: nodes.Node = nodes.literal(rawtext, label) if short in _CODE else nodes.inline(rawtext, label)
        return [node], []
    if short in _REFERENCES:
        return [nodes.inline(rawtext, shown, wanted=shown if short in {"ref", "numref"} else "")], []
    if short == "menuselection":
        return [nodes.inline(rawtext, re.sub(r"\s*-->\s*", " > ", shown))], []
    if short in _CODE:
        return [nodes.literal(rawtext, _code(short, shown))], []
    return [nodes.inline(rawtext, shown.replace("&", "") if short == "guilabel" else shown)], []


def _code(role: str, text: str) -> str:
    if text.startswith(("!", "~")) and len(text) > 1:
        text = text[1:].rpartition(".")[2] if text[0] == "~" else text[1:]
    if role == "samp":
        return text.replace("{", "").replace("}", "")
    return f"{text}()" if role in _CALLED and not text.endswith(")") else text.removeprefix(".")
