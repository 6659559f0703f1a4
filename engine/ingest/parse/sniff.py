"""What a file is, by its content first and its name second.

1. Known first bytes decide: PDF, packed office files, pictures, programs.
2. Text that begins like a web page is one, unless its name says Markdown.
3. Else the name's ending decides; without one, text that looks like Markdown is Markdown.

A name that promises something else than the content holds is a mismatch, never read as something else in silence.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from engine.errors import DocumentTrouble
from engine.types import ProblemCode

MARKDOWN = "text/markdown"
PLAIN = "text/plain"
HTML = "text/html"
RST = "text/x-rst"
ASCIIDOC = "text/asciidoc"
MAN = "text/troff"
MAIL = "message/rfc822"
CSV = "text/csv"
PDF = "application/pdf"
DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ODT = "application/vnd.oasis.opendocument.text"
ZIP = "application/zip"
GZIP = "application/gzip"
OLE = "application/x-ole-storage"
UNKNOWN = "application/octet-stream"

HEAD_BYTES = 4096
"""How much of a file is looked at."""

_BY_NAME = {
    "md": MARKDOWN, "markdown": MARKDOWN, "mdown": MARKDOWN, "mkd": MARKDOWN, "mdx": MARKDOWN, "qmd": MARKDOWN,
    "txt": PLAIN, "text": PLAIN, "log": PLAIN,
    "html": HTML, "htm": HTML, "xhtml": HTML, "xht": HTML, "shtml": HTML,
    "rst": RST, "adoc": ASCIIDOC, "asciidoc": ASCIIDOC, "asc": ASCIIDOC, "man": MAN, "mdoc": MAN, "roff": MAN,
    "eml": MAIL, "csv": CSV, "tsv": CSV,
    "pdf": PDF, "docx": DOCX, "docm": DOCX, "dotx": DOCX, "xlsx": XLSX, "odt": ODT, "ott": ODT, "gz": GZIP,
}
_MAGIC = (
    (b"%PDF-", PDF), (b"PK\x03\x04", ZIP), (b"PK\x05\x06", ZIP), (b"\x1f\x8b", GZIP),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE),
    *((magic, UNKNOWN) for magic in (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ\x90", b"SQLite format 3",
                                     b"7z\xbc\xaf", b"Rar!", b"BZh", b"\xfd7zXZ")),
)
_PACKED = {DOCX, XLSX, ODT}
_INSIDE = ((b"mimetypeapplication/vnd.oasis.opendocument.text", ODT, "an OpenDocument text"),
           (b"word/", DOCX, "a Word document"), (b"xl/", XLSX, "a workbook"))
_NO_SHEET = "The file is an OpenDocument spreadsheet, which is not read; save it as XLSX or CSV."
_NO_SLIDES = "The file is a presentation, which is not read; save it as PDF."
_NO_BOOK = "The file is an e-book, which is not read; save it as PDF or as web pages."
_NO_DRAWING = "The file is a drawing, which is not read; save it as PDF."
_NOT_READ = (
    (b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", _NO_SHEET),
    (b"mimetypeapplication/vnd.oasis.opendocument.presentation", _NO_SLIDES), (b"ppt/", _NO_SLIDES),
    (b"mimetypeapplication/vnd.oasis.opendocument.graphics", _NO_DRAWING), (b"mimetypeapplication/epub+zip", _NO_BOOK),
)
_OFFICE = (b"mimetype", b"_rels/", b"[Content_Types].xml")
_BINARY = {PDF, *_PACKED}
_PAGE = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:<!--.{0,1000}?-->\s*)*(?:<\?xml[^>]*>\s*)?(?:<!doctype\s+html|<html[\s>])",
                   re.IGNORECASE | re.DOTALL)
_MANUAL_ENDING = re.compile(r"[1-9ln]\w{0,9}")
_MANUAL_LINE = re.compile(rb"^(?:[.']\\\"|\.(?:TH|SH|Dd|so)\b)", re.MULTILINE)
_ASCIIDOC_TITLE = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*\n|//[^\n]*\n|:[\w-]+:[^\n]*\n)*= \S")
_ASCIIDOC_LINE = re.compile(rb"^(?:={2,6} \S|:[\w-]+:(?:\s|$)|\[[#%.]?\w[^\n]*\]\s*$|include::|\|={3,}\s*$)",
                            re.MULTILINE)
_ARMOUR = b"-----BEGIN PGP "
_MARKDOWN_LINE = re.compile(rb"^(?:#{1,6} \S|```|~~~|[-*+] |\d{1,3}[.)] |> |\|.*\|\s*$|---\s*$|\+\+\+\s*$)"
                            rb"|\[[^\]\n]+\]\([^)\s]+\)|\*\*\S", re.MULTILINE)


def media_type(name: str, head: bytes) -> str:
    """The media type of a file called ``name`` that begins with ``head``.

    Raises DocumentTrouble: TYPE_MISMATCH when content and name contradict each other, BINARY or UNSUPPORTED when it is
    nothing that can be read.
    """
    ending = PurePosixPath(name.lower()).suffix.lstrip(".")
    is_manual = _MANUAL_ENDING.fullmatch(ending) and _MANUAL_LINE.search(head)
    named = MAN if is_manual else _BY_NAME.get(ending, "")
    content = next((kind for magic, kind in _MAGIC if head.startswith(magic)), "")
    if content == PDF or (not content and b"%PDF-" in head[:1024] and named == PDF):
        return PDF
    if content:
        return _packed(content, named, head)
    is_page = _PAGE.match(head) is not None and named not in {MARKDOWN, MAIL, RST}
    if named in _BINARY and head:
        what = "a web page" if is_page else "something else"
        raise DocumentTrouble(ProblemCode.TYPE_MISMATCH,
                              f"The name ends in .{ending}, but the file holds {what}; fetch or export it again.")
    if head.startswith(_ARMOUR):
        raise DocumentTrouble(ProblemCode.UNSUPPORTED, "The file holds a key or a signature, not a document.")
    if not is_page and named in {"", PLAIN}:
        named = _markup(name.lower(), head) or named
    if is_page or named:
        return HTML if is_page else named
    if ending and not ending[0].isdigit() and not ending.isupper():
        raise DocumentTrouble(ProblemCode.UNSUPPORTED, f"Files that end in .{ending} are not read.")
    return MARKDOWN if len(_MARKDOWN_LINE.findall(head)) >= 2 else PLAIN


def _markup(name: str, head: bytes) -> str:
    """What a text is whose name only says that it is one: by the ending before ``.txt``, or by its first lines."""
    if name.endswith(".txt"):
        inner = _BY_NAME.get(PurePosixPath(name.removesuffix(".txt")).suffix.lstrip("."), "")
        if inner in {RST, ASCIIDOC, MARKDOWN}:
            return inner
    return ASCIIDOC if _ASCIIDOC_TITLE.match(head) and _ASCIIDOC_LINE.search(head) else ""


def _packed(content: str, named: str, head: bytes) -> str:
    """The type of a file that begins as no text does, by the parts it begins with and the name it has."""
    is_office = content == ZIP and any(sign in head for sign in _OFFICE)
    inside, what = next(((kind, what) for sign, kind, what in _INSIDE if is_office and sign in head), ("", ""))
    if inside and named in _PACKED and named != inside:
        raise DocumentTrouble(ProblemCode.TYPE_MISMATCH, f"The file is {what} under another kind's name; rename it.")
    if inside and not named:
        return inside
    if (content in {ZIP, OLE} and named in _PACKED) or content == GZIP == named:
        return named
    for sign, why in _NOT_READ:
        if is_office and sign in head:
            raise DocumentTrouble(ProblemCode.UNSUPPORTED, why)
    if content in {ZIP, OLE, GZIP}:
        raise DocumentTrouble(ProblemCode.UNSUPPORTED, "The file is an archive or an old office file; "
                              "save the documents in it as PDF, DOCX or text.")
    raise DocumentTrouble(ProblemCode.BINARY, "The file holds a picture, a program or other binary data, not text.")
