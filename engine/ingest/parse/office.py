"""Packed office files (DOCX, ODT, XLSX): opened, checked and read without trusting what the package says of itself.

Owns what makes such a file unsafe; what the parts mean is left to the parser of each format.

1. No ZIP file at all: an OLE container is a password-protected or an old file, anything else is damaged.
2. A part whose stated or actual size is over the limit, or grows beyond the allowed ratio, is a bomb; so are parts
   that are harmless one by one and too much together.
3. An XML part is read only as UTF-8 or UTF-16 and without a document type: entities could open other files or grow
   without end, and no office program writes any.
"""

from __future__ import annotations

import copy
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from lzma import LZMAError
from xml.etree import ElementTree

from engine.errors import DocumentTrouble
from engine.ingest.parse.source import Limits, Source
from engine.types import ProblemCode

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLE_PASSWORD = "EncryptedPackage".encode("utf-16-le")
_IS_ENCRYPTED = 0x1
_TOTAL_PARTS = 4
"""All parts that are read may have this many times the limit of one."""
_BLOCK = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, LZMAError, EOFError, OSError, NotImplementedError, RuntimeError, ValueError,
           struct.error)
_ENCODING = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.-]*)", re.IGNORECASE)
_ENCODINGS = frozenset({b"utf-8", b"utf8", b"utf-16", b"us-ascii", b"ascii"})
_DOCTYPE = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_MARKS = (b"\xff\xfe", b"\xfe\xff")
MANIFEST = "META-INF/manifest.xml"
"""The list of parts of an OpenDocument file."""
_XML_NAMES = (".xml", ".rels")


class Package:
    """The parts of one packed file, by name. Every read is checked; all troubles are DocumentTrouble."""

    def __init__(self, archive: zipfile.ZipFile, limits: Limits, progress: Callable[[], None]) -> None:
        self._archive = archive
        self._infos = {info.filename: info for info in archive.infolist()}
        self._limits = limits
        self._progress = progress
        self._left = limits.member_bytes * _TOTAL_PARTS

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all parts, in the order of the package."""
        return tuple(self._infos)

    def __contains__(self, name: str) -> bool:
        return name in self._infos

    def read(self, name: str) -> bytes:
        """A part's bytes. Raises DocumentTrouble: CORRUPT when missing or damaged, BOMB when it grows too much."""
        info = self._infos.get(name)
        if info is None:
            raise corrupt(f"the part {name} is missing")
        try:
            data = self._inflated(info)
        except _DAMAGE as error:
            raise corrupt(f"the part {name} cannot be read") from error
        if len(data) != info.file_size:
            raise corrupt(f"the part {name} has another size than it says")
        return data

    def xml(self, name: str) -> bytes:
        """An XML part's bytes, as ``read``; CORRUPT also when it has a document type or an unusual encoding."""
        data = self.read(name)
        check_xml(data, name)
        return data

    def tree(self, name: str) -> ElementTree.Element:
        """An XML part as elements, as ``xml``; CORRUPT also when it is not well-formed."""
        try:
            return ElementTree.fromstring(self.xml(name))
        except ElementTree.ParseError as error:
            raise corrupt(f"the part {name} is no sound XML") from error

    def check(self) -> None:
        """Read every XML part once and refuse the file when any defines entities, whether that part is used or not.

        The list of parts of an OpenDocument file may name its document type, as old programs do; it is never parsed.
        """
        for name in self._infos:
            if name.lower().endswith(_XML_NAMES) and name != MANIFEST and _DOCTYPE.search(_readable(self.read(name))):
                raise _defines_entities(name)

    def _inflated(self, info: zipfile.ZipInfo) -> bytes:
        """All that really comes out of a part, up to the limit, whatever size its entry states."""
        honest = copy.copy(info)
        honest.file_size = self._limits.member_bytes + 1
        blocks: list[bytes] = []
        size = 0
        with self._archive.open(honest) as stream:
            while block := stream.read(_BLOCK):
                size += len(block)
                _refuse_growth(size, info.compress_size, self._limits)
                if size > self._left:
                    raise _bomb()
                blocks.append(block)
                self._progress()
        self._left -= size
        return b"".join(blocks)


def open_package(source: Source) -> Package:
    """The packed file's parts.

    Raises DocumentTrouble: EMPTY, ENCRYPTED, UNSUPPORTED (an old office file), CORRUPT or BOMB.
    """
    data = source.data
    if not data:
        raise DocumentTrouble(ProblemCode.EMPTY, "The file is empty; nothing can be read from it.")
    if data.startswith(_OLE):
        raise _old_or_encrypted(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        infos = archive.infolist()
    except _DAMAGE as error:
        raise corrupt("it is no sound ZIP file") from error
    for info in infos:
        if info.flag_bits & _IS_ENCRYPTED:
            raise encrypted()
        _refuse_growth(info.file_size, info.compress_size, source.limits)
    _refuse_growth(sum(info.file_size for info in infos), sum(info.compress_size for info in infos), source.limits,
                   largest=source.limits.member_bytes * _TOTAL_PARTS)
    return Package(archive, source.limits, source.progress)


def check_xml(data: bytes, name: str) -> None:
    """Refuse an XML part with a document type, or with an encoding that could hide one.

    Raises DocumentTrouble(CORRUPT).
    """
    if data.startswith(_MARKS):
        data = _readable(data)
    elif not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") or b"\0" in data[:64]:
        raise corrupt(f"the part {name} is no XML")
    declared = _ENCODING.search(data[:400])
    if declared and declared[1].lower() not in _ENCODINGS:
        raise corrupt(f"the part {name} has an encoding that office programs do not write")
    if _DOCTYPE.search(data):
        raise _defines_entities(name)


def _readable(data: bytes) -> bytes:
    """Bytes in which ASCII signs stand for themselves."""
    if data.startswith(_MARKS) or b"\0" in data[:8]:
        return data.replace(b"\0", b"")
    return data


def _defines_entities(name: str) -> DocumentTrouble:
    return corrupt(f"the part {name} defines entities, which office programs never do")


def corrupt(why: str) -> DocumentTrouble:
    """The trouble of a damaged file; ``why`` goes on after "The file is damaged:"."""
    return DocumentTrouble(ProblemCode.CORRUPT, f"The file is damaged: {why}; fetch or export it again.")


def encrypted() -> DocumentTrouble:
    """The trouble of a file that needs a password."""
    return DocumentTrouble(ProblemCode.ENCRYPTED, "The file is protected by a password; save a copy without one to "
                           "have it indexed.")


def _bomb() -> DocumentTrouble:
    return DocumentTrouble(ProblemCode.BOMB, "The file unpacks to far more data than a document holds and was not "
                           "read; export it again if you trust it.")


def _old_or_encrypted(data: bytes) -> DocumentTrouble:
    if _OLE_PASSWORD in data:
        return encrypted()
    return DocumentTrouble(ProblemCode.UNSUPPORTED, "The file is in the old office format under a new name; open it "
                           "and save it in the new format.")


def _refuse_growth(size: int, packed: int, limits: Limits, *, largest: int = 0) -> None:
    """Raise DocumentTrouble(BOMB) when ``packed`` bytes become ``size`` bytes and that is too much."""
    grows = size > limits.inflation_floor_bytes and size > limits.inflation * max(packed, 1)
    if grows or size > (largest or limits.member_bytes):
        raise _bomb()
