"""What is new in the plain text of a message, what it quotes, and who wrote each.

1. Lines that were folded for sending are joined again (``format=flowed``).
2. A line's depth is the number of ``>`` before it. Depth 0 is the message; depth 1 is kept once, deeper lines are not:
   they stand in the file of the message they come from.
3. Programs that do not mark lines put a line or a header block before the old message: from the first such mark on
   the text is one deeper, from the second on it is dropped. The same holds inside quoted lines.
4. The line or the header block that introduces a quotation is its title. Words between and below quoted lines are the
   sender's again.
5. ``-- `` begins a signature, which lasts as long as its depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_QUOTE = re.compile(r"(?:>\s?)+")
_INTRODUCES = re.compile(r".{0,200}\b(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|escreveu|schreef|写道)"
                         r"\s*[:：]\s*\Z", re.DOTALL)
_BEGINS_INTRODUCTION = re.compile(r"(?:(?:on|am|le|el|il|em|op)\b|在|于).*\d", re.IGNORECASE | re.DOTALL)
_OLD_MESSAGE = re.compile(r"-{2,}\s*(?:original message|forwarded message|original appointment|ursprüngliche nachricht"
                          r"|message d'origine|mensaje original|begin forwarded message|weitergeleitete nachricht"
                          r"|原始邮件|转发的邮件)\s*-{2,}|begin forwarded message:", re.IGNORECASE)
_OLD_HEADER = re.compile(r"\*?(?:from|von|de|发件人|寄件者)\s*[:：]\*?\s*(?P<name>.{3,200})\Z", re.IGNORECASE)
_SENT_LINE = re.compile(r"\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha|发送时间|日期|寄件日期)\s*[:：]\*?\s*"
                        r"(?P<day>.*)", re.IGNORECASE)
_HEADER_LINE = re.compile(r"\*?[^\W\d_][\w -]{0,15}\s*[:：]\*?(?:\s|\Z)")
EARLIER = "Earlier message"
"""The title of what is quoted without a word on who wrote it."""
_SIGNATURE = "-- "
_BARE_SIGNATURE = re.compile(r"--\Z|_{20,}\Z")
_LONGEST_BARE_SIGNATURE = 15
_LONGEST_INTRODUCTION = 3
_HEADER_LINES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A run of lines: new text, or quoted text with the line that introduces it. ``follows_quote`` says that it is new
    text below a quotation.
    """

    text: str
    is_quoted: bool
    title: str = ""
    follows_quote: bool = False


@dataclass(slots=True)
class _Run:
    """Lines of one depth, one after the other."""

    depth: int
    lines: list[str]


def passages(text: str, *, is_flowed: bool = False, drops_space: bool = False) -> Iterator[Passage]:
    """The passages of a message's text in order. ``drops_space``: blanks at the end of folded lines are no text."""
    lines = list(_depths(_unfolded(text, drops_space) if is_flowed else text.split("\n")))
    runs = _runs(list(_without_signatures(lines)))
    introduced = ""
    has_quoted = False
    for at, run in enumerate(runs):
        following = runs[at + 1].depth if at + 1 < len(runs) else 0
        next_title = _take_introduction(run.lines) if following > run.depth else ""
        if run.depth == 1:
            introduced = header_title(run.lines) or introduced
            if _OLD_MESSAGE.fullmatch(run.lines[0].strip()):
                del run.lines[0]
            introduced = introduced or _take_first_introduction(run.lines)
        is_kept = run.depth <= 1 and any(line.strip() for line in run.lines)
        if is_kept:
            yield Passage(text="\n".join(run.lines), is_quoted=run.depth == 1, title=introduced if run.depth else "",
                          follows_quote=has_quoted and not run.depth)
            has_quoted = has_quoted or run.depth == 1
        if following == 1 and next_title:
            introduced = next_title


def header_title(lines: Sequence[str]) -> str:
    """Who wrote an old message and when, by the header block it begins with; empty without one."""
    bare = [line.strip() for line in lines if line.strip()]
    if bare and _OLD_MESSAGE.fullmatch(bare[0]):
        del bare[0]
    head = bare[:_HEADER_LINES]
    sender = next((match["name"] for line in head[:2] if (match := _OLD_HEADER.match(line))), "")
    day = next((match["day"] for line in head if (match := _SENT_LINE.match(line))), "")
    return ", ".join(filter(None, (sender.strip(" *"), day.strip(" *")))) if sender else ""


def introduction_of(text: str) -> str:
    """A text that says who wrote what follows (``On 5 March, Anna wrote:``), in one line; empty for other text."""
    words = " ".join(text.split())
    return words.rstrip(" :：") if _INTRODUCES.fullmatch(words) else ""


def _runs(lines: Sequence[tuple[int, str]]) -> list[_Run]:
    """The lines in runs of one depth. Blank lines part no run; quoted lines around deeper ones are one run."""
    runs: list[_Run] = []
    blanks: list[str] = []
    for depth, line in lines:
        if not line.strip():
            blanks.append("")
            continue
        if not runs or runs[-1].depth != depth:
            runs.append(_Run(depth, []))
            blanks = []
        runs[-1].lines += [*blanks, line]
        blanks = []
    return _without_deeper(runs)


def _without_deeper(runs: Sequence[_Run]) -> list[_Run]:
    """The runs of depth 0 and 1; what introduces a deeper one goes with it."""
    kept: list[_Run] = []
    for at, run in enumerate(runs):
        if run.depth > 1:
            continue
        if run.depth == 1 and at + 1 < len(runs) and runs[at + 1].depth > 1:
            _take_introduction(run.lines)
        if kept and kept[-1].depth == run.depth:
            kept[-1].lines += ["", *run.lines]
        else:
            kept.append(run)
    return kept


def _depths(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Every line without its marks, and its depth."""
    unmarked = inner = 0
    bare = [line[match.end():] if (match := _QUOTE.match(line)) else line for line in lines]
    for at, line in enumerate(lines):
        match = _QUOTE.match(line)
        if match:
            inner += _begins_old_message(bare, at)
            yield match[0].count(">") + unmarked + inner, bare[at]
            continue
        if line.strip():
            inner = 0
        begins = _begins_old_message(bare, at)
        yield unmarked + begins, line
        unmarked += begins or _ends_introduction(lines, at)


def _begins_old_message(lines: Sequence[str], at: int) -> bool:
    line = lines[at].strip()
    if _OLD_MESSAGE.fullmatch(line):
        # The header block that comes next is part of the same mark.
        return not any(_OLD_MESSAGE.fullmatch(before.strip()) for before in lines[max(0, at - 2):at])
    if not _OLD_HEADER.match(line) or not any(_SENT_LINE.match(after.strip()) for after in lines[at + 1:at + 4]):
        return False
    return not any(_OLD_MESSAGE.fullmatch(before.strip()) for before in lines[max(0, at - 3):at])


def _ends_introduction(lines: Sequence[str], at: int) -> bool:
    """Whether a line ends an introduction with a date after which nothing is marked as quoted: all that follows is."""
    if not lines[at].rstrip().endswith((":", "：")):
        return False
    start = max(0, at - _LONGEST_INTRODUCTION + 1)
    for first in range(at, start - 1, -1):
        words = " ".join(" ".join(lines[first:at + 1]).split())
        if _BEGINS_INTRODUCTION.match(words) and introduction_of(words) and (not first or not lines[first - 1].strip()):
            after = [line for line in lines[at + 1:] if line.strip()]
            return bool(after) and not any(map(_QUOTE.match, after))
    return False


def _without_signatures(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """The lines that are no signature and no footer of a list."""
    signature = -1
    for at, (depth, line) in enumerate(lines):
        if signature >= 0 and depth == signature:
            continue
        signature = -1
        if line == _SIGNATURE or (_BARE_SIGNATURE.match(line) and _ends_soon(lines, at)):
            signature = depth
        else:
            yield depth, line


def _ends_soon(lines: Sequence[tuple[int, str]], at: int) -> bool:
    """Whether the text of this depth ends a few lines after this one."""
    after = lines[at + 1:at + 2 + _LONGEST_BARE_SIGNATURE]
    return len(after) <= _LONGEST_BARE_SIGNATURE or any(depth != lines[at][0] for depth, _ in after)


def _take_first_introduction(run: list[str]) -> str:
    """Take the line that introduces a quotation off its own start, where some programs put it."""
    for count in range(1, min(_LONGEST_INTRODUCTION, len(run)) + 1):
        if words := introduction_of(" ".join(run[:count])):
            del run[:count]
            return words
    return ""


def _take_introduction(run: list[str]) -> str:
    """Take the line (``On Monday, A wrote:``) off the end of a passage that the next one is introduced by."""
    while run and not run[-1].strip():
        run.pop()
    for count in range(1, min(_LONGEST_INTRODUCTION, len(run)) + 1):
        words = introduction_of(" ".join(run[-count:]))
        is_whole = count == len(run) or not run[-count - 1].strip()
        if is_whole and words:
            del run[-count:]
            return words
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
