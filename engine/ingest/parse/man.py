"""Manual pages, in the man and the mdoc language, packed or not: small readers of our own, no formatter is started.

Owns unpacking, what the title line says, and the choice of the language. Nothing that a page refers to is opened.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Sequence

from engine.errors import DocumentTrouble
from engine.ingest.decode import decode
from engine.ingest.front_matter import SOURCE
from engine.ingest.parse import sniff
from engine.ingest.parse.builder import TextBuilder
from engine.ingest.parse.man_blocks import ManWalk
from engine.ingest.parse.man_flow import Flow
from engine.ingest.parse.man_lines import ManLine, Page
from engine.ingest.parse.man_mdoc import MdocWalk
from engine.ingest.parse.man_text import Strings, plain
from engine.ingest.parse.source import Limits, Source
from engine.ingest.parse.writer import Writer
from engine.types import Block, BlockKind, Found, IngestState, Parsed, Problem, ProblemCode

_VERSION = re.compile(r"(?:^|[\s(_-]|\bv)(\d+(?:\.\d+)+[\w.+~-]*|\d+(?=\s*\Z))")
_NAMES = re.compile(r"\s+(?:-|–|—|−)+\s+")
_NAME_SECTIONS = frozenset({"name", "nom", "nombre", "nome", "bezeichnung", "名前", "名称"})
_INFLATED = 1 << 16


def parse(source: Source) -> Parsed:
    """The page as text and blocks. Raises DocumentTrouble when it is no text, or packed beyond the limits."""
    data = _inflated(source.data, source.limits) if source.media_type == sniff.GZIP else source.data
    if source.media_type == sniff.GZIP:
        name = source.relative_path.rsplit(".", 1)[0]
        if sniff.media_type(name, data[:sniff.HEAD_BYTES]) != sniff.MAN:
            raise DocumentTrouble(ProblemCode.UNSUPPORTED, "The file is an archive or a packed file; unpack it first.")
    decoded = decode(data)
    page = Page(decoded.text)
    lines = list(page.lines())
    is_mdoc = any(line.name in {"Dd", "Dt"} for line in lines[:200])
    builder = TextBuilder(media_type=sniff.MAN)
    flow = Flow(Writer(builder), page.strings)
    title = next((line for line in lines if line.name in {"TH", "Dt"}), None)
    walk = MdocWalk(flow) if is_mdoc else ManWalk(flow)
    walk.run(iter([line for line in lines if line.name not in {"TH", "so"}]))
    found = [*_found(title, page.strings), *(walk.found if isinstance(walk, MdocWalk) else ())]
    found += [Found(name="version", value=version[1], source=SOURCE) for value in found
              if value.name == "source" and (version := _VERSION.search(value.value))]
    references = [line.text for line in lines if line.name == "so"]
    state, problems = None, decoded.problems
    if not builder.blocks and references:
        state = IngestState.METADATA_ONLY
        problems = (*problems, Problem(code=ProblemCode.EMPTY, detail="The page only refers to another page "
                                       f"({references[0][:100]}), which has the text."))
    if references:
        found.append(Found(name="includes_left_out", value=str(len(references)), source="includes"))
    return builder.result(title=_name(builder.blocks) or _listed(title) or source.stem, found=found, state=state,
                          problems=problems, encoding=decoded.encoding)


def _inflated(data: bytes, limits: Limits) -> bytes:
    """The packed page; what would be larger than a text may be is refused while it is unpacked."""
    made = bytearray()
    unpacker = zlib.decompressobj(wbits=31)
    rest = data
    try:
        while rest and not unpacker.eof:
            made += unpacker.decompress(rest, _INFLATED)
            rest = unpacker.unconsumed_tail
            if len(made) > limits.text_bytes:
                is_bomb = len(made) > limits.inflation * len(data)
                raise DocumentTrouble(ProblemCode.BOMB if is_bomb else ProblemCode.TOO_LARGE,
                                      "The packed page is larger than a text may be; it was not read.")
    except zlib.error as error:
        raise DocumentTrouble(ProblemCode.CORRUPT, "The packed page is damaged; fetch it again.") from error
    if not unpacker.eof:
        raise DocumentTrouble(ProblemCode.CORRUPT, "The packed page is cut off; fetch it again.")
    return bytes(made)


def _found(title: ManLine | None, strings: Strings) -> list[Found]:
    """Section, date, source and manual from ``.TH`` (or section from ``.Dt``)."""
    if title is None:
        return []
    values = [plain(value, strings).strip() for value in title.args]
    names = ("", "section", "date", "source", "manual") if title.name == "TH" else ("", "section", "manual")
    return [Found(name=name, value=value, source=SOURCE) for name, value in zip(names, values, strict=False)
            if name and value]


def _name(blocks: Sequence[Block]) -> str:
    """The first name in the section NAME: ``relayctl`` in ``relayctl - control a relay``."""
    for place, block in enumerate(blocks[:-1]):
        if block.kind is BlockKind.HEADING and block.plain.casefold() in _NAME_SECTIONS:
            following = blocks[place + 1]
            names = _NAMES.split(following.plain, maxsplit=1) if following.kind is not BlockKind.HEADING else [""]
            first = names[0].split(",")[0].strip() if len(names) > 1 else ""
            return first if len(first) <= 100 else ""
    return ""


def _listed(title: ManLine | None) -> str:
    return title.args[0].replace("\\-", "-") if title and title.args else ""
