"""The picture of the window in the README: a real question over real documents, answered by the real engine."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from app.compose import open_library
from tests.app.ui.pictures import take

pytestmark = [pytest.mark.model, pytest.mark.llm, pytest.mark.corpora, pytest.mark.timeout(900)]

QUESTION = "How do I pause autoscaling of a ScaledObject at a fixed number of replicas?"
VERSIONS = ("2.8", "2.15", "2.19")


def test_the_window_shows_an_answer_over_real_documents_beside_its_source(tmp_path: Path, corpora: Path) -> None:
    docs = tmp_path / "keda"
    for version in VERSIONS:
        shutil.copytree(corpora / "keda" / version / "concepts", docs / version / "concepts")
    data = tmp_path / "data"
    data.mkdir()
    if generator := os.environ.get("CITESIDE_PICTURE_GENERATOR", "smollm2-135m"):
        (data / "settings.toml").write_text(f'generator = "{generator}"\n')
    picture = Path(os.environ.get("CITESIDE_PICTURES", str(tmp_path))) / "window.png"
    with open_library(data, with_generator=True) as library:
        library.assistant.add_root(str(docs), product="keda")
        report = library.assistant.sync(on_progress=lambda _: None, is_cancelled=lambda: False)
        assert report.failed == ()
        seen: list[str] = []

        def look(window: object) -> None:
            from app.ui.window import Window

            assert isinstance(window, Window)
            card = window.conversation.last
            assert card is not None
            seen.extend([card.words(), window.side_panel.view.toPlainText()])

        take(library.assistant, QUESTION, picture, product="keda", version="2.15", prepare=look)
    answer, page = seen
    assert "paused-replicas" in answer
    assert "paused-replicas" in page
    assert picture.stat().st_size > 50_000
