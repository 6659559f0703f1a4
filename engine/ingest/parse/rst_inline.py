"""Running text of a docutils tree as readable text and Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from docutils import nodes

from engine.ingest.parse.raised import lowered, raised
from engine.ingest.parse.rich import Rich, assembled, code_span, linked, marked

_REFERENCE = re.compile(r"`(.+?)`__?\Z|(\w[\w.-]*?)__?\Z|\|(.+?)\|_{0,2}\Z", re.DOTALL)
_TARGET = re.compile(r"\s*<[^<>]*>\Z")
_BREAKS = re.compile(r"[ \t]*\n[ \t]*")
_WIDE = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_WIDE_BREAK = re.compile(f"(?<=[{_WIDE}])\\s*\n\\s*(?=[{_WIDE}])")
_STRUCK = frozenset({"strike", "strikethrough", "strike-through", "line-through", "del", "s"})
"""Roles and classes by which sites strike words out."""
_MOST_SUBSTITUTED = 200_000
"""Characters that names of a document may stand for in all."""
_UNSEEN = (nodes.raw, nodes.system_message, nodes.comment, nodes.target, nodes.substitution_definition, nodes.pending)


class InlineReader:
    """Reads running text; ``titles`` are the headings by the labels that refer to them, ``substitutions`` the texts
    by the names they stand for.
    """

    def __init__(self, titles: Mapping[str, str], substitutions: Mapping[str, nodes.Element]) -> None:
        self._titles = titles
        self._substitutions = {name.lower(): node for name, node in substitutions.items()}
        self._open: list[str] = []
        self._room = _MOST_SUBSTITUTED

    def read(self, node: nodes.Element) -> Rich:
        """All of ``node``'s text; single line breaks are blanks in ``plain`` and stay in the Markdown."""
        text = assembled(self._parts(node))
        if "\n" not in text.plain:
            return Rich(text.plain.strip(), text.markup.strip())
        plain = _BREAKS.sub(" ", _WIDE_BREAK.sub("", text.plain))
        return Rich(plain.strip(), _BREAKS.sub("\n", text.markup).strip())

    def _parts(self, node: nodes.Element) -> list[str | Rich]:
        parts: list[str | Rich] = []
        for child in node.children:
            if isinstance(child, nodes.Text):
                parts.append(child.astext().replace("\0", ""))
            elif isinstance(child, nodes.Element):
                self._add(child, parts)
        return parts

    def _add(self, node: nodes.Element, parts: list[str | Rich]) -> None:
        if isinstance(node, nodes.target) and node.children:
            parts += self._parts(node)
        elif isinstance(node, _UNSEEN):
            return
        elif moved := _moved(node, parts):
            parts[-1:] = moved
        elif shown := _SHOWN.get(type(node)):
            parts.append(shown(node))
        elif isinstance(node, nodes.reference):
            address = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
            parts.append(linked(assembled(self._parts(node)), address))
        elif isinstance(node, nodes.substitution_reference):
            self._substitute(node, parts)
        elif wanted := node.get("wanted"):
            parts.append(self._titles.get(" ".join(str(wanted).lower().split()), str(wanted)))
        else:
            style = _STYLES.get(type(node))
            inner = self._parts(node)
            if style is None:
                parts += inner
            else:
                parts.append(style(assembled(inner)))


    def _substitute(self, node: nodes.Element, parts: list[str | Rich]) -> None:
        """What a name stands for; the name as written when it is unknown, stands for itself, or is used too often."""
        name = " ".join(str(node.get("refname", "")).lower().split())
        meant = self._substitutions.get(name)
        if meant is None or name in self._open or self._room <= 0:
            parts.append(f"|{node.astext()}|")
            return
        self._open.append(name)
        inner = self._parts(meant)
        self._room -= 1 + sum(len(part if isinstance(part, str) else part.plain) for part in inner)
        self._open.pop()
        parts += inner


def _moved(node: nodes.Element, parts: Sequence[str | Rich]) -> list[str | Rich]:
    """What raised or lowered words, or struck-out ones, make of the last part; nothing for other text."""
    last = parts[-1] if parts else ""
    if not _STRUCK.isdisjoint(node.get("classes", ())):
        return [last.removesuffix(" ") if isinstance(last, str) else last]
    written = _MOVED.get(type(node))
    return [last, written(node.astext(), last if isinstance(last, str) else last.plain)] if written else []


def _unresolved(source: str) -> str:
    """The words of a reference that leads nowhere."""
    match = _REFERENCE.match(source)
    if match is None:
        return source
    return _TARGET.sub("", match[1] or match[2] or source)


_SHOWN: Mapping[type[nodes.Element], Callable[[nodes.Element], str | Rich]] = {
    nodes.literal: lambda node: code_span(node.astext()),
    nodes.math: lambda node: code_span(node.astext()),
    nodes.image: lambda node: str(node.get("alt", "")),
    nodes.footnote_reference: lambda node: f"[{node.astext()}]",
    nodes.citation_reference: lambda node: f"[{node.astext()}]",
    nodes.problematic: lambda node: _unresolved(node.astext()),
}
_MOVED: Mapping[type[nodes.Element], Callable[[str, str], str]] = {
    nodes.superscript: raised, nodes.subscript: lowered,
}
_STYLES: Mapping[type[nodes.Element], Callable[[Rich], Rich]] = {
    nodes.emphasis: lambda text: marked(text, "*"),
    nodes.strong: lambda text: marked(text, "**"),
}
