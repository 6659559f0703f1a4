"""Running text in both of its forms: as a reader sees it, and as the Markdown that we write for it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from engine.ingest.parse.builder import escaped

_TICKS = re.compile(r"`+")
_BREAKS = re.compile(r"\s*\n\s*")
_PLACE = re.compile("\x01(\\d+)\x02")
_ADDRESS_UNSAFE = re.compile(r"[\s<>()\\]")


class Rich(NamedTuple):
    """``plain`` has no markup; ``markup`` is Markdown that reads the same."""

    plain: str
    markup: str


NOTHING = Rich("", "")


def words(text: str) -> Rich:
    """``text`` as it is, with nothing in it taken for markup."""
    return Rich(text, escaped(text))


def code_span(text: str) -> Rich:
    """``text`` as code in a line."""
    text = _BREAKS.sub(" ", text)
    if not text.strip():
        return Rich(text, text)
    ticks = "`" * (max((len(run) for run in _TICKS.findall(text)), default=0) + 1)
    pad = " " if text[0] in "` " or text[-1] in "` " else ""
    if "`" not in text:
        ticks, pad = "`", ""
    return Rich(text, f"{ticks}{pad}{text}{pad}{ticks}")


def marked(text: Rich, mark: str) -> Rich:
    """``text`` between two ``mark``s (``*`` or ``**``); blanks at its ends stay outside."""
    inner = text.markup.strip()
    if not inner or "\n\n" in inner:
        return text
    before, after = text.markup[:len(text.markup) - len(text.markup.lstrip())], text.markup[len(text.markup.rstrip()):]
    return Rich(text.plain, f"{before}{mark}{inner}{mark}{after}")


def linked(text: Rich, address: str) -> Rich:
    """``text`` as a link to ``address``, an address or a path that is never opened by us."""
    if not text.plain.strip() or not address:
        return text
    target = f"<{address}>" if _ADDRESS_UNSAFE.search(address) and not re.search(r"[<>\n\\]", address) else address
    if _ADDRESS_UNSAFE.search(target) and not target.startswith("<"):
        return text
    label = text.markup.replace("]", "\\]") if "]" in text.plain and "](" not in text.markup else text.markup
    return Rich(text.plain, f"[{label}]({target})")


def assembled(parts: Iterable[str | Rich]) -> Rich:
    """The parts one after the other; strings are words, escaped as their place in the whole asks for."""
    made = list(parts)
    plain = "".join(part if isinstance(part, str) else part.plain for part in made)
    source = "".join(part if isinstance(part, str) else f"\x01{place}\x02" for place, part in enumerate(made))
    return Rich(plain, _PLACE.sub(lambda match: made[int(match[1])][1], escaped(source)))


def joined(parts: Iterable[Rich], separator: str = "") -> Rich:
    """The parts one after the other."""
    made = list(parts)
    return Rich(separator.join(part.plain for part in made), separator.join(part.markup for part in made))
