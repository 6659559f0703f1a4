"""What of a document's Markdown reaches the screen, and what never does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QApplication

from app.ui.markdown_html import markdown_html, plain_html, tidy
from app.ui.markdown_render import coloured_code
from app.ui.theme import LIGHT

OURS = {"p", "br", "code", "pre", "span", "table", "thead", "tbody", "tr", "td", "th", "a", "img", "strong", "em", "s",
        "ul", "ol", "li", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "dl", "dt", "dd"}


def shown(html: str) -> str:
    """The words that a reader sees."""
    document = QTextDocument()
    document.setHtml(html)
    return document.toPlainText().rstrip()


@pytest.mark.parametrize("hostile", [
    "<script>steal()</script>", "<style>p { color: red }</style>", '<img src="file:///etc/passwd">',
    '<a href="https://elsewhere.example">x</a>', '<iframe src="//x"></iframe>', "text <b onclick=x()>bold</b>",
    "<!-- note to self -->", "[x](javascript:alert(1))", '<object data="x">',
])
def test_raw_html_never_passes_through(hostile: str) -> None:
    html = markdown_html(hostile, LIGHT)
    assert "steal" not in html
    assert "color: red" not in html
    assert "passwd" not in html
    assert "elsewhere" not in html
    assert "onclick" not in html
    assert "note to self" not in html
    assert 'href="javascript' not in html


@pytest.mark.parametrize("address", ["file:///etc/passwd", "pool.png", "https://elsewhere.example/x.png"])
def test_a_picture_is_only_ever_a_name_that_nothing_can_load(address: str) -> None:
    sources = re.findall(r'src="([^"]*)"', markdown_html(f"![a pool]({address})", LIGHT))
    assert all(re.fullmatch(r"picture:[\w.%-]*", source) for source in sources)


@given(st.text(alphabet=st.sampled_from(list("<>/abciframescript=\"'`*_[]()!# \n\\&-|:{}%~+"))))
def test_whatever_is_written_only_our_own_tags_come_out(text: str) -> None:
    tags = set(re.findall(r"</?\s*([a-zA-Z][a-zA-Z0-9]*)", markdown_html(text, LIGHT)))
    assert tags <= OURS


def test_words_inside_html_are_kept_and_its_line_breaks_too(qapp: QApplication) -> None:
    assert shown(markdown_html("<details>\n<summary>More</summary>\nHidden <kbd>Ctrl</kbd><br>text\n</details>", LIGHT)
                 ).split() == ["More", "Hidden", "Ctrl", "text"]
    assert shown(markdown_html("a<br>b", LIGHT)) == "a\nb"


@pytest.mark.parametrize("mark", ["---", "+++"])
def test_front_matter_is_not_shown_and_its_title_stands_above(qapp: QApplication, mark: str) -> None:
    text = f"{mark}\ntitle: Cron\n{mark}\n\nBody.\n"
    assert shown(markdown_html(text, LIGHT, title="Cron")).split() == ["Cron", "Body."]


def test_a_page_with_its_own_first_heading_gets_no_second_one(qapp: QApplication) -> None:
    assert shown(markdown_html("# Own\n\nBody.", LIGHT, title="Other")).split() == ["Own", "Body."]


@pytest.mark.parametrize("aside", [
    "> [!NOTE]\n> Mind the gap.", ":::note\nMind the gap.\n:::", "{{< note >}}\nMind the gap.\n{{< /note >}}",
    "{{% note %}}\nMind the gap.\n{{% /note %}}",
])
def test_asides_of_site_generators_become_labelled_quotes(qapp: QApplication, aside: str) -> None:
    html = markdown_html(f"{aside}\n\nAfter.", LIGHT)
    assert shown(html).split() == ["Note", "Mind", "the", "gap.", "After."]
    assert html.index("<strong>Note</strong>") < html.index("Mind") < html.index("</table>") < html.index("After")


def test_code_is_left_alone_by_the_tidying() -> None:
    code = "```\n:::note\n> [!NOTE]\n{{< note >}}\n## Title {#id}\n```"
    assert tidy(code) == code


def test_code_in_an_aside_stays_code(qapp: QApplication) -> None:
    html = markdown_html(":::tip\nRun:\n\n```bash\nmake run\n```\n:::\n\nAfter.", LIGHT)
    assert "<pre" in html[:html.index("After")]
    assert "make run" in shown(html)
    assert "> " not in shown(html)


def test_known_languages_are_coloured_and_unknown_ones_stay_plain() -> None:
    assert LIGHT.muted in coloured_code("# a comment", "python", LIGHT)
    assert coloured_code("<x> & y", "no-such-language", LIGHT) == "&lt;x&gt; &amp; y"


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc")) | st.just("\n")),
       st.sampled_from(["yaml", "python", "bash", ""]))
def test_colouring_changes_no_character(code: str, language: str) -> None:
    from html import unescape

    assert unescape(re.sub(r"</?span[^>]*>", "", coloured_code(code, language, LIGHT))) == code


def test_a_line_break_between_chinese_characters_is_no_space(qapp: QApplication) -> None:
    assert shown(markdown_html("手上的\n任务", LIGHT)) == "手上的任务"
    assert shown(markdown_html("two\nwords", LIGHT)) == "two words"


def test_plain_text_is_shown_exactly(qapp: QApplication) -> None:
    text = "# no heading\n  * no list <b>\n\ttab"
    assert shown(plain_html(text, LIGHT)) == text
