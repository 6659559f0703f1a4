"""What vanished is removed at once only when it cannot be a drive that was unplugged."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.ingest.guard import CONFIRM_S, Hold, holding, is_away, may_remove

NAMES = st.sampled_from(["1:1", "1:2", "2:1"])
counts = st.integers(0, 5000)


def test_up_to_twenty_files_or_a_quarter_go_at_once() -> None:
    for indexed, most in ((30, 20), (80, 20), (200, 50)):
        for vanished, may in ((most, True), (most + 1, False)):
            assert may_remove(vanished=vanished, indexed=indexed, identity="1:1", known_identity="1:1", hold=None,
                              now=0.0) is may


def test_more_go_when_a_second_look_a_minute_later_finds_the_same_folder() -> None:
    hold = holding(None, identity="1:1", now=1000.0)
    for now, may in ((1000.0 + CONFIRM_S - 1, False), (1000.0 + CONFIRM_S, True)):
        assert may_remove(vanished=500, indexed=500, identity="1:1", known_identity="1:1", hold=hold, now=now) is may


def test_an_empty_folder_that_is_another_one_is_an_unmounted_drive() -> None:
    assert is_away(found=0, known=500, identity="1:1", known_identity="2:1")
    assert not is_away(found=0, known=500, identity="2:1", known_identity="2:1")
    assert not is_away(found=3, known=500, identity="1:1", known_identity="2:1")
    assert not is_away(found=0, known=0, identity="1:1", known_identity="2:1")


@given(vanished=st.integers(1, 5000), indexed=counts, identity=NAMES, known=NAMES, since=st.floats(0, 1e6),
       held=NAMES, now=st.floats(0, 1e6))
def test_a_folder_that_is_another_one_loses_nothing_unless_it_was_seen_a_minute_ago(
        vanished: int, indexed: int, identity: str, known: str, since: float, held: str, now: float) -> None:
    hold = Hold(since=since, identity=held)
    if may_remove(vanished=vanished, indexed=indexed, identity=identity, known_identity=known, hold=hold, now=now):
        is_few = identity == known and vanished <= max(20, indexed / 4)
        assert is_few or (held == identity and now - since >= CONFIRM_S)


@given(since=st.floats(0, 1e6), now=st.floats(0, 1e6))
def test_a_clock_that_went_back_begins_the_wait_anew(since: float, now: float) -> None:
    hold = holding(Hold(since=since, identity="1:1"), identity="1:1", now=now)
    assert hold.since == min(since, now)
    assert holding(hold, identity="2:1", now=now).since == now
