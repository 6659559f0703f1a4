"""Messages (EML): subject, a short header, the text with its history once, and the names of what is attached.

1. The subject is the heading, sender, addressees and date one paragraph.
2. Plain text is read before HTML. Of quotations in quotations only the first level stays: every message of a thread
   repeats the others. Signatures go.
3. What is quoted is a section under the name of whoever wrote it; so is what the sender wrote below it.
4. Attachments are named and never opened; a text that is encrypted is reported, and a message that breaks off.
"""

from __future__ import annotations

import re
from email import errors, message_from_bytes
from email.message import Message
from email.utils import parseaddr

from engine.errors import DocumentTrouble
from engine.ingest.parse import text as plain_text
from engine.ingest.parse.builder import TextBuilder, escaped
from engine.ingest.parse.html import finished, read_html
from engine.ingest.parse.html_meta import SOURCE
from engine.ingest.parse.mail_headers import (
    body_text,
    date_of,
    file_name,
    header,
    inner_messages,
    is_attachment,
    leaves,
    parameter,
)
from engine.ingest.parse.mail_page import with_quotes_headed
from engine.ingest.parse.mail_quotes import EARLIER, Passage, passages
from engine.ingest.parse.source import Source
from engine.types import Block, BlockKind, Found, IngestState, Parsed, Problem, ProblemCode

_SHOWN = ("From", "To", "Cc", "Date")
_SEALED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_ENCRYPTED = Problem(code=ProblemCode.ENCRYPTED,
                     detail="The text of the message is encrypted; only its header was read. Save a readable copy.")
_BROKEN_OFF = Problem(
    code=ProblemCode.CORRUPT,
    detail="The message breaks off before its end; what is there was read. Fetch or export it again.")
_CUT = (errors.CloseBoundaryNotFoundDefect, errors.StartBoundaryNotFoundDefect, errors.InvalidBase64PaddingDefect,
        errors.InvalidBase64LengthDefect)
_LIST_NUMBER = re.compile(r"\(?(\d{1,3})[.)]")
_MOST_PARTS = 200
_MOST_NAMES = 100


def parse(source: Source) -> Parsed:
    """The message as text and blocks. Raises DocumentTrouble: CORRUPT, or BINARY when its text is none."""
    try:
        message = message_from_bytes(source.data)
        parts = [part for part, _ in zip(leaves(message), range(_MOST_PARTS), strict=False)]
    except RecursionError as error:
        raise DocumentTrouble(ProblemCode.CORRUPT, "The message is packed into itself too often to be read; save the "
                              "inner message as a file of its own.") from error
    builder = TextBuilder(media_type=source.media_type)
    subject = header(message, "subject")
    builder.heading(1, subject)
    builder.paragraph("\n".join(f"{name}: {value}" for name in _SHOWN if (value := header(message, name))))
    problems: list[Problem] = []
    attached: list[str] = []
    for part in parts:
        source.progress()
        if part.get_content_type() in _SEALED:
            problems.append(_ENCRYPTED)
        elif is_attachment(part):
            attached.append(_name(part))
        else:
            problems += _add_text(builder, part, source, sender=_sender(message))
    if any(isinstance(defect, _CUT) for part in (*message.walk(), *parts) for defect in part.defects):
        problems.append(_BROKEN_OFF)
    names = ", ".join(dict.fromkeys(filter(None, attached[:_MOST_NAMES])))
    builder.paragraph(f"Attachments: {names}" if names else "")
    parsed = finished(builder, title=subject or source.stem, found=_found(message), problems=tuple(problems))
    return parsed if {_ENCRYPTED, _BROKEN_OFF}.isdisjoint(problems) else _partial(builder, parsed)


def _partial(builder: TextBuilder, parsed: Parsed) -> Parsed:
    return builder.result(title=parsed.title, found=parsed.found, problems=parsed.problems, state=IngestState.PARTIAL)


def _found(message: Message) -> tuple[Found, ...]:
    values = {"date": date_of(message), "author": header(message, "from"), "subject": header(message, "subject")}
    return tuple(Found(name=name, value=value, source=SOURCE) for name, value in values.items() if value)


def _name(part: Message) -> str:
    """What to call an attachment: its file's name, or the subject of a message that was sent along."""
    inner = inner_messages(part)
    return file_name(part) or (header(inner[0], "subject") if inner else "") or part.get_content_type()


def _sender(message: Message) -> str:
    """The title of what the sender wrote."""
    written = header(message, "from")
    name, address = parseaddr(written)
    return f"{name or address or written or 'The sender'} wrote"


def _add_text(builder: TextBuilder, part: Message, source: Source, *, sender: str) -> tuple[Problem, ...]:
    decoded = body_text(part)
    if part.get_content_type() == "text/html":
        page = with_quotes_headed(decoded.text, sender=sender)
        return (*decoded.problems, *read_html(page, builder, progress=source.progress).problems)
    is_flowed = parameter(part, "format") == "flowed"
    for passage in passages(decoded.text, is_flowed=is_flowed, drops_space=parameter(part, "delsp") == "yes"):
        if passage.follows_quote:
            builder.heading(2, sender)
        _add_passage(builder, passage, source)
    return decoded.problems


def _add_passage(builder: TextBuilder, passage: Passage, source: Source) -> None:
    """One passage as plain text is read; a quoted one is a section of its own under the line that introduces it."""
    if passage.is_quoted:
        builder.heading(2, passage.title or EARLIER)
    read = plain_text.parse(Source(path=source.path, relative_path=source.relative_path, media_type="text/plain",
                                   data=passage.text.encode("utf-8", "replace"), limits=source.limits))
    for block in read.blocks:
        _add_block(builder, block, read.text[block.span.start:block.span.end])


def _add_block(builder: TextBuilder, block: Block, written: str) -> None:
    if block.kind is BlockKind.LIST_ITEM:
        number = _LIST_NUMBER.match(written.strip())
        builder.list_item(block.plain, number=int(number[1]) if number else None)
    elif block.kind is BlockKind.CODE:
        builder.code(written, language=block.language)
    elif block.kind is BlockKind.HEADING:
        builder.paragraph(block.plain, markup=f"**{escaped(block.plain)}**")
    else:
        builder.paragraph(block.plain)
