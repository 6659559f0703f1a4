"""A conversation as a Markdown file: each question with its scope, its answer or why there is none, and its sources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from app.ui.answer_html import answer_markdown
from app.ui.faces import reason_words, scope_words, summary_face
from app.ui.found_html import snippet
from engine.types import Answer, Passage, Retrieved


def answer_section(answer: Answer) -> str:
    """One settled answer with all that must be known about it."""
    tr = QCoreApplication.translate
    face = summary_face(answer)
    head = [f"## {answer.question}", f"*{scope_words(answer.retrieved)}*", f"{face.icon} {face.word}" if face else "",
            reason_words(answer)]
    body = answer_markdown(answer).partition("\n\n")[2].strip() if answer.text else ""
    verbatim = "\n\n".join(_quoted(item.text) + f"\n\n{_place(item.passage)}" for item in answer.evidence)
    nearest = _listed(answer.retrieved.passages) if not answer.text and not answer.evidence else ""
    parts = [*head, body, f"**{tr('Export', 'From the documents')}**\n\n{verbatim}" if verbatim else "", nearest]
    return "\n\n".join(part for part in parts if part)


def search_section(question: str, found: Retrieved) -> str:
    """The passages of a search without an answer."""
    return f"## {question}\n\n*{scope_words(found)}*\n\n{_listed(found.passages)}".rstrip()


def conversation_markdown(sections: Sequence[str]) -> str:
    """All of them, as one document."""
    title = QCoreApplication.translate("Export", "Questions and answers")
    return "\n\n".join((f"# {title}", *sections)) + "\n"


def write(path: str, text: str) -> str:
    """Write a file; returns what went wrong in words, empty when nothing did."""
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        words = QCoreApplication.translate("Export", "The file could not be written: {0}. Choose another place.")
        return words.format(error.strerror or error)
    return ""


def _listed(passages: tuple[Passage, ...]) -> str:
    return "\n".join(f"- {_place(passage)}: {snippet(passage)}" for passage in passages)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" if line else ">" for line in text.splitlines())


def _place(passage: Passage) -> str:
    version = f" ({passage.applies_to.raw})" if passage.applies_to.raw else ""
    return f"`{passage.path}` › {passage.heading}{version}" if passage.heading else f"`{passage.path}`{version}"
