"""Marks that a section (or the page, when it is the first) is deprecated, superseded or removed.

A mark is a short status line or note at the top of a section whose subject is the section itself:

1. a status: ``Deprecated since 2.12``, ``Superseded by v2.md.``, ``已弃用：请使用新版本。``;
2. a sentence about ``this`` something, or about what the heading or the title names.

What only speaks of such things is none: a note about one of several settings (``The `type` parameter is deprecated``),
a class of things (``Deprecated pages are not searched``), a condition (``A page is deprecated when …``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.types import Block, BlockKind
from engine.types.struck import without_struck

_LOOK_AT = 2
_LONGEST = 400
_SAME_WORDS = 0.6
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[\W_]*(?:(?:note|warning|notice|important|caution|attention|danger|注意|警告|重要|提示)\s*[:：!]*"
                    r"|(?:status|stability|state|lifecycle)\s*[:：]\s*(?:\d\s*[-–—])?)?[\W_]*", re.IGNORECASE)
_ENDED = (r"(?:deprecated|obsolete|superseded|replaced by|removed (?:in|from|since)|retired|discontinued"
          r"|end[- ]of[- ]life|no longer (?:supported|maintained|recommended|available))")
_ITSELF = (r"(?:page|section|document|guide|chapter|article|feature|functionality|api|command|option|setting|parameter"
           r"|function|method|class|module|flag|endpoint|interface|syntax|plugin|version)")
_STATUS = re.compile(
    rf"{_ENDED}(?:\s+{_ITSELF})?(?:(?<=\bby)|(?:(?<=\bin)|(?<=\bsince)|(?<=\bfrom))(?=\s+(?:\S+\s+){{0,3}}v?\d)"
    r"|(?=[\W_]*$|\s*[.,:;!()—–-]|[*_`]+\s*[.,:;!—–-]"
    r"|[*_`]*\s+(?:since|as of|from|starting|with effect|in favou?r|use|see|by)\b"
    r"|[*_`]*\s+(?:in|on)\s+\W*(?:\S+\s+)?v?\d))",
    re.IGNORECASE,
)
_IS = r"(?:is|are|was|were|has been|have been|will be)\s+(?:now\s+|being\s+|officially\s+|hereby\s+)?"
_THIS = re.compile(rf"(?:this|these)\s+(?:[\w.-]+\s+){{1,5}}{_IS}{_ENDED}\b", re.IGNORECASE)
_SUBJECT = re.compile(rf"(?:the\s+)?(?P<subject>.{{2,60}}?)\s+{_IS}{_ENDED}\b", re.IGNORECASE)
_CONDITION = re.compile(r"[\W_]*\s(?:if|when|whenever|unless|once|while|only|as soon)\b", re.IGNORECASE)
_OF_A_PART = re.compile(r"\bthe\s+(?:\S+\s+){0,3}?(?:parameters?|arguments?|options?|settings?|flags?|attributes?"
                        r"|values?|keys?|fields?|metrics?)\b", re.IGNORECASE)
_PART_WITHIN = 80
_OLD = frozenset({"deprecated", "obsolete", "superseded", "retired", "discontinued"})
_GONE_CJK = (r"(?:已(?:经)?(?:被)?(?:弃用|废弃|过时|移除|停用|取代|替代)|被(?:弃用|废弃|取代|替代)"
             r"|不再(?:维护|支持|推荐)(?:使用)?|已被.{1,40}?(?:取代|替代))")
_STATUS_CJK = re.compile(
    rf"(?P<subject>\w{{0,12}}?)(?:(?:自|从).{{1,20}}?(?:起|开始|以来)?[，,]?(?:弃用|废弃|{_GONE_CJK})"
    rf"|{_GONE_CJK}|(?<!\w)(?:弃用|废弃|过时)(?=\W|$))(?=\W|_|$|了|并|请|由)")
_THIS_CJK = ("本", "该", "此", "这")
_HEADING = re.compile(r"[(\[（【]\s*(?:deprecated|obsolete|removed|retired|已弃用|已废弃|已过时)[^)\]）】]*[)\]）】]",
                      re.IGNORECASE)
_TITLE = re.compile(r"^\W*(?:deprecated|obsolete|superseded|archived|已弃用|已废弃)\s*[:：\])】]"
                    r"|\s[-–—]\s*(?:deprecated|obsolete|superseded|archived|已弃用|已废弃)\W*$", re.IGNORECASE)
_TRIGGERS = ("deprecat", "obsolete", "supersed", "replaced by", "removed", "retired", "discontinued", "of life",
             "of-life", "no longer", "弃用", "废弃", "过时", "移除", "停用", "取代", "替代", "不再")


def is_deprecated_title(title: str) -> bool:
    """Whether a title or heading says of itself that it is out of date: ``Pairing (deprecated)``, ``OBSOLETE: …``."""
    return _HEADING.search(title) is not None or _TITLE.search(title) is not None


def deprecation_mark(heading: str, title: str, blocks: Sequence[Block], names: Sequence[str] = ()) -> str:
    """The text that marks a section with this heading and these own blocks as deprecated, or nothing.

    ``names`` are other names of what the blocks are about, such as the file's.
    """
    if heading and not without_struck(heading).strip(" \t*_"):
        return "struck out"
    if match := _HEADING.search(heading):
        return match[0].strip("()[]（）【】 ")
    for block in blocks[:_LOOK_AT]:
        if block.level or block.kind not in (BlockKind.PARAGRAPH, BlockKind.ADMONITION):
            break
        if block.label == "deprecated":
            return block.plain
        if len(block.plain) <= _LONGEST and _has_trigger(block.plain.lower()):
            words = block.plain[_SIGNS.match(block.plain).end():]  # type: ignore[union-attr]  # it matches nothing too
            if _says_so(words, (heading, title, *names)):
                return block.plain
    return ""


def _says_so(words: str, names: Sequence[str]) -> bool:
    """Whether a sentence says that the thing of these names is no longer current."""
    if (found := _STATUS_CJK.match(words)) and not words.startswith("的", found.end()):
        subject = found["subject"]
        return not subject or subject.startswith(_THIS_CJK) or any(subject in name for name in names)
    if found := _STATUS.match(words) or _THIS.match(words):
        rest = words[found.end():]
        part = _OF_A_PART.search(rest[:_PART_WITHIN])
        return not _CONDITION.match(rest) and not (part and not _is_about(part[0], names))
    if found := _SUBJECT.match(words):
        return not _CONDITION.match(words[found.end():]) and _is_about(found["subject"], names)
    return False


def _has_trigger(lowered: str) -> bool:
    return any(trigger in lowered for trigger in _TRIGGERS)


def _is_about(subject: str, names: Sequence[str]) -> bool:
    said = set(_WORD.findall(subject.lower()))
    if said & _OLD:
        return False
    for name in names:
        words = set(_WORD.findall(name.lower()))
        if len(said & words) >= max(1, len(said) * _SAME_WORDS) or (len(words) > 1 and words <= said):
            return True
    return False
