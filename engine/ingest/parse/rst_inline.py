"""Running text of a docutils tree as readable text and Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from docutils import nodes

from engine.ingest.parse.rich import Rich, assembled, code_span, linked, marked

_REFERENCE = re.compile(r"`(.+?)`__?\Z|(\w[\w.-]*?)__?\Z|\|(.+?)\|_{0,2}\Z", re.DOTALL)
_TARGET = re.compile(r"\s*<[^<>]*>\Z")
_BREAKS = re.compile(r"[ \t]*\n[ \t]*")
_WIDE = "\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef"
_WIDE_BREAK = re.compile(f"(?<=[{_WIDE}])\\s*\n\\s*(?=[{_WIDE}])")
_UNSEEN = (nodes.raw, nodes.system_message, nodes.comment, nodes.target, nodes.substitution_definition, nodes.pending)


class InlineReader:
    """Reads running text; ``titles`` are the headings by the labels that refer to them."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self._titles = titles

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
        elif isinstance(node, (nodes.literal, nodes.math)):
            parts.append(code_span(node.astext()))
        elif isinstance(node, nodes.reference):
            address = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
            parts.append(linked(assembled(self._parts(node)), address))
        elif isinstance(node, nodes.image):
            parts.append(str(node.get("alt", "")))
        elif isinstance(node, (nodes.footnote_reference, nodes.citation_reference)):
            parts.append(f"[{node.astext()}]")
        elif isinstance(node, nodes.problematic):
            parts.append(_unresolved(node.astext()))
        elif wanted := node.get("wanted"):
            parts.append(self._titles.get(" ".join(str(wanted).lower().split()), str(wanted)))
        else:
            style = _STYLES.get(type(node))
            inner = self._parts(node)
            if style is None:
                parts += inner
            else:
                parts.append(style(assembled(inner)))


def _unresolved(source: str) -> str:
    """The words of a reference that leads nowhere."""
    match = _REFERENCE.match(source)
    if match is None:
        return source
    return _TARGET.sub("", match[1] or match[2] or source)


_STYLES: Mapping[type[nodes.Element], Callable[[Rich], Rich]] = {
    nodes.emphasis: lambda text: marked(text, "*"),
    nodes.strong: lambda text: marked(text, "**"),
}
