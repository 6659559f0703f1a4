"""Whole journeys through the window over the real engine (its models replaced by quick ones): a person's way in words.

The same journeys run in a real window under Xvfb at scale 1 and 2, see ``test_real_window``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.answer_card import AnswerCard
from app.ui.start import open_window
from app.ui.theme import LIGHT, Mode, Theme
from app.ui.window import Window
from engine.errors import GeneratorLost
from tests.app.ui.steps import highlighted
from tests.engine.ingest.parse.pdfs import PROSE, Paper
from tests.fakes import FakeGenerator
from tests.library import SmallLibrary

PAGE = """# Relay timeouts

A route becomes stale after {} seconds without an acknowledgement.

## Buffer size

The buffer holds {} kibibytes per route. Set it with `relay.buffer_kib`.
"""
STALE = "When does a route become stale without an acknowledgement?"
WAIT_MS = 20_000
Opening = Callable[[SmallLibrary], Window]


@pytest.fixture
def open_real(qtbot: QtBot, qapp: QApplication) -> Iterator[Opening]:
    """Opens windows over libraries and closes both in order."""
    opened: list[tuple[Window, SmallLibrary]] = []

    def open_it(library: SmallLibrary) -> Window:
        window, _ = open_window(qapp, lambda: library.assistant, theme=Theme(qapp, Mode.LIGHT, QLocale("en_US")))
        opened.append((window, library))
        qtbot.addWidget(window)
        window.show()
        window.start()
        qtbot.waitUntil(lambda: "Up to date" in window.status_line.text, timeout=WAIT_MS)
        return window

    yield open_it
    for window, library in opened:
        window.close()
        library.drawer.close()
        library.store.close()


def filled(base: Path, **parts: object) -> SmallLibrary:
    """Two versions of one page, and a manual of one PDF page."""
    library = SmallLibrary(base, **parts)  # type: ignore[arg-type]
    library.write("1.0/relay.md", PAGE.format(40, 64))
    library.write("2.0/relay.md", PAGE.format(90, 128))
    paper = Paper()
    paper.turn().write(72, 90, "Valves", size=18, font="bold")
    paper.lines(72, 130, ["Close the valve and wait until the pres-", "sure has fallen below two bar.", *PROSE])
    (library.docs / "2.0" / "valves.pdf").write_bytes(paper.data())
    library.add_docs()
    library.sync()
    return library


def ask(qtbot: QtBot, window: Window, question: str) -> AnswerCard:
    """Type a question, press Enter, and read what comes."""
    window.question_box.field.setPlainText(question)
    QTest.keyClick(window.question_box.field, Qt.Key.Key_Return)
    card = window.conversation.last
    assert card is not None
    qtbot.waitUntil(lambda: not card.is_open, timeout=WAIT_MS)
    return card


def test_from_an_empty_library_to_the_first_cited_answer(qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    library = SmallLibrary(tmp_path)
    window = open_real(library)
    assert "no documents yet" in window.status_line.text
    library.write("2.0/relay.md", PAGE.format(90, 128))
    window.folder_form.offer(str(library.docs))
    qtbot.waitUntil(lambda: "2.0 (1)" in window.folder_form.preview.text(), timeout=WAIT_MS)
    QTest.keyClick(window.folder_form.product, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "1 documents" in window.status_line.text, timeout=WAIT_MS)
    card = ask(qtbot, window, STALE)
    assert "1 of 1 sentences verified" in card.words()
    window.asking.open_citation(0)
    qtbot.waitUntil(lambda: "90 seconds" in highlighted(window), timeout=WAIT_MS)


def test_another_version_gives_another_answer(qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    window = open_real(filled(tmp_path))
    window.scope_bar.choose_version("2.0")
    assert "90 seconds" in ask(qtbot, window, STALE).words()
    window.scope_bar.choose_version("1.0")
    card = window.conversation.last
    assert card is not None
    qtbot.waitUntil(lambda: not card.is_open, timeout=WAIT_MS)
    assert "40 seconds" in card.words()
    assert "90 seconds" not in card.words()


def test_a_file_that_changes_after_the_answer_is_told_when_its_citation_is_opened(
        qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    library = filled(tmp_path)
    window = open_real(library)
    window.scope_bar.choose_version("2.0")
    ask(qtbot, window, STALE)
    library.write("2.0/relay.md", PAGE.format(120, 128))
    window.asking.open_citation(0)
    qtbot.waitUntil(lambda: "Changed since it was indexed" in window.side_panel.state.text, timeout=WAIT_MS)
    assert highlighted(window) == "", "there is never a highlight at a guessed place"
    library.write("2.0/relay.md", "# New\n\nA line before.\n\n" + PAGE.format(90, 128))
    window.asking.open_citation(0)
    qtbot.waitUntil(lambda: "moved to another place" in window.side_panel.state.text, timeout=WAIT_MS)
    assert "90 seconds" in highlighted(window)


def test_a_pdf_opens_on_its_page_with_the_cited_words_in_the_colour_of_the_highlight(
        qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    window = open_real(filled(tmp_path))
    window.scope_bar.choose_version("2.0")
    ask(qtbot, window, "How long to wait after you close the valve until the pressure has fallen?")
    view = window.side_panel.pane.page_view
    qtbot.waitUntil(lambda: view.page_count == 1 and view.marks != (), timeout=WAIT_MS)
    picture = view.sheet.grab().toImage()
    ratio = picture.devicePixelRatio()
    mark = view.marks[0]
    colours = {picture.pixelColor(round((mark.left() + step) * ratio), round((mark.top() + 2) * ratio)).name()
               for step in range(4, 40)}
    assert QColor(LIGHT.highlight).name() in colours


def test_a_folder_that_is_unplugged_is_offline_and_stays_searchable(
        qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    library = filled(tmp_path)
    window = open_real(library)
    library.docs.rename(tmp_path / "unplugged")
    window.librarian.read(True)
    qtbot.waitUntil(lambda: "offline: docs" in window.status_line.text, timeout=WAIT_MS)
    window.scope_bar.choose_version("2.0")
    card = ask(qtbot, window, STALE)
    assert "90 seconds" in card.words()
    window.asking.open_citation(0)
    qtbot.waitUntil(lambda: "no longer there" in window.side_panel.state.text, timeout=WAIT_MS)


def test_a_generator_that_dies_leaves_the_passage_and_the_next_question_is_answered(
        qtbot: QtBot, open_real: Opening, tmp_path: Path) -> None:
    generator = FakeGenerator(error=GeneratorLost("The generator stopped unexpectedly."))
    window = open_real(filled(tmp_path, generator=generator))
    window.scope_bar.choose_version("2.0")
    card = ask(qtbot, window, STALE)
    assert "Word for word from the document" in card.words()
    assert "stopped unexpectedly" in card.words()
    assert "90 seconds" in card.words()
    generator._error = None
    assert "sentences verified" in ask(qtbot, window, "How large is the buffer per route?").words()
