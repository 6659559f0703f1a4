"""What engine and models say is said in the language of the window: every sentence of theirs, found in their code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from app.said import problem_words, said
from app.ui.language import speak
from engine.answer.explain import Reason, explained
from engine.retrieve.query import resolve
from engine.types import ALL, LATEST, Problem, ProblemCode, Request, Retrieved
from tests.app.ui.sample import answer_to, library
from tests.app.ui.sample_pages import PAGES, QUESTION, passage
from tests.conftest import ROOT

SPEAKERS = frozenset({
    "BadRequest", "BadRoot", "NotFound", "UnknownVersion", "UnknownProduct", "EmptyQuestion", "StoreUnavailable",
    "StoreDamaged", "EnvironmentTrouble", "GeneratorLost", "GeneratorDied", "RerankerLost", "DocumentTrouble",
    "RootGone", "Problem", "CannotRun", "ModelError", "ModelMissing", "ModelDamaged", "BadManifest"})
"""What carries a sentence for a person."""
WORDS = {"what": "does not exist", "which": " Page 7 cannot be read."}
"""Gaps that are filled with words instead of a value, by the name of the variable."""
CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    """The application speaks Chinese for one test."""
    before = QLocale()
    made = speak(qapp, QLocale("zh_CN"))
    yield
    for translator in made:
        qapp.removeTranslator(translator)
    QLocale.setDefault(before)


def spoken(node: ast.AST) -> str:
    """The sentence that an expression makes, with a value in each gap; empty when it is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(spoken(part) or WORDS.get(getattr(getattr(part, "value", None), "id", ""), "7")
                       for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        first, second = spoken(node.left), spoken(node.right)
        return first + second if first and second else ""
    return ""


def sentences(top: str) -> Iterator[tuple[str, str]]:
    """File and sentence of everything that a part of the program says in the window."""
    for path in sorted((ROOT / top).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in SPEAKERS and not {"train", "cli"} & set(path.parts):
                for part in (*node.args, *(keyword.value for keyword in node.keywords)):
                    words = spoken(part)
                    if " " in words:
                        yield path.relative_to(ROOT).as_posix(), words


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("top", ["engine", "models", "app"])
def test_every_sentence_of_the_engine_and_the_models_is_said_in_chinese(top: str) -> None:
    unknown = [(file, words) for file, words in sentences(top) if not CHINESE.search(said(words))]
    assert unknown == [], ("add them to app/sentences.py (values as {0}), run packaging/translations.py, translate them"
                           " in resources/translations/citeside_zh_CN.ts, and run it again")


@pytest.mark.usefixtures("chinese")
def test_values_are_carried_over_and_several_sentences_are_taken_apart() -> None:
    assert said("There is nothing for version 9 of Lantern; nearest: 2.4, 2.3. Searched Lantern 2.4, as chosen.") == (
        "Lantern 没有版本 9 的内容；最接近的是：2.4, 2.3。按您的选择搜索了 Lantern 2.4。")
    assert said("The index was cut short: no folder is known any more: add yours again. "
                "The damaged file is kept as citeside.db.1.") == (
        "索引不完整：不再知道任何文件夹，请重新添加。损坏的文件已保存为 citeside.db.1。")
    assert said("Words that nobody knows.") == "Words that nobody knows."
    assert problem_words(Problem(code=ProblemCode.CORRUPT, detail="Words that nobody knows.")) == "文件已损坏。"


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("reason", [reason for reason in Reason if reason.value])
def test_why_an_answer_is_what_it_is_is_said_in_chinese(reason: Reason) -> None:
    for scope in (ALL, LATEST, PAGES["2.4"].applies_to):
        made = answer_to(Request(question=QUESTION), ())
        found: Retrieved = replace(
            made.retrieved, scope=replace(made.retrieved.scope, version=scope),
            reason="nothing in this scope comes close enough to the question",
            notice="There is nothing for version 9 of Lantern; nearest: 2.4.")
        words = explained(reason, found, elsewhere=(passage(PAGES["2.3"], "Times are read", ("Schedules",)),),
                          lost="The generator stopped unexpectedly (signal SIGKILL); the answer from the documents is "
                               "not affected, and the next question starts the generator again.")
        left = re.sub(r"Lantern|operate/schedules\.md|Schedules|Close a pool at night|SIGKILL|signal", "", said(words))
        assert not re.search("[A-Za-z]{3,}", left), left


@pytest.mark.usefixtures("chinese")
@pytest.mark.parametrize("request_", [
    Request(question="how?"), Request(question="how in 2.4?"), Request(question="how in 9.9?"),
    Request(question="how?", all_versions=True), Request(question="how except 2.3?", product="Lantern"),
    Request(question="how in 2.3?", version="2.4"), Request(question="how?", product="Lantern"),
    Request(question="how?", profile_version="2.3"), Request(question="how?", version="9.9"),
])
def test_the_scope_that_was_searched_is_said_in_chinese(request_: Request) -> None:
    notice = said(resolve(request_, library()).notice)
    assert not re.search("[A-Za-z]{3,}", notice.replace("Lantern", "")), notice


def test_english_stays_as_the_engine_says_it(qapp: QApplication, tmp_path: Path) -> None:
    assert said("The question is empty; type what you want to know.") == (
        "The question is empty; type what you want to know.")
