"""What the window remembers from one session to the next: its place, colours, text size, language, past questions.

Kept as an INI file in the data folder, so that each library has its own and nothing lies elsewhere.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from app.ui.theme import Mode

FILE_NAME = "window.ini"
LANGUAGES = ("system", "en", "zh_CN")


class WindowState:
    """Values are read with their kind; one that cannot be understood is as if it were not there."""

    def __init__(self, data_dir: Path) -> None:
        self._kept = QSettings(str(data_dir / FILE_NAME), QSettings.Format.IniFormat)

    @property
    def mode(self) -> Mode:
        """The colours."""
        known = {mode.name: mode for mode in Mode}
        return known.get(str(self._kept.value("colours", "")), Mode.SYSTEM)

    @mode.setter
    def mode(self, mode: Mode) -> None:
        self._kept.setValue("colours", mode.name)

    @property
    def zoom(self) -> float:
        """The size of text, 1 is normal."""
        try:
            return float(str(self._kept.value("zoom", "1")))
        except ValueError:
            return 1.0

    @zoom.setter
    def zoom(self, zoom: float) -> None:
        self._kept.setValue("zoom", str(zoom))

    @property
    def language(self) -> str:
        """One of ``LANGUAGES``."""
        language = str(self._kept.value("language", "system"))
        return language if language in LANGUAGES else "system"

    @language.setter
    def language(self, language: str) -> None:
        self._kept.setValue("language", language)

    @property
    def geometry(self) -> QByteArray | None:
        """Where the window was."""
        return self._bytes("geometry")

    @property
    def panes(self) -> QByteArray | None:
        """How the panes shared it."""
        return self._bytes("panes")

    @property
    def questions(self) -> list[str]:
        """What was asked, oldest first."""
        kept = self._kept.value("questions", [])
        return [str(question) for question in kept] if isinstance(kept, list) else [str(kept)] if kept else []

    def keep(self, *, geometry: QByteArray, panes: QByteArray, questions: tuple[str, ...]) -> None:
        """Remember how the window was left."""
        self._kept.setValue("geometry", geometry)
        self._kept.setValue("panes", panes)
        self._kept.setValue("questions", list(questions))
        self._kept.sync()

    def _bytes(self, name: str) -> QByteArray | None:
        kept = self._kept.value(name)
        return kept if isinstance(kept, QByteArray) and not kept.isEmpty() else None
