"""Labelled questions: reading a set, and whether a passage is one that was expected.

A set is JSON lines with the fields ``id, question, product, version, version_in_question, expected, expected_mode,
answer_facts, wrong_version_facts, kind`` and, for what is not documented, ``absent_terms``.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from engine.errors import BadRequest
from engine.types import Passage

NOT_DOCUMENTED = "not_documented"
COMPARISON = "cross_version"
HOWTO = "howto"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """A section that answers: path below the product's folder, heading, and headings that must stand above it."""

    path: str
    heading: str
    under: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One labelled question. ``needs_all``: a comparison whose expected sections are needed together."""

    id: str
    text: str
    product: str | None
    version: str | None
    is_version_in_text: bool
    expected: tuple[Expected, ...]
    needs_all: bool
    facts: tuple[str, ...]
    wrong_version_facts: tuple[str, ...]
    kind: str

    @property
    def is_documented(self) -> bool:
        """Whether the documents answer it."""
        return self.kind != NOT_DOCUMENTED

    @property
    def is_labelled(self) -> bool:
        """Whether it is known where they answer it; a complaint without a right place is not, and counts nowhere."""
        return self.is_documented and bool(self.expected)


def read_questions(file: Path) -> tuple[Question, ...]:
    """The questions of a set. Raises BadRequest naming the line that cannot be read."""
    try:
        lines = file.read_text("utf-8").split("\n")
    except OSError as error:
        raise BadRequest(f"The question set {file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadRequest(f"The question set {file} cannot be read: it is not UTF-8 text.") from error
    found = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            found.append(_question(json.loads(line)))
        except json.JSONDecodeError as error:
            raise BadRequest(f"Line {number} of {file} is no JSON: {error.msg} at column {error.colno}.") from error
        except KeyError as error:
            raise BadRequest(f"Line {number} of {file} is no labelled question: it has no {error}.") from error
        except (ValueError, TypeError) as error:
            raise BadRequest(f"Line {number} of {file} is no labelled question: {error}.") from error
    if not found:
        raise BadRequest(f"The question set {file} holds no question.")
    return tuple(found)


def is_hit(passage: Passage, expected: Expected) -> bool:
    """Whether a passage lies in an expected section: its heading or one above it, with ``under`` further above."""
    if passage.path != expected.path and not passage.path.endswith("/" + expected.path):
        return False
    path = [_normalised(heading) for heading in (*passage.heading_path, passage.heading)]
    heading = _normalised(expected.heading)
    above = {_normalised(name) for name in expected.under}
    return any(name == heading and above <= set(path[:at]) for at, name in enumerate(path))


def has_fact(text: str, fact: str) -> bool:
    """Whether a short fact stands in a text on token borders; numbers also with thousands separators."""
    wanted = _normalised(fact)
    left = r"(?<![a-z0-9_])(?<![a-z0-9]-)(?<![0-9]\.)" if wanted[:1].isalnum() else ""
    right = r"(?![a-z0-9_])(?![-.][a-z0-9])" if wanted[-1:].isalnum() else ""
    forms = {wanted, f"{int(wanted):,}"} if wanted.isdecimal() else {wanted}
    folded = _normalised(text)
    return any(re.search(left + re.escape(form) + right, folded) for form in forms)


def _normalised(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("\u00a0", " ").replace("`", "").replace("**", "")).strip().lower()


def _question(line: dict[str, object]) -> Question:
    expected = line["expected"]
    if not isinstance(expected, list):
        raise TypeError("expected is no list")
    return Question(
        id=str(line["id"]), text=str(line["question"]), product=_optional(line.get("product")),
        version=_optional(line.get("version")), is_version_in_text=bool(line.get("version_in_question")),
        expected=tuple(Expected(path=item["path"], heading=item["heading"], under=_under(item.get("under")))
                       for item in expected),
        needs_all=line.get("expected_mode") == "all", facts=_texts(line.get("answer_facts")),
        wrong_version_facts=_texts(line.get("wrong_version_facts")), kind=str(line["kind"]))


def _optional(value: object) -> str | None:
    return None if value is None else str(value)


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


def _under(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else _texts(value)
