"""Settings are understood exactly or refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import Settings, load
from engine.errors import BadRequest
from engine.retrieve.weights import Weights
from engine.types import ALL


def test_without_a_file_nothing_is_set(tmp_path: Path) -> None:
    assert load(tmp_path) == Settings()
    assert load(tmp_path).profile.audiences is ALL


def test_the_profile_is_read(tmp_path: Path) -> None:
    lines = ['product = "keda"', 'version = "2.15"', 'audiences = ["internal"]', "threads = 1"]
    (tmp_path / "settings.toml").write_text("\n".join(lines))
    found = load(tmp_path)
    assert (found.profile.product, found.profile.version, found.threads) == ("keda", "2.15", 1)
    assert found.profile.audiences == frozenset({"internal"})


def test_what_is_not_read_and_when_an_alarm_is_shown_can_be_set(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('ignore = ["*.log", "drafts/"]\nalarm_days = 2\n')
    assert (load(tmp_path).ignore, load(tmp_path).alarm_days) == (("*.log", "drafts/"), 2)


def test_each_part_of_a_rank_can_be_weighed(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[weights]\nfreshness = 0.5\n")
    assert load(tmp_path).weights == Weights(freshness=0.5)


@pytest.mark.parametrize(("text", "word"), [
    ("weights = 3", "table"), ("[weights]\nbeauty = 1", "no weight beauty"), ("[weights]\npage = -1", "from 0 to 10"),
    ('audiences = "internal"', "list"), ('threads = "four"', "whole number"), ("threads = 0", "1 or more"),
    ("threads = true", "whole number"), ("product = 3", "quotes"), ("colour = 1", "no setting colour"),
    ("audiences = [1]", "names"), ("ignore = [1]", "names"), ("alarm_days = 0", "1 or more"),
    ("= broken", "cannot be understood"),
])
def test_a_file_that_cannot_be_understood_says_what_is_wrong(tmp_path: Path, text: str, word: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with pytest.raises(BadRequest, match=word) as caught:
        load(tmp_path)
    assert "mend or remove it" in str(caught.value)
