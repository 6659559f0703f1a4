"""Chunks are verbatim, small enough to be read whole, true to their section, and found by their names."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.types import BlockKind, Chunk, ChunkKind, Parsed
from tests.engine.ingest.texts import MAX_TOKENS, all_chunks, chunked, count_tokens, cut, read_markdown

SENTENCE = "The relay counts its pulses and stores them for a day. "


def test_a_section_of_a_few_paragraphs_is_one_chunk_with_its_path() -> None:
    page = read_markdown("# Relay\n\n## Limits\n\nAt most `512` routes.\n\nAnd 3 hosts.\n")
    chunk, = all_chunks(page)
    assert (chunk.kind, chunk.text, chunk.plain) == (
        ChunkKind.PROSE, "At most `512` routes.\n\nAnd 3 hosts.", "At most 512 routes.\nAnd 3 hosts.")
    assert chunk.embed_text == "Relay > Limits\nAt most 512 routes.\nAnd 3 hosts."
    assert chunk.identifiers == ("512",)


def test_the_title_is_named_once() -> None:
    page = read_markdown("---\ntitle: Relay\n---\nIntro.\n\n## Limits\n\nx\n")
    assert [chunk.heading_text for chunk in all_chunks(page)] == ["Relay", "Relay > Limits"]


def test_a_heading_with_nothing_under_it_is_found_and_a_parent_is_not_doubled() -> None:
    page = read_markdown("# Parts\n\n## Gaskets\n\n## Springs\n\n###\n")
    assert [chunk.text for chunk in all_chunks(page)] == ["## Gaskets", "## Springs"]


def test_options_are_named_by_their_keys_and_never_cut_apart() -> None:
    long = SENTENCE * 6
    page = read_markdown(f"## Settings\n\nParameters:\n\n- `a` - one\n- `b` - two\n- `long` - {long}\n- `c` - three\n")
    made = all_chunks(page)
    assert [(chunk.label, chunk.kind) for chunk in made] == [
        ("a, b", ChunkKind.LIST), ("long", ChunkKind.LIST), ("c", ChunkKind.LIST)]
    assert made[0].text.startswith("Parameters:")
    assert made[1].heading_text.endswith("Settings > Parameters")


def test_a_page_of_three_hundred_settings_names_every_one() -> None:
    page = read_markdown("# Ref\n\n" + "".join(f"- `relay.opt_{i}` - {SENTENCE * (1 + i % 3)}\n" for i in range(300)))
    labels = [label for chunk in all_chunks(page) for label in chunk.label.split(", ")]
    assert labels == [f"relay.opt_{i}" for i in range(300)]


def test_an_item_keeps_what_is_inside_it() -> None:
    page = read_markdown("1. First\n\n   ```sh\n   go\n   ```\n   > **Warning:** hot\n2. Second\n")
    chunk, = all_chunks(page)
    assert chunk.kind is ChunkKind.STEPS
    assert chunk.plain == "First\ngo\nWarning: hot\nSecond"


def test_notes_and_tables_are_chunks_of_their_own_kind() -> None:
    page = read_markdown("Text.\n\n> [!WARNING]\n> Hot.\n\nLimits:\n\n| A | B |\n|---|---|\n| x | 1 |\n\nEnd.\n")
    assert [(chunk.kind, chunk.label) for chunk in all_chunks(page)] == [
        (ChunkKind.PROSE, ""), (ChunkKind.ADMONITION, "warning"), (ChunkKind.TABLE, "x"), (ChunkKind.PROSE, "")]


def test_a_line_in_bold_begins_a_chunk_and_leads_what_follows() -> None:
    items = "".join(f"- `key_{i}` - {SENTENCE * 4}\n" for i in range(3))
    page = read_markdown(f"# T\n\n**Bearer:**\n{items}\n**TLS:**\n- `ca` - file\n")
    made = all_chunks(page)
    assert made[0].text.startswith("**Bearer:**")
    assert made[1].heading_text == "T > Bearer"
    assert made[-1].text.startswith("**TLS:**")


def test_each_question_with_its_answer_is_an_entry_of_its_own() -> None:
    page = read_markdown("# FAQ\n\n**How?**\n\nHold it.\n\n**Undone?**  \nNo.\n\n"
                         "<details>\n<summary>Safe?</summary>\nYes.\n</details>\n\n<details><summary>Why?</summary>\n\nSo.\n\n</details>\n")
    assert [chunk.plain for chunk in all_chunks(page)] == ["How?\nHold it.", "Undone? No.", "Safe?\nYes.", "Why?\nSo."]
    assert all_chunks(page)[1].heading_text == "FAQ"


def test_pieces_of_a_table_repeat_their_header_and_cut_no_row() -> None:
    rows = [f"| opt_{i} | {SENTENCE.strip()} | {i} |" for i in range(40)]
    page = read_markdown("# T\n\n| Key | What | Default |\n|---|---|---|\n" + "\n".join(rows) + "\n")
    made = all_chunks(page)
    assert len(made) > 3
    assert made[0].header_text == ""
    assert made[0].text.startswith("| Key |")
    lines = [line for chunk in made for line in chunk.text.split("\n")]
    assert lines[2:] == rows
    for chunk in made[1:]:
        assert chunk.header_text == "| Key | What | Default |\n|---|---|---|"
    for chunk in made:
        assert chunk.plain.startswith("Key, What, Default\n")
        assert len(chunk.row_sentences) == sum(line.startswith("| opt") for line in chunk.text.split("\n"))
        assert f"{chunk.label.split(', ')[0]}: what The relay" in chunk.plain


def test_a_long_table_in_html_is_cut_between_rows_and_covered_to_its_end() -> None:
    rows = "".join(f"<tr><td>opt_{i}</td><td>{SENTENCE}</td></tr>\n" for i in range(30))
    page = read_markdown(f"<table>\n<tr><th>Key</th><th>What</th></tr>\n{rows}</table> *end*\n")
    made = all_chunks(page)
    assert len(made) > 2
    assert all(chunk.kind is ChunkKind.TABLE for chunk in made)
    assert made[1].header_text == "<table>\n<tr><th>Key</th><th>What</th></tr>"
    assert made[1].text.startswith("<tr><td>opt_")
    assert made[-1].text.endswith("*end*")


def test_a_row_longer_than_a_chunk_is_cut_between_sentences_with_its_header() -> None:
    page = read_markdown(f"| Key | What |\n|---|---|\n| short | x |\n| long | {SENTENCE * 60} |\n| last | y |\n")
    made = all_chunks(page)
    assert all(count_tokens(chunk.embed_text) <= MAX_TOKENS for chunk in made)
    assert all(chunk.header_text == "| Key | What |\n|---|---|" for chunk in made[1:])
    assert all(chunk.plain.startswith("Key, What\n") for chunk in made)


def test_long_code_is_cut_at_its_joints_and_keeps_its_fence() -> None:
    functions = [f"def step_{i}():\n    first = {i}\n    return first + {i}" for i in range(60)]
    page = read_markdown("# T\n\n```python\n" + "\n\n".join(functions) + "\n```\n")
    made = all_chunks(page)
    assert len(made) > 3
    assert all(chunk.kind is ChunkKind.CODE for chunk in made)
    assert [chunk.header_text for chunk in made] == ["", *["```python"] * (len(made) - 1)]
    assert [function for chunk in made for function in chunk.plain.split("\n\n")] == functions
    assert made[-1].text.endswith("```")
    assert not any("```" in chunk.plain for chunk in made)


def test_short_code_is_never_cut_and_goes_with_its_lead_in() -> None:
    page = read_markdown(f"# T\n\n{SENTENCE * 14}\n\nRun it:\n\n```sh\n" + "relayctl go\n" * 20 + "```\n")
    assert [chunk.kind for chunk in all_chunks(page)] == [ChunkKind.PROSE, ChunkKind.CODE]
    assert all_chunks(page)[1].text.startswith("Run it:")


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    page = read_markdown("# T\n\n" + SENTENCE * 200)
    made = all_chunks(page)
    assert len(made) > 5
    assert all(chunk.text.endswith("day.") and chunk.text.startswith("The") for chunk in made)


def test_links_and_code_are_not_cut_in_prose() -> None:
    page = read_markdown("# T\n\n" + "see [one. Two words](http://x.example/a.B) and `a. B` now. " * 60)
    for chunk in all_chunks(page):
        assert chunk.text.count("[") == chunk.text.count("](")
        assert chunk.text.count("`") % 2 == 0
        assert "http" not in chunk.plain


def test_sections_that_are_deprecated_mark_their_chunks() -> None:
    page = read_markdown("# Old\n\n> This page is deprecated.\n\nx\n")
    assert all(chunk.deprecated for chunk in all_chunks(page))


def test_ids_stay_while_root_path_heading_and_text_stay() -> None:
    before = all_chunks(read_markdown("# A\n\nsame\n\n# B\n\nsame\n\n# B\n\nsame\n\nold\n\n- `k` - v\n"))
    after = all_chunks(read_markdown("---\nx: y\n---\n\nNew intro.\n\n# A\n\nsame\n\n# B\n\nsame\n"))
    assert {chunk.text: chunk.id for chunk in before}["same"] in {chunk.id for chunk in after}
    assert len({chunk.id for chunk in before}) == len(before)
    assert all(0 <= chunk.id < 2**63 for chunk in before)
    moved = [c for _, own in chunked(read_markdown("# A\n\nsame\n"), path="other.md") for c in own]
    assert moved[0].id != before[0].id


def test_text_that_says_the_same_twice_gets_two_ids() -> None:
    page = read_markdown("# A\n\n" + f"{SENTENCE * 3}\n\n> [!NOTE]\n> x\n\n" * 2)
    ids = [chunk.id for chunk in all_chunks(page)]
    assert len(set(ids)) == len(ids) == 4


def test_a_title_without_end_leaves_room_for_the_text() -> None:
    page = read_markdown(f"---\ntitle: {'very long title ' * 300}\n---\n# {'H ' * 800}\n\n{SENTENCE}\n")
    chunk, = all_chunks(page)
    assert count_tokens(chunk.embed_text) <= MAX_TOKENS
    assert SENTENCE.strip() in chunk.plain


PARTS = st.one_of(
    st.sampled_from([1, 2, 3]).map(lambda level: f"{'#' * level} Heading"),
    st.integers(1, 60).map(lambda count: " ".join(f"Word{count} is here." for _ in range(count))),
    st.integers(1, 25).map(lambda count: "".join(f"- `k_{i}_{count}` - say {'it ' * (i % 9)}\n" for i in range(count))),
    st.integers(1, 25).map(lambda count: "\n".join(f"{i}. step\n\n   note {i}" for i in range(1, count))),
    st.integers(1, 60).map(lambda count: "| K | V |\n|---|---|" + "".join(f"\n| k{i} | v {i} |" for i in range(count))),
    st.integers(1, 90).map(lambda count: "```sh" + "".join(f"\nrun it {i}" + "\n" * (i % 4 == 0) for i in range(count))
                           + "\n```"),
    st.integers(1, 9).map(lambda count: "> [!NOTE]\n" + "\n".join(f"> mind {i}\n>" for i in range(count))),
    st.integers(1, 9).map(lambda count: "".join(f"Term {i}\n: what {'it ' * i * 9}\n\n" for i in range(count))),
    st.sampled_from(["**Title:**", "Lead:", "x" * 900, "é語" * 500, "<p>html</p>", "---", "***bold*** `c`"]),
)


def _assert_whole(page: Parsed, made: list[Chunk]) -> None:
    """Every block but headings is covered once, without a gap, by chunks in order."""
    end = 0
    for chunk in made:
        assert end <= chunk.span.start < chunk.span.end
        end = chunk.span.end
    for block in page.blocks:
        if block.kind is BlockKind.HEADING:
            continue
        inside = [chunk for chunk in made if chunk.span.start < block.span.end and block.span.start < chunk.span.end]
        covered = "".join(page.text[max(chunk.span.start, block.span.start):min(chunk.span.end, block.span.end)]
                          for chunk in inside)
        assert "".join(covered.split()) == "".join(cut(page, block).split())


@settings(max_examples=150, deadline=None)
@given(st.lists(PARTS, max_size=9), st.sampled_from([40, 128, MAX_TOKENS]))
def test_chunks_cover_all_blocks_once_in_their_section_within_the_limit(parts: list[str], max_tokens: int) -> None:
    page = read_markdown("\n\n".join(parts))
    made = chunked(page, max_tokens=max_tokens)
    chunks = [chunk for _, own in made for chunk in own]
    _assert_whole(page, chunks)
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    for section, own in made:
        for chunk in own:
            assert chunk.section == section.ordinal
            assert section.span.start <= chunk.span.start <= chunk.span.end <= section.span.end
            assert chunk.text == cut(page, chunk)
            assert chunk.plain
            assert count_tokens(chunk.embed_text) <= max_tokens
            if chunk.kind is ChunkKind.TABLE and "| K |" not in chunk.text:
                assert chunk.header_text.startswith("| K | V |")
            assert "k-1" not in chunk.label


@settings(max_examples=100, deadline=None)
@example("\t# 1", 8)
@given(st.text(alphabet="#-*_`~>[]()!|:{}% \n\tab1.\\", max_size=400), st.sampled_from([8, 30, 256]))
def test_any_text_makes_chunks_within_the_limit(source: str, max_tokens: int) -> None:
    page = read_markdown(source)
    made = all_chunks(page, max_tokens=max_tokens)
    headings = [block.span for block in page.blocks if block.kind is BlockKind.HEADING]
    _assert_whole(page, [chunk for chunk in made if not any(
        span.start <= chunk.span.start < span.end for span in headings)])
    assert all(count_tokens(chunk.embed_text) <= max_tokens for chunk in made)


@pytest.mark.parametrize("text", ["🙂" * 3000, "的" * 3000, "-" * 5000, "a1" * 3000, "\u0301" * 2000 + "x"])
def test_text_of_any_script_or_none_keeps_the_limit(text: str) -> None:
    page = read_markdown(f"# T\n\nx {text}\n")
    made = all_chunks(page)
    assert all(count_tokens(chunk.embed_text) <= MAX_TOKENS for chunk in made)
    assert "".join("".join(chunk.text.split()) for chunk in made) == "x" + text


def test_a_lead_in_introduces_what_follows_it_and_not_what_stands_before() -> None:
    options = "\n".join(f"- `--option-{n}` sets value number {n} of the relay that it is given to" for n in range(40))
    before, lead = "The relay starts by itself. " * 30, "The following options are available"
    made = all_chunks(read_markdown(f"# Relay\n\n{before}\n\n{lead}:\n\n{options}\n"))
    first, *rest = [place for place, chunk in enumerate(made) if lead in chunk.embed_text]
    assert made[first].text.startswith(f"{lead}:\n\n- `--option-0`")
    assert rest == list(range(first + 1, len(made)))


def test_a_paragraph_of_megabytes_is_cut_in_a_moment_and_nothing_of_it_is_lost() -> None:
    source = "word `code` **bold** [link](x) " * 40_000
    made = all_chunks(read_markdown(source))
    assert "".join("".join(chunk.text.split()) for chunk in made) == "".join(source.split())
