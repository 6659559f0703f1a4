"""What a question is made of: its content words, its identifiers, and what only names the scope.

1. Words that name the version steer the scope and are constant inside it; they leave the text. The product's name
   leaves the keyword terms only: to the embedder it is part of the sentence.
2. Function words ("how", "do", "which", 如何) leave the keyword terms, unless nothing else remains. Where words are not
   spaced, what stands between function words is cut into pairs of characters, and each pair is a term.
3. Identifiers are kept whole beside their parts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.store.identifiers import identifiers
from engine.store.terms import LETTER, cjk_runs, fold, pairs, words
from engine.types import ALL, Scope

_FUNCTION_WORDS = frozenset(
    "a an the of to in on for and or is are be with how what which do does did can could i my me we us our you your "
    "it its that this these those when where why who whom whose from by at as if not no should shall will would has "
    "have had was were am been being there here into their them they about than then so such also any some please "
    "since tell show give get got need want there's what's how's does't don't".split())

_VERSION_PREFIX = r"(?:v|version\s+|release\s+)?"

# Where words are not spaced a function word may be part of another word: single characters only where that is rare.
_FUNCTION_RUNS = re.compile(
    "|".join(sorted((
        "请问 請問 谁 誰 什么 什麼 为什么 為什麼 为何 怎么办 怎么 怎麼 怎样 怎樣 如何 哪些 哪个 哪個 哪里 哪裡 哪种 "
        "多少 多长时间 多长 多久 多大 多高 多快 几个 是否 能否 可否 可以 能够 能夠 需要 应该 應該 应当 必须 必須 "
        "是不是 有没有 有沒有 或者 以及 还是 還是 对于 关于 關於 这个 那个 这些 那些 我们 我們 你们 意思 一下 "
        "版本 告诉 吗 嗎 呢 吧 是 和 与 何 どう どの どこ いつ ですか ます です ください について には では とは "
        "から まで").split(), key=len, reverse=True))
    + "|(?<![目标])的|(?<=[\u3400-\u9fff])[をはがにでとのもへ]")

# How the answer should look, not what it is about: "steps to limit …" is not a question about steps.
_FORM = re.compile(
    r"(?:(?:what|which) (?:is|are) the |give (?:me )?(?:the )?|show (?:me )?(?:the )?|the )?(?:(?:exact|correct|right|"
    r"recommended|best) )?(?:steps?|procedure|instructions?|guide|way|ways|directions|how-?to|tutorial|walkthrough|"
    r"runbook|command)(?: needed| required| necessary)? (?:to|for|on how to|of)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """A question ready to be searched: the text for the embedder, the terms for the keyword index, identifiers.

    ``terms`` are words and, of text without spaces between words, pairs of characters. ``runs`` are its pieces between
    function words.
    """

    text: str
    terms: tuple[str, ...]
    runs: tuple[str, ...]
    identifiers: tuple[str, ...]


def analyse(question: str, scope: Scope, versions: tuple[str, ...]) -> Analysis:
    """Take a question apart; ``versions`` are the version names that the scope was read from, as written in it."""
    text = without_versions(question, versions)
    searched = text if scope.product is ALL else without_words(text, (scope.product,))
    folded = fold(_without_form(searched))
    found = tuple(dict.fromkeys(word.casefold() for word in words(folded)))
    content = tuple(word for word in found if word not in _FUNCTION_WORDS)
    written = cjk_runs(folded)
    runs = tuple(dict.fromkeys(piece for run in written for piece in _FUNCTION_RUNS.split(run) if piece))
    runs = tuple(run for run in runs if len(run) > 1) or runs  # 在, 中, 了 alone say nothing beside a word
    if not runs and not content:
        runs = written
    paired = dict.fromkeys(pair for run in runs for pair in pairs(run))
    return Analysis(text=text, terms=(*paired, *(content or (() if paired else found))), runs=runs,
                    identifiers=identifiers(searched))


def _without_form(text: str) -> str:
    """The text without an opening that only says what form the answer should have."""
    shorter = _FORM.sub("", text.lstrip(), count=1) if _FORM.match(text.lstrip()) else text
    return shorter if re.search(r"\w", shorter) else text


def without_versions(text: str, names: tuple[str, ...]) -> str:
    """The text without version names where they stand as words of their own."""
    return _without(text, names, _VERSION_PREFIX) or text


def without_words(text: str, words: tuple[str, ...]) -> str:
    """The text without some of its words, or the whole text when nothing else is left."""
    return _without(text, words, "") or text


def _without(text: str, names: tuple[str, ...], prefix: str) -> str:
    """The text without the names where they stand as words of their own; empty when no word remains."""
    for name in names:
        pattern = rf"(?<![.\-/])(?<!{LETTER}){prefix}{re.escape(name)}(?:'s)?(?![\-/%]|{LETTER}|\.\w)"
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    shorter = " ".join(text.split()).strip(" :,-")
    return shorter if re.search(r"\w", shorter) else ""
