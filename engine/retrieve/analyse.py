"""What a question is made of: its content words, its identifiers, and what only names the scope.

1. Words that name the version steer the scope and are constant inside it; they leave the text. The product's name
   leaves the keyword terms only: to the embedder it is part of the sentence.
2. Function words ("how", "do", "which") leave the keyword terms, unless nothing else remains.
3. Identifiers are kept whole beside their parts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.store.identifiers import identifiers
from engine.store.terms import cjk_runs, fold, words
from engine.types import ALL, Scope

_FUNCTION_WORDS = frozenset(
    "a an the of to in on for and or is are be with how what which do does did can could i my me we us our you your "
    "it its that this these those when where why who whom whose from by at as if not no should shall will would has "
    "have had was were am been being there here into their them they about than then so such also any some please "
    "tell show give get got need want there's what's how's does't don't".split())

# How the answer should look, not what it is about: "steps to limit …" is not a question about steps.
_FORM = re.compile(
    r"(?:(?:what|which) (?:is|are) the |give (?:me )?(?:the )?|show (?:me )?(?:the )?|the )?(?:(?:exact|correct|right|"
    r"recommended|best) )?(?:steps?|procedure|instructions?|guide|way|ways|directions|how-?to|tutorial|walkthrough|"
    r"runbook|command)(?: needed| required| necessary)? (?:to|for|on how to|of)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A question ready to be searched: the text for the embedder, the terms for the keyword index, identifiers."""

    text: str
    terms: tuple[str, ...]
    cjk: tuple[tuple[str, ...], ...]
    identifiers: tuple[str, ...]


def analyse(question: str, scope: Scope, versions: tuple[str, ...]) -> Analysis:
    """Take a question apart; ``versions`` are the version names that the scope was read from, as written in it."""
    text = _without(question, versions, r"(?:v|version\s+|release\s+)?") or question
    searched = text if scope.product is ALL else _without(text, (scope.product,), "") or text
    folded = fold(_without_form(searched))
    found = tuple(dict.fromkeys(word.casefold() for word in words(folded)))
    content = tuple(word for word in found if word not in _FUNCTION_WORDS)
    return Analysis(text=text, terms=content or found, cjk=tuple(dict.fromkeys(cjk_runs(folded))),
                    identifiers=identifiers(searched))


def _without_form(text: str) -> str:
    """The text without an opening that only says what form the answer should have."""
    shorter = _FORM.sub("", text.lstrip(), count=1) if _FORM.match(text.lstrip()) else text
    return shorter if re.search(r"\w", shorter) else text


def without_word(text: str, word: str) -> str:
    """The text without one of its words, or the whole text when nothing else is left."""
    return _without(text, (word,), "") or text


def _without(text: str, names: tuple[str, ...], prefix: str) -> str:
    """The text without the names where they stand as words of their own; empty when no word remains."""
    for name in names:
        pattern = rf"(?<![\w.\-/]){prefix}{re.escape(name)}(?:'s)?(?![\w\-/%]|\.\w)"
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    shorter = " ".join(text.split()).strip(" :,-")
    return shorter if re.search(r"\w", shorter) else ""
