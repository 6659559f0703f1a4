"""The block that is shown first answers the question, and nothing that binds it is left away."""

from __future__ import annotations

import pytest

from engine.types import Answer, Evidence
from tests.library import SmallLibrary

GUIDE = """# Pump manual

The pump moves water. This page is about its seal and its filter.

> **Warning:** Disconnect the power before any work on the pump.

## Prerequisites

- A hex key of 5 mm.
- The valve is closed.

## Replace the seal

The seal wears out. Only trained staff may replace it.

To replace the seal:

1. Open the housing.

   ```sh
   pumpctl open --housing
   ```

2. Take the old seal out.

> **Note:** The seal is greased.

3. Press the new seal in.

Do not reuse the old screws. The housing is grey.

> **Caution:** Check for leaks.

## Settings

| Setting | Default | Meaning |
| --- | --- | --- |
| `pump.speed` | 40 | Turns per second. |
| `pump.retries` | 3 | How often a start is tried again. |

## Options

- `--drain` - Empties the pump. (Default: `false`)
- `--wait` - How long to wait for the valve to close. (Default: `12s`)
  Longer waits are cut to a minute.

> **Note:** `--wait` is ignored while the pump drains.
"""


@pytest.fixture
def pump(library: SmallLibrary) -> SmallLibrary:
    library.write("pump.md", GUIDE)
    library.add_docs(product="pump")
    library.sync()
    return library


def shown(answer: Answer) -> Evidence:
    return answer.evidence[0]


def test_a_question_how_to_do_something_gets_all_steps_and_not_the_first_line(pump: SmallLibrary) -> None:
    block = shown(pump.ask("how do I replace the seal of the pump?", generate=False))
    assert block.text.startswith("To replace the seal:\n\n1. Open the housing.")
    assert "pumpctl open --housing" in block.text
    assert block.text.endswith("3. Press the new seal in.")


def test_steps_come_with_every_prerequisite_warning_and_condition_in_reading_order(pump: SmallLibrary) -> None:
    block = shown(pump.ask("how do I replace the seal of the pump?", generate=False))
    beside = "\n".join(block.companions)
    for needed in ("Disconnect the power", "A hex key of 5 mm.", "The valve is closed.", "Only trained staff",
                   "Do not reuse the old screws", "Check for leaks"):
        assert needed in beside, needed
    assert "seal is greased" in block.text
    assert beside.index("Disconnect") < beside.index("hex key") < beside.index("Check for leaks")
    assert "This page is about" not in beside


def test_a_setting_gets_its_row_with_the_header(pump: SmallLibrary) -> None:
    block = shown(pump.ask("how many turns per second is the default pump.speed", generate=False))
    assert block.text.strip(" |").startswith("`pump.speed` | 40")
    assert "retries" not in block.text
    assert block.header.startswith("| Setting | Default | Meaning |")


def test_an_option_gets_its_entry_and_the_note_that_names_it(pump: SmallLibrary) -> None:
    block = shown(pump.ask("default of --wait until the valve closes", generate=False))
    assert "(Default: `12s`)\n  Longer waits are cut to a minute." in block.text
    assert "--drain" not in block.text
    assert any("`--wait` is ignored" in companion for companion in block.companions)


def test_everything_shown_is_an_exact_slice_of_the_document(pump: SmallLibrary) -> None:
    for question in ("how do I replace the seal", "default pump.retries", "--wait", "pump"):
        for block in pump.ask(question, generate=False).evidence:
            assert GUIDE[block.span.start:block.span.end] == block.text
            assert all(companion in GUIDE for companion in block.companions)
            assert block.header in GUIDE


def test_a_page_without_headings_and_structure_is_quoted_all_the_same(library: SmallLibrary) -> None:
    library.write("note.txt", "The relay room is on floor three. Ask the porter for its key.\n")
    library.add_docs()
    library.sync()
    assert "floor three" in shown(library.ask("on which floor is the relay room", generate=False)).text


def test_a_passage_whose_document_changed_meanwhile_is_quoted_as_it_was_found(pump: SmallLibrary) -> None:
    from engine.answer.surroundings import surroundings

    (passage, *_) = pump.search("how do I replace the seal").passages
    pump.write("pump.md", "# Pump manual\n\nNothing is left.\n")
    pump.sync()
    with pump.store.snapshot() as db:
        found = surroundings(db, passage)
    assert found.cut(passage.span) == passage.text
    assert found.own.pieces
