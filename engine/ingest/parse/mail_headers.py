"""Headers and text of messages out of bytes that follow the rules or do not: nothing here raises for a bad message."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterator
from copy import copy
from email.errors import InvalidBase64LengthDefect
from email.message import Message
from email.utils import parsedate_to_datetime

from engine.errors import DocumentTrouble
from engine.ingest.decode import Decoded
from engine.ingest.parse.charset import decode_as

_WORD = re.compile(r"=\?([\w.:-]+)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=(?:\s+(?==\?[\w.:*-]+\?[bq]\?))?", re.IGNORECASE)
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_BLANKS = re.compile(r"\s+")
_LONGEST = 2000
_SAYS_NOTHING = 150
"""Bytes up to which plain text beside a richer form may only say that there is one."""


def header(message: Message, name: str) -> str:
    """A header's text in one line, encoded words decoded; empty when it is missing."""
    raw = next((value for key, value in message.raw_items() if key.lower() == name.lower()), "")
    return words_of(str(raw))


def words_of(raw: str) -> str:
    """Text of a header as it came: bytes beyond ASCII are read as UTF-8 or guessed, encoded words decoded."""
    text = _text(raw.encode("utf-8", "surrogateescape"), "")
    return _BLANKS.sub(" ", _WORD.sub(_decoded_word, text)).strip()[:_LONGEST]


def date_of(message: Message) -> str:
    """The day a message was sent, as ISO; what was written when it is no date."""
    written = header(message, "date")
    try:
        return parsedate_to_datetime(written).date().isoformat() if written else ""
    except (ValueError, TypeError, IndexError, OverflowError):
        return written


def file_name(part: Message) -> str:
    """The name of an attachment; empty when it has none."""
    name = _parameter(part, "content-disposition", "filename") or _parameter(part, "content-type", "name")
    return words_of(name)


def body_text(part: Message) -> Decoded:
    """The text of a part. Raises DocumentTrouble(BINARY) when it is none."""
    return decode_as(_payload(part), _parameter(part, "content-type", "charset"))


def parameter(part: Message, name: str) -> str:
    """A parameter of the content type, in lower case."""
    return _parameter(part, "content-type", name).lower()


def leaves(message: Message) -> Iterator[Message]:
    """The parts that hold something, in order; of alternatives the best that can be read."""
    stack = [message]
    while stack:
        part = stack.pop()
        inner = inner_messages(part)
        if not inner or part.get_content_type() == "message/rfc822":
            yield part
            continue
        stack.extend(reversed(_best(inner) if part.get_content_type() == "multipart/alternative" else inner))


def inner_messages(part: Message) -> list[Message]:
    """The parts of a part that holds several, or the message that was sent along."""
    content = part.get_payload() if part.is_multipart() else None
    return [each for each in content if isinstance(each, Message)] if isinstance(content, list) else []


def is_attachment(part: Message) -> bool:
    """Whether a part is not shown with the message."""
    disposition = header(part, "content-disposition").lower()
    is_text = part.get_content_maintype() == "text" and part.get_content_subtype() in ("plain", "html", "markdown")
    return disposition.startswith("attachment") or not is_text


def _best(parts: list[Message]) -> list[Message]:
    """Plain text, unless it is empty or only says that there is a better form."""
    plain = next((part for part in parts if part.get_content_type() == "text/plain"), None)
    if plain is not None and len(_payload(plain).strip()) > _SAYS_NOTHING:
        return [plain]
    rich = next((part for part in parts if part.get_content_type() != "text/plain"), None)
    best = rich if rich is not None else plain
    return [best] if best is not None else []


def _payload(part: Message) -> bytes:
    """The decoded bytes of a part; none where the standard library's reader trips over what the part says of itself."""
    try:
        payload = part.get_payload(decode=True)
    except (TypeError, ValueError, LookupError, AttributeError):
        return b""
    if any(isinstance(defect, InvalidBase64LengthDefect) for defect in part.defects):
        payload = _cut_off(_as_written(part))
    return payload if isinstance(payload, bytes) else b""


def _as_written(part: Message) -> str:
    """A part's text before it is decoded, also where its type names an encoding that is none."""
    try:
        return str(part.get_payload())
    except (TypeError, ValueError, LookupError):
        bare = copy(part)  # its fields are its own as soon as one is taken away
        del bare["content-type"]
        return str(bare.get_payload())


def _cut_off(content: str) -> bytes:
    """What base64 holds that breaks off in the middle of a group of four letters."""
    letters = _NOT_BASE64.sub("", content)
    return base64.b64decode(letters[:len(letters) // 4 * 4])


def _parameter(part: Message, field: str, name: str) -> str:
    try:
        value = part.get_param(name, "", field)
    except (ValueError, LookupError, TypeError):
        return ""
    if isinstance(value, tuple):  # RFC 2231: charset, language, text
        charset, _, text = value
        return _text(text.encode("latin-1", "replace"), charset or "utf-8")
    return str(value or "").strip()


def _decoded_word(match: re.Match[str]) -> str:
    charset, form, content = match.groups()
    try:
        if form in "bB":
            data = base64.b64decode(content + "=" * (-len(content) % 4))
        else:
            data = quopri.decodestring(content.encode("ascii", "replace"), header=True)
    except (binascii.Error, ValueError):
        return match[0]
    return _text(data, charset)


def _text(data: bytes, charset: str) -> str:
    try:
        return decode_as(data, charset).text
    except DocumentTrouble:
        return data.decode("latin-1")
