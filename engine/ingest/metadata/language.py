"""The language of a document: a lower-case code such as ``zh`` or ``de``, empty when it is not known.

Belief: front matter, the path (``/de/``, ``guide.ja.md``), the script most of the text is written in, page metadata.
The script goes before page metadata because templates say ``lang="en"`` of every page they make. Latin letters say
nothing: languages written in them are known only when somebody says so.
"""

from __future__ import annotations

import re

from engine.ingest.metadata.facts import FRONT_MATTER, PAGE_METADATA, PROPERTIES, Facts
from engine.ingest.metadata.paths import Place
from engine.types import BlockKind, Found, Parsed

_NAMES = ("locale", "lang", "language", "content-language")
_CODE = re.compile(r"([a-z]{2,3})(?:[-_][a-z0-9]{2,8})*", re.IGNORECASE)
_WORDS = {"english": "en", "german": "de", "deutsch": "de", "french": "fr", "français": "fr", "spanish": "es",
          "español": "es", "italian": "it", "portuguese": "pt", "chinese": "zh", "中文": "zh", "简体中文": "zh",
          "japanese": "ja", "日本語": "ja", "korean": "ko", "한국어": "ko", "russian": "ru", "русский": "ru",
          "arabic": "ar", "hebrew": "he", "greek": "el", "thai": "th", "dutch": "nl", "polish": "pl"}
_SAMPLE = 20_000
_FEWEST = 12
_SHARE = 0.35
_IDEOGRAPHIC_WEIGHT = 3
_SCRIPTS = {
    "han": re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003134f]"),
    "kana": re.compile("[\u3041-\u30ff\uff66-\uff9d]"),
    "ko": re.compile("[\u1100-\u11ff\u3131-\u318e\uac00-\ud7a3]"), "ru": re.compile("[\u0400-\u052f]"),
    "ar": re.compile("[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]"), "he": re.compile("[\u0591-\u05f4]"),
    "el": re.compile("[\u0370-\u03ff\u1f00-\u1fff]"), "th": re.compile("[\u0e01-\u0e5b]"),
    "hi": re.compile("[\u0900-\u097f]"), "latin": re.compile("[A-Za-z\u00c0-\u024f]"),
}
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_ONE_KANA_IN = 10


def locale(parsed: Parsed, facts: Facts, place: Place) -> Found:
    """The language with its source; empty when it is not known."""
    stated = facts.first(*_NAMES, sources=(FRONT_MATTER,))
    said = facts.first(*_NAMES, sources=(PAGE_METADATA, PROPERTIES))
    for value, source in ((code_of(stated.value) if stated else "", FRONT_MATTER), (place.language, "path"),
                          (language_of_script(_sample(parsed)), "page text"),
                          (code_of(said.value) if said else "", said.source if said else "")):
        if value:
            return Found(name="locale", value=value, source=source)
    return Found(name="locale", value="", source="")


def code_of(text: str) -> str:
    """The language of ``zh-Hans-CN``, ``pt_BR`` or ``German``, in lower case."""
    text = text.strip()
    if word := _WORDS.get(text.casefold()):
        return word
    match = _CODE.fullmatch(text)
    return match[1].lower() if match else ""


def language_of_script(text: str) -> str:
    """The language that the script of most of ``text`` belongs to, or nothing for Latin letters and short texts."""
    if text.isascii():
        return ""
    counts = {name: len(pattern.findall(text)) for name, pattern in _SCRIPTS.items()}
    east = counts["han"] + counts["kana"]
    weights = {"east": east * _IDEOGRAPHIC_WEIGHT, "ko": counts["ko"] * 2,
               **{name: counts[name] for name in ("ru", "ar", "he", "el", "th", "hi")}}
    best, weight = max(weights.items(), key=lambda item: item[1])
    if weight < _FEWEST or weight < _SHARE * (sum(weights.values()) + counts["latin"]):
        return ""
    if best == "east":
        return "ja" if counts["kana"] * _ONE_KANA_IN > east else "zh"
    return "uk" if best == "ru" and len(_UKRAINIAN.findall(text)) * 20 > weight else best


def _sample(parsed: Parsed) -> str:
    parts: list[str] = []
    length = 0
    for block in parsed.blocks:
        if block.kind is not BlockKind.CODE:
            parts.append(block.plain)
            length += len(block.plain)
            if length > _SAMPLE:
                break
    return "\n".join(parts)[:_SAMPLE]
