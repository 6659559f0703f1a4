"""What engine and models say, in the language of the window.

They speak English and know no window. Each of their sentences is known by its form (``sentences``): the form is
translated, and what changes in it (names, numbers) is carried over. A text of several sentences is taken apart.
What has no known form stays as it is.
"""

from __future__ import annotations

import re
from functools import cache

from PySide6.QtCore import QCoreApplication

from app.sentences import SENTENCES
from engine.types import Problem, ProblemCode

_Form = tuple[re.Pattern[str], str]
_VALUE = r"((?:(?!\\. [A-Z]).)+?)"
"""What may stand for a value: anything within one sentence."""


def is_translated() -> bool:
    """Whether the window speaks another language than English."""
    return QCoreApplication.translate("Faces", "en") != "en"


def said(text: str) -> str:
    """A sentence of the engine, or several, in the language of the window."""
    if not text or not is_translated():
        return text
    known = _known(text)
    if known is not None:
        return known
    for end in reversed([match.end() for match in re.finditer(r"\.(?= )", text)]):
        known = _known(text[:end])
        if known is not None:
            return known + said(text[end:].lstrip())
    return text


def problem_words(problem: Problem | None) -> str:
    """Why a file was not read, or not fully; empty without a problem."""
    if problem is None:
        return ""
    words = said(problem.detail)
    return _kind_words(problem.code) if is_translated() and words == problem.detail else words


def _known(sentence: str) -> str | None:
    for pattern, form in _forms():
        if match := pattern.fullmatch(sentence):
            return QCoreApplication.translate("Engine", form).format(*(_known(part) or part for part in match.groups()))
    return None


@cache
def _forms() -> tuple[_Form, ...]:
    """Patterns with their forms, those that say most first. In English, values stand in the order of their numbers."""
    return tuple((re.compile(re.sub(r"\\\{\d\\\}", _VALUE, re.escape(form)), re.DOTALL), form)
                 for form in sorted(SENTENCES, key=lambda form: -len(re.sub(r"\{\d\}", "", form))))


def _kind_words(code: ProblemCode) -> str:
    """What a code means, where the sentence itself cannot be translated."""
    tr = QCoreApplication.translate
    return {
        ProblemCode.EMPTY: tr("Said", "The file is empty."),
        ProblemCode.ENCRYPTED: tr("Said", "The file is protected."),
        ProblemCode.NO_TEXT_LAYER: tr("Said", "The file, or a part of it, has no text."),
        ProblemCode.CORRUPT: tr("Said", "The file is damaged."),
        ProblemCode.BOMB: tr("Said", "The file unpacks to far too much data."),
        ProblemCode.TOO_LARGE: tr("Said", "The file is too large, or was read only in part."),
        ProblemCode.TIMEOUT: tr("Said", "Reading the file took too long."),
        ProblemCode.MEMORY: tr("Said", "Reading the file needs more memory than there is."),
        ProblemCode.CRASH: tr("Said", "The parser crashed on this file."),
        ProblemCode.PROTOCOL: tr("Said", "The parser gave no usable answer."),
        ProblemCode.UNREADABLE: tr("Said", "The file cannot be read."),
        ProblemCode.BINARY: tr("Said", "The file holds no text."),
        ProblemCode.TYPE_MISMATCH: tr("Said", "The file is of another kind than its name says."),
        ProblemCode.UNSUPPORTED: tr("Said", "Files of this kind are not read."),
        ProblemCode.NO_SPACE: tr("Said", "There is no space left on the disk."),
        ProblemCode.BAD_FRONT_MATTER: tr("Said", "The metadata of the page could not be read."),
        ProblemCode.HIDDEN_TEXT: tr("Said", "Text that no reader sees was left out."),
        ProblemCode.INVISIBLE_CHARACTERS: tr("Said", "Invisible characters were left out."),
        ProblemCode.DECODE_ERRORS: tr("Said", "Some places could not be decoded."),
        ProblemCode.GUESSED_ENCODING: tr("Said", "The encoding of the text was guessed."),
    }[code]
