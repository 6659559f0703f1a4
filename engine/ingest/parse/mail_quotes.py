"""What is new in the plain text of a message, and what it quotes.

1. Lines that were folded for sending are joined again (``format=flowed``).
2. A line's depth is the number of ``>`` before it. Depth 0 is the message; depth 1 is kept once, deeper lines are not:
   they stand in the file of the message they come from.
3. Programs that do not mark lines put a line or a header block before the old message: from the first such mark on
   the text is depth 1, from the second on it is dropped.
4. ``-- `` begins a signature, which lasts as long as its depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_QUOTE = re.compile(r"(?:>\s?)+")
_INTRODUCES = re.compile(r".{0,200}\b(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|写道)\s*[:：]\s*\Z", re.DOTALL)
_OLD_MESSAGE = re.compile(r"-{2,}\s*(?:original message|forwarded message|ursprüngliche nachricht|message d'origine"
                          r"|begin forwarded message|weitergeleitete nachricht)\s*-{2,}|begin forwarded message:",
                          re.IGNORECASE)
_OLD_HEADER = re.compile(r"\*?(?:from|von|de)\*?\s*:.{3,200}\Z", re.IGNORECASE)
_SENT_LINE = re.compile(r"\*?(?:sent|date|gesendet|datum|envoyé)\*?\s*:", re.IGNORECASE)
_SIGNATURE = "-- "
_BARE_SIGNATURE = re.compile(r"--\Z|_{20,}\Z")
_LONGEST_BARE_SIGNATURE = 15
_LONGEST_INTRODUCTION = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A run of lines: new text, or quoted text with the line that introduces it."""

    text: str
    is_quoted: bool
    title: str = ""


def passages(text: str, *, is_flowed: bool = False, drops_space: bool = False) -> Iterator[Passage]:
    """The passages of a message's text in order. ``drops_space``: blanks at the end of folded lines are no text."""
    lines = list(_depths(_unfolded(text, drops_space) if is_flowed else text.split("\n")))
    run: list[str] = []
    current, title = 0, ""
    for depth, line in [*_kept(lines), (-1, "")]:
        if depth != current:
            introduction = _take_introduction(run) if current == 1 or depth == 1 else ""
            if any(each.strip() for each in run):
                yield Passage(text="\n".join(run), is_quoted=current > 0, title=title)
            title, run, current = introduction, [], depth
        run.append(line)


def _depths(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Every line without its marks, and its depth."""
    unmarked = 0
    for at, line in enumerate(lines):
        match = _QUOTE.match(line)
        if match:
            yield match[0].count(">") + unmarked, line[match.end():]
            continue
        if _begins_old_message(lines, at):
            unmarked += 1
        yield unmarked, line


def _begins_old_message(lines: Sequence[str], at: int) -> bool:
    line = lines[at].strip()
    if _OLD_MESSAGE.fullmatch(line):
        # The header block that comes next is part of the same mark.
        return not any(_OLD_MESSAGE.fullmatch(before.strip()) for before in lines[max(0, at - 2):at])
    if not _OLD_HEADER.match(line) or not any(_SENT_LINE.match(after.strip()) for after in lines[at + 1:at + 4]):
        return False
    return not any(_OLD_MESSAGE.fullmatch(before.strip()) for before in lines[max(0, at - 3):at])


def _kept(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines of depth 0 and 1 that are no signature and no footer of a list."""
    signature = -1
    for at, (depth, line) in enumerate(lines):
        if signature >= 0 and depth == signature:
            continue
        signature = -1
        if line == _SIGNATURE or (_BARE_SIGNATURE.match(line) and _ends_soon(lines, at)):
            signature = depth
        elif depth <= 1:
            yield depth, line


def _ends_soon(lines: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether the text of this depth ends a few lines after this one."""
    after = lines[at + 1:at + 2 + _LONGEST_BARE_SIGNATURE]
    return len(after) <= _LONGEST_BARE_SIGNATURE or any(depth != lines[at][0] for depth, _ in after)


def _take_introduction(run: list[str]) -> str:
    """Take the line (``On Monday, A wrote:``) off the end of a passage that the next one is introduced by."""
    while run and not run[-1].strip():
        run.pop()
    for count in range(1, min(_LONGEST_INTRODUCTION, len(run)) + 1):
        words = " ".join(" ".join(run[-count:]).split())
        is_whole = count == len(run) or not run[-count - 1].strip()
        if is_whole and _INTRODUCES.fullmatch(words):
            del run[-count:]
            return words.rstrip(" :：")
    return ""


def _unfolded(text: str, drops_space: bool) -> list[str]:
    """Lines as they were written: a line that ends in a blank goes on in the next one of its depth."""
    made: list[str] = []
    goes_on = ""
    for line in text.split("\n"):
        match = _QUOTE.match(line)
        marks = match[0].strip() if match else ""
        content = (line[match.end():] if match else line).removeprefix(" " if not match else "")
        if made and goes_on == f"x{marks}":
            made[-1] += content
        else:
            made.append(f"{marks} {content}" if marks else content)
        folds = content.endswith(" ") and content != "-- "
        if folds and drops_space:
            made[-1] = made[-1].removesuffix(" ")
        goes_on = f"x{marks}" if folds else ""
    return made
