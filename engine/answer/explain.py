"""Why an answer is what it is: a reason code for programs, and words for a person.

The words say what was searched, in which scope, what comes nearest, and what there is for other versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from engine.types import ALL, LATEST, Passage, Retrieved, Scope


class Reason(Enum):
    """Why there is not simply a verified answer."""

    NOTHING = ""
    NO_MATCH = "no_match"
    NO_VERSION = "no_version"
    BELOW_FLOOR = "below_floor"
    AGGREGATE = "aggregate"
    MODEL_DECLINED = "model_declined"
    CONFLICT = "conflict"
    NEEDS_VERSION = "needs_version"
    UNVERIFIED = "unverified"
    NO_GENERATOR = "no_generator"
    GENERATOR_LOST = "generator_lost"
    NOTHING_HELD = "nothing_held"
    MODEL_UNSURE = "model_unsure"
    SLOW_MACHINE = "slow_machine"
    STOPPED = "stopped"


_WORDS = {
    Reason.BELOW_FLOOR: "{searched}, and {why}.",
    Reason.AGGREGATE: "This asks for a count or a list over many documents. {searched}; no place in them states it, "
                      "and what is in no document is not counted together from a few passages.",
    Reason.MODEL_DECLINED: "{searched}; sections were found, but none of them answers the question.",
    Reason.CONFLICT: "Current documents for {scope} say different things; both are shown, and none is chosen.",
    Reason.NEEDS_VERSION: "The answer is not the same in every version; choose yours.",
    Reason.UNVERIFIED: "Some sentences could not be verified in the documents; they are marked.",
    Reason.NO_GENERATOR: "Shown as it stands in the document; no text was generated.",
    Reason.NOTHING_HELD: "Nothing of what was written could be verified; shown is what stands in the document.",
    Reason.MODEL_UNSURE: "The generator wrote no answer; this passage comes nearest to the question. See for yourself.",
    Reason.SLOW_MACHINE: "This machine reads too slowly now for a text to be written in good time; shown is what "
                         "stands in the document.",
    Reason.STOPPED: "You stopped it; what was written until then is not to be relied on.",
}


def explained(reason: Reason, retrieved: Retrieved, *, elsewhere: Sequence[Passage] = (), lost: str = "") -> str:
    """The words for a reason. ``elsewhere`` are passages of other versions, ``lost`` is what the generator's loss was
    told with.
    """
    if reason is Reason.GENERATOR_LOST:
        return lost
    if reason is Reason.NO_VERSION:
        return retrieved.notice
    if reason is Reason.NO_MATCH:
        return _and(f"{retrieved.reason.capitalize()}.", _elsewhere(elsewhere))
    words = _WORDS.get(reason, "").format(
        searched=_searched(retrieved), scope=scope_words(retrieved.scope),
        why=retrieved.reason or "none of them answers the question")
    is_refusal = reason in (Reason.BELOW_FLOOR, Reason.AGGREGATE, Reason.MODEL_DECLINED)
    return _and(words, _nearest(retrieved.passages), _elsewhere(elsewhere)) if is_refusal else words


def scope_words(scope: Scope) -> str:
    """Product and version of a scope."""
    product = "all products" if scope.product is ALL else scope.product
    if scope.version is ALL:
        return f"all versions of {product}"
    if scope.version is LATEST:
        return f"the latest version of {product}"
    return f"{product} {scope.version.raw}"


def scope_names(scope: Scope) -> tuple[str, str]:
    """Product and version of a scope as an answer is kept with: empty for all products; ``latest`` and ``all``."""
    version = "latest" if scope.version is LATEST else "all" if scope.version is ALL else scope.version.raw
    return "" if scope.product is ALL else scope.product, version


def _searched(retrieved: Retrieved) -> str:
    return f"The documents for {scope_words(retrieved.scope)} were searched"


def _nearest(passages: Sequence[Passage]) -> str:
    if not passages:
        return ""
    nearest = passages[0]
    return f"Nearest is {nearest.path} › {nearest.heading}." if nearest.heading else f"Nearest is {nearest.path}."


def _elsewhere(passages: Sequence[Passage]) -> str:
    """What there is for other versions, by version."""
    versions = list(dict.fromkeys(passage.applies_to.raw for passage in passages))
    if not versions:
        return ""
    return f"There is something on this for {', '.join(versions)}: {passages[0].path}."


def _and(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
