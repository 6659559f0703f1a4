"""A manual page becomes sections and options, in both of its languages, packed or not."""

from __future__ import annotations

import gzip
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import DocumentTrouble
from engine.ingest.parse import parse_file
from engine.ingest.parse.man import parse
from engine.ingest.parse.sniff import GZIP
from engine.ingest.parse.source import Limits, Source
from engine.types import BlockKind, IngestState, Parsed, ProblemCode
from tests.engine.ingest.texts import all_chunks, cut, shape, source_of

TITLE = '.TH RELAYCTL 1 "2026-02-01" "Lumen Relay 4.1" "User Commands"\n'


def read(source: str | bytes, name: str = "relayctl.1") -> Parsed:
    return parse(source_of(source, name))


def body(source: str) -> Parsed:
    return read(f"{TITLE}.SH X\n{source}")


def blocks(source: str) -> list[tuple[str, int, str]]:
    return shape(body(source))[1:]


def test_the_title_line_and_the_name_are_found() -> None:
    page = read(f"{TITLE}.SH NAME\nrelayctl, rctl \\- control a relay\n.SH OPTIONS\nx\n.SS Hidden things\ny\n")
    assert page.title == "relayctl"
    assert {found.name: found.value for found in page.found} == {
        "section": "1", "date": "2026-02-01", "source": "Lumen Relay 4.1", "manual": "User Commands", "version": "4.1"}
    assert [(b.level, b.plain, b.line) for b in page.blocks if b.kind is BlockKind.HEADING] == [
        (1, "NAME", 2), (1, "OPTIONS", 4), (2, "Hidden things", 6)]


@pytest.mark.parametrize(("source", "version"), [
    ("GNU coreutils 9.1", "9.1"), ("Git 2.39.5", "2.39.5"), ("v1.2.3-rc1", "1.2.3-rc1"), ("systemd 252", "252"),
    ("perl v5.36.0", "5.36.0"), ("Relay (3.2)", "3.2"), ("relay-2.1.4", "2.1.4"), ("Linux", None), ("", None),
])
def test_a_version_is_read_from_the_source_of_the_page(source: str, version: str | None) -> None:
    found = {value.name: value.value for value in read(f'.TH A 1 2026 "{source}" M\n.SH NAME\na \\- b\n').found}
    assert found.get("version") == version


@pytest.mark.parametrize(("source", "label", "plain"), [
    (".TP\n.BR \\-w \", \" \\-\\-wait =\\fISECONDS\\fR\nWait.", "-w, --wait=SECONDS", "-w, --wait=SECONDS: Wait."),
    (".TP\n\\fB\\-n\\fR\nNumber.\nMore.", "-n", "-n: Number. More."),
    (".IP \\fB\\-n\\fP 4\nNumber.", "-n", "-n: Number."),
    (".TP\n.B \\-a\n.TQ\n.B \\-\\-all\nAll.", "-a, --all", "-a, --all: All."),
    (".PP\n\\-q, \\-\\-quiet\n.RS 4\nBe quiet\\&.\n.RE", "-q, --quiet", "-q, --quiet: Be quiet."),
    (".TP 8\n.BI \\-o \" file\"\nWrite.", "-o file", "-o file: Write."),
])
def test_each_option_is_one_piece_named_by_its_flags(source: str, label: str, plain: str) -> None:
    page = body(f"{source}\n")
    assert [(b.kind, b.label, b.plain) for b in page.blocks[1:]] == [(BlockKind.DEFINITION, label, plain)]
    assert all_chunks(page)[0].label == label


def test_what_is_indented_belongs_to_the_item_before() -> None:
    assert blocks(".TP\n.B a\nText.\n.IP\nMore.\n.RS\n.IP \\(bu 2\none\n.IP \\(bu\ntwo\n.IP 1. 3\nstep\n.PP\n"
                  "Between.\n.RE\n"
                  ".IP\nLast.\n.TP\n.B b\n.nf\ncode\n.fi\n.PP\nAfter.\n.RS\n.PP\nOnly indented.\n.RE\n") == [
        ("definition", 0, "a: Text."), ("paragraph", 1, "More."), ("list_item", 1, "one"), ("list_item", 1, "two"),
        ("list_item", 1, "step"), ("paragraph", 1, "Between."), ("paragraph", 1, "Last."), ("definition", 0, "b"),
        ("code", 1, "code"), ("paragraph", 0, "After."), ("paragraph", 0, "Only indented.")]


def test_lines_are_kept_between_nf_and_fi() -> None:
    assert blocks("Run:\n.nf\n.B relayctl start\n  \\-\\-now\n.PP\nend\n.fi\nText\n.EX\n.ft CW\nx \\e\n.EE\n.Vb 1\n"
                  "\\& y\n.Ve\n") == [
        ("paragraph", 0, "Run:"), ("code", 0, "relayctl start\n  --now\n\nend"), ("paragraph", 0, "Text"),
        ("code", 0, "x \\"), ("code", 0, " y")]


@pytest.mark.parametrize(("source", "plain", "markup"), [
    ("\\fB\\-\\-wait\\fR=\\fISEC\\fR", "--wait=SEC", "`--wait`=*SEC*"),
    ("\\fBDo not use this\\fP now", "Do not use this now", "**Do not use this** now"),
    ("a \\(bu b \\(lqq\\(rq \\(aqx\\(aq \\[u2022] \\(co", "a • b “q” 'x' • ©", "a • b “q” 'x' • ©"),
    ("\\*(lqq\\*(rq \\*R \\*(Tm", "“q” ® ™", "“q” ® ™"),
    ("a\\ b\\~c\\&d\\|e\\%f\\:g \\e \\(rs \\-1", "a bcdefg \\ \\ -1".replace("bc", "b c"), "a b cdefg \\ \\ -1"),
    ("\\s-1SMALL\\s0 \\s+2x\\s-2 \\m[red]r\\m[] \\h'4'\\v'1'z", "SMALL x r z", "SMALL x r z"),
    ("x \\\" a comment", "x", "x"),
    ("o\\o'ab' \\zq \\N'65' \\C'bu' \\('e \\[:u]", "oab q A • é ü", "oab q A • é ü"),
    ("\\f[B]x\\f[]y \\f(CWz q\\fP", "xy z q", "`x`y `z q`"),
    ("*stars* and _lines_ [x](y)", "*stars* and _lines_ [x](y)", "\\*stars\\* and \\_lines\\_ \\[x](y)"),
    (".BR git-log (1),\n.IR a b c", "git-log(1), abc", "`git-log`(1), *a*b*c*"),
    (".B one\ntwo\n.br\nthree", "one two\nthree", "`one` two\\\nthree"),
    (".UR https://x.example\nthe page\n.UE .", "the page <https://x.example>.", "the page \\<https://x.example>."),
    (".MR relayd 8 ,", "relayd(8),", "`relayd`(8),"),
    ("one \\\ntwo", "one two", "one two"),
    (".SY relayctl\n.OP \\-v\n.OP \\-o file\n.YS", "relayctl [-v] [-o file]", "`relayctl` [`-v`] [`-o` *file*]"),
    (".hidden files and .gitignore", ".hidden files and .gitignore", ".hidden files and .gitignore"),
])
def test_text_is_readable_and_what_is_typed_is_code(source: str, plain: str, markup: str) -> None:
    page = body(f"{source}\n")
    assert page.blocks[1].plain == plain
    assert cut(page, page.blocks[1]) == markup


def test_comments_conditions_and_definitions_are_for_the_formatter() -> None:
    assert blocks('.\\" comment\n\'\\" t\n.ig\nhidden\n..\n.de Foo\nfoo says \\\\$1 and \\\\$*\n..\n.de TP\n'
                  'hidden\n..\n.Foo one "two x"\n'
                  ".if n hidden\n.if t shown\n.ie n \\{\\\nhidden\n.\\}\n.el \\{\\\nelse\n.\\}\n.ds xx string\n"
                  "\\*(xx\n.nr a 1\n"
                  ".als Bar Foo\n.Bar 3\n.Unk nown\n") == [
        ("paragraph", 0, "foo says one and one two x shown else string foo says 3 and 3")]


def test_a_page_may_define_names_that_other_programs_use() -> None:
    assert blocks(".de PS\n.nf\n..\n.de PE\n.fi\n..\n.PS\nint x;\n.PE\nAfter.\n.TP\n.nf\ny\n.fi\nText.\n") == [
        ("code", 0, "int x;"), ("paragraph", 0, "After."), ("code", 0, "y"), ("paragraph", 0, "Text.")]


def test_notes_of_docbook_pages_are_notes() -> None:
    page = body(".RS 4\n.ps +1\n\\fBNote\\fR\n.ps -1\n.br\n.sp\nMind it\\&.\n.sp\nMore\\&.\n.RE\n.PP\nAfter.\n")
    assert [(b.kind.value, b.label, b.level, b.plain) for b in page.blocks[1:]] == [
        ("admonition", "note", 0, "Mind it."), ("paragraph", "", 1, "More."), ("paragraph", "", 0, "After.")]


def test_tables_have_header_rows_and_merged_cells() -> None:
    page = body(".TS\nallbox tab(|);\nlb cb s\nl l l.\nName|Values\nport|7443|T{\nthe \\fIcontrol\\fP\n.B port\n"
                "T}\n\\^|7500|data\n.TE\nAfter\n"
                ".TS\nl l.\na\tb\n_\nc\td\n.TE\n")
    first, second = (block.table for block in page.blocks if block.table is not None)
    assert first.header == ("Name", "Values", "Values")
    assert [row.cells for row in first.rows] == [("port", "7443", "the control port"), ("port", "7500", "data")]
    assert (second.header, [row.cells for row in second.rows]) == (("a", "b"), [("c", "d")])


def test_what_another_file_holds_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "canary.1").write_text(f"{TITLE}.SH CANARY\nCANARY\n")
    (tmp_path / "a.1").write_text(f"{TITLE}.SH X\nBefore.\n.so canary.1\n.mso canary.1\n.soquiet canary.1\nAfter.\n")
    page = parse_file(tmp_path / "a.1", relative_path="a.1")
    assert shape(page)[1:] == [("paragraph", 0, "Before. After.")]
    assert page.state is IngestState.INDEXED


def test_a_page_that_only_names_another_says_so() -> None:
    page = read(".so man3/printf.3\n", "fprintf.3")
    assert (page.state, page.title, page.blocks) == (IngestState.METADATA_ONLY, "fprintf", ())
    assert page.problems[0].code is ProblemCode.EMPTY
    assert "man3/printf.3" in page.problems[0].detail


# --- packed pages ---


def packed(data: bytes, name: str = "relayctl.1.gz", limits: Limits | None = None) -> Parsed:
    return parse(Source(path=Path(name), relative_path=name, data=data, media_type=GZIP, limits=limits or Limits()))


def test_a_packed_page_is_read_by_its_content() -> None:
    page = packed(gzip.compress(f"{TITLE}.SH NAME\nrelayctl \\- x\n".encode()))
    assert (page.title, page.media_type) == ("relayctl", "text/troff")


@pytest.mark.parametrize(("data", "name", "code"), [
    (gzip.compress(b"\0" * 30_000_000), "a.1.gz", ProblemCode.BOMB),
    (gzip.compress(TITLE.encode() * 100)[:-20], "a.1.gz", ProblemCode.CORRUPT),
    (b"\x1f\x8b\x08\x00not packed", "a.1.gz", ProblemCode.CORRUPT),
    (gzip.compress(b"a,b\n1,2\n"), "table.csv.gz", ProblemCode.UNSUPPORTED),
    (gzip.compress(b"line\n" * 10), "app.log.1.gz", ProblemCode.UNSUPPORTED),
])
def test_other_packed_files_are_refused_with_the_reason(data: bytes, name: str, code: ProblemCode) -> None:
    with pytest.raises(DocumentTrouble) as caught:
        packed(data, name)
    assert caught.value.code is code


def test_a_page_larger_than_a_text_may_be_is_not_unpacked_to_its_end() -> None:
    data = gzip.compress(bytes(range(256)) * 8000, compresslevel=1)
    with pytest.raises(DocumentTrouble) as caught:
        packed(data, limits=Limits(text_bytes=1_000_000, inflation=10_000))
    assert caught.value.code is ProblemCode.TOO_LARGE


# --- any input ---


LINES = st.sampled_from([
    "w", ".TP", ".B w", ".BR w w", ".IP w 4", ".IP", ".RS", ".RE", ".nf", ".fi", ".PP", "", ".SH w", ".SS",
    "\\fBw\\fP w",
    ".TS", "l l.", "w\tw", "T{", "T}", ".TE", ".br", ".sp", ".if n \\{\\", ".\\}", ".de w", "..", ".Dd w",
    ".Bl -tag", ".It w",
    ".El", ".Bd -literal", ".Ed", ".Op Fl w", ".TQ", ".EQ", "\\", "\\(", ".el w", ".ie t w", ".so w", ".Xo", ".Xc",
])


@given(st.one_of(st.lists(LINES, max_size=30).map("\n".join), st.text(max_size=200),
                 st.text(alphabet=".'\\\"fBTPHSw(){}[]*\n \t-", max_size=300)))
@settings(deadline=None)
def test_anything_is_read_into_ordered_exact_blocks(source: str) -> None:
    page = read(source.encode("utf-8", "surrogatepass").decode("utf-8", "ignore"))
    end = 0
    for block in page.blocks:
        assert end <= block.span.start < block.span.end <= len(page.text)
        assert block.plain.strip()
        end = block.span.end
    assert all(chunk.text == cut(page, chunk) for chunk in all_chunks(page))


def test_hostile_pages_are_read_in_time() -> None:
    started = time.process_time()
    read(".de a\n.a\n.a\n..\n.a\n" + "w\n" * 1000)
    read(".ds a \\*b\\*b\n.ds b \\*a\\*a\n\\*a\n" * 200)
    for unit in ("\\fBa", "\\(", "\\[a", ".if n \\{", "\"a ", ".BR \"", "\\h'", "T{\n", ".RS\n.TP\n", "\\\n"):
        read(f".SH X\n{unit * 3000}\n")
        read(f".TH X 1\n.SH X\n.B {unit * 3000}\n")
    assert time.process_time() - started < 15
