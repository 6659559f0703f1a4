"""Marks that a section (or the page, when it is the first) is deprecated, superseded or removed.

A mark is a short status line or note at the top of a section whose subject is the section itself; a note about one
of several settings (``The `type` parameter is deprecated``) is none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.types import Block, BlockKind

_LOOK_AT = 2
_LONGEST = 400
_SAME_WORDS = 0.6
_WORD = re.compile(r"[^\W_]+")
_SIGNS = re.compile(r"[\W_]*(?:(?:note|warning|notice|important|caution|attention|danger|注意|警告|重要|提示)\s*[:：!]*"
                    r"|(?:status|stability|state|lifecycle)\s*[:：]\s*(?:\d\s*[-–—])?)?[\W_]*", re.IGNORECASE)
_ENDED = (r"(?:deprecated|obsolete|superseded|replaced by|removed (?:in|from|since)|retired|discontinued"
          r"|end[- ]of[- ]life|no longer (?:supported|maintained|recommended|available))")
_STATUS = re.compile(
    rf"(?:{_ENDED}\b(?!\s+(?:\w+\s+)?(?:parameters?|options?|fields?|settings?|metrics?|flags?|features?|keys?)\b)"
    rf"|(?:this|the following|these)\s+(?:[\w.-]+\s+){{1,5}}(?:is|are|was|were|has been|have been|will be)\s+"
    rf"(?:now\s+|being\s+|officially\s+)?{_ENDED}\b"
    r"|(?:(?:本|该|此)\w{0,6})?(?:自|从).{1,20}(?:起|开始).{0,6}(?:已?(?:弃用|废弃)|不再)"
    r"|(?:本|该|此)?\w{0,12}(?:已(?:经)?(?:被)?(?:弃用|废弃|过时|移除|停用|取代|替代)|不再(?:维护|支持|推荐))"
    r"|已被.{1,40}(?:取代|替代))",
    re.IGNORECASE,
)
_SUBJECT = re.compile(rf"(?:the\s+)?(?P<subject>.{{2,60}}?)\s+(?:is|are|was|has been|have been|will be)\s+"
                      rf"(?:now\s+)?{_ENDED}\b", re.IGNORECASE)
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
    if match := _HEADING.search(heading):
        return match[0].strip("()[]（）【】 ")
    for block in blocks[:_LOOK_AT]:
        if block.level or block.kind not in (BlockKind.PARAGRAPH, BlockKind.ADMONITION):
            break
        if block.label == "deprecated":
            return block.plain
        if len(block.plain) <= _LONGEST and _has_trigger(block.plain.lower()):
            words = block.plain[_SIGNS.match(block.plain).end():]  # type: ignore[union-attr]  # it matches nothing too
            if _STATUS.match(words) or _is_about(_SUBJECT.match(words), (heading, title, *names)):
                return block.plain
    return ""


def _has_trigger(lowered: str) -> bool:
    return any(trigger in lowered for trigger in _TRIGGERS)


def _is_about(match: re.Match[str] | None, names: Sequence[str]) -> bool:
    if match is None:
        return False
    subject = set(_WORD.findall(match["subject"].lower()))
    for name in names:
        words = set(_WORD.findall(name.lower()))
        if len(subject & words) >= max(1, len(subject) * _SAME_WORDS) or (len(words) > 1 and words <= subject):
            return True
    return False
