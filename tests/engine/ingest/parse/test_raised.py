"""A number with an exponent is never searched, embedded or shown as another number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.ingest.parse import asciidoc, rst
from engine.store.terms import fold
from engine.types import Parsed
from tests.engine.ingest.parse.packages import paragraph, read_open, read_word, run, source_of
from tests.engine.ingest.parse.pages import read_page
from tests.engine.ingest.texts import all_chunks, read_markdown

SHIFTS = "".join(f'<style:style style:name="{name}" style:family="text"><style:text-properties '
                 f'style:text-position="{place}"/></style:style>'
                 for name, place in (("U", "super 58%"), ("D", "-33% 58%")))


def _word(base: str, up: str, rest: str) -> Parsed:
    return read_word(paragraph(run(base), run(up, '<w:vertAlign w:val="superscript"/>'), run(rest)))


def _open(base: str, up: str, rest: str) -> Parsed:
    return read_open(f'<text:p>{base}<text:span text:style-name="U">{up}</text:span>{rest}</text:p>', automatic=SHIFTS)


@pytest.mark.parametrize("read", [
    lambda base, up, rest: read_page(f"<p>{base}<sup>{up}</sup>{rest}</p>"),
    lambda base, up, rest: read_markdown(f"{base}<sup>{up}</sup>{rest}"),
    lambda base, up, rest: read_markdown(f"<p>{base}<sup>{up}</sup>{rest}</p>"),
    lambda base, up, rest: asciidoc.parse(source_of(f"{base}^{up}^{rest}".encode(), "a.adoc")),
    lambda base, up, rest: rst.parse(source_of(f"{base}\\ :sup:`{up}`\\ {rest}".encode(), "a.rst")),
    _word, _open,
], ids=["html", "markdown", "markdown block", "asciidoc", "rest", "word", "odt"])
def test_a_raised_exponent_stays_one(read: Callable[[str, str, str], Parsed]) -> None:
    chunk, = all_chunks(read("up to 10", "6", " rows"))
    assert chunk.text == "up to 10⁶ rows" or "<sup>" in chunk.text
    assert chunk.plain == "up to 10⁶ rows"
    assert "10^6 rows" in chunk.embed_text
    chunk, = all_chunks(read("x", "n+1", ""))
    assert chunk.plain == "x^(n+1)"
    chunk, = all_chunks(read("the 2", "nd", " row"))
    assert chunk.plain == "the 2nd row"


def test_signs_that_a_text_already_has_are_kept_apart_in_search() -> None:
    assert fold("10⁶ m² and 2₁₀") == "10^6 m2 and 2_10"
    assert fold("ﬁne Ａ") == "fine A"


def test_an_index_is_written_on_but_not_onto_a_number() -> None:
    assert read_page("<p>H<sub>2</sub>O, 101<sub>2</sub>, V<sub>CC</sub></p>").blocks[0].plain == "H2O, 101_2, VCC"
    assert read_markdown("H<sub>2</sub>O, 101<sub>2</sub>").blocks[0].plain == "H2O, 101_2"


def test_the_number_of_a_note_is_no_exponent() -> None:
    assert read_page('<p>rows<sup><a href="#f1">1</a></sup>, x<sup>*</sup></p>').blocks[0].plain == "rows1, x*"
