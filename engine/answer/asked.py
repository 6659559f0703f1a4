"""What a question asks for, as far as its words tell: which names, how to do something, a list, a count."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.answer.align import is_exact, tokens
from engine.answer.quantities import versions
from engine.retrieve.analyse import analyse
from engine.types import QueryKind, Retrieved

_VERBS = (
    "accept activate add adjust allow apply assign attach authenticate avoid back ban bind block build bypass "
    "call change check clean clear collect combine compile configure connect convert copy count create customise "
    "customize debug declare decrease define delete deny deploy detach detect disable disallow discard disconnect "
    "display drain drop dump edit emit enable encrypt enforce ensure erase exclude expand export expose extend "
    "fetch filter find fix forbid force forward freeze generate get give grant grow hide import include increase "
    "inspect install isolate join keep kill lay leave let limit load lock log lower make manage mask merge "
    "migrate modify monitor mount move open override pass pause permit pin prevent print prohibit protect provide "
    "publish pull purge push put query raise read rebuild receive recover redirect reduce register reject release "
    "reload remove rename renew repair replace replicate report reset resize resolve restart restore restrict "
    "resume retry revert roll rotate run save scale scrape secure see select send serve set share show shrink "
    "shut skip specify split start stop store suppress switch sync test throttle trace track transfer trigger "
    "trust try tune turn unblock undo uninstall unlock unset unsubscribe update upgrade upload use validate "
    "verify view wait watch write").split()
_PROCEDURAL = re.compile(r"^(?:steps?|procedure)\b|\bhow (?:do|can|to|should|would)\b|\bsteps? (?:to|for)\b|"
                         r"\bwhat (?:do|should|can|must) (?:i|we) do\b|\brunbook\b|^(?:[\w .-]{1,30}: *)?(?:please )?"
                         rf"(?:{'|'.join(_VERBS)}) (?!of\b|is\b|are\b|was\b|default\b)|如何|怎么|步骤", re.IGNORECASE)
_LISTING = re.compile(r"\blist\b|\ball (?:the )?\w+|\bpossible values\b|\bwhich (?:\w+ ){0,2}\w+s\b|"
                      r"\bwhat (?:are|\w+s)\b|\bvalues\b|哪些", re.IGNORECASE)
_COUNTS = re.compile(
    r"\bhow (?:many|often|much) (?:[\w-]+ ){0,4}?(?:are|were|was|is there|had|have|has|exist|happened|occurred|failed|"
    r"did|mention|contain|describe|in total|altogether|across|overall)\b|\b(?:total|overall) (?:number|count|amount)\b|"
    r"\bcount of\b|\bon average\b|\bnumber of [\w-]+s (?:that|which|in all|across)\b|"
    r"有多少|多少[个種种台项項]", re.IGNORECASE)
_COUNTED = re.compile(
    r"\b(?:how many|(?:total|overall) (?:number|count|amount) of|count of|number of) "
    r"((?:[\w-]+ ){0,3}?[\w-]+?)"
    r"(?= (?:are|were|was|is|do|does|did|can|may|must|will|had|have|has|exist|in|on|of|for|per|that|which|by|there)\b"
    r"|[?.,;]|$)", re.IGNORECASE)
_GATHERS = re.compile(
    r"\b(?:which|what) (?:\w+ ){0,2}\w+s (?:had|have had|were|did|failed|experienced|reported|are affected|"
    r"mention|contain|changed|exist)\b|\bwho (?:all|else)\b|\b(?:list|name|show) (?:all|every|each)\b|"
    r"\ball (?:the )?\w+s (?:that|which|with)\b|\bin (?:all|how many) documents\b|哪些", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """``words`` are the question's content words as ``align.tokens`` folds them, without versions; ``names`` those of
    them that are identifiers or numbers. Counting and gathering are over documents: how many, which of them had;
    ``counted`` is what is counted, as the question writes it, empty where that cannot be told.
    """

    question: str
    words: frozenset[str]
    names: frozenset[str]
    is_doing: bool
    is_listing: bool
    is_counting: bool
    counted: str
    is_gathering: bool

    @classmethod
    def of(cls, question: str, retrieved: Retrieved) -> Asked:
        """Take a question apart; the versions in it have chosen the scope and are not looked for."""
        named = tuple(form for version in versions(question) for form in (f"v{version}", version))
        analysis = analyse(question, retrieved.scope, named)
        words = frozenset(tokens(" ".join((*analysis.terms, *analysis.identifiers))))
        names = frozenset(tokens(" ".join(analysis.identifiers))) | {word for word in words if is_exact(word)}
        return cls(question=question, words=words, names=names,
                   is_doing=retrieved.kind is QueryKind.HOWTO or bool(_PROCEDURAL.search(question.strip())),
                   is_listing=bool(_LISTING.search(question)), is_counting=bool(_COUNTS.search(question)),
                   counted=(_COUNTED.search(question) or ("", ""))[1],
                   is_gathering=bool(_GATHERS.search(question)))
