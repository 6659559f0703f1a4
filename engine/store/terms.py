"""Words as the keyword index holds them, for documents and questions alike.

The tokenizer cuts at spaces and punctuation, which serves alphabetic scripts. Two additions make the rest findable:

1. Chinese, Japanese and Korean runs are indexed as overlapping pairs of characters (and single ones where a run is
   that short), so that two-character words are found. A question's runs become the same pairs, and each is a word of
   its own: nobody writes a question as one phrase of the document.
2. An identifier is indexed whole and by its parts: ``minReplicaCount`` also as min, replica, count.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.types.compatible import compatible

_CJK = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff々〆ー]+")
LETTER = r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]"
"""A pattern: a letter, digit or underscore in a script that puts blanks between words."""
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")


def fold(text: str) -> str:
    """Compatibility form: ligatures and full-width letters as ordinary ones."""
    return compatible(text)


def cjk_pairs(text: str) -> str:
    """The text's CJK runs as blank-separated character pairs; empty when there are none."""
    return " ".join(pair for run in cjk_runs(text) for pair in pairs(run))


def cjk_runs(text: str) -> tuple[str, ...]:
    """The text's CJK runs, in order."""
    return () if text.isascii() else tuple(_CJK.findall(text))


def pairs(run: str) -> tuple[str, ...]:
    """A CJK run as its sequence of pairs; a single character stays itself."""
    return (run,) if len(run) == 1 else tuple(run[i:i + 2] for i in range(len(run) - 1))


def without_cjk(text: str) -> str:
    """The text with a blank in place of each CJK run."""
    return text if text.isascii() else _CJK.sub(" ", text)


def words(text: str) -> tuple[str, ...]:
    """The question's words outside CJK runs, folded, in order."""
    return tuple(_WORD.findall(without_cjk(fold(text))))


def spaced(text: str) -> str:
    """The text with each CJK run as its pairs with blanks between, so that it can be cut at blanks."""
    return text if text.isascii() else _CJK.sub(lambda run: f" {' '.join(pairs(run[0]))} ", text)


def words_and_pairs(text: str) -> tuple[str, ...]:
    """All that a text can be found by: its words, folded and in lower case, and the pairs of its CJK runs."""
    folded = fold(text)
    return (*(word.casefold() for word in words(folded)), *(pair for run in cjk_runs(folded) for pair in pairs(run)))


def alphabetic_share(text: str) -> float:
    """The share of a text's letters and digits outside CJK runs, in 0 … 1; 1 for a text without any."""
    letters = sum(map(str.isalnum, text))
    return 1.0 - sum(map(len, cjk_runs(text))) / letters if letters else 1.0


@lru_cache(maxsize=65536)
def identifier_parts(identifier: str) -> str:
    """The identifier followed by its parts: ``minReplicaCount min Replica Count``."""
    parts = _CAMEL.findall(identifier)
    return " ".join([identifier, *parts]) if len(parts) > 1 else identifier
