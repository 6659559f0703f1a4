"""The escapes of a manual page's text: special characters, fonts, and motions that only a typesetter needs.

Fonts become Markdown: italics are emphasised, bold and typewriter text is code where it is something to type and bold
where it is words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.ingest.parse.notes import note_type
from engine.ingest.parse.raised import raised
from engine.ingest.parse.rich import Rich, assembled, code_span, marked, words

ESCAPE = re.compile(
    r"\\(?:"
    r"\[(?P<named>[^\[\]\n]{1,100})\]|\((?P<two>[^\n]{2})"
    r"|\*(?:\[(?P<string_named>[^\]\n]{1,100})[^\]\n]*\]|\((?P<string_two>[^\n]{2})|(?P<string_one>[^\n]))"
    r"|[fF](?:\[(?P<font_named>[^\]\n]{0,20})\]|\((?P<font_two>[^\n]{2})|(?P<font_one>[^\n]))"
    r"|s(?:\[[^\]\n]*\]|'[^'\n]*'|[+-]?\(\d\d|\([+-]\d\d|[+-]?\d{1,2}|[+-])?"
    r"|[nmMkVgY](?:[+-]?(?:\[[^\]\n]*\]|\([^\n]{2}|[^\n]))"
    r"|o'(?P<over>[^'\n]{0,100})'|N'(?P<code>\d{1,7})'|C'(?P<called>[^'\n]{1,100})'"
    r"|[hvwlLDbXABRSxZ](?:'[^'\n]*'|\"[^\"\n]*\")?"
    r"|z(?P<zero>[^\\\n])"
    r"|\$(?:[\d*@]|\(\d\d)"
    r"|(?P<plain>[^\n])|\Z)"
)
_FONTS = {"B": "B", "I": "I", "R": "", "P": "P", "": "P", "1": "", "2": "I", "3": "B", "4": "B", "BI": "B", "CW": "C",
          "C": "C", "CR": "C", "CB": "C", "CI": "I", "CO": "C", "TT": "C", "V": "C", "L": "C"}
_PLAIN = {"-": "-", "e": "\\", "\\": "\\", "E": "\\", " ": " ", "~": " ", "0": " ", "t": "\t", ".": ".", "'": "´",
          "`": "`", "_": "_", "r": "", "u": "", "d": "", "p": "", "c": "", "a": "", "&": "", ")": "", "/": "", ",": "",
          "|": "", "^": "", "%": "", ":": "", "{": "", "}": "", "!": "", "?": ""}
_STRINGS = {"lq": "“", "rq": "”", "R": "®", "Tm": "™", "Aq": "'", "L\"": "“", "R\"": "”", "C'": "'", "C`": "`",
            "--": "—", "-": "-", "S": "", "'": "'", "''": "”", "``": "“", "q": "\"", "Lt": "<", "Gt": ">", "Am": "&",
            "Ba": "|", "Le": "≤", "Ge": "≥", "Ne": "≠", "Pm": "±", "If": "∞", "Pi": "π", "Px": "POSIX",
            "Lq": "“", "Rq": "”", "left-bracket": "[", "left-singlequote": "‘", "right-singlequote": "’"}
_CHARACTERS: Mapping[str, str] = dict(pair.split(" ", 1) for pair in (
    "bu •|em —|en –|hy -|mi −|pl +|mu ×|di ÷|eq =|+- ±|<= ≤|>= ≥|!= ≠|== ≡|~~ ≈|~= ≅|ap ∼|ti ~|ha ^|rs \\|sl /|ul _|"
    "br │|rn ‾|ru _|at @|sh #|Do $|dq \"|aq '|oq ‘|cq ’|lq “|rq ”|Bq „|bq ‚|Fo «|Fc »|fo ‹|fc ›|ga `|aa ´|a^ ^|a~ ~|"
    "lB [|rB ]|lC {|rC }|la ⟨|ra ⟩|<- ←|-> →|<> ↔|ua ↑|da ↓|lA ⇐|rA ⇒|hA ⇔|co ©|rg ®|tm ™|de °|%0 ‰|fm ′|sd ″|sc §|"
    "ps ¶|dg †|dd ‡|ct ¢|Eu €|eu €|Po £|Ye ¥|Cs ¤|12 ½|14 ¼|34 ¾|S1 ¹|S2 ²|S3 ³|if ∞|no ¬|an ∧|or ∨|fa ∀|te ∃|mo ∈|"
    "r! ¡|r? ¿|ff ff|fi fi|fl fl|Fi ffi|Fl ffl|AE Æ|ae æ|OE Œ|oe œ|ss ß|/O Ø|/o ø|/L Ł|/l ł|oA Å|oa å|,C Ç|,c ç|-D Ð|"
    "Sd ð|TP Þ|Tp þ|vS Š|vs š|vZ Ž|vz ž|.i ı|IJ Ĳ|ij ĳ|sq □|ci ○|OK ✓|CR ↵|lh ☜|rh ☞|*a α|*b β|*g γ|*d δ|*e ε|*z ζ|"
    "*y η|*h θ|*i ι|*k κ|*l λ|*m μ|*n ν|*c ξ|*o ο|*p π|*r ρ|*s σ|*t τ|*u υ|*f φ|*x χ|*q ψ|*w ω|*G Γ|*D Δ|*H Θ|*L Λ|"
    "*C Ξ|*P Π|*S Σ|*F Φ|*Q Ψ|*W Ω|mc µ|nb ⊄|sb ⊂|sp ⊃|ca ∩|cu ∪|es ∅|gr ∇|pd ∂|is ∫|pc ·|md ⋅|rb ]|lb [").split("|")
) | {"ba": "|", "bv": "|", "hbar": "ℏ"}
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ":": "\u0308"}
_EMPHATIC = frozenset({"not", "never", "must", "must not", "don't", "do not", "cannot", "and", "or"})
_LONGEST_CODE = 200
_MARK = re.compile("\x04([BICP]?)\x05")


class Strings:
    """The strings that a page has defined, besides those that every page knows."""

    def __init__(self) -> None:
        self._values: dict[str, str] = {}

    def define(self, name: str, value: str) -> None:
        """Set a string; those that every page knows stay as they are."""
        if name not in _STRINGS and len(self._values) < 1000:
            self._values[name] = value[:1000]

    def get(self, name: str) -> str:
        """The value, in readable characters and escapes."""
        return _STRINGS.get(name, self._values.get(name, ""))


_RAISED = re.compile(r"(?<!\\)\\u([^\\]{1,12})\\d")
"""Half a line up and down again: an exponent."""


def with_marks(source: str, strings: Strings, depth: int = 0) -> str:
    """``source`` with every escape replaced; a change of font becomes a mark that ``rich`` understands."""
    if "\\" not in source:
        return source
    source = _RAISED.sub(lambda match: raised(match[1], match.string[max(0, match.start() - 1):match.start()]), source)

    def character(match: re.Match[str]) -> str:
        kind = match.lastgroup
        if kind is None:
            return ""
        text = match[kind]
        if kind in {"named", "two", "called"}:
            return special(text)
        if kind.startswith("font"):
            return f"\x04{_FONTS.get(text, '')}\x05"
        if kind.startswith("string"):
            return with_marks(strings.get(text), strings, depth + 1) if depth < 5 else ""
        if kind == "code":
            return chr(int(text)) if int(text) < 0x110000 else ""
        return text if kind in {"over", "zero"} else _PLAIN.get(text, text)

    return ESCAPE.sub(character, source)


def special(name: str) -> str:
    """The character of that name."""
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    if match := re.fullmatch(r"u([\dA-F]{4,6})((?:_[\dA-F]{4,6})*)|char(\d{1,3})", name):
        codes = [int(match[3])] if match[3] else [int(part, 16) for part in name[1:].split("_")]
        return "".join(chr(code) for code in codes if code < 0x110000)
    if len(name) == 2 and name[0] in _ACCENTS and name[1].isalpha():
        import unicodedata  # loaded for the rare accented letter

        return unicodedata.normalize("NFC", name[1] + _ACCENTS[name[0]])
    return "" if len(name) > 2 else name


def plain(source: str, strings: Strings) -> str:
    """Readable text without fonts."""
    return _MARK.sub("", with_marks(source, strings))


def rich(source: str, strings: Strings) -> Rich:
    """Readable text and its Markdown; a line break in ``source`` is a hard one in both."""
    parts: list[str | Rich] = []
    font = before = ""
    for place, part in enumerate(_MARK.split(with_marks(source, strings))):
        if place % 2:
            font, before = (before, font) if part == "P" else (part, font)
        elif part:
            parts += _styled(part, font)
    text = assembled(parts)
    return Rich(text.plain, text.markup.replace("\n", "\\\n"))


def _styled(text: str, font: str) -> list[str | Rich]:
    inner = text.strip()
    if not font or not inner or "\n" in inner:
        return [text]
    start = text.index(inner)
    is_code = font == "C" or (font == "B" and not _is_prose(inner))
    if is_code:
        made = code_span(inner)
    else:
        made = marked(words(inner), "*" if font == "I" else "**") if inner[0].isalnum() else words(inner)
    return [text[:start], made, text[start + len(inner):]]


def _is_prose(text: str) -> bool:
    """Whether bold text is words to read, not something to type."""
    first = text.split()[0].rstrip(":.,!")
    if note_type(first) or text.lower() in _EMPHATIC or len(text) > _LONGEST_CODE:
        return True
    return " " in text and first.istitle() and first.isalpha()
