"""Bytes become clean text, whatever wrote them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest.decode import clean, decode
from engine.types import ProblemCode

FRENCH = "La température de départ est de 180 °C. À la fin, laissez refroidir près de la fenêtre."
POLISH = "Temperatura początkowa wynosi 180 °C. Proszę sprawdzić łożyska i śruby, żeby uniknąć błędów."
RUSSIAN = "Температура не должна превышать сорок градусов. Проверьте давление в системе."
JAPANESE = "冷却水を三十日ごとに交換してください。温度は四十度以下に保ちます。"
CHINESE = "每三十天更换一次冷却液。温度应保持在四十度以下。"
_ONE_BYTE = ("cp1250", "cp1251", "cp1252", "cp1254", "cp866", "koi8_r", "iso8859_2", "iso8859_5")
"""Encodings in which any bytes read as something."""
KOREAN = "냉각수를 삼십일마다 교환하십시오. 온도는 사십도 이하로 유지합니다."


@pytest.mark.parametrize(("text", "encoding", "name"), [
    (FRENCH, "utf-8", "utf-8"), (FRENCH, "utf-8-sig", "utf-8"), (FRENCH, "cp1252", "cp1252"),
    (POLISH, "cp1250", "cp1250"), (RUSSIAN, "cp1251", "cp1251"), (RUSSIAN, "koi8_r", "koi8_r"),
    (JAPANESE, "cp932", "shift_jis"), (JAPANESE, "euc_jp", "euc_jp"), (CHINESE, "gb18030", "gbk"),
    (KOREAN, "euc_kr", "euc_kr"),
])
def test_a_text_is_read_in_the_encoding_it_was_written_in(text: str, encoding: str, name: str) -> None:
    decoded = decode(text.encode(encoding))
    is_guess = name in _ONE_BYTE
    assert (decoded.text, decoded.encoding) == (text, name)
    assert [problem.code for problem in decoded.problems] == [ProblemCode.GUESSED_ENCODING] * is_guess


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(mark: str) -> None:
    decoded = decode(("\ufeff" + FRENCH).encode(mark))
    assert (decoded.text, decoded.encoding) == (FRENCH, mark)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_known_without_its_mark(encoding: str) -> None:
    assert decode("plain words, and more of them".encode(encoding)).text == "plain words, and more of them"


def test_a_few_broken_bytes_do_not_make_utf_8_another_encoding() -> None:
    decoded = decode("Größe und Länge ".encode() * 5 + b"\xff\xfe here")
    assert decoded.encoding == "utf-8"
    assert "Größe und Länge" in decoded.text
    assert [problem.code for problem in decoded.problems] == [ProblemCode.DECODE_ERRORS]


@pytest.mark.parametrize("data", [bytes(range(256)) * 8, b"\x00\x01\x02\x03" * 100, b"text\x00\x01\x02\x03\x04" * 50])
def test_bytes_that_are_no_text_are_refused_as_binary(data: bytes) -> None:
    with pytest.raises(DocumentTrouble) as trouble:
        decode(data)
    assert trouble.value.code is ProblemCode.BINARY


@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_a_named_trouble(data: bytes) -> None:
    try:
        text, code = decode(data).text, ProblemCode.BINARY
    except DocumentTrouble as trouble:
        text, code = "", trouble.code
    assert code is ProblemCode.BINARY
    text.encode("utf-8")
    assert not set(text) & set("\r\x00\x0b\x0c\x1b\x85\u2028\ufeff")


@pytest.mark.parametrize(("text", "encoding", "name"), [
    ("冷却水を三十日ごとに交換してください。\n", "iso-2022-jp", "iso-2022-jp"),
    ("冷却水を三十日ごとに交換してください。\n", "utf-16-le", "utf-16-le"),
    ("每三十天更换一次冷却液。\n", "utf-16-be", "utf-16-be"),
    ("Tlak je příliš vysoký. Zkontrolujte ventil a stiskněte tlačítko. Žlutá kontrolka svítí.\n", "cp1250", "cp1250"),
    ("Ciśnienie wynosi 3 bary. Sprawdź zawór i naciśnij przycisk.\n", "iso-8859-2", "iso8859_2"),
    ("Basınç üç bardır. Vanayı kontrol edin ve düğmeye basın.\n", "cp1254", "cp1254"),
    ("Давление составляет три бара. Проверьте клапан.\n", "iso-8859-5", "iso8859_5"),
    ("Давление составляет три бара. Проверьте клапан.\n", "cp866", "cp866"),
    ("Öppna luckan och tryck på knappen. Vänta på ljuset.\n", "latin-1", "cp1252"),
])
def test_texts_of_many_scripts_are_read_without_any_mark(text: str, encoding: str, name: str) -> None:
    decoded = decode(text.encode(encoding))
    is_guess = name in _ONE_BYTE
    assert (decoded.text, decoded.encoding) == (text, name)
    assert [problem.code for problem in decoded.problems] == [ProblemCode.GUESSED_ENCODING] * is_guess


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Co", "Zl", "Zp", "Mn", "Cn", "Lo"])))
def test_an_ordinary_text_stays_as_it_is(text: str) -> None:
    assert decode(text.encode()).text == text


@given(st.text(max_size=200))
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    once = clean(text)[0]
    assert clean(once)[0] == once


@pytest.mark.parametrize(("raw", "shown"), [
    ("a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("page one\x0cpage two\u2028three", "page one page two three"),
    ("\x1b[31merror\x1b[0m: \x1b]8;;http://x.invalid\x1b\\link\x1b]8;;\x1b\\", "error: link"),
    ("N\x08NA\x08AM\x08ME\x08E _\x08x", "NAME x"),
    ("stuck at 12 %\x07\x08", "stuck at 12 %"),
    ("zero\u200bwidth soft\xadhyphen", "zerowidth softhyphen"),
    ("safe\U000e0069\U000e0067 \u202eesrever\u202c", "safe esrever"),
    ("smuggled😀\ufe01\ufe02\ufe03", "smuggled😀"),
    ("value\x00next", "value next"),
])
def test_what_no_reader_sees_is_left_out(raw: str, shown: str) -> None:
    assert clean(raw)[0] == shown


@pytest.mark.parametrize("text", [
    "👩‍🔧 👨‍👩‍👧‍👦 👍🏽 ⚠️ 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "می‌خواهم", "क्‍ष", "葛\U000e0100城", "שלום\u200f.",
])
def test_joiners_and_selectors_that_a_script_needs_stay(text: str) -> None:
    assert clean(text) == (text, False)


@pytest.mark.parametrize(("text", "flagged"), [
    ("soft\xadhyphen and zero\u200bwidth", False), ("⚠️ note", False), ("tag \U000e0061\U000e0062", True),
    ("over\u202eride", True), ("x\ufe01\ufe02", True),
])
def test_only_characters_that_hide_text_are_reported(text: str, flagged: bool) -> None:
    problems = decode(text.encode()).problems
    assert [problem.code for problem in problems] == ([ProblemCode.INVISIBLE_CHARACTERS] if flagged else [])


def test_a_guessed_encoding_is_named() -> None:
    decoded = decode("Température de départ : 60 °C, à vérifier chaque année.\n".encode("cp1252"))
    assert decoded.encoding == "cp1252"
    assert [problem.code for problem in decoded.problems] == [ProblemCode.GUESSED_ENCODING]
    assert "cp1252" in decoded.problems[0].detail
    assert not decode("Température".encode()).problems


def test_utf8_with_one_broken_letter_is_no_other_encoding() -> None:
    decoded = decode("Größe 12".encode() + b" mm \xc3, the rest is plain.")
    assert decoded.encoding == "utf-8"
    assert "Größe" in decoded.text
    assert [problem.code for problem in decoded.problems] == [ProblemCode.DECODE_ERRORS]
