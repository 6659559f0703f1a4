"""How a line of a PDF stands to the next: whether it ended on purpose, whether it can be a term above or beside it.

What is made of that is left to ``pdf_blocks``.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.ingest.parse.pdf_fonts import BOLD, MONO
from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Cell, Line, Run

LONGEST_TERM = 80
WIDE = 0x2E80
"""From here on characters are wide, and lines may break between any two of them."""
_ROOM_EM = 0.6


def has_room(above: Line, below: Line) -> bool:
    """Whether the first word of ``below`` would have fitted on the line above: then that line ended on purpose."""
    word = below.text[0] if ord(below.text[0]) >= WIDE else below.text.split(" ", 1)[0]
    width = (below.x1 - below.x0) / max(1, len(below.text)) * (len(word) + 1)
    return above.right - above.x1 > width + _ROOM_EM * above.size


def is_centred(one: Line, other: Line) -> bool:
    """Whether two lines have the same middle and do not begin at the edge of their column."""
    return abs((one.x0 + one.x1) - (other.x0 + other.x1)) < 4 and one.x0 - one.left > 2 * one.size


def is_term(line: Line, below: Item | None) -> bool:
    """Whether a line can be a term: in bold or of one width, or begun so and ended on purpose."""
    is_sentence = line.text.endswith((".", ";", ",")) and not line.text.endswith("..")
    if len(line.text) > LONGEST_TERM or len(line.cells) > 3 or is_sentence:
        return False
    is_labelled = len(line.cells) == 2 and line.cells[1].text.startswith("[")  # "probe NAME      [Command]"
    ends_on_purpose = isinstance(below, Line) and (is_labelled or has_room(line, below))
    begins_apart = bool(_first_word(line.runs).style & (BOLD | MONO)) or line.is_italic
    return line.is_bold or line.is_mono or (begins_apart and ends_on_purpose)


def _first_word(runs: Sequence[Run]) -> Run:
    """The first words that are no quotation marks."""
    return next((run for run in runs if any(map(str.isalnum, run.text))), runs[0])


def is_set_apart(cell: Cell) -> bool:
    """Whether all words of a cell are in bold, or all in a font of one width."""
    style = BOLD | MONO
    for run in cell.runs:
        if any(map(str.isalnum, run.text)):
            style &= run.style
    return bool(style)
