"""Whether a question goes on from the one before it, and what the two of them ask together.

"And in 2.19?", "What is its default?", "那3.2呢？" cannot be searched alone. A question goes on when it begins as one
does ("and", "what about"), or when it points back ("it", "that one") and names nothing itself, or when nothing is left
of it but what a thing can have ("default", "unit", "example"). Anything else is a question of its own: a new subject
must not be answered under the last one.
"""

from __future__ import annotations

import re

from engine.retrieve.analyse import analyse, without_versions, without_words
from engine.retrieve.naming import named_versions
from engine.store.identifiers import identifiers
from engine.types import ALL, All, Scope, Turn, VersionRange

_GOES_ON = re.compile(
    r"\s*(?:and|or|but|so|then|also|what about|how about|what if|same (?:for|in|with))\b|\s*(?:那么?|那在|还有|以及)",
    re.IGNORECASE)
_POINTS_BACK = re.compile(
    r"\b(?:it|its|they|them|their|this|that|these|those|the same|the other|instead)\b|它|其|这个|那个|该",
    re.IGNORECASE)
_OWN = re.compile(r"\b(?:this|that|these|those)\s+(?!one\b|too\b)\w|\bis it (?:possible|necessary|needed|safe|allowed|"
                  r"recommended|required|okay|ok)\b|\bit is\b", re.IGNORECASE)
"""Words that point back elsewhere, and the "it" of "is it possible", which points to nothing."""
MOST_OWN_WORDS = 3
"""Content words up to which a question that points back has no subject of its own."""
_ASPECTS = frozenset(
    "default defaults value values type types range ranges unit units minimum maximum min max limit limits example "
    "examples syntax format required optional mandatory deprecated description meaning mean means reason why step "
    "steps command version versions change changed set work works 默认 认值 单位 范围 示例 例子 原因 步骤 含义".split())
_ANYWHERE = Scope(product=ALL, version=ALL, include_deprecated=False, audiences=ALL, locale=ALL, roots=ALL)


def goes_on(question: str, named: tuple[str, ...]) -> bool:
    """Whether a question needs the one before it; ``named`` are the versions in it, as written."""
    analysis = analyse(question, _ANYWHERE, named)
    words = [term for term in analysis.terms if term not in _ASPECTS]
    if len(words) > 2 * MOST_OWN_WORDS:
        return False
    if _GOES_ON.match(question):
        return True
    if analysis.identifiers:
        return False
    return not words or (bool(_POINTS_BACK.search(_OWN.sub(" ", question))) and len(words) <= MOST_OWN_WORDS)


def together(question: str, before: Turn, product: str | All, known: tuple[VersionRange, ...]) -> str:
    """The question with the one before it in front, without the version that was asked about then, and without the
    names and codes when this one brings its own ("and E3?").
    """
    subject = without_versions(before.question, named_versions(before.question, product, known).written)
    if identifiers(without_versions(question, named_versions(question, product, known).written)):
        subject = without_words(subject, identifiers(subject))
    return f"{subject.rstrip(' ?.!？。')}; {question}"

