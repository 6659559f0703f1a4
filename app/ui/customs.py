"""What a person sets: carries it from the settings page to where it acts, and keeps it for the next session."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.bridge import Bridge
from app.preferences import Preferences
from app.ui.settings_view import SettingsView
from app.ui.state import WindowState
from app.ui.theme import Mode, Theme


class Customs(QObject):
    """Between settings page, theme, the window's memory and the installation."""

    def __init__(self, bridge: Bridge, theme: Theme, view: SettingsView, preferences: Preferences,
                 state: WindowState) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._theme = theme
        self._view = view
        self._preferences = preferences
        self._state = state
        view.mode_chosen.connect(self._choose_mode)
        view.zoomed.connect(theme.set_zoom)
        view.language_chosen.connect(self._choose_language)
        view.saved.connect(self._save)
        view.importing.connect(self._import)
        theme.changed.connect(self._keep_looks)
        view.show_language(state.language)

    def read(self) -> None:
        """Show how things stand."""
        self._bridge.beside(self._preferences.installation, self._view.show_installation,
                            failed=self._view.note.say, lane="settings", key="installation")

    def _choose_mode(self, mode: Mode) -> None:
        self._theme.set_mode(mode)

    def _choose_language(self, language: str) -> None:
        self._state.language = language
        self._view.note.say(self.tr("The language changes at the next start."))

    def _keep_looks(self) -> None:
        self._state.mode, self._state.zoom = self._theme.mode, self._theme.zoom

    def _save(self, product: str, version: str, generator: str, threads: int) -> None:
        self._bridge.beside(
            lambda: self._preferences.save(product=product, version=version, generator=generator, threads=threads),
            lambda _: self._view.note.say(self.tr("Saved; it holds after the next start.")),
            failed=lambda words: self._view.note.say(words, "bad"), lane="settings")

    def _import(self, folder: str) -> None:
        self._view.note.say(self.tr("Models are being checked and copied …"))
        self._bridge.beside(lambda: self._preferences.import_pack(folder), self._imported,
                            failed=lambda words: self._view.note.say(words, "bad"), lane="settings")

    def _imported(self, counts: tuple[int, int]) -> None:
        words = self.tr("{0} files copied, {1} were there already; they are used after the next start.")
        self._view.note.say(words.format(*counts))
        self.read()
