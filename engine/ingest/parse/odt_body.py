"""The body of an OpenDocument text as HTML, element by element, without recursion.

1. Most elements have their like in HTML. Spaces, tabs and breaks are elements of their own here.
2. Lists count as they are told to: from a start, anew, or on from another list.
3. Text boxes follow the paragraph they hang on; notes stand at the end of the section that refers to them.
4. Contents, indexes, comments and what was deleted are no text.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from xml.etree.ElementTree import Element

from engine.ingest.parse.docx_styles import child, local
from engine.ingest.parse.odt_styles import OpenStyles, attribute, number

_UNREAD = frozenset({
    "tracked-changes", "table-of-content", "illustration-index", "table-index", "object-index", "user-index",
    "alphabetical-index", "bibliography", "annotation", "annotation-end", "hidden-text", "forms", "sequence-decls",
    "user-field-decls", "variable-decls", "ruby-text", "covered-table-cell", "script", "event-listeners", "title",
    "desc", "note-citation", "dde-connection-decls", "alphabetical-index-auto-mark-file", "number",
})
_MOST_REPEATED = 50

Item: TypeAlias = "Element | str | Callable[[], Iterable[Item]]"
"""An element to be read, markup to be written, or something that is asked for more of them when its turn comes."""


@dataclass(slots=True)
class _List:
    """An open list: its style, its level from 1, its numbers by level, and whether its next item is the first."""

    style: str
    level: int
    counts: dict[int, int]


class OpenBody:
    """Writes one document. ``formula`` gives the text of an embedded object by its name in the package.

    ``has_hidden`` says afterwards whether text was left out that is marked as hidden, ``has_concealed`` whether some
    was that only disguise makes invisible.
    """

    def __init__(self, styles: OpenStyles, formula: Callable[[str], str]) -> None:
        self.has_hidden = self.has_concealed = False
        self._styles = styles
        self._formula = formula
        self._parts: list[str] = []
        self._lists: list[_List] = []
        self._counts: dict[str, dict[int, int]] = {}  # by list id and by style, for lists that go on
        self._outline: dict[int, int] = {}
        self._boxes: list[Element] = []
        self._notes: list[str] = []
        self._note_count = 0

    def html(self, root: Element, progress: Callable[[], None]) -> str:
        """The content of the body element as HTML."""
        stack: list[Iterator[Item]] = [iter([*_items(root), self._take_notes])]
        while stack:
            item = next(stack[-1], None)
            if item is None:
                stack.pop()
            elif isinstance(item, str):
                self._parts.append(item)
            elif isinstance(item, Element):
                if len(stack) == 1:
                    progress()
                stack.append(iter(self._read(item)))
            else:
                stack.append(iter(item()))
        return "".join(self._parts)

    def _read(self, element: Element) -> list[Item]:
        """What stands for an element: markup, its content, and what is done after it."""
        name = local(element)
        if name in _UNREAD or _is_hidden(element):
            self.has_hidden = self.has_hidden or (
                (name == "hidden-text" or name not in _UNREAD) and bool(_words_of(element).strip()))
            return []
        handler = _HANDLERS.get(name)
        return handler(self, element) if handler is not None else _items(element)

    # --- paragraphs -------------------------------------------------------------------------------------------------

    def _heading(self, element: Element) -> list[Item]:
        if not "".join(element.itertext()).strip():
            return []
        level = min(number(attribute(element, "outline-level"), 1), 10)
        mark = next((each for each in element.iter() if local(each) in ("bookmark", "bookmark-start")), None)
        anchor = attribute(mark, "name")
        own = f' id="{html.escape(anchor)}"' if anchor and not anchor.startswith("_") else ""
        tag = f"h{min(level, 6)}"
        shown = html.escape(self._outline_number(level))
        content = _items(element)
        if self._styles.find("paragraph", attribute(element, "style-name")).is_struck:
            content = ["<s>", *content, "</s>"]
        return [self._take_notes, f"<{tag}{own}>{shown}", *content, f"</{tag}>", self._take_boxes]

    def _outline_number(self, level: int) -> str:
        form = self._styles.outline.get(level)
        for deeper in [other for other in self._outline if other > level]:
            del self._outline[deeper]
        self._outline[level] = self._outline.get(level, (form.start if form else 1) - 1) + 1
        if form is None or not form.is_numbered:
            return ""
        shown = [str(self._outline.get(at, 1)) for at in range(max(1, level - form.shown + 1), level + 1)]
        return f"{'.'.join(shown)}{form.suffix} "

    def _paragraph(self, element: Element) -> list[Item]:
        if any(local(each) == "hidden-paragraph" and attribute(each, "is-hidden") == "true" for each in element):
            self.has_hidden = self.has_hidden or bool(_words_of(element).strip())
            return []
        style = self._styles.find("paragraph", attribute(element, "style-name"))
        if self._is_unseen(element, is_hidden=style.is_hidden, is_concealed=style.is_concealed):
            return []
        if style.is_code:
            return [self._continued("<pre>", "</pre>", "\n"), *_items(element), "</pre>", self._take_boxes]
        struck: tuple[list[Item], list[Item]] = (["<s>"], ["</s>"]) if style.is_struck else ([], [])
        tag = style.definition or ("h1" if style.is_title and not self._lists else "p")
        content: list[Item] = [f"<{tag}>", *struck[0], *_items(element), *struck[1], f"</{tag}>"]
        if style.definition:
            content = [self._continued("<dl>", "</dl>"), *content, "</dl>"]
        elif style.note:
            end = f"</div><!--{style.note}-->"
            content = [self._continued(f'<div class="admonition {style.note}">', end), *content, end]
        return [*content, self._take_boxes]

    def _continued(self, opening: str, closing: str, between: str = "") -> Callable[[], Iterable[Item]]:
        """The start of an element that goes on where one of its kind has just ended."""
        def start() -> Iterable[Item]:
            while self._parts and self._parts[-1].isspace():
                self._parts.pop()  # between paragraphs, blanks only lay out the XML
            if self._parts and self._parts[-1] == closing:
                self._parts.pop()
                return (between,)
            return (opening,)

        return start

    def _is_unseen(self, element: Element, *, is_hidden: bool, is_concealed: bool) -> bool:
        if (is_hidden or is_concealed) and "".join(element.itertext()).strip():
            self.has_hidden, self.has_concealed = self.has_hidden or is_hidden, self.has_concealed or is_concealed
        return is_hidden or is_concealed

    # --- running text -----------------------------------------------------------------------------------------------

    def _span(self, element: Element) -> list[Item]:
        style = self._styles.find("text", attribute(element, "style-name"))
        if self._is_unseen(element, is_hidden=style.is_hidden, is_concealed=style.is_concealed):
            return []
        content = _items(element)
        if style.is_code:
            content = ["<code>", *content, "</code>"]
        if tag := "s" if style.is_struck else style.shift:
            content = [f"<{tag}>", *content, f"</{tag}>"]
        return ["<strong>", *content, "</strong>"] if style.is_strong else content

    def _link(self, element: Element) -> list[Item]:
        return [f'<a href="{html.escape(attribute(element, "href"))}">', *_items(element), "</a>"]

    def _spaces(self, element: Element) -> list[Item]:
        return [" " * min(number(attribute(element, "c"), 1), 200)]

    def _note(self, element: Element) -> list[Item]:
        self._note_count += 1
        paragraphs = (each for each in element.iter() if local(each) == "p")
        words = " ".join(" ".join("".join(each.itertext()).split()) for each in paragraphs)
        self._notes.append(f"<p>[{self._note_count}] {html.escape(words)}</p>")
        return [f"[{self._note_count}]"]

    def _take_notes(self) -> Iterable[Item]:
        """The notes that were referred to since the last heading."""
        taken, self._notes = self._notes, []
        return taken

    def _frame(self, element: Element) -> list[Item]:
        """A picture by its words, an embedded formula by its source, a text box for later."""
        boxes = [each for each in element if local(each) == "text-box"]
        self._boxes.extend(boxes)
        embedded = child(element, "object")
        if embedded is not None and (formula := self._formula(attribute(embedded, "href"))):
            return [html.escape(formula)]
        words = next(("".join(each.itertext()).strip() for name in ("desc", "title") for each in element
                      if local(each) == name), "")
        return [f'<img alt="{html.escape(words)}">'] if words and not boxes else []

    def _take_boxes(self) -> Iterable[Item]:
        """Text boxes of the paragraph that has just ended."""
        taken, self._boxes = self._boxes, []
        return [item for box in taken for item in ("<div>", *_items(box), "</div>")]

    # --- lists ------------------------------------------------------------------------------------------------------

    def _list(self, element: Element) -> list[Item]:
        outer = self._lists[-1] if self._lists else None
        style = attribute(element, "style-name") or (outer.style if outer else "")
        level = outer.level + 1 if outer else 1
        if outer is not None:
            counts = outer.counts
            counts.pop(level, None)
        else:
            goes_on = attribute(element, "continue-numbering") == "true"
            before = attribute(element, "continue-list") or (f"style {style}" if goes_on else "")
            counts = self._counts.get(before, {})
            self._counts[f"style {style}"] = self._counts[attribute(element, "id") or "style"] = counts
        self._lists.append(_List(style, level, counts))
        tag = "ol" if self._styles.list_level(style, level).is_numbered else "ul"
        return [f"<{tag}>", *_items(element), f"</{tag}>", self._end_list]

    def _end_list(self) -> Iterable[Item]:
        self._lists.pop()
        return ()

    def _item(self, element: Element) -> list[Item]:
        if not self._lists:
            return _items(element)
        current = self._lists[-1]
        form = self._styles.list_level(current.style, current.level)
        if not form.is_numbered or local(element) == "list-header":
            return ["<li>", *_items(element), "</li>"]
        before = current.counts.get(current.level, form.start - 1)
        current.counts[current.level] = number(attribute(element, "start-value"), before + 1)
        return [f'<li value="{current.counts[current.level]}">', *_items(element), "</li>"]

    # --- tables -----------------------------------------------------------------------------------------------------

    def _table(self, element: Element) -> list[Item]:
        return ["<table>", *_items(element), "</table>"]

    def _head(self, element: Element) -> list[Item]:
        return ["<thead>", *_items(element), "</thead>"]

    def _row(self, element: Element) -> list[Item]:
        times = _times(element, "number-rows-repeated")
        return ["<tr>", *_items(element), "</tr>"] * times

    def _cell(self, element: Element) -> list[Item]:
        across = number(attribute(element, "number-columns-spanned"), 1)
        down = number(attribute(element, "number-rows-spanned"), 1)
        cell: list[Item] = [f'<td colspan="{across}" rowspan="{down}">', *_items(element), "</td>"]
        return cell * _times(element, "number-columns-repeated")


def _items(element: Element) -> list[Item]:
    """The text and the elements of an element, in order."""
    made: list[Item] = [html.escape(element.text, quote=False)] if element.text else []
    for inner in element:
        made.append(inner)
        if inner.tail:
            made.append(html.escape(inner.tail, quote=False))
    return made


def _is_hidden(element: Element) -> bool:
    """Whether the document hides an element: a section, a row, a paragraph."""
    return attribute(element, "display") == "none" or attribute(element, "visibility") in ("collapse", "filter")


def _words_of(element: Element) -> str:
    """All that an element holds, with the words that a field of hidden text carries along."""
    return "".join([*element.itertext(), attribute(element, "string-value")])


def _times(element: Element, name: str) -> int:
    """How often a row or a cell stands there; empty ones that only fill the sheet count once."""
    times = number(attribute(element, name), 1)
    return max(1, min(times, _MOST_REPEATED)) if "".join(element.itertext()).strip() else 1


def _written(text: str) -> Callable[[OpenBody, Element], list[Item]]:
    return lambda body, element: [text]


_HANDLERS: Mapping[str, Callable[[OpenBody, Element], list[Item]]] = {
    "h": OpenBody._heading,
    "p": OpenBody._paragraph,
    "span": OpenBody._span,
    "a": OpenBody._link,
    "s": OpenBody._spaces,
    "tab": _written("\t"),
    "line-break": _written("<br>"),
    "note": OpenBody._note,
    "frame": OpenBody._frame,
    "list": OpenBody._list,
    "list-item": OpenBody._item,
    "list-header": OpenBody._item,
    "table": OpenBody._table,
    "table-header-rows": OpenBody._head,
    "table-row": OpenBody._row,
    "table-cell": OpenBody._cell,
}
