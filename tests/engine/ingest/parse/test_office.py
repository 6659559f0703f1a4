"""Packed office files are opened safely: what is damaged, locked, hostile or too much says so in one sentence."""

from __future__ import annotations

import io
import struct
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest.parse import docx, odt
from engine.ingest.parse.office import check_xml, open_package
from engine.ingest.parse.source import Limits
from engine.types import ProblemCode
from tests.engine.ingest.parse.packages import ODF, open_document, packed, paragraph, source_of, word

MIB = 1024 * 1024
SMALL = Limits(member_bytes=4 * MIB, inflation=50, inflation_floor_bytes=MIB)


def refusal(data: bytes, limits: Limits | None = None, name: str = "a.docx") -> ProblemCode:
    parse = odt.parse if name.endswith(".odt") else docx.parse
    with pytest.raises(DocumentTrouble) as trouble:
        parse(source_of(data, name, limits))
    assert trouble.value.detail.endswith((".", "!"))
    assert "Traceback" not in trouble.value.detail
    return trouble.value.code


def test_a_locked_an_old_and_an_empty_file_are_told_apart() -> None:
    ole = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 100
    assert refusal(ole + "EncryptedPackage".encode("utf-16-le")) is ProblemCode.ENCRYPTED
    assert refusal(ole + "WordDocument".encode("utf-16-le")) is ProblemCode.UNSUPPORTED
    assert refusal(b"") is ProblemCode.EMPTY
    assert refusal(b"plain words") is ProblemCode.CORRUPT


def test_encrypted_parts_need_a_password() -> None:
    data = bytearray(packed({"word/document.xml": "<a/>"}))
    flags = data.rfind(b"PK\x01\x02") + 8
    data[flags] |= 1
    assert refusal(bytes(data)) is ProblemCode.ENCRYPTED
    manifest = f"<manifest:manifest{ODF}><manifest:encryption-data/></manifest:manifest>"
    locked = open_document("<text:p>x</text:p>", parts={"META-INF/manifest.xml": manifest})
    assert refusal(locked, name="a.odt") is ProblemCode.ENCRYPTED


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_half_a_file_is_damaged(share: float) -> None:
    data = word("".join(paragraph(f"Words {number}") for number in range(200)))
    assert refusal(data[:int(len(data) * share)]) is ProblemCode.CORRUPT


def test_a_part_that_grows_too_much_is_a_bomb() -> None:
    assert refusal(word(" " * 2 * MIB), SMALL) is ProblemCode.BOMB
    assert refusal(word("x", parts={"word/media/a.bin": b"\0" * 5 * MIB}), SMALL) is ProblemCode.BOMB
    many = {f"word/media/{number}.xml": b"\0" * MIB for number in range(20)}
    assert refusal(word("x", parts=many), SMALL) is ProblemCode.BOMB


def test_a_part_that_lies_about_its_size_is_measured() -> None:
    data = bytearray(word("a" + " " * 3 * MIB))
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(b"word/document.xml"))
    data[place + 24:place + 28] = struct.pack("<I", 100)
    assert refusal(bytes(data), SMALL) is ProblemCode.BOMB
    data = bytearray(word(paragraph("Words")))
    place = data.rfind(b"PK\x01\x02", 0, data.rfind(b"word/document.xml"))
    data[place + 24:place + 28] = struct.pack("<I", 100)
    assert refusal(bytes(data)) is ProblemCode.CORRUPT


def test_ordinary_files_that_pack_well_are_no_bombs() -> None:
    body = "".join(paragraph("The same words again and again.") for _ in range(3000))
    assert docx.parse(source_of(word(body), "a.docx")).blocks


DOCTYPES = (
    b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><a>&b;</a>',
    b'<?xml version="1.0"?><!DOCTYPE a SYSTEM "x"><a/>',
    b'<!-- c --><!doctype a [<!ENTITY x SYSTEM "../secret.txt">]><a>&x;</a>',
    '<?xml version="1.0" encoding="utf-16"?><!DOCTYPE a><a/>'.encode("utf-16"),
    "<!DOCTYPE a><a/>".encode("utf-16-le"), '<?xml version="1.0" encoding="cp037"?><a/>'.encode("cp037"),
    b'<?xml version="1.0" encoding="utf-7"?>+ADw-!DOCTYPE a+AD4-',
)


@pytest.mark.parametrize("part", DOCTYPES)
@pytest.mark.parametrize("name", ["word/document.xml", "word/styles.xml", "word/_rels/document.xml.rels",
                                  "docProps/core.xml", "word/footnotes.xml"])
def test_no_part_may_define_entities(part: bytes, name: str) -> None:
    assert refusal(word(paragraph("x"), parts={name: part})) is ProblemCode.CORRUPT


def test_open_document_parts_may_define_none_either() -> None:
    for part in DOCTYPES:
        assert refusal(open_document("", parts={"content.xml": part}), name="a.odt") is ProblemCode.CORRUPT
        assert refusal(open_document("", parts={"styles.xml": part}), name="a.odt") is ProblemCode.CORRUPT


def test_ordinary_xml_passes() -> None:
    for part in (b"<a/>", b'\xef\xbb\xbf<?xml version="1.0" encoding="UTF-8" standalone="yes"?><a/>',
                 '<?xml version="1.0" encoding="UTF-16"?><a>ü</a>'.encode("utf-16")):
        check_xml(part, "part")


def test_a_package_without_its_main_part_is_damaged() -> None:
    assert refusal(packed({"[Content_Types].xml": "<Types/>"})) is ProblemCode.CORRUPT
    assert refusal(packed({"mimetype": "application/vnd.oasis.opendocument.text"}), name="a.odt") is ProblemCode.CORRUPT
    assert refusal(word("<w:p>")) is ProblemCode.CORRUPT
    assert refusal(word("", parts={"word/styles.xml": "<no"})) is ProblemCode.CORRUPT


def test_a_checked_package_gives_its_parts() -> None:
    package = open_package(source_of(packed({"a/b.xml": "<x/>", "c.bin": b"\0"}), "a.xlsx"))
    package.check()
    assert package.names == ("a/b.xml", "c.bin")
    assert (package.read("c.bin"), package.xml("a/b.xml"), package.tree("a/b.xml").tag) == (b"\0", b"<x/>", "x")
    with pytest.raises(DocumentTrouble, match="missing"):
        package.read("nothing")


def mutated(data: bytes, places: list[tuple[int, int]]) -> bytes:
    made = bytearray(data)
    for place, value in places:
        made[place % len(made)] = value
    return bytes(made)


PLACES = st.lists(st.tuples(st.integers(0, 100_000), st.integers(0, 255)), max_size=12)
SAMPLE = word(paragraph("Words") + "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>")
OPEN_SAMPLE = open_document("<text:h>Head</text:h><text:p>Words</text:p>")


@given(st.one_of(st.binary(max_size=300), PLACES.map(lambda places: mutated(SAMPLE, places)),
                 PLACES.map(lambda places: mutated(OPEN_SAMPLE, places))))
def test_any_bytes_are_read_or_refused_with_a_reason(data: bytes) -> None:
    for parse, name in ((docx.parse, "a.docx"), (odt.parse, "a.odt")):
        try:
            page = parse(source_of(data, name))
        except DocumentTrouble as trouble:
            assert trouble.detail  # noqa: PT017  # either outcome is fine, anything else fails by itself
        else:
            assert page.state


def test_stored_parts_are_read_like_packed_ones() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        for name, content in zip_parts(word(paragraph("Words"))).items():
            archive.writestr(name, content)
    assert docx.parse(source_of(file.getvalue(), "a.docx")).text == "Words"


def zip_parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
