"""Markup is taken off so that what is left reads as the reader saw it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.parse.markdown_rules import markdown_parser
from engine.ingest.plain import html_text, plain_of, readable, shortcode_text


@pytest.mark.parametrize(("markdown", "shown"), [
    ("Set `minReplicaCount` to **0**, see [cron](./cron.md#x).", "Set minReplicaCount to 0, see cron."),
    ("![a picture](x.png) and <https://a.example/b>", "a picture and https://a.example/b"),
    ("http://<host>:9090 and <br>next <b>bold</b>", "http://<host>:9090 and next bold"),
    ("one\ntwo  \nthree", "one two three"),
    ("日本\n語と\nenglish", "日本語と english"),
    ("a &amp; b \\* c &lt;d&gt;", "a & b * c <d>"),
    ("x <!-- hidden --> y", "x  y"),
    ("x <script>alert(1)</script> y", "x  y"),
    ("<Tab label=\"Linux\">run</Tab> it", "Linux run it"),
    ("use {{< param \"version\" >}} now", "use version now"),
    ("keep {{ site.version }} and {braces}", "keep {{ site.version }} and {braces}"),
    ("[js](javascript:alert(1)) fact", "js fact"),
    ("snake_case and 2*3*4 and __init__.py", "snake_case and 234 and init.py"),
    ("a footnote[^1] here", "a footnote here"),
    ("\\[a] \\\\[b] [c]", "[a] \\[b] [c]"),
])
def test_inline_markup_becomes_readable_text(markdown: str, shown: str) -> None:
    assert plain_of(markdown) == shown


@pytest.mark.parametrize(("source", "shown"), [
    ("<div class=\"note\"><h2>Not a heading</h2><p>17&nbsp;volts</p></div>", "Not a heading\n17 volts"),
    ("<ul><li>one<li>two</ul>", "one\ntwo"),
    ("<table><tr><td>a</td><td>b</td></tr></table>", "a b"),
    ("<script>x()</script><style>b{}</style><!-- c -->kept", "kept"),
    ("<img src=x alt=\"the valve\"> <unclosed", "the valve <unclosed"),
    ("<details><summary>More</summary>", "More"),
    ("<host> is a placeholder", "<host> is a placeholder"),
])
def test_html_becomes_readable_text(source: str, shown: str) -> None:
    assert html_text(source) == shown


@pytest.mark.parametrize(("source", "shown"), [
    ("{{< collapsible \"Golang\" >}}", "Golang"), ("{{< /collapsible >}}", ""),
    ("{{% alert title=\"Mind this\" color=\"warning\" %}}", "Mind this"),
    ("{{< authentication-providers >}}", "authentication providers"),
    ("{% include note.html content=\"Back up first\" %}", "note.html Back up first"), ("{% endtab %}", ""),
])
def test_a_shortcode_shows_its_words(source: str, shown: str) -> None:
    assert shortcode_text(source) == shown


@given(st.text(max_size=200))
def test_any_text_has_a_readable_form(text: str) -> None:
    plain_of(text)
    html_text(text)
    shortcode_text(text)


@given(st.text(alphabet="`ab \n", max_size=30))
def test_code_spans_read_the_same_without_the_parser(markdown: str) -> None:
    parser = markdown_parser()
    tokens = parser.parseInline(f"{markdown}*")
    assert readable(tokens[0].content, tokens[0].children).removesuffix("*").rstrip() == plain_of(markdown)


@given(st.text(st.characters(categories=["Lu", "Ll", "Nd"]), min_size=1, max_size=40))
def test_words_without_markup_read_as_they_are_written(word: str) -> None:
    assert plain_of(word) == word
