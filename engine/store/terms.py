"""Words as the keyword index holds them, for documents and questions alike.

The tokenizer cuts at spaces and punctuation, which serves alphabetic scripts. Two additions make the rest findable:

1. Chinese, Japanese and Korean runs are indexed as overlapping pairs of characters (and single ones where a run is
   that short), so that two-character words are found; a question's run becomes a phrase of the same pairs.
2. An identifier is indexed whole and by its parts: ``minReplicaCount`` also as min, replica, count.
"""

from __future__ import annotations

import re
from functools import lru_cache

from engine.types.compatible import compatible

_CJK = re.compile(
    "[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003ffff々〆ー]+")
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z]+|[a-z]+|\d+")


def fold(text: str) -> str:
    """Compatibility form: ligatures and full-width letters as ordinary ones."""
    return compatible(text)


def cjk_pairs(text: str) -> str:
    """The text's CJK runs as blank-separated character pairs; empty when there are none."""
    if text.isascii():
        return ""
    return " ".join(pair for run in _CJK.findall(text) for pair in _pairs(run))


def cjk_runs(text: str) -> tuple[tuple[str, ...], ...]:
    """Each CJK run of a question as its sequence of pairs."""
    return tuple(tuple(_pairs(run)) for run in _CJK.findall(text))


def words(text: str) -> tuple[str, ...]:
    """The question's words outside CJK runs, folded, in order."""
    return tuple(_WORD.findall(_CJK.sub(" ", fold(text))))


@lru_cache(maxsize=65536)
def identifier_parts(identifier: str) -> str:
    """The identifier followed by its parts: ``minReplicaCount min Replica Count``."""
    parts = _CAMEL.findall(identifier)
    return " ".join([identifier, *parts]) if len(parts) > 1 else identifier


def _pairs(run: str) -> list[str]:
    return [run] if len(run) == 1 else [run[i:i + 2] for i in range(len(run) - 1)]
