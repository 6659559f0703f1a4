"""Questions in Chinese: found by their words, declined where these are absent, asked back where versions differ."""

from __future__ import annotations

import pytest

from engine.types import AnswerState
from tests.library import SmallLibrary

MANUAL = """# 水泵手册

## 更换密封圈

开始之前，请关闭阀门并释放压力。

1. 拆下盖板的四个螺栓。
2. 用钩子取出旧的密封圈。

## 润滑

润滑周期为 {hours} 小时。使用 G-3 型润滑脂。

## 错误代码

| 代码 | 含义 | 处理方法 |
| --- | --- | --- |
| E1 | 电机过热 | 冷却 20 分钟 |
| E2 | 过滤器堵塞 | 更换过滤器 |
"""


@pytest.fixture
def pump(library: SmallLibrary) -> SmallLibrary:
    library.write("3.1/manual.md", MANUAL.format(hours=500))
    library.write("3.2/manual.md", MANUAL.format(hours=800))
    library.write("3.2/safety.md", "# 安全\n\n只有受过培训的人员才能操作水泵。\n")
    library.add_docs(product="水泵")
    library.sync()
    return library


@pytest.mark.parametrize(("question", "said"), [
    ("3.2版本的润滑周期是多少？", "800 小时"), ("在3.1中，润滑的周期是多长？", "500 小时"),
    ("3.2 过滤器堵塞了怎么办", "更换过滤器"), ("3.2 如何更换密封圈？", "拆下盖板"),
    ("请问3.2里谁可以操作水泵？", "受过培训")])
def test_a_question_is_answered_by_the_place_that_holds_its_words(
        pump: SmallLibrary, question: str, said: str) -> None:
    answer = pump.ask(question, generate=False)
    assert answer.state is AnswerState.VERBATIM
    assert said in answer.evidence[0].text


@pytest.mark.parametrize("question", [
    "3.2 版本的最大压力是多少？", "3.2 如何更换电池？", "3.2 保修期多长？", "3.2 如何申请年假？",
    "3.2 支持哪些无线协议？"])
def test_what_is_not_documented_is_not_answered_with_another_subject(pump: SmallLibrary, question: str) -> None:
    answer = pump.ask(question, generate=False)
    assert answer.state is AnswerState.DECLINED
    assert not answer.evidence


def test_an_answer_that_differs_by_version_is_asked_back(pump: SmallLibrary) -> None:
    answer = pump.ask("润滑周期是多少？", generate=False)
    assert answer.state is AnswerState.NEEDS_VERSION
    assert "500 小时" in answer.text
    assert "800 小时" in answer.text


def test_a_question_over_documents_in_english_needs_a_word_of_theirs(library: SmallLibrary) -> None:
    library.write("relay.md", "# Relay\n\nThe default of `queue-depth` is 20 messages.\n")
    library.add_docs()
    library.sync()
    assert library.search("queue-depth 的默认值是多少？").documented
    assert not library.search("如何申请年假？").documented
