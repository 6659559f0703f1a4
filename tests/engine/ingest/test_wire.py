"""What crosses the process border arrives as it was, and nothing else does."""

from __future__ import annotations

import pickle
from contextlib import suppress
from dataclasses import replace
from enum import Enum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import types
from engine.ingest import wire
from engine.types import Block, BlockKind, Found, IngestState, Problem, ProblemCode, Rect, Span
from tests.engine.ingest.texts import read_markdown


def test_a_document_arrives_as_it_was_sent() -> None:
    page = read_markdown("---\ntitle: T\n---\n# H\n\n| a |\n|---|\n| 1 |\n\n> [!NOTE]\n> x\n\n"
                         "- `k` - v\n\n```sh\ngo\n```\n")
    page = replace(page, problems=(Problem(code=ProblemCode.HIDDEN_TEXT, detail="d"),), state=IngestState.PARTIAL)
    assert wire.loads(wire.dumps(page)) == page


@given(st.builds(
    Block, kind=st.sampled_from(BlockKind), span=st.builds(Span, st.integers(0, 9), st.integers(9, 99)),
    plain=st.text(), level=st.integers(0, 6), label=st.text(),
    rects=st.tuples(st.builds(Rect, *[st.integers(0, 9)] * 5)),
))
def test_any_block_arrives_as_it_was_sent(block: Block) -> None:
    assert wire.loads(wire.dumps((block, None, "x", 1.5))) == (block, None, "x", 1.5)


def test_members_of_enumerations_arrive_however_python_pickles_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def by_name(member: Enum, _protocol: int) -> tuple[object, ...]:  # as Python 3.11.2 of Debian 12 does
        return getattr, (type(member), member.name)

    monkeypatch.setattr(Enum, "__reduce_ex__", by_name)
    kinds: list[type[Enum]] = [
        kind for kind in vars(types).values() if isinstance(kind, type) and issubclass(kind, Enum)]
    assert BlockKind in kinds
    for kind in kinds:
        assert wire.loads(wire.dumps(tuple(kind))) == tuple(kind)


@pytest.mark.parametrize("value", [Path("x"), ValueError("x"), print, Found.__init__])
def test_nothing_but_our_own_values_is_made(value: object) -> None:
    with pytest.raises((pickle.UnpicklingError, AttributeError)):
        wire.loads(pickle.dumps(value))


@given(st.binary(max_size=100))
def test_bytes_from_elsewhere_raise_an_ordinary_exception(data: bytes) -> None:
    with suppress(Exception):
        assert not isinstance(wire.loads(data), type)
