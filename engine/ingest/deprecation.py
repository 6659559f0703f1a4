"""Marks that a section (or the page, when it is the first) is deprecated, superseded or removed.

A mark is a short status line or note at the top of a section whose subject is the section itself:

1. a status: ``Deprecated since 2.12``, ``Superseded by v2.md.``, ``已弃用：请使用新版本。``;
2. a sentence about ``this`` something, or about what the heading or the title names. A version is meant only when
   the page is of that version: under ``Migrating from 2.x``, ``Version 2.x is deprecated`` marks nothing.

What only speaks of such things is none: a note about one of several settings (``The `type` parameter is deprecated``),
a class of things (``Deprecated pages are not searched``), a condition (``A page is deprecated when …``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from engine.types import Block, BlockKind
from engine.types.struck import without_struck

_LOOK_AT = 2
_LONGEST = 400
_SAME_WORDS = 0.6
_WORD = re.compile(r"[^\W_]+")
SIGNS = re.compile(r"[\W_]*(?:(?:note|warning|notice|important|caution|attention|danger|注意|警告|重要|提示)\s*[:：!]*"
                    r"|(?:status|stability|state|lifecycle)\s*[:：]\s*(?:\d\s*[-–—])?)?[\W_]*", re.IGNORECASE)
_ENDED = (r"(?:deprecated|obsolete|superseded|replaced by|removed (?:in|from|since)|retired|discontinued"
          r"|end[- ]of[- ]life|no longer (?:actively |officially |being )?(?:supported|maintained"
          r"|updated|recommended|available)|out of date|outdated)")
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
_CLAUSE = r"(?:what|that|which|who|how|why|if|when|the|an?|all|any|every)\b"
_THIS = re.compile(rf"(?:this|these)\s+(?:(?!{_CLAUSE})[\w.-]+\s+){{1,5}}{_IS}{_ENDED}\b", re.IGNORECASE)
_APPLIES = re.compile(r"(?:(?:this|these) (?:\w+ ){1,3})?(?:appl(?:y|ies) (?:only )?to|applicable to|valid for|version)"
                      r"\b[^\n]{1,80}?[.;]\s+(?=[A-Z])|(?:(?:本|此)\w{1,4}?)?(?:仅)?(?:适用于|适用版本|版本)[^\n。；]{1,60}[。；]\s*",
                      re.IGNORECASE)
_FORM_LINE = 40
_MOST_LINES = 5
_NUMBERED = re.compile(r"\d+(?:\.[\dx]+)*", re.IGNORECASE)
_VERSION_WORDS = frozenset("version versions release releases v documentation docs guide manual x the of for".split())
_MOVES = re.compile(r"\b(?:migrat|upgrad|updat|mov|chang|convert|switch|from|to|since|between|vs|versus|differ)\w*"
                    r"|迁移|升级|更新|变更", re.IGNORECASE)
_SUBJECT = re.compile(rf"(?:the\s+)?(?P<subject>.{{2,60}}?)\s+{_IS}{_ENDED}\b", re.IGNORECASE)
_CONDITION = re.compile(r"[\W_]*\s(?:if|when|whenever|unless|once|while|only|as soon)\b", re.IGNORECASE)
_ELSEWHERE = re.compile(r"\s+(?:on|by|with|for|under|via|through|over|in)\b"
                        r"(?!\s+(?:version|release)?\s*v?\d)", re.IGNORECASE)
_OF_A_PART = re.compile(r"\bthe\s+(?:\S+\s+){0,3}?(?:parameters?|arguments?|options?|settings?|flags?|attributes?"
                        r"|values?|keys?|fields?|metrics?)\b", re.IGNORECASE)
_PART_WITHIN = 80
_OLD = frozenset({"deprecated", "obsolete", "superseded", "retired", "discontinued"})
_GONE_CJK = (r"(?:已(?:经)?(?:被)?(?:弃用|废弃|过时|移除|停用|取代|替代)|被(?:弃用|废弃|取代|替代)"
             r"|(?:现)?(?:已)?不再(?:积极)?(?:维护|支持|推荐|更新)(?:使用)?|已被.{1,40}?(?:取代|替代))")
_STATUS_CJK = re.compile(
    rf"(?P<subject>\w{{0,12}}?)(?:(?:自|从).{{1,20}}?(?:起|开始|以来)?[，,]?(?:弃用|废弃|{_GONE_CJK})"
    rf"|{_GONE_CJK}|(?<!\w)(?:弃用|废弃|过时)(?=\W|$))(?=\W|_|$|了|并|请|由)")
_PART_CJK = re.compile(r"参数|选项|配置项|设置项|字段|属性|变量|标志|指标")
_THIS_CJK = ("本", "该", "此", "这")
_HEADING = re.compile(r"[(\[（【]\s*(?:deprecated|obsolete|removed|retired|已弃用|已废弃|已过时)[^)\]）】]*[)\]）】]",
                      re.IGNORECASE)
_TITLE = re.compile(r"^\W*(?:deprecated|obsolete|superseded|archived|已弃用|已废弃)\s*[:：\])】]"
                    r"|\s[-–—]\s*(?:deprecated|obsolete|superseded|archived|已弃用|已废弃)\W*$", re.IGNORECASE)
_TRIGGERS = ("deprecat", "obsolete", "supersed", "replaced by", "removed", "retired", "discontinued", "of life",
             "of-life", "no longer", "out of date", "outdated", "弃用", "废弃", "过时", "移除", "停用", "取代",
             "替代", "不再")


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
        if len(block.plain) <= _LONGEST and _has_trigger(block.plain.lower()) and any(
                _says_so(words, known) for words, known in _statements(block.plain, (heading, title, *names))):
            return block.plain
    return ""


def _statements(plain: str, names: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """What may speak of the section: the block's begin, what follows a sentence that says what it applies to, and
    what follows short lines; each with the names of what it may be about.
    """
    for start in _starts(plain):
        words = SIGNS.sub("", plain[start:], count=1)
        yield words, names
        if match := _APPLIES.match(words):
            yield SIGNS.sub("", words[match.end():], count=1), (*names, match[0])


def _starts(plain: str) -> Iterator[int]:
    """Where the first lines begin, as long as those above are as short as a title or a label with its value."""
    start = 0
    for line in plain.split("\n", _MOST_LINES)[:_MOST_LINES]:
        yield start
        if len(line) > _FORM_LINE or line.endswith((",", "，", "、")):
            return
        start += len(line) + 1


def _says_so(words: str, names: Sequence[str]) -> bool:
    """Whether a sentence says that the thing of these names is no longer current."""
    if (found := _STATUS_CJK.match(words)) and not words.startswith("的", found.end()):
        subject = found["subject"]
        part = _PART_CJK.search(subject)
        if part and not any(part[0] in name for name in names):
            return False
        return not subject or subject.startswith(_THIS_CJK) or any(subject in name for name in names)
    if found := _STATUS.match(words) or _THIS.match(words):
        rest = words[found.end():]
        part = _OF_A_PART.search(rest[:_PART_WITHIN])
        if "no longer" in found[0].lower() and _ELSEWHERE.match(rest):
            return False
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
    if versions := set(_NUMBERED.findall(subject)):
        return _is_of_version(said, versions, names)
    for name in names:
        words = set(_WORD.findall(name.lower()))
        if len(said & words) >= max(1, len(said) * _SAME_WORDS) or (len(words) > 1 and words <= said):
            return True
    return False


def _is_of_version(said: set[str], versions: set[str], names: Sequence[str]) -> bool:
    """Whether a version of something is what one of the names is about: no page about moving from it to another one."""
    others = said - _VERSION_WORDS - {part for version in versions for part in _WORD.findall(version)}
    for name in names:
        words = set(_WORD.findall(name.lower()))
        if versions <= set(_NUMBERED.findall(name)) and not _MOVES.search(name) and (
                len(others & words) >= len(others) * _SAME_WORDS):
            return True
    return False
