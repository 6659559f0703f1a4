"""Manual pages in the mdoc language read as their formatter shows them."""

from __future__ import annotations

import pytest

from engine.ingest.parse.man import parse
from engine.types import BlockKind, Parsed
from tests.engine.ingest.texts import cut, shape, source_of

HEAD = ".Dd May 1, 2026\n.Dt RELAYD 8\n.Os Lumen 4.1\n.Sh NAME\n.Nm relayd\n.Nd run a relay\n"


def read(source: str) -> Parsed:
    return parse(source_of(HEAD + source, "relayd.8"))


def test_the_head_is_found_and_the_name_is_the_title() -> None:
    page = read("")
    assert page.title == "relayd"
    assert {found.name: found.value for found in page.found} == {
        "section": "8", "date": "May 1, 2026", "source": "Lumen 4.1", "version": "4.1"}
    assert shape(page) == [("heading", 1, "NAME"), ("paragraph", 0, "relayd - run a relay")]


@pytest.mark.parametrize(("source", "plain"), [
    (".Nm\n.Op Fl dv\n.Op Fl o Ar file Ns = Ns Ar x\n.Ar", "relayd [-dv] [-o file=x] file ..."),
    ("Use\n.Fl a , Fl -all .", "Use -a, --all."),
    ("See\n.Xr relayctl 8 ,\n.Xr sh 1\nand\n.Sx FILES .", "See relayctl(8), sh(1) and FILES."),
    (".Dq quoted text .", "“quoted text”."),
    (".Oo Fl x Oc and\n.Oo\n.Ar y\n.Oc .", "[-x] and [y]."),
    (".Pq Pa /etc/relayd.conf", "(/etc/relayd.conf)"),
    ("the\n.Fn open \"const char *path\" \"int flags\"\ncall", "the open(const char *path, int flags) call"),
    (".Pf ( Ar n Ns )", "(n)"),
    (".Cm on | off", "on | off"),
    (".Ev HOME Ns 's", "HOME's"),
    ("Since\n.Fx 3.0 ,\n.Ox .", "Since FreeBSD 3.0, OpenBSD."),
    (".Lk https://x.example \"The page\"", "The page <https://x.example>"),
    (".Ex -std", "The relayd utility exits 0 on success, and >0 if an error occurs."),
    (".Rs\n.%A A. Writer\n.%T The Book\n.Re", "A. Writer, The Book."),
    (".Sm off\n.Ar a : b\n.Sm on", "a:b"),
    (".No plain Em words here", "plain words here"),
])
def test_lines_read_as_the_formatter_shows_them(source: str, plain: str) -> None:
    assert read(f".Sh X\n{source}\n").blocks[-1].plain == plain


def test_what_is_typed_is_code() -> None:
    page = read(".Sh X\n.Fl o Ar file\n.Pa /etc/x\n.Cm Host\n")
    assert cut(page, page.blocks[-1]) == "`-o` *file* `/etc/x` `Host`"


def test_lists_are_terms_bullets_numbers_and_tables() -> None:
    page = read(".Sh X\n.Bl -tag -width Ds\n.It Fl o Ar file , Fl -out\nWrite.\n.Pp\nMore.\n.Bl -bullet\n.It\none\n"
                ".El\n"
                ".It Xo\n.Fl x\n.Ar y\n.Xc\nLong.\n.El\n.Bl -enum\n.It\nfirst\n.It\nsecond\n.El\n"
                ".Bl -column A B\n.It Sy Name Ta Sy Port\n.It control Ta 7443\n.It data\t7500\n.El\nAfter.\n")
    assert shape(page)[3:] == [
        ("definition", 0, "-o file, --out: Write."), ("paragraph", 1, "More."), ("list_item", 1, "one"),
        ("definition", 0, "-x y: Long."), ("list_item", 0, "first"), ("list_item", 0, "second"),
        ("table", 0, "Name, Port\ncontrol: port 7443\ndata: port 7500"), ("paragraph", 0, "After.")]
    assert [b.label for b in page.blocks if b.kind is BlockKind.DEFINITION] == ["-o file, --out", "-x y"]


def test_displays_are_code_and_a_synopsis_has_lines() -> None:
    page = read(".Sh SYNOPSIS\n.In relay.h\n.Ft int\n.Fn relay_open \"int n\"\n.Sh X\nRun:\n.Bd -literal\na  b\n"
                ".Ed\n.Dl relayd -d\n")
    assert page.blocks[3].plain == "#include <relay.h>\nint\nrelay_open(int n)"
    assert [b.plain for b in page.blocks if b.kind is BlockKind.CODE] == ["a  b", "relayd -d"]
