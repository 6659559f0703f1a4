"""Messages: who wrote what when, the new text first, what is quoted once, and what is attached by name."""

from __future__ import annotations

import base64
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest.parse import mail
from engine.ingest.parse.mail_quotes import passages
from engine.ingest.parse.source import Source
from engine.types import Block, BlockKind, IngestState, Parsed, ProblemCode


def read(data: bytes | str) -> Parsed:
    raw = data.encode() if isinstance(data, str) else data
    return mail.parse(Source(path=Path("a.eml"), relative_path="a.eml", data=raw, media_type="message/rfc822"))


def message(text: str = "", *, page: str = "", subject: str = "Pump 2") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Jörg <joerg@h.example>", "ops@h.example", subject
    made["Date"] = "Tue, 05 Mar 2024 10:11:12 +0100"
    if text:
        made.set_content(text)
    if page:
        (made.add_alternative if text else made.set_content)(page, subtype="html")
    return made


def test_a_message_has_its_subject_its_header_and_its_text() -> None:
    page = read(message("Please stop it.\n\n1. Close V-12\n2. Call 4\n").as_bytes())
    assert page.text == (
        "# Pump 2\n\nFrom: Jörg \\<joerg@h.example>\nTo: ops@h.example\nDate: Tue, 05 Mar 2024 10:11:12 +0100\n\n"
        "Please stop it.\n\n1. Close V-12\n2. Call 4")
    assert page.title == "Pump 2"
    assert {value.name: value.value for value in page.found} == {
        "date": "2024-03-05", "author": "Jörg <joerg@h.example>", "subject": "Pump 2"}


def test_history_is_kept_once_and_signatures_go() -> None:
    page = read(message("""Set it to 40.

On Monday, Anna Berg
<anna@h.example> wrote:
> It is at 71.
>
> Carl wrote:
>> Older words.
>>> Oldest words.
>
> --\x20
> Anna, phone 12

--\x20
Joerg, phone 13
""").as_bytes())
    assert page.text.endswith("Set it to 40.\n\n## On Monday, Anna Berg \\<anna@h.example> wrote\n\nIt is at 71.")


def test_history_without_marks_is_known_by_its_header() -> None:
    kept = list(passages("""New words.

-----Original Message-----
From: Anna
Sent: Monday
Subject: Pump

First old.

From: Carl <carl@h.example>
Sent: Friday
To: Anna

Second old."""))
    assert [passage.is_quoted for passage in kept] == [False, True]
    assert kept[0].text.strip() == "New words."
    assert "First old." in kept[1].text
    assert "Second old." not in kept[1].text


def test_folded_lines_are_joined_again() -> None:
    source = "This is one \nline.\n> quoted \n> too\n-- \nme"
    assert [passage.text for passage in passages(source, is_flowed=True)] == ["This is one line.", "quoted too"]
    assert [passage.text for passage in passages("a \nb", is_flowed=True, drops_space=True)] == ["ab"]


def test_a_rule_in_the_text_is_no_signature() -> None:
    text = "Above.\n--\n" + "\n".join(f"line {number}" for number in range(40))
    assert "line 39" in read(message(text).as_bytes()).text


def test_plain_text_comes_before_html_unless_it_says_nothing() -> None:
    long = "The plain words that are there for everybody to read, at some length. " * 3
    assert "<b>" not in read(message(long, page="<p>Rich <b>words</b></p>").as_bytes()).text
    assert "plain words" in read(message(long, page="<p>Rich</p>").as_bytes()).text
    rich = ("<p>Rich <b>words</b></p><div class=gmail_quote>Old<div class=gmail_quote>Older</div></div>"
            "<div class=gmail_signature>Joerg</div>")
    page = read(message("See HTML.", page=rich).as_bytes())
    assert page.text.endswith("Rich **words**\n\n## Earlier message\n\nOld")


def test_attachments_are_named_and_never_opened() -> None:
    made = message("See the files.")
    made.add_attachment(b"%PDF-SECRET", maintype="application", subtype="pdf", filename="Bericht Ü.pdf")
    made.add_attachment("inner secret", filename="notes.txt")
    made.add_attachment(message("forwarded secret", subject="Old story"))
    page = read(made.as_bytes())
    assert page.text.endswith("See the files.\n\nAttachments: Bericht Ü.pdf, notes.txt, Old story")
    assert "secret" not in page.text.lower()


@pytest.mark.parametrize(("raw", "subject"), [
    ("=?utf-8?B?UHVtcGUgMg==?= =?utf-8?Q?_l=C3=A4uft?=", "Pumpe 2 läuft"),
    ("=?iso-2022-jp?B?GyRCPGo9ZxsoQg==?=", "手順"),
    ("Plain \r\n folded", "Plain folded"), ("=?no-such?Q?x?= y", "x y"), ("=?utf-8?B?!!!?=", "a"),
])
def test_subjects_are_decoded_whatever_they_hold(raw: str, subject: str) -> None:
    assert read(f"Subject: {raw}\r\n\r\nText".encode()).title == subject


def test_raw_bytes_in_headers_are_read_as_they_are_meant() -> None:
    assert read("Subject: Größe\n\nText".encode()).title == "Größe"
    assert read(b"Subject: Gr\xf6\xdfe\n\nText").title == "Größe"


def test_other_encodings_of_the_text_are_read() -> None:
    how = "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n"
    assert read(f"Subject: x\n{how}40 =B0C").text.endswith("40 °C")


def test_an_encrypted_text_is_reported_and_its_header_kept() -> None:
    raw = b'Subject: Secret\nContent-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"\n\nAAAA'
    page = read(raw)
    assert (page.state, page.title) == (IngestState.PARTIAL, "Secret")
    assert [problem.code for problem in page.problems] == [ProblemCode.ENCRYPTED]


def test_messages_in_messages_without_end_are_refused() -> None:
    raw = "".join(f'Content-Type: multipart/mixed; boundary="b{number}"\n\n--b{number}\n' for number in range(3000))
    try:
        assert read(raw).state
    except DocumentTrouble as trouble:
        assert trouble.code is ProblemCode.CORRUPT  # noqa: PT017  # either is fine


PIECES = [
    "Subject: ", "From: a@b\n", "\n\n", "Content-Type: multipart/alternative; boundary=x\n", "--x\n", "--x--", "\x80",
    "Content-Type: text/html; charset=\xff\n", "Content-Transfer-Encoding: base64\n", "=?utf-8?Q?", "?=", "> a\n",
    ">> b\n", "-- \n", "On x wrote:\n", "Content-Disposition: attachment; filename*=x''%\n", "Date: 99\n", "<p>",
    "Content-Type: message/rfc822\n", "Content-Type: text/plain; charset*0*=\n", "Content-Type: a; charset*\n", "\x00",
]
MADE_UP = st.lists(st.sampled_from(PIECES), max_size=25).map(lambda parts: "".join(parts).encode("latin-1"))


@example(b"Content-Transfer-Encoding: base64\nContent-Type: text/plain; charset*0*=\n\x80Content-Type: multipart/"
         b"alternative; boundary=x\n")
@given(st.one_of(st.binary(max_size=300), MADE_UP))
def test_any_bytes_are_read_or_refused_with_a_reason(data: bytes) -> None:
    try:
        page = read(data)
    except DocumentTrouble as trouble:
        assert trouble.code in (ProblemCode.BINARY, ProblemCode.CORRUPT)  # noqa: PT017
    else:
        assert page.state


@given(st.lists(st.tuples(st.integers(0, 3), st.from_regex(r"[a-z]{3,8}", fullmatch=True)), max_size=15))
def test_every_line_of_the_first_two_depths_is_kept_once(lines: list[tuple[int, str]]) -> None:
    words = [(depth, f"{word}{at}x") for at, (depth, word) in enumerate(lines)]
    text = "\n".join(f"{'>' * depth} {word}" if depth else word for depth, word in words)
    kept = "\n".join(passage.text for passage in passages(text))
    assert all(kept.count(word) == (1 if depth < 2 else 0) for depth, word in words)


def parts_of(page: Parsed) -> dict[str, str]:
    """What stands under each heading, by the heading."""
    made: dict[str, list[str]] = {}
    current = ""
    for block in page.blocks:
        if block.kind is BlockKind.HEADING:
            current = block.plain
        else:
            made.setdefault(current, []).append(block.plain)
    return {heading: "\n".join(words) for heading, words in made.items()}


INTRODUCED = "On Monday, 4 March 2024, Anna Berg wrote"


def test_a_reply_below_the_quotation_belongs_to_its_sender() -> None:
    page = read(message(f"Hello,\n\n{INTRODUCED}:\n> It is at 71.\n> Is that safe?\n\nNo. Set it to 40.\n").as_bytes())
    assert parts_of(page)[INTRODUCED] == "It is at 71. Is that safe?".replace(". Is", ".\nIs")
    assert parts_of(page)["Jörg wrote"] == "No. Set it to 40."


def test_replies_between_quoted_lines_belong_to_their_sender() -> None:
    page = read(message(f"{INTRODUCED}:\n> First?\n\nYes, 40.\n\n> Second?\n\nNo, 12.\n").as_bytes())
    own = [(block.plain, heading) for heading, block in _under(page) if block.kind is BlockKind.PARAGRAPH]
    assert own[1:] == [("First?", INTRODUCED), ("Yes, 40.", "Jörg wrote"), ("Second?", INTRODUCED),
                       ("No, 12.", "Jörg wrote")]


def _under(page: Parsed) -> list[tuple[str, Block]]:
    heading, made = "", []
    for block in page.blocks:
        heading = block.plain if block.kind is BlockKind.HEADING else heading
        made.append((heading, block))
    return made


def test_an_old_message_with_a_header_block_is_named_by_it() -> None:
    page = read(message("New.\n\n-----Original Message-----\nFrom: Anna Berg <a@h.example>\nSent: Monday, 4 March\n"
                        "To: ops\nSubject: Pump\n\nIt is at 71.\n").as_bytes())
    under = parts_of(page)["Anna Berg <a@h.example>, Monday, 4 March"]
    assert "It is at 71." in under
    assert "New." not in under
    assert "Original Message" not in page.text


def test_an_introduction_without_marked_lines_ends_the_new_text() -> None:
    page = read(message(f"Set it to 40.\n\n{INTRODUCED}:\n\nIt is at 71.\n").as_bytes())
    assert parts_of(page)[INTRODUCED] == "It is at 71."


def test_what_the_quoted_person_quoted_is_not_theirs() -> None:
    page = read(message(f"{INTRODUCED}:\n> Mine.\n> -----Original Message-----\n> From: Carl\n> Sent: Friday\n"
                        "> Older.\nReply.\n").as_bytes())
    assert parts_of(page)[INTRODUCED] == "Mine."
    assert "Older" not in page.text
    assert parts_of(page)["Jörg wrote"] == "Reply."


QUOTED_PAGES = {
    "gmail": f'<div>Set it to 40.</div><br><div class="gmail_quote"><div class="gmail_attr">{INTRODUCED}:<br></div>'
             '<blockquote class="gmail_quote"><div>It is at 71.</div><div class="gmail_quote"><div class="gmail_attr">'
             "On Friday, 1 March, Carl wrote:</div><blockquote class=gmail_quote>Older.</blockquote></div></blockquote>"
             "</div><div>Call me.</div>",
    "apple": f'<div>Set it to 40.</div><blockquote type="cite"><div>{INTRODUCED}:</div><br><div>It is at 71.</div>'
             '<blockquote type="cite">Older.</blockquote></blockquote><div>Call me.</div>',
    "thunderbird": f'<p>Set it to 40.</p><div class="moz-cite-prefix">{INTRODUCED}:<br></div><blockquote type="cite">'
                   "<p>It is at 71.</p></blockquote><p>Call me.</p>",
}


@pytest.mark.parametrize("name", QUOTED_PAGES)
def test_what_a_page_quotes_is_kept_under_the_name_of_its_writer(name: str) -> None:
    page = read(message(page=QUOTED_PAGES[name]).as_bytes())
    assert parts_of(page)[INTRODUCED] == "It is at 71."
    assert parts_of(page)["Jörg wrote"] == "Call me."
    assert "Set it to 40." in parts_of(page)["Pump 2"]
    assert "Older" not in page.text


@pytest.mark.parametrize("head", [
    '<hr><div id="divRplyFwdMsg">{}</div>',
    '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0in 0in 0in"><p>{}</p></div></div>',
])
def test_an_old_message_of_outlook_is_not_the_senders(head: str) -> None:
    block = head.format("<b>From:</b> Anna Berg &lt;a@h.example&gt;<br><b>Sent:</b> Monday, 4 March<br><b>To:</b> ops")
    older = head.format("<b>From:</b> Carl<br><b>Sent:</b> Friday<br>")
    page = read(message(page=f"<div>Set it to 40.</div>{block}<p>It is at 71.</p>{older}<p>Older.</p>").as_bytes())
    under = parts_of(page)["Anna Berg <a@h.example>, Monday, 4 March"]
    assert under.endswith("It is at 71.")
    assert "Set it to 40." in parts_of(page)["Pump 2"]
    assert "Older" not in page.text


def test_a_message_that_breaks_off_is_partial() -> None:
    whole = message("Plain words that say a lot. " * 10, page="<p>Rich</p>").as_bytes()
    cut = whole[:whole.index(b"Rich")]
    assert read(whole).state is IngestState.INDEXED
    page = read(cut)
    assert page.state is IngestState.PARTIAL
    assert [problem.code for problem in page.problems] == [ProblemCode.CORRUPT]
    content = base64.b64encode(b"Close the valve V-12 first.")[:-3]
    packed = b"Subject: x\nContent-Transfer-Encoding: base64\n\n" + content
    assert read(packed).state is IngestState.PARTIAL
    assert "Close the valve" in read(packed).text


def test_an_introduction_inside_the_quotation_names_its_writer() -> None:
    page = read(message(f"See below.\n\n> {INTRODUCED}:\n>\n> What is the limit?\n\n40 bar.\n").as_bytes())
    assert parts_of(page)[INTRODUCED] == "What is the limit?"
    assert parts_of(page)["Jörg wrote"] == "40 bar."
