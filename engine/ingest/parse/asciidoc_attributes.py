"""AsciiDoc's document attributes: setting them, putting them into text, asking about them; and section ids."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from typing import Any

ENTRY = re.compile(r":(!?)(\w[\w-]*)(!?):(?:[ \t]+(.*))?\Z")
_REFERENCE = re.compile(r"(\\?)\{(\w[\w-]*|(?:set|counter2?):[\w-]+(?::[^{}\n]*)?)\}")
_PASS = re.compile(r"pass:[a-z,]*\[(.*)\]\Z", re.DOTALL)
_COMPARISON = re.compile(r"\s*(.*?)\s*(==|!=|<=|>=|<|>)\s*(.*?)\s*\Z")
_MOST_ATTRIBUTES = 5000
_LONGEST_VALUE = 10_000
_LONGEST_TEXT = 1_000_000

_CHARACTERS = {
    "empty": "", "blank": "", "sp": " ", "nbsp": "\u00a0", "zwsp": "", "wj": "", "apos": "'", "quot": '"',
    "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”", "deg": "°", "plus": "+", "brvbar": "¦", "vbar": "|",
    "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "asterisk": "*", "tilde": "~",
    "backslash": "\\", "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "cpp": "C++", "cxx": "C++",
    "pp": "++", "hash": "#",
}
_READER = {
    "asciidoctor": "", "asciidoctor-version": "2.0", "backend": "html5", "backend-html5": "", "basebackend": "html",
    "basebackend-html": "", "doctype": "article", "doctype-article": "", "backend-html5-doctype-article": "",
}
_COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}


class Attributes:
    """What is set at the place that was read last. Names are in lower case."""

    def __init__(self) -> None:
        self._values: dict[str, str] = dict(_READER)
        self._counters: dict[str, int] = {}

    def __contains__(self, name: str) -> bool:
        return name.lower() in self._values or name.lower() in _CHARACTERS

    def get(self, name: str, default: str = "") -> str:
        """The value of ``name``."""
        return self._values.get(name.lower(), default)

    def set(self, name: str, value: str) -> None:
        """Set ``name``; references in the value are put in now. ``leveloffset`` may be relative (``+1``)."""
        name = name.lower()
        value = self.filled(value)[:_LONGEST_VALUE]
        if wrapped := _PASS.match(value):
            value = wrapped[1]
        if name == "leveloffset" and value[:1] in ("+", "-"):
            value = str(self.level_offset + _number(value))
        if name in self._values or len(self._values) < _MOST_ATTRIBUTES:
            self._values[name] = value

    def unset(self, name: str) -> None:
        """Forget ``name``."""
        self._values.pop(name.lower(), None)

    @property
    def level_offset(self) -> int:
        """How much deeper headings are than they are written."""
        return _number(self._values.get("leveloffset", ""))

    def filled(self, text: str, character: Callable[[str], str] = str) -> str:
        """``text`` with references replaced, unknown ones as written; ``character`` wraps those that stand for one."""
        if "{" not in text:
            return text
        length = 0

        def value(match: re.Match[str]) -> str:
            nonlocal length
            if match[1]:
                return match[0][1:]
            found = self._value(match[2], character)
            length += len(found or "")
            return match[0] if found is None or length > _LONGEST_TEXT else found

        return _REFERENCE.sub(value, text)

    def _value(self, name: str, character: Callable[[str], str]) -> str | None:
        if name.startswith("set:"):
            _, key, value = [*name.split(":", 2), ""][:3]
            self.set(key, value)
            return ""
        if name.startswith(("counter:", "counter2:")):
            kind, key = name.split(":")[:2]
            self._counters[key] = self._counters.get(key, 0) + 1
            return str(self._counters[key]) if kind == "counter" else ""
        name = name.lower()
        if name in self._values:
            return self._values[name]
        return character(_CHARACTERS[name]) if name in _CHARACTERS else None

    def holds(self, names: str) -> bool:
        """Whether ``a``, any of ``a,b`` or all of ``a+b`` are set."""
        if "+" in names:
            return all(name in self for name in names.split("+"))
        return any(name in self for name in names.split(","))

    def is_true(self, expression: str) -> bool:
        """What ``ifeval`` asks: a comparison of two texts or two numbers; False when it makes no sense."""
        match = _COMPARISON.match(expression)
        if match is None:
            return False
        left, right = self._operand(match[1]), self._operand(match[3])
        if isinstance(left, str) != isinstance(right, str):
            left, right = str(left), str(right)
        return _COMPARE[match[2]](left, right)

    def _operand(self, source: str) -> str | float:
        quoted = source[:1] in ("'", '"')
        value = self.filled(source.strip("'\"") if quoted else source)
        try:
            return value if quoted else float(value)
        except ValueError:
            return value


def _number(value: str) -> int:
    try:
        return max(-6, min(6, int(value)))
    except ValueError:
        return 0


_SIGNS = re.compile(r"(?<=\w)--(?=\w)|(?:^| )--(?: |$)|\((?:C|R|TM)\)")  # shown as one character
_NOT_IN_ID = re.compile(r"[^ \w\-.]+")


class SectionIds:
    """Ids as AsciiDoc's own generator makes them: ``_lower_with_underscores``, or as ``idprefix`` and ``idseparator``
    ask; ``_2``, ``_3`` for repeats.
    """

    def __init__(self, attributes: Attributes) -> None:
        self._attributes = attributes
        self._taken: set[str] = set()

    def make(self, heading: str, custom: str = "") -> str:
        """The id of the next heading, which reads ``heading``; ``custom`` is what the source asks for."""
        prefix = self._attributes.get("idprefix", "_")
        separator = self._attributes.get("idseparator", "_")[:1]
        made = custom
        if not made:
            made = _NOT_IN_ID.sub("", _SIGNS.sub("", heading).lower())
            made = re.sub(rf"[ .\-{re.escape(separator)}]+", separator, made) if separator else made.replace(" ", "")
            made = prefix + (made.strip(separator) if separator and not prefix else made.rstrip(separator or None))
        base, count = made or "_", 1
        made = base
        while made in self._taken:
            count += 1
            made = f"{base}{separator}{count}"
        self._taken.add(made)
        return made
