"""Finding a quote, which is Markdown, in the plain text that was rendered from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.ui.locate import locate, plain
from app.ui.markdown_html import markdown_html
from app.ui.theme import LIGHT
from engine.types import Span
from tests.app.ui.sample_pages import PAGES, SCHEDULES, between

LINKS = """# Links

See [the *fields* page](fields.md#drain "Drain") and [limits][lim], or <https://lantern.example/docs>.

[lim]: reference/limits.md

Some **bold** text, `code_with_names`, an image ![of a pool](pool.png) and a<br>break &amp; an entity.

- first item with `--flag=x`
- second item, **marked**
  - nested [one](a_(b).md)

<div>Raw <b>HTML</b> here.</div>

```python
print("[not](a link)")  # *not* emphasis
```

End.
"""


def shown(markdown: str) -> str:
    """The plain text of a rendered page, as the viewer holds it."""
    document = QTextDocument()
    document.setHtml(markdown_html(markdown, LIGHT))
    return document.toPlainText()


def found(markdown: str, quote: str) -> str:
    """The rendered words for a quote, empty when it cannot be located; spaces and line ends made one."""
    text = shown(markdown)
    span = locate(text, quote, source=markdown, at=markdown.index(quote))
    return " ".join(text[span.start:span.end].replace("\ufffc", "").split()) if span else ""


@pytest.mark.parametrize(("first", "last", "words"), [
    ("See [the", "page](fields.md#drain \"Drain\")", "See the fields page"),
    ("See [the", "docs>.", "See the fields page and limits, or https://lantern.example/docs."),
    ("Some **bold**", "names`", "Some bold text, code_with_names"),
    ("an image", "entity.", "an image and a break & an entity."),
    ("- first item", "- second item, **marked**", "first item with --flag=x second item, marked"),
    ("nested [one]", "(a_(b).md)", "nested one"),
    ("<div>", "</div>", "Raw HTML here."),
    ("```python", "emphasis\n```", 'print("[not](a link)") # *not* emphasis'),
    ('"[not](a', 'link)"', "not](a link"),
    ("**bold** text", "text", "bold text"),
])
def test_markup_of_every_kind_is_seen_through(qapp: QApplication, first: str, last: str, words: str) -> None:
    assert found(LINKS, between(LINKS, first, last)) == words


@pytest.mark.parametrize(("first", "last", "start", "end"), [
    ("| `close` |", "| `floor` | number | `1` | workers kept", "close", "workers kept"),
    ("| Field |", "open hours |", "Field", "open hours"),
    ("To let a pool", "need it.", "To let a pool", "need it."),
    ("1. Open the pool's", "restart is needed.", "Open the pool's", "restart is needed."),
    ("   floor: 0\n", "weekdays at six", "floor: 0", "weekdays at six"),
    ("> [!WARNING]", "queue.", "Warning", "queue."),
    ("opening hour; use", "happen.", "opening hour", "happen."),
])
def test_tables_steps_code_and_warnings_are_found_whole(
        qapp: QApplication, first: str, last: str, start: str, end: str) -> None:
    words = found(PAGES["2.4"].text, between(PAGES["2.4"].text, first, last))
    assert words.startswith(start)
    assert words.endswith(end)


def test_chinese_needs_no_spaces_between_words(qapp: QApplication) -> None:
    text = PAGES["zh"].text
    assert found(text, between(text, "此后各工作进程", "退出。")).startswith("此后各工作进程会完成手上的任务再退出")


def test_of_two_equal_places_the_one_meant_is_found(qapp: QApplication) -> None:
    markdown = "# A\n\nRestart it.\n\n## B\n\nSome [long](target/of/a/link.md) words.\n\n## C\n\nRestart it.\n\nEnd.\n"
    text = shown(markdown)
    second = markdown.rindex("Restart it.")
    spans = [locate(text, "Restart it.", source=markdown, at=at) for at in (markdown.index("Restart"), second)]
    assert [span and span.start for span in spans] == [text.index("Restart it."), text.rindex("Restart it.")]


@pytest.mark.parametrize("quote", ["Pools are opened by hand only.", "", "***", "drain " * 40, "ceiling of the moon"])
def test_what_is_not_there_is_not_found(qapp: QApplication, quote: str) -> None:
    assert locate(shown(SCHEDULES), quote) is None


def test_a_changed_number_is_not_taken_for_the_same_words(qapp: QApplication) -> None:
    assert locate(shown("The pool closes after 10 minutes."), "The pool closes after 15 minutes.") is None


def test_a_long_quote_is_still_found_when_a_little_of_it_is_drawn_otherwise(qapp: QApplication) -> None:
    quote = "Workers then finish what they hold and leave {{ icon }}; the last one is gone ten minutes after the close"
    text = "Intro. Workers then finish what they hold and leave; the last one is gone ten minutes after the close time."
    span = locate(text, quote)
    assert span is not None
    assert text[span.start:span.end] == text[7:-6]


_WORD = st.text("abcdefghijklmnopqrstuvwxyzäéñ漢字", min_size=1, max_size=9)
@pytest.mark.corpora
def test_every_paragraph_of_real_documents_is_found_in_its_page(qapp: QApplication, corpora: Path) -> None:
    missing, tried = [], 0
    for path in sorted(corpora.rglob("*.md"))[::40]:
        markdown = path.read_text(encoding="utf-8")
        text, body = shown(markdown), len(markdown) - len(_without_front_matter(markdown))
        for block in re.finditer(r"\S(?:.|\n(?!\n))*", markdown[body:]):
            if not block[0].startswith(("<", "![", "{{")) and any(map(str.isalnum, block[0])):
                tried += 1
                if locate(text, block[0], source=markdown, at=body + block.start()) is None:
                    missing.append((path.name, block[0]))
    assert tried > 200
    assert len(missing) <= tried // 200, missing


def _without_front_matter(markdown: str) -> str:
    return re.sub(r"\A(---|\+\+\+)\n.*?\n\1\n", "", markdown, count=1, flags=re.DOTALL)


_STYLES = ("{}", "**{}**", "*{}*", "`{}`", "[{}](some/where.md)", "![](x.png) {}", "~~{}~~", "{}<br>",
           '<span id="q">{}</span>')
_STYLED = st.builds(lambda word, style: style.format(word), _WORD, st.sampled_from(_STYLES))
_LINE = st.lists(_STYLED, min_size=1, max_size=8).map(" ".join)
_BLOCK = st.one_of(
    _LINE, _LINE.map("## {}".format), _LINE.map("> {}".format),
    st.lists(_LINE, min_size=1, max_size=3).map(lambda lines: "\n".join(f"- {line}" for line in lines)),
    st.lists(_LINE, min_size=1, max_size=3).map(lambda lines: "\n".join(f"{1 + i}. {x}" for i, x in enumerate(lines))),
    st.lists(_WORD, min_size=1, max_size=3).map(lambda lines: "\n".join(["```yaml", *lines, "```"])),
    st.tuples(_LINE, _LINE).map(lambda cells: f"| {cells[0]} | b |\n|---|---|\n| {cells[1]} | d |"),
)


@given(st.lists(_BLOCK, min_size=1, max_size=5), st.data())
def test_any_block_of_any_page_is_found_where_it_is_drawn(
        qapp: QApplication, blocks: list[str], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(blocks) - 1))
    markdown = "\n\n".join(blocks)
    text, quote = shown(markdown), blocks[index]
    span = locate(text, quote, source=markdown, at=len("\n\n".join([*blocks[:index], ""])) if index else 0)
    assert span is not None
    assert letters(text[span.start:span.end]).lower() == letters(shown(quote)).lower()


@given(st.text(max_size=80), st.text(max_size=200), st.integers(0, 200))
def test_whatever_the_texts_the_place_lies_inside_the_document(quote: str, document: str, at: int) -> None:
    span = locate(document, quote, source=document, at=at)
    assert span is None or 0 <= span.start < span.end <= len(document)


@given(st.text(max_size=200))
def test_a_plain_text_is_found_in_itself(text: str) -> None:
    has_letters = any(map(str.isalnum, text))
    span = locate(text, text)
    assert (span is not None) is has_letters
    assert not has_letters or letters(text[slice_of(span)]) == letters(text)


def letters(text: str) -> str:
    """Only what counts."""
    return "".join(filter(str.isalnum, text))


def slice_of(span: Span | None) -> slice:
    """A span as a slice."""
    assert span is not None
    return slice(span.start, span.end)


def test_what_is_not_drawn_is_not_compared() -> None:
    assert letters(plain("[a](b.md) <i>c</i> ![d](e.png) <!-- f --> `g`\n```h\ni\n```")) == "acgi"
