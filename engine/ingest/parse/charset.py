"""Text in an encoding that its source declares: web pages (XML declaration, meta element) and parts of messages.

What is declared is believed before anything is guessed, but not against the evidence: bytes that are sound UTF-8 are
no Latin text, and bytes that cannot be what was declared are left to ``decode``.
"""

from __future__ import annotations

import codecs
import re

from engine.ingest.decode import Decoded, decode
from engine.types import Problem, ProblemCode

_LOOK_AT = 4096
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?\bencoding\s*=\s*[\"']\s*([\w.:-]+)"
                       rb"|<meta\b[^>]{0,300}?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
# Pages name the plain standard and mean its wider relative, as browsers know: (what reads it, what it is called).
_READ_AS = {
    "ascii": ("cp1252", "cp1252"), "iso8859-1": ("cp1252", "cp1252"), "latin-1": ("cp1252", "cp1252"),
    "iso8859-9": ("cp1254", "cp1254"), "tis-620": ("cp874", "cp874"), "iso8859-11": ("cp874", "cp874"),
    "shift_jis": ("cp932", "shift_jis"), "cp932": ("cp932", "shift_jis"), "gb2312": ("gb18030", "gb2312"),
    "gbk": ("gb18030", "gbk"), "euc_kr": ("cp949", "euc_kr"), "big5": ("big5hkscs", "big5"),
}
_SINGLE_BYTE = ("cp125", "iso8859", "koi8", "cp874", "cp866", "mac")
_TRUSTED = re.compile(r"cp(?:125\d|874|866|932|949|950)|iso8859-\d+|koi8-[ru]|mac-\w+|gb\w+|big5\w*|euc_\w+"
                      r"|shift_jis\w*|iso2022_jp\w*|johab|hz|tis-620|ascii|utf-16(?:-[lb]e)?")
_MOST_BROKEN = 0.01


def declared_charset(data: bytes) -> str:
    """The encoding that a page names in its first bytes, as written; empty when there is none."""
    match = _DECLARED.search(_COMMENT.sub(b"", data[:_LOOK_AT]))
    return (match[1] or match[2]).decode("ascii", "replace") if match else ""


def decode_as(data: bytes, label: str) -> Decoded:
    """The text of ``data``, of which its source says that its encoding is ``label`` (empty: it says nothing).

    Raises DocumentTrouble(BINARY) when it is no text in any known encoding.
    """
    known = _known(label)
    if not known or data.startswith(_MARKS) or known[0].startswith("utf-16"):
        return decode(data)  # a mark decides; a page that says UTF-16 in readable letters is none
    codec, name = known
    try:
        text = data.decode(codec)
    except UnicodeDecodeError:
        return _mostly(data, codec, name)
    if codec.startswith(_SINGLE_BYTE) and not data.isascii() and _is_utf8(data):
        return decode(data)
    return _named(text, name, ())


def _known(label: str) -> tuple[str, str] | None:
    """The codec for a label and the name to show, None for UTF-8 and for what is no encoding of documents."""
    try:
        name = codecs.lookup(label.strip().removeprefix("x-").removeprefix("X-")).name if label else ""
    except (LookupError, ValueError):
        return None
    return _READ_AS.get(name, (name, name)) if _TRUSTED.fullmatch(name) else None


def _mostly(data: bytes, codec: str, name: str) -> Decoded:
    """The text with replacement characters, when next to nothing of it is broken."""
    text = data.decode(codec, errors="replace")
    broken = text.count("\ufffd")
    if broken > len(text) * _MOST_BROKEN or _is_utf8(data):
        return decode(data)
    return _named(text, name, (Problem(
        code=ProblemCode.DECODE_ERRORS,
        detail=f"{broken} places could not be decoded and show a replacement character; save the file as UTF-8."),))


def _named(text: str, name: str, problems: tuple[Problem, ...]) -> Decoded:
    """Cleaned as every text is, under the name of its own encoding."""
    decoded = decode(text.encode("utf-8", "replace"))
    return Decoded(text=decoded.text, encoding=name, problems=(*problems, *decoded.problems))


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
