"""Lines that begin a block of their own although they stand close under the line above: steps, marks, warnings.

In evenly and tightly set pages no gap parts a step from the warning above it. The words decide then:

1. A number or letter that counts on from the item before it at the same place, or that a later line counts on from,
   is a step; so is one after the end of a sentence. A number that a sentence was wrapped before (``see table`` /
   ``3. The …``) is none.
   A line that left much room ended on purpose, and what follows its end with a mark is an item too.
2. A dash or star under or over another one at the same place is an item.
3. ``WARNING:``, ``CAUTION:``, ``注意：`` begin a note, unless the line above stops in the middle of a phrase that
   leads to the word (``displays the message`` / ``WARNING: …``). ``Note:`` in small letters needs a sentence end above.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.ingest.parse.pdf_layout import Item
from engine.ingest.parse.pdf_lines import Line
from engine.ingest.parse.pdf_marks import Mark, mark_of

_NOTE_WORDS = "warning|caution|danger|notice|note|important|attention|warnung|vorsicht|gefahr|achtung|hinweis|tip"
_NOTE = re.compile(rf"(?:[⚠❗☠]\ufe0f?\s*)?(?P<word>{_NOTE_WORDS})\s*(?:[:：!]|\Z)", re.IGNORECASE)
_NOTE_CJK = re.compile(r"[【\[]?(?:警告|注意|危险|危險|小心|当心|提示|重要)(?:[:：!！】\]]|\Z)")
_NOTE_SIGN = re.compile(r"[⚠☠]")
_LEADS_ON = re.compile(r"(?:[,，、(（\[“‘「『—–-]|(?<![\w'’])(?:the|an?|of|to|as|or|and|with|is|are|see"
                       r"|says?|shows?|displays?|prints?|reports?|reads?|messages?|labell?ed|marked|called|word|words"
                       r"|der|die|das|ein|eine|zu|mit|von|und|oder|显示|出现|提示|标有))\Z", re.IGNORECASE)
_ABBREVIATED = re.compile(r"(?<![\w.])(?:no|nos|nr|fig|figs|sec|sect|ch|chap|vol|p|pp|eq|tab|approx|ca|ref|abb|kap|cf"
                          r"|vs|st|ver|v|rev|art|max|min|e\.g|i\.e|z\.b)\.\Z", re.IGNORECASE)
_FIRST = re.compile(r"\(?[aAiI]{1,3}[.)]")
_FINISHED = ".!?:;。！？：；"
_SAME_EM = 0.6
_SHORT_EM = 6.0
_LOOK_AHEAD, _SIGNS_APART = 40, 8


def starts_note(line: Line, above: Line) -> bool:
    """Whether a line close under ``above`` begins a note or a warning."""
    text = line.text
    if match := _NOTE.match(text):
        is_clear = match["word"].isupper()
    elif _NOTE_CJK.match(text) or _NOTE_SIGN.match(text):
        is_clear = True
    else:
        return False
    return above.text[-1] in _FINISHED or (is_clear and _LEADS_ON.search(above.text) is None)


@dataclass(slots=True)
class Counting:
    """The marks that the items of a section had last, by where they stand."""

    _last: list[tuple[float, Mark]] = field(default_factory=list)

    def clear(self) -> None:
        """A new section begins."""
        self._last.clear()

    def note(self, line: Line, mark: Mark) -> None:
        """An item begins with this mark."""
        x = line.x0 - line.left
        self._last = [(other, last) for other, last in self._last if abs(other - x) > _SAME_EM * line.size]
        self._last.append((x, mark))

    def starts_item(self, line: Line, mark: Mark, above: Line, flow: Sequence[Item], place: int) -> bool:
        """Whether a line at ``place`` of the flow, close under ``above``, begins an item with this mark."""
        if self._counts_on(line, mark) or _is_followed(line, mark, flow, place):
            return True
        is_short = above.right - above.x1 > _SHORT_EM * above.size
        is_finished = above.text[-1] in _FINISHED and _ABBREVIATED.search(above.text) is None
        begins_list = mark.form.strip("().:").isdecimal() or _FIRST.match(line.text) is not None
        return mark.is_counted and begins_list and (is_short or is_finished)

    def _counts_on(self, line: Line, mark: Mark) -> bool:
        x = line.x0 - line.left
        return any(abs(other - x) <= _SAME_EM * line.size and _follows(last, mark) for other, last in self._last)


def _follows(one: Mark, other: Mark) -> bool:
    if one.form != other.form:
        return False
    if one.number is None or other.number is None:
        return True
    return other.number == one.number + 1


def _is_followed(line: Line, mark: Mark, flow: Sequence[Item], place: int) -> bool:
    """Whether one of the next lines at the same place has the next number, or one of the very next the same sign."""
    if mark.form == "—" or (mark.is_counted and mark.number is None):
        return False
    for below in flow[place + 1:place + (_LOOK_AHEAD if mark.is_counted else _SIGNS_APART)]:
        if isinstance(below, Line) and abs(below.x0 - below.left - (line.x0 - line.left)) <= _SAME_EM * line.size:
            following = mark_of(below)
            if following is not None and _follows(mark, following):
                return True
    return False
