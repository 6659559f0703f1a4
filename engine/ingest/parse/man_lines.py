"""The lines of a manual page as its macros see them: comments gone, conditions decided, the page's own macros replaced.

1. A line that ends in a backslash goes on; a comment ends at the line's end.
2. Of two branches for a screen and for print the one for print is taken: it has the simpler text.
3. Definitions are kept and put in where they are called, within limits. Nothing is ever read from another file.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.ingest.parse.man_text import Strings

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)\\[\"#].*\Z")
_CONTROL = re.compile(r"[.'][ \t]*([^\s\\\"]*)[ \t]*(.*)\Z", re.DOTALL)
_ARGUMENT = re.compile(r"[ ]*(?:\"((?:[^\"]|\"\")*)\"?|((?:[^\\ \t]|\\.|\\\Z)+))[ \t]*", re.DOTALL)
_CONDITION = re.compile(r"[ ]*(!?)(?:([a-z])(?=[\s\\])|'([^']*)'([^']*)'"
                        r"|(\(.*?\)|\\n\S+(?:[-+*/<>=]\S*)?|\S+))[ \t]*")
_PARAMETER = re.compile(r"\\+\$(?:(\d)|([*@]))")
_IGNORED = frozenset("ad af as bd bp brp c2 cc ch char class cs cu da do dt ec eo ev evc fam fc fchar fcolor fl fp "
                     "fschar hc hcode hla hlm hpf hw hy hym hys in it kern lc length lf lg linetabs ll ls lsm lt mc mk "
                     "mso msoquiet na ne nh nm nn nr ns nx os output ow pc pev pi pl pm pn po ps pso rj rm rn rr rs rt "
                     "shc shift special ss sv sy ta tc tkf tl tm tr trf trin uf ul unformat vpt vs warn warnscale wh "
                     "write AT DT IX PD UC".split())
_NOT_IN_NAME = re.compile(r"[^\w%&]")
_LONGEST_NAME = 3
_DEEPEST = 20
_MOST_LINES = 400_000
_LONGEST_DEFINITION = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class ManLine:
    """A macro call (``name`` and ``args``, with ``text`` all that follows the name), or text when ``name`` is empty."""

    number: int
    name: str = ""
    text: str = ""
    args: tuple[str, ...] = ()


@dataclass(slots=True)
class Page:
    """The lines of one page; ``strings`` fills and ``refused`` counts while they are read."""

    source: str
    strings: Strings = field(default_factory=Strings)
    refused: int = 0
    _macros: dict[str, list[str]] = field(default_factory=dict)
    _queue: deque[tuple[str, int, int]] = field(default_factory=deque)  # text, line, depth
    _else_holds: list[bool] = field(default_factory=list)

    def lines(self) -> Iterator[ManLine]:
        """All lines with something to show or to do, in order."""
        self._queue.extend((text, number, 0) for text, number in _joined(self.source.split("\n")))
        count = 0
        while self._queue and count < _MOST_LINES:
            count += 1
            text, number, depth = self._queue.popleft()
            text = _COMMENT.sub(r"\1", text) if "\\\"" in text or "\\#" in text else text
            if not text[:1] or text[0] not in ".'":
                yield ManLine(number=number, text=text)
                continue
            match = _CONTROL.match(text)
            if match and match[1]:
                yield from self._control(text, match[1], match[2], number, depth)

    def _control(self, text: str, name: str, rest: str, number: int, depth: int) -> Iterator[ManLine]:
        if name in {"if", "ie", "el", "while"}:
            self._branch(name, rest, number, depth)
        elif name in {"de", "de1", "am", "ig", "dei", "ami"}:
            self._define(name, rest)
        elif name in {"ds", "as"}:
            key, _, value = rest.partition(" ")
            self.strings.define(key, value.lstrip().removeprefix("\""))
        elif name in {"so", "soquiet"}:
            self.refused += 1
            yield ManLine(number=number, name="so", text=rest.strip())
        elif name in self._macros and depth < _DEEPEST:
            self._call(self._macros[name], arguments(rest), number, depth)
        elif name == "als":
            alias, _, known = rest.partition(" ")
            self._macros.setdefault(alias, self._macros.get(known.strip(), []))
        elif name in KNOWN or not (name in _IGNORED or _is_text(name, rest)):
            yield ManLine(number=number, name=name, text=rest, args=arguments(rest))
        elif name not in _IGNORED:
            yield ManLine(number=number, text=rest if name == "nop" else text)

    def _branch(self, name: str, rest: str, number: int, depth: int) -> None:
        """Put the lines of the branch that holds back into the queue, drop those of the other."""
        if name == "el":
            holds = self._else_holds.pop() if self._else_holds else False
        else:
            condition = _CONDITION.match(rest)
            holds = condition is not None and name != "while" and _holds(condition)
            rest = rest[condition.end():] if condition else ""
        if name == "ie":
            self._else_holds.append(not holds)
        body = [(rest.strip(), number)]
        if rest.lstrip().startswith("\\{"):
            body = self._braced(rest.lstrip()[2:], number)
        if holds:
            self._queue.extendleft((text, line, depth) for text, line in reversed(body) if text)

    def _braced(self, first: str, number: int) -> list[tuple[str, int]]:
        """The lines up to the closing brace that belongs to one that was opened."""
        lines: list[tuple[str, int]] = []
        text, line, level = first, number, 1
        while True:
            level += text.count("\\{") - text.count("\\}")
            if level <= 0:
                lines.append((text.rpartition("\\}")[0], line))
                return lines
            lines.append((text, line))
            if not self._queue:
                return lines
            text, line, _ = self._queue.popleft()

    def _define(self, kind: str, rest: str) -> None:
        """Take a definition's lines; those of macros that every page knows are dropped."""
        name, _, end = rest.strip().partition(" ")
        end = f".{(name if kind == 'ig' else end).strip() or '.'}"
        body: list[str] = []
        while self._queue:
            text = self._queue.popleft()[0]
            if text.rstrip() == end or (text.startswith(end) and text[len(end):len(end) + 1] in {"", " ", "\t"}):
                break
            body.append(text)
        if kind != "ig" and name not in KNOWN and len(self._macros) < 500 and len(body) < _LONGEST_DEFINITION:
            self._macros[name] = body

    def _call(self, body: list[str], args: tuple[str, ...], number: int, depth: int) -> None:
        if len(self._queue) > _MOST_LINES:
            return

        def argument(match: re.Match[str]) -> str:
            if match[2]:
                return " ".join(args)
            place = int(match[1])
            return args[place - 1] if 0 < place <= len(args) else ""

        made = [_PARAMETER.sub(argument, text).replace("\\\\", "\\")[:10_000] for text in body]
        self._queue.extendleft((text, number, depth + 1) for text in reversed(made))


KNOWN = frozenset("TH SH SS PP P LP TP TQ IP HP RS RE B I BR RB BI IB IR RI SM SB EX EE nf fi br sp UR UE MT ME "
                  "SY OP YS MR TS TE Vb Ve Sp IX PD DT Dd Dt Os Sh Ss".split())
"""Macros whose meaning is fixed, whatever a page defines."""


def _is_text(name: str, rest: str) -> bool:
    """Whether a line is text that happens to begin with a dot or a quote: no macro has such a name."""
    if not name.strip("."):
        return bool(rest)
    return len(name) > _LONGEST_NAME or _NOT_IN_NAME.search(name) is not None


def arguments(source: str) -> tuple[str, ...]:
    """The arguments of a call: words, or texts in double quotes (``\"\"`` in them is one quote)."""
    made = []
    place = 0
    while place < len(source):
        match = _ARGUMENT.match(source, place)
        if match is None or match.end() == place:
            break
        made.append(match[1].replace('""', '"') if match[1] is not None else match[2])
        place = match.end()
    return tuple(made)


def _holds(condition: re.Match[str]) -> bool:
    """Printing, on a first page, with a GNU formatter: what most pages expect in their plain branch."""
    negated, letter, left, right, number = condition.groups()
    if letter:
        holds = letter in "to"
    elif left is not None:
        holds = left == right
    else:
        holds = bool(number) and "\\n(.g" in number
    return holds != bool(negated)


def _joined(lines: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Lines with those that a backslash continues put together; whole-line comments dropped."""
    kept, first = "", 0
    for number, line in enumerate(lines, start=1):
        if not kept and (line.startswith((".\\\"", "'\\\"", ".\\#")) or line in {".", "'"}):
            continue
        first = first if kept else number
        kept += line
        if line.endswith("\\") and (len(line) - len(line.rstrip("\\"))) % 2 and len(kept) < 100_000:
            kept = kept[:-1]
        else:
            yield kept, first
            kept = ""
    if kept:
        yield kept, first
