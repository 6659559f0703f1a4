"""Whether a scope documents what was asked, decided from evidence and not from one cosine.

1. What is named but not there: an identifier of the question that occurs nowhere in the scope is not documented
   there, whatever the scores say.
2. What the question turns on but is not there: an absent word without which the question is another one (cosine of
   the two at most ``SAME``) and suddenly meets the scope better (by ``GAIN``). "Interval of the snowflake scaler" finds
   other scalers' intervals once the snowflake is gone; a question in other words loses by losing a word. On 415
   queries of the training projects this fires on 0.2 % of those put to their own project.
3. What is near to nothing: a logistic model over the best cosine, the best lexical evidence, the share of the
   question's weight that the best passage covers, and the share carried by absent words, fitted on the training
   projects' queries put to their own and to other projects. Its floor is low, since questions in other words than the
   documents score low too.
4. What is asked in Chinese characters: the embedder reads English, so its cosines say nothing there, and words decide
   alone. Of the question's characters, by their rarity, the best passage in that script must hold ``HAN`` in pairs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.store.terms import words_and_pairs

WEIGHTS = (7.2, 0.4, 3.1, -0.8)
BIAS = -5.7
FLOOR = 0.05
GAIN = 0.04
HAN = 0.6
SAME = 0.9
SHORTEST_IDENTIFIER = 4
_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆]+")
_CODE = re.compile(r"[A-Z]{1,4}-?\d{1,4}")  # E2, M8, T-15: short, and still the name of one thing only


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """An absent word: the cosine between the question with and without it, and what the scope's best cosine gains."""

    word: str
    same: float
    gain: float

    @property
    def is_subject(self) -> bool:
        """Whether the question turns on the word."""
        return self.same <= SAME and self.gain >= GAIN


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What is known about how well a scope meets a question; shares in 0 … 1, ``lexical`` may pass 1.

    ``han`` is the share of its Chinese characters that one passage holds, 1 where the script says nothing.
    """

    cosine: float
    lexical: float
    coverage: float
    missing: float
    missing_identifiers: tuple[str, ...] = ()
    absences: tuple[Absence, ...] = ()
    han: float = 1.0

    @property
    def missing_subjects(self) -> tuple[str, ...]:
        """Names and words that the question turns on and that occur nowhere in the scope."""
        named = tuple(name for name in self.missing_identifiers
                      if len(name) >= SHORTEST_IDENTIFIER or _CODE.fullmatch(name))
        return named + tuple(absence.word for absence in self.absences if absence.is_subject)


def probability(signals: Signals) -> float:
    """How likely the scope documents what was asked by its scores alone, in 0 … 1."""
    values = (signals.cosine, min(signals.lexical, 1.5), signals.coverage, signals.missing)
    z = BIAS + sum(weight * value for weight, value in zip(WEIGHTS, values, strict=True))
    return 1 / (1 + math.exp(-z))


def is_documented(signals: Signals) -> bool:
    """Whether an answer may be attempted."""
    return not signals.missing_subjects and signals.han >= HAN and probability(signals) >= FLOOR


def han_held(runs: Sequence[str], weight: Mapping[str, float], texts: Sequence[str], *, has_words: bool) -> float:
    """The share of the Chinese characters of ``runs`` that the best of ``texts`` holds; 1 when there are none.

    When the first text is in another script, other words must have led to it (``has_words``): 1 or 0.

    A character is held with a neighbour: 大 in 最大压力 by 最大 or by 大压. It weighs what the commonest of its pairs
    weighs in ``weight``; a pair that is not in there weighs 1.
    """
    asked = [{run[max(at - 1, 0):at + 1], run[at:at + 2]} - {run[at]}
             for run in runs if _HAN.fullmatch(run) for at in range(len(run)) if len(run) > 1]
    if not asked or not texts:
        return 1.0
    if not _HAN.search(texts[0]):
        return float(has_words)
    said = [set(words_and_pairs(text)) for text in texts if _HAN.search(text)]
    weights = [min(weight.get(pair, 1.0) for pair in around) for around in asked]
    best = max(sum(w for w, around in zip(weights, asked, strict=True) if around & words) for words in said)
    return best / sum(weights)
