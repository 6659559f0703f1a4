"""Any text is a question; none raises, and no scope leaks into another."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.store import search
from engine.types import ALL, AnswerState, Request, Scope, parse_version
from tests.library import SmallLibrary

AWKWARD = [
    "C++", "foo-bar", "--error-on-warnings", "don't", "ubuntu 20.04", "a/b", '"', "*", "(", "AND", "OR NOT", "NEAR(",
    "t:x", "\x00abc", "x" * 5000, "飞书", "消", "a" * 200 + '"' * 50, "{heading}:x", "scope_term : scope1", "^start",
    "\ud800", "👩‍🔧", "%' OR 1=1 --", "v", "2.x", "v1", "1..2", "-", "…", "`code`", "[[", "\\", "\n\t",
]
ALPHABET = "abcAB 019.-_/:\"'*(){}[]^~+=%$#@!?\\\n\x00飞é👍"


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallLibrary]:
    library = SmallLibrary(tmp_path_factory.mktemp("any"))
    for version in ("1.0", "2.0"):
        text = f"# Relay {version}\n\nThe valve audit of {version} is quarterly 飞书消息通知.\n"
        library.write(f"{version}/relay.md", text)
    library.add_docs()
    library.sync()
    yield library
    library.store.close()


@pytest.mark.parametrize("question", AWKWARD)
def test_awkward_questions_return_normally(filled: SmallLibrary, question: str) -> None:
    if question.strip():
        answer = filled.ask(question, generate=False)
        assert filled.assistant.trace(answer.trace_id)["state"] == answer.state.value


@pytest.mark.parametrize("question", ["???", "👩‍🔧", "… — !", '"', "(*)"])
def test_a_question_without_a_word_finds_nothing_and_says_why(filled: SmallLibrary, question: str) -> None:
    answer = filled.ask(question, generate=False)
    assert (answer.state, answer.retrieved.passages) == (AnswerState.NO_EVIDENCE, ())
    assert "no word or code" in answer.explanation


def test_ten_thousand_random_strings_never_raise(filled: SmallLibrary) -> None:
    dice = random.Random(20)
    made = ("".join(dice.choices(ALPHABET, k=dice.randint(1, 40))) for _ in range(10_000))
    with filled.store.snapshot() as db:
        everything = Scope(product=ALL, version=ALL, include_deprecated=False, audiences=ALL, locale=ALL, roots=ALL)
        classes = search.classes(db, everything)
        for text in made:
            assert len(search.lexical(db, text.split(), classes, 5)) <= 5
            assert not search.occurs(db, text, ())
            search.occurs(db, text, classes)


@given(st.text(min_size=1, max_size=60))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_finds_only_the_chosen_version(filled: SmallLibrary, text: str) -> None:
    if not text.strip():
        return
    wanted = parse_version("2.0")
    assert wanted is not None
    found = filled.assistant.search(Request(question=text, product="relay", version="2.0"))
    assert all(passage.applies_to.overlaps(wanted) for passage in found.passages)


def test_two_character_chinese_words_are_found(filled: SmallLibrary) -> None:
    assert all("飞书" in filled.search(word).passages[0].text for word in ("消息", "通知", "飞书"))


def test_both_spellings_of_a_product_are_searched(tmp_path_factory: pytest.TempPathFactory) -> None:
    library = SmallLibrary(tmp_path_factory.mktemp("spelled"))
    library.write("a/one.md", "---\nproduct: Relay\n---\n# Seal\n\nThe seal is greased weekly.\n")
    library.write("b/two.md", "---\nproduct: RELAY\n---\n# Valve\n\nThe valve is greased yearly.\n")
    library.add_docs(product="")
    library.sync()
    found = library.search("what is greased", product="relay")
    assert {passage.path for passage in found.passages} == {"a/one.md", "b/two.md"}
    library.store.close()
