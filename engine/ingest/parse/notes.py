"""Notes and warnings: which words and signs announce one, and of which type it is."""

from __future__ import annotations

import re

_TYPES = {
    "note": "note", "notes": "note", "notice": "note", "info": "note", "information": "note", "remark": "note",
    "seealso": "note", "see also": "note", "abstract": "note", "summary": "note", "hinweis": "note", "注意": "note",
    "注": "note", "说明": "note", "備考": "note", "callout": "note", "admonition": "note", "alert": "note",
    "tip": "tip", "hint": "tip", "tipp": "tip", "提示": "tip", "success": "tip", "best practice": "tip",
    "important": "important", "wichtig": "important", "重要": "important", "attention": "important",
    "warning": "warning", "warn": "warning", "warnung": "warning", "警告": "warning", "caution": "caution",
    "vorsicht": "caution", "danger": "danger", "error": "danger", "bug": "danger", "危险": "danger",
    "gefahr": "danger", "deprecated": "deprecated", "已弃用": "deprecated", "已废弃": "deprecated",
    "prerequisite": "prerequisite", "prerequisites": "prerequisite", "前提条件": "prerequisite",
}
_SIGNS = {"💡": "tip", "⚠": "warning", "❗": "warning", "🚨": "danger", "🛑": "danger", "⛔": "danger", "🔥": "danger",
          "ℹ": "note", "📝": "note", "🗒": "note", "📌": "note", "👉": "note", "❌": "danger", "✅": "tip"}
_WORDS = "|".join(sorted(map(re.escape, _TYPES), key=len, reverse=True))
_ALERT = re.compile(r"\[!(\w+)\][+-]?")
_SIGN = re.compile(f"({'|'.join(_SIGNS)})\ufe0f?\\s*|:(\\w+):\\s+")
_ANNOUNCED = re.compile(f"({_WORDS})\\s*[:：!]", re.IGNORECASE)
_BOLD = re.compile(f"(?:\\*\\*\\*|\\*\\*|__)\\W{{0,3}}({_WORDS})\\b", re.IGNORECASE)
_SIGN_NAMES = {"bulb": "tip", "warning": "warning", "exclamation": "warning", "rotating_light": "danger",
               "information_source": "note", "memo": "note", "point_right": "note", "pushpin": "note"}


def note_type(name: str) -> str:
    """The type of a note by the name a container or a directive gives it; empty for other names."""
    return _TYPES.get(name.lower(), "")


def sign_type(sign: str) -> str:
    """The type of a note by a sign such as ⚠; empty for everything else."""
    return _SIGNS.get(sign.rstrip("\ufe0f"), "")


def note_of(markdown: str, plain: str, *, quoted: bool) -> str:
    """The type of note that a paragraph begins, or nothing.

    An alert mark (``[!NOTE]``), a sign such as ⚠️, or a word such as ``Note`` in bold; outside quotations the word
    needs its colon and a sign alone is an ornament.
    """
    first = markdown[:1]
    if quoted and first == "[" and (alert := _ALERT.match(markdown)):
        return note_type(alert[1]) or "note"
    sign = _SIGN.match(markdown) if first == ":" or first > "\x7f" else None
    rest = markdown[sign.end():] if sign else markdown
    if bold := _BOLD.match(rest):
        if quoted or sign or _ANNOUNCED.match(plain[plain.lower().find(bold[1].lower()):]):
            return note_type(bold[1])
    elif announced := _ANNOUNCED.match(rest):
        word = announced[1]
        if quoted or sign or word[0].isupper() or word[0] > "\x7f":
            return note_type(word)
    if sign and quoted:
        return _SIGNS.get(sign[1] or "", "") or _SIGN_NAMES.get(sign[2] or "", "")
    return ""
