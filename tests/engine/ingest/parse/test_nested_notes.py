"""A warning in a step, or in another note, is a warning of its own wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.parse import parse_file
from engine.ingest.parse.nested_notes import raised_notes
from engine.types import Block, BlockKind, ChunkKind, Span
from tests.engine.ingest.texts import all_chunks, cut

IN_A_LIST = {
    "a.md": "1. Stop it.\n\n   > [!WARNING]\n   > It is hot.\n\n2. Open it.\n",
    "b.md": "1. Stop it.\n\n    !!! warning\n        It is hot.\n\n2. Open it.\n",
    "a.rst": "1. Stop it.\n\n   .. warning:: It is hot.\n\n2. Open it.\n",
    "a.adoc": "= T\n\n. Stop it.\n+\nWARNING: It is hot.\n\n. Open it.\n",
    "a.html": '<ol><li><p>Stop it.</p><div class="admonition warning"><p>It is hot.</p></div></li>'
              "<li>Open it.</li></ol>",
}
IN_A_NOTE = {
    "a.md": "> [!NOTE]\n> Read on.\n>\n> > [!WARNING]\n> > It is hot.\n>\n> Then go.\n",
    "b.md": "!!! note\n    Read on.\n\n    !!! warning\n        It is hot.\n\n    Then go.\n",
    "a.rst": ".. note::\n\n   Read on.\n\n   .. warning:: It is hot.\n\n   Then go.\n",
    "a.adoc": "= T\n\n[NOTE]\n====\nRead on.\n\nWARNING: It is hot.\n\nThen go.\n====\n",
    "a.html": '<div class="admonition note"><p>Read on.</p><div class="admonition warning"><p>It is hot.</p></div>'
              "<p>Then go.</p></div>",
}


@pytest.mark.parametrize("name", IN_A_LIST)
def test_a_warning_in_a_short_list_is_a_chunk_with_its_type(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(IN_A_LIST[name], encoding="utf-8")
    parsed = parse_file(tmp_path / name, relative_path=name)
    kinds = [(chunk.kind, chunk.label) for chunk in all_chunks(parsed)]
    assert (ChunkKind.ADMONITION, "warning") in kinds
    assert [chunk.kind for chunk in all_chunks(parsed)].count(ChunkKind.STEPS) == 2
    hot, = (chunk for chunk in all_chunks(parsed) if chunk.label == "warning")
    assert "Warning: It is hot." in hot.embed_text
    assert cut(parsed, hot) == hot.text


@pytest.mark.parametrize("name", IN_A_NOTE)
def test_a_warning_in_a_note_keeps_its_type_and_the_note_goes_on(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(IN_A_NOTE[name], encoding="utf-8")
    chunks = all_chunks(parse_file(tmp_path / name, relative_path=name))
    assert [(chunk.label, chunk.plain) for chunk in chunks if chunk.kind is ChunkKind.ADMONITION] == [
        ("note", "Read on."), ("warning", "Warning: It is hot."), ("note", "Then go.")]


BLOCKS = st.lists(st.tuples(st.sampled_from(BlockKind), st.integers(0, 4), st.sampled_from(["", "note", "warning"])),
                  max_size=12)


@given(BLOCKS)
def test_nothing_but_level_type_and_announcement_of_a_block_changes(made: list[tuple[BlockKind, int, str]]) -> None:
    blocks = [Block(kind=kind, span=Span(at, at + 1), plain="x", level=level, label=label)
              for at, (kind, level, label) in enumerate(made)]
    raised = raised_notes(blocks)
    assert [block.span for block in raised] == [block.span for block in blocks]
    assert all(new.level <= old.level for new, old in zip(raised, blocks, strict=True))
    assert all(new.level >= 0 and new.plain.endswith("x") for new in raised)


AN_ENTRY = {
    "a.md": "`--retries`\n: Number of tries.\n\n  > [!WARNING]\n  > Never above 10.\n\n  Was 5 before.\n",
    "a.rst": "T\n=\n\n.. option:: --retries\n\n   Number of tries.\n\n   .. warning:: Never above 10.\n\n"
             "   Was 5 before.\n",
    "a.html": '<h1>T</h1><dl><dt><code>--retries</code></dt><dd><p>Number of tries.</p><div class="admonition warning">'
              "<p>Never above 10.</p></div><p>Was 5 before.</p></dd></dl>",
}


@pytest.mark.parametrize("name", AN_ENTRY)
def test_what_is_noted_in_an_entry_and_what_goes_on_after_it_say_of_which_option(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(AN_ENTRY[name], encoding="utf-8")
    parsed = parse_file(tmp_path / name, relative_path=name)
    plains = [line for chunk in all_chunks(parsed) for line in chunk.plain.split("\n")]
    assert plains[-2:] == ["--retries: Warning: Never above 10.", "--retries: Was 5 before."]
    assert all(parsed.text[chunk.span.start:chunk.span.end] == chunk.text for chunk in all_chunks(parsed))
