"""Word and OpenDocument files made in the tests, part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.ingest.parse import docx, odt
from engine.ingest.parse.source import Limits, Source
from engine.types import Parsed

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
M = "http://schemas.openxmlformats.org/officeDocument/2006/math"
RELS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
ODF = "".join(f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
              for name in ("office", "text", "table", "style", "meta", "manifest"))
ODF += (' xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"'
        ' xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')


def packed(parts: Mapping[str, str | bytes]) -> bytes:
    """A ZIP file of these parts."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def source_of(data: bytes, name: str, limits: Limits | None = None) -> Source:
    return Source(path=Path(name), relative_path=name, data=data, media_type="application/x", limits=limits or Limits())


def word(body: str, *, styles: str = "", numbering: str = "", relations: str = "",
         parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """A Word document with this body; ``styles`` and ``numbering`` are what stands inside those parts."""
    made: dict[str, str | bytes] = {
        "_rels/.rels": f'<Relationships {RELS}><Relationship Id="r" Type="{R}/officeDocument" '
                       'Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'<?xml version="1.0"?><w:document {W} xmlns:r="{R}" xmlns:m="{M}"><w:body>{body}</w:body>'
                             "</w:document>",
        "word/styles.xml": f"<w:styles {W}>{styles}</w:styles>",
        "word/numbering.xml": f"<w:numbering {W}>{numbering}</w:numbering>",
        "word/_rels/document.xml.rels": f"<Relationships {RELS}>{relations}</Relationships>",
    }
    return packed({**made, **(parts or {})})


def read_word(body: str, **more: str) -> Parsed:
    return docx.parse(source_of(word(body, **more), "manual.docx"))  # type: ignore[arg-type]  # only parts is no text


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(*runs: str, style: str = "", properties: str = "") -> str:
    """A paragraph of runs; a text without markup is a run by itself."""
    content = "".join(each if each.startswith("<") else run(each) for each in runs)
    named = f'<w:pStyle w:val="{style}"/>' if style else ""
    return f"<w:p><w:pPr>{named}{properties}</w:pPr>{content}</w:p>"


def style_of(style_id: str, name: str, *, based_on: str = "", paragraph: str = "", run: str = "",
             kind: str = "paragraph") -> str:
    """A style's definition."""
    based = f'<w:basedOn w:val="{based_on}"/>' if based_on else ""
    return (f'<w:style w:type="{kind}" w:styleId="{style_id}"><w:name w:val="{name}"/>{based}<w:pPr>{paragraph}</w:pPr>'
            f"<w:rPr>{run}</w:rPr></w:style>")


def word_table(rows: Sequence[Sequence[str]], heads: int = 0) -> str:
    """A table; a cell is its text, with what its properties hold before a bar (``<w:gridSpan …/>|text``)."""
    made = ""
    for at, row in enumerate(rows):
        cells = ""
        for cell in row:
            properties, _, text = cell.rpartition("|")
            cells += f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(text)}</w:tc>"
        made += f"<w:tr><w:trPr>{'<w:tblHeader/>' if at < heads else ''}</w:trPr>{cells}</w:tr>"
    return f"<w:tbl><w:tblPr/>{made}</w:tbl>"


def listed(text: str, list_id: int = 1, level: int = 0) -> str:
    """A numbered or bulleted paragraph."""
    return paragraph(text, properties=f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{list_id}"/></w:numPr>')


def list_definition(*levels: tuple[str, str], list_id: int = 1, start: int = 1) -> str:
    """A list's definition by the form and the pattern of each level."""
    made = "".join(f'<w:lvl w:ilvl="{at}"><w:start w:val="{start}"/><w:numFmt w:val="{form}"/>'
                   f'<w:lvlText w:val="{pattern}"/></w:lvl>' for at, (form, pattern) in enumerate(levels))
    return (f'<w:abstractNum w:abstractNumId="{list_id}">{made}</w:abstractNum>'
            f'<w:num w:numId="{list_id}"><w:abstractNumId w:val="{list_id}"/></w:num>')


def open_document(body: str, *, automatic: str = "", styles: str = "", meta: str = "",
                  parts: Mapping[str, str | bytes] | None = None) -> bytes:
    """An OpenDocument text with this body; the rest is what stands inside those elements."""
    made: dict[str, str | bytes] = {
        "mimetype": "application/vnd.oasis.opendocument.text",
        "content.xml": f"<office:document-content{ODF}><office:automatic-styles>{automatic}</office:automatic-styles>"
                       f"<office:body><office:text>{body}</office:text></office:body></office:document-content>",
        "styles.xml": f"<office:document-styles{ODF}><office:styles>{styles}</office:styles></office:document-styles>",
        "meta.xml": f"<office:document-meta{ODF}><office:meta>{meta}</office:meta></office:document-meta>",
    }
    return packed({**made, **(parts or {})})


def read_open(body: str, **more: str) -> Parsed:
    return odt.parse(source_of(open_document(body, **more), "manual.odt"))  # type: ignore[arg-type]
