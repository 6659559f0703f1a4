"""Codes, flags, keys, metrics, paths and part numbers in a text: what people paste and want found exactly.

Finds them and folds them for look-up; where they are kept is left to the store. What counts:

1. Everything in inline code that has no blank in it.
2. Elsewhere, words that no language writes so: with an underscore, a dot or a slash inside, letters and digits
   mixed, camelCase, long words in capitals, and flags (``-x``, ``--long``).

In Chinese and Japanese, where no blank stands between words, a name ends where the script changes. Web addresses,
targets of links, numbers, quantities (``10s``, ``500MB``) and versions are no identifiers outside inline code. Neither
are struck-out words.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.store.terms import without_cjk
from engine.types.struck import without_struck

_LONGEST = 200
_CODE = re.compile(r"(`{1,2})([^`\n]+)\1")
_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s)>\]\"'`]*", re.IGNORECASE)
_TARGET = re.compile(r"\]\([^()\s]*\)")
_WORD = re.compile(r"(?:(?<!<)|(?!/))[\w$@~./:#-]*[\w/](?:\+\+|#)?")
_FLAG = re.compile(r"--?[A-Za-z][\w-]*\Z")
_QUANTITY = re.compile(r"[+-]?[\d.,:/-]+(?:st|nd|rd|th|[a-zA-Zµ]{1,3}|\w{1,3}/[a-z]{1,3})?\Z")
_VERSION = re.compile(r"v?\d+(?:\.\w+)*(?:\.x|\+)?\Z", re.IGNORECASE)
_CAMEL = re.compile(r"[a-z\d][A-Z]|[A-Z]{2,}[a-z]{2,}")
_INNER = re.compile(r"\w_\w|\A\$\w|\A@\w|[A-Za-z][A-Za-z-]*\.[A-Za-z_]{2,}|\w::\w|\A~?\.{0,2}/\w|\w/\w+/"
                    r"|\w:[\\/]")
_MIXED = re.compile(r"[A-Za-z][\w.-]*\d|\d[\w.-]*[A-Za-z]")
_SLASHED = re.compile(r"\w/[\w.-]")
_CAPITALS = re.compile(r"[A-Z]{5,}\Z")
_ENGLISH_CAPITALS = frozenset({
    "CAUTION", "DANGER", "DEFAULT", "DEPRECATED", "IMPORTANT", "MUST", "NOTICE", "OPTIONAL", "PLEASE", "RECOMMENDED",
    "REMOVED", "REQUIRED", "SHALL", "SHOULD", "THERE", "WARNING", "WITHOUT",
})
_EDGES = ".:/-#"


def identifiers(text: str) -> tuple[str, ...]:
    """Identifiers of a Markdown text in their exact case, each once, in order of appearance."""
    found: dict[str, None] = {}
    text = without_struck(text)
    if "`" in text:
        for _, code in _CODE.findall(text):
            if " " not in (code := code.strip()) and (code := code.strip("'\"")):
                found[code] = None
    if "\\_" in text:
        text = text.replace("\\_", "_")
    if "](" in text:
        text = _TARGET.sub("] ", text)
    if "://" in text:
        text = _ADDRESS.sub(" ", text)
    for names in map(_in_run, dict.fromkeys(without_cjk(text).split())):
        for name in names:
            found[name] = None
    return tuple(name for name in found if len(name) <= _LONGEST)


def fold(identifier: str) -> str:
    """The form for look-up: lower case, without punctuation at the ends, so that ``--flag`` and ``flag`` are alike."""
    return identifier.casefold().strip("`'\"()[]{}<>.,;:!?-–—$%@&*=/\\ \t\n")


@lru_cache(maxsize=65536)
def _in_run(run: str) -> tuple[str, ...]:
    """The identifiers in a run of characters without blanks."""
    if run.isalpha() and run.islower():
        return ()
    return tuple(name for word in _WORD.findall(run) if (name := _identifier(word)))


def _identifier(word: str) -> str:
    """The identifier in a word of running text, or nothing."""
    if _FLAG.match(word):
        return word
    word = word.rstrip(_EDGES).lstrip(":-#")
    if len(word) < 2 or (word.isalpha() and word.islower()):
        return ""
    if _QUANTITY.match(word) or _VERSION.match(word):
        return ""
    if _CAPITALS.match(word):
        return "" if word in _ENGLISH_CAPITALS else word
    if _INNER.search(word) or _CAMEL.search(word) or _MIXED.search(word):
        return word
    return word if _SLASHED.search(word) and not word.replace("/", "").isalpha() else ""
