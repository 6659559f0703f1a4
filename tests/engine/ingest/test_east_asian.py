"""A few words in a two-byte encoding of East Asia are read as what they say, not as a row of rare characters."""

from __future__ import annotations

import pytest

from engine.ingest.decode import decode
from engine.ingest.east_asian import likeliest
from engine.types import ProblemCode

WORDS = [
    ("gbk", "键,值\n压力,16\n温度,40\n"), ("gbk", "参数;默认\n转速;1500\n"), ("gbk", "警告：切勿带电操作。"),
    ("gbk", "姓名\t电话\n张三\t123\n"), ("euc_kr", "설정,값\n압력,16\n"),
    ("euc_kr", "경고: 표면이 뜨겁습니다. 만지지 마십시오."), ("big5", "警告：請勿打開蓋板，內有高壓電。"),
    ("euc_jp", "警告：カバーを開けないでください。"), ("shift_jis", "パラメータ,値\n圧力,16\n"),
]


@pytest.mark.parametrize(("encoding", "words"), WORDS)
def test_a_few_words_are_read_in_their_encoding(encoding: str, words: str) -> None:
    decoded = decode(words.encode(encoding))
    assert (decoded.text, decoded.encoding) == (words, encoding)


def test_what_two_words_leave_open_is_named_as_a_guess() -> None:
    decoded = decode("阀门\n".encode("gbk"))
    assert decoded.text == "阀门\n"
    assert [problem.code for problem in decoded.problems] == [ProblemCode.GUESSED_ENCODING]


def test_bytes_that_fit_no_encoding_leave_the_guess_as_it_was() -> None:
    assert likeliest(b"\xff\xff\xff", "big5") == ("big5", True)
