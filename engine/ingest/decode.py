"""Bytes to clean text: the encoding, newlines, and characters that no reader can see or no database can hold.

Leaves markup to the parsers. The order in which an encoding is decided:

1. A byte order mark.
2. ISO-2022-JP, when its escape sequences are there; strict UTF-8.
3. UTF-16 without a mark, when NUL bytes stand at every other place, or all of it is common characters.
4. Binary, when too many control characters are in it.
5. UTF-8 with a few broken bytes, when there are at least as many sound multi-byte sequences.
6. The guess of charset-normalizer, restricted to encodings that documents are written in; between those of East Asia
   ``east_asian`` decides. Where each byte is a letter, or few characters tell, it is named as a guess.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from engine.errors import DocumentTrouble
from engine.ingest.east_asian import TWO_BYTES, likeliest
from engine.types import Problem, ProblemCode

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSED = ["cp1252", "cp932", "gb18030", "big5", "euc_jp", "euc_kr", "cp1251", "koi8_r", "cp1250", "cp1253", "cp1254",
            "cp1255", "cp1256", "cp1257", "cp1258", "cp874", "iso8859_2", "iso8859_5", "cp866"]
_PAIRED = frozenset({"cp932", "gb18030", "big5", "euc_jp", "euc_kr"})
_FAMILY = {"cp932": "shift_jis", "gb18030": "gbk", "cp949": "euc_kr"}
_LATIN = frozenset({"cp1250", "cp1254", "cp1257", "cp1258", "iso8859_2"})
_EASTERN = ("Czech", "Slovak", "Polish", "Hungarian", "Romanian", "Slovene", "Croatian")
_LANGUAGES = {"cp1250": _EASTERN, "iso8859_2": _EASTERN, "cp1254": ("Turkish",), "cp1258": ("Vietnamese",),
              "cp1257": ("Lithuanian", "Latvian", "Estonian")}
_SIGN_IN_WORD = {"cp1250": re.compile("[a-z][¦±¶¹¼¾]|[¦±¶¹¼¾©®][a-z]"), "cp1252": re.compile("[a-z][¦±¶¹¼¾][a-z]")}
_ISO_2022_JP = re.compile(rb"\x1b\$[@B].*?\x1b\([BJ]", re.DOTALL)
_COMMON = re.compile("[\t\n\r -~\u00a0-\u024f\u0370-\u03ff\u0400-\u04ff\u2010-\u2027\u3000-\u30ff\u4e00-\u9fff"
                     "\uac00-\ud7a3\uff01-\uff60]")
_COMMON_SHARE = 0.97
_GUESS_BYTES = 64 * 1024
_CONTROL_BYTES = bytes(set(range(0x20)) - set(b"\t\n\r\f\b\x07\x1b"))
_CONTROL_SHARE = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """Clean text with ``\\n`` newlines, the encoding's name as Python knows it, and what was wrong."""

    text: str
    encoding: str
    problems: tuple[Problem, ...] = ()


def decode(data: bytes) -> Decoded:
    """The text of ``data``. Raises DocumentTrouble(BINARY) when it is no text in any known encoding."""
    text, encoding, problems = _decoded(data)
    text, invisible = clean(text)
    if invisible:
        problems += (_INVISIBLE,)
    return Decoded(text=text, encoding=encoding, problems=problems)


_INVISIBLE = Problem(
    code=ProblemCode.INVISIBLE_CHARACTERS,
    detail="The file holds invisible characters that can carry hidden text; they were left out.",
)


def _decoded(data: bytes) -> tuple[str, str, tuple[Problem, ...]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _with_replacement(data[len(mark):], encoding)
    if b"\x1b$" in data and _ISO_2022_JP.search(data):
        return _with_replacement(data, "iso-2022-jp")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _not_utf8(data)
    if _is_binary(data):
        return _utf16_or_trouble(data)
    return text, "utf-8", ()


def _not_utf8(data: bytes) -> tuple[str, str, tuple[Problem, ...]]:
    if _is_binary(data):
        return _utf16_or_trouble(data)
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    sound = sum(1 for char in text if char > "\x7f") - broken
    if sound and sound >= broken:
        return text, "utf-8", (_decode_errors(broken),)
    return _utf16_without_spaces(data) or _guessed(data)


def _utf16_without_spaces(data: bytes) -> tuple[str, str, tuple[Problem, ...]] | None:
    """UTF-16 of a script that seldom has a NUL byte: only line ends do, and everything is a common character."""
    if b"\0" not in data or len(data) % 2:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if len(_COMMON.findall(text[:_GUESS_BYTES])) >= _COMMON_SHARE * len(text[:_GUESS_BYTES]):
            return text, encoding, ()
    return None


def _with_replacement(data: bytes, encoding: str) -> tuple[str, str, tuple[Problem, ...]]:
    text = data.decode(encoding, errors="replace")
    broken = text.count("\ufffd")
    return text, encoding, (_decode_errors(broken),) if broken else ()


def _decode_errors(count: int) -> Problem:
    return Problem(
        code=ProblemCode.DECODE_ERRORS,
        detail=f"{count} places could not be decoded and show a replacement character; save the file as UTF-8.",
    )


def _is_binary(data: bytes) -> bool:
    sample = data[:_GUESS_BYTES]
    controls = len(sample) - len(sample.translate(None, _CONTROL_BYTES))
    return controls > max(8, len(sample) * _CONTROL_SHARE)


def _utf16_or_trouble(data: bytes) -> tuple[str, str, tuple[Problem, ...]]:
    """UTF-16 without a mark has its NULs on one side of the pairs only; anything else here is binary."""
    sample = data[:_GUESS_BYTES]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    half = max(1, len(sample) // 2)
    for encoding, many, few in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if many > half * 0.3 and few < half * 0.02:
            text, _, problems = _with_replacement(data, encoding)
            if len(_CONTROL.findall(text[:_GUESS_BYTES])) <= len(text) * _CONTROL_SHARE:
                return text, encoding, problems
    if found := _utf16_without_spaces(data):
        return found
    raise DocumentTrouble(ProblemCode.BINARY, "The file holds binary data, not text; it was left out.")


def _guessed(data: bytes) -> tuple[str, str, tuple[Problem, ...]]:
    import charset_normalizer  # loaded for the rare file that is not UTF-8

    matches = charset_normalizer.from_bytes(data[:_GUESS_BYTES], cp_isolation=_GUESSED, threshold=0.5)
    best = matches.best()
    if best is None:
        raise DocumentTrouble(ProblemCode.BINARY, "The file is not text in any known encoding; save it as UTF-8.")
    encoding = best.encoding
    if encoding in _LATIN:
        # The Latin code pages share most letters and tie; the Western one is by far the most common. Another is taken
        # where the text reads like one of its own languages, and more so than in the Western one.
        own = _LANGUAGES.get(encoding, ())
        western = [match for match in matches if match.chaos <= best.chaos and "cp1252" in match.could_be_from_charset]
        if any(match.coherence >= best.coherence or not {best.language, match.language} <= {*own} for match in western):
            encoding = "cp1252"
    is_certain = encoding in _PAIRED
    if encoding in TWO_BYTES:
        encoding, is_certain = likeliest(data, encoding)
    sign = _SIGN_IN_WORD.get(encoding)
    if sign and sign.search(data[:_GUESS_BYTES].decode(encoding, errors="replace")):
        encoding = "iso8859_2"  # there it is a letter
    text = data.decode(encoding, errors="replace")
    broken = text.count("\ufffd")
    name = _FAMILY.get(encoding, encoding)
    problems = (_decode_errors(broken),) if broken else ()
    # Where each byte is a letter, any bytes read as something; sequences of two bytes that all fit are no chance.
    return text, name, problems if is_certain else (_guess(name), *problems)


def _guess(name: str) -> Problem:
    return Problem(
        code=ProblemCode.GUESSED_ENCODING,
        detail=f"The text is no UTF-8 and names no encoding; it was read as {name}, which is a guess. "
        "Check its special letters, or save the file as UTF-8.")


# --- clean text -----------------------------------------------------------------------------------------------------

_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|(?:\x1b[\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c\n]*(?:\x07|\x1b\\|\x9c)?"  # titles, links
    r"|\x1b[ -/]*[0-~]?"
)
_OVERSTRIKE = re.compile(r"_\x08(?=.)|(.)\x08(?=\1)")
_SPACES = re.compile("[\x00\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x01-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_SUSPECT = re.compile(
    "[\x80-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufdd0-\ufdef\ufeff\uffa0\ufff9-\uffff\U000e0000-\U000e0fff]|[\ufe00-\ufe0f]{2}"
)
_NOT_ASCII = re.compile("[^\x00-\x7f]+")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CONTROL_ASCII = bytes(set(range(0x20)) - set(b"\t\n\r")) + b"\x7f"
_RTL = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_JOINING = f"{_RTL}\u0900-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u1800-\u18af"
_PICTURES = "\u00a9\u00ae\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff"
_HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
_FLAG = re.compile("\U0001f3f4(?:\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
                   "|\U000e0077\U000e006c\U000e0073)\U000e007f)")
_INVISIBLES = re.compile(
    f"(?P<flag>{_FLAG.pattern})"
    "|(?P<smuggled>[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]+|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,})"
    f"|(?<=[{_HAN}])(?P<variant>[\U000e0100-\U000e01ef])|(?<=[{_JOINING}])(?P<joiner>[\u200c\u200d])"
    f"|(?<=[{_PICTURES}\U0001f3fb-\U0001f3ff])(?P<emoji>\u200d)(?=[{_PICTURES}])"
    f"|(?<=[{_RTL}])(?P<mark>[\u200e\u200f\u061c])|(?P<marked>[\u200e\u200f\u061c])(?=[{_RTL}])"
    "|[\xad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u061c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def _has_suspects(text: str) -> bool:
    """Whether anything may have to go; cheap, because most files have nothing."""
    if text.isascii():
        data = text.encode("ascii")
        return len(data.translate(None, _CONTROL_ASCII)) < len(data)
    others = "".join(_NOT_ASCII.findall(text))
    return _SUSPECT.search(others) is not None or _CONTROL.search(text) is not None


def clean(text: str) -> tuple[str, bool]:
    """``text`` with ``\\n`` newlines and without controls, terminal escapes and invisible characters.

    Also says whether characters were found that can only be meant to hide text (tags, direction overrides,
    runs of variation selectors). Joiners, direction marks and selectors that a script or an emoji needs stay.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not _has_suspects(text):
        return text, False
    if "\x1b" in text or "\x9b" in text:
        text = _ESCAPES.sub("", text)
    if "\x08" in text:
        text = _OVERSTRIKE.sub("", text)
    text = _CONTROLS.sub("", _SPACES.sub(" ", text))
    smuggled = False

    def kept(match: re.Match[str]) -> str:
        nonlocal smuggled
        smuggled = smuggled or match.lastgroup == "smuggled"
        return match[0] if match.lastgroup not in (None, "smuggled") else ""

    return _INVISIBLES.sub(kept, text), smuggled
